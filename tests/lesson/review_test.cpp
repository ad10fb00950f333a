#include "lesson/review.h"

#include <algorithm>
#include <set>

#include "lesson/quiz.h"
#include "lesson_text.h"

using namespace mha::lesson;

namespace {

constexpr int64_t kDay = 24 * 60 * 60;
constexpr int64_t kNow = 1'700'000'000;

Answer answer(bool right, int interval, int64_t due) {
  Answer a;
  a.right = right;
  a.tries = 1;
  a.interval_days = interval;
  a.due = due;
  return a;
}

std::vector<Lesson> course_of_three() {
  std::vector<Lesson> lessons;
  lessons.push_back(lesson_of(
      "```torch hidden\nimport torch\nx = torch.ones(2)\n```\n"
      "```predict x.sum()\n3: no\n```\n```torch fresh\nx = torch.randint(5, 9, (4,)); x\n```\n"
      "Look here.\n```choice Which?\n- [ ] one: not one\n- [x] two: because\n```\n"
      "```predict 1 + 1\n```\n"));
  return lessons;
}

/// The letter under which a choice shows an option.
std::string letter_of(const Events& events, const std::string& option) {
  for (const Event& e : events) {
    if (e.kind == Event::Kind::option && e.text == option) return e.detail;
  }
  return "";
}

}  // namespace

TEST_CASE("review: right answers come back at growing distance, wrong ones soon") {
  Answer a = answer(true, 0, 0);
  schedule(a, nullptr, kNow);
  CHECK(a.interval_days == 1);
  int64_t now = kNow;
  for (const int days : {3, 7, 16, 35, 35}) {
    now = a.due;
    const Answer before = a;
    schedule(a, &before, now);
    CHECK(a.interval_days == days);
    CHECK(a.due == now + days * kDay);
  }
  // Practice before it is due moves nothing.
  const Answer before = a;
  schedule(a, &before, now + kDay);
  CHECK(a.due == before.due);
  Answer wrong = answer(false, 0, 0);
  schedule(wrong, &before, a.due);
  CHECK(wrong.interval_days == 1);
  Answer first_time = answer(false, 0, 0);
  schedule(first_time, nullptr, kNow);
  CHECK(first_time.due == kNow);
}

TEST_CASE("review: what was missed comes first, then what is due") {
  const std::vector<Lesson> lessons = course_of_three();
  Progress progress("/nonexistent/progress.json");
  auto& answers = progress.lesson("test").answers;
  answers["predict-x-sum"] = answer(true, 3, kNow - 5);
  answers["choice-which"] = answer(false, 0, kNow - 1);
  answers["predict-1-plus-1"] = answer(true, 7, kNow + 1);
  answers["choice-of-an-older-course"] = answer(false, 0, 0);
  const std::vector<ReviewItem> due = due_items(lessons, progress, kNow);
  REQUIRE(due.size() == 2);
  CHECK(due[0].id == "choice-which");
  CHECK(due[0].missed);
  CHECK(due[1].id == "predict-x-sum");
  CHECK_FALSE(due[1].missed);
}

TEST_CASE("review: a question whose words changed keeps its answer, and no other answer is lost") {
  std::vector<Lesson> lessons;
  lessons.push_back(lesson_of(
      "```torch hidden\nimport torch\nx = torch.ones(2)\ny = x\n```\n"
      "```predict x.sum() ? What is the sum of all its numbers?\n```\n"
      "```predict y.sum() ? What is the sum of its numbers?\n```\n"
      "```choice Which word does chase look at most in head 1?\n- [ ] one: not one\n- [x] two: because\n```\n"));
  Progress progress("/nowhere/progress.json");
  LessonProgress& mine = progress.lesson(lessons[0].id);
  mine.answers["predict-x-sum-what-is-the-sum-of-its-numbers"] = answer(false, 0, kNow);
  mine.answers["choice-which-word-does-chase-look-at-most"] = answer(true, 1, kNow);
  mine.answers["choice-why-is-it-so"] = answer(true, 3, kNow);
  mine.begun["order-which-word-does-chase-look-at-most-in-head-1"] = answer(false, 0, kNow);
  keep_reworded(lessons, progress);
  CHECK(mine.answers.size() == 3);
  CHECK_FALSE(mine.answers.at("predict-x-sum-what-is-the-sum-of-all-its-numbers").right);
  CHECK(mine.answers.at("choice-which-word-does-chase-look-at-most-in-head-1").interval_days == 1);
  CHECK(mine.answers.at("choice-why-is-it-so").interval_days == 3);
  CHECK(mine.begun.contains("order-which-word-does-chase-look-at-most-in-head-1"));
  CHECK(due_items(lessons, progress, kNow).size() == 2);
  // Once it has an answer of its own, a former one stays what it is.
  mine.answers["choice-which-word-does-chase-look-at-most"] = answer(true, 7, kNow);
  keep_reworded(lessons, progress);
  CHECK(mine.answers.size() == 4);
  CHECK(mine.answers.at("choice-which-word-does-chase-look-at-most-in-head-1").interval_days == 1);
}

