#include "tensor/ops/index.h"
#include "torch/binding/table.h"

namespace mha::torch {

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
     bound<gather>},
    {"index_select", MHA_DIM_INDEX(""), bound<index_select>},
    {"masked_select", "Tensor input, Tensor mask" MHA_OUT, bound<masked_select>},
    {"take", "Tensor input, Tensor index" MHA_OUT, bound<take>},
    {"take_along_dim", "Tensor input, Tensor indices, int dim=None" MHA_OUT, bound<take_along_dim>},
    {"nonzero", "Tensor input, *, bool as_tuple=False, Tensor out=None",
     [](Call& c) {
       if (c.flag(1)) return to_value(nonzero_as_tuple(c.tensor(0)));
       return fresh(nonzero(c.tensor(0)));
     }},
    {"argwhere", "Tensor input", bound<nonzero>},
    {"scatter", kScatter, bound_into<scatter>, On::in_place},
    {"scatter_add", MHA_DIM_INDEX(", Tensor src"), bound_into<scatter_add>, On::in_place},
    {"index_fill", kIndexFill, bound_into<index_fill>, On::in_place},
    {"index_add",
     "Tensor input, int dim, Tensor index, Tensor source, *, Number alpha=1, Tensor out=None"
     "|Tensor input, name dim, Tensor index, Tensor source, *, Number alpha=1",
     bound_into<index_add>, On::in_place},
};

}  // namespace

std::span<const Row> index_rows() { return kIndex; }

}  // namespace mha::torch
