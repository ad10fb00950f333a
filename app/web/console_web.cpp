// The page's side of editor/console.h, own_editor.h and play_screen.h: nobody types while a command
// runs, and there is no other editor. The page asks in its own way (tutor.cpp).

#include <cstdlib>

#include "base/error.h"
#include "editor/console.h"
#include "own_editor.h"
#include "play_screen.h"

namespace mha::app {

ScreenSize screen_size() {
  const char* columns = std::getenv("COLUMNS");
  return {columns ? std::atoi(columns) : 0, 0};
}

bool can_edit() { return false; }
Typed edit_text(const std::string&, const Helpers&, std::vector<std::string>&) { return {Typed::End::input, ""}; }
Typed plain_text(const std::string&, const Helpers&) { return {Typed::End::input, ""}; }
Key wait_for_key() { return {}; }
Unechoed::Unechoed() = default;
Unechoed::~Unechoed() = default;
void end_by(int) {}

std::string text_from_editor(const render::Style&, const std::string&) {
  throw Error("EditorError", "a page has no other editor");
}
void texts_from_file(const render::Style&, const std::string&, const std::string&,
                     const std::function<bool(const std::string&)>&) {
  throw Error("EditorError", "a page has no other editor");
}

bool has_play_screen(const render::Style&) { return false; }
bool play_on_screen(lesson::Playing&, const std::string&) { return false; }

}  // namespace mha::app
