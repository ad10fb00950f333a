#include "lesson/session.h"

#include <algorithm>

#include "base/front_end.h"
#include "lesson/recap.h"
#include "lesson/steering.h"

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

bool tells(const std::vector<Event>& events, Event::Kind kind,
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
  CHECK(tells(shown, Event::Kind::title, "T|G"));
  CHECK(tells(shown, Event::Kind::prose, "First."));
  CHECK(tells(shown, Event::Kind::question, "x.shape"));
  CHECK(tells(shown, Event::Kind::question, "a shape, such as (2, 3)"));
  CHECK_FALSE(tells(shown, Event::Kind::output, "torch.Size"));
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
    CHECK(tells(e, Event::Kind::right, "Right"));
    CHECK(tells(e, Event::Kind::compared, std::string(answer) + "|torch.Size([2, 3])"));
    CHECK(tells(e, Event::Kind::prose, "Two rows of three."));
    CHECK(again.progress.answers.at("predict-x-shape").right);
  }
}

TEST_CASE("session: a likely wrong answer gets its own reply") {
  Walk w;
  w.session.begin();
  const auto e = w.session.take("(3, 2)");
  CHECK(tells(e, Event::Kind::wrong, "rows come first"));
  CHECK_FALSE(tells(e, Event::Kind::compared, ""));
  CHECK(w.session.waiting() == Waiting::answer);
  w.session.take("(2, 3)");
  CHECK(w.progress.answers.at("predict-x-shape").tries == 2);
}

TEST_CASE("session: after three wrong tries the answer is offered, not given") {
  Walk w;
  w.session.begin();
  w.session.take("(1, 1)");
  w.session.take("(1, 2)");
  const auto e = w.session.take("(9, 9)");
  CHECK(tells(e, Event::Kind::note, "`show me`"));
  CHECK_FALSE(tells(e, Event::Kind::note, "(2, 3)"));
  CHECK(w.session.waiting() == Waiting::answer);
  CHECK(tells(w.session.take("show me"), Event::Kind::output, "torch.Size([2, 3])"));
  CHECK_FALSE(w.progress.answers.at("predict-x-shape").right);
  CHECK(w.session.waiting() == Waiting::enter);
}

TEST_CASE("session: hints come one by one and are counted") {
  Walk w;
  w.session.begin();
  CHECK(tells(w.session.take("hint"), Event::Kind::hint, "how many rows?|1 of 2"));
  CHECK(tells(w.session.take("h"), Event::Kind::hint, "two rows|2 of 2"));
  CHECK(tells(w.session.take("hint"), Event::Kind::hint, "two rows|2 of 2"));
  w.session.take("(2, 3)");
  CHECK(w.progress.answers.at("predict-x-shape").hints == 2);
}

TEST_CASE("session: Enter does not pass an open question, skip does") {
  Walk w;
  w.session.begin();
  CHECK(tells(w.session.take(""), Event::Kind::note, "guess"));
  CHECK(w.session.step() == 0);
  CHECK(tells(w.session.take("skip"), Event::Kind::output, "torch.Size([2, 3])"));
  w.session.take("");
  CHECK(w.session.step() == 1);
}

TEST_CASE("session: what was tried before the answer was shown is kept") {
  Walk w;
  w.session.begin();
  w.session.take("(3, 2)");
  w.session.take("show me");
  const Answer& kept = w.progress.answers.at("predict-x-shape");
  CHECK_FALSE(kept.right);
  CHECK(kept.said == "(3, 2)");
  CHECK(kept.tries == 1);
}

TEST_CASE("session: any expression is run in the lesson's environment") {
  Walk w;
  w.session.begin();
  CHECK(tells(w.session.take("x.numel()"), Event::Kind::output, "6"));
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
  CHECK(tells(w.session.take("x.shape"), Event::Kind::output, "torch.Size([2, 3])"));
}

TEST_CASE("session: what only the learner defined stays to the end of the lesson") {
  const Lesson lesson = lesson_of(
      "First.\n```torch\nimport torch\nx = torch.ones(2, 3)\n```\n---\n"
      "Then.\n```torch\nprint(x.sum())\n```\n```predict x.sum()\n1: no\n```\n"
      "```hint\nadd\n```\n```why\nsix ones\n```\n"
      "```predict bool(x.sum() > 5) ? Is it more than 5?\n```\n```hint\nadd\n```\n```why\nsix\n```\n"
      "## Exercise: twice\n```torch start\n```\n```hint\nadd\n```\n```torch solution\ndef twice(x):\n    return x + x\n```\n"
      "## End\n```torch\nmine = 4\n```\nDone.\n");
  LessonProgress progress;
  Session s(lesson, progress, 0, {});
  s.begin();
  s.take("import math");
  s.take("def double(t):\n    return t + t + x.numel() - 6");
  s.take("mine, y = 5, 0");
  s.take("x[0, 0] = 100");
  s.take("x = x[0]");
  // What the lesson prints and asks comes from its own values.
  CHECK(has(s.take(""), Event::Kind::output, "tensor(6.)"));
  CHECK(has(s.take("x"), Event::Kind::output, "[1., 1., 1.]])"));
  CHECK(has(s.take("double(x)[0, 0].item() + math.floor(2.5) + mine"), Event::Kind::output, "9.0"));
  s.take("x = 3");
  CHECK(has(s.take("x.numel() * 1.0"), Event::Kind::right, "Right: that computes it"));
  s.take("");
  // A learner's name is no answer's meaning.
  CHECK(has(s.take("y"), Event::Kind::right, "Right"));
  s.take("");
  s.take("x = 3");
  CHECK(has(s.take("def twice(t):\n    return double(t)"), Event::Kind::right, "Right"));
  s.take("");
  CHECK(has(s.take("twice(x)[1, 1], mine"), Event::Kind::output, "(tensor(2.), 4)"));
  s.take("back");
  CHECK(has(s.take("double(x).sum().item()"), Event::Kind::output, "12.0"));
}

