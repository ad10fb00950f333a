// answers.tsv: answers as people type them, and what each must meet. A line is the
// lesson, the beginning of the question, what is typed, the outcome, and why. An honest
// answer that is not understood ("right or form") is asked for again, and costs nothing.

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "lesson/session.h"
#include "lesson_text.h"

using namespace mha::lesson;

namespace {

struct Row {
  int line = 0;
  int lesson = 0;
  std::string key, typed, outcome;
};

std::vector<Row> rows() {
  const char* other = std::getenv("MHA_ANSWERS");
  std::ifstream file(other ? other : MHA_ANSWERS);
  std::vector<Row> all;
  std::string text;
  for (int n = 1; std::getline(file, text); ++n) {
    std::istringstream line(text);
    Row row;
    row.line = n;
    std::string number;
    std::getline(line, number, '\t');
    std::getline(line, row.key, '\t');
    std::getline(line, row.typed, '\t');
    std::getline(line, row.outcome, '\t');
    row.lesson = std::atoi(number.c_str());
    all.push_back(row);
  }
  return all;
}

std::string asked(const Block& block) {
  if (const auto* p = std::get_if<Predict>(&block)) {
    return p->question.empty() ? p->expression : p->question;
  }
  return question_text(block);
}

/// The step whose question begins so, or -1.
int step_of(const Lesson& lesson, const std::string& key) {
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    const Block* q = lesson.steps[i].question();
    if (q && asked(*q).starts_with(key)) return static_cast<int>(i);
  }
  return -1;
}

bool has(const Events& events, Event::Kind kind, const std::string& text = "") {
  return std::any_of(events.begin(), events.end(), [&](const Event& e) {
    return e.kind == kind && e.text.find(text) != std::string::npos;
  });
}

std::string outcome_of(const Lesson& lesson, int step, const std::string& typed, Events& said) {
  LessonProgress progress;
  Session session(lesson, progress, step, {});
  session.begin();
  said = session.take(typed);
  const bool failed = has(said, Event::Kind::failure);
  if (has(said, Event::Kind::note, "That ran your line")) return failed ? "traceback" : "code";
  if (failed) return "traceback";
  if (has(said, Event::Kind::right, "that computes it")) return "computed";
  if (has(said, Event::Kind::right)) return "right";
  if (has(said, Event::Kind::wrong)) return "wrong";
  if (has(said, Event::Kind::note, "With that you would")) return "looked";
  return "form";
}

}  // namespace

TEST_CASE("answers: as people type them, in every lesson") {
  const std::vector<Row> all = rows();
  REQUIRE(all.size() > 300);
  for (const Row& row : all) {
    const Lesson& lesson = find_lesson(course(), std::to_string(row.lesson));
    const int step = step_of(lesson, row.key);
    INFO("line ", row.line, ": lesson ", row.lesson, ", ", row.key);
    REQUIRE(step >= 0);
    Events said;
    const std::string outcome = outcome_of(lesson, step, row.typed, said);
    INFO(row.typed, "  must be ", row.outcome, ", is ", outcome, ": ", said.empty() ? "" : said[0].text);
    const bool may_be_asked_again = row.outcome == "right or form" && (outcome == "right" || outcome == "form");
    CHECK((outcome == row.outcome || may_be_asked_again));
  }
}
