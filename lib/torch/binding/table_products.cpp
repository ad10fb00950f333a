#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/einsum.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/reduce.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

/// x @ y, or y @ x.
template <bool kSwapped>
Value matmul_operator(lang::Interpreter&, lang::Args& a) {
  const Tensor &self = *as_tensor(a.positional[0]), *other = as_tensor(a.positional[1]);
  if (!other) return Value::not_implemented();
  return fresh(kSwapped ? matmul(*other, self) : matmul(self, *other));
}

Value run_tensordot(Call& c) {
  const Value& dims = c.value(2);
  if (dims.is_int()) return fresh(tensordot(c.tensor(0), c.tensor(1), dims.as_int()));
  const std::vector<Value> both = c.interp.to_vector(dims);
  throw_if(both.size() != 2, "tensordot expects dims to be int or Tuple[List[int], List[int]]");
  return fresh(tensordot(c.tensor(0), c.tensor(1), to_dims(c.interp, both[0]),
                         to_dims(c.interp, both[1])));
}

const Row kProducts[] = {
    {"matmul", "Tensor input, Tensor other" MHA_OUT, bound<mha::matmul>, On::both,
     {"matmul", matmul_operator<false>, matmul_operator<true>}},
    {"mm", "Tensor input, Tensor mat2" MHA_OUT, bound<mha::mm>},
    {"bmm", "Tensor input, Tensor mat2" MHA_OUT, bound<mha::bmm>},
    {"mv", "Tensor input, Tensor vec" MHA_OUT, bound<mha::mv>},
    {"dot", "Tensor input, Tensor tensor" MHA_OUT, bound<mha::dot>},
    {"vdot", "Tensor input, Tensor other" MHA_OUT, bound<mha::dot>},
    {"outer", "Tensor input, Tensor vec2" MHA_OUT, bound<mha::outer>},
    {"inner", "Tensor input, Tensor other" MHA_OUT,
     [](Call& c) {
       const Tensor &a = c.tensor(0), &b = c.tensor(1);
       if (a.dim() == 0 || b.dim() == 0) return fresh(mul(a, b));
       return fresh(tensordot(a, b, {-1}, {-1}));
     }},
    {"addmm", "Tensor input, Tensor mat1, Tensor mat2, *, Number beta=1, Number alpha=1, Tensor out=None",
     bound<addmm>},
    {"baddbmm",
     "Tensor input, Tensor batch1, Tensor batch2, *, Number beta=1, Number alpha=1, Tensor out=None",
     bound<baddbmm>},
    {"addmv", "Tensor input, Tensor mat, Tensor vec, *, Number beta=1, Number alpha=1, Tensor out=None",
     bound<addmv>},
    {"tensordot", "Tensor a, Tensor b, any dims=2, Tensor out=None", run_tensordot,
     On::function},
    {"trace", "Tensor input", [](Call& c) { return fresh(sum(diagonal(c.tensor(0)))); }},
    {"layer_norm",
     "Tensor input, int[] normalized_shape, Tensor weight=None, Tensor bias=None, "
     "float eps=1e-05, bool cudnn_enable=True",
     bound<layer_norm>, On::function},
    {"cosine_similarity", "Tensor x1, Tensor x2, int dim=1, float eps=1e-08", bound<cosine_similarity>, On::function},
};

}  // namespace

std::span<const Row> product_rows() { return kProducts; }

}  // namespace mha::torch
