#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/unary.h"
#include "torch/numpy/numpy.h"

// Sums, means and their kin. Floats are added in NumPy's order, by pairs where
// they lie side by side, so that the last digits are the same.

namespace mha::torch {

namespace {

/// The sum of n numbers `step` apart: eight at a time up to 128, halves beyond.
template <typename T>
T pairwise(const T* x, int64_t n, int64_t step) {
  if (n < 8) {
    T sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += x[i * step];
    return sum;
  }
  if (n <= 128) {
    T r[8];
    for (int64_t k = 0; k < 8; ++k) r[k] = x[k * step];
    int64_t i = 8;
    for (; i < n - n % 8; i += 8) {
      for (int64_t k = 0; k < 8; ++k) r[k] += x[(i + k) * step];
    }
    T sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; i < n; ++i) sum += x[i * step];
    return sum;
  }
  int64_t half = n / 2;
  half -= half % 8;
  return pairwise(x, half, step) + pairwise(x + half * step, n - half, step);
}

struct Axis {
  int64_t size, step;  // of the source
  bool reduced;
  int64_t out_step;
};

template <typename T>
void add_up(const T* x, T* out, std::span<const Axis> axes) {
  if (axes.empty()) {
    *out += *x;
    return;
  }
  const Axis& a = axes.front();
  if (axes.size() == 1) {
    if (a.reduced) {
      *out += pairwise(x, a.size, a.step);
    } else {
      for (int64_t i = 0; i < a.size; ++i) out[i * a.out_step] += x[i * a.step];
    }
    return;
  }
  for (int64_t i = 0; i < a.size; ++i) {
    add_up(x + i * a.step, out + i * a.out_step, axes.subspan(1));
  }
}

bool contains(const Shape& axes, int64_t d) {
  return std::find(axes.begin(), axes.end(), d) != axes.end();
}

Shape reduced_shape(const Tensor& x, const Shape& axes, bool keepdims) {
  Shape out;
  for (int64_t d = 0; d < x.dim(); ++d) {
    if (!contains(axes, d)) {
      out.push_back(x.shape()[static_cast<size_t>(d)]);
    } else if (keepdims) {
      out.push_back(1);
    }
  }
  return out;
}

template <typename T>
Tensor sum_as(const Tensor& x, const Shape& axes, bool keepdims, DType dtype) {
  Tensor out = zeros(reduced_shape(x, axes, keepdims), dtype);
  std::vector<Axis> plan;
  int64_t out_step = 1;
  for (int64_t d = x.dim() - 1; d >= 0; --d) {
    const auto i = static_cast<size_t>(d);
    const bool reduced = contains(axes, d);
    if (x.shape()[i] != 1) {
      plan.push_back({x.shape()[i], x.strides()[i], reduced, reduced ? 0 : out_step});
    }
    if (!reduced) out_step *= x.shape()[i];
  }
  // As it lies in memory, the longest steps outside; then joined.
  std::reverse(plan.begin(), plan.end());
  std::stable_sort(plan.begin(), plan.end(),
                   [](const Axis& a, const Axis& b) { return a.step > b.step; });
  std::vector<Axis> joined;
  for (const Axis& a : plan) {
    if (!joined.empty() && joined.back().reduced == a.reduced &&
        joined.back().step == a.step * a.size &&
        joined.back().out_step == a.out_step * a.size) {
      joined.back() = {joined.back().size * a.size, a.step, a.reduced, a.out_step};
    } else {
      joined.push_back(a);
    }
  }
  // Sums of integers wrap around, which only unsigned ones may.
  using Sum = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;
  if (x.numel() > 0) {
    add_up(reinterpret_cast<const Sum*>(x.data<T>()), reinterpret_cast<Sum*>(out.data<T>()), joined);
  }
  return out;
}

bool flag(Interpreter& interp, const Value& v) { return is_given(v) && interp.truth(v); }

void no_out(const Value& v, const char* name) {
  if (is_given(v)) refuse_numpy("np." + std::string(name) + "(out=)");
}

[[noreturn]] void empty_reduction(const char* name) {
  throw_error<ValueError>("zero-size array to reduction operation {} which has no identity", name);
}

}  // namespace

Tensor numpy_sum(const Tensor& x, const Shape& axes, bool keepdims, std::optional<DType> dtype) {
  DType d = dtype.value_or(x.dtype());
  if (!dtype && !is_floating(d)) d = DType::int64;
  if (d == DType::float64) return sum_as<double>(to(x, d), axes, keepdims, d);
  if (is_floating(d)) {
    return to(sum_as<float>(to(x, DType::float32), axes, keepdims, DType::float32), d);
  }
  return to(sum_as<int64_t>(to(x, DType::int64), axes, keepdims, DType::int64), d);
}

