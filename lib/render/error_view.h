#pragma once

#include <string>

#include "lesson/lesson.h"
#include "render/style.h"
#include "torch/explain/report.h"

namespace mha::render {

/// A line of the source with carets below it, in what the style can show.
std::string source_excerpt(const Style& style, const Source& source, Span span);

/// An error for the reader: the place and Python's words on one line, the code
/// with a caret, the calls that led there, what was seen, and a guess at help.
std::string error_text(const Style& style, const torch::Report& report);

/// A problem in a lesson file: place, line with carets, help.
std::string problem_text(const Style& style, const lesson::Problem& problem);

}  // namespace mha::render