TEST_CASE("session: a choice is answered by its letter") {
  Walk w(1);
  const auto shown = w.session.begin();
  CHECK(tells(shown, Event::Kind::option, "one|a"));
  CHECK(tells(w.session.take("a"), Event::Kind::wrong, "not one"));
  CHECK(tells(w.session.take("z"), Event::Kind::note, "from a to b"));
  CHECK(tells(w.session.take("B"), Event::Kind::right, "because"));
  for (const char* answer : {"b)", "(b)", "b."}) {
    CAPTURE(answer);
    Walk again(1);
    again.session.begin();
    CHECK(tells(again.session.take(answer), Event::Kind::right, "because"));
  }
}

TEST_CASE("session: a source is shown at any prompt, of the learner's own things, too") {
  Walk w;
  w.session.begin();
  const auto source = [&](const std::string& line) {
    const auto e = w.session.take(line);
    REQUIRE(e.size() == 1);
    REQUIRE(e[0].kind == Event::Kind::source);
    return e[0].listing;
  };
  CHECK(source("source nn.Linear")->name == "torch.nn.modules.linear.Linear");
  CHECK(source("source") == nullptr);
  CHECK(w.session.waiting() == Waiting::answer);  // no try was taken
  CHECK(tells(w.session.take("source nn.Lineal"), Event::Kind::note, "did you mean 'nn.Linear'?"));
  w.session.take("2, 3");
  w.session.take("");
  w.session.take("two");
  w.session.take("def double(x):\n    return 2 * x\n");
  w.session.take("class Pair:\n    def __init__(self):\n        self.both = 1, 2\n\npair = Pair()\n");
  const auto lines = [](const std::shared_ptr<mha::torch::Listing>& listing) {
    return listing->name + " " + std::to_string(listing->first_line) + "-" + std::to_string(listing->last_line);
  };
  CHECK(lines(source("source double")) == "double 1-2");
  CHECK(lines(source("source pair")) == "Pair 1-3");
  CHECK(lines(source("source pair.__init__")) == "Pair.__init__ 2-3");
  CHECK(source("source x")->about.find("tensor") != std::string::npos);
  w.session.take("source = 3");
  CHECK(tells(w.session.take("source"), Event::Kind::output, "3"));
}

TEST_CASE("session: a word of the course is explained at any prompt") {
  Walk w;
  w.session.begin();
  const auto e = w.session.take("explain head_dim");
  CHECK(tells(e, Event::Kind::heading, "head_dim"));
  CHECK(std::any_of(e.begin(), e.end(), [](const Event& x) { return x.kind == Event::Kind::prose; }));
  CHECK(w.session.waiting() == Waiting::answer);
  CHECK(tells(w.session.take("explain sofmax"), Event::Kind::note, "did you mean 'softmax'?"));
  CHECK(tells(w.session.take("explain"), Event::Kind::note, "softmax"));
  CHECK(tells(w.session.take("what is softmax"), Event::Kind::heading, "softmax"));
  CHECK(tells(w.session.take("explain = 3"), Event::Kind::note, "That ran your line"));
}

TEST_CASE("session: any code whose value agrees is right") {
  Walk w(2);
  w.session.begin();
  CHECK(w.session.waiting() == Waiting::code);
  const auto none = w.session.take("def twice(x):\n    y = 2 * x\n");
  CHECK(tells(none, Event::Kind::wrong, "None"));
  const auto shape = w.session.take("def twice(x):\n    return (2 * x + 1)[0]\n");
  CHECK(tells(shape, Event::Kind::wrong, "the shape (3,), expected is (2, 3)"));
  CHECK(tells(w.session.take("def twice(x):\n    return 2 * x\n"), Event::Kind::wrong, "the numbers are not"));
  CHECK(tells(w.session.take("def twice(y):\n    return 1 + y * 2\n"), Event::Kind::right, "Right"));
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
  CHECK(tells(w.session.take("back"), Event::Kind::question, "Which?"));
  CHECK(tells(w.session.take("back"), Event::Kind::prose, "First."));
  CHECK(tells(w.session.take("back"), Event::Kind::note, "first step"));
  Walk last(3);
  last.session.begin();
  CHECK(tells(last.session.take(""), Event::Kind::done, "0 of 3 questions right"));
  CHECK(last.progress.done);
  CHECK(last.session.waiting() == Waiting::finished);
  CHECK(tells(last.session.take("x.shape"), Event::Kind::output, "torch.Size([2, 3])"));
  CHECK(last.session.waiting() == Waiting::finished);
  CHECK_FALSE(last.session.take("back").empty());
  CHECK(last.session.step() == 3);
  CHECK(last.session.waiting() == Waiting::enter);
}

