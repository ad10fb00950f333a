#include "lesson/session.h"

#include <algorithm>

#include "lesson_text.h"

using namespace mha::lesson;

namespace {

const char* const kLesson =
    "First.\n```torch\nimport torch\nx = torch.zeros(2, 3)\n```\n"
    "```predict x.shape\n(3, 2): rows come first\n```\n"
    "```hint\nhow many rows?\n```\n```hint\ntwo rows\n```\n"
    "```why\nTwo rows of three.\n```\n"
    "Second.\n```choice Which?\n- [ ] one: not one\n- [x] two: because\n```\n"
    "## Exercise: twice\nDouble it.\n```torch start\ndef twice(x):\n    ...\n```\n"
    "```torch solution\ndef twice(x):\n    return x + x + 1\n```\n"
    "## End\nDone.\n";

bool has(const std::vector<Event>& events, Event::Kind kind,
         const std::string& text) {
  return std::any_of(events.begin(), events.end(), [&](const Event& e) {
    return e.kind == kind && (e.text + "|" + e.detail).find(text) != std::string::npos;
  });
}

struct Walk {
  Lesson lesson = lesson_of(kLesson);
  LessonProgress progress;
  Session session;
  explicit Walk(int step = 0) : session(lesson, progress, step, {}) {}
};

}  // namespace

TEST_CASE("session: asks before it reveals") {
  Walk w;
  const auto shown = w.session.begin();
  CHECK(has(shown, Event::Kind::title, "T|G"));
  CHECK(has(shown, Event::Kind::prose, "First."));
  CHECK(has(shown, Event::Kind::question, "x.shape"));
  CHECK(has(shown, Event::Kind::question, "a shape, such as (2, 3)"));
  CHECK_FALSE(has(shown, Event::Kind::output, "torch.Size"));
  CHECK(w.session.waiting() == Waiting::answer);
}

TEST_CASE("session: what was said stays beside what came") {
  Walk w;
  w.session.begin();
  for (const char* answer : {"(2, 3)", "[2,3]", "2, 3", "torch.Size([2, 3])"}) {
    CAPTURE(answer);
    Walk again;
    again.session.begin();
    const auto e = again.session.take(answer);
    CHECK(has(e, Event::Kind::right, "Right"));
    CHECK(has(e, Event::Kind::compared, std::string(answer) + "|torch.Size([2, 3])"));
    CHECK(has(e, Event::Kind::prose, "Two rows of three."));
    CHECK(again.progress.answers.at("predict-x-shape").right);
  }
}

TEST_CASE("session: a likely wrong answer gets its own reply") {
  Walk w;
  w.session.begin();
  const auto e = w.session.take("(3, 2)");
  CHECK(has(e, Event::Kind::wrong, "rows come first"));
  CHECK_FALSE(has(e, Event::Kind::compared, ""));
  CHECK(w.session.waiting() == Waiting::answer);
  w.session.take("(2, 3)");
  CHECK(w.progress.answers.at("predict-x-shape").tries == 2);
}

TEST_CASE("session: after three wrong tries the answer stands beside the guess") {
  Walk w;
  w.session.begin();
  w.session.take("(1, 1)");
  w.session.take("(1, 2)");
  const auto e = w.session.take("(9, 9)");
  CHECK(has(e, Event::Kind::compared, "(9, 9)|torch.Size([2, 3])"));
  CHECK_FALSE(w.progress.answers.at("predict-x-shape").right);
  CHECK(w.session.waiting() == Waiting::enter);
}

TEST_CASE("session: hints come one by one and are counted") {
  Walk w;
  w.session.begin();
  CHECK(has(w.session.take("hint"), Event::Kind::hint, "how many rows?|1 of 2"));
  CHECK(has(w.session.take("h"), Event::Kind::hint, "two rows|2 of 2"));
  CHECK(has(w.session.take("hint"), Event::Kind::hint, "two rows|2 of 2"));
  w.session.take("(2, 3)");
  CHECK(w.progress.answers.at("predict-x-shape").hints == 2);
}

TEST_CASE("session: Enter does not pass an open question, skip does") {
  Walk w;
  w.session.begin();
  CHECK(has(w.session.take(""), Event::Kind::note, "guess"));
  CHECK(w.session.step() == 0);
  CHECK(has(w.session.take("skip"), Event::Kind::output, "torch.Size([2, 3])"));
  w.session.take("");
  CHECK(w.session.step() == 1);
}

