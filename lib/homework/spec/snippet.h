#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lang/syntax/ast.h"
#include "lesson/course/fences.h"

namespace mha::homework {

/// Lines of torch code, with the names that they read and make. Names that begin with an
/// underscore are private to the snippet and not listed.
struct Snippet {
  std::string code;
  std::vector<std::string> makes;
  std::vector<std::string> reads;  // names that it uses before it makes them
  lang::ModulePtr parsed;
  bool uses(const std::string& name) const;
};

/// The words of source text unchanged, without comments.
std::set<std::string> words_in(std::string_view text);

/// Parses the code of a fence; a syntax error becomes a complaint at its place in the file.
Snippet read_snippet(const lesson::Fence& fence, lesson::Complaints& complaints);

}  // namespace mha::homework
