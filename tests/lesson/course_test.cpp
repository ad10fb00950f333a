#include <algorithm>

#include "base/error.h"
#include "lesson/course/check.h"
#include "lesson/course/embedded.h"
#include "lesson_text.h"
#include "walked_lessons.h"

using namespace mha::lesson;

TEST_CASE("course: every file is read without problems") {
  REQUIRE(course().size() >= 3);
  for (const mha::EmbeddedFile& file : embedded_lessons()) {
    if (!std::isdigit(static_cast<unsigned char>(file.name[0]))) continue;
    CAPTURE(file.name);
    const Read r = read(std::string(file.text), std::string(file.name));
    for (const Problem& p : r.problems) FAIL_CHECK(p.message);
  }
}

TEST_CASE("course: proven, from the first cell to the last hint") {
  std::vector<Problem> problems = check_order(course());
  for (const Lesson& lesson : mha::walked_lessons()) {
    for (Problem& p : check_lesson(lesson)) problems.push_back(std::move(p));
  }
  for (const Problem& p : problems) {
    const int line = p.source->place(p.span.begin).line;
    FAIL_CHECK(p.source->name() << ":" << line << ": " << p.message);
  }
}

TEST_CASE("course: a lesson ends in a picture of what there is now, and in something to try") {
  for (const Lesson& lesson : course()) {
    CAPTURE(lesson.id);
    const auto end = std::find_if(lesson.steps.begin(), lesson.steps.end(), [](const Step& s) {
      return s.heading == "What you have now";
    });
    REQUIRE(end != lesson.steps.end());
    bool picture = false, trial = false;
    for (const Block& block : end->blocks) {
      const auto* prose = std::get_if<Prose>(&block);
      picture = picture || std::holds_alternative<Picture>(block);
      trial = trial || (prose && prose->markdown.find("Try it:") != std::string::npos);
    }
    CHECK(picture);
    CHECK(trial);
    CHECK(std::none_of(end, lesson.steps.end(), [](const Step& s) { return s.question(); }));
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
