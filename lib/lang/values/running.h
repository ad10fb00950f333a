#pragma once

#include <cstdint>
#include <string>

#include "lang/values/value.h"

// What values must ask the interpreter that is at work: it knows the classes, and runs what
// a program has defined. runtime/interpreter.cpp answers; without an interpreter there is
// no class, nothing is equal to anything else, and a hash is the object's own.

namespace mha::lang {

class ClassObject;

/// The class of an object that names none itself; null without an interpreter.
ClassObject* running_class_of(const Value& v);
/// The class of iterators that show themselves by that name; null without an interpreter.
ClassObject* running_iterator_class(const std::string& name);
/// hash(v) and a == b, as a program's own __hash__ and __eq__ have it. May raise.
uint64_t running_hash(const Value& v);
bool running_equal(const Value& a, const Value& b);

}  // namespace mha::lang