TEST_CASE("session: starting late runs the earlier cells unseen") {
  Walk w(3);
  const auto shown = w.session.begin();
  CHECK_FALSE(tells(shown, Event::Kind::prose, "First."));
  CHECK(tells(w.session.take("x.shape"), Event::Kind::output, "torch.Size([2, 3])"));
}

TEST_CASE("session: read through, each question is followed by its answer") {
  const Lesson l = lesson_of(kLesson);
  const auto all = read_through(l, {});
  CHECK(tells(all, Event::Kind::question, "x.shape"));
  CHECK(tells(all, Event::Kind::output, "torch.Size([2, 3])"));
  CHECK(tells(all, Event::Kind::note, "The answer is b: two"));
  CHECK(tells(all, Event::Kind::code, "return x + x + 1"));
  CHECK(all.back().kind == Event::Kind::done);
}

TEST_CASE("session: an answer that is a question ends in its own mark, a float in few decimals") {
  const Lesson l = lesson_of("```choice Which?\n- [x] is it on?: Yes.\n- [ ] no: No.\n```\n\n```predict 1 / 3 ? A third\n```\n");
  const auto all = read_through(l, {});
  CHECK(tells(all, Event::Kind::note, "The answer is a: is it on?"));
  CHECK_FALSE(tells(all, Event::Kind::note, "is it on?."));
  CHECK(tells(all, Event::Kind::output, "0.3333"));
  CHECK_FALSE(tells(all, Event::Kind::output, "0.33333"));
}

TEST_CASE("session: lines are put in order by their letters") {
  const Lesson l = lesson_of(
      "```order Which first?\nscore = q @ k\nscale = score / 2\nweights = softmax(scale)\n```\n"
      "```why\nEach needs the one before.\n```\n");
  LessonProgress progress;
  Session session(l, progress, 0, {});
  std::string right(3, ' ');
  int lines = 0;
  for (const Event& e : session.begin()) {
    if (e.kind != Event::Kind::line) continue;
    ++lines;
    right[e.text[1] == 'c' && e.text[2] == 'o' ? 0 : e.text[0] == 's' ? 1 : 2] = e.detail[0];
  }
  CHECK(lines == 3);
  CHECK(right != "abc");
  CHECK(tells(session.take("ab"), Event::Kind::note, "all 3 letters"));
  CHECK(tells(session.take("aab"), Event::Kind::note, "each once"));
  CHECK(tells(session.take("abd"), Event::Kind::note, "letters from a to c"));
  const std::string wrong{right[0], right[2], right[1]};
  CHECK(tells(session.take(wrong), Event::Kind::wrong, "The first is right"));
  const std::string spaced{right[0], ',', ' ', right[1], ' ', right[2]};
  const auto e = session.take(spaced);
  CHECK(tells(e, Event::Kind::right, "Right"));
  CHECK(tells(e, Event::Kind::prose, "Each needs"));
  CHECK(progress.answers.at("order-which-first").tries == 2);
}

namespace {

const char* const kCellsLesson =
    "```torch hidden\nimport torch\nw = torch.tensor([[0, 1, 0], [2, 0, 3]])\n```\n"
    "```predict w == 0 ? Which cells are 0?\n(0, 1): turned\nw > 0: those are not\n```\n"
    "```torch fresh\nw = torch.randint(0, 3, (2, 3)); w\n```\n```why\nw\n```\n";

const char* const kFreshExercise =
    "```torch hidden\nimport torch\nx = torch.ones(2)\n```\n## Exercise: y\n"
    "```torch start\ny = ...\n```\n```torch solution\ny = x * 2\n```\n"
    "```torch wrong That is x itself.\ny = x\n```\n"
    "```torch wrong These do not fit.\ny = x @ torch.ones(3)\n```\n"
    "```torch fresh\nx = torch.rand(2); x\n```\n```why\nTwice.\n```\n";

}  // namespace

TEST_CASE("session: which cells is answered by places") {
  const Lesson l = lesson_of(kCellsLesson);
  LessonProgress progress;
  Session session(l, progress, 0, {});
  CHECK(tells(session.begin(), Event::Kind::question, "Which cells are 0?|the places"));
  CHECK(tells(session.take("(0, 1)"), Event::Kind::wrong, "turned"));
  CHECK(tells(session.take("(0, 0) (0, 1)"), Event::Kind::wrong, "you named, 1 is right and 1 is not"));
  CHECK(tells(session.take("(0, 0) (0, 2) (1, 1)"), Event::Kind::right, "Right"));
}