TEST_CASE("review: a question in other words keeps its answer, one that shares a few is another") {
  const std::vector<Lesson> lessons{lesson_of(
      "```choice The keys are 1 and 0 here. Why is the slope of the query's first number 0?\n- [ ] one: no\n- [x] two: yes\n```\n")};
  for (const char* id : {"choice-why-is-it-0", "choice-what-is-the-number-of-keys", "order-why-is-the-slope-of-the-first-number-0"}) {
    CAPTURE(id);
    Progress progress("/nowhere/progress.json");
    progress.lesson(lessons[0].id).answers[id] = answer(false, 0, kNow);
    keep_reworded(lessons, progress);
    CHECK(due_items(lessons, progress, kNow).empty());
    CHECK(progress.lesson(lessons[0].id).answers.contains(id));
  }
  for (const char* id : {"choice-why-is-the-slope-of-the-first-number-0", "choice-why-is-the-first-slope-0-and-the-keys"}) {
    CAPTURE(id);
    Progress progress("/nowhere/progress.json");
    progress.lesson(lessons[0].id).answers[id] = answer(false, 0, kNow);
    keep_reworded(lessons, progress);
    CHECK(due_items(lessons, progress, kNow).size() == 1);
  }
}

TEST_CASE("review: a question comes with what it needs, and new numbers if it can") {
  const std::vector<Lesson> lessons = course_of_three();
  Progress progress("/nonexistent/progress.json");
  auto& answers = progress.lesson("test").answers;
  answers["predict-x-sum"] = answer(false, 0, kNow - 5);
  answers["choice-which"] = answer(false, 0, kNow - 1);
  ReviewSession review(due_items(lessons, progress, kNow), progress, {});
  CHECK(review.count() == 2);
  const Events first = review.begin();
  CHECK(has(first, Event::Kind::heading, "From lesson 7: T"));
  CHECK(has(first, Event::Kind::code, "torch.randint"));
  CHECK(has(first, Event::Kind::question, "x.sum()"));
  CHECK(review.waiting() == Waiting::answer);
  CHECK(has(review.take(""), Event::Kind::note, "guess"));
  CHECK(has(review.take("2"), Event::Kind::wrong, "Not this"));
  CHECK(has(review.take(""), Event::Kind::note, "The question is still open"));
  review.take("skip");
  CHECK(answers.at("predict-x-sum").interval_days == 1);
  const Events second = review.take("");
  CHECK(has(second, Event::Kind::prose, "Look here."));
  // Under whatever letter: kept is the lesson's own.
  CHECK(has(review.take(letter_of(second, "two")), Event::Kind::right, "because"));
  CHECK(answers.at("choice-which").said == "b");
  CHECK(answers.at("choice-which").interval_days == 1);
  CHECK(answers.at("choice-which").due > kNow);
  CHECK(has(review.take(""), Event::Kind::done, "That was the last one."));
  CHECK(review.waiting() == Waiting::finished);
}

TEST_CASE("review: who leaves is told how many were right so far, if any was asked") {
  const std::vector<Lesson> lessons = course_of_three();
  Progress progress("/nonexistent/progress.json");
  progress.lesson("test").answers["choice-which"] = answer(false, 0, kNow - 1);
  ReviewSession at_once(due_items(lessons, progress, kNow), progress, {});
  at_once.begin();
  CHECK_FALSE(has(at_once.take("quit"), Event::Kind::note, "so far"));
  ReviewSession later(due_items(lessons, progress, kNow), progress, {});
  CHECK(has(later.take(letter_of(later.begin(), "two")), Event::Kind::right, "because"));
  CHECK(has(later.take("quit"), Event::Kind::note, "1 of 1 right on the first try so far."));
}

TEST_CASE("review: a function to write comes with the words that say what it does") {
  const std::vector<Lesson> lessons{
      lesson_of("## Exercise: twice\n\nDouble it.\n\n```torch start\ndef twice(x):\n    ...\n```\n"
                "```torch solution\ndef twice(x):\n    return 2 * x\n```\n```torch check\ntwice(3)\n```\n"
                "```torch fresh\nprint('anew')\n```\n")};
  Progress progress("/nonexistent/progress.json");
  progress.lesson("test").answers["exercise-twice"] = answer(false, 0, kNow - 1);
  const std::vector<ReviewItem> due = due_items(lessons, progress, kNow);
  REQUIRE(due.size() == 1);
  ReviewSession review(due, progress, {});
  const Events shown = review.begin();
  CHECK(has(shown, Event::Kind::prose, "Double it."));
  CHECK(has(shown, Event::Kind::output, "anew"));
  CHECK(review.waiting() == Waiting::code);
}