TEST_CASE("session: any expression is run in the lesson's environment") {
  Walk w;
  w.session.begin();
  CHECK(has(w.session.take("x.numel()"), Event::Kind::output, "6"));
  CHECK(w.session.waiting() == Waiting::answer);
  const auto e = w.session.take("x.nope");
  REQUIRE(std::any_of(e.begin(), e.end(), [](const Event& v) {
    return v.kind == Event::Kind::failure && v.report->kind == "AttributeError";
  }));
}

TEST_CASE("session: what the learner changed is put right for the next step") {
  Walk w;
  w.session.begin();
  w.session.take("x = 5");
  w.session.take("skip");
  w.session.take("next");
  CHECK(has(w.session.take("x.shape"), Event::Kind::output, "torch.Size([2, 3])"));
}

TEST_CASE("session: a choice is answered by its letter") {
  Walk w(1);
  const auto shown = w.session.begin();
  CHECK(has(shown, Event::Kind::option, "one|a"));
  CHECK(has(w.session.take("a"), Event::Kind::wrong, "not one"));
  CHECK(has(w.session.take("z"), Event::Kind::note, "from a to b"));
  CHECK(has(w.session.take("B"), Event::Kind::right, "because"));
}

TEST_CASE("session: any code whose value agrees is right") {
  Walk w(2);
  w.session.begin();
  CHECK(w.session.waiting() == Waiting::code);
  const auto none = w.session.take("def twice(x):\n    y = 2 * x\n");
  CHECK(has(none, Event::Kind::wrong, "None"));
  const auto shape = w.session.take("def twice(x):\n    return (2 * x + 1)[0]\n");
  CHECK(has(shape, Event::Kind::wrong, "the shape (3,), expected is (2, 3)"));
  CHECK(has(w.session.take("def twice(x):\n    return 2 * x\n"), Event::Kind::wrong, "the numbers are not"));
  CHECK(has(w.session.take("def twice(y):\n    return 1 + y * 2\n"), Event::Kind::right, "Right"));
  CHECK(w.progress.answers.at("exercise-twice").tries == 4);
}

TEST_CASE("session: an exercise tells an error apart from a wrong value") {
  Walk w(2);
  w.session.begin();
  const auto e = w.session.take("def twice(x):\n    return x @ x\n");
  REQUIRE(!e.empty());
  CHECK(e[0].kind == Event::Kind::failure);
  CHECK(e[0].report->kind == "RuntimeError");
}

TEST_CASE("session: back, again and the end") {
  Walk w(2);
  w.session.begin();
  CHECK(has(w.session.take("back"), Event::Kind::question, "Which?"));
  CHECK(has(w.session.take("back"), Event::Kind::prose, "First."));
  CHECK(has(w.session.take("back"), Event::Kind::note, "first step"));
  Walk last(3);
  last.session.begin();
  CHECK(has(last.session.take(""), Event::Kind::done, "0 of 3 questions right"));
  CHECK(last.progress.done);
  CHECK(last.session.waiting() == Waiting::finished);
}

TEST_CASE("session: starting late runs the earlier cells unseen") {
  Walk w(3);
  const auto shown = w.session.begin();
  CHECK_FALSE(has(shown, Event::Kind::prose, "First."));
  CHECK(has(w.session.take("x.shape"), Event::Kind::output, "torch.Size([2, 3])"));
}

TEST_CASE("session: code that opens a block asks for more lines") {
  Walk w;
  w.session.begin();
  CHECK(w.session.needs_more("def f(x):"));
  CHECK(w.session.needs_more("def f(x):\n    return 1"));
  CHECK_FALSE(w.session.needs_more("def f(x):\n    return 1\n\n"));
  CHECK(w.session.needs_more("print("));
  CHECK_FALSE(w.session.needs_more("print(1 +\n2)"));
  CHECK_FALSE(w.session.needs_more("x = 1"));
  CHECK_FALSE(w.session.needs_more("x = = 1"));
}

TEST_CASE("session: read through, each question is followed by its answer") {
  const Lesson l = lesson_of(kLesson);
  const auto all = read_through(l, {});
  CHECK(has(all, Event::Kind::question, "x.shape"));
  CHECK(has(all, Event::Kind::output, "torch.Size([2, 3])"));
  CHECK(has(all, Event::Kind::note, "The answer is b: two"));
  CHECK(has(all, Event::Kind::code, "return x + x + 1"));
  CHECK(all.back().kind == Event::Kind::done);
}