TEST_CASE("session: a calculation with its result runs without it, and ^ is no power") {
  const Lesson l = lesson_of("Look.\n");
  LessonProgress progress;
  Session session(l, progress, 0, {});
  session.begin();
  CHECK(tells(session.take("768 * 768 = 589824"), Event::Kind::output, "589824"));
  const auto power = session.take("100^2 * 12");
  CHECK(tells(power, Event::Kind::note, "A power is `**`"));
  CHECK_FALSE(tells(session.take("x = 3"), Event::Kind::note, "A power is `**`"));
  CHECK(tells(session.take("[0,5, 0,3]"), Event::Kind::note, "A decimal number has a point"));
  CHECK_FALSE(tells(session.take("[0,5,0,3], (1, 2), max(-1,3)"), Event::Kind::note, "A decimal number"));
}

TEST_CASE("session: a settled question comes again with new numbers") {
  const Lesson l = lesson_of(kCellsLesson);
  LessonProgress progress;
  Session session(l, progress, 0, {});
  session.begin();
  CHECK(tells(session.take("fresh"), Event::Kind::note, "First these numbers"));
  CHECK(tells(session.take("skip"), Event::Kind::note, "Type `fresh` to be asked again"));
  const auto e = session.take("fresh");
  CHECK(tells(e, Event::Kind::code, "torch.randint"));
  CHECK(tells(e, Event::Kind::output, "tensor(["));
  CHECK(tells(e, Event::Kind::question, "Which cells are 0?"));
  CHECK(session.waiting() == Waiting::answer);
  CHECK_FALSE(tells(session.take("(1, 5)"), Event::Kind::wrong, "turned"));
  session.take("skip");
  CHECK(progress.answers.at("predict-w-is-is-0-which-cells-are-0").tries == 1);
  // The step is the lesson's own again once it is left.
  session.take("again");
  CHECK(tells(session.take("w[1, 2]"), Event::Kind::output, "tensor(3)"));
}

TEST_CASE("session: a hint that speaks of the lesson's own numbers is not given with new ones") {
  const Lesson l = lesson_of(
      "```torch\nimport torch\nx = torch.arange(4)\n```\n```predict x.sum()\n3: no\n```\n"
      "```hint first\n1 + 2 + 3\n```\n```hint\nAdd them up.\n```\n```torch fresh\nx = torch.randint(5, 9, (4,)); x\n```\n```why\nw\n```\n");
  LessonProgress progress;
  Session session(l, progress, 0, {});
  session.begin();
  CHECK(tells(session.take("hint"), Event::Kind::hint, "1 + 2 + 3|1 of 2"));
  session.take("skip");
  session.take("fresh");
  CHECK(tells(session.take("hint"), Event::Kind::hint, "Add them up.|1 of 1"));
}

TEST_CASE("session: the very expression is not run, another that computes it counts") {
  for (const char* line : {"x.shape", "print(x.shape)", "s = x.shape"}) {
    CAPTURE(std::string(line));
    Walk w;
    w.session.begin();
    const auto e = w.session.take(line);
    CHECK(tells(e, Event::Kind::note, "What do you expect"));
    CHECK_FALSE(tells(e, Event::Kind::output, ""));
    CHECK(w.session.waiting() == Waiting::answer);
    w.session.take("(2, 3)");
    CHECK(w.progress.answers.at("predict-x-shape").at_once());
  }
  Walk w;
  w.session.begin();
  const auto e = w.session.take("x.size()");
  CHECK(tells(e, Event::Kind::right, "that computes it"));
  CHECK(tells(e, Event::Kind::compared, "x.size()|torch.Size([2, 3])"));
}

TEST_CASE("session: whoever prints the value has looked it up") {
  Walk w;
  w.session.begin();
  CHECK(tells(w.session.take("y = x.size()\ny"), Event::Kind::output, "torch.Size([2, 3])"));
  w.session.take("(2, 3)");
  const Answer& a = w.progress.answers.at("predict-x-shape");
  CHECK(a.looked_up);
  CHECK_FALSE(a.at_once());
}

TEST_CASE("session: what a learner changed does not change the answer") {
  Walk w;
  w.session.begin();
  w.session.take("x = torch.zeros(9)");
  CHECK(tells(w.session.take("(2, 3)"), Event::Kind::right, "Right"));
}

TEST_CASE("exercise: a listed wrong program gets its own reply") {
  const Lesson l = lesson_of(kFreshExercise);
  LessonProgress progress;
  Session session(l, progress, 1, {});
  session.begin();
  CHECK(tells(session.take(""), Event::Kind::note, "guess"));
  CHECK(tells(session.take("y = x + 0"), Event::Kind::wrong, "That is x itself."));
  CHECK(tells(session.take("y = x @ torch.zeros(3)"), Event::Kind::wrong, "These do not fit."));
}

