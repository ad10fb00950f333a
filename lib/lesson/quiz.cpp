#include "lesson/quiz.h"

#include <algorithm>
#include <random>

#include "base/error.h"
#include "base/text.h"
#include "lesson/answers/pieces.h"
#include "lesson/session.h"

namespace mha::lesson {

std::vector<std::string> quiz_topics(const Lesson& quiz) {
  std::vector<std::string> names;
  for (const Step& step : quiz.steps) {
    if (!step.heading.empty()) names.push_back(step.heading);
  }
  return names;
}

std::string find_topic(const Lesson& quiz, const std::string& wanted) {
  const std::vector<std::string> names = quiz_topics(quiz);
  for (const std::string& name : names) {
    if (lower(name).find(lower(wanted)) != std::string::npos) return name;
  }
  const std::string near = nearest(wanted, names);
  throw Error("QuizError", "the quiz has no topic '" + wanted + "'; " +
                               (near.empty() ? "there are: " + join(names, ", ")
                                             : "did you mean '" + near + "'?"));
}

const Lesson* not_taken(const Block& question, const Progress& progress) {
  const std::string& from = question_of(question)->lesson;
  const LessonProgress* mine = progress.find(from);
  if (from.empty() || (mine && (mine->done || mine->step > 0))) return nullptr;
  return &find_lesson(course(), from);
}

std::vector<ReviewItem> quiz_items(const Lesson& quiz, const std::string& topic, const Progress& progress) {
  const LessonProgress* mine = progress.find(quiz.id);
  const LessonProgress before = mine ? *mine : LessonProgress();
  std::vector<ReviewItem> items;
  std::string heading;
  for (size_t i = 0; i < quiz.steps.size(); ++i) {
    const Step& step = quiz.steps[i];
    if (!step.heading.empty()) heading = step.heading;
    if (!step.question() || (!topic.empty() && heading != topic)) continue;
    const std::string& id = question_of(*step.question())->id;
    const auto answer = before.answers.find(id);
    items.push_back({&quiz, static_cast<int>(i), id,
                     answer != before.answers.end() && !answer->second.at_once()});
  }
  std::shuffle(items.begin(), items.end(), std::mt19937(new_seed()));
  const auto rank = [&](const ReviewItem& item) {
    constexpr int kAnswered = 1000;  // after all that are new
    if (item.missed || before.answers.contains(item.id)) return item.missed ? 0 : kAnswered;
    const Lesson* from = not_taken(*quiz.steps[static_cast<size_t>(item.step)].question(), progress);
    return from ? 1 + from->number : 1;
  };
  std::stable_sort(items.begin(), items.end(),
                   [&](const ReviewItem& a, const ReviewItem& b) { return rank(a) < rank(b); });
  return items;
}

}  // namespace mha::lesson
