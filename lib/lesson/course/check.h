#pragma once

// Checks lessons before a learner sees them: runs everything in them, and
// reports each problem at its place.

#include <vector>

#include "lesson/lesson.h"
#include "torch/register.h"

namespace mha::lesson {

/// Checks that cells run, or fail where they must; that pictures can be drawn;
/// that likely answers are wrong and get their own replies; that starts fail,
/// solutions pass, and wrong programs fail and get their own replies; that
/// every question has hints, and no hint gives the answer; that `source NAME` in
/// the prose names something; that new numbers are new, are shown, and leave the
/// question answerable; that `play` views run at the ends of every knob, and
/// their goals can be reached. Reports all problems, in the order of the file.
std::vector<Problem> check_lesson(const Lesson& lesson,
                                  torch::TorchOptions options = {});

/// Checks that ids and numbers are unique, and that needed lessons come earlier.
std::vector<Problem> check_order(const std::vector<Lesson>& lessons);

/// Checks the order, then every lesson.
std::vector<Problem> check_course(const std::vector<Lesson>& lessons);

}  // namespace mha::lesson
