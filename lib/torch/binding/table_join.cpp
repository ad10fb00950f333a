#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/join.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

constexpr const char* kCat =
    "Tensor[] tensors, int dim=0" MHA_OUT "|Tensor[] tensors, name dim" MHA_OUT;
Value run_cat(Call& c) { return fresh(cat(c.tensors(0), c.integer(1))); }

Tensor at_least_2d_column(const Tensor& x) {
  return x.dim() >= 2 ? x : reshape(x, {x.numel(), 1});
}

Value run_column_stack(Call& c) {
  std::vector<Tensor> columns;
  for (const Tensor& x : c.tensors(0)) columns.push_back(at_least_2d_column(x));
  return fresh(cat(columns, 1));
}

/// The diagonal of each matrix in the result is a row of `x`.
Tensor diag_embed(const Tensor& x, int64_t offset) {
  if (x.dim() == 0) wrap_dim(-2, 1);  // throws: there is no last but one
  const int64_t n = x.size(-1) + std::abs(offset);
  Shape shape = x.shape();
  shape.back() = n;
  shape.push_back(n);
  const Tensor out = zeros(shape, x.dtype());
  copy_(diagonal(out, offset, -2, -1), x);
  return out;
}

/// What each element has more than the one before it, n times over.
Value run_diff(Call& c) {
  Tensor x = c.tensor(0);
  const int64_t dim = c.integer(2);
  throw_if(x.dim() == 0, "diff expects input to be at least one-dimensional");
  for (int64_t i = 0; i < c.integer(1) && x.size(dim) > 0; ++i) {
    const Tensor next = slice(x, dim, 1);
    const Tensor now = slice(x, dim, 0, -1);
    x = x.dtype() == DType::bool_ ? ne(next, now) : sub(next, now);
  }
  return fresh(x);
}

const Row kJoins[] = {
    {"diff", "Tensor input, int n=1, int dim=-1", run_diff},
    {"cat", kCat, run_cat, On::function},
    {"concat", kCat, run_cat, On::function},
    {"concatenate", kCat, run_cat, On::function},
    {"stack", "Tensor[] tensors, int dim=0" MHA_OUT, bound<stack>, On::function},
    {"hstack", "Tensor[] tensors" MHA_OUT, bound<hstack>, On::function},
    {"vstack", "Tensor[] tensors" MHA_OUT, bound<vstack>, On::function},
    {"column_stack", "Tensor[] tensors" MHA_OUT, run_column_stack, On::function},
    {"tril", "Tensor input, int diagonal=0" MHA_OUT, bound_into<tril>, On::in_place},
    {"triu", "Tensor input, int diagonal=0" MHA_OUT, bound_into<triu>, On::in_place},
    {"diag", "Tensor input, int diagonal=0" MHA_OUT, bound<diag>},
    {"diagflat", "Tensor input, int offset=0",
     [](Call& c) { return fresh(diag(flatten(c.tensor(0)), c.integer(1))); }},
    {"diag_embed", "Tensor input, int offset=0",
     [](Call& c) { return fresh(diag_embed(c.tensor(0), c.integer(1))); }},
};

}  // namespace

std::span<const Row> join_rows() { return kJoins; }

}  // namespace mha::torch
