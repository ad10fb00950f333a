#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace mha {

/// An error that a program may meet, in Python's terms: `kind` is the name of
/// the exception class ("RuntimeError"), `message` its text in PyTorch's or
/// Python's own words. An op throws it without a place in the program; the
/// evaluator catches it and adds the place.
class Error : public std::exception {
 public:
  Error(std::string kind, std::string message)
      : kind_(std::move(kind)), message_(std::move(message)) {}

  const std::string& kind() const { return kind_; }
  const std::string& message() const { return message_; }
  const char* what() const noexcept override { return message_.c_str(); }

  /// What was seen here ("q is (4, 8) and k is (6, 8); ..."), or empty.
  const std::string& note() const { return note_; }
  /// A guess at what would fix it, or empty.
  const std::string& help() const { return help_; }
  /// Whether Python or PyTorch can do this and only the tutor cannot; then it
  /// is not a mistake of the program.
  bool is_refusal() const { return refusal_; }
  Error& with_note(std::string text);
  Error& with_help(std::string text);
  Error& as_refusal();

 private:
  std::string kind_;
  std::string message_;
  std::string note_;
  std::string help_;
  bool refusal_ = false;
};

// The kinds that ops throw most: `throw RuntimeError("...")`.
struct RuntimeError : Error {
  explicit RuntimeError(std::string m) : Error("RuntimeError", std::move(m)) {}
};
struct TypeError : Error {
  explicit TypeError(std::string m) : Error("TypeError", std::move(m)) {}
};
struct ValueError : Error {
  explicit ValueError(std::string m) : Error("ValueError", std::move(m)) {}
};
struct IndexError : Error {
  explicit IndexError(std::string m) : Error("IndexError", std::move(m)) {}
};

/// Thrown for a feature that the tutor does not have.
struct Refusal : Error {
  explicit Refusal(std::string m) : Error("NotImplementedError", std::move(m)) { as_refusal(); }
};

/// Thrown when a limit of the Budget is reached. No program can catch it: it
/// ends the run.
struct BudgetError : Error {
  explicit BudgetError(std::string m) : Error("BudgetError", std::move(m)) {}
};

}  // namespace mha
