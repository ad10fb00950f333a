#include <cmath>
#include <functional>

#include "base/platform.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "torch/numpy/numpy.h"

// NumPy's functions of every element: which types they compute in, and what
// they warn of.

namespace mha::torch {

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

/// What a loop has made, as the dtype asked for: float32 stands for float16, int64 for all ints.
Tensor narrowed(const Tensor& made, DType asked) {
  const bool stands_in = made.dtype() == DType::float32 || made.dtype() == DType::int64;
  return stands_in ? to(made, asked) : made;
}

/// f of every element, computed in float64, float32 or int64 as the dtype asks for.
template <typename F>
Tensor each1(const Tensor& x, DType d, F f) {
  return narrowed(d == DType::float64 ? map1<double>(x, f)
                  : is_floating(d)    ? map1<float>(x, f)
                                      : map1<int64_t>(x, f), d);
}

template <typename F>
Tensor each2(const Tensor& a, const Tensor& b, DType d, F f) {
  return narrowed(d == DType::float64 ? map2<double>(a, b, f)
                  : is_floating(d)    ? map2<float>(a, b, f)
                                      : map2<int64_t>(a, b, f), d);
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

[[noreturn]] void no_loop(std::string_view name) {
  throw TypeError("ufunc '" + std::string(name) +
                  "' not supported for the input types, and the inputs could not be safely "
                  "coerced to any supported types according to the casting rule ''safe''");
}

struct UnaryUfunc {
  const char* name;
  Tensor (*run)(const Tensor&, DType compute);
  bool makes_floats = false;  // of ints; and warns
};

#define MHA_ONE(EXPR) \
  [](const Tensor& t, DType d) { return each1(t, d, [](auto x) -> decltype(x) { return EXPR; }); }
#define MHA_ASKS(EXPR) [](const Tensor& t, DType d) { return each1(t, d, [](auto x) { return EXPR; }); }
#define MHA_REAL(NAME, EXPR)                                              \
  {NAME, [](const Tensor& t, DType d) {                                   \
     return d == DType::float64                                           \
                ? map1<double>(t, [](double x) -> double { return EXPR; }) \
                : narrowed(map1<float>(t, [](float x) -> float { return EXPR; }), d); \
   }, true}
constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr UnaryUfunc kUnaryUfuncs[] = {
    MHA_REAL("sqrt", std::sqrt(x)),   MHA_REAL("exp", vector_exp(x)),
    MHA_REAL("log", std::log(x)),     MHA_REAL("log2", std::log2(x)),
    MHA_REAL("log10", std::log10(x)), MHA_REAL("log1p", std::log1p(x)),
    MHA_REAL("expm1", std::expm1(x)), MHA_REAL("exp2", std::exp2(x)),
    MHA_REAL("sin", std::sin(x)),     MHA_REAL("cos", std::cos(x)),
    MHA_REAL("tan", std::tan(x)),     MHA_REAL("arcsin", std::asin(x)),
    MHA_REAL("arccos", std::acos(x)), MHA_REAL("arctan", std::atan(x)),
    MHA_REAL("sinh", std::sinh(x)),   MHA_REAL("cosh", std::cosh(x)),
    MHA_REAL("tanh", std::tanh(x)),   MHA_REAL("cbrt", std::cbrt(x)),
    MHA_REAL("floor", std::floor(x)), MHA_REAL("ceil", std::ceil(x)),
    MHA_REAL("trunc", std::trunc(x)), MHA_REAL("rint", std::nearbyint(x)),
    MHA_REAL("radians", x * static_cast<decltype(x)>(kDegree)),
    MHA_REAL("degrees", x * static_cast<decltype(x)>(1 / kDegree)),
    {"absolute", MHA_ONE(std::abs(x))},
    {"square", MHA_ONE(x * x)},
    {"negative", [](const Tensor& t, DType d) {
       throw_if<TypeError>(d == DType::bool_,
                           "The numpy boolean negative, the `-` operator, is not supported, use "
                           "the `~` operator or the logical_not function instead.");
       return each1(t, d, std::negate<>());
     }},
    {"positive", [](const Tensor& t, DType) { return to(t, t.dtype(), /*copy=*/true); }},
    {"sign", MHA_ONE(x > 0 ? 1 : x < 0 ? -1 : x)},
    {"reciprocal", MHA_ONE(std::is_integral_v<decltype(x)> && x == 0 ? x : 1 / x)},
    {"isnan", MHA_ASKS(std::isnan(static_cast<double>(x)))},
    {"isinf", MHA_ASKS(std::isinf(static_cast<double>(x)))},
    {"isfinite", MHA_ASKS(std::isfinite(static_cast<double>(x)))},
    {"logical_not", MHA_ASKS(x == 0)},
    {"invert", [](const Tensor& t, DType d) {
       if (is_floating(d)) no_loop("invert");
       if (d == DType::bool_) return map1<bool>(t, std::logical_not<>());
       return narrowed(map1<int64_t>(t, std::bit_not<>()), d);
     }},
};
#undef MHA_ONE
#undef MHA_ASKS
#undef MHA_REAL

// ----------------------------------------------------------------- two operands

struct FloorDivide {
  template <typename T> T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) {
      if (y == 0) {
        platform::raise_float_flags({.divided_by_zero = true});
        return 0;
      }
      if (y == -1) return -x;
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
      for (; y > 0; y >>= 1, x *= x) {
        if (y & 1) out *= x;
      }
      return out;
    } else {
      return y == 2 ? x * x : std::pow(x, y);
    }
  }
};

