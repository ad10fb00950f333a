#pragma once

// Which questions of the quiz to ask, and in which order.

#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "lesson/review.h"

namespace mha::lesson {

/// The topics of the quiz are its sections.
std::vector<std::string> quiz_topics(const Lesson& quiz);

/// The topic with that name, or with these letters in it. Throws Error of kind "QuizError" with
/// the list of topics.
std::string find_topic(const Lesson& quiz, const std::string& wanted);

/// Questions of the topic (empty: of all topics), in random order: first those
/// missed last time, then those never asked.
std::vector<ReviewItem> quiz_items(const Lesson& quiz, const std::string& topic, const LessonProgress& before);

}  // namespace mha::lesson
