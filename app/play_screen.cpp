#include "play_screen.h"

#include <signal.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "editor/keyboard.h"
#include "lesson/play/play_keys.h"
#include "render/play_view.h"
#include "terminal.h"

namespace mha::app {

namespace {

// Between two steps of a knob that goes by itself, so that eyes can follow: milliseconds.
constexpr int kTick = 80;

void draw_screen(const std::vector<std::string>& lines) {
  // Overwrites the old screen instead of clearing it, so that nothing
  // flickers.
  std::string out = "\033[H";
  for (size_t i = 0; i < lines.size(); ++i) out += (i > 0 ? "\r\n" : "") + lines[i] + "\033[0m\033[K";
  write_terminal(out + "\033[J");
}

/// A key as PlayKeys names it, or empty.
std::string name_of(const Key& key) {
  switch (key.kind) {
    case Key::text: return key.characters;
    case Key::enter:
    case Key::new_line: return "enter";
    case Key::tab: return "tab";
    case Key::back_tab: return "back-tab";
    case Key::escape: return "escape";
    case Key::backspace: return "backspace";
    case Key::left: return "left";
    case Key::right: return "right";
    case Key::up: return "up";
    case Key::down: return "down";
    case Key::earlier: return "page-up";
    case Key::later: return "page-down";
    default: return "";
  }
}

}  // namespace

bool has_play_screen(const render::Style& style) {
  return can_edit() && !style.spoken && !plain_wanted();
}

bool play_on_screen(lesson::Playing& playing, const std::string& where) {
  lesson::PlayKeys keys(playing);
  Key key;
  {
    Keyboard keyboard(Keyboard::Screen::whole);
    while (!keys.left() && key.kind != Key::interrupt && key.kind != Key::closed) {
      draw_screen(render::play_screen(output_style(), std::max(1, output_height()), keys, where));
      if (const std::optional<Key> pressed = keys.going() ? keyboard.next(kTick) : keyboard.next()) {
        key = *pressed;
        if (const std::string name = name_of(key); !name.empty()) keys.press(name);
      } else {
        keys.tick();
      }
    }
  }
  // The end of a terminal's input may be read before its SIGHUP comes.
  if (key.kind == Key::closed) ::raise(SIGHUP);
  return key.kind == Key::interrupt;
}

}  // namespace mha::app
