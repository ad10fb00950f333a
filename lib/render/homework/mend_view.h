#pragma once

#include <string>

#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::render {

/// The change that makes a homework right, as a difference of lines with what
/// stands around it; or, in a sentence, why there is none to show.
std::string mend_view(const Style& style, const homework::Result& result);

}  // namespace mha::render