TEST_CASE("exercise: typed-in numbers do not pass where there can be others") {
  const Lesson l = lesson_of(kFreshExercise);
  LessonProgress progress;
  Session session(l, progress, 1, {});
  session.begin();
  CHECK(tells(session.take("y = torch.tensor([2.0, 2.0])"), Event::Kind::wrong,
            "Right for these numbers, but not for others"));
}

TEST_CASE("exercise: lines typed before are part of the program") {
  const Lesson l = lesson_of(kFreshExercise);
  LessonProgress progress;
  Session session(l, progress, 1, {});
  session.begin();
  CHECK(tells(session.take("two = 2"), Event::Kind::note, "`y` is not defined yet"));
  const auto e = session.take("y = x * two");
  CHECK(tells(e, Event::Kind::right, "Right"));
  CHECK(tells(e, Event::Kind::prose, "Twice."));
}

TEST_CASE("exercise: lines that only look are not handed in") {
  Walk w(2);
  w.session.begin();
  CHECK(tells(w.session.take("twice(x)"), Event::Kind::note, "still open"));
  CHECK(w.progress.answers.empty());
  CHECK(tells(w.session.take("def twice(x):\n    return x\n"), Event::Kind::wrong, "the numbers are not"));
  const auto looked = w.session.take("twice(x)[0]");
  CHECK(tells(looked, Event::Kind::output, "tensor([0., 0., 0.])"));
  CHECK(tells(looked, Event::Kind::note, "To hand in"));
  CHECK(tells(w.session.take("for row in twice(x):\n    print(row.shape)\n"), Event::Kind::note, "To hand in"));
  CHECK(tells(w.session.take("def twice(x):\n    return 2 * x + 1\n"), Event::Kind::right, "Right"));
  CHECK(w.progress.answers.at("exercise-twice").tries == 2);
  // Once it is asked again, what an earlier program left is no answer.
  w.session.take("again");
  CHECK(tells(w.session.take("y = 3"), Event::Kind::note, "That ran"));
  CHECK(w.session.waiting() == Waiting::code);
}

TEST_CASE("exercise: right answers show what is short, and the shape of what is not") {
  const Lesson l = lesson_of(
      "```torch\nimport torch\n```\n## Exercise: rows\n```torch start\n...\n```\n"
      "```torch solution\ndef rows(n):\n    return torch.zeros(n, 2)\n```\n"
      "```torch check\nrows(2)\n```\n```torch check\nrows(7)\n```\n```torch check\nwide = rows(9)\nwide\n```\n");
  LessonProgress progress;
  Session session(l, progress, 1, {});
  session.begin();
  const auto e = session.take("def rows(n):\n    return torch.zeros(n, 2)\n");
  CHECK(tells(e, Event::Kind::output,
              "rows(2) gives\ntensor([[0., 0.],\n        [0., 0.]])\nrows(7) has the shape (7, 2)\n|"));
}

TEST_CASE("exercise: each check is compared in turn") {
  const Lesson l = lesson_of(
      "## Exercise: Layer\n```torch start\n...\n```\n"
      "```torch solution\nclass Layer:\n    def __init__(self, n):\n        self.n = n\n"
      "    def __call__(self, x):\n        return x * self.n\n```\n"
      "```torch check\nLayer(2)(3)\n```\n```torch check\nlayer = Layer(5)\nlayer.n\n```\n");
  LessonProgress progress;
  Session session(l, progress, 0, {});
  session.begin();
  const char* begin = "class Layer:\n    def __init__(self, k):\n        self.n = ";
  const char* end = "\n        self.k = k\n    def __call__(self, x):\n        return x * self.k\n";
  CHECK(tells(session.take(std::string(begin) + "0" + end), Event::Kind::wrong, "another one"));
  CHECK(tells(session.take(std::string(begin) + "k" + end), Event::Kind::right, "Right"));
}

TEST_CASE("session: back to what was seen, forward without answering again") {
  Walk w;
  w.session.begin();
  w.session.take("(3, 2)");
  w.session.take("(2, 3)");
  w.session.take("");
  CHECK(tells(w.session.take("forward"), Event::Kind::note, "as far as you have come"));
  const auto back = w.session.take("back");
  CHECK(tells(back, Event::Kind::compared, "(2, 3)|torch.Size([2, 3])"));
  CHECK(tells(back, Event::Kind::prose, "Two rows of three."));
  CHECK(w.session.waiting() == Waiting::enter);
  CHECK(tells(w.session.take("forward"), Event::Kind::question, "Which?"));
  CHECK(w.session.waiting() == Waiting::answer);
  // Asked again with the answer known, nothing is kept of it.
  w.session.take("back");
  w.session.take("again");
  CHECK(w.session.waiting() == Waiting::answer);
  w.session.take("(2, 3)");
  CHECK(w.progress.answers.at("predict-x-shape").tries == 2);
}

