#pragma once

#include <string>

#include "lesson/lesson.h"
#include "render/style.h"
#include "torch/explain/report.h"

namespace mha::render {

/// A line of the source with carets below it, in what the style can show.
std::string source_excerpt(const Style& style, const Source& source, Span span);

/// An error as it is shown: the place and Python's words on one line, the code
/// with a caret, how it was reached, what was seen, a guess at help.
std::string error_text(const Style& style, const torch::Report& report);

/// Something wrong in a file of an author's: place, line with carets, help.
std::string problem_text(const Style& style, const lesson::Problem& problem);

}  // namespace mha::render
