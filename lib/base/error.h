#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace mha {

/// What a program may see go wrong, in Python's terms: `kind` is the name of
/// the exception class ("RuntimeError"), `message` its text in PyTorch's or
/// Python's own words. An op throws it without knowing any place; the
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
  /// A guess at what would mend it, or empty.
  const std::string& help() const { return help_; }
  /// Whether Python or PyTorch can do this and only the tutor cannot: then it is no
  /// mistake of the program's.
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

/// What is not part of the tutor.
struct Refusal : Error {
  explicit Refusal(std::string m) : Error("NotImplementedError", std::move(m)) { as_refusal(); }
};

/// A limit of the Budget was met. No program can catch it: it ends the run.
struct BudgetError : Error {
  explicit BudgetError(std::string m) : Error("BudgetError", std::move(m)) {}
};

}  // namespace mha
