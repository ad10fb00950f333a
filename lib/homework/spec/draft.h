#pragma once

// The starter file of a homework, and what a program's text says before it runs.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/syntax/ast.h"
#include "torch/explain/report.h"

namespace mha::homework {

struct Assignment;

/// The file that `homework start` writes: a comment that names the homework,
/// then the starter.
std::string draft(const Assignment& assignment);
/// The id in a comment like "# Homework: multi-head" at the head of a program, if that
/// homework exists.
std::optional<std::string> named_homework(std::string_view program);
/// Whether a starter is unchanged apart from blanks and comments.
bool is_untouched(std::string_view program);
/// A sentence about a method that nothing calls because its name is misspelt (`foward`);
/// empty if there is none.
std::string misnamed_method(const std::string& file, const std::string& program);
/// Whether it holds anything but blanks and comments.
bool has_code(std::string_view program);

/// The report for a function that ends before its end is written: at the first dots in it.
std::optional<torch::Report> unwritten(const lang::FunctionCode& code);
/// What to say of the dots in a line.
std::string dots_sentence(int line);

/// For a class whose `forward` is indented into its __init__: PyTorch's message for a call of it,
/// at the place of that `def`.
std::optional<torch::Report> nested_forward(const std::vector<lang::ModulePtr>& modules);

}  // namespace mha::homework
