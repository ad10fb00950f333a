#include "tensor/core/factory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tensor/core/internal.h"

namespace mha {
namespace {

// PyTorch computes vectors of eight from a rounded first element, and each
// remaining number from the start. The digits depend on that.
constexpr int64_t kRangeLanes = 8;
constexpr int64_t kUnrolled = 16;

void arange_float(float* to, int64_t n, double start, double step) {
  int64_t i = 0;
  for (; i + kUnrolled <= n; i += kUnrolled) {
    for (int64_t half = i; half < i + kUnrolled; half += kRangeLanes) {
      const auto first =
          static_cast<float>(start + step * static_cast<double>(half));
      for (int64_t k = 0; k < kRangeLanes; ++k) {
        to[half + k] = static_cast<float>(static_cast<double>(first) +
                                          static_cast<double>(k) * step);
      }
    }
  }
  for (; i < n; ++i) {
    to[i] = static_cast<float>(start + step * static_cast<double>(i));
  }
}

template <typename T>
void linspace_typed(T* to, int64_t n, double start_value, double end_value) {
  const T start = static_cast<T>(start_value);
  const T end = static_cast<T>(end_value);
  const T step = (end - start) / static_cast<T>(n - 1);
  const int64_t half = n / 2;
  const auto value = [&](int64_t i) {
    return i < half ? std::fma(step, static_cast<T>(i), start)
                    : std::fma(-step, static_cast<T>(n - i - 1), end);
  };
  // As in arange(): steps of two vectors, each from a first element.
  constexpr int64_t lanes = 32 / static_cast<int64_t>(sizeof(T));
  const int64_t whole = n / (2 * lanes) * (2 * lanes);
  int64_t i = 0;
  for (; i < whole; i += lanes) {
    const T first = value(i);
    for (int64_t k = 0; k < lanes; ++k) {
      to[i + k] = first + static_cast<T>(k) * step;
    }
  }
  for (; i < n; ++i) to[i] = value(i);
}

}  // namespace

Tensor from_scalars(Shape shape, const std::vector<Scalar>& values,
                    DType dtype) {
  Tensor out = Tensor::empty(std::move(shape), dtype);
  with_type(dtype, [&]<typename T>(Type<T>) {
    T* to = out.data<T>();
    for (const Scalar& value : values) *to++ = scalar_as<T>(value);
  });
  return out;
}

Tensor scalar_tensor(Scalar value, DType dtype) {
  Tensor out = Tensor::empty({}, dtype);
  with_type(dtype, [&]<typename T>(Type<T>) {
    *out.data<T>() = scalar_as<T>(value);
  });
  return out;
}

Tensor scalar_tensor(Scalar value) {
  return scalar_tensor(value, value.dtype());
}

Tensor empty(const Shape& shape, DType dtype) {
  return Tensor::empty(shape, dtype);
}

Tensor zeros(const Shape& shape, DType dtype) { return full(shape, 0, dtype); }
Tensor ones(const Shape& shape, DType dtype) { return full(shape, 1, dtype); }

Tensor full(const Shape& shape, Scalar value, std::optional<DType> dtype) {
  Tensor out = Tensor::empty(shape, dtype.value_or(value.dtype()));
  with_type(out.dtype(), [&]<typename T>(Type<T>) {
    std::fill_n(out.data<T>(), out.numel(), checked_scalar<T>(value));
  });
  return out;
}

Tensor arange(Scalar start, Scalar end, Scalar step,
              std::optional<DType> dtype) {
  const bool whole =
      !start.is_floating() && !end.is_floating() && !step.is_floating();
  const DType result = dtype.value_or(whole ? DType::int64 : default_dtype());
  const double first = start.to_double();
  const double last = end.to_double();
  const double by = step.to_double();
  if (!(by > 0 || by < 0)) throw RuntimeError("step must be nonzero");
  throw_if(!std::isfinite(first) || !std::isfinite(last), "unsupported range: {} -> {}",
           first, last);
  throw_if(by > 0 ? last < first : last > first,
           "upper bound and larger bound inconsistent with step sign");
  double count = 0;
  if (is_integral(result) && whole) {
    const __int128 span = static_cast<__int128>(end.to_int()) - start.to_int();
    const __int128 stride = step.to_int();
    count = static_cast<double>((span + stride - (by > 0 ? 1 : -1)) / stride);
  } else {
    count = std::ceil((last - first) / by);
  }
  throw_if(!(count >= 0 && count <= 9.0e18), "invalid size, possible overflow?");
  const auto n = static_cast<int64_t>(count);
  Tensor out = Tensor::empty({n}, result);
  with_type(result, [&]<typename T>(Type<T>) {
    T* to = out.data<T>();
    if constexpr (std::is_same_v<T, float>) {
      arange_float(to, n, first, by);
    } else if constexpr (std::is_integral_v<T>) {
      const int64_t a = start.to_int();
      const int64_t s = step.to_int();
      for (int64_t i = 0; i < n; ++i) to[i] = convert<T>(a + s * i);
    } else {
      for (int64_t i = 0; i < n; ++i) {
        to[i] = convert<T>(first + by * static_cast<double>(i));
      }
    }
  });
  return out;
}

Tensor fill_(const Tensor& self, const Operand& value) {
  throw_if(value.dim() != 0,
           "fill_ only supports 0-dimension value tensor but got tensor with {} dimensions.",
           value.dim());
  check_writable(self);
  const Scalar number = value.item();
  const StridedLoop<1> loop(self.shape().data(), static_cast<int>(self.dim()),
                            {Layout(self)});
  with_type(self.dtype(), [&]<typename T>(Type<T>) {
    const T fill = checked_scalar<T>(number);
    T* to = self.data<T>();
    const int64_t step = loop.inner_step(0);
    loop.run([&](const std::array<int64_t, 1>& at, int64_t n) {
      if (step == 1) {
        std::fill_n(to + at[0], n, fill);
      } else {
        for (int64_t i = 0; i < n; ++i) to[at[0] + i * step] = fill;
      }
    });
  });
  record_in_place({value.is_tensor() ? "FillBackward3" : "FillBackward2", "fill"}, self,
                  {value.tensor()});
  return self;
}

Tensor linspace(double start, double end, int64_t steps, DType dtype) {
  if (steps < 0) throw RuntimeError("number of steps must be non-negative");
  Tensor out = Tensor::empty({steps}, dtype);
  if (steps == 0) return out;
  if (steps == 1) return fill_(out, Scalar(start));
  if (dtype == DType::float32) {
    linspace_typed(out.data<float>(), steps, start, end);
  } else if (dtype == DType::float64) {
    linspace_typed(out.data<double>(), steps, start, end);
  } else {
    const double step = (end - start) / static_cast<double>(steps - 1);
    with_type(dtype, [&]<typename T>(Type<T>) {
      T* to = out.data<T>();
      for (int64_t i = 0; i < steps; ++i) {
        to[i] = convert<T>(
            i < steps / 2 ? start + step * static_cast<double>(i)
                          : end - step * static_cast<double>(steps - i - 1));
      }
    });
  }
  return out;
}

Tensor eye(int64_t n, std::optional<int64_t> m, DType dtype) {
  const int64_t columns = m.value_or(n);
  throw_if(n < 0, "n must be greater or equal to 0, got {}", n);
  throw_if(columns < 0, "m must be greater or equal to 0, got {}", columns);
  Tensor out = zeros({n, columns}, dtype);
  with_type(dtype, [&]<typename T>(Type<T>) {
    T* to = out.data<T>();
    for (int64_t i = 0; i < std::min(n, columns); ++i) {
      to[i * columns + i] = T(1);
    }
  });
  return out;
}

namespace {

template <typename First, typename Last>
Tensor triangle_indices(int64_t rows, int64_t columns, First first, Last last) {
  throw_if(rows < 0 || columns < 0, "{} must be non-negative, got{}", rows < 0 ? "row" : "col",
           rows < 0 ? rows : columns);
  const auto each_row = [&](auto&& f) {
    for (int64_t r = 0; r < rows; ++r) {
      if ((r & 0xfffff) == 0xfffff) checkpoint();
      const int64_t begin = std::max<int64_t>(first(r), 0);
      f(r, begin, std::max(begin, std::clamp<int64_t>(last(r), 0, columns)));
    }
  };
  int64_t n = 0;
  each_row([&](int64_t, int64_t begin, int64_t end) {
    if (__builtin_add_overflow(n, end - begin, &n)) n = INT64_MAX / 2;
  });
  Tensor out = Tensor::empty({2, n}, DType::int64);
  int64_t* row = out.data<int64_t>();
  int64_t* column = row + n;
  each_row([&](int64_t r, int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c) {
      *row++ = r;
      *column++ = c;
    }
  });
  return out;
}

}  // namespace