TEST_CASE("session: a wrong try counts wherever the learner goes before the right one") {
  Walk w;
  w.session.begin();
  w.session.take("(2, 3)");
  w.session.take("");
  w.session.take("a");
  w.session.take("back");
  w.session.take("forward");
  CHECK(tells(w.session.take("b"), Event::Kind::right, "because"));
  CHECK(w.progress.answers.at("choice-which").tries == 2);
  CHECK(recap(w.lesson, &w.progress).find("`b` (right after 2 tries)") != std::string::npos);
  // So it does for who leaves and comes back.
  Walk other;
  other.session.begin();
  other.session.take("(3, 2)");
  other.session.take("hint");
  other.session.take("quit");
  Session later(other.lesson, other.progress, 0, {});
  later.begin();
  later.take("(2, 3)");
  CHECK(other.progress.answers.at("predict-x-shape").tries == 2);
  CHECK(other.progress.answers.at("predict-x-shape").hints == 1);
  CHECK(other.progress.begun.empty());
}

TEST_CASE("session: what an object lacks is told without the line of the check that asked for it") {
  const Lesson lesson = lesson_of(
      "## Exercise: Pair\n\n```torch start\nclass Pair:\n    def __init__(self):\n        self.first = ...\n```\n"
      "```torch solution\nclass Pair:\n    def __init__(self):\n        self.first = [1]\n```\n"
      "```torch check\nPair().first.copy()\n```\n");
  for (const auto& [line, told] : std::vector<std::pair<std::string, std::string>>{
           {"self.second = [1]", "Not yet: `Pair` has no `first`."}, {"self.first = ...", "Not yet: `first` is still `...`."},
           {"self.first = None", "Not yet: `first` is None."}}) {
    CAPTURE(line);
    LessonProgress progress;
    Session session(lesson, progress, 0, {});
    session.begin();
    const Events came = session.take("class Pair:\n    def __init__(self):\n        " + line + "\n");
    CHECK(tells(came, Event::Kind::wrong, told));
    CHECK_FALSE(tells(came, Event::Kind::failure, ""));
  }
}

TEST_CASE("session: names that nothing has, one after another, are an answer where nothing is asked") {
  const Lesson lesson = lesson_of("```torch\nx = 1\ny = 2\n```\n\n---\n\nDone.\n");
  LessonProgress progress;
  Session session(lesson, progress, 0, {});
  session.begin();
  CHECK(tells(session.take("chase, small and mice"), Event::Kind::note, "This step asks nothing"));
  CHECK(tells(session.take("x, y"), Event::Kind::output, "(1, 2)"));
}

TEST_CASE("session: words that name nothing are words where nothing is asked, also beside a sign or one of Python's words") {
  const Lesson lesson = lesson_of("```torch\nx = 1\ny = 2\n```\n\n---\n\nDone.\n");
  LessonProgress progress;
  for (const char* line : {"the @", "@", "@ sign", "what is this", "not in the row", "what is wq and wk."}) {
    CAPTURE(line);
    Session session(lesson, progress, 0, {});
    session.begin();
    CHECK(tells(session.take(line), Event::Kind::note, "This step asks nothing"));
  }
  for (const char* line : {"x @", "x is z", "def foo", "print foo", "z + 1"}) {
    CAPTURE(line);
    Session session(lesson, progress, 0, {});
    session.begin();
    CHECK(tells(session.take(line), Event::Kind::failure, ""));
  }
  for (const char* line : {"continue", "go on", "next please"}) {
    Session session(lesson, progress, 0, {});
    session.begin();
    session.take(line);
    CHECK(session.step() == 1);
  }
}

TEST_CASE("session: back at a view that was reached, Enter goes on and `play` opens it") {
  const Lesson lesson = lesson_of("```torch\nimport torch\n```\n```play d ? Turn it.\nturn d = 1 from 0 to 9\nprint(d)\ngoal d == 3\nset d = 3\n```\n"
                                  "```hint\nlook\n```\n\n---\n\nDone.\n");
  LessonProgress progress;
  Session session(lesson, progress, 0, {});
  CHECK_FALSE(tells(session.begin(), Event::Kind::question, "`play` opens the view again"));
  CHECK(tells(session.take("3"), Event::Kind::right, "Right"));
  session.take("");
  CHECK(tells(session.take("back"), Event::Kind::question, "`play` opens the view again"));
  CHECK(session.waiting() == Waiting::enter);
}

TEST_CASE("recap: what was shown after a hint was not skipped, and nobody said anything") {
  Walk w;
  w.session.begin();
  w.session.take("hint");
  w.session.take("show me");
  CHECK(recap(w.lesson, &w.progress).find("You did not answer; it was shown after 1 hint.") != std::string::npos);
  w.session.take("");
  const Events back = w.session.take("back");
  CHECK(tells(back, Event::Kind::note, "You did not answer"));
  CHECK(tells(back, Event::Kind::output, "torch.Size([2, 3])"));
}

