#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/einsum.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/reduce.h"
#include "torch/binding/table.h"

namespace mha::torch {

using lang::Value;

namespace {

template <Tensor (*kOp)(const Tensor&, const Tensor&)>
Value run(Call& c) {
  return fresh(kOp(c.tensor(0), c.tensor(1)));
}

/// x @ y, or y @ x.
template <bool kSwapped>
Value matmul_operator(lang::Interpreter&, lang::Args& a) {
  const Tensor &self = *as_tensor(a.positional[0]), *other = as_tensor(a.positional[1]);
  if (!other) return Value::not_implemented();
  return fresh(kSwapped ? matmul(*other, self) : matmul(self, *other));
}

/// addmm and its like: beta * input + alpha * product.
template <Tensor (*kOp)(const Tensor&, const Tensor&, const Tensor&, Scalar, Scalar)>
Value run_added(Call& c) {
  return fresh(kOp(c.tensor(0), c.tensor(1), c.tensor(2), c.scalar(3), c.scalar(4)));
}

Value run_tensordot(Call& c) {
  const Value& dims = c.value(2);
  if (dims.is_int()) return fresh(tensordot(c.tensor(0), c.tensor(1), dims.as_int()));
  const std::vector<Value> both = c.interp.to_vector(dims);
  if (both.size() != 2) {
    throw RuntimeError("tensordot expects dims to be int or Tuple[List[int], List[int]]");
  }
  Shape lists[2];
  for (size_t i = 0; i < 2; ++i) {
    if (both[i].is_int()) {
      lists[i] = {both[i].as_int()};
      continue;
    }
    for (const Value& v : c.interp.to_vector(both[i])) lists[i].push_back(c.interp.to_index(v));
  }
  return fresh(tensordot(c.tensor(0), c.tensor(1), lists[0], lists[1]));
}

const Row kProducts[] = {
    {"matmul", "Tensor input, Tensor other" MHA_OUT, run<matmul>, On::both,
     {"matmul", matmul_operator<false>, matmul_operator<true>}},
    {"mm", "Tensor input, Tensor mat2" MHA_OUT, run<mm>},
    {"bmm", "Tensor input, Tensor mat2" MHA_OUT, run<bmm>},
    {"mv", "Tensor input, Tensor vec" MHA_OUT, run<mv>},
    {"dot", "Tensor input, Tensor tensor" MHA_OUT, run<dot>},
    {"vdot", "Tensor input, Tensor other" MHA_OUT, run<dot>},
    {"outer", "Tensor input, Tensor vec2" MHA_OUT, run<outer>},
    {"ger", "Tensor input, Tensor vec2" MHA_OUT, run<outer>},
    {"inner", "Tensor input, Tensor other" MHA_OUT,
     [](Call& c) {
       const Tensor &a = c.tensor(0), &b = c.tensor(1);
       if (a.dim() == 0 || b.dim() == 0) return fresh(mul(a, b));
       return fresh(tensordot(a, b, {-1}, {-1}));
     }},
    {"addmm", "Tensor input, Tensor mat1, Tensor mat2, *, Number beta=1, Number alpha=1, Tensor out=None",
     run_added<addmm>},
    {"baddbmm",
     "Tensor input, Tensor batch1, Tensor batch2, *, Number beta=1, Number alpha=1, Tensor out=None",
     run_added<baddbmm>},
    {"addmv", "Tensor input, Tensor mat, Tensor vec, *, Number beta=1, Number alpha=1, Tensor out=None",
     run_added<addmv>},
    {"tensordot", "Tensor a, Tensor b, any dims=2, Tensor out=None", run_tensordot,
     On::function},
    {"trace", "Tensor input", [](Call& c) { return fresh(sum(diagonal(c.tensor(0)))); }},
    {"layer_norm",
     "Tensor input, int[] normalized_shape, Tensor weight=None, Tensor bias=None, "
     "float eps=1e-05, bool cudnn_enable=True",
     [](Call& c) {
       return fresh(layer_norm(c.tensor(0), c.ints(1), c.tensor_or_none(2),
                               c.tensor_or_none(3), c.floating(4)));
     },
     On::function},
    {"cosine_similarity", "Tensor x1, Tensor x2, int dim=1, float eps=1e-08",
     [](Call& c) {
       return fresh(cosine_similarity(c.tensor(0), c.tensor(1), c.integer(2), c.floating(3)));
     },
     On::function},
};

}  // namespace

std::span<const Row> product_rows() { return kProducts; }

}  // namespace mha::torch