Tensor tril_indices(int64_t row, int64_t col, int64_t offset) {
  return triangle_indices(
      row, col, [](int64_t) { return 0; },
      [=](int64_t r) { return r + offset + 1; });
}

Tensor triu_indices(int64_t row, int64_t col, int64_t offset) {
  return triangle_indices(
      row, col, [=](int64_t r) { return r + offset; },
      [=](int64_t) { return col; });
}

Tensor zeros_like(const Tensor& self, std::optional<DType> dtype) {
  return full_like(self, 0, dtype);
}

Tensor ones_like(const Tensor& self, std::optional<DType> dtype) {
  return full_like(self, 1, dtype);
}

Tensor full_like(const Tensor& self, Scalar value,
                 std::optional<DType> dtype) {
  return fill_(empty_like(self, dtype), value);
}

std::vector<Scalar> to_scalars(const Tensor& self) {
  const Tensor flat = self.is_contiguous() ? self : row_major_copy(self);
  std::vector<Scalar> out;
  out.reserve(static_cast<size_t>(flat.numel()));
  with_type(flat.dtype(), [&]<typename T>(Type<T>) {
    const T* from = flat.data<T>();
    for (int64_t i = 0; i < flat.numel(); ++i) {
      if constexpr (std::is_same_v<T, bool>) {
        out.emplace_back(from[i]);
      } else if constexpr (std::is_integral_v<T>) {
        out.emplace_back(static_cast<int64_t>(from[i]));
      } else {
        out.emplace_back(static_cast<double>(from[i]));
      }
    }
  });
  return out;
}

bool equal(const Tensor& a, const Tensor& b) {
  throw_if(a.dtype() != b.dtype(),
           "Expected object of data type {} but got data type {} for argument #2 'other' in call "
           "to equal",
           scalar_type_name(a.dtype()), scalar_type_name(b.dtype()));
  if (a.shape() != b.shape()) return false;
  const Tensor x = a.is_contiguous() ? a : row_major_copy(a);
  const Tensor y = b.is_contiguous() ? b : row_major_copy(b);
  return with_type(a.dtype(), [&]<typename T>(Type<T>) {
    return std::equal(x.data<T>(), x.data<T>() + x.numel(), y.data<T>());
  });
}

}  // namespace mha
