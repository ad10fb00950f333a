#include <cmath>
#include <functional>

#include "base/platform.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "torch/numpy/numpy.h"

// NumPy's functions of every element: which types they compute in, and what
// they warn of.

namespace mha::torch {

using lang::Args;
using lang::Interpreter;
using lang::Value;

// -------------------------------------------------------------------- types

DType numpy_promote(DType a, DType b) {
  if (a == b) return a;
  if (numpy_kind(a) < numpy_kind(b)) std::swap(a, b);
  if (numpy_kind(a) == 2 && numpy_kind(b) == 1) {
    // The smallest float that holds every such int.
    const size_t bytes = size_of(b) == 1 ? 2 : size_of(b) == 2 ? 4 : 8;
    if (size_of(a) >= bytes) return a;
    return bytes == 4 ? DType::float32 : DType::float64;
  }
  return promote(a, b);
}

DType numpy_result_type(std::span<const Tensor> operands) {
  std::optional<DType> arrays, scalars;
  const auto add = [](std::optional<DType>& to, DType d) { to = to ? numpy_promote(*to, d) : d; };
  for (const Tensor& t : operands) add(t.dim() > 0 ? arrays : scalars, t.dtype());
  if (!arrays) return *scalars;
  if (!scalars) return *arrays;
  if (numpy_kind(*scalars) > numpy_kind(*arrays)) return numpy_promote(*arrays, *scalars);
  for (const Tensor& t : operands) {
    if (t.dim() > 0) continue;
    const double v = std::abs(t.item().to_double());
    const double most = *arrays == DType::float16 ? 65504.0
                        : *arrays == DType::float32 ? 3.4028235677973366e38
                        : is_integral(*arrays) && size_of(*arrays) < 8
                            ? std::ldexp(1.0, static_cast<int>(8 * size_of(*arrays)) -
                                                  (*arrays == DType::uint8 ? 0 : 1))
                            : INFINITY;
    if (std::isfinite(v) && v >= most) return numpy_promote(*arrays, *scalars);
  }
  return *arrays;
}

Shape numpy_broadcast(const Shape& a, const Shape& b) {
  const size_t rank = std::max(a.size(), b.size());
  Shape out(rank);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t x = i < rank - a.size() ? 1 : a[i - (rank - a.size())];
    const int64_t y = i < rank - b.size() ? 1 : b[i - (rank - b.size())];
    if (x != y && x != 1 && y != 1) {
      throw ValueError("operands could not be broadcast together with shapes " + tight_text(a) +
                       " " + tight_text(b) + " ");
    }
    out[i] = x == 1 ? y : x;
  }
  return out;
}

