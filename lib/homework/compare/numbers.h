#pragma once

// Tensors compared by value: up to rounding, and up to the order and grouping of their axes.

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

/// A tensor's numbers in row-major order, with summaries that make comparing fast.
struct Numbers {
  Shape shape;
  std::vector<double> values;
  double sum = 0, squares = 0;  // of the finite numbers
  int64_t hidden = 0;  // how many are minus infinity, or so low that softmax makes them 0
  int64_t nans = 0;    // how many are NaN or plus infinity
  double largest = 0;  // largest absolute value of the finite numbers
  int64_t count() const { return static_cast<int64_t>(values.size()); }
};

Numbers numbers_of(const Tensor& t);
/// A shape without axes of size 1: a batch of one text is that text.
Shape without_ones(Shape shape);
/// Whether two shapes have the same axes in any order, ignoring those of size 1.
bool same_sizes(const Shape& a, const Shape& b);
/// A float32 tensor of these numbers.
Tensor tensor_of(const Numbers& n);
/// True in each place that counts among `hidden`.
Tensor hidden_in(const Numbers& n);
/// A shape as PyTorch writes a tuple: "(2, 6)", "(4,)".
std::string shape_words(const Shape& shape);

/// The largest difference that counts as rounding for numbers of this magnitude.
double tolerance_for(const Numbers& expected, double precision = 0);

/// Whether `part` is a slice of `whole`, in any order: one head, or one text.
bool is_part(const Numbers& whole, const Numbers& part);

enum class Fit {
  none,
  scrambled,  // the same numbers, in places that no order of axes explains
  laid_out,   // the same numbers under another order or grouping of the axes
  exact       // the same shape and the same places
};

/// How `got` matches the expected numbers.
Fit fit(const Numbers& expected, const Numbers& got, double precision = 0);

/// Whether the fit is exact.
bool same(const Numbers& expected, const Numbers& got, double precision = 0);

/// The factor c with got = c * expected, if there is one; the shapes must agree. Cells that
/// are hidden in either, or NaN in both, are ignored.
std::optional<double> factor_between(const Numbers& expected, const Numbers& got);

/// Where two tensors of one shape differ: the first cell, how many cells, the largest gap.
struct Difference {
  std::optional<Cell> first;  // without words
  int64_t cells = 0;
  double largest = 0;
};
Difference difference(const Numbers& expected, const Numbers& got, double precision = 0);

/// Whether each row along the last axis adds up to 1, as attention weights do.
bool rows_are_shares(const Numbers& n);

/// The number of axes longer than 1.
int64_t axes_of(const Numbers& n);

/// The numbers with their axes in this order.
Numbers permuted(const Numbers& n, const std::vector<size_t>& order);

/// Element i along `axis`; the result lacks that axis.
Numbers slice_of(const Numbers& whole, size_t axis, int64_t i);

}  // namespace mha::homework
