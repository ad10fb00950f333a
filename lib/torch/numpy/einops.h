#pragma once

// einops: rearrange, reduce, repeat and einsum by named axes.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "tensor/core/tensor.h"

namespace mha::torch {

/// One side of a pattern: "b t (h d)". An axis is a name, a number above 1, or
/// "…" for an ellipsis; 1 and () are empty groups.
struct EinopsExpression {
  struct Options {
    bool underscore = false;  // "_" names an axis that does not matter
    bool duplicates = false;
  };
  EinopsExpression(lang::Interpreter& interp, std::string_view text, Options options);
  EinopsExpression(lang::Interpreter& interp, std::string_view text)
      : EinopsExpression(interp, text, Options()) {}

  struct Group {
    std::vector<std::string> axes;
    bool is_ellipsis = false;  // outside parentheses
    bool in_brackets = false;
  };
  std::vector<Group> groups;
  std::vector<std::string> identifiers;  // each once, as they come
  bool has_ellipsis = false;
  bool ellipsis_in_brackets = false;
  bool has_numbers = false;  // other than 1

  bool has(const std::string& axis) const;
};

inline constexpr const char* kEllipsisAxis = "…";

using AxisSizes = std::vector<std::pair<std::string, int64_t>>;

/// What to do to a tensor of a given number of dimensions: a reshape, a permute,
/// a reduction, new axes and another reshape, as far as each is needed.
/// `operation` is "rearrange", "repeat" or a reduction. Throws EinopsError,
/// as a PyError.
class EinopsRecipe {
 public:
  EinopsRecipe(lang::Interpreter& interp, const std::string& pattern, std::string operation,
               const std::vector<std::string>& sized_axes, int64_t dims);
  Tensor apply(const Tensor& x, const AxisSizes& sizes) const;

 private:
  void expand_ellipsis(int64_t dims);
  int64_t position(const std::string& axis) const;
  Tensor reduce(Tensor x, size_t kept) const;

  lang::Interpreter& interp_;
  std::string operation_;
  EinopsExpression left_, right_;
  std::vector<std::string> axes_;           // of the left, then the new ones
  std::vector<std::vector<int64_t>> known_, unknown_;  // of each input axis
  size_t left_count_ = 0;
};

/// The pattern in one letter an axis, as torch.einsum takes it.
std::string einops_equation(lang::Interpreter& interp, const std::string& pattern);

/// An einops.EinopsError, to be thrown.
lang::PyError einops_error(lang::Interpreter& interp, const std::string& message);
lang::ClassObject* einops_error_class(lang::Interpreter& interp);

/// Makes `import einops` and `einops.layers.torch` work.
void add_einops(lang::Interpreter& interp);

}  // namespace mha::torch
