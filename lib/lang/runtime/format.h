#pragma once

// How values become text under a format: the mini-language behind format(),
// f-strings and str.format, the % operator of str, and repr of text.

#include <string>
#include <string_view>

#include "lang/values/class_object.h"

namespace mha::lang {

class Interpreter;

/// format(v, spec) for an int, float, bool or str. Throws ValueError in
/// Python's words, such as "Unknown format code 'd' for object of type
/// 'float'".
std::string format_int(const Value& integral, std::string_view spec);
std::string format_float(double v, std::string_view spec);
std::string format_str(std::string_view text, std::string_view spec);

/// `text % arguments`: a tuple gives one value a field, a dict named ones.
std::string percent_format(Interpreter& interp, std::string_view text,
                           const Value& arguments);
/// text.format(...): positional and keyword fields, attributes, indices,
/// conversions and nested specs. `positional` starts after the text itself.
std::string str_format(Interpreter& interp, std::string_view text,
                       std::span<const Value> positional,
                       std::span<const KeywordArg> keywords);

/// Python's repr of text: the quotes it picks, its escapes, printable
/// characters of every script as they are.
std::string str_repr(std::string_view text);

}  // namespace mha::lang
