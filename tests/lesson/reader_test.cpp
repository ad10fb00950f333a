#include "lesson/course/fences.h"
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
  REQUIRE(p.hints.size() == 2);
  CHECK(p.hints[1].text == "second");
  CHECK(p.why == "so");
}

TEST_CASE("exercise: its parts may stand in any order under its heading") {
  const Lesson l = lesson_of(
      "## Exercise: f\nWrite it.\n```torch solution\ndef f():\n    return 1\n```\n"
      "```hint\nh\n```\n```torch start\ndef f():\n    ...\n```\n");
  const auto& e = std::get<Exercise>(l.steps[0].blocks.back());
  CHECK(e.name == "f");
  CHECK(e.start.text == "def f():\n    ...\n");
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
      {"---\ntitle: T\ngoal: G\n---\n```torch\nx = = 1\n```\n", 6, "SyntaxError: invalid syntax"},
      {"---\ntitle: T\ngoal: G\n---\n```torch start\n```\n", 5, "only under a heading"},
      {"---\ntitle: T\ngoal: G\n---\n```predict\n```\n", 5, "needs the expression"},
      {"---\ntitle: T\ngoal: G\n---\n```predict 1\nno reply\n```\n", 6, "expected 'likely answer: what to say'"},
      {"---\ntitle: T\ngoal: G\n---\n```choice Q\n- [ ] a: b\n```\n", 5, "exactly one right option"},
      {"---\ntitle: T\ngoal: G\n---\n```choice Q\n- [x] a\n```\n", 6, "no reply to 'a'"},
      {"---\ntitle: T\ngoal: G\n---\n```hint\nh\n```\n", 5, "a hint follows the question"},
      {"---\ntitle: T\ngoal: G\n---\n```why\nh\n```\n", 5, "'why' follows the question"},
      {"---\ntitle: T\ngoal: G\n---\n```torch\nx = 1\n```\n```predict x\n```\n```hint frist\nh\n```\n", 10, "only 'first' may follow 'hint'"},
      {"---\ntitle: T\ngoal: G\n---\n```show piechart x\n```\n", 5, "no such picture: 'piechart'"},
      {"---\ntitle: T\ngoal: G\n---\n```play a b ? T\n```\n", 5, "play needs a name of one word, and a task"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nshow heatmap x\ngoal a > 1\nset a = 2\n```\n", 5, "nothing to turn"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1.0 from 0 to 2\nshow heatmap x\nset a = 2\n```\n", 5, "nothing to reach"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1.0 from 0 to 2\nshow heatmap x\ngoal a > 1\n```\n", 5, "no way to the goal"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1.0 from 0 to 2\ngoal a > 1\nset a = 2\n```\n", 5, "nothing to see"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1.0 from 2 to 0\nshow heatmap x\ngoal a > 1\nset a = 2\n```\n", 6, "it goes from the smaller number to the larger"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1.0 from 0 to x\nshow heatmap x\ngoal a > 1\nset a = 2\n```\n", 6, "'to' is followed by a number, not by 'x'"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a 1.0 from 0 to 2\nshow heatmap x\ngoal a > 1\nset a = 2\n```\n", 6, "expected '= value', 'in value, value' or 'by step' after the name"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a in 3\nshow heatmap x\ngoal a > 1\nset a = 2\n```\n", 6, "there is one value to choose"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1 + from 0 to 2\nshow heatmap x\ngoal a > 1\nset a = 2\n```\n", 6, "SyntaxError"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a by 1\nturn a = 1.0 from 0 to 2\nshow heatmap x\ngoal a > 1\nset a = 2\n```\n", 7, "'a' is turned already"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1.0 from 0 to 2\nshow heatmap x\ngoal a > 1\nset a = 2\ngoal a\n```\n", 10, "there is a goal already"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1.0 from 0 to 2\nshow heatmap x\ngoal a > 1\nset a = 2\ny = = 2\n```\n", 10, "SyntaxError"},
      {"---\ntitle: T\ngoal: G\n---\n```play n ? T\nturn a = 1.0 from 0 to 2\nshow heatmap x\ngoal a > 1\nset a = 2\nset y\n```\n", 10, "set needs a name and a value"},
      {"---\ntitle: T\ngoal: G\n---\n## Exercise: f\ntext\n", 5, "a 'torch start' and a 'torch solution'"},
      {"---\ntitle: T\ngoal: G\nformat: 2\nshape: round\n---\n```magic\n```\n", 4, "made for a newer mha-tutor: its format is 2, this one knows 1"},
      {"---\ntitle: T\ngoal: G\nminutes: ten\n---\nx\n", 4, "minutes is a whole number, not 'ten'"},
      {"---\ntitle: T\ngoal: G\n---\n```predict 1\n2: no\n```\n```predict 1\n2: no\n```\n", 8, "asked before, on line 5"},
      {"---\ntitle: T\ngoal: G\n---\n```predict 1\nor else: no\n```\n", 6, "is an expression or places"},
      {"---\ntitle: T\ngoal: G\n---\n```order Q\none\n```\n", 5, "2 to 10 lines"},
      {"---\ntitle: T\ngoal: G\n---\n```order Q\none\ntwo\none\n```\n", 6, "stands here twice"},
      {"---\ntitle: T\ngoal: G\n---\n```torch fresh\nx = 1\n```\n", 5, "follows the question"},
      {"---\ntitle: T\ngoal: G\n---\n```torch check\nx\n```\n", 5, "only under a heading"},
      {"---\ntitle: T\ngoal: G\n---\n## Exercise: f\n```torch wrong\nx = 1\n```\n", 6, "needs the reply"},
      {"---\ntitle: T\ngoal: G\n---\n```show heatmap\n```\n", 5, "needs what it shows"},
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

TEST_CASE("lesson file: what a newer format means is not guessed at") {
  const Read r = read("---\ntitle: T\nformat: 7\n---\n```magic\n```\n");
  REQUIRE(r.problems.size() == 1);
  CHECK(r.problems[0].message.find("format is 7") != std::string::npos);
}

TEST_CASE("predict: the words after the question mark are what is asked") {
  const Lesson l = lesson_of(
      "```predict x == 0 ? Which cells become 0?\n"
      "(0, 1) (0, 2): those above\nnone: look\nx < 0: the sign\n"
      "{\"a\": 1}: a dict\n0 2: places\n```\n"
      "```torch fresh\nx = 1\n```\n```hint\nh\n```\n");
  const auto& p = std::get<Predict>(l.steps[0].blocks[0]);
  CHECK(p.expression == "x == 0");
  CHECK(p.question == "Which cells become 0?");
  CHECK(p.id == "predict-x-is-is-0-which-cells-become-0");
  REQUIRE(p.replies.size() == 5);
  CHECK(p.replies[0].answer == "(0, 1) (0, 2)");
  CHECK(p.replies[3].answer == "{\"a\": 1}");
  CHECK(p.replies[4].text == "places");
  REQUIRE(p.fresh);
  CHECK(p.fresh->text == "x = 1\n");
  CHECK(p.hints.size() == 1);
}

TEST_CASE("order: lines in their right order, indented as they stand") {
  const Lesson l = lesson_of("```order Q\nfor x in y:\n    f(x)\n```\n```why\nw\n```\n");
  const auto& o = std::get<Order>(l.steps[0].blocks[0]);
  CHECK(o.lines == std::vector<std::string>{"for x in y:", "    f(x)"});
  CHECK(o.why == "w");
  CHECK(o.id == "order-q");
}

TEST_CASE("exercise: checks, wrong programs, new numbers, and a question after it") {
  const Lesson l = lesson_of(
      "## Exercise: f\n```torch start\n...\n```\n```torch solution\nf = 1\n```\n"
      "```torch check\nf\n```\n```torch check\nf + 1\n```\n"
      "```torch wrong That is two.\nf = 2\n```\n```torch fresh\ny = 1\n```\n"
      "```why\nw\n```\n"
      "```choice Why?\n- [x] a: b\n- [ ] c: d\n```\n```hint\nh\n```\n");
  REQUIRE(l.steps.size() == 2);
  const auto& e = std::get<Exercise>(l.steps[0].blocks.back());
  CHECK(e.checks.size() == 2);
  REQUIRE(e.wrong.size() == 1);
  CHECK(e.wrong[0].reply == "That is two.");
  CHECK(l.file->text(e.wrong[0].span) == "f = 2\n");
  CHECK(e.fresh);
  CHECK(e.hints.empty());
  CHECK(question_of(l.steps[1].blocks.back())->hints.size() == 1);
}

TEST_CASE("question ids: words, and the signs of an expression") {
  CHECK(question_id("predict", "q @ k.T") == "predict-q-at-k-t");
  CHECK(question_id("predict", "q * k.T") == "predict-q-times-k-t");
  CHECK(question_id("predict", "x.sum(-1)") == "predict-x-sum-minus-1");
  CHECK(question_id("choice", "Why sqrt(d_k)?") == "choice-why-sqrt-d-k");
}

TEST_CASE("lesson file: a name without a number is refused") {
  CHECK(read(lesson_file("x\n"), "lesson.md").problems.size() == 1);
  CHECK(read(lesson_file("x\n"), "a1-lesson.md").problems.size() == 1);
}
