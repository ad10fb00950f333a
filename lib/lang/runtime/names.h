#pragma once

#include <set>
#include <string>

#include "lang/runtime/interpreter.h"

namespace mha::lang {

/// The names that a value has, as dir() lists them. A class's own __dir__ is called.
std::set<std::string> names_of(Interpreter& interp, const Value& v);
/// Those of __main__.
std::set<std::string> names_in_main(Interpreter& interp);
/// print, len and the others.
std::set<std::string> builtin_names(Interpreter& interp);

}  // namespace mha::lang
