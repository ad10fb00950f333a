#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/views.h"
#include "tensor/ops/join.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

/// split(): PyTorch writes it in Python, so its errors are those of what it
/// calls.
Value run_split(Call& c) {
  const Value& size = c.value(1);
  const Tensor& x = c.tensor(0);
  if (size.is_int() || (as_tensor(size) && as_tensor(size)->dim() == 0)) {
    return to_value(split(x, c.integer(1), c.integer(2)));
  }
  if (items_in(size)) return to_value(split(x, to_dims(c.interp, size), c.integer(2)));
  throw TypeError("split_with_sizes(): argument 'split_sizes' (position 2) must be tuple of ints, not " +
                  type_text(size));
}

Value run_clone(Call& c) {
  const bool in_order = c.given(1) && c.value(1).object() == types(c.interp).contiguous_format.object();
  // What is contiguous stays so.
  return in_order && !c.tensor(0).is_contiguous() ? bound<contiguous>(c) : bound<clone>(c);
}

Value run_movedim(Call& c) {
  return fresh(movedim(c.tensor(0), to_dims(c.interp, c.value(1)), to_dims(c.interp, c.value(2))));
}

/// A view of the receiver; in place, the receiver itself, seen so from now on.
template <typename F>
Value viewed(Call& c, F view_of) {
  Tensor self = c.tensor(0);
  if (!c.in_place) return fresh(view_of(self));
  check_writable(self);
  const Tensor view = view_of(self);  // with the way back through it, if there is one
  self.set_data(view);
  if (!self.base().defined() && view.grad_fn()) self.set_grad_fn(view.grad_fn());
  return c.same(0);
}

constexpr const char* kSqueeze =
    "Tensor input|Tensor input, int dim|~Tensor input, int[] dim|Tensor input, name dim";
Tensor squeezed(const Call& c, const Tensor& x) {
  if (c.overload == 0) return squeeze(x);
  return c.overload == 1 ? squeeze(x, c.integer(1)) : squeeze(x, c.ints(1));
}

constexpr const char* kMove =
    "Tensor input, int source, int destination|Tensor input, int[] source, int[] destination";

const Row kViews[] = {
    {"view", "Tensor input, dtype dtype|Tensor input, SymInt[] size",
     [](Call& c) {
       if (c.overload == 0) return fresh(view(c.tensor(0), *c.dtype(1)));
       return fresh(view(c.tensor(0), c.ints(1)));
     },
     On::method},
    {"reshape", "Tensor input, SymInt[] shape", bound<reshape>},
    {"view_as", "Tensor input, Tensor other",
     [](Call& c) { return fresh(view(c.tensor(0), c.tensor(1).shape())); }, On::method},
    {"reshape_as", "Tensor input, Tensor other",
     [](Call& c) { return fresh(reshape(c.tensor(0), c.tensor(1).shape())); }, On::method},
    {"expand_as", "Tensor input, Tensor other",
     [](Call& c) { return fresh(expand(c.tensor(0), c.tensor(1).shape())); }, On::method},
    {"flatten", "Tensor input, int start_dim=0, int end_dim=-1", bound_same<mha::flatten>},
    {"ravel", "Tensor input", [](Call& c) { return c.wrap(flatten(c.tensor(0))); }},
    {"unflatten", "Tensor input, int dim, int[] sizes", bound<unflatten>},
    {"unsqueeze", "Tensor input, int dim",
     [](Call& c) {
       return viewed(c, [&](const Tensor& x) { return unsqueeze(x, c.integer(1)); });
     },
     On::in_place},
    {"squeeze", kSqueeze,
     [](Call& c) { return viewed(c, [&](const Tensor& x) { return squeezed(c, x); }); },
     On::in_place},
    {"expand", "Tensor input, SymInt[] size, *, bool implicit=False", bound<expand>, On::method},
    {"broadcast_to", "Tensor input, int[] size", bound<broadcast_to>},
    {"transpose", "Tensor input, int dim0, int dim1|Tensor input, name dim0, name dim1",
     [](Call& c) {
       return viewed(c, [&](const Tensor& x) { return transpose(x, c.integer(1), c.integer(2)); });
     },
     On::in_place},
    {"swapaxes", "Tensor input, int axis0, int axis1",
     [](Call& c) {
       return viewed(c, [&](const Tensor& x) { return swapaxes(x, c.integer(1), c.integer(2)); });
     },
     On::in_place},
    {"swapdims", "Tensor input, int dim0, int dim1", bound<swapaxes>},
    {"permute", "Tensor input, int[] dims", bound<permute>},
    {"movedim", kMove, run_movedim},
    {"moveaxis", kMove, run_movedim},
    {"t", "Tensor input",
     [](Call& c) { return viewed(c, [](const Tensor& x) { return t(x); }); }, On::in_place},
    {"select", "Tensor input, int dim, int index|Tensor input, name dim, int index", bound<select>},
    {"narrow", "Tensor input, int dim, Tensor start, int length|Tensor input, int dim, int start, int length",
     bound<narrow>},
    {"diagonal", "Tensor input, int offset=0, int dim1=0, int dim2=1", bound<diagonal>},
    {"unfold", "Tensor input, int dimension, int size, int step", bound<unfold>, On::method},
    {"as_strided", "Tensor input, SymInt[] size, SymInt[] stride, int storage_offset=None",
     bound<as_strided>},
    {"chunk", "Tensor input, int chunks, int dim=0", bound<chunk>},
    {"tensor_split", "Tensor input, int sections, int dim=0", bound<tensor_split>},
    {"split", "Tensor input, any split_size, int dim=0", run_split},
    {"split_with_sizes", "Tensor input, int[] split_sizes, int dim=0",
     [](Call& c) { return to_value(split(c.tensor(0), c.ints(1), c.integer(2))); }},
    {"unbind", "Tensor input, int dim=0|Tensor input, name dim", bound<unbind>},
    {"detach", "Tensor input",
     [](Call& c) {
       Tensor self = c.tensor(0);
       if (!c.in_place) return fresh(detach(self));
       self.set_grad_fn(nullptr);
       self.set_requires_grad(false);
       return c.same(0);
     },
     On::in_place},
};

const Row kCopies[] = {
    {"contiguous", "Tensor input, *, memory_format memory_format=None",
     bound_same<contiguous>, On::method},
    {"clone", "Tensor input, *, memory_format memory_format=None", run_clone},
    {"flip", "Tensor input, int[] dims", bound<flip>},
    {"fliplr", "Tensor input", [](Call& c) { return fresh(flip(c.tensor(0), {1})); }},
    {"flipud", "Tensor input", [](Call& c) { return fresh(flip(c.tensor(0), {0})); }},
    {"roll", "Tensor input, int[1] shifts, int[1] dims=None", bound<roll>},
    {"repeat", "Tensor input, SymInt[] repeats", bound<repeat>, On::method},
    {"tile", "Tensor input, int[] dims", bound<tile>},
    {"repeat_interleave",
     "Tensor input, Tensor repeats, int dim=None, *, int output_size=None"
     "|Tensor input, int repeats, int dim=None, *, int output_size=None",
     [](Call& c) {
       if (c.overload == 0) {
         return fresh(repeat_interleave(c.tensor(0), c.tensor(1), c.integer_or_none(2)));
       }
       return fresh(repeat_interleave(c.tensor(0), c.integer(1), c.integer_or_none(2)));
     }},
};

}  // namespace

std::span<const Row> view_rows() { return kViews; }
std::span<const Row> copy_rows() { return kCopies; }

}  // namespace mha::torch