namespace {

// ------------------------------------------------------------------ the loops

/// Looks at the processor's floating-point flags while it lives, and tells of
/// them in NumPy's words when asked to.
class Flags {
 public:
  Flags() { platform::clear_float_flags(); }
  void tell(Interpreter& interp, std::string_view name, bool scalar) const {
    const platform::FloatFlags raised = platform::float_flags();
    const std::string where =
        std::string(" encountered in ") + (scalar ? "scalar " : "") + std::string(name);
    if (raised.divided_by_zero) interp.warn("RuntimeWarning", "divide by zero" + where);
    if (raised.overflow) interp.warn("RuntimeWarning", "overflow" + where);
    if (raised.invalid) interp.warn("RuntimeWarning", "invalid value" + where);
  }
};

template <typename R>
constexpr DType dtype_for() {
  if constexpr (std::is_same_v<R, double>) return DType::float64;
  if constexpr (std::is_same_v<R, float>) return DType::float32;
  if constexpr (std::is_same_v<R, bool>) return DType::bool_;
  return DType::int64;
}

template <typename T, typename F>
Tensor map1(const Tensor& x, F f) {
  const Tensor in = contiguous(to(x, dtype_for<T>()));
  using R = decltype(f(T{}));
  Tensor out = Tensor::empty(x.shape(), dtype_for<R>());
  const T* from = in.data<T>();
  R* at = out.data<R>();
  for (int64_t i = 0; i < in.numel(); ++i) at[i] = f(from[i]);
  return out;
}

template <typename T, typename F>
Tensor map2(const Tensor& a, const Tensor& b, F f) {
  const Shape shape = numpy_broadcast(a.shape(), b.shape());
  const Tensor x = contiguous(expand(to(a, dtype_for<T>()), shape));
  const Tensor y = contiguous(expand(to(b, dtype_for<T>()), shape));
  using R = decltype(f(T{}, T{}));
  Tensor out = Tensor::empty(shape, dtype_for<R>());
  const T* left = x.data<T>();
  const T* right = y.data<T>();
  R* at = out.data<R>();
  for (int64_t i = 0; i < out.numel(); ++i) at[i] = f(left[i], right[i]);
  return out;
}

/// Runs f on doubles, floats or (if it takes them) ints, whichever the dtype
/// asks for; the result is stored as `result`.
template <typename F>
Tensor floats1(const Tensor& x, DType compute, F f) {
  if (compute == DType::float64) return map1<double>(x, f);
  const Tensor out = map1<float>(x, f);
  return compute == DType::float16 && out.dtype() == DType::float32 ? to(out, compute) : out;
}

/// sqrt, exp, ... make floats of ints.
DType float_type(DType d) {
  if (is_floating(d)) return d;
  if (size_of(d) == 1) return DType::float16;
  return d == DType::int16 ? DType::float32 : DType::float64;
}

/// e^x of a float as NumPy's vector code computes it: a fraction of two
/// polynomials on what is left of x beside a multiple of log 2.
float vector_exp(float x) {
  if (std::isnan(x)) return x;
  if (x > 88.72283935546875f) {
    if (std::isfinite(x)) platform::raise_float_flags({.overflow = true});
    return INFINITY;
  }
  if (x < -103.97283935546875f) return 0;
  constexpr float kRounding = 0x1.8p23f;
  const float n = x * 1.442695040888963407f + kRounding - kRounding;
  x = std::fma(n, -6.93145752e-1f, x);
  x = std::fma(n, -1.42860677e-6f, x);
  float p = 5.082762527590693718096e-04f;
  for (const float c : {6.757896990527504603057e-03f, 5.114512081637298353406e-02f,
                        2.473615434895520810817e-01f, 7.257664613233124478488e-01f,
                        9.999999999980870924916e-01f}) {
    p = std::fma(p, x, c);
  }
  float q = std::fma(2.159509375685829852307e-02f, x, -2.742335390411667452936e-01f);
  q = std::fma(q, x, 1.0f);
  return std::ldexp(p / q, static_cast<int>(n));
}
double vector_exp(double x) { return std::exp(x); }

using Real = Tensor (*)(const Tensor&, DType);
struct UnaryRow {
  const char* name;
  Real run;  // given the type to compute in
};

#define MHA_REAL(NAME, EXPR)                                        \
  {NAME, [](const Tensor& t, DType d) {                             \
     return floats1(t, d, [](auto x) -> decltype(x) { return EXPR; }); \
   }}
constexpr double kDegree = 3.14159265358979323846 / 180.0;
const UnaryRow kReal[] = {
    MHA_REAL("sqrt", std::sqrt(x)),     MHA_REAL("exp", vector_exp(x)),
    MHA_REAL("log", std::log(x)),       MHA_REAL("log2", std::log2(x)),
    MHA_REAL("log10", std::log10(x)),   MHA_REAL("log1p", std::log1p(x)),
    MHA_REAL("expm1", std::expm1(x)),   MHA_REAL("exp2", std::exp2(x)),
    MHA_REAL("sin", std::sin(x)),       MHA_REAL("cos", std::cos(x)),
    MHA_REAL("tan", std::tan(x)),       MHA_REAL("arcsin", std::asin(x)),
    MHA_REAL("arccos", std::acos(x)),   MHA_REAL("arctan", std::atan(x)),
    MHA_REAL("sinh", std::sinh(x)),     MHA_REAL("cosh", std::cosh(x)),
    MHA_REAL("tanh", std::tanh(x)),     MHA_REAL("cbrt", std::cbrt(x)),
    MHA_REAL("floor", std::floor(x)),   MHA_REAL("ceil", std::ceil(x)),
    MHA_REAL("trunc", std::trunc(x)),   MHA_REAL("rint", std::nearbyint(x)),
    MHA_REAL("deg2rad", x * static_cast<decltype(x)>(kDegree)),
    MHA_REAL("radians", x * static_cast<decltype(x)>(kDegree)),
    MHA_REAL("rad2deg", x * static_cast<decltype(x)>(1 / kDegree)),
    MHA_REAL("degrees", x * static_cast<decltype(x)>(1 / kDegree)),
};
#undef MHA_REAL

template <typename F>
Tensor any1(const Tensor& x, F f) {
  if (is_floating(x.dtype())) return floats1(x, x.dtype(), f);
  const Tensor out = map1<int64_t>(x, f);
  return out.dtype() == DType::int64 && is_integral(x.dtype()) ? to(out, x.dtype()) : out;
}

/// a + b, a - b or a * b of ints, which wrap around.
int64_t wrapping(int64_t a, int64_t b, char op) {
  const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  return static_cast<int64_t>(op == '+' ? x + y : op == '-' ? x - y : x * y);
}

const char* const kPlain1[] = {"abs",      "absolute", "fabs",     "square",  "negative",
                               "positive", "sign",     "isnan",    "isinf",   "isfinite",
                               "invert",   "bitwise_not", "logical_not", "reciprocal"};

[[noreturn]] void no_loop(std::string_view name) {
  throw TypeError("ufunc '" + std::string(name) +
                  "' not supported for the input types, and the inputs could not be safely "
                  "coerced to any supported types according to the casting rule ''safe''");
}

Tensor plain1(std::string_view name, const Tensor& x) {
  const bool logical = x.dtype() == DType::bool_;
  if (name == "abs" || name == "absolute" || name == "fabs") {
    if (logical) return to(x, x.dtype(), /*copy=*/true);
    return any1(x, [](auto v) -> decltype(v) {
      if constexpr (std::is_floating_point_v<decltype(v)>) return std::abs(v);
      return v < 0 ? wrapping(0, v, '-') : v;
    });
  }
  if (name == "square") {
    return any1(x, [](auto v) -> decltype(v) {
      if constexpr (std::is_integral_v<decltype(v)>) return wrapping(v, v, '*');
      return v * v;
    });
  }
  if (name == "negative") {
    if (logical) {
      throw TypeError("The numpy boolean negative, the `-` operator, is not supported, use the "
                      "`~` operator or the logical_not function instead.");
    }
    return any1(x, [](auto v) -> decltype(v) {
      if constexpr (std::is_integral_v<decltype(v)>) return wrapping(0, v, '-');
      return -v;
    });
  }
  if (name == "positive") return to(x, x.dtype(), /*copy=*/true);
  if (name == "sign") {
    return any1(x, [](auto v) -> decltype(v) {
      return v > 0 ? decltype(v)(1) : v < 0 ? decltype(v)(-1) : v;
    });
  }
  if (name == "reciprocal") {
    return any1(x, [](auto v) -> decltype(v) {
      if constexpr (std::is_integral_v<decltype(v)>) return v == 0 ? v : 1 / v;
      return 1 / v;
    });
  }
  if (name == "isnan") {
    return any1(x, [](auto v) { return std::isnan(static_cast<double>(v)); });
  }
  if (name == "isinf") {
    return any1(x, [](auto v) { return std::isinf(static_cast<double>(v)); });
  }
  if (name == "isfinite") {
    return any1(x, [](auto v) { return std::isfinite(static_cast<double>(v)); });
  }
  if (name == "logical_not") {
    return any1(x, [](auto v) { return v == 0; });
  }
  if (is_floating(x.dtype())) no_loop(name == "bitwise_not" ? "invert" : name);
  if (logical) return map1<bool>(x, [](bool v) { return !v; });
  return any1(x, [](auto v) -> decltype(v) {
    if constexpr (std::is_integral_v<decltype(v)>) return ~v;
    return v;
  });
}

// ----------------------------------------------------------------- two operands

template <typename F>
Tensor any2(const Tensor& a, const Tensor& b, DType d, F f) {
  if (d == DType::float64) return map2<double>(a, b, f);
  if (is_floating(d)) {
    const Tensor out = map2<float>(a, b, f);
    return d == DType::float16 && out.dtype() == DType::float32 ? to(out, d) : out;
  }
  const Tensor out = map2<int64_t>(a, b, f);
  return out.dtype() == DType::int64 && is_integral(d) ? to(out, d) : out;
}

struct Add {
  template <typename T> T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) return wrapping(x, y, '+');
    return x + y;
  }
};
struct Subtract {
  template <typename T> T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) return wrapping(x, y, '-');
    return x - y;
  }
};
struct Multiply {
  template <typename T> T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) return wrapping(x, y, '*');
    return x * y;
  }
};
struct FloorDivide {
  template <typename T> T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) {
      if (y == 0) {
        platform::raise_float_flags({.divided_by_zero = true});
        return 0;
      }
      if (y == -1) return wrapping(0, x, '-');
      return x / y - (x % y != 0 && (x < 0) != (y < 0));
    } else {
      if (y == 0) return x / y;
      T mod = std::fmod(x, y);
      T q = (x - mod) / y;
      if (mod != 0 && (y < 0) != (mod < 0)) q -= 1;
      if (q == 0) return std::copysign(T(0), x / y);
      const T down = std::floor(q);
      return q - down > T(0.5) ? down + 1 : down;
    }
  }
};
struct Remainder {
  template <typename T> T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) {
      if (y == 0) {
        platform::raise_float_flags({.divided_by_zero = true});
        return 0;
      }
      if (y == -1) return 0;
      const T r = x % y;
      return r != 0 && (r < 0) != (y < 0) ? r + y : r;
    } else {
      const T r = std::fmod(x, y);
      if (r == 0) return std::copysign(T(0), y);
      return (y < 0) != (r < 0) ? r + y : r;
    }
  }
};
struct Power {
  template <typename T> T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) {
      if (y < 0) throw ValueError("Integers to negative integer powers are not allowed.");
      T out = 1;
      for (; y > 0; y >>= 1, x = wrapping(x, x, '*')) {
        if (y & 1) out = wrapping(out, x, '*');
      }
      return out;
    } else {
      return y == 2 ? x * x : std::pow(x, y);
    }
  }
};

