#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"

namespace mha::reading {

/// What learners call things: lessons/homework-names.md.
class Vocabulary {
 public:
  Vocabulary(const SourcePtr& file, std::vector<lesson::Problem>& problems);

  /// The sizes that a constructor's word stands for: {"d_in", "d_out"} of
  /// "embed_dim"; empty if nobody knows it.
  std::vector<std::string> sizes(std::string_view word) const;
  /// The input that a call's word stands for: "x" of "inputs"; or empty.
  std::string tensor(std::string_view word) const;
  /// Of two words for the same input the one that stands first in the list is
  /// the likelier: attn_mask before key_padding_mask.
  size_t place(std::string_view tensor_word) const;
  /// The weight that a function's word stands for: "W_query" of "wq"; or empty.
  std::string weight(std::string_view word) const;

 private:
  using Words = std::map<std::string, std::vector<std::string>>;
  std::map<std::string, Words> sections_;
  std::map<std::string, size_t> places_;
  std::vector<std::string> find(const char* section, std::string_view word) const;
};

/// The one that is built into the program.
const Vocabulary& vocabulary();

}  // namespace mha::reading
