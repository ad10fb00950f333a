#pragma once

#include <vector>

#include "commands/command.h"
#include "lesson/lesson.h"

namespace mha::app {

/// The course that the commands work on: that of the folder given by --lessons,
/// or the built-in one. Throws Error of kind "LessonError" for a folder whose
/// lessons have problems, and says the first of them.
const std::vector<lesson::Lesson>& course_of(const Settings& settings);

}  // namespace mha::app
