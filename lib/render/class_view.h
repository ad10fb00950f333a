#pragma once

#include <string>

#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::render {

/// One of many homeworks in a line: "  ✗ wrong  anna.py  multi-head  line 24: Scaled
/// by the model size instead of the head size". `name_width` columns are left for
/// the file's name.
std::string class_line(const Style& style, const homework::Result& result, int name_width);

/// The same as a row of a table for spreadsheets, and the row of its columns' names.
std::string class_csv(const homework::Result& result);
std::string class_csv_head();

/// The answers of one file that holds several: a line each, the one that the report
/// is for marked. Empty if there is one.
std::string answer_lines(const Style& style, const homework::Result& result);

}  // namespace mha::render
