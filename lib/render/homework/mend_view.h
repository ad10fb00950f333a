#pragma once

#include <string>

#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::render {

/// The edit that makes a homework right, as a diff with some context; or a sentence that says why
/// there is none.
std::string mend_view(const Style& style, const homework::Result& result);

}  // namespace mha::render
