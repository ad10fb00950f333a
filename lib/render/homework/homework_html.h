#pragma once

#include <string>

#include "homework/verdict/result.h"

namespace mha::render {

/// A checked homework as a self-contained HTML page: no scripts, nothing loaded from elsewhere, a
/// light and a dark style. `hints` as in HomeworkReportOptions.
std::string homework_html(const homework::Result& result, int hints);

}  // namespace mha::render