Tensor numpy_round(const Tensor& x, int64_t decimals) {
  decimals = std::clamp<int64_t>(decimals, -400, 400);
  if (!is_floating(x.dtype())) {
    if (decimals >= 0) return to(x, x.dtype(), /*copy=*/true);
    return to(round(to(x, DType::float64), decimals), x.dtype());
  }
  const double scale = std::pow(10.0, static_cast<double>(std::abs(decimals)));
  const Tensor in = contiguous(x);
  Tensor out = Tensor::empty(x.shape(), x.dtype());
  const auto run = [&](auto* from, auto* at) {
    using T = std::remove_cvref_t<decltype(*at)>;
    const T s = static_cast<T>(scale);
    for (int64_t i = 0; i < in.numel(); ++i) {
      if (decimals == 0) {
        at[i] = std::nearbyint(from[i]);
      } else {
        at[i] = decimals > 0 ? std::nearbyint(from[i] * s) / s : std::nearbyint(from[i] / s) * s;
      }
    }
  };
  if (x.dtype() == DType::float64) {
    run(in.data<double>(), out.data<double>());
    return out;
  }
  if (x.dtype() == DType::float32) {
    run(in.data<float>(), out.data<float>());
    return out;
  }
  return to(numpy_round(to(x, DType::float32), decimals), x.dtype());
}