TEST_CASE("recap: an answer to new numbers is told from one to the lesson's own") {
  const Lesson lesson = lesson_of(
      "```torch hidden\nimport torch\nx = torch.ones(2)\n```\n```predict x.sum()\n3: no\n```\n"
      "```torch fresh\nx = torch.randint(5, 9, (4,)); x\n```\n");
  LessonProgress progress;
  Answer& a = progress.answers["predict-x-sum"];
  a.right = true;
  a.tries = 1;
  a.said = "2";
  CHECK(recap(lesson, &progress).find("`2` (right on the first try)") != std::string::npos);
  a.said = "26";
  CHECK(recap(lesson, &progress).find("`26` (right on the first try, with other numbers)") != std::string::npos);
}

TEST_CASE("session: at the end, what took a second try is right, too") {
  Walk w;
  Progress progress("/nonexistent/progress.json");
  Session session(w.lesson, progress.lesson("test"), 0, {});
  session.begin();
  session.take("(3, 2)");
  session.take("(2, 3)");
  std::string end;
  while (session.waiting() != Waiting::finished) {
    const bool asks = session.waiting() != Waiting::enter;
    for (const Event& e : session.take(asks ? "skip" : "")) end = e.kind == Event::Kind::done ? e.detail : end;
  }
  CHECK(end == "1 of 3 questions right");
}

TEST_CASE("recap: what was missed most, for the end of the course") {
  Walk w;
  Progress progress("/nonexistent/progress.json");
  LessonProgress& mine = progress.lesson("test");
  Session session(w.lesson, mine, 0, {});
  session.begin();
  session.take("(3, 2)");
  session.take("(2, 3)");
  session.take("");
  session.take("skip");
  const std::vector<Lesson> course{w.lesson};
  const std::string text = missed_most(course, progress, 5);
  const size_t shown = text.find("- Lesson 7: Which? (shown)\n");
  const size_t right = text.find("- Lesson 7: What is `x.shape`? (right after 2 tries)\n");
  CHECK(shown != std::string::npos);
  CHECK(right != std::string::npos);
  CHECK(shown < right);
  CHECK(text.find("Not finished yet: lesson 7.") != std::string::npos);
  CHECK(missed_most(course, progress, 1).find("x.shape") == std::string::npos);
  mine.answers.clear();
  mine.done = true;
  const std::string nothing = missed_most(course, progress, 5);
  CHECK(nothing.find("no question has been answered") != std::string::npos);
  CHECK(nothing.find("Not finished") == std::string::npos);
  Session again(w.lesson, mine, 0, {});
  again.begin();
  again.take("(2, 3)");
  CHECK(missed_most(course, progress, 5).find("right on the first try") != std::string::npos);
}

TEST_CASE("session: a finished lesson can be looked through, and skipping forgets no answer") {
  Walk w;
  w.session.begin();
  w.session.take("(2, 3)");
  w.session.take("");
  w.session.take("b");
  w.progress.done = true;
  Session again(w.lesson, w.progress, 0, {});
  again.begin();
  again.take("skip");
  const Answer& kept = w.progress.answers.at("predict-x-shape");
  CHECK(kept.right);
  CHECK(kept.said == "(2, 3)");
  for (int step = 1; step < again.step_count(); ++step) {
    again.take("forward");
    CHECK(again.step() == step);
  }
  CHECK(tells(again.take("forward"), Event::Kind::note, "as far as you have come"));
}

TEST_CASE("session: show draws at a question, and changes nothing") {
  Walk w;
  w.session.begin();
  const auto e = w.session.take("show x");
  REQUIRE(e.size() == 1);
  CHECK(e[0].kind == Event::Kind::picture);
  CHECK(e[0].picture->kind == "heatmap");
  CHECK(w.session.take("show tape x, x.T")[0].picture->kind == "tape");
  CHECK(w.session.take("show y")[0].picture->problem == "NameError: name 'y' is not defined");
  // What a call writes is the learner's own: the lesson goes on with its numbers.
  CHECK(w.session.take("show x.add_(1)")[0].picture->problem.empty());
  CHECK(w.session.waiting() == Waiting::answer);
  CHECK(tells(w.session.take("show"), Event::Kind::note, "show why scores[2, 1]"));
  CHECK(tells(w.session.take("help"), Event::Kind::note, "show EXPR"));
  w.session.take("(2, 3)");
  w.session.take("");
  CHECK(tells(w.session.take("x.sum()"), Event::Kind::output, "tensor(0.)"));
}

