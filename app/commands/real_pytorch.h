#pragma once

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace mha::app {

/// How a course ran under a real Python with PyTorch.
struct RealRun {
  std::string version;                     // PyTorch's
  int cells = 0;                           // compared
  int skipped = 0;                         // cells that need a later version
  std::vector<lesson::Problem> problems;   // cells that print something else
};

/// Runs every cell and every predicted expression of the lessons here and under
/// `python`, and compares what they print. Throws Error of kind "ProcessError".
RealRun compare_with_pytorch(const std::vector<lesson::Lesson>& lessons,
                             const std::string& python);

}  // namespace mha::app
