#include <doctest/doctest.h>

#include "base/text.h"
#include "render/lesson_view.h"

using namespace mha;

TEST_CASE("course: every step fits a terminal of 80x24 with its prompt") {
  // The prompt takes a line, and an empty one stands on either side of a step.
  constexpr size_t kRoom = 21;
  for (const lesson::Lesson& l : lesson::course()) {
    for (size_t i = 0; i < l.steps.size(); ++i) {
      lesson::LessonProgress progress;
      lesson::Session session(l, progress, static_cast<int>(i), {});
      const std::string text = render::lesson_text({}, l, session.begin());
      CAPTURE(l.id);
      CAPTURE(i);
      CAPTURE(text);
      CHECK(split_lines(text).size() <= kRoom);
    }
  }
}

TEST_CASE("course: no line is wider than the terminal from 40 columns up") {
  for (const lesson::Lesson& l : lesson::course()) {
    for (const int width : {40, 80}) {
      render::Style style;
      style.width = width;
      for (const lesson::Event& e : lesson::read_through(l, {})) {
        // Code, what it prints and Python's own words are not wrapped.
        using Kind = lesson::Event::Kind;
        if (e.kind == Kind::code || e.kind == Kind::starter ||
            e.kind == Kind::output || e.kind == Kind::failure) {
          continue;
        }
        for (const std::string& line : split_lines(render::lesson_text(style, l, {e}))) {
          CAPTURE(line);
          CHECK(display_width(line) < width);
        }
      }
    }
  }
}
