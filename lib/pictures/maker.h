#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "lang/syntax/ast.h"
#include "pictures/provenance/origins.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// A value as a tensor, or the reason why there is none.
struct Evaluated {
  lang::Value value;
  Tensor tensor;        // undefined if the value is not a tensor, nor a list of numbers
  std::string problem;  // "RuntimeError: ...", or that it is not a tensor
};

/// The environment in which pictures are made: it runs expressions, and knows
/// the names and labels of their values.
class Maker {
 public:
  /// Runs an expression: its value, or the error it ends in.
  using Run = std::function<Evaluated(const std::string& code)>;

  Maker(lang::Interpreter& interpreter, const Origins& origins, Run run);

  const Origins& origins() const { return origins_; }

  /// The value as a tensor, or why there is none. Runs the same code only once.
  Evaluated evaluate(const std::string& code) const;
  /// The same; throws Error if there is none.
  Tensor tensor(const std::string& code) const;
  /// The ints of an index, "1, 3"; skips anything else.
  std::vector<int64_t> index(const std::string& code) const;

  /// What the first of more than two axes counts, as far as the names of sizes tell.
  enum class Leading { unknown, heads, batch };
  Leading leading(const Tensor& t) const;
  /// Whether (batch, ?, rows, columns) holds heads at the second place: as many as a name for
  /// heads says, or a table of tokens by tokens each. A split not yet transposed does not.
  bool has_heads_second(const Tensor& t) const;
  /// The sentence that a value is of: of a batch, by the index of a cell in it; of `weights[1]`
  /// sentence 1. Nothing if that is not known, or if it is one of several without words.
  std::optional<int64_t> sentence(const std::string& expression, const Tensor& t, const Shape& index = {}) const;
  /// The words of that sentence along an axis of that length; none if they are not as many.
  std::vector<std::string> words(int64_t length, std::optional<int64_t> sentence) const;
  /// Whether the program has a value of that name.
  bool knows(const std::string& name) const;
  bool knows_any(const std::function<bool(std::string_view name)>& is_it) const;
  /// Whether one of these names has that int as its value.
  bool has_size(std::span<const std::string_view> names, int64_t size) const;

 private:
  /// Whether the first of three axes counts the sentences that the program has words for.
  bool is_of_sentences(const Tensor& t) const;

  lang::Interpreter& interpreter_;
  const Origins& origins_;
  Run run_;
  std::vector<std::vector<std::string>> sentences_;
  mutable std::map<std::string, Evaluated> known_;
};

/// The expression of a picture with its tree.
struct ParsedExpression {
  SourcePtr source;
  lang::ModulePtr module;
  const lang::Expr* expr = nullptr;
  std::string text(const lang::Expr& e) const { return std::string(source->text(e.span)); }
};
ParsedExpression parse_expression(const std::string& code);

/// The words of each sentence: of `tokens` in the program, a list of words, or a list of such
/// lists; none without that.
std::vector<std::vector<std::string>> sentences_of(lang::Interpreter& interp);

/// "[1, 3]", and "[1, :]" if -1 stands for a whole axis.
std::string index_text(const Shape& index);
/// The expression, in brackets if an index after it would need them.
std::string indexable(const std::string& expression);

}  // namespace mha::pictures
