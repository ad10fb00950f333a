#pragma once

#include <string>

#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::render {

/// One line for one of many submissions: "  ✗ wrong  anna.py  multi-head  line
/// 24: Scaled by the model size instead of the head size". `name_width` columns
/// are left for the file's name.
std::string class_line(const Style& style, const homework::Result& result, int name_width);

/// The same as a row of a table for spreadsheets, and the row of its columns' names.
std::string class_csv(const homework::Result& result);
std::string class_csv_head();

/// A line for each answer of a file with several, with a mark at the one that
/// the report is for. Empty if there is only one.
std::string answer_lines(const Style& style, const homework::Result& result);

}  // namespace mha::render
