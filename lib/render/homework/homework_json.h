#pragma once

#include <string>

#include "homework/verdict/result.h"

namespace mha::render {

/// A checked homework as JSON of format 1 (see homework_json_format()), on one line or indented.
/// Ends in a newline.
std::string homework_json(const homework::Result& result, bool one_line);

/// A description of the format for people who write programs that read it.
std::string homework_json_format();

}  // namespace mha::render
