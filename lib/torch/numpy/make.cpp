#include <cmath>

#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/join.h"
#include "torch/numpy/numpy.h"

// Arrays from nothing, from numbers and from other arrays.

namespace mha::torch {

namespace {

DType dtype_or(Interpreter& i, const Value& v, DType otherwise) {
  return to_numpy_dtype(i, v).value_or(otherwise);
}

double number(Interpreter& interp, const Value& v) {
  const std::optional<Scalar> s = as_scalar(v);
  if (s) return s->to_double();
  const Tensor t = to_array(interp, v);
  if (t.numel() != 1) throw TypeError("only size-1 arrays can be converted to Python scalars");
  return reshape(t, {}).item().to_double();
}

// object, dtype, copy, ndmin
Value run_array(Interpreter& i, Arguments a) {
  const auto dtype = to_numpy_dtype(i, a[1]);
  const bool fresh = !a[2].defined() || i.truth(a[2]);
  Tensor t = to_array(i, a[0], dtype);
  if (fresh) t = clone(t);
  while (is_given(a[3]) && t.dim() < i.to_index(a[3])) t = unsqueeze(t, 0);
  return array_value(i, t);
}

Value run_asarray(Interpreter& i, Arguments a) {
  const auto dtype = to_numpy_dtype(i, a[1]);
  const Tensor* same = as_array(i, a[0]);
  if (same && (!dtype || *dtype == same->dtype())) return a[0];
  return array_value(i, to_array(i, a[0], dtype));
}

template <int kFill>
Value run_filled(Interpreter& i, Arguments a) {
  const DType d = dtype_or(i, a[1], DType::float64);
  return array_value(i, full(to_sizes(i, a[0]), Scalar(kFill), d));
}

Value run_full(Interpreter& i, Arguments a) {
  const Tensor value = to_array(i, a[1]);
  const DType d = dtype_or(i, a[2], value.dtype());
  const Shape shape = to_sizes(i, a[0]);
  numpy_broadcast(value.shape(), shape);
  return array_value(i, clone(contiguous(expand(to(value, d), shape))));
}

template <int kFill>
Value run_like(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  return array_value(i, full(x.shape(), Scalar(kFill), dtype_or(i, a[1], x.dtype())));
}

Value run_eye(Interpreter& i, Arguments a) {
  const int64_t n = i.to_index(a[0]);
  const int64_t m = is_given(a[1]) ? i.to_index(a[1]) : n;
  const int64_t k = is_given(a[2]) ? i.to_index(a[2]) : 0;
  const Tensor all = ones({n, m}, DType::int64);
  return array_value(i, to(tril(triu(all, k), k), dtype_or(i, a[3], DType::float64)));
}

// start, stop, step, dtype
Value run_arange(Interpreter& i, Arguments a) {
  const bool one = !is_given(a[1]);
  const Value zero(0), unit(1);
  const Value& start = one ? zero : a[0];
  const Value& stop = one ? a[0] : a[1];
  const Value& step = is_given(a[2]) ? a[2] : unit;
  DType found = DType::int64;
  for (const Value* v : {&start, &stop, &step}) found = numpy_promote(found, to_array(i, *v).dtype());
  const DType dtype = dtype_or(i, a[3], found);
  const double from = number(i, start), by = number(i, step);
  if (by == 0) throw Error("ZeroDivisionError", "division by zero");
  const double count = std::ceil((number(i, stop) - from) / by);
  if (!(count < 1e12)) throw ValueError("Maximum allowed size exceeded");
  const int64_t n = std::max<int64_t>(0, static_cast<int64_t>(std::max(count, 0.0)));
  const bool whole = !is_floating(found);
  const int64_t first = whole ? to_array(i, start).item().to_int() : 0;
  const int64_t each = whole ? to_array(i, step).item().to_int() : 0;
  // The first two are exact, and their difference goes on.
  const double delta = (from + by) - from;
  const Tensor out = Tensor::empty({n}, whole ? DType::int64 : DType::float64);
  for (int64_t k = 0; k < n; ++k) {
    if (whole) {
      const auto moved = static_cast<uint64_t>(k) * static_cast<uint64_t>(each);
      out.data<int64_t>()[k] = static_cast<int64_t>(static_cast<uint64_t>(first) + moved);
    } else {
      out.data<double>()[k] = k == 1 ? from + by : from + static_cast<double>(k) * delta;
    }
  }
  return array_value(i, to(out, dtype));
}

// start, stop, num, endpoint, retstep, dtype
Value run_linspace(Interpreter& i, Arguments a) {
  const double start = number(i, a[0]), stop = number(i, a[1]);
  const int64_t n = is_given(a[2]) ? i.to_index(a[2]) : 50;
  const bool endpoint = !is_given(a[3]) || i.truth(a[3]);
  if (n < 0) throw ValueError("Number of samples, " + std::to_string(n) + ", must be non-negative.");
  const auto parts = static_cast<double>(endpoint ? n - 1 : n);
  const double step = parts > 0 ? (stop - start) / parts : NAN;
  const Tensor exact = Tensor::empty({n}, DType::float64);
  for (int64_t k = 0; k < n; ++k) {
    const auto x = static_cast<double>(k);
    const double moved = step == 0 ? x / parts * (stop - start) : x * step;
    exact.data<double>()[k] = (parts > 0 ? moved : 0) + start;
  }
  if (endpoint && n > 1) exact.data<double>()[n - 1] = stop;
  const Tensor out = to(exact, dtype_or(i, a[5], DType::float64));
  if (is_given(a[4]) && i.truth(a[4])) {
    return lang::tuple({array_value(i, out), numpy_value(i, scalar_tensor(step, DType::float64))});
  }
  return array_value(i, out);
}

Value run_diag(Interpreter& i, Arguments a) {
  const Tensor x = to_array(i, a[0]);
  if (x.dim() != 1 && x.dim() != 2) throw ValueError("Input must be 1- or 2-d.");
  return array_value(i, diag(x, is_given(a[1]) ? i.to_index(a[1]) : 0));
}

const NumpyRow kMakeRows[] = {
    {"array", "object, dtype=None, copy=True, ndmin=0", run_array},
    {"asarray", "a, dtype=None", run_asarray},
    {"asanyarray", "a, dtype=None", run_asarray},
    {"ascontiguousarray", "a, dtype=None", run_asarray},
    {"zeros", "shape, dtype=None", run_filled<0>},
    {"ones", "shape, dtype=None", run_filled<1>},
    {"empty", "shape, dtype=None", run_filled<0>},
    {"full", "shape, fill_value, dtype=None", run_full},
    {"zeros_like", "a, dtype=None", run_like<0>},
    {"ones_like", "a, dtype=None", run_like<1>},
    {"empty_like", "prototype, dtype=None", run_like<0>},
    {"eye", "N, M=None, k=0, dtype=None", run_eye},
    {"arange", "start, stop=None, step=None, dtype=None", run_arange},
    {"linspace", "start, stop, num=50, endpoint=True, retstep=False, dtype=None", run_linspace},
    {"diag", "v, k=0", run_diag},
};

}  // namespace

std::span<const NumpyRow> numpy_make_rows() { return kMakeRows; }

}  // namespace mha::torch
