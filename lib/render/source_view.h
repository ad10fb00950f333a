#pragma once

#include <functional>
#include <string>

#include "render/style.h"
#include "torch/explain/listing.h"

namespace mha::render {

/// What `source NAME` shows: the lines with their numbers in the file; of C++, how it is
/// called and what it does. No line is wider than the style.
std::string source_text(const Style& style, const torch::Listing& listing);

/// What there is to read in lib/library, by module.
std::string source_index(const Style& style);

/// What becomes of lines that are wider than the style.
enum class LongLines { folded, stay };

/// Lines `first` to `last` of a source, each with its number, a bar and its colours, and
/// below it what `below` says of it.
std::string numbered_lines(const Style& style, const Source& source, int first, int last, LongLines long_lines,
                           const std::function<std::string(int)>& below = nullptr);

}  // namespace mha::render
