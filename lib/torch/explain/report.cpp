#include "torch/explain/report.h"

#include "lang/syntax/parser.h"
#include "torch/explain/explain.h"

namespace mha::torch {

namespace {

const std::string kLimitHelp =
    "an honest program stays far below this; look for a loop that does not end "
    "or a size that is too large, or raise the limit with the option named";

}  // namespace

Report report(const lang::PyError& error, lang::Interpreter& interp, bool explained) {
  Report r;
  r.kind = error.kind();
  r.message = error.message();
  r.refusal = error.refusal;
  if (!error.trace.empty()) {
    r.source = error.trace.front().source;
    r.span = error.trace.front().span;
  }
  r.calls.assign(error.trace.rbegin(), error.trace.rend());
  const Explanation e = explained ? explain(error, interp) : Explanation();
  r.note = error.note.empty() ? e.note : error.note;
  // Who writes `F` means the module that everybody calls so, and not the nearest name, `q`.
  const bool imports = e.help.ends_with(kGivenByImport);
  r.help = error.help.empty() || imports ? e.help : error.help;
  return r;
}

Report report(const Error& error) {
  Report r;
  r.kind = error.kind();
  r.message = error.message();
  r.refusal = error.is_refusal();
  r.note = error.note();
  r.help = error.help();
  if (const auto* syntax = dynamic_cast<const lang::SyntaxError*>(&error)) {
    r.source = syntax->source();
    r.span = syntax->span();
  } else if (dynamic_cast<const BudgetError*>(&error) && r.help.empty()) {
    r.help = kLimitHelp;
  }
  if (const auto* limit = dynamic_cast<const lang::LimitError*>(&error);
      limit && !limit->trace.empty()) {
    r.source = limit->trace.front().source;
    r.span = limit->trace.front().span;
    r.calls.assign(limit->trace.rbegin(), limit->trace.rend());
  }
  return r;
}

int exit_code(const lang::PyError& error, lang::Interpreter& interp) {
  if (error.kind() != "SystemExit") return -1;
  const lang::Value code =
      interp.find_attr(error.exception, lang::Symbol("code"));
  if (!code.defined() || code.is_none()) return 0;
  if (code.is_int() || code.is_bool()) return static_cast<int>(code.as_int());
  interp.print_err(interp.str(code) + "\n");
  return 1;
}

}  // namespace mha::torch
