#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"

namespace mha::reading {

/// A normal form for the spellings of one word: "nheads" for "n_heads" and "nHeads".
std::string folded(std::string_view word);

/// The words that learners use for sizes, inputs and weights, from lessons/homework-names.md.
class Vocabulary {
 public:
  /// What a word may stand for.
  enum class Kind { sizes, tensors, weights };

  Vocabulary(const SourcePtr& file, std::vector<lesson::Problem>& problems);

  /// Makes words stand for these names and nothing else of that kind.
  void put_first(Kind kind, const std::vector<std::string>& names, const std::vector<std::string>& words);

  /// The sizes that a constructor's parameter may stand for: {"d_in", "d_out"} for "embed_dim";
  /// empty if the word is unknown.
  std::vector<std::string> sizes(std::string_view word) const;
  /// The input that a parameter of a call stands for: "x" for "inputs"; empty if unknown.
  std::string tensor(std::string_view word) const;
  /// The position of a word in the list. Of two words for one input, the earlier is more likely:
  /// attn_mask before key_padding_mask.
  size_t place(std::string_view tensor_word) const;
  /// The size of a parameter with an unknown name that is used as "divisor", "dividend", "root",
  /// "table", "multiple", "dropout" or "bias". lessons/homework-names.md lists them.
  std::string size_by_use(const std::string& use) const;
  /// Whether one of the words of a name, as in num_cabezas, says that it counts something.
  bool counts(std::string_view name) const;
  /// Whether one of them, as in encoder_mask, says that it is a mask.
  bool masks(std::string_view name) const;
  /// Whether a definition says of itself that it is wrong on purpose.
  bool is_marked_wrong(std::string_view name, std::string_view docstring) const;
  /// Whether a size's name says less than its use.
  bool is_vague(std::string_view size) const { return vague_.contains(folded(size)); }
  /// Whether the homework itself says what a size of this name is.
  bool is_told(const std::string& size) const { return told_.contains(size); }
  /// Whether a mask of this name may say what is hidden, though the task's says what is kept.
  bool may_be_turned(std::string_view mask) const { return may_be_turned_.contains(folded(mask)); }
  /// The names of layers that only whole models have.
  const std::vector<std::string>& model_layers() const { return model_layers_; }
  /// The weight that a function's parameter stands for: "W_query" for "wq"; empty if unknown.
  std::string weight(std::string_view word) const;

 private:
  using Words = std::map<std::string, std::vector<std::string>>;
  std::map<Kind, Words> words_;
  std::map<std::string, size_t> places_;
  std::map<std::string, std::string> by_use_;
  std::vector<std::string> model_layers_;
  std::set<std::string> counts_, masks_;
  std::set<std::string> vague_, may_be_turned_, told_;
  std::vector<std::string> wrong_names_, wrong_phrases_, wrong_clauses_;
  std::map<std::string, std::vector<std::string>> halves_;  // the parts of two-part words
  std::vector<std::string> find_in_two(std::string_view word) const;
  std::vector<std::string> find(Kind kind, std::string_view word) const;
};

/// The vocabulary that is built into mha-tutor.
const Vocabulary& vocabulary();

}  // namespace mha::reading