TEST_CASE("review: code to write comes with the lesson's functions and classes that it uses") {
  const std::vector<Lesson> lessons{
      lesson_of("```torch\ndef half(x):\n    return x / 2\n```\n\n---\n\n```torch\ndef other(x):\n    return x\n```\n\n"
                "## Exercise: quarter\n\nHalve it twice.\n\n---\n\n```torch start\ndef quarter(x):\n    return half(...)\n```\n"
                "```torch solution\ndef quarter(x):\n    return half(half(x))\n```\n```torch check\nquarter(3)\n```\n")};
  Progress progress("/nonexistent/progress.json");
  progress.lesson("test").answers["exercise-quarter"] = answer(false, 0, kNow - 1);
  ReviewSession review(due_items(lessons, progress, kNow), progress, {});
  const Events shown = review.begin();
  CHECK(has(shown, Event::Kind::note, "From earlier in the lesson"));
  CHECK(has(shown, Event::Kind::code, "return x / 2"));
  CHECK_FALSE(has(shown, Event::Kind::code, "def other"));
}

TEST_CASE("review: a task before a pause, and what a question that stands alone is about, come with it") {
  const std::vector<Lesson> lessons{
      lesson_of("## Numbers\n\nThese are two.\n```choice First?\n- [ ] one: no\n- [x] two: yes\n```\n"
                "```choice Second?\n- [ ] one: no\n- [x] two: yes\n```\n"
                "## More\n\n```choice Third?\n- [ ] one: no\n- [x] two: yes\n```\n"
                "## Exercise: twice\n\nDouble it.\n\n---\n\n```torch start\ndef twice(x):\n    ...\n```\n"
                "```torch solution\ndef twice(x):\n    return 2 * x\n```\n```torch check\ntwice(3)\n```\n")};
  Progress progress("/nonexistent/progress.json");
  const auto shown = [&](int step, const char* id) { return ReviewSession({{&lessons[0], step, id}}, progress, {}).begin(); };
  CHECK(has(shown(1, "choice-second"), Event::Kind::prose, "These are two."));
  CHECK_FALSE(has(shown(1, "choice-second"), Event::Kind::question, "First?"));
  CHECK_FALSE(has(shown(2, "choice-third"), Event::Kind::prose, "two"));
  CHECK(has(shown(4, "exercise-twice"), Event::Kind::prose, "Double it."));
}

TEST_CASE("review: a question comes with the shapes that it needs, but not with its answer") {
  const std::vector<Lesson> lessons{
      lesson_of("```torch hidden\nimport torch\nfrom torch import nn\nx = torch.ones(5, 3)\nlayer = nn.Linear(3, 2)\nkeys = layer(x)\n```\n"
                "```predict keys.shape\n```\n"
                "Look.\n```torch\ny = x + 1\n```\n```predict (y @ x.T).shape\n```\n"
                "```predict keys.sum()\n```\n```torch fresh\nx = torch.ones(2, 3)\nprint(x)\nkeys = layer(x)\n```\n"
                "Look.\n```predict keys.mean() ? How large are the numbers of `keys`?\n```\n"
                "## Exercise: f\n```torch start\ndef f(x):\n    keys = ...\n    return keys\n```\n```torch solution\ndef f(x):\n    return x\n```\n")};
  Progress progress("/nonexistent/progress.json");
  const auto shown = [&](int step, const char* id) { return ReviewSession({{&lessons[0], step, id}}, progress, {}).begin(); };
  const Events asked = shown(0, "predict-keys-shape");
  CHECK(has(asked, Event::Kind::code, "keys = layer(x)"));
  CHECK(has(asked, Event::Kind::note, "Given: `layer.weight` (2, 3), `x` (5, 3)."));
  CHECK(has(shown(1, "predict-y-x-t-shape"), Event::Kind::note, "Given: `x` (5, 3)."));
  CHECK(has(shown(2, "predict-keys-sum"), Event::Kind::note, "Given: `layer.weight` (2, 3)."));
  // Not what only a hidden cell makes, if the question has words of its own; nor what a function makes.
  CHECK_FALSE(has(shown(3, "predict-keys-mean-how-large-are-the-numbers-of-keys"), Event::Kind::note));
  CHECK(has(shown(4, "exercise-f"), Event::Kind::note, "Given: `x` (5, 3)."));
}

