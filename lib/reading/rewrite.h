#pragma once

// Rules that turn one expression into another, as files in lessons/ write them:
//
//     torch.softmax(A, dim=B) -> torch.softmax(A, dim=-1)
//
// A single capital letter matches any expression, the same one at each occurrence; *Z matches all
// remaining arguments. torch.f(A, ...) also matches A.f(...), F.f and np.f, and a keyword argument
// matches its positional form. SIZE, on the right, stands for each size that is available.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lesson/course/fences.h"
#include "reading/index.h"

namespace mha::reading {

struct Rewrite {
  lang::ModulePtr from, to;  // one expression each
  const lang::Expr& pattern() const;
  const lang::Expr& replacement() const;
};

/// Reads the rules of a ```rewrite fence, one on each line; a line that is not a rule is reported.
std::vector<Rewrite> read_rewrites(const lesson::Fence& fence, lesson::Complaints& complaints);

/// What a letter of a pattern matched: its source text, and the same text ready to be an operand.
struct Bound {
  std::string text, operand;
};
using Bindings = std::map<std::string, Bound>;

/// The bindings of the pattern's letters; nothing if the expression does not match.
std::optional<Bindings> match(const Index& program, const lang::Expr& pattern,
                              const lang::Expr& e);

/// The replacement text for `e`, which matched. `size` replaces SIZE. A function is called in the
/// same way as before: torch.f(x) or x.f().
std::string rewritten(const Index& program, const Source& source, const Rewrite& rule,
                      const lang::Expr& e, const Bindings& bindings, const std::string& size);

/// The text of an expression, in parentheses unless it can stand next to an operator.
std::string operand_text(const Source& source, const lang::Expr& e);

/// Whether a rule's right side contains SIZE.
bool asks_for_size(const Rewrite& rule);

}  // namespace mha::reading
