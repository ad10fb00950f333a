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

/// The lesson of the course that a quiz question is from, if the learner has not begun it; else null.
const Lesson* not_taken(const Block& question, const Progress& progress);

/// Questions of the topic (empty: of all topics), in random order: first those missed last time,
/// then those never asked, of lessons that the learner has begun before others, and of these the
/// earlier lessons first.
std::vector<ReviewItem> quiz_items(const Lesson& quiz, const std::string& topic, const Progress& progress);

}  // namespace mha::lesson