TEST_CASE("review: q is the short for quit, or the tensor of that name") {
  const std::vector<Lesson> lessons{lesson_of("```predict 1 + 1\n```\n```torch hidden\nimport torch\nq = torch.ones(2)\n```\n```predict 2 + 2\n```\n")};
  Progress progress("/nonexistent/progress.json");
  ReviewSession review({{&lessons[0], 0, "predict-1-plus-1"}}, progress, {});
  review.begin();
  review.take("q");
  CHECK(review.waiting() == Waiting::left);
  ReviewSession named({{&lessons[0], 1, "predict-2-plus-2"}}, progress, {});
  named.begin();
  CHECK(has(named.take("q"), Event::Kind::output, "tensor([1., 1.])"));
  named.take("4");
  CHECK(has(named.take("q"), Event::Kind::output, "tensor([1., 1.])"));
  named.take("quit");
  CHECK(named.waiting() == Waiting::left);
}

TEST_CASE("review: new numbers come before the same words, and a lesson's opening words last") {
  const std::vector<Lesson> lessons{
      lesson_of("```choice First?\n- [ ] one: no\n- [x] two: yes\n```\n"
                "```choice Second?\n- [ ] one: no\n- [x] two: yes\n```\n"
                "```torch hidden\nx = 1\n```\n"
                "```predict x + 1\n```\n```torch fresh\nimport torch\nx = 5\nx\n```\n"
                "```predict 1 + 1\n```\n")};
  Progress progress("/nonexistent/progress.json");
  auto& answers = progress.lesson("test").answers;
  for (const char* id : {"choice-first", "choice-second", "predict-x-plus-1"}) {
    answers[id] = answer(false, 0, kNow - 1);
  }
  answers["predict-1-plus-1"] = answer(true, 1, kNow - 9);
  std::vector<std::string> ids;
  for (const ReviewItem& item : due_items(lessons, progress, kNow)) ids.push_back(item.id);
  CHECK(ids == std::vector<std::string>{"predict-x-plus-1", "choice-second", "choice-first",
                                        "predict-1-plus-1"});
}

TEST_CASE("review: an order question has other letters, too") {
  const std::vector<Lesson> lessons{
      lesson_of("```order Sort.\none\ntwo\nthree\nfour\nfive\n```\n")};
  Progress progress("/nonexistent/progress.json");
  progress.lesson("test").answers["order-sort"] = answer(false, 0, kNow - 1);
  std::set<std::string> seen;
  for (int i = 0; i < 9; ++i) {
    ReviewSession review(due_items(lessons, progress, kNow), progress, {});
    REQUIRE(review.count() == 1);
    std::string lines;
    for (const Event& e : review.begin()) {
      if (e.kind == Event::Kind::line) lines += e.text + " ";
    }
    seen.insert(lines);
  }
  CHECK(seen.size() > 1);
}

TEST_CASE("review: the options of a choice never stand in the lesson's order, and the letter is the one shown") {
  const std::vector<Lesson> lessons{lesson_of("```choice Which?\n- [ ] one: no\n- [x] two: yes\n```\n")};
  Progress progress("/nonexistent/progress.json");
  for (int i = 0; i < 9; ++i) {
    progress.lesson("test").answers["choice-which"] = answer(false, 0, kNow - 1);
    ReviewSession review(due_items(lessons, progress, kNow), progress, {});
    CHECK(letter_of(review.begin(), "two") == "a");
    CHECK(has(review.take("b"), Event::Kind::wrong, "no"));
    CHECK(has(review.take("a"), Event::Kind::right, "yes"));
  }
}

TEST_CASE("review: nothing due is said so") {
  Progress progress("/nonexistent/progress.json");
  ReviewSession review({}, progress, {});
  CHECK(has(review.begin(), Event::Kind::done, "Nothing is due."));
  CHECK(review.waiting() == Waiting::finished);
}

TEST_CASE("quiz: a question from a lesson that is not begun says so, and comes after the others") {
  const Lesson& all = quiz();
  for (const Step& step : all.steps) {
    if (const Block* q = step.question()) CHECK_FALSE(find_lesson(course(), question_of(*q)->lesson).id.empty());
  }
  Progress progress("/nonexistent/progress.json");
  progress.lesson("causal-mask").step = 2;
  const std::vector<ReviewItem> items = quiz_items(all, "", progress);
  const auto lesson_of_item = [&](const ReviewItem& item) { return question_of(*all.steps[static_cast<size_t>(item.step)].question())->lesson; };
  CHECK(lesson_of_item(items.front()) == "causal-mask");
  CHECK(lesson_of_item(items.back()) != "causal-mask");
  CHECK_FALSE(has(ReviewSession({items.front()}, progress, {}).begin(), Event::Kind::note, "which you have not taken"));
  CHECK(has(ReviewSession({items.back()}, progress, {}).begin(), Event::Kind::note, ", which you have not taken.)"));
}
