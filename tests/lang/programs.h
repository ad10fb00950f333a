#pragma once

// Programs of the tests, from their text.

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "lang/runtime/interpreter.h"
#include "lang/syntax/parser.h"

namespace mha::lang {

inline SourcePtr source(std::string text) {
  return std::make_shared<Source>("test.py", std::move(text));
}

inline ModulePtr parsed(std::string text) { return parse(source(std::move(text))); }

/// The error that ends the program.
inline PyError failure(Interpreter& interp, const std::string& program) {
  try {
    interp.run(source(program));
  } catch (const PyError& e) {
    return e;
  }
  FAIL("the program did not fail: " << program);
  throw;
}

}  // namespace mha::lang
