#pragma once

// What the submitted file passes to its own functions: evidence of what a parameter means.

#include <string>
#include <vector>

#include "homework/trial/program.h"

namespace mha::homework {

/// The tensors that the file's own calls pass to a parameter, one of each kind. The code under
/// `if __name__ == "__main__":` is run for this, too. Only a parameter that the function reads
/// can be found.
std::vector<Numbers> own_tensors(const Program& program, const lang::FunctionObject& call,
                                 const std::string& parameter);

/// Whether it is a table of two values, as a mask is.
bool is_mask(const Numbers& n);
/// Whether it is a mask of shape (tokens, tokens), up to leading axes of size 1, with one value
/// above the diagonal and another on and below it.
bool is_causal_mask(const Numbers& n);

/// Whether two tensors may be the same thing at different sizes: as many axes, size 1 and equal
/// sizes in the same places, and the same kind of numbers: zeros and ones, others with minus
/// infinity, whole numbers such as lengths, or any others.
bool are_of_one_kind(const Numbers& a, const Numbers& b);

/// Whether a tensor of zeros and ones may be a mask whose ones are kept, or whose ones are
/// hidden. Padding, and the future, are hidden and come last in a row.
bool may_keep(const Numbers& n);
bool may_hide(const Numbers& n);

}  // namespace mha::homework
