#include <cmath>

#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/einsum.h"
#include "tensor/ops/index.h"
#include "tensor/ops/join.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/sort.h"
#include "tensor/ops/unary.h"
#include "torch/numpy/numpy.h"

// Functions of arrays that choose, compare, order and multiply.

namespace mha::torch {

namespace {

Value run_where(Interpreter& i, Arguments a) {
  const Tensor condition = to(to_array(i, a[0]), DType::bool_);
  if (!a[1].defined() && !a[2].defined()) {
    std::vector<Value> out;
    for (const Tensor& t : nonzero_as_tuple(condition)) out.push_back(array_value(i, t));
    return lang::tuple(std::move(out));
  }
  throw_if<ValueError>(!a[1].defined() || !a[2].defined(),
                       "either both or neither of x and y should be given");
  const Tensor x = to_array(i, a[1]), y = to_array(i, a[2]);
  const Tensor both[] = {x, y};
  const DType d = numpy_result_type(both);
  const Shape shape = numpy_broadcast(numpy_broadcast(condition.shape(), x.shape()), y.shape());
  const Tensor out = where(expand(condition, shape), to(x, d), to(y, d));
  return array_value(i, out);
}

Value run_nonzero(Interpreter& i, Arguments a) {
  std::vector<Value> out;
  for (const Tensor& t : nonzero_as_tuple(to_array(i, a[0]))) out.push_back(array_value(i, t));
  return lang::tuple(std::move(out));
}

template <bool kUpper>
Value run_triangle(Interpreter& i, Arguments a) {
  Tensor x = to_array(i, a[0]);
  const int64_t k = is_given(a[1]) ? i.to_index(a[1]) : 0;
  if (x.dim() == 1) x = contiguous(expand(x, {x.numel(), x.numel()}));
  if (x.dim() == 0) throw ValueError("mask array must be at least 1-d");
  return array_value(i, kUpper ? triu(x, k) : tril(x, k));
}

Value run_clip(Interpreter& i, Arguments a) {
  Tensor x = to_array(i, a[0]);
  if (!is_given(a[1]) && !is_given(a[2])) throw ValueError("One of max or min must be given");
  if (is_given(a[1])) x = numpy_binary(i, "maximum", x, to_array(i, a[1]));
  if (is_given(a[2])) x = numpy_binary(i, "minimum", x, to_array(i, a[2]));
  return as_tensor(a[0]) ? lang::tensor(x) : numpy_value(i, x);
}

// ------------------------------------------------------------------ products

/// Sums of products in the type that both have in common; of bools too.
template <typename F>
Tensor product(const Tensor& a, const Tensor& b, F f) {
  const DType dtype = numpy_promote(a.dtype(), b.dtype());
  const DType compute = dtype == DType::bool_ ? DType::int64 : dtype;
  return to(f(to(a, compute), to(b, compute)), dtype);
}

Value run_dot(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]), y = to_array(i, a[1]);
  if (x.dim() == 0 || y.dim() == 0) return numpy_value(i, numpy_binary(i, "multiply", x, y));
  const int64_t of_x = x.dim() - 1, of_y = y.dim() == 1 ? 0 : y.dim() - 2;
  const int64_t k = x.shape().back(), rows = y.shape()[static_cast<size_t>(of_y)];
  if (k != rows) {
    throw_error<ValueError>("shapes {} and {} not aligned: {} (dim {}) != {} (dim {})",
                            tight_text(x.shape()), tight_text(y.shape()), k, of_x, rows, of_y);
  }
  return numpy_value(i, product(x, y, [&](const Tensor& p, const Tensor& q) {
    return x.dim() <= 2 && y.dim() <= 2 ? matmul(p, q) : tensordot(p, q, {of_x}, {of_y});
  }));
}

Value run_matmul(Interpreter& i, Arguments a) {
  const Tensor out = numpy_matmul(i, to_array(i, a[0]), to_array(i, a[1]));
  return as_tensor(a[0]) || as_tensor(a[1]) ? lang::tensor(out) : numpy_value(i, out);
}

Value run_einsum(Interpreter& i, Arguments a) {
  const auto* equation = a[0].get<lang::StrObject>();
  if (!equation) refuse_numpy("np.einsum() with lists of subscripts");
  std::vector<Tensor> operands;
  for (const Value& v : a[1].get<lang::TupleObject>()->items) operands.push_back(to_array(i, v));
  throw_if<ValueError>(operands.empty(),
                       "must specify the einstein sum subscripts string and at least one operand, "
                       "or at least one operand and its corresponding subscripts list");
  DType dtype = operands[0].dtype();
  for (const Tensor& t : operands) dtype = numpy_promote(dtype, t.dtype());
  const DType compute = dtype == DType::bool_ ? DType::int64 : dtype;
  for (Tensor& t : operands) t = to(t, compute);
  try {
    return numpy_value(i, to(einsum(equation->text(), operands), dtype));
  } catch (const RuntimeError& e) {
    throw ValueError(e.message());
  }
}

// --------------------------------------------------------------------- order

struct Ordered {
  Tensor x;
  int64_t axis;
};
Ordered along(Interpreter& i, const Value& v, const Value& axis) {
  const Tensor x = to_array(i, v);
  if (axis.is_none()) return {reshape(x, {x.numel()}), 0};
  return {x, axis.defined() ? to_axis(i, axis, x.dim()) : wrap_axis(i, -1, x.dim())};
}

Value run_sort(Interpreter& i, Arguments a) {
  const Ordered o = along(i, a[0], a[1]);
  return array_value(i, sort(o.x, o.axis).values);
}

Value run_sort_method(Interpreter& i, Arguments a) {
  const Ordered o = along(i, a[0], a[1]);
  if (const Tensor* x = as_array(i, a[0])) copy_(*x, sort(o.x, o.axis).values);
  return Value::none();
}

Value run_argsort(Interpreter& i, Arguments a) {
  const Ordered o = along(i, a[0], a[1]);
  return array_value(i, argsort(o.x, o.axis));
}

Value run_unique(Interpreter& i, Arguments a) {
  const Unique u = unique(to_array(i, a[0]));
  std::vector<Value> out{array_value(i, u.values)};
  if (is_given(a[1]) && i.truth(a[1])) out.push_back(array_value(i, reshape(u.inverse, {u.inverse.numel()})));
  if (is_given(a[2]) && i.truth(a[2])) out.push_back(array_value(i, u.counts));
  if (out.size() == 1) return out[0];
  return lang::tuple(std::move(out));
}

const NumpyRow kChooseRows[] = {
    {"where", "condition, x=None, y=None", run_where},
    {"nonzero", "a", run_nonzero, true},
    {"triu", "m, k=0", run_triangle<true>},
    {"tril", "m, k=0", run_triangle<false>},
    {"clip", "a, a_min=None, a_max=None", run_clip},
    {".clip", "self, min=None, max=None", run_clip, true},
    {"dot", "a, b", run_dot, true},
    {"matmul", "x1, x2, /", run_matmul},
    {"einsum", "subscripts, *operands, optimize=False", run_einsum},
    {"sort", "a, axis=-1", run_sort},
    {".sort", "self, axis=-1", run_sort_method, true},
    {"argsort", "a, axis=-1", run_argsort, true},
    {"unique", "ar, return_inverse=False, return_counts=False", run_unique},
};

}  // namespace

std::span<const NumpyRow> numpy_choose_rows() { return kChooseRows; }

}  // namespace mha::torch
