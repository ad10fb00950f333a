#pragma once

// What the old functions of numpy.random and the methods of its Generator have in
// common: arrays filled by draws, shuffles and weights.

#include <functional>
#include <type_traits>

#include "tensor/core/views.h"
#include "torch/numpy/numpy.h"

namespace mha::torch {

/// Fills an array of T in order.
template <typename T, typename F>
void fill(lang::Interpreter& i, const Tensor& out, F draw) {
  T* at = out.data<T>();
  for (int64_t k = 0; k < out.numel(); ++k) {
    if ((k & 0xfff) == 0) i.tick(1);
    at[k] = static_cast<T>(draw());
  }
}

/// `size` doubles or floats made by draw(), or one Python float.
template <typename F>
lang::Value filled(lang::Interpreter& i, const lang::Value& size, F draw) {
  using T = std::invoke_result_t<F>;
  if (!is_given(size)) return lang::Value(static_cast<double>(draw()));
  constexpr DType kType = std::is_same_v<T, float> ? DType::float32 : DType::float64;
  const Tensor out = Tensor::empty(to_sizes(i, size), kType);
  fill<T>(i, out, draw);
  return array_value(i, out);
}

/// Of two parameters and a size: throws ValueError where they do not go together.
Shape drawn_shape(lang::Interpreter& i, const Tensor& p, const Tensor& q, const lang::Value& size);

/// f(first, second) is drawn for each place.
template <typename F>
lang::Value drawn(lang::Interpreter& i, const lang::Value& first, const lang::Value& second,
                  const lang::Value& size, F f) {
  Tensor p = to(to_array(i, first), DType::float64), q = to(to_array(i, second), DType::float64);
  if (p.dim() == 0 && q.dim() == 0) {
    const double x = p.item().to_double(), y = q.item().to_double();
    return filled(i, size, [&] { return f(x, y); });
  }
  const Shape shape = drawn_shape(i, p, q, size);
  p = contiguous(expand(p, shape));
  q = contiguous(expand(q, shape));
  const Tensor out = Tensor::empty(shape, DType::float64);
  const double *x = p.data<double>(), *y = q.data<double>();
  fill<double>(i, out, [&] { return f(*x++, *y++); });
  return array_value(i, out);
}

inline lang::Value or_else(const lang::Value& v, double otherwise) {
  return is_given(v) ? v : lang::Value(otherwise);
}

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

/// Draws from 0 to a number, both included.
using Below = std::function<uint64_t(uint64_t)>;
/// Changes each of `order`, from the last down to the one at `first`, for one before it
/// or itself.
void swap_down(lang::Interpreter& i, const Tensor& order, int64_t first, const Below& below);
/// 0 to n - 1 in a random order.
Tensor shuffled(lang::Interpreter& i, int64_t n, const Below& below);
/// The functions permutation() and shuffle().
lang::Value permuted(lang::Interpreter& i, const lang::Value& x, const Below& below);
void shuffle(lang::Interpreter& i, const lang::Value& x, const Below& below);

/// Each of n probabilities with those before it; `quote` stands around names in errors.
std::vector<double> cumulated(lang::Interpreter& i, const lang::Value& p, int64_t n,
                              const std::string& quote);

}  // namespace mha::torch
