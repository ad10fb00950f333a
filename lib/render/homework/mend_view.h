#pragma once

#include <string>

#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::render {

/// The edit that makes a homework right, as a diff with some context; or a sentence that says why
/// there is none.
std::string mend_view(const Style& style, const homework::Result& result);

/// The same for programs, one object on a line: {file, homework, changes, why}. A change is {line, before,
/// after}, of which `before` is null for a new line and `after` for one that goes; `why` says why there is none.
std::string mend_json(const homework::Result& result);

}  // namespace mha::render
