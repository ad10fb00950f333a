// The lessons that a test of the whole course walks: all of them, and with sanitizers, where a
// lesson takes ten times as long, every fifth: the fourth, the ninth and so on, none of which trains
// a model. CMake sets MHA_EVERY_LESSON.
#pragma once

#include <vector>

#include "lesson/course/embedded.h"

namespace mha {

inline std::vector<lesson::Lesson> walked_lessons() {
  std::vector<lesson::Lesson> walked;
  for (const lesson::Lesson& l : lesson::course()) {
    if (l.number % MHA_EVERY_LESSON == MHA_EVERY_LESSON - 1) walked.push_back(l);
  }
  return walked;
}

}  // namespace mha
