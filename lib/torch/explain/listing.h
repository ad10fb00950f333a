#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/runtime/interpreter.h"

namespace mha::torch {

/// What there is to read of a name, "nn.MultiheadAttention": the lines in which it is
/// written or, if it is C++, how it is called and one line on what it does.
struct Listing {
  std::string name;            // its full name: "torch.matmul"
  SourcePtr source;            // null: it is C++
  int first_line = 1, last_line = 1;
  std::vector<std::string> signatures;  // "(Tensor input, int dim)"; of C++ alone
  std::string about;                    // of C++ alone; may be empty
  std::vector<std::string> pages;       // of a package: the modules in it that can be read
};

/// A name as programs write it: first one of the program's own, of which an object stands
/// for its class, then `nn`, `F` and `np`, built-in names, modules, and what a module has
/// ("MultiheadAttention", "rearrange", "view"). Throws an Error for a name that there is
/// not, with the nearest one, and a Refusal for one that only PyTorch or Python has.
/// To be called within Interpreter::perform().
Listing find_listing(lang::Interpreter& interp, std::string_view name);

/// The derivative of an op, "softmax" or "F.softmax": the lines of lib/library in which it is
/// written. Throws an Error, with the nearest name, if none is.
Listing find_derivative(std::string_view name);

/// The last line of the statement, a `def` or `class`, that begins on line `first`: the last
/// that is indented below it.
int last_line(const Source& source, int first);

}  // namespace mha::torch
