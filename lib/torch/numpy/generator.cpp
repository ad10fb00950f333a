#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/memory.h"
#include "lang/values/number.h"
#include "random/pcg64.h"
#include "tensor/core/factory.h"
#include "torch/numpy/draw.h"

// np.random.default_rng() and the Generator that it gives, number for number NumPy's.

namespace mha::torch {

using lang::Interpreter;
using lang::Value;

namespace {

Pcg64& source(const Value& self) { return *self.get<lang::NativeObject>()->payload<Pcg64>(); }

/// Of an int of any size, NumPy's too; nothing for other values.
std::optional<mpz_class> integer(const Value& v) {
  if (lang::is_integral(v)) return lang::to_big(v);
  const std::optional<Scalar> s = as_scalar(v);
  if (!s || s->is_floating()) return {};
  return lang::to_big(Value(s->to_int()));
}

bool is_sequence(Interpreter& i, const Value& v) {
  const Tensor* array = as_array(i, v);
  return v.get<lang::ListObject>() || v.get<lang::TupleObject>() || (array && array->dim() > 0);
}

// self, size, dtype, out: float64 or float32.
template <typename F, typename G>
Value floats(Interpreter& i, Arguments a, const std::string& name, F draw, G draw_float) {
  if (is_given(a[3])) refuse_numpy("Generator." + name + "(out=)");
  const DType dtype = to_numpy_dtype(i, a[2]).value_or(DType::float64);
  if (dtype == DType::float32) return filled(i, a[1], draw_float);
  if (dtype == DType::float64) return filled(i, a[1], draw);
  throw TypeError(std::string("Unsupported dtype dtype('") + numpy_name(dtype) + "') for " + name);
}

Value generator_random(Interpreter& i, Arguments a) {
  Pcg64& r = source(a[0]);
  return floats(i, a, "random", [&r] { return r.uniform<double>(); },
                [&r] { return r.uniform<float>(); });
}

Value generator_standard_normal(Interpreter& i, Arguments a) {
  Pcg64& r = source(a[0]);
  return floats(i, a, "standard_normal", [&r] { return r.normal<double>(); },
                [&r] { return r.normal<float>(); });
}

// self, low, high, size
Value generator_uniform(Interpreter& i, Arguments a) {
  return drawn(i, or_else(a[1], 0), or_else(a[2], 1), a[3],
               [&r = source(a[0])](double low, double high) {
                 const double range = high - low;
                 if (!std::isfinite(range)) {
                   throw Error("OverflowError", "high - low range exceeds valid bounds");
                 }
                 if (range < 0) throw ValueError("high - low < 0");
                 return low + range * r.uniform<double>();
               });
}

// self, loc, scale, size
Value generator_normal(Interpreter& i, Arguments a) {
  return drawn(i, or_else(a[1], 0), or_else(a[2], 1), a[3],
               [&r = source(a[0])](double mean, double std) {
                 if (!std::isnan(std) && std::signbit(std)) throw ValueError("scale < 0");
                 return mean + std * r.normal<double>();
               });
}

mpz_class bound(Interpreter& i, const Value& v) {
  if (is_sequence(i, v)) refuse_numpy("Generator.integers() with several bounds");
  if (const auto n = integer(v)) return *n;
  const std::optional<Scalar> s = as_scalar(v);
  return lang::to_big(s ? lang::int_from_double(s->to_double()) : Value(i.to_index(v)));
}

// self, low, high, size, dtype, endpoint
Value run_integers(Interpreter& i, Arguments a) {
  const bool one = !is_given(a[2]), closed = a[5].defined() && i.truth(a[5]);
  const mpz_class low = one ? mpz_class(0) : bound(i, a[1]);
  mpz_class high = bound(i, a[one ? 1 : 2]);
  if (!closed) high -= 1;
  DType dtype = DType::int64;
  if (a[4].defined()) dtype = to_numpy_dtype(i, a[4]).value_or(DType::float64);
  const std::string name = numpy_name(dtype);
  if (is_floating(dtype)) throw TypeError("Unsupported dtype dtype('" + name + "') for integers");
  if (size_of(dtype) < 4) refuse_numpy("Generator.integers(dtype=) of small integers");
  const Tensor out = Tensor::empty(is_given(a[3]) ? to_sizes(i, a[3]) : Shape{}, DType::int64);
  if (out.numel() > 0) {
    const mpz_class limit = mpz_class(1) << (8 * size_of(dtype) - 1);
    if (low < -limit) throw ValueError("low is out of bounds for " + name);
    if (high >= limit) throw ValueError("high is out of bounds for " + name);
    if (low > high) {
      if (low == 0) throw ValueError(closed ? "high < 0" : "high <= 0");
      throw ValueError(closed ? "low > high" : "low >= high");
    }
    const auto first = static_cast<uint64_t>(lang::int_from_big(low).as_int());
    const uint64_t range = static_cast<uint64_t>(lang::int_from_big(high).as_int()) - first;
    fill<int64_t>(i, out, [&, &r = source(a[0])] { return first + r.bounded(range); });
  }
  if (is_given(a[3])) return array_value(i, to(out, dtype));
  // dtype=int asks for Python's.
  if (a[4].defined() && a[4].get<lang::ClassObject>() == i.builtin_class("int")) {
    return to_value(out.item());
  }
  return numpy_value(i, to(out, dtype));
}

void refuse_axis(Interpreter& i, const Value& axis, const char* where) {
  if (axis.defined() && i.to_index(axis) != 0) refuse_numpy(std::string(where) + "(axis=)");
}

Below masked_draws(const Value& self) {
  return [&r = source(self)](uint64_t most) { return masked(r, most); };
}

// self, x, axis
Value generator_permutation(Interpreter& i, Arguments a) {
  refuse_axis(i, a[2], "Generator.permutation");
  return permuted(i, a[1], masked_draws(a[0]));
}

Value generator_shuffle(Interpreter& i, Arguments a) {
  refuse_axis(i, a[2], "Generator.shuffle");
  shuffle(i, a[1], masked_draws(a[0]));
  return Value::none();
}

/// So many different numbers below n: the end of a shuffle or, if they are few among
/// many, by Floyd's method.
Tensor different(Interpreter& i, Pcg64& r, int64_t n, int64_t count, bool in_random_order) {
  const Below below = [&r](uint64_t most) { return r.bounded(most); };
  if (n > 10000 && count > n / (in_random_order ? 50 : 20)) {
    const Tensor all = arange(0, n);
    swap_down(i, all, std::max<int64_t>(n - count, 1), below);
    return slice(all, 0, n - count, n);
  }
  const Tensor out = Tensor::empty({count}, DType::int64);
  ask_memory(count, 48);
  std::unordered_set<uint64_t> taken;
  auto last = static_cast<uint64_t>(n - count);
  fill<int64_t>(i, out, [&] {
    uint64_t v = below(last);
    if (!taken.insert(v).second) taken.insert(v = last);
    ++last;
    return v;
  });
  if (in_random_order) swap_down(i, out, 1, below);
  return out;
}

// self, a, size, replace, p, axis, shuffle
Value generator_choice(Interpreter& i, Arguments a) {
  refuse_axis(i, a[5], "Generator.choice");
  const Tensor pool = to_array(i, a[1]);
  const bool is_count = pool.dim() == 0;
  if (is_count && is_floating(pool.dtype())) {
    throw ValueError("a must be a sequence or an integer, not " + i.repr(Value(i.type_of(a[1]))));
  }
  const int64_t n = is_count ? pool.item().to_int() : pool.size(0);
  const Shape shape = is_given(a[2]) ? to_sizes(i, a[2]) : Shape{};
  Tensor chosen = Tensor::empty(shape, DType::int64);
  const int64_t count = chosen.numel();
  if (n <= 0 && count > 0) {
    throw ValueError(is_count ? "a must be a positive integer unless no samples are taken"
                              : "a cannot be empty unless no samples are taken");
  }
  const bool replace = !a[3].defined() || i.truth(a[3]);
  Pcg64& r = source(a[0]);
  if (is_given(a[4])) {
    if (!replace) refuse_numpy("Generator.choice(p=, replace=False)");
    const std::vector<double> upto = cumulated(i, a[4], n, "");
    fill<int64_t>(i, chosen, [&] {
      return std::upper_bound(upto.begin(), upto.end(), r.uniform<double>()) - upto.begin();
    });
  } else if (replace) {
    fill<int64_t>(i, chosen, [&] { return r.bounded(static_cast<uint64_t>(n) - 1); });
  } else if (count > n) {
    throw ValueError("Cannot take a larger sample than population when replace is False");
  } else {
    const bool in_random_order = !a[6].defined() || i.truth(a[6]);
    chosen = reshape(different(i, r, n, count, in_random_order), shape);
  }
  const Value at = is_given(a[2]) ? array_value(i, chosen) : to_value(chosen.item());
  return is_count ? at : numpy_get_item(i, pool, at);
}

const NumpyRow kGeneratorMethods[] = {
    {"random", "self, size=None, dtype=None, out=None", generator_random},
    {"standard_normal", "self, size=None, dtype=None, out=None", generator_standard_normal},
    {"uniform", "self, low=0.0, high=1.0, size=None", generator_uniform},
    {"normal", "self, loc=0.0, scale=1.0, size=None", generator_normal},
    {"integers", "self, low, high=None, size=None, dtype=None, endpoint=False", run_integers},
    {"permutation", "self, x, axis=0", generator_permutation},
    {"shuffle", "self, x, axis=0", generator_shuffle},
    {"choice", "self, a, size=None, replace=True, p=None, axis=0, shuffle=True", generator_choice},
};

constexpr std::string_view kGeneratorLeftOut =
    " beta binomial bit_generator bytes chisquare dirichlet exponential f gamma geometric gumbel "
    "hypergeometric laplace logistic lognormal logseries multinomial multivariate_hypergeometric "
    "multivariate_normal negative_binomial noncentral_chisquare noncentral_f pareto permuted "
    "poisson power rayleigh spawn standard_cauchy standard_exponential standard_gamma standard_t "
    "triangular vonmises wald weibull zipf ";

/// What the old functions are called now.
constexpr std::pair<const char*, const char*> kRenamed[] = {
    {"rand", "random"}, {"randn", "standard_normal"}, {"randint", "integers"}};

Value missing_method(lang::Symbol name) {
  if (kGeneratorLeftOut.find(" " + name.str() + " ") != std::string_view::npos) {
    refuse_numpy("Generator." + name.str());
  }
  for (const auto& [old, now] : kRenamed) {
    if (name.str() != old) continue;
    throw Error("AttributeError", "'numpy.random._generator.Generator' object has no attribute '" +
                                      name.str() + "'")
        .with_help(std::string("a Generator calls it ") + now + "()");
  }
  return {};
}

}  // namespace

lang::ClassObject* numpy_generator_class(Interpreter& interp) {
  lang::ClassObject*& cls = types(interp).others["numpy.Generator"];
  if (cls) return cls;
  cls = interp.make_class("Generator", "numpy.random._generator").get();
  cls->set_instance_kind(lang::ObjectKind::native);
  cls->method("__new__", [](Interpreter&, lang::Args&) -> Value {
    throw Refusal("np.random.Generator() of a bit generator is not supported here")
        .with_help("np.random.default_rng(seed) makes a Generator");
  });
  cls->method("__str__", [](Interpreter&, lang::Args&) { return lang::str("Generator(PCG64)"); });
  cls->method("__repr__", [](Interpreter&, lang::Args& a) {
    const auto address = reinterpret_cast<uintptr_t>(a.positional[0].object());
    return lang::str(fmt::format("Generator(PCG64) at 0x{:X}", address));
  });
  for (const char* name : {"__copy__", "__deepcopy__"}) {
    cls->method(name, "self, memo=None", [](Interpreter& i, lang::Args& a) -> Value {
      return lang::make<lang::NativeObject>(numpy_generator_class(i),
                                            std::make_shared<Pcg64>(source(a.positional[0])));
    });
  }
  for (const NumpyRow& row : kGeneratorMethods) {
    cls->method(row.name, row.signature, [run = row.run](Interpreter& i, lang::Args& a) {
      return run(i, a.positional);
    });
  }
  cls->missing = missing_method;
  return cls;
}

Value numpy_default_rng(Interpreter& i, Arguments a) {
  lang::ClassObject* cls = numpy_generator_class(i);
  const Value seed = is_given(a[0]) ? a[0] : seed_value(fresh_seed());
  if (i.type_of(seed) == cls) return seed;
  const bool several = is_sequence(i, seed);
  std::vector<uint32_t> words;
  for (const Value& v : several ? i.to_vector(seed) : std::vector<Value>{seed}) {
    std::optional<mpz_class> n = integer(v);
    if (!n && several) throw TypeError("seed must be integer");
    if (!n) {
      throw TypeError("SeedSequence expects int or sequence of ints for entropy not " + i.str(v));
    }
    if (*n < 0) throw ValueError("expected non-negative integer");
    do {
      words.push_back(static_cast<uint32_t>(mpz_class(*n & 0xffffffffu).get_ui()));
      *n >>= 32;
    } while (*n > 0);
  }
  return lang::make<lang::NativeObject>(cls, std::make_shared<Pcg64>(words));
}

}  // namespace mha::torch
