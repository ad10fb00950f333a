#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/syntax/ast.h"
#include "tensor/core/tensor.h"

namespace mha::render {

/// What the axes of tensors mean, inferred from the program's own names: `b,
/// num_tokens, d = x.shape` names the axes of x, `view(b, num_tokens, heads,
/// head_dim)` those of its result; products and transposes carry names on. An
/// axis that nothing names has no name; one that a view makes across others is
/// "mixed".
class Axes {
 public:
  using Seen = std::map<const lang::Expr*, Tensor>;

  /// "[batch, heads, tokens, head_dim]", or empty where nothing is known.
  std::string text(const Tensor& t) const;

  /// From a statement like `b, t, d = x.shape`, given what x was.
  void learn_from_unpacking(std::string_view statement,
                            const std::map<std::string, Tensor>& names);
  /// From an operation: `seen` holds the values of its sub-expressions.
  void learn(const Source& source, const lang::Expr& expr,
             std::string_view operation, const Tensor& result,
             const Seen& seen);

 private:
  using Names = std::vector<std::string>;
  const Names* find(const Tensor& t) const;
  void set(const Tensor& t, Names names);

  // The handle keeps the tensor alive, so that its id is not given anew.
  std::unordered_map<const void*, std::pair<Tensor, Names>> known_;
};

}  // namespace mha::render
