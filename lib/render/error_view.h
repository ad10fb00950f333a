#pragma once

#include <string>

#include "render/style.h"
#include "torch/report.h"

namespace mha::render {

/// An error as it is shown: the place and Python's words on one line, the code
/// with a caret, how it was reached, what was seen, a guess at help.
std::string error_text(const Style& style, const torch::Report& report);

}  // namespace mha::render
