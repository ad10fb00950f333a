#pragma once

// What a program says of itself before it runs.

#include <optional>
#include <string>
#include <string_view>

namespace mha::homework {

struct Assignment;

/// The file that `homework start` writes: a comment that names the homework,
/// then the starter.
std::string draft(const Assignment& assignment);
/// The id that such a comment names, "# Homework: multi-head", among the comments
/// that a program begins with; none if there is no such homework.
std::optional<std::string> named_homework(std::string_view program);
/// Whether nothing has been written into a starter yet.
bool is_untouched(std::string_view program);
/// A sentence on a method that nobody calls, as its name is nearly that of one that
/// would be; else empty.
std::string misnamed_method(const std::string& file, const std::string& program);
/// Whether it holds anything but blanks and comments.
bool has_code(std::string_view program);

}  // namespace mha::homework
