#pragma once

#include <string>

#include "homework/verdict/result.h"

namespace mha::render {

/// A checked homework as JSON, format 1 (homework_json_format() describes it):
/// one line, or indented. Ends in a newline.
std::string homework_json(const homework::Result& result, bool one_line);

/// What is in it, for people who write programs that read it.
std::string homework_json_format();

}  // namespace mha::render
