#include <algorithm>
#include <cmath>

#include "lang/values/number.h"
#include "random/generator.h"
#include "tensor/core/factory.h"
#include "tensor/ops/index.h"
#include "torch/numpy/draw.h"

// numpy.random: the old functions over one Mersenne Twister, number for number
// those of NumPy after np.random.seed().

namespace mha::torch {

using lang::Interpreter;
using lang::Value;

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
  uint64_t bounded(uint64_t most) { return masked(*this, most); }

 private:
  Generator twister_;
  std::optional<double> spare_;
};

RandomState& state(Interpreter& interp) {
  std::shared_ptr<void>& kept = types(interp).numpy_random;
  if (!kept) kept = std::make_shared<RandomState>();
  return *static_cast<RandomState*>(kept.get());
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
  const Tensor out = Tensor::empty(to_sizes(i, a[2]), DType::int64);
  fill<int64_t>(i, out, draw);
  return array_value(i, to(out, dtype));
}

Below below(Interpreter& i) {
  return [&s = state(i)](uint64_t most) { return s.bounded(most); };
}

Value run_permutation(Interpreter& i, Arguments a) { return permuted(i, a[0], below(i)); }

Value run_shuffle(Interpreter& i, Arguments a) {
  shuffle(i, a[0], below(i));
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
  const Shape shape = is_given(a[1]) ? to_sizes(i, a[1]) : Shape{};
  Tensor chosen = Tensor::empty(shape, DType::int64);
  const int64_t count = chosen.numel();
  const bool replace = !a[2].defined() || i.truth(a[2]);
  RandomState& s = state(i);
  if (is_given(a[3])) {
    if (!replace) refuse_numpy("np.random.choice(p=, replace=False)");
    const std::vector<double> upto = cumulated(i, a[3], n, "'");
    fill<int64_t>(i, chosen, [&] {
      return std::upper_bound(upto.begin(), upto.end(), s.uniform()) - upto.begin();
    });
  } else if (replace) {
    fill<int64_t>(i, chosen, [&] { return s.bounded(static_cast<uint64_t>(n) - 1); });
  } else {
    if (count > n) {
      throw ValueError("Cannot take a larger sample than population when 'replace=False'");
    }
    chosen = reshape(slice(shuffled(i, n, below(i)), 0, 0, count), shape);
  }
  const Tensor& at = chosen;
  if (is_count) return is_given(a[1]) ? array_value(i, at) : numpy_value(i, at);
  return numpy_get_item(i, pool, is_given(a[1]) ? array_value(i, at) : to_value(at.item()));
}

bool go_together(const Shape& a, const Shape& b) {
  try {
    numpy_broadcast(a, b);
  } catch (const ValueError&) {
    return false;
  }
  return true;
}

const NumpyRow kRandomRows[] = {
    {"default_rng", "seed=None", numpy_default_rng},
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

Shape drawn_shape(Interpreter& i, const Tensor& p, const Tensor& q, const Value& size) {
  std::vector<Shape> shapes = {p.shape(), q.shape()};
  if (is_given(size)) shapes.insert(shapes.begin(), to_sizes(i, size));
  Shape all;
  for (size_t k = 0; k < shapes.size(); ++k) {
    for (size_t j = 0; j < k; ++j) {
      if (go_together(shapes[j], shapes[k])) continue;
      throw ValueError("shape mismatch: objects cannot be broadcast to a single shape.  Mismatch "
                       "is between arg " + std::to_string(j) + " with shape " +
                       shape_text(shapes[j]) + " and arg " + std::to_string(k) + " with shape " +
                       shape_text(shapes[k]) + ".");
    }
    all = numpy_broadcast(all, shapes[k]);
  }
  if (is_given(size) && all != shapes[0]) {
    throw ValueError("Output size " + shape_text(shapes[0]) +
                     " is not compatible with broadcast dimensions of inputs " + shape_text(all) +
                     ".");
  }
  return all;
}

void swap_down(Interpreter& i, const Tensor& order, int64_t first, const Below& below) {
  auto* at = order.data<int64_t>();
  for (int64_t k = order.numel() - 1; k >= first; --k) {
    if ((k & 0xfff) == 0) i.tick();
    std::swap(at[k], at[below(static_cast<uint64_t>(k))]);
  }
}

Tensor shuffled(Interpreter& i, int64_t n, const Below& below) {
  const Tensor order = arange(0, std::max<int64_t>(n, 0));
  swap_down(i, order, 1, below);
  return order;
}

Value permuted(Interpreter& i, const Value& x, const Below& below) {
  if (x.is_int() || x.is_bool() || as_numpy_scalar(i, x)) {
    return array_value(i, shuffled(i, i.to_index(x), below));
  }
  const Tensor all = to_array(i, x);
  wrap_axis(i, 0, all.dim());
  return numpy_get_item(i, all, array_value(i, shuffled(i, all.size(0), below)));
}

void shuffle(Interpreter& i, const Value& x, const Below& below) {
  auto* list = x.get<lang::ListObject>();
  const Tensor* array = as_array(i, x);
  if (as_tensor(x)) refuse_numpy("shuffle() of a Tensor");
  const int64_t n = list ? static_cast<int64_t>(list->items.size()) : i.length(x);
  if (!list && !array) {
    throw TypeError("'" + i.type_name(x) + "' object does not support item assignment");
  }
  const Tensor order = shuffled(i, n, below);
  if (array) {
    copy_(*array, index_select(*array, 0, order));
    return;
  }
  std::vector<Value> items;
  for (int64_t k = 0; k < n; ++k) {
    items.push_back(list->items[static_cast<size_t>(order.data<int64_t>()[k])]);
  }
  list->items = std::move(items);
}

std::vector<double> cumulated(Interpreter& i, const Value& p, int64_t n, const std::string& quote) {
  const Tensor given = to_array(i, p);
  const auto name = [&quote](const char* of) { return quote + of + quote; };
  if (given.dim() != 1) throw ValueError(name("p") + " must be 1-dimensional");
  if (given.numel() != n) throw ValueError(name("a") + " and " + name("p") + " must have same size");
  const Tensor each = contiguous(to(given, DType::float64));
  std::vector<double> upto;
  double total = 0;
  for (int64_t k = 0; k < n; ++k) {
    const double v = each.data<double>()[k];
    if (std::isnan(v)) throw ValueError("probabilities contain NaN");
    if (v < 0) throw ValueError("probabilities are not non-negative");
    upto.push_back(total += v);
  }
  // Arrays of shorter numbers may be farther off.
  double step = 0x1p-52;
  if (as_array(i, p) && given.dtype() == DType::float32) step = 0x1p-23;
  if (as_array(i, p) && given.dtype() == DType::float16) step = 0x1p-10;
  if (std::abs(total - 1) > std::sqrt(step)) throw ValueError("probabilities do not sum to 1");
  for (double& v : upto) v /= total;
  return upto;
}

std::span<const NumpyRow> numpy_random_rows() { return kRandomRows; }

}  // namespace mha::torch
