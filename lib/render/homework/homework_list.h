#pragma once

#include <string>
#include <vector>

#include "homework/spec/assignment.h"
#include "homework/verdict/attempts.h"
#include "io/tensor_file.h"
#include "render/style.h"

namespace mha::render {

/// The list of homework with the state of each. `attempts` may be null.
std::string homework_list(const Style& style, const std::vector<homework::Assignment>& assignments,
                          const homework::Attempts* attempts);

/// The task, how it is judged, and how to start; without the solution.
std::string homework_task(const Style& style, const homework::Assignment& assignment,
                          const homework::Attempts* attempts);

/// What an exported file contains, and how to continue.
std::string homework_export(const Style& style, const homework::Assignment& assignment,
                            const std::vector<NamedTensor>& tensors, const std::string& file, uint32_t seed);

/// The message in place of a solution that the learner has not yet earned.
std::string homework_no_solution(const Style& style, const homework::Assignment& assignment,
                                 const homework::Attempts* attempts);

/// "passed", "best 9/12 in 4 checks", "not tried yet".
std::string homework_state(const homework::Assignment& assignment, const homework::Attempts* attempts);

}  // namespace mha::render
