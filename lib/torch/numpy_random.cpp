#include <algorithm>
#include <cmath>

#include "lang/number.h"
#include "random/generator.h"
#include "tensor/factory.h"
#include "tensor/index.h"
#include "tensor/views.h"
#include "torch/numpy.h"

// numpy.random: the old functions over one Mersenne Twister, number for number
// those of NumPy after np.random.seed().

namespace mha::torch {

using lang::Interpreter;
using lang::Value;
using Arguments = std::span<Value>;

namespace {

class RandomState {
 public:
  RandomState() { seed(fresh_seed() & 0xffffffff); }

  void seed(uint64_t s) {
    twister_.set_seed(s);
    spare_.reset();
  }
  uint32_t next32() { return twister_.next32(); }
  uint64_t next64() {
    const uint64_t high = next32();
    return high << 32 | next32();
  }
  /// In [0, 1), from 53 bits of two draws.
  double uniform() {
    const uint32_t a = next32() >> 5, b = next32() >> 6;
    return (a * 67108864.0 + b) / 9007199254740992.0;
  }
  /// By the polar method, two at a time; the second waits.
  double normal() {
    if (spare_) {
      const double v = *spare_;
      spare_.reset();
      return v;
    }
    double x = 0, y = 0, r = 0;
    do {
      x = 2.0 * uniform() - 1.0;
      y = 2.0 * uniform() - 1.0;
      r = x * x + y * y;
    } while (r >= 1.0 || r == 0.0);
    const double f = std::sqrt(-2.0 * std::log(r) / r);
    spare_ = f * x;
    return f * y;
  }
  /// From 0 to `most`, both included: draws under a mask until one fits.
  uint64_t bounded(uint64_t most) {
    if (most == 0) return 0;
    uint64_t mask = most;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    uint64_t v = 0;
    do {
      v = (most <= 0xffffffff ? next32() : next64()) & mask;
    } while (v > most);
    return v;
  }