#define MHA_ANY(EXPR)                                                    \
  [](const Tensor& a, const Tensor& b, DType d) {                        \
    return any2(a, b, d, [](auto x, auto y) -> decltype(x) { return EXPR; }); \
  }
#define MHA_TEST(EXPR)                                                \
  [](const Tensor& a, const Tensor& b, DType d) {                     \
    return any2(a, b, d, [](auto x, auto y) -> bool { return EXPR; }); \
  }
#define MHA_BITS(NAME, PYTHON, EXPR)                                      \
  {NAME, "", [](const Tensor& a, const Tensor& b, DType d) {              \
     if (is_floating(d)) no_loop(NAME);                                   \
     if (d == DType::bool_) {                                             \
       return map2<bool>(a, b, [](bool x, bool y) -> bool { return EXPR; }); \
     }                                                                    \
     return to(map2<int64_t>(a, b, [](int64_t x, int64_t y) -> int64_t { return EXPR; }), d); \
   }, PYTHON}

template <typename F>
Tensor arithmetic(const Tensor& a, const Tensor& b, DType d) {
  return any2(a, b, d, F());
}
Tensor as_bool(const Tensor& t, DType d) { return d == DType::bool_ ? to(t, d) : t; }

constexpr BinaryUfunc kBinaryUfuncs[] = {
    {"add", "add", [](const Tensor& a, const Tensor& b, DType d) {
       return as_bool(arithmetic<Add>(a, b, d), d);
     }, "add"},
    {"subtract", "subtract", [](const Tensor& a, const Tensor& b, DType d) {
       if (d == DType::bool_) {
         throw TypeError("numpy boolean subtract, the `-` operator, is not supported, use the "
                         "bitwise_xor, the `^` operator, or the logical_xor function instead.");
       }
       return arithmetic<Subtract>(a, b, d);
     }, "sub"},
    {"multiply", "multiply", [](const Tensor& a, const Tensor& b, DType d) {
       return as_bool(arithmetic<Multiply>(a, b, d), d);
     }, "mul"},
    {"divide", "divide", [](const Tensor& a, const Tensor& b, DType d) {
       if (!is_floating(d)) d = DType::float64;
       return any2(a, b, d, [](auto x, auto y) -> decltype(x) {
         if constexpr (std::is_floating_point_v<decltype(x)>) return x / y;
         return x;
       });
     }, "truediv"},
    {"floor_divide", "floor_divide", arithmetic<FloorDivide>, "floordiv"},
    {"remainder", "remainder", arithmetic<Remainder>, "mod"},
    {"power", "power", arithmetic<Power>, "pow"},
    {"maximum", "", MHA_ANY(x >= y || x != x ? x : y)},
    {"minimum", "", MHA_ANY(x <= y || x != x ? x : y)},
    {"fmax", "", MHA_ANY(x >= y || y != y ? x : y)},
    {"fmin", "", MHA_ANY(x <= y || y != y ? x : y)},
    {"arctan2", "arctan2", [](const Tensor& a, const Tensor& b, DType d) {
       return any2(a, b, float_type(d), [](auto x, auto y) -> decltype(x) {
         if constexpr (std::is_floating_point_v<decltype(x)>) return std::atan2(x, y);
         return x;
       });
     }},
    {"equal", "", MHA_TEST(x == y), nullptr, "eq"},
    {"not_equal", "", MHA_TEST(x != y), nullptr, "ne"},
    {"less", "", MHA_TEST(x < y), nullptr, "lt"},
    {"less_equal", "", MHA_TEST(x <= y), nullptr, "le"},
    {"greater", "", MHA_TEST(x > y), nullptr, "gt"},
    {"greater_equal", "", MHA_TEST(x >= y), nullptr, "ge"},
    {"logical_and", "", MHA_TEST(x != 0 && y != 0)},
    {"logical_or", "", MHA_TEST(x != 0 || y != 0)},
    {"logical_xor", "", MHA_TEST((x != 0) != (y != 0))},
    MHA_BITS("bitwise_and", "and", x & y),
    MHA_BITS("bitwise_or", "or", x | y),
    MHA_BITS("bitwise_xor", "xor", x ^ y),
    {"left_shift", "", [](const Tensor& a, const Tensor& b, DType d) {
       if (is_floating(d)) no_loop("left_shift");
       return any2(a, b, d, [](auto x, auto y) -> decltype(x) {
         if constexpr (std::is_integral_v<decltype(x)>) {
           const bool fits = y >= 0 && y < 64;
           return fits ? static_cast<int64_t>(static_cast<uint64_t>(x) << y) : 0;
         }
         return x;
       });
     }, "lshift"},
    {"right_shift", "", [](const Tensor& a, const Tensor& b, DType d) {
       if (is_floating(d)) no_loop("right_shift");
       return any2(a, b, d, [](auto x, auto y) -> decltype(x) {
         if constexpr (std::is_integral_v<decltype(x)>) return x >> (y < 0 ? 63 : std::min<int64_t>(y, 63));
         return x;
       });
     }, "rshift"},
};
#undef MHA_ANY
#undef MHA_TEST
#undef MHA_BITS