#define MHA_TWO(EXPR)                                                      \
  [](const Tensor& a, const Tensor& b, DType d) {                          \
    return each2(a, b, d, [](auto x, auto y) -> decltype(x) { return EXPR; }); \
  }
#define MHA_TEST(EXPR)                                                 \
  [](const Tensor& a, const Tensor& b, DType d) {                      \
    return each2(a, b, d, [](auto x, auto y) -> bool { return EXPR; }); \
  }
#define MHA_BITS(NAME, PYTHON, EXPR)                                                    \
  {NAME, "", [](const Tensor& a, const Tensor& b, DType d) {                            \
     if (is_floating(d)) no_loop(NAME);                                                 \
     return narrowed(map2<int64_t>(a, b, [](int64_t x, int64_t y) { return EXPR; }), d); \
   }, PYTHON}

/// An operation on whole numbers, of which bools are some, or on floats.
template <typename F>
Tensor divided(const Tensor& a, const Tensor& b, DType d) {
  return each2(a, b, d == DType::bool_ ? DType::int64 : d, F());
}
/// One on floats alone: ints become float64.
template <typename F>
Tensor of_floats(const Tensor& a, const Tensor& b, DType d, F f) {
  if (d == DType::float64) return map2<double>(a, b, f);
  return narrowed(map2<float>(a, b, f), d);
}
int64_t shifted(int64_t x, int64_t places) {
  return places < 0 || places > 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(x) << places);
}

constexpr BinaryUfunc kBinaryUfuncs[] = {
    {"add", "add", MHA_TWO(x + y), "add"},
    {"subtract", "subtract", [](const Tensor& a, const Tensor& b, DType d) {
       throw_if<TypeError>(d == DType::bool_,
                           "numpy boolean subtract, the `-` operator, is not supported, use the "
                           "bitwise_xor, the `^` operator, or the logical_xor function instead.");
       return each2(a, b, d, std::minus<>());
     }, "sub"},
    {"multiply", "multiply", MHA_TWO(x * y), "mul"},
    {"divide", "divide", [](const Tensor& a, const Tensor& b, DType d) {
       return of_floats(a, b, is_floating(d) ? d : DType::float64, std::divides<>());
     }, "truediv"},
    {"floor_divide", "floor_divide", divided<FloorDivide>, "floordiv"},
    {"remainder", "remainder", divided<Remainder>, "mod"},
    {"power", "power", divided<Power>, "pow"},
    {"maximum", "", MHA_TWO(x >= y || x != x ? x : y)},
    {"minimum", "", MHA_TWO(x <= y || x != x ? x : y)},
    {"fmax", "", MHA_TWO(x >= y || y != y ? x : y)},
    {"fmin", "", MHA_TWO(x <= y || y != y ? x : y)},
    {"arctan2", "arctan2", [](const Tensor& a, const Tensor& b, DType d) {
       return of_floats(a, b, float_type(d), [](auto y, auto x) { return std::atan2(y, x); });
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
    MHA_BITS("left_shift", "lshift", shifted(x, y)),
    MHA_BITS("right_shift", "rshift", x >> (y < 0 || y > 63 ? 63 : y)),
};
#undef MHA_TWO
#undef MHA_TEST
#undef MHA_BITS

/// Other names for the same function.
std::string_view main_name(std::string_view name) {
  constexpr std::pair<const char*, const char*> kNames[] = {
      {"true_divide", "divide"}, {"mod", "remainder"}, {"conjugate", "positive"},
      {"abs", "absolute"},       {"fabs", "absolute"}, {"bitwise_not", "invert"},
      {"deg2rad", "radians"},    {"rad2deg", "degrees"}};
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

bool is_unary_ufunc(std::string_view name) { return row_named(kUnaryUfuncs, main_name(name)); }
bool is_binary_ufunc(std::string_view name) { return row_named(kBinaryUfuncs, main_name(name)); }

Tensor numpy_unary(Interpreter& interp, std::string_view name, const Tensor& x) {
  const UnaryUfunc& ufunc = *row_named(kUnaryUfuncs, main_name(name));
  if (!ufunc.makes_floats) return ufunc.run(x, x.dtype());
  // Rounding leaves whole numbers as they are.
  const bool rounds = name == "floor" || name == "ceil" || name == "trunc";
  if (rounds && is_integral(x.dtype())) return to(x, DType::float64);
  const DType d = float_type(x.dtype());
  const Tensor in = to(x, d == DType::float64 ? d : DType::float32);
  const Flags flags;
  Tensor out = ufunc.run(in, d);
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
