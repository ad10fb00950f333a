#include <set>

#include <doctest/doctest.h>

#include "base/text.h"
#include "render/error_view.h"
#include "render/lesson_view.h"
#include "render/screens.h"
#include "walked_lessons.h"

using namespace mha;

TEST_CASE("course: every step fits a terminal of 80x24 with its prompt") {
  for (const lesson::Lesson& l : walked_lessons()) {
    for (const lesson::Problem& p : render::tall_steps(l)) {
      FAIL_CHECK(render::problem_text({}, p));
    }
  }
}

TEST_CASE("screens: a tall step is named with its place") {
  std::string text = "---\ntitle: A\ngoal: B\n---\nShort.\n\n---\n\n";
  for (int i = 0; i < 11; ++i) text += "A paragraph.\n\n";
  text += "```torch\nx = 1\n```\n";
  std::vector<lesson::Problem> problems;
  const lesson::Lesson l =
      lesson::read_lesson(std::make_shared<Source>("01-a.md", text), problems);
  REQUIRE(problems.empty());
  const std::vector<lesson::Problem> tall = render::tall_steps(l);
  REQUIRE(tall.size() == 1);
  // 11 paragraphs with 10 empty lines between, one more, and the code.
  CHECK(render::problem_text({}, tall[0]) ==
        "01-a.md:32:1: step 2 takes 23 lines; with the prompt, 21 fit a terminal of 80x24\n"
        "    x = 1\n    ^^^^^\nhelp: a line `---` makes two steps of it\n");
}

TEST_CASE("course: no line is wider than the terminal from 40 columns up") {
  // Code, what it prints and Python's own words are not wrapped.
  using Kind = lesson::Event::Kind;
  const std::set<Kind> as_it_is = {Kind::code, Kind::starter, Kind::output, Kind::failure};
  for (const lesson::Lesson& l : walked_lessons()) {
    for (const lesson::Event& e : lesson::read_through(l, {})) {
      if (as_it_is.contains(e.kind)) continue;
      for (const int width : {40, 80}) {
        render::Style style;
        style.width = width;
        for (const std::string& line : split_lines(render::lesson_text(style, l, {e}))) {
          CAPTURE(line);
          CHECK(display_width(line) < width);
        }
      }
    }
  }
}
