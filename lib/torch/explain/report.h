#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "lang/runtime/interpreter.h"

namespace mha::torch {

/// An error that ended a program, with all that is told about it: Python's
/// words, where, what was seen there and a guess at help. How it looks is
/// lib/render's business.
struct Report {
  std::string kind;     // "RuntimeError"
  std::string message;  // may be empty, may have several lines
  SourcePtr source;     // null where there is no place, as for a missing file
  Span span;
  /// Whether the tutor lacks something that Python or PyTorch has.
  bool refusal = false;
  std::string note;
  std::string help;
  /// The calls that led there, outermost first; the last is the place itself.
  std::vector<lang::TraceEntry> calls;
};

/// Without `explained`, the note and the help are only those that the error brings itself.
Report report(const lang::PyError& error, lang::Interpreter& interp, bool explained = true);
Report report(const Error& error);

/// SystemExit is no error: its exit code, or -1 for any other exception. What
/// sys.exit() was given in place of a code is printed, as Python prints it.
int exit_code(const lang::PyError& error, lang::Interpreter& interp);

}  // namespace mha::torch
