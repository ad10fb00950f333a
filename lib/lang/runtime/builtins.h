#pragma once

// What a program finds without importing anything, and the standard modules
// it may import. The Interpreter's constructor calls the three functions in
// this order, after it has made the classes `object`, `type` and the
// exceptions.

#include "lang/runtime/interpreter.h"

namespace mha::lang {

/// Makes the classes int, float, bool, str, list, tuple, dict, set, frozenset,
/// slice, range, the iterators and the views, with their methods, and adds
/// those that have a built-in name (builtin_class() knows them from then on).
/// Classes of functions, modules, super, property and the like are made by
/// their owners.
void add_builtin_types(Interpreter& interp);

/// print, len, sorted, isinstance and the rest.
void add_builtin_functions(Interpreter& interp);

/// math, typing, collections, dataclasses, functools, itertools, copy, time,
/// warnings and the other modules of Python that are supported.
void add_standard_modules(Interpreter& interp);

// ------------------------------------------- shared with the other type files

/// An iterator over `list` semantics shows its type's name ("list_iterator",
/// "zip") and takes that class from the interpreter.
Value make_iterator(Interpreter& interp, std::string_view type_name,
                    std::function<bool(Value&)> next);

/// Where start, stop and step of a slice fall in a sequence of that length:
/// step is never 0 and `count` elements are chosen from `start` on.
struct SliceBounds {
  int64_t start = 0, stop = 0, step = 1, count = 0;
};
/// Throws ValueError "slice step cannot be zero" and Python's TypeError for
/// indices that are not ints.
SliceBounds slice_bounds(Interpreter& interp, const SliceObject& slice,
                         int64_t length);

/// The special methods that an operator asks for: x + y the first, then y's second; x += y
/// the third. Of a comparison there is one.
enum class Form : uint8_t { plain, reflected, in_place };
Special special_of(BinaryOp op, Form form = Form::plain);
Special special_of(CompareOp op);

/// A number, or what __float__ or __index__ makes of an object; nothing if it has neither.
std::optional<double> real_number(Interpreter& interp, const Value& v);

/// The exception of that built-in class with these arguments, to be thrown:
/// `throw make_error(interp, "KeyError", {key})`.
PyError make_error(Interpreter& interp, std::string_view kind,
                   std::vector<Value> arguments);

}  // namespace mha::lang
