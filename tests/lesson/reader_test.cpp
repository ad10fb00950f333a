#include "lesson_text.h"

using namespace mha::lesson;

TEST_CASE("lesson file: number and id come from its name") {
  const Lesson l = read(lesson_file("Text.\n"), "lessons/12-causal-mask.md").lesson;
  CHECK(l.number == 12);
  CHECK(l.id == "causal-mask");
  CHECK(l.title == "T");
  CHECK(l.goal == "G");
}

TEST_CASE("lesson file: a step ends at a question, at a heading begins one") {
  const Lesson l = lesson_of(
      "One.\n```torch\nx = 1\n```\n```predict x\n2: no\n```\n"
      "Two.\n## Part\nThree.\n");
  REQUIRE(l.steps.size() == 3);
  CHECK(l.steps[0].blocks.size() == 3);
  CHECK(l.steps[0].question() != nullptr);
  CHECK(l.steps[1].question() == nullptr);
  CHECK(l.steps[2].heading == "Part");
  CHECK(l.questions() == 1);
}

TEST_CASE("predict: each line inside answers one likely wrong answer") {
  const Lesson l = lesson_of(
      "```predict x[1:2]\n(4, 64): those are q's sizes: not k's\n```\n"
      "```hint\nfirst\n```\n```hint\nsecond\n```\n```why\nso\n```\n");
  const auto& p = std::get<Predict>(l.steps[0].blocks[0]);
  CHECK(p.expression == "x[1:2]");
  REQUIRE(p.replies.size() == 1);
  CHECK(p.replies[0].answer == "(4, 64)");
  CHECK(p.replies[0].text == "those are q's sizes: not k's");
  CHECK(p.hints == std::vector<std::string>{"first", "second"});
  CHECK(p.why == "so");
}

TEST_CASE("exercise: its parts may stand in any order under its heading") {
  const Lesson l = lesson_of(
      "## Exercise: f\nWrite it.\n```torch solution\ndef f():\n    return 1\n```\n"
      "```hint\nh\n```\n```torch start\ndef f():\n    ...\n```\n");
  const auto& e = std::get<Exercise>(l.steps[0].blocks.back());
  CHECK(e.name == "f");
  CHECK(e.start == "def f():\n    ...\n");
  CHECK(e.hints.size() == 1);
}

TEST_CASE("lesson file: every problem is reported, at its line") {
  struct Case {
    const char* text;
    int line;
    const char* message;
  };
  const Case cases[] = {
      {"no front matter\n", 1, "front matter between two lines"},
      {"---\ntitel: T\ntitle: T\ngoal: G\n---\n", 2, "no such key: 'titel'"},
      {"---\ntitle: T\n---\n", 3, "front matter without a goal"},
      {"---\ntitle: T\ngoal: G\n", 1, "not closed"},
      {"---\ntitle: T\ngoal: G\n---\n```torch\nx = 1\n", 5, "never closed"},
      {"---\ntitle: T\ngoal: G\n---\n```tortch\n```\n", 5, "no such kind of fence: 'tortch'"},
      {"---\ntitle: T\ngoal: G\n---\n```torch\nx = = 1\n```\n", 5, "SyntaxError: invalid syntax"},
      {"---\ntitle: T\ngoal: G\n---\n```torch start\n```\n", 5, "only under a heading"},
      {"---\ntitle: T\ngoal: G\n---\n```predict\n```\n", 5, "needs the expression"},
      {"---\ntitle: T\ngoal: G\n---\n```predict 1\nno reply\n```\n", 5, "expected 'likely answer: what to say'"},
      {"---\ntitle: T\ngoal: G\n---\n```choice Q\n- [ ] a: b\n```\n", 5, "exactly one right option"},
      {"---\ntitle: T\ngoal: G\n---\n```choice Q\n- [x] a\n```\n", 5, "no reply to 'a'"},
      {"---\ntitle: T\ngoal: G\n---\n```hint\nh\n```\n", 5, "a hint follows the question"},
      {"---\ntitle: T\ngoal: G\n---\n```why\nh\n```\n", 5, "'why' follows the prediction"},
      {"---\ntitle: T\ngoal: G\n---\n```show piechart x\n```\n", 5, "no such picture: 'piechart'"},
      {"---\ntitle: T\ngoal: G\n---\n## Exercise: f\ntext\n", 5, "a 'torch start' and a 'torch solution'"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const Read r = read(c.text);
    bool found = false;
    for (const Problem& p : r.problems) {
      found = found || (p.message.find(c.message) != std::string::npos &&
                        p.source->place(p.span.begin).line == c.line);
    }
    CHECK(found);
  }
}

TEST_CASE("lesson file: a name without a number is refused") {
  CHECK(read(lesson_file("x\n"), "lesson.md").problems.size() == 1);
  CHECK(read(lesson_file("x\n"), "a1-lesson.md").problems.size() == 1);
}