TEST_CASE("session: what lies outside is asked for, unless it answers the question") {
  Walk w;
  w.session.begin();
  for (const char* line : {"learn 4", "Learn lesson 4", "lesson 4", "mha-tutor learn 4", "learn the-scale"}) {
    CAPTURE(line);
    CHECK(w.session.take(line).empty());
    CHECK(w.session.elsewhere() == line);
    CHECK(lesson_request(line) == (line == std::string("learn the-scale") ? "the-scale" : "4"));
  }
  CHECK(w.session.take("list").empty());
  CHECK(w.session.elsewhere() == "list");
  CHECK(tells(w.session.take("mha-tutor check x.py"), Event::Kind::note, "for your shell"));
  struct Page : mha::FrontEnd {
    std::string refusal(const std::string& command) const override { return "no " + command + " in a page"; }
  };
  static const Page page;
  const mha::FrontEnd& terminal = mha::set_front_end(page);
  CHECK(tells(w.session.take("mha-tutor check x.py"), Event::Kind::note, "no shell in a page"));
  CHECK(tells(w.session.take("file"), Event::Kind::note, "no file in a page"));
  mha::set_front_end(terminal);
  CHECK(w.session.elsewhere().empty());
  CHECK(w.session.waiting() == Waiting::answer);
  const Lesson lesson = lesson_of("```choice Which?\n- [ ] a tuple of lists: no\n- [x] one tensor: yes\n```\n");
  LessonProgress progress;
  Session choice(lesson, progress, 0, {});
  choice.begin();
  CHECK(tells(choice.take("list"), Event::Kind::wrong, "no"));
  CHECK(choice.elsewhere().empty());
}

TEST_CASE("session: help names what does something here") {
  Walk w;
  w.session.begin();
  auto help = w.session.take("help");
  CHECK(tells(help, Event::Kind::note, "|show me"));
  CHECK(tells(help, Event::Kind::note, "|hint"));
  CHECK(tells(help, Event::Kind::note, "|learn 4"));
  for (const char* word : {"|play", "|back", "|forward", "|file", "|fresh"}) CHECK_FALSE(tells(help, Event::Kind::note, word));
  w.session.take("(2, 3)");
  help = w.session.take("help");
  CHECK_FALSE(tells(help, Event::Kind::note, "|show me"));
  CHECK_FALSE(tells(help, Event::Kind::note, "|hint"));
}

TEST_CASE("session: an answer that no option has is told so, with what can be typed") {
  Walk w;
  w.session.begin();
  w.session.take("(2, 3)");
  w.session.take("");
  auto e = w.session.take("rounding");
  CHECK(tells(e, Event::Kind::note, "None of the options has the word `rounding`. Type a letter from a to b, or words that only one option has. (You lose no try.)"));
  e = w.session.take("rounding errors");
  CHECK(tells(e, Event::Kind::note, "None of the options has these words: `rounding`, `errors`. Type a letter"));
  CHECK(tells(e, Event::Kind::note, "`show me` shows the answer."));
  CHECK(tells(w.session.take("it is"), Event::Kind::note, "That tells no option from the others."));
  CHECK(tells(w.session.take("7"), Event::Kind::note, "No option says `7`."));
  CHECK(w.session.waiting() == Waiting::answer);
}

TEST_CASE("steering: a sentence that asks for help, for the answer or for the way back is that command") {
  for (const auto& [line, command] : {std::pair("give me another hint", "hint"), {"can i have a hint", "hint"}, {"I need help", "hint"}, {"more help please", "hint"},
                                      {"I don't understand this question", "hint"}, {"can you explain it again", "hint"}, {"please explain", "hint"},
                                      {"show me the answer", "skip"}, {"Give me the solution!", "skip"}, {"skip this question", "skip"}, {"go back", "back"},
                                      {"show it again", "again"}, {"bye", "quit"}, {"exit()", "quit"}, {"lesson 4 please", "learn"}, {"show answer", "code"}, {"explain softmax", "code"}, {"the key", "code"},
                                      {"not this", "code"}, {"a query", "code"}}) {
    CAPTURE(std::string(line));
    CHECK(command_of(line) == command);
  }
}

TEST_CASE("steering: an answer that opens with a bracket is whole, a call that is open goes on") {
  using lang::Ending;
  for (const char* answer : {"(c", "(2 x 3 x 4", "[5, 3", "  (5, 5", "5, 3"}) CHECK(ending_at(Waiting::answer, answer) == Ending::whole);
  CHECK(ending_at(Waiting::answer, "torch.zeros(2,") == Ending::unfinished);
  CHECK(ending_at(Waiting::code, "(c") == Ending::unfinished);
  CHECK(ending_at(Waiting::code, "show q") == Ending::whole);
}

TEST_CASE("session: a name that an earlier lesson made is told where") {
  const Lesson& lesson = find_lesson(course(), "4");
  LessonProgress progress;
  Session session(lesson, progress, 0, {});
  session.begin();
  const auto help_of = [&](const std::string& line) {
    const Events out = session.take(line);
    REQUIRE(has(out, Event::Kind::failure));
    return std::find_if(out.begin(), out.end(), [](const Event& e) { return e.kind == Event::Kind::failure; })->report->help;
  };
  CHECK(help_of("attend(inputs)") == "`attend` was made in lesson 3; each lesson starts with its own names");
  // Later lessons are not named, nor are others' names.
  CHECK(help_of("SelfAttention(3, 2)").find("lesson") == std::string::npos);
  CHECK(help_of("prin(3)") == "did you mean 'print'?");
}
