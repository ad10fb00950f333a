#include <cmath>
#include <variant>

#include "lang/values/number.h"
#include "random/generator.h"
#include "random/pcg64.h"
#include "tensor/core/factory.h"
#include "torch/numpy/numpy.h"

// The streams of bits below numpy.random and Python's random, number for number theirs; what
// is made of them is written in the language, in library/numpy/random.py and library/python/random.py.

namespace mha::torch {

namespace {

/// The old stream: a Mersenne Twister.
class Twister {
 public:
  Twister() { seed(fresh_seed() & 0xffffffff); }

  void seed(uint64_t s) {
    bits_.set_seed(s);
    spare_.reset();
  }
  void seed(std::span<const uint32_t> key) { bits_.set_key(key); }
  uint32_t next32() { return bits_.next32(); }
  uint64_t next64() { return bits_.next64(); }
  /// In [0, 1), from 53 bits of two draws.
  template <typename T>
  T uniform() {
    const uint32_t a = next32() >> 5, b = next32() >> 6;
    return static_cast<T>((a * 67108864.0 + b) / 9007199254740992.0);
  }
  /// By the polar method, two at a time; the second waits.
  template <typename T>
  T normal() {
    if (spare_) return static_cast<T>(*std::exchange(spare_, std::nullopt));
    double x = 0, y = 0, r = 0;
    do {
      x = 2.0 * uniform<double>() - 1.0;
      y = 2.0 * uniform<double>() - 1.0;
      r = x * x + y * y;
    } while (r >= 1.0 || r == 0.0);
    const double f = std::sqrt(-2.0 * std::log(r) / r);
    spare_ = f * x;
    return static_cast<T>(f * y);
  }
  uint64_t bounded(uint64_t most);

 private:
  Generator bits_;
  std::optional<double> spare_;
};

using Stream = std::variant<Twister, Pcg64>;

Stream& stream_of(const Args& a) { return *a.positional[0].get<lang::NativeObject>()->payload<Stream>(); }

/// From 0 to `most`, both included: draws under a mask until one fits.
template <typename Source>
uint64_t masked(Source& source, uint64_t most) {
  if (most == 0) return 0;
  uint64_t mask = most;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  uint64_t v = 0;
  do {
    v = (most <= 0xffffffff ? source.next32() : source.next64()) & mask;
  } while (v > most);
  return v;
}

uint64_t Twister::bounded(uint64_t most) { return masked(*this, most); }

/// An array of n draws.
template <typename T, typename F>
Value drawn_array(Interpreter& i, const Value& n, DType dtype, F draw) {
  const Tensor out = Tensor::empty({i.to_index(n)}, dtype);
  T* at = out.data<T>();
  for (int64_t k = 0; k < out.numel(); ++k) {
    if ((k & 0xfff) == 0) i.tick(1);
    at[k] = static_cast<T>(draw());
  }
  return array_value(i, out);
}

/// uniform(n) and normal(n): float64 or, where asked for, float32.
template <bool kNormal>
Value draw_floats(Interpreter& i, Args& a) {
  const bool single = is_given(a.positional[2]) && i.truth(a.positional[2]);
  return std::visit([&](auto& s) {
    const auto draw = [&s]<typename T>(T) { return kNormal ? s.template normal<T>() : s.template uniform<T>(); };
    return single ? drawn_array<float>(i, a.positional[1], DType::float32, [&] { return draw(0.0f); })
                  : drawn_array<double>(i, a.positional[1], DType::float64, [&] { return draw(0.0); });
  }, stream_of(a));
}

/// below(most, n): integers from 0 to `most`, both included.
Value draw_below(Interpreter& i, Args& a) {
  const uint64_t most = lang::low_bits(lang::to_big(a.positional[1]));
  return std::visit([&](auto& s) {
    return drawn_array<int64_t>(i, a.positional[2], DType::int64, [&] { return s.bounded(most); });
  }, stream_of(a));
}

/// shuffle(order), swaps(order, first): changes each, from the last down to the one at
/// `first`, for one before it or itself.
template <bool kMasked>
Value draw_swaps(Interpreter& i, Args& a) {
  const Tensor* order = as_array(i, a.positional[1]);
  auto* at = order->data<int64_t>();
  const int64_t first = kMasked ? 1 : i.to_index(a.positional[2]);
  std::visit([&](auto& s) {
    for (int64_t k = order->numel() - 1; k >= first; --k) {
      if ((k & 0xfff) == 0) i.tick();
      const auto most = static_cast<uint64_t>(k);
      std::swap(at[k], at[kMasked ? masked(s, most) : s.bounded(most)]);
    }
  }, stream_of(a));
  return a.positional[1];
}

std::vector<uint32_t> words_of(Interpreter& i, const Value& list) {
  std::vector<uint32_t> words;
  for (const Value& v : i.to_vector(list)) words.push_back(static_cast<uint32_t>(i.to_index(v)));
  return words;
}

/// Stream(): a Twister; Stream(words): PCG64 of 32-bit words.
Value make_stream(Interpreter& i, Args& a) {
  Stream made;
  if (is_given(a.positional[1])) made = Pcg64(words_of(i, a.positional[1]));
  return lang::make<lang::NativeObject>(a.positional[0].get<lang::ClassObject>(),
                                        std::make_shared<Stream>(std::move(made)));
}

/// seed(None), seed(number) or, as Python's random does it, seed(words).
Value reseed(Interpreter& i, Args& a) {
  const Value& v = a.positional[1];
  auto& twister = std::get<Twister>(stream_of(a));
  if (v.get<lang::ListObject>())
    twister.seed(words_of(i, v));
  else
    twister.seed(v.is_none() ? fresh_seed() & 0xffffffff : static_cast<uint64_t>(i.to_index(v)));
  return Value::none();
}

/// 32 random bits.
Value next_word(Interpreter&, Args& a) {
  return Value(static_cast<int64_t>(std::get<Twister>(stream_of(a)).next32()));
}

}  // namespace

void add_draws(Interpreter& interp) {
  interp.add_module("_draws", [](Interpreter& i, lang::ModuleObject& m) {
    const auto cls = i.make_class("Stream", "_draws");
    cls->set_instance_kind(lang::ObjectKind::native);
    cls->method("__new__", "cls, words=None", make_stream);
    cls->method("uniform", "self, n, single=False", draw_floats<false>);
    cls->method("normal", "self, n, single=False", draw_floats<true>);
    cls->method("below", "self, most, n", draw_below);
    cls->method("shuffle", "self, order", draw_swaps<true>);
    cls->method("swaps", "self, order, first", draw_swaps<false>);
    cls->method("seed", "self, seed", reseed);
    cls->method("word", "self", next_word);
    cls->method("__deepcopy__", "self, memo", [](Interpreter&, Args& a) -> Value {
      return lang::make<lang::NativeObject>(a.positional[0].get<lang::NativeObject>()->cls(),
                                            std::make_shared<Stream>(stream_of(a)));
    });
    m.attributes().set(lang::Symbol("Stream"), cls);
    m.attributes().set(lang::Symbol("entropy"), lang::make<lang::NativeFunction>(
        "entropy", [](Interpreter&, Args&) { return seed_value(fresh_seed()); }, ""));
  });
}

}  // namespace mha::torch
