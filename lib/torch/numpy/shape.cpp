#include <numeric>

#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/join.h"
#include "torch/numpy/numpy.h"

// Other shapes of arrays, several arrays made one, and copies.

namespace mha::torch {

namespace {

/// The result as what the argument was: NumPy calls a tensor's own method.
Value like(Interpreter& interp, const Value& given, const Tensor& t) {
  return as_tensor(given) ? lang::tensor(t) : array_value(interp, t);
}

void only_c_order(const Value& v) {
  const auto* s = v.get<lang::StrObject>();
  if (is_given(v) && (!s || (s->text() != "C" && s->text() != "A" && s->text() != "K"))) {
    refuse_numpy("order='F'");
  }
}

/// The sizes in (2, 3) or ((2, 3),).
Shape sizes_of(Interpreter& interp, const Value& varargs) {
  const auto& items = varargs.get<lang::TupleObject>()->items;
  if (items.size() == 1) return to_shape(interp, items[0]);
  Shape out;
  for (const Value& v : items) out.push_back(interp.to_index(v));
  return out;
}

Tensor reshaped(const Tensor& x, const Shape& shape) {
  int64_t unknown = 0, product = 1;
  for (const int64_t n : shape) {
    if (n < 0) {
      ++unknown;
    } else if (__builtin_mul_overflow(product, n, &product)) {
      product = -1;
      break;
    }
  }
  if (unknown > 1) throw ValueError("can only specify one unknown dimension");
  const bool fits = unknown == 0 ? product == x.numel()
                                 : product > 0 && x.numel() % product == 0;
  if (!fits) {
    throw_error<ValueError>("cannot reshape array of size {} into shape {}", x.numel(),
                            tight_text(shape));
  }
  return reshape(x, shape);
}

Value run_reshape(Interpreter& i, Arguments a) {
  only_c_order(a[2]);
  return like(i, a[0], reshaped(to_array(i, a[0]), to_shape(i, a[1])));
}

Value run_reshape_method(Interpreter& i, Arguments a) {
  only_c_order(a[2]);
  return array_value(i, reshaped(to_array(i, a[0]), sizes_of(i, a[1])));
}

Tensor transposed(Interpreter& interp, const Tensor& x, const Shape& given) {
  if (static_cast<int64_t>(given.size()) != x.dim()) throw ValueError("axes don't match array");
  Shape axes;
  for (const int64_t d : given) {
    const int64_t axis = wrap_axis(interp, d, x.dim());
    for (const int64_t seen : axes) {
      if (seen == axis) throw ValueError("repeated axis in transpose");
    }
    axes.push_back(axis);
  }
  return permute(x, axes);
}

Value run_transpose(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  const Tensor out = is_given(a[1]) ? transposed(i, x, to_shape(i, a[1])) : numpy_T(x);
  return like(i, a[0], out);
}

Value run_transpose_method(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  const auto& items = a[1].get<lang::TupleObject>()->items;
  if (items.empty() || (items.size() == 1 && items[0].is_none())) return array_value(i, numpy_T(x));
  return array_value(i, transposed(i, x, sizes_of(i, a[1])));
}

Value run_swapaxes(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  const int64_t first = wrap_axis(i, i.to_index(a[1]), x.dim(), "axis1: ");
  const int64_t second = wrap_axis(i, i.to_index(a[2]), x.dim(), "axis2: ");
  return like(i, a[0], transpose(x, first, second));
}

Value run_moveaxis(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  return like(i, a[0], movedim(x, to_shape(i, a[1]), to_shape(i, a[2])));
}

Value run_expand_dims(Interpreter& i, Arguments a) {
  Tensor x = to_array(i, a[0]);
  const Shape given = to_shape(i, a[1]);
  const int64_t rank = x.dim() + static_cast<int64_t>(given.size());
  Shape axes;
  for (const int64_t axis : given) axes.push_back(wrap_axis(i, axis, rank));
  std::sort(axes.begin(), axes.end());
  for (const int64_t axis : axes) x = unsqueeze(x, axis);
  return like(i, a[0], x);
}

Value run_squeeze(Interpreter& i, Arguments a) {
  Tensor x = to_array(i, a[0]);
  if (!is_given(a[1])) return like(i, a[0], squeeze(x));
  Shape axes = to_axes(i, a[1], x.dim());
  std::sort(axes.begin(), axes.end());
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    throw_if<ValueError>(x.shape()[static_cast<size_t>(*axis)] != 1,
                         "cannot select an axis to squeeze out which has size not equal to one");
    x = squeeze(x, *axis);
  }
  return like(i, a[0], x);
}

Value run_flatten(Interpreter& i, Arguments a) {
  only_c_order(a[1]);
  const Tensor x = to_array(i, a[0]);
  return array_value(i, reshape(clone(contiguous(x)), {x.numel()}));
}

Value run_ravel(Interpreter& i, Arguments a) {
  only_c_order(a[1]);
  const Tensor x = to_array(i, a[0]);
  return like(i, a[0], reshape(x, {x.numel()}));
}

// ------------------------------------------------------------------- joining

std::vector<Tensor> arrays_in(Interpreter& interp, const Value& v) {
  std::vector<Tensor> out;
  for (const Value& item : interp.to_vector(v)) out.push_back(to_array(interp, item));
  return out;
}

/// All in the type they have in common; 0-d ones weigh no less here.
std::vector<Tensor> of_one_type(std::vector<Tensor> parts) {
  DType dtype = parts[0].dtype();
  for (const Tensor& t : parts) dtype = numpy_promote(dtype, t.dtype());
  for (Tensor& t : parts) t = to(t, dtype);
  return parts;
}

Tensor joined(Interpreter& interp, std::vector<Tensor> parts, const Value& axis) {
  if (parts.empty()) throw ValueError("need at least one array to concatenate");
  if (axis.is_none()) {
    for (Tensor& t : parts) t = reshape(t, {t.numel()});
  }
  const int64_t rank = parts[0].dim();
  if (rank == 0) throw ValueError("zero-dimensional arrays cannot be concatenated");
  const int64_t dim = axis.defined() && !axis.is_none() ? to_axis(interp, axis, rank) : 0;
  for (size_t k = 1; k < parts.size(); ++k) {
    throw_if<ValueError>(
        parts[k].dim() != rank,
        "all the input arrays must have same number of dimensions, but the array at index 0 has {} "
        "dimension(s) and the array at index {} has {} dimension(s)",
        rank, k, parts[k].dim());
    for (int64_t d = 0; d < rank; ++d) {
      const int64_t first = parts[0].shape()[static_cast<size_t>(d)];
      const int64_t here = parts[k].shape()[static_cast<size_t>(d)];
      if (d == dim || first == here) continue;
      throw_error<ValueError>(
          "all the input array dimensions except for the concatenation axis must match exactly, "
          "but along dimension {}, the array at index 0 has size {} and the array at index {} has "
          "size {}",
          d, first, k, here);
    }
  }
  return cat(of_one_type(std::move(parts)), dim);
}

Value run_concatenate(Interpreter& i, Arguments a) {
  Tensor out = joined(i, arrays_in(i, a[0]), a[1]);
  return array_value(i, to(out, to_numpy_dtype(i, a[2]).value_or(out.dtype())));
}

Value run_stack(Interpreter& i, Arguments a) {
  std::vector<Tensor> parts = arrays_in(i, a[0]);
  if (parts.empty()) throw ValueError("need at least one array to stack");
  for (const Tensor& t : parts) {
    if (t.shape() != parts[0].shape()) throw ValueError("all input arrays must have the same shape");
  }
  const int64_t dim = a[1].defined() ? to_axis(i, a[1], parts[0].dim() + 1) : 0;
  return array_value(i, stack(of_one_type(std::move(parts)), dim));
}

// -------------------------------------------------------------------- copies

Value run_tile(Interpreter& i, Arguments a) {
  return array_value(i, tile(to_array(i, a[0]), to_shape(i, a[1])));
}

Value run_repeat(Interpreter& i, Arguments a) {
  Tensor x = to_array(i, a[0]);
  int64_t dim = 0;
  if (is_given(a[2])) {
    dim = to_axis(i, a[2], x.dim());
  } else {
    x = reshape(x, {x.numel()});
  }
  const Tensor counts = to(to_array(i, a[1]), DType::int64);
  if (counts.numel() == 1) {
    const int64_t times = reshape(counts, {}).item().to_int();
    return array_value(i, repeat_interleave(x, times, dim));
  }
  return array_value(i, repeat_interleave(x, counts, dim));
}

Value run_flip(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  return array_value(i, flip(x, to_axes(i, a[1], x.dim())));
}

Value run_roll(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  if (!is_given(a[2])) return array_value(i, roll(x, to_shape(i, a[1])));
  return array_value(i, roll(x, to_shape(i, a[1]), to_axes(i, a[2], x.dim())));
}

Value run_broadcast_to(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  const Shape shape = to_shape(i, a[1]);
  try {
    return array_value(i, expand(x, shape));
  } catch (const RuntimeError&) {
    throw_error<ValueError>(
        "operands could not be broadcast together with remapped shapes [original->remapped]: {} "
        "and requested shape {}",
        tight_text(x.shape()), tight_text(shape));
  }
}

Value run_copy(Interpreter& i, Arguments a) {
  return array_value(i, clone(contiguous(to_array(i, a[0]))));
}

Value run_astype(Interpreter& i, Arguments a) {
  const DType dtype = to_numpy_dtype(i, a[1]).value_or(DType::float64);
  return numpy_value(i, to(to_array(i, a[0]), dtype, /*copy=*/true));
}

Value run_tolist(Interpreter& i, Arguments a) { return to_nested_list(to_array(i, a[0])); }

Value run_item(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  const auto& items = a[1].get<lang::TupleObject>()->items;
  if (items.empty()) {
    if (x.numel() != 1) throw ValueError("can only convert an array of size 1 to a Python scalar");
    return to_value(reshape(x, {}).item());
  }
  const Value key = items.size() == 1 ? items[0] : Value(lang::tuple(items));
  const bool flat = items.size() == 1 && items[0].is_int();
  const Value found = numpy_get_item(i, flat ? reshape(x, {x.numel()}) : x, key);
  return to_value(to_array(i, found).item());
}

Value run_fill(Interpreter& i, Arguments a) {
  if (const Tensor* x = as_array(i, a[0])) numpy_set_item(i, *x, Value::ellipsis(), a[1]);
  return Value::none();
}

Value run_shape(Interpreter& i, Arguments a) { return shape_tuple(to_array(i, a[0]).shape()); }
Value run_ndim(Interpreter& i, Arguments a) { return Value(to_array(i, a[0]).dim()); }
Value run_size(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  return is_given(a[1]) ? Value(x.shape()[static_cast<size_t>(to_axis(i, a[1], x.dim()))])
                        : Value(x.numel());
}

const NumpyRow kShapeRows[] = {
    {"reshape", "a, newshape, order='C'", run_reshape},
    {".reshape", "self, *shape, order='C'", run_reshape_method, true},
    {"transpose", "a, axes=None", run_transpose},
    {".transpose", "self, *axes", run_transpose_method, true},
    {"swapaxes", "a, axis1, axis2", run_swapaxes, true},
    {"moveaxis", "a, source, destination", run_moveaxis},
    {"expand_dims", "a, axis", run_expand_dims},
    {"squeeze", "a, axis=None", run_squeeze, true},
    {".flatten", "self, order='C'", run_flatten, true},
    {"ravel", "a, order='C'", run_ravel, true},
    {"concatenate", "arrays, axis=0, dtype=None", run_concatenate},
    {"stack", "arrays, axis=0", run_stack},
    {"tile", "A, reps", run_tile},
    {"repeat", "a, repeats, axis=None", run_repeat, true},
    {"flip", "m, axis=None", run_flip},
    {"roll", "a, shift, axis=None", run_roll},
    {"broadcast_to", "array, shape", run_broadcast_to},
    {"copy", "a, order='K'", run_copy, true},
    {".astype", "self, dtype, copy=True", run_astype, true},
    {".tolist", "self", run_tolist, true},
    {".item", "self, *args", run_item, true},
    {".fill", "self, value", run_fill, true},
    {"shape", "a", run_shape},
    {"ndim", "a", run_ndim},
    {"size", "a, axis=None", run_size},
};

}  // namespace

std::span<const NumpyRow> numpy_shape_rows() { return kShapeRows; }

}  // namespace mha::torch
