#pragma once

#include <exception>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/source.h"
#include "lang/values/value.h"

namespace mha::lang {

/// A call under way when an exception passed: which function, and the place in
/// it that was being evaluated.
struct TraceEntry {
  std::string function;  // "<module>", "forward"
  SourcePtr source;
  Span span;
};

/// An operand of the expression that failed: its text and its value, so that a
/// report can say "q is (4, 8)".
struct Operand {
  std::string text;
  Value value;
};

/// A Python exception on its way: thrown through C++ until an except clause
/// takes it, or out of run() to the one who asked.
class PyError : public std::exception {
 public:
  explicit PyError(Value exception);
  /// Makes the exception object from an op's Error (its kind must name a
  /// built-in exception class).
  explicit PyError(const Error& error);

  Value exception;                  // an instance of a BaseException class
  std::vector<TraceEntry> trace;    // innermost first
  std::vector<Operand> operands;    // of the innermost failing expression
  std::string operation;            // "@", "view", ... of that expression
  std::string note, help;           // from Error, may be empty
  bool refusal = false;             // from Error

  /// "RuntimeError", and the text after the colon (str() of the exception).
  std::string kind() const;
  std::string message() const;
  const char* what() const noexcept override;

 private:
  mutable std::string what_;
};

/// A limit of the budget was met in a program: BudgetError with the place.
class LimitError : public BudgetError {
 public:
  LimitError(const BudgetError& error, std::vector<TraceEntry> where)
      : BudgetError(error), trace(std::move(where)) {}

  std::vector<TraceEntry> trace;  // innermost first
};

}  // namespace mha::lang