/// Other names for the same function.
std::string_view main_name(std::string_view name) {
  constexpr std::pair<const char*, const char*> kNames[] = {
      {"true_divide", "divide"}, {"mod", "remainder"}, {"conjugate", "positive"}};
  for (const auto& [other, main] : kNames) {
    if (name == other) return main;
  }
  return name;
}

template <typename Rows>
auto* row_named(const Rows& rows, std::string_view name) {
  for (const auto& row : rows) {
    if (name == row.name) return &row;
  }
  return static_cast<decltype(&*std::begin(rows))>(nullptr);
}

}  // namespace

bool is_unary_ufunc(std::string_view name) {
  if (row_named(kReal, name)) return true;
  for (const char* plain : kPlain1) {
    if (name == plain) return true;
  }
  return false;
}

bool is_binary_ufunc(std::string_view name) { return row_named(kBinaryUfuncs, main_name(name)); }

Tensor numpy_unary(Interpreter& interp, std::string_view name, const Tensor& x) {
  const UnaryRow* row = row_named(kReal, name);
  if (!row) return plain1(name, x);
  // Rounding leaves whole numbers as they are.
  const bool rounds = name == "floor" || name == "ceil" || name == "trunc";
  if (rounds && !is_floating(x.dtype()) && x.dtype() != DType::bool_) {
    return to(x, DType::float64);
  }
  const DType d = float_type(x.dtype());
  const Tensor in = to(x, d == DType::float64 ? d : DType::float32);
  const Flags flags;
  Tensor out = row->run(in, d);
  flags.tell(interp, name, /*scalar=*/false);
  return out;
}

