#include <algorithm>

#include "base/error.h"
#include "lesson/embedded.h"
#include "lesson/session.h"
#include "lesson_text.h"

using namespace mha::lesson;

TEST_CASE("course: every file is without problems, in order, and needs what is there") {
  REQUIRE(course().size() >= 3);
  for (const EmbeddedFile& file : embedded_lessons()) {
    if (!std::isdigit(static_cast<unsigned char>(file.name[0]))) continue;
    CAPTURE(file.name);
    const Read r = read(std::string(file.text), std::string(file.name));
    for (const Problem& p : r.problems) FAIL_CHECK(p.message);
  }
  std::vector<std::string> before;
  for (const Lesson& l : course()) {
    for (const std::string& need : l.needs) {
      CAPTURE(need);
      CHECK(std::find(before.begin(), before.end(), need) != before.end());
    }
    before.push_back(l.id);
  }
}

TEST_CASE("course: cells run, those that must fail do, likely answers are wrong") {
  for (const Lesson& l : course()) {
    CAPTURE(l.id);
    World world{{}};
    for (const Step& step : l.steps) {
      for (const Block& b : step.blocks) {
        if (const auto* cell = std::get_if<Cell>(&b)) {
          const Outcome o = world.run(cell->code);
          CAPTURE(cell->code->text());
          if (o.failure) CAPTURE(o.failure->message);
          CHECK(o.failure.has_value() == cell->must_fail);
        } else if (const auto* predict = std::get_if<Predict>(&b)) {
          CAPTURE(predict->expression);
          const Outcome right = world.run("answer", predict->expression);
          REQUIRE(!right.failure);
          CHECK(!predict->hints.empty());
          CHECK(!predict->why.empty());
          for (const Reply& r : predict->replies) {
            CAPTURE(r.answer);
            const Match m = compare(world, right.value, r.answer);
            CHECK((m == Match::wrong || m == Match::wrong_shape || m == Match::close));
          }
        } else if (const auto* picture = std::get_if<Picture>(&b)) {
          CHECK(world.picture(*picture).tensor.defined());
        }
      }
    }
  }
}

TEST_CASE("course: every start fails and every solution passes") {
  for (const Lesson& l : course()) {
    for (size_t i = 0; i < l.steps.size(); ++i) {
      const Block* q = l.steps[i].question();
      const auto* exercise = q ? std::get_if<Exercise>(q) : nullptr;
      if (!exercise) continue;
      CAPTURE(l.id);
      CAPTURE(exercise->name);
      LessonProgress progress;
      Session session(l, progress, static_cast<int>(i), {});
      session.begin();
      session.take(exercise->start.text);
      CHECK(session.waiting() == Waiting::code);
      session.take(exercise->solution.text);
      CHECK(session.waiting() == Waiting::enter);
      CHECK(progress.answers.at(exercise->id).right);
    }
  }
}

TEST_CASE("course: a lesson is found by number, id and beginning") {
  const auto& all = course();
  CHECK(find_lesson(all, "2").id == "one-query");
  CHECK(find_lesson(all, "one-query").number == 2);
  CHECK(find_lesson(all, "queries").number == 4);
  CHECK_THROWS_WITH_AS(find_lesson(all, "one-qeury"),
                       "no lesson 'one-qeury'; did you mean 'one-query'?", mha::Error);
  CHECK_THROWS_AS(find_lesson(all, "99"), mha::Error);
  CHECK_THROWS_AS(find_lesson(all, ""), mha::Error);
}
