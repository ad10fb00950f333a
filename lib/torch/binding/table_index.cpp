#include "tensor/ops/index.h"
#include "torch/binding/table.h"

namespace mha::torch {

using lang::Value;

namespace {

// Most take a name for the dimension as well, of which there are none here.
#define MHA_DIM_INDEX(MORE)                        \
  "Tensor input, int dim, Tensor index" MORE MHA_OUT \
  "|Tensor input, name dim, Tensor index" MORE

constexpr const char* kScatter =
    "Tensor input, int dim, Tensor index, Tensor src" MHA_OUT
    "|Tensor input, name dim, Tensor index, Tensor src"
    "|Tensor input, int dim, Tensor index, Number value" MHA_OUT
    "|Tensor input, name dim, Tensor index, Number value";
constexpr const char* kIndexFill =
    "Tensor input, int dim, Tensor index, Tensor value"
    "|Tensor input, name dim, Tensor index, Tensor value"
    "|Tensor input, int dim, Tensor index, Number value"
    "|Tensor input, name dim, Tensor index, Number value";

const Row kIndex[] = {
    {"gather",
     "Tensor input, int dim, Tensor index, *, bool sparse_grad=False, Tensor out=None"
     "|Tensor input, name dim, Tensor index, *, bool sparse_grad=False, Tensor out=None",
     [](Call& c) { return fresh(gather(c.tensor(0), c.integer(1), c.tensor(2))); }},
    {"index_select", MHA_DIM_INDEX(""),
     [](Call& c) { return fresh(index_select(c.tensor(0), c.integer(1), c.tensor(2))); }},
    {"masked_select", "Tensor input, Tensor mask" MHA_OUT,
     [](Call& c) { return fresh(masked_select(c.tensor(0), c.tensor(1))); }},
    {"take", "Tensor input, Tensor index" MHA_OUT,
     [](Call& c) { return fresh(take(c.tensor(0), c.tensor(1))); }},
    {"take_along_dim", "Tensor input, Tensor indices, int dim=None" MHA_OUT,
     [](Call& c) {
       return fresh(take_along_dim(c.tensor(0), c.tensor(1), c.integer_or_none(2)));
     }},
    {"nonzero", "Tensor input, *, bool as_tuple=False, Tensor out=None",
     [](Call& c) {
       if (c.flag(1)) return to_value(nonzero_as_tuple(c.tensor(0)));
       return fresh(nonzero(c.tensor(0)));
     }},
    {"argwhere", "Tensor input", [](Call& c) { return fresh(nonzero(c.tensor(0))); }},
    {"scatter", kScatter,
     [](Call& c) {
       return c.result(scatter(c.tensor(0), c.integer(1), c.tensor(2), c.operand(3), c.target()));
     },
     On::in_place},
    {"scatter_add", MHA_DIM_INDEX(", Tensor src"),
     [](Call& c) {
       return c.result(scatter_add(c.tensor(0), c.integer(1), c.tensor(2), c.tensor(3), c.target()));
     },
     On::in_place},
    {"index_fill", kIndexFill,
     [](Call& c) {
       return c.result(index_fill(c.tensor(0), c.integer(1), c.tensor(2), c.operand(3), c.target()));
     },
     On::in_place},
    {"index_add",
     "Tensor input, int dim, Tensor index, Tensor source, *, Number alpha=1, Tensor out=None"
     "|Tensor input, name dim, Tensor index, Tensor source, *, Number alpha=1",
     [](Call& c) {
       return c.result(index_add(c.tensor(0), c.integer(1), c.tensor(2), c.tensor(3), c.scalar(4), c.target()));
     },
     On::in_place},
};

}  // namespace

std::span<const Row> index_rows() { return kIndex; }

}  // namespace mha::torch
