#pragma once

#include <string>

#include "homework/verdict/result.h"

namespace mha::render {

/// A checked homework as a page of its own: nothing is loaded from elsewhere,
/// no script; light and dark; marks and words. `hints` as in the report.
std::string homework_html(const homework::Result& result, int hints);

}  // namespace mha::render