namespace {

int64_t count_of(const Tensor& x, const Shape& axes) {
  int64_t n = 1;
  for (const int64_t d : axes) n *= x.shape()[static_cast<size_t>(d)];
  return n;
}

Tensor quotient(const Tensor& sum, double n) {
  const Tensor in = contiguous(sum);
  Tensor out = Tensor::empty(sum.shape(), sum.dtype());
  for (int64_t i = 0; i < in.numel(); ++i) {
    if (sum.dtype() == DType::float64) {
      out.data<double>()[i] = in.data<double>()[i] / n;
    } else {
      out.data<float>()[i] = in.data<float>()[i] / static_cast<float>(n);
    }
  }
  return out;
}

Tensor mean_of(Interpreter& interp, const Tensor& x, const Shape& axes, bool keepdims,
               std::optional<DType> dtype = {}) {
  const DType d = dtype.value_or(is_floating(x.dtype()) ? x.dtype() : DType::float64);
  const DType compute = d == DType::float16 ? DType::float32 : d;
  const int64_t n = count_of(x, axes);
  if (n == 0) interp.warn("RuntimeWarning", "Mean of empty slice.");
  return to(quotient(numpy_sum(x, axes, keepdims, compute), static_cast<double>(n)), d);
}

Tensor variance(Interpreter& interp, const Tensor& x0, const Shape& axes, bool keepdims,
                double ddof) {
  const DType d = is_floating(x0.dtype()) ? x0.dtype() : DType::float64;
  const Tensor x = to(x0, d == DType::float16 ? DType::float32 : d);
  const int64_t n = count_of(x, axes);
  const double divisor = static_cast<double>(n) - ddof;
  if (divisor <= 0) interp.warn("RuntimeWarning", "Degrees of freedom <= 0 for slice");
  const Tensor mean = quotient(numpy_sum(x, axes, /*keepdims=*/true, x.dtype()), static_cast<double>(n));
  const Tensor apart = numpy_binary(interp, "subtract", x, mean);
  const Tensor squares = numpy_binary(interp, "multiply", apart, apart);
  return to(quotient(numpy_sum(squares, axes, keepdims), std::max(divisor, 0.0)), d);
}

/// Of a tensor NumPy calls its own method, with these arguments by name; what
/// comes of it is PyTorch's business. Undefined for anything else.
Value tensors_own(Interpreter& i, const char* name, Arguments a, bool has_dtype) {
  if (!as_tensor(a[0])) return {};
  std::vector<lang::KeywordArg> keywords;
  if (has_dtype) keywords.push_back({lang::Symbol("dtype"), a[2].defined() ? a[2] : Value::none()});
  keywords.push_back({lang::Symbol("out"), Value::none()});
  keywords.push_back({lang::Symbol("axis"), a[1].defined() ? a[1] : Value::none()});
  return i.call(i.get_attr(a[0], name), {}, keywords);
}

/// A reduction of an array, f(array, axes), or a tensor's own. `out` is the place of out=.
template <typename F>
Value reduced(Interpreter& i, const char* name, Arguments a, size_t out, bool has_dtype, F f) {
  no_out(a[out], name);
  if (Value v = tensors_own(i, name, a, has_dtype); v.defined()) return v;
  const Tensor x = to_array(i, a[0]);
  return numpy_value(i, f(x, to_axes(i, a[1], x.dim())));
}

// Arguments: a, axis, dtype, out, keepdims.
Value run_sum(Interpreter& i, Arguments a) {
  return reduced(i, "sum", a, 3, is_given(a[2]), [&](const Tensor& x, const Shape& axes) {
    return numpy_sum(x, axes, flag(i, a[4]), to_numpy_dtype(i, a[2]));
  });
}

Value run_mean(Interpreter& i, Arguments a) {
  return reduced(i, "mean", a, 3, /*has_dtype=*/true, [&](const Tensor& x, const Shape& axes) {
    return mean_of(i, x, axes, flag(i, a[4]), to_numpy_dtype(i, a[2]));
  });
}

// Arguments: a, axis, dtype, out, ddof, keepdims.
template <bool kRoot>
Value run_variance(Interpreter& i, Arguments a) {
  return reduced(i, kRoot ? "std" : "var", a, 3, /*has_dtype=*/true,
                 [&](const Tensor& x, const Shape& axes) {
                   const std::optional<Scalar> ddof = is_given(a[4]) ? as_scalar(a[4]) : Scalar(0);
                   if (!ddof) throw TypeError("must be real number, not " + type_text(a[4]));
                   const Tensor of = to(x, to_numpy_dtype(i, a[2]).value_or(x.dtype()));
                   const Tensor v = variance(i, of, axes, flag(i, a[5]), ddof->to_double());
                   return kRoot ? numpy_unary(i, "sqrt", v) : v;
                 });
}

Value run_prod(Interpreter& i, Arguments a) {
  no_out(a[3], "prod");
  if (Value v = tensors_own(i, "prod", a, /*has_dtype=*/is_given(a[2])); v.defined()) return v;
  Tensor x = to_array(i, a[0]);
  const Shape axes = to_axes(i, a[1], x.dim());
  const auto dtype = to_numpy_dtype(i, a[2]);
  x = to(x, dtype.value_or(is_floating(x.dtype()) ? x.dtype() : DType::int64));
  const Shape shape = reduced_shape(x, axes, flag(i, a[4]));
  Shape order;
  for (int64_t d = 0; d < x.dim(); ++d) if (contains(axes, d)) order.push_back(d);
  const size_t reduced = order.size();
  for (int64_t d = 0; d < x.dim(); ++d) if (!contains(axes, d)) order.push_back(d);
  Tensor turned = permute(x, order);
  Shape rows(turned.shape().begin(), turned.shape().begin() + static_cast<int64_t>(reduced));
  const int64_t n = count_of(x, axes);
  Tensor out = ones(shape, x.dtype());
  const Tensor flat = reshape(turned, {n, out.numel()});
  Tensor total = reshape(out, {out.numel()});
  for (int64_t k = 0; k < n; ++k, i.tick()) total = numpy_binary(i, "multiply", total, select(flat, 0, k));
  return numpy_value(i, reshape(total, shape));
}

// Arguments: a, axis, out, keepdims.
template <bool kMax>
Value run_extreme(Interpreter& i, Arguments a) {
  return reduced(i, kMax ? "max" : "min", a, 2, /*has_dtype=*/false,
                 [&](const Tensor& x, const Shape& axes) {
                   if (count_of(x, axes) == 0) empty_reduction(kMax ? "maximum" : "minimum");
                   if (axes.empty()) return to(x, x.dtype(), /*copy=*/true);
                   return kMax ? amax(x, axes, flag(i, a[3])) : amin(x, axes, flag(i, a[3]));
                 });
}

template <bool kMax>
Value run_arg(Interpreter& i, Arguments a) {
  no_out(a[2], kMax ? "argmax" : "argmin");
  Tensor x = to_array(i, a[0]);
  if (x.dtype() == DType::bool_) x = to(x, DType::int64);
  std::optional<int64_t> axis;
  if (is_given(a[1])) axis = to_axis(i, a[1], x.dim());
  throw_if<ValueError>(x.numel() == 0, "attempt to get {} of an empty sequence",
                       kMax ? "argmax" : "argmin");
  const bool keep = flag(i, a[3]);
  if (!axis) {
    const Tensor at = kMax ? argmax(contiguous(x)) : argmin(contiguous(x));
    return numpy_value(i, keep ? reshape(at, Shape(x.shape().size(), 1)) : at);
  }
  return numpy_value(i, kMax ? argmax(x, *axis, keep) : argmin(x, *axis, keep));
}

template <bool kAll>
Value run_logical(Interpreter& i, Arguments a) {
  return reduced(i, kAll ? "all" : "any", a, 2, /*has_dtype=*/false,
                 [&](const Tensor& given, Shape axes) {
                   Tensor x = numpy_binary(i, "not_equal", given, zeros({}, DType::int64));
                   const Shape shape = reduced_shape(x, axes, flag(i, a[3]));
                   for (const int64_t d : axes) x = kAll ? all(x, d, /*keepdim=*/true) : any(x, d, /*keepdim=*/true);
                   return reshape(x, shape);
                 });
}

// Arguments: a, axis, dtype, out.
template <bool kSum>
Value run_scan(Interpreter& i, Arguments a) {
  no_out(a[3], kSum ? "cumsum" : "cumprod");
  Tensor x = to_array(i, a[0]);
  x = to(x, to_numpy_dtype(i, a[2]).value_or(is_floating(x.dtype()) ? x.dtype() : DType::int64));
  int64_t axis = 0;
  if (is_given(a[1])) {
    axis = to_axis(i, a[1], x.dim());
  } else {
    x = reshape(x, {x.numel()});
  }
  return numpy_value(i, kSum ? cumsum(x, axis) : cumprod(x, axis));
}

Value run_norm(Interpreter& i, Arguments a) {
  Tensor x = to_array(i, a[0]);
  if (!is_floating(x.dtype())) x = to(x, DType::float64);
  double p = 2;
  if (is_given(a[1])) {
    const std::optional<Scalar> s = as_scalar(a[1]);
    if (!s) refuse_numpy("np.linalg.norm(ord=)");
    p = s->to_double();
    if (!is_given(a[2]) && x.dim() > 1) refuse_numpy("np.linalg.norm(ord=) of a matrix");
  }
  const Shape axes = to_axes(i, a[2], x.dim());
  if (p == 2) {
    const Tensor squares = numpy_binary(i, "multiply", x, x);
    return numpy_value(i, numpy_unary(i, "sqrt", numpy_sum(squares, axes, flag(i, a[3]))));
  }
  return numpy_value(i, vector_norm(x, p, axes, flag(i, a[3])));
}

Value run_round(Interpreter& i, Arguments a) {
  no_out(a[2], "round");
  const int64_t decimals = is_given(a[1]) ? i.to_index(a[1]) : 0;
  const Tensor out = numpy_round(to_array(i, a[0]), decimals);
  return as_tensor(a[0]) ? lang::tensor(out) : numpy_value(i, out);
}

constexpr const char* kSum = "a, axis=None, dtype=None, out=None, keepdims=False";
constexpr const char* kNumpyExtreme = "a, axis=None, out=None, keepdims=False";
constexpr const char* kNumpySpread = "a, axis=None, dtype=None, out=None, ddof=0, keepdims=False";
constexpr const char* kScan = "a, axis=None, dtype=None, out=None";

const NumpyRow kReduceRows[] = {
    {"sum", kSum, run_sum, true},
    {"prod", kSum, run_prod, true},
    {"mean", kSum, run_mean, true},
    {"var", kNumpySpread, run_variance<false>, true},
    {"std", kNumpySpread, run_variance<true>, true},
    {"max", kNumpyExtreme, run_extreme<true>, true},
    {"amax", kNumpyExtreme, run_extreme<true>},
    {"min", kNumpyExtreme, run_extreme<false>, true},
    {"amin", kNumpyExtreme, run_extreme<false>},
    {"argmax", "a, axis=None, out=None, keepdims=False", run_arg<true>, true},
    {"argmin", "a, axis=None, out=None, keepdims=False", run_arg<false>, true},
    {"all", kNumpyExtreme, run_logical<true>, true},
    {"any", kNumpyExtreme, run_logical<false>, true},
    {"cumsum", kScan, run_scan<true>, true},
    {"cumprod", kScan, run_scan<false>, true},
    {"round", "a, decimals=0, out=None", run_round, true},
    {"around", "a, decimals=0, out=None", run_round},
    {"round_", "a, decimals=0, out=None", run_round},
    {"linalg.norm", "x, ord=None, axis=None, keepdims=False", run_norm},
};

}  // namespace

std::span<const NumpyRow> numpy_reduce_rows() { return kReduceRows; }

}  // namespace mha::torch
