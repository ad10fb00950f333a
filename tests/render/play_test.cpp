#include "render/play_view.h"

#include <doctest/doctest.h>

#include <set>

#include "base/text.h"

using namespace mha;

namespace {

std::string all_of(const std::vector<std::string>& lines) { return join(lines, "\n"); }

}  // namespace

TEST_CASE("play view: it fills any screen, and no more") {
  for (const lesson::Lesson& l : lesson::course()) {
    for (const lesson::Play* play : lesson::plays_of(l)) {
      const auto playing = lesson::make_playing(l, *play, {});
      lesson::PlayKeys keys(*playing);
      for (const char* key : {"down", "right", "+", "tab", "+", "?", "?", "5", "x", "enter", "R"}) {
        keys.press(key);
        for (const auto& [width, height] : {std::pair(20, 6), {40, 12}, {80, 24}, {120, 40}}) {
          for (const bool rich : {false, true}) {
            render::Style style;
            style.width = width;
            style.colour = style.unicode = rich;
            const std::vector<std::string> lines = render::play_screen(style, height, keys, "Lesson 1: One");
            CAPTURE(play->name);
            CAPTURE(width);
            CHECK(lines.size() == static_cast<size_t>(height));
            for (const std::string& line : lines) {
              CAPTURE(line);
              CHECK(display_width(line) < width);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("play view: the help says a task again only where it is cut above") {
  const lesson::Lesson& l = lesson::find_lesson(lesson::course(), "the-scale");
  const auto playing = lesson::make_playing(l, *lesson::plays_of(l)[0], {});
  lesson::PlayKeys keys(*playing);
  keys.press("?");
  const auto count = [&](int height, const std::string& words) {
    const std::string screen = all_of(render::play_screen({}, height, keys, ""));
    size_t n = 0;
    for (size_t at = screen.find(words); at != std::string::npos; at = screen.find(words, at + 1)) ++n;
    return n;
  };
  CHECK(count(24, "Change the divisor") == 1);
  CHECK(count(24, "change it by a step") == 1);
  CHECK(count(render::kLeastPlayHeight, "Change the divisor") == 2);
}

TEST_CASE("course: every view fits a terminal of 80x24, and has a name of its own") {
  std::set<std::string> names;
  for (const lesson::Lesson& l : lesson::course()) {
    for (const lesson::Play* play : lesson::plays_of(l)) {
      CAPTURE(play->name);
      CHECK(names.insert(play->name).second);
      const auto playing = lesson::make_playing(l, *play, {});
      const lesson::PlayKeys keys(*playing);
      CHECK(all_of(render::play_screen({}, 24, keys, "")).find("Space shows the next") == std::string::npos);
    }
  }
  CHECK(names.size() >= 7);
}

TEST_CASE("play view: what has changed is marked where the layout is the same") {
  render::Style style;
  CHECK(render::mark_changes(style, "a 1 ██\nb 20 ██\n", "a 1 ██\nb 30 ░░\n") == "a 1 ██\nb \033[7m20\033[0m ██\n");
  CHECK(render::mark_changes(style, "a 1\n", "a 1 2\n") == "a 1\n");
  CHECK(render::mark_changes(style, "a\n1\n", "a\n") == "a\n1\n");
  style.colour = true;
  CHECK(render::mark_changes(style, "\033[36m 1 \033[0m x", "\033[31m 2 \033[0m x") ==
        "\033[36m \033[1;4m1\033[0m\033[36m \033[0m x\n");
}
