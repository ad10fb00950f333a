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
  /// What a word may stand for.
  enum class Kind { sizes, tensors, weights };

  Vocabulary(const SourcePtr& file, std::vector<lesson::Problem>& problems);

  /// Lets words stand for these names and nothing else of that kind.
  void put_first(Kind kind, const std::vector<std::string>& names, const std::vector<std::string>& words);

  /// The sizes that a constructor's word stands for: {"d_in", "d_out"} of
  /// "embed_dim"; empty if nobody knows it.
  std::vector<std::string> sizes(std::string_view word) const;
  /// The input that a call's word stands for: "x" of "inputs"; or empty.
  std::string tensor(std::string_view word) const;
  /// Of two words for the same input the one that stands first in the list is
  /// the likelier: attn_mask before key_padding_mask.
  size_t place(std::string_view tensor_word) const;
  /// The size that a parameter of unknown name is when it is used so: "divisor", "dividend",
  /// "root", "table", "dropout", "bias". lessons/homework-names.md says what each is.
  std::string size_by_use(const std::string& use) const;
  /// The names of layers that whole models have.
  const std::vector<std::string>& model_layers() const { return model_layers_; }
  /// The weight that a function's word stands for: "W_query" of "wq"; or empty.
  std::string weight(std::string_view word) const;

 private:
  using Words = std::map<std::string, std::vector<std::string>>;
  std::map<Kind, Words> words_;
  std::map<std::string, size_t> places_;
  std::map<std::string, std::string> by_use_;
  std::vector<std::string> model_layers_;
  std::map<std::string, std::vector<std::string>> halves_;  // of words made of two
  std::vector<std::string> find_in_two(std::string_view word) const;
  std::vector<std::string> find(Kind kind, std::string_view word) const;
};

/// The one that is built into the program.
const Vocabulary& vocabulary();

}  // namespace mha::reading
