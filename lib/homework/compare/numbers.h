#pragma once

// The numbers of tensors, compared up to rounding and up to how they lie.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensor/core/tensor.h"

namespace mha::homework {

/// The first cell that differs.
struct Cell {
  Shape index;
  std::string words;  // "batch 1, head 0, query 2 \"starts\", key 4 \"with\""
  double expected = 0;
  double got = 0;
};

/// A tensor's numbers in reading order, with what is quick to compare.
struct Numbers {
  Shape shape;
  std::vector<double> values;
  double sum = 0, squares = 0;  // of those that are numbers
  int64_t hidden = 0;  // minus infinity, or as good as it in front of a softmax
  int64_t nans = 0;    // and plus infinity
  double largest = 0;  // absolute
  int64_t count() const { return static_cast<int64_t>(values.size()); }
};

Numbers numbers_of(const Tensor& t);
/// The same as a tensor of float32.
Tensor tensor_of(const Numbers& n);

/// Largest difference that counts as rounding, for numbers of that size.
double tolerance_for(const Numbers& expected, double precision = 0);

enum class Fit {
  none,
  scrambled,  // the same numbers, at other places than any order of axes gives
  laid_out,   // the same under another order or grouping of the axes
  exact       // the same shape, the same places
};

/// How `got` fits what was expected.
Fit fit(const Numbers& expected, const Numbers& got, double precision = 0);

/// Only whether it fits exactly: the same shape, the same places.
bool same(const Numbers& expected, const Numbers& got, double precision = 0);

/// The factor between two of one shape, if each number of `got` is that many
/// times what was expected; what is hidden in one of them, or NaN in both, does
/// not count.
std::optional<double> factor_between(const Numbers& expected, const Numbers& got);

/// Where two of one shape differ: the first cell, how many, by how much.
struct Difference {
  std::optional<Cell> first;  // without words
  int64_t cells = 0;
  double largest = 0;
};
Difference difference(const Numbers& expected, const Numbers& got, double precision = 0);

/// Whether each row along the last axis adds up to 1, as shares do.
bool rows_are_shares(const Numbers& n);

/// With its axes in this order.
Numbers permuted(const Numbers& n, const std::vector<size_t>& order);

/// Element i along `axis`, without that axis.
Numbers slice_of(const Numbers& whole, size_t axis, int64_t i);

}  // namespace mha::homework