 private:
  Generator twister_;
  std::optional<double> spare_;
};

RandomState& state(Interpreter& interp) {
  std::shared_ptr<void>& kept = types(interp).numpy_random;
  if (!kept) kept = std::make_shared<RandomState>();
  return *static_cast<RandomState*>(kept.get());
}

Shape sizes(Interpreter& i, const Value& v) {
  const Shape shape = to_shape(i, v);
  for (const int64_t n : shape) {
    if (n < 0) throw ValueError("negative dimensions are not allowed");
  }
  return shape;
}

/// `size` numbers made by draw(), or one Python float.
template <typename F>
Value filled(Interpreter& i, const Value& size, F draw) {
  if (!is_given(size)) return Value(draw());
  Tensor out = Tensor::empty(sizes(i, size), DType::float64);
  double* at = out.data<double>();
  for (int64_t k = 0; k < out.numel(); ++k) {
    if ((k & 0xfff) == 0) i.tick(1);
    at[k] = draw();
  }
  return array_value(i, out);
}

/// Of functions whose sizes stand side by side: rand(2, 3).
Value side_by_side(const Value& sizes) {
  return sizes.get<lang::TupleObject>()->items.empty() ? Value::none() : sizes;
}

Shape check_ints(Interpreter& i, const Value& sizes) {
  Shape out;
  for (const Value& v : sizes.get<lang::TupleObject>()->items) out.push_back(i.to_index(v));
  return out;
}

Value run_seed(Interpreter& i, Arguments a) {
  if (!is_given(a[0])) {
    state(i).seed(fresh_seed() & 0xffffffff);
    return Value::none();
  }
  const Value& v = a[0];
  if (v.is_float() || v.get<lang::ListObject>() || as_array(i, v)) {
    if (!v.is_float()) refuse_numpy("np.random.seed() with several numbers");
    throw TypeError("Cannot cast scalar from dtype('float64') to dtype('int64') according to the "
                    "rule 'safe'");
  }
  const int64_t seed = v.get<lang::BigIntObject>() ? -1 : i.to_index(v);
  if (seed < 0 || seed > 0xffffffffLL) throw ValueError("Seed must be between 0 and 2**32 - 1");
  state(i).seed(static_cast<uint64_t>(seed));
  return Value::none();
}

Value run_rand(Interpreter& i, Arguments a) {
  check_ints(i, a[0]);
  return filled(i, side_by_side(a[0]), [&s = state(i)] { return s.uniform(); });
}

Value run_random(Interpreter& i, Arguments a) {
  return filled(i, a[0], [&s = state(i)] { return s.uniform(); });
}

Value run_randn(Interpreter& i, Arguments a) {
  check_ints(i, a[0]);
  return filled(i, side_by_side(a[0]), [&s = state(i)] { return s.normal(); });
}

Value run_standard_normal(Interpreter& i, Arguments a) {
  return filled(i, a[0], [&s = state(i)] { return s.normal(); });
}

/// Two parameters and a size: f(first, second) is drawn for each place.
template <typename F>
Value drawn(Interpreter& i, const Value& first, const Value& second, const Value& size, F f) {
  Tensor p = to(to_array(i, first), DType::float64), q = to(to_array(i, second), DType::float64);
  if (p.dim() == 0 && q.dim() == 0) {
    const double x = p.item().to_double(), y = q.item().to_double();
    return filled(i, size, [&] { return f(x, y); });
  }
  Shape shape = numpy_broadcast(p.shape(), q.shape());
  if (is_given(size)) shape = sizes(i, size);
  p = contiguous(expand(p, shape));
  q = contiguous(expand(q, shape));
  Tensor out = Tensor::empty(shape, DType::float64);
  for (int64_t k = 0; k < out.numel(); ++k) {
    if ((k & 0xfff) == 0) i.tick();
    out.data<double>()[k] = f(p.data<double>()[k], q.data<double>()[k]);
  }
  return array_value(i, out);
}

Value or_else(const Value& v, double otherwise) { return is_given(v) ? v : Value(otherwise); }

Value run_uniform(Interpreter& i, Arguments a) {
  return drawn(i, or_else(a[0], 0), or_else(a[1], 1), a[2],
               [&s = state(i)](double low, double high) { return low + (high - low) * s.uniform(); });
}

Value run_normal(Interpreter& i, Arguments a) {
  return drawn(i, or_else(a[0], 0), or_else(a[1], 1), a[2],
               [&s = state(i)](double mean, double std) {
                 if (std < 0 || std::signbit(std)) throw ValueError("scale < 0");
                 return mean + std * s.normal();
               });
}

int64_t whole(Interpreter& i, const Value& v) {
  const std::optional<Scalar> s = as_scalar(v);
  if (!s || !s->is_floating()) return i.to_index(v);
  if (!(std::abs(s->to_double()) < 0x1p62)) throw ValueError("high is out of bounds for int64");
  return s->to_int();
}

Value run_randint(Interpreter& i, Arguments a) {
  int64_t low = whole(i, a[0]), high = 0;
  if (is_given(a[1])) {
    high = whole(i, a[1]);
  } else {
    high = low;
    low = 0;
  }
  const DType dtype = to_numpy_dtype(i, a[3]).value_or(DType::int64);
  if (size_of(dtype) < 4) refuse_numpy("np.random.randint(dtype=) of small integers");
  if (low >= high) throw ValueError(is_given(a[1]) ? "low >= high" : "high <= 0");
  const auto range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) - 1;
  RandomState& s = state(i);
  const auto draw = [&] {
    return static_cast<int64_t>(static_cast<uint64_t>(low) + s.bounded(range));
  };
  if (!is_given(a[2])) {
    const int64_t v = draw();
    return is_given(a[3]) ? numpy_value(i, scalar_tensor(v, dtype)) : Value(v);
  }
  Tensor out = Tensor::empty(sizes(i, a[2]), DType::int64);
  for (int64_t k = 0; k < out.numel(); ++k) {
    if ((k & 0xfff) == 0) i.tick();
    out.data<int64_t>()[k] = draw();
  }
  return array_value(i, to(out, dtype));
}

/// 0 to n - 1 in a random order.
Tensor shuffled(RandomState& s, int64_t n) {
  const Tensor out = Tensor::empty({std::max<int64_t>(n, 0)}, DType::int64);
  auto* order = out.data<int64_t>();
  for (int64_t k = 0; k < n; ++k) order[k] = k;
  for (int64_t k = n - 1; k > 0; --k) {
    std::swap(order[k], order[s.bounded(static_cast<uint64_t>(k))]);
  }
  return out;
}

Value run_permutation(Interpreter& i, Arguments a) {
  if (a[0].is_int()) return array_value(i, shuffled(state(i), a[0].as_int()));
  const Tensor x = to_array(i, a[0]);
  return numpy_get_item(i, x, array_value(i, shuffled(state(i), x.size(0))));
}

Value run_shuffle(Interpreter& i, Arguments a) {
  if (auto* list = a[0].get<lang::ListObject>()) {
    std::vector<Value> items;
    const Tensor order = shuffled(state(i), static_cast<int64_t>(list->items.size()));
    for (int64_t k = 0; k < order.numel(); ++k) {
      items.push_back(list->items[static_cast<size_t>(order.data<int64_t>()[k])]);
    }
    list->items = std::move(items);
    return Value::none();
  }
  const Tensor* x = as_array(i, a[0]);
  if (!x || x->dim() == 0) throw TypeError("object does not support item assignment");
  copy_(*x, index_select(*x, 0, shuffled(state(i), x->size(0))));
  return Value::none();
}

// a, size, replace, p
Value run_choice(Interpreter& i, Arguments a) {
  const bool is_count = a[0].is_int();
  Tensor pool;
  if (!is_count) pool = to_array(i, a[0]);
  if (!is_count && pool.dim() != 1) throw ValueError("a must be 1-dimensional");
  const int64_t n = is_count ? a[0].as_int() : pool.numel();
  if (n <= 0) throw ValueError(is_count ? "a must be greater than 0 unless no samples are taken"
                                        : "'a' cannot be empty unless no samples are taken");
  const Shape shape = is_given(a[1]) ? sizes(i, a[1]) : Shape{};
  Tensor chosen = Tensor::empty(shape, DType::int64);
  const int64_t count = chosen.numel();
  const bool replace = !a[2].defined() || i.truth(a[2]);
  RandomState& s = state(i);
  if (is_given(a[3])) {
    if (!replace) refuse_numpy("np.random.choice(p=, replace=False)");
    const Tensor p = contiguous(to(to_array(i, a[3]), DType::float64));
    if (p.numel() != n) throw ValueError("'a' and 'p' must have same size");
    std::vector<double> upto;
    double total = 0;
    for (int64_t k = 0; k < n; ++k) upto.push_back(total += p.data<double>()[k]);
    if (std::abs(total - 1) > 1.5e-8) throw ValueError("probabilities do not sum to 1");
    for (double& v : upto) v /= total;
    for (int64_t k = 0; k < count; ++k) {
      chosen.data<int64_t>()[k] =
          std::upper_bound(upto.begin(), upto.end(), s.uniform()) - upto.begin();
    }
  } else if (replace) {
    for (int64_t k = 0; k < count; ++k) {
      chosen.data<int64_t>()[k] = static_cast<int64_t>(s.bounded(static_cast<uint64_t>(n) - 1));
    }
  } else {
    if (count > n) {
      throw ValueError("Cannot take a larger sample than population when 'replace=False'");
    }
    chosen = reshape(slice(shuffled(s, n), 0, 0, count), shape);
  }
  const Tensor& at = chosen;
  if (is_count) return is_given(a[1]) ? array_value(i, at) : numpy_value(i, at);
  return numpy_get_item(i, pool, is_given(a[1]) ? array_value(i, at) : to_value(at.item()));
}

const NumpyRow kRows[] = {
    {"seed", "seed=None", run_seed},
    {"rand", "*args", run_rand},
    {"random", "size=None", run_random},
    {"random_sample", "size=None", run_random},
    {"ranf", "size=None", run_random},
    {"sample", "size=None", run_random},
    {"randn", "*args", run_randn},
    {"standard_normal", "size=None", run_standard_normal},
    {"uniform", "low=0.0, high=1.0, size=None", run_uniform},
    {"normal", "loc=0.0, scale=1.0, size=None", run_normal},
    {"randint", "low, high=None, size=None, dtype=None", run_randint},
    {"permutation", "x", run_permutation},
    {"shuffle", "x", run_shuffle},
    {"choice", "a, size=None, replace=True, p=None", run_choice},
};

}  // namespace

std::span<const NumpyRow> numpy_random_rows() { return kRows; }

}  // namespace mha::torch
