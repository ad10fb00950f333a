#pragma once

// Rules that turn one expression into another, as files in lessons/ write them:
//
//     torch.softmax(A, dim=B) -> torch.softmax(A, dim=-1)
//
// A single capital letter stands for any expression, the same one wherever it
// stands again, and *Z for all arguments that are left. `torch.f(A, ...)` is also
// `A.f(...)`, F.f and np.f; an argument given by keyword may stand at its
// position. SIZE, on the right, is each size that is at hand.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lesson/course/fences.h"
#include "reading/index.h"

namespace mha::reading {

struct Rewrite {
  lang::ModulePtr from, to;  // of one expression each
  const lang::Expr& pattern() const;
  const lang::Expr& replacement() const;
};

/// The rules of a ```rewrite fence, a line each; a line that is none is a problem.
std::vector<Rewrite> read_rewrites(const lesson::Fence& fence, lesson::Complaints& complaints);

/// What a letter of a pattern stands for: as it is written, and as it can stand
/// beside an operator.
struct Bound {
  std::string text, operand;
};
using Bindings = std::map<std::string, Bound>;

/// Nothing if the expression is none of that form.
std::optional<Bindings> match(const Index& program, const lang::Expr& pattern,
                              const lang::Expr& e);

/// The new text for `e`, which matched. `size` stands for SIZE. The way in which
/// the program calls a function is kept.
std::string rewritten(const Index& program, const Source& source, const Rewrite& rule,
                      const lang::Expr& e, const Bindings& bindings, const std::string& size);

/// The text of an expression, in parentheses where it could fall apart beside an
/// operator.
std::string operand_text(const Source& source, const lang::Expr& e);

/// Whether a rule's right side names SIZE.
bool asks_for_size(const Rewrite& rule);

}  // namespace mha::reading
