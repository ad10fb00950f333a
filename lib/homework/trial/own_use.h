#pragma once

// How a file itself uses what is judged: what its own calls hand over.

#include <string>
#include <vector>

#include "homework/trial/program.h"

namespace mha::homework {

/// The tensors that the file's own calls gave a parameter, those of one kind once. What
/// stands under `if __name__ == "__main__":` is run for it, too. A parameter that is read
/// nowhere was given nothing.
std::vector<Numbers> own_tensors(const Program& program, const lang::FunctionObject& call,
                                 const std::string& parameter);

/// Whether it is a table that keeps and hides.
bool is_mask(const Numbers& n);
/// Whether it is one of (tokens, tokens), with axes of 1 before them or not, that has one
/// value for all that lies ahead and another for all that came before.
bool is_causal_mask(const Numbers& n);

/// Whether two tensors may stand for the same thing at other sizes: they have as many
/// axes, those of size 1 and those of equal size at the same places, and numbers of one
/// kind: zeros and ones, others with minus infinity, any others.
bool are_of_one_kind(const Numbers& a, const Numbers& b);

/// Whether a tensor may say what is kept, and whether it may say what is hidden: of zeros
/// and ones either, but padding, and the future, come last in a row.
bool may_keep(const Numbers& n);
bool may_hide(const Numbers& n);

}  // namespace mha::homework
