#pragma once

#include <string>
#include <vector>

#include "homework/spec/assignment.h"
#include "homework/verdict/attempts.h"
#include "io/tensor_file.h"
#include "render/style.h"

namespace mha::render {

/// The homework there is, a line each, with what has been done of it. `attempts`
/// may be null.
std::string homework_list(const Style& style, const std::vector<homework::Assignment>& assignments,
                          const homework::Attempts* attempts);

/// The task, what it is judged by, how to begin. No solution is in it.
std::string homework_task(const Style& style, const homework::Assignment& assignment,
                          const homework::Attempts* attempts);

/// What an export holds, and how to go on from there.
std::string homework_export(const Style& style, const homework::Assignment& assignment,
                            const std::vector<NamedTensor>& tensors, const std::string& file, uint32_t seed);

/// What is said in place of a solution that has not been earned yet.
std::string homework_no_solution(const Style& style, const homework::Assignment& assignment,
                                 const homework::Attempts* attempts);

/// "passed", "best 9/12 in 4 checks", "not tried yet".
std::string homework_state(const homework::Assignment& assignment, const homework::Attempts* attempts);

}  // namespace mha::render