Tensor numpy_binary(Interpreter& interp, std::string_view name, const Tensor& a, const Tensor& b) {
  return numpy_binary(interp, *row_named(kBinaryUfuncs, main_name(name)), a, b);
}

std::span<const BinaryUfunc> binary_ufuncs() { return kBinaryUfuncs; }

Tensor numpy_binary(Interpreter& interp, const BinaryUfunc& ufunc, const Tensor& a, const Tensor& b,
                    bool scalar) {
  const Tensor operands[] = {a, b};
  const DType d = numpy_result_type(operands);
  numpy_broadcast(a.shape(), b.shape());
  const Flags flags;
  Tensor out = ufunc.run(a, b, d);
  if (ufunc.warned_as[0]) flags.tell(interp, ufunc.warned_as, scalar);
  return out;
}

Value numpy_ufunc(const std::string& name) {
  const bool one = is_unary_ufunc(name);
  if (!one && !is_binary_ufunc(name)) return {};
  return lang::make<lang::NativeFunction>(name, [name, one](Interpreter& interp, Args& a) -> Value {
    const size_t count = one ? 1 : 2;
    if (a.positional.size() < count || a.positional.size() > count + 1) {
      throw TypeError(name + "() takes from " + std::to_string(count) + " to " +
                      std::to_string(count + 1) + " positional arguments but " +
                      std::to_string(a.positional.size()) +
                      (a.positional.size() == 1 ? " was given" : " were given"));
    }
    std::optional<DType> dtype;
    const Value* out = a.positional.size() > count ? &a.positional[count] : nullptr;
    for (const lang::KeywordArg& k : a.keywords) {
      if (k.name.str() == "dtype") {
        dtype = to_numpy_dtype(interp, k.value);
      } else if (k.name.str() == "out") {
        out = &k.value;
      } else {
        refuse_numpy("np." + name + "(" + k.name.str() + "=)");
      }
    }
    bool from_torch = false;
    std::vector<Tensor> in;
    for (size_t i = 0; i < count; ++i) {
      const Value& v = a.positional[i];
      if (v.get<lang::StrObject>() || v.is_none()) no_loop(name);
      from_torch = from_torch || as_tensor(v);
      in.push_back(to_array(interp, v, dtype));
    }
    const Tensor result =
        one ? numpy_unary(interp, name, in[0]) : numpy_binary(interp, name, in[0], in[1]);
    if (out && !out->is_none()) {
      const Tensor* target = as_array(interp, *out);
      if (!target) throw TypeError("return arrays must be of ArrayType");
      copy_(*target, result);
      return *out;
    }
    // A tensor wraps what NumPy makes of it; it knows no bool that way.
    if (from_torch) {
      return lang::tensor(result.dtype() == DType::bool_ ? to(result, DType::uint8) : result);
    }
    return numpy_value(interp, result);
  });
}

}  // namespace mha::torch
