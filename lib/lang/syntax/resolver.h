#pragma once

// Decides where every name of a program lives, by Python's rules of scope.

#include "lang/syntax/ast.h"

namespace mha::lang {

/// Fills in the NameRefs and ScopeInfos of a module, and mangles the private
/// names of classes (__x becomes _Class__x). Module-level names are global; a
/// class that a method refers to as `__class__` has an own cell of that name.
/// Throws SyntaxError for what parses and yet makes no sense: 'return' outside
/// function, a parameter named twice, and so on.
void resolve(Module& module);

}  // namespace mha::lang
