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

std::vector<ReviewItem> quiz_items(const Lesson& quiz, const std::string& topic, const LessonProgress& before) {
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
    return item.missed ? 0 : before.answers.count(item.id) ? 2 : 1;
  };
  std::stable_sort(items.begin(), items.end(),
                   [&](const ReviewItem& a, const ReviewItem& b) { return rank(a) < rank(b); });
  return items;
}

}  // namespace mha::lesson
