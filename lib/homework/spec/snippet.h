#pragma once

#include <string>
#include <vector>

#include "lang/syntax/ast.h"
#include "lesson/course/fences.h"

namespace mha::homework {

/// Lines of torch code and the names they give values to, without those that
/// begin with an underscore.
struct Snippet {
  std::string code;
  std::vector<std::string> makes;
  std::vector<std::string> reads;  // every other name in it
  lang::ModulePtr parsed;
  bool uses(const std::string& name) const;
};

/// Reads a piece; a syntax error is a problem at its place in the file.
Snippet read_snippet(const lesson::Fence& fence, lesson::Complaints& complaints);

}  // namespace mha::homework
