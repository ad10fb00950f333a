#include "lang/runtime/builtins.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/reduce.h"
#include "torch/numpy/numpy.h"

// x[...] of arrays: what torch indexes, with NumPy's checks and words, and
// slices that go backwards.

namespace mha::torch {

namespace {

[[noreturn]] void no_index() {
  throw IndexError(
      "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or "
      "boolean arrays are valid indices");
}

void check_bound(int64_t index, int64_t axis, int64_t size) {
  if (index >= -size && index < size) return;
  throw_error<IndexError>("index {} is out of bounds for axis {} with size {}", index, axis, size);
}

/// What stands between the brackets, made ready for lib/tensor: `x` may be
/// turned round first.
struct Key {
  Tensor x;
  std::vector<Index> items;
  bool whole = true;     // ints alone: the result is a scalar
  bool turned = false;   // `x` is a copy
};

std::optional<Tensor> array_in(Interpreter& interp, const Value& v) {
  if (const Tensor* t = as_array(interp, v)) return *t;
  if (const Tensor* t = as_tensor(v)) return *t;
  if (items_in(v) || v.get<lang::RangeObject>()) {
    Tensor t = to_array(interp, v);
    return t.numel() == 0 ? to(t, DType::int64) : t;
  }
  return {};
}

Key make_key(Interpreter& interp, const Tensor& x, const Value& key) {
  std::span<const Value> given(&key, 1);
  if (const auto* t = key.get<lang::TupleObject>()) given = t->items;
  Key out{x, {}};
  // How many dimensions each item takes, and so how many ... stands for.
  int64_t taken = 0;
  std::vector<std::optional<Tensor>> arrays;
  for (const Value& v : given) {
    arrays.push_back(array_in(interp, v));
    if (v.is_none() || v.tag() == Value::Tag::ellipsis || v.is_bool()) continue;
    const bool mask = arrays.back() && arrays.back()->dtype() == DType::bool_;
    taken += mask ? arrays.back()->dim() : 1;
  }
  throw_if<IndexError>(taken > x.dim(),
                       "too many indices for array: array is {}-dimensional, but {} were indexed",
                       x.dim(), taken);
  int64_t axis = 0;
  for (size_t i = 0; i < given.size(); ++i) {
    const Value& v = given[i];
    if (v.is_none()) {
      out.items.push_back(NoneIndex{});
      out.whole = false;
    } else if (v.tag() == Value::Tag::ellipsis) {
      out.items.push_back(EllipsisIndex{});
      out.whole = false;
      axis += x.dim() - taken;
    } else if (const auto* s = v.get<lang::SliceObject>()) {
      out.whole = false;
      const auto b = lang::slice_bounds(interp, *s, out.x.shape()[static_cast<size_t>(axis)]);
      if (b.step > 0) {
        out.items.push_back(SliceIndex{
            b.start, b.count > 0 ? b.start + (b.count - 1) * b.step + 1 : b.start, b.step});
      } else {
        const int64_t last = b.count > 0 ? b.start + b.step * (b.count - 1) : 0;
        const int64_t end = b.count > 0 ? b.start + 1 : 0;
        out.x = flip(slice(out.x, axis, last, end, -b.step), {axis});
        out.turned = true;
        out.items.push_back(SliceIndex{});
      }
      ++axis;
    } else if (arrays[i]) {
      out.whole = false;
      Tensor t = *arrays[i];
      throw_if<IndexError>(is_floating(t.dtype()),
                           "arrays used as indices must be of integer (or boolean) type");
      if (t.dtype() == DType::bool_) {
        for (size_t d = 0; d < t.shape().size(); ++d, ++axis) {
          const int64_t size = x.shape()[static_cast<size_t>(axis)];
          throw_if<IndexError>(t.shape()[d] != size,
                               "boolean index did not match indexed array along dimension {}; "
                               "dimension is {} but corresponding boolean dimension is {}",
                               axis, size, t.shape()[d]);
        }
      } else {
        t = to(t, DType::int64);
        for (const Scalar& n : to_scalars(t)) {
          check_bound(n.to_int(), axis, out.x.shape()[static_cast<size_t>(axis)]);
        }
        ++axis;
      }
      out.items.push_back(t);
    } else if (v.is_bool()) {
      out.items.push_back(v.as_bool());
      out.whole = false;
    } else {
      if (v.is_float() || v.get<lang::StrObject>() ||
          !interp.find_attr(v, lang::Symbol("__index__")).defined()) {
        no_index();
      }
      const Tensor* scalar = as_numpy_scalar(interp, v);
      if (scalar && !is_integral(scalar->dtype())) no_index();
      const int64_t n = interp.to_index(v);
      check_bound(n, axis, out.x.shape()[static_cast<size_t>(axis)]);
      out.items.push_back(n);
      ++axis;
    }
  }
  return out;
}

}  // namespace

Value numpy_get_item(Interpreter& interp, const Tensor& x, const Value& key) {
  const Key k = make_key(interp, x, key);
  const Tensor part = index(k.x, k.items);
  return k.whole ? numpy_value(interp, part) : array_value(interp, part);
}

void numpy_set_item(Interpreter& interp, const Tensor& x, const Value& key, const Value& value) {
  const Key k = make_key(interp, x, key);
  if (k.turned) refuse_numpy("assignment to a slice that goes backwards");
  const Tensor v = to(to_array(interp, value), x.dtype());
  // Leading sizes of 1 are dropped until the value has no more than the target.
  const Shape target = index(x, k.items).shape();
  Tensor fitted = v;
  while (fitted.dim() > static_cast<int64_t>(target.size()) && fitted.shape()[0] == 1) {
    fitted = select(fitted, 0, 0);
  }
  bool fits = fitted.dim() <= static_cast<int64_t>(target.size());
  for (int64_t d = 1; fits && d <= fitted.dim(); ++d) {
    const int64_t n = fitted.shape()[static_cast<size_t>(fitted.dim() - d)];
    fits = n == 1 || n == target[target.size() - static_cast<size_t>(d)];
  }
  if (!fits) {
    const bool masked = k.items.size() == 1 && std::holds_alternative<Tensor>(k.items[0]) &&
                        std::get<Tensor>(k.items[0]).dtype() == DType::bool_;
    if (masked && v.dim() == 1) {
      throw_error<ValueError>(
          "NumPy boolean array indexing assignment cannot assign {} input values to the {} output "
          "values where the mask is true",
          v.numel(), target[0]);
    }
    throw_error<ValueError>("could not broadcast input array from shape {} into shape {}",
                            tight_text(v.shape()), tight_text(target));
  }
  index_put_(x, k.items, fitted);
}

}  // namespace mha::torch
