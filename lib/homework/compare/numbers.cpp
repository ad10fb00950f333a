#include "homework/compare/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "tensor/core/factory.h"
#include "tensor/core/views.h"

namespace mha::homework {

namespace {

// Scores on our probes are of the order of 10; a value below this was masked, whatever large
// number the program used for it.
constexpr double kHidden = -900;
constexpr double kRelative = 1e-4;

void measure(Numbers& n) {
  for (const double v : n.values) {
    if (std::isnan(v) || v == std::numeric_limits<double>::infinity()) {
      ++n.nans;
    } else if (v < kHidden) {
      ++n.hidden;
    } else {
      n.sum += v;
      n.squares += v * v;
      n.largest = std::max(n.largest, std::fabs(v));
    }
  }
}

bool equal_values(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a < kHidden || b < kHidden) return a < kHidden && b < kHidden;
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::fabs(a - b) <= tolerance;
}

bool measures_agree(const Numbers& a, const Numbers& b, double tolerance) {
  if (a.count() != b.count() || a.hidden != b.hidden || a.nans != b.nans) return false;
  const double n = static_cast<double>(a.count());
  return std::fabs(a.sum - b.sum) <= tolerance * n &&
         std::fabs(a.squares - b.squares) <= 4 * tolerance * n * (1 + a.largest);
}

/// The products of the leading sizes. Two shapes group the same row-major order compatibly
/// if the products of one are a subset of the other's.
std::set<int64_t> borders(const Shape& shape) {
  std::set<int64_t> out;
  int64_t product = 1;
  for (const int64_t n : shape) out.insert(product *= n);
  out.insert(1);
  return out;
}

bool compatible(const Shape& a, const Shape& b) {
  const std::set<int64_t> x = borders(a), y = borders(b);
  return std::includes(x.begin(), x.end(), y.begin(), y.end()) ||
         std::includes(y.begin(), y.end(), x.begin(), x.end());
}

/// Whether `got`, read in order, equals `expected` with its axes permuted.
bool permuted_equal(const Numbers& expected, const std::vector<size_t>& order,
                    const Numbers& got, double tolerance) {
  const size_t dims = order.size();
  Shape strides(expected.shape.size(), 1);
  for (size_t i = expected.shape.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * expected.shape[i];
  }
  Shape index(dims, 0);
  int64_t at = 0;
  for (const double value : got.values) {
    if (!equal_values(expected.values[static_cast<size_t>(at)], value, tolerance)) return false;
    for (size_t d = dims; d-- > 0;) {
      const size_t axis = order[d];
      at += strides[axis];
      if (++index[d] < expected.shape[axis]) break;
      at -= strides[axis] * index[d];
      index[d] = 0;
    }
  }
  return true;
}

bool same_multiset(const Numbers& a, const Numbers& b, double tolerance) {
  const auto sorted = [](const Numbers& n) {
    std::vector<double> v;
    for (const double x : n.values) {
      if (std::isfinite(x) && x >= kHidden) v.push_back(x);
    }
    std::sort(v.begin(), v.end());
    return v;
  };
  const std::vector<double> x = sorted(a), y = sorted(b);
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::fabs(x[i] - y[i]) > tolerance) return false;
  }
  return true;
}

}  // namespace

Shape without_ones(Shape shape) {
  std::erase(shape, 1);
  return shape;
}

bool same_sizes(const Shape& a, const Shape& b) {
  Shape first = without_ones(a), second = without_ones(b);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  return first == second;
}

Numbers numbers_of(const Tensor& t) {
  Numbers n;
  n.shape = t.shape();
  const Tensor wide = contiguous(to(t, DType::float64));
  const double* data = wide.data<double>();
  n.values.assign(data, data + wide.numel());
  measure(n);
  return n;
}

Tensor tensor_of(const Numbers& n) {
  Tensor t = Tensor::empty(n.shape, DType::float32);
  for (size_t i = 0; i < n.values.size(); ++i) {
    t.data<float>()[i] = static_cast<float>(n.values[i]);
  }
  return t;
}

Tensor hidden_in(const Numbers& n) {
  Tensor t = Tensor::empty(n.shape, DType::bool_);
  for (size_t i = 0; i < n.values.size(); ++i) t.data<bool>()[i] = n.values[i] < kHidden;
  return t;
}

std::string shape_words(const Shape& shape) {
  std::string list = to_string(shape);
  list = list.substr(1, list.size() - 2);
  return "(" + list + (shape.size() == 1 ? ",)" : ")");
}

double tolerance_for(const Numbers& expected, double precision) {
  return kRelative * std::max(1.0, expected.largest) + 1.01 * precision;
}

Fit fit(const Numbers& expected, const Numbers& got, double precision) {
  const double tolerance = tolerance_for(expected, precision);
  if (!measures_agree(expected, got, tolerance)) return Fit::none;
  std::vector<size_t> order;
  for (size_t i = 0; i < expected.shape.size(); ++i) {
    if (expected.shape[i] != 1) order.push_back(i);
  }
  const std::vector<size_t> given = order;
  do {
    Shape permuted;
    for (const size_t axis : order) permuted.push_back(expected.shape[axis]);
    if (!compatible(permuted, got.shape)) continue;
    if (!permuted_equal(expected, order, got, tolerance)) continue;
    return order == given && expected.shape == got.shape ? Fit::exact : Fit::laid_out;
  } while (std::next_permutation(order.begin(), order.end()));
  return same_multiset(expected, got, tolerance) ? Fit::scrambled : Fit::none;
}

bool same(const Numbers& expected, const Numbers& got, double precision) {
  if (expected.shape != got.shape) return false;
  const double tolerance = tolerance_for(expected, precision);
  for (size_t i = 0; i < expected.values.size(); ++i) {
    if (!equal_values(expected.values[i], got.values[i], tolerance)) return false;
  }
  return true;
}

std::optional<double> factor_between(const Numbers& expected, const Numbers& got) {
  if (expected.shape != got.shape) return std::nullopt;
  std::optional<double> factor;
  int64_t told = 0, nans = 0;
  for (size_t i = 0; i < expected.values.size(); ++i) {
    const double e = expected.values[i], g = got.values[i];
    if (std::isnan(e) && std::isnan(g)) {
      ++nans;
      continue;
    }
    if (e < kHidden || g < kHidden) continue;
    if (!std::isfinite(e) || !std::isfinite(g)) return std::nullopt;
    if (!factor && std::fabs(e) > kRelative * expected.largest) factor = g / e;
    if (!factor) continue;
    const double tolerance = kRelative * std::max(std::fabs(*factor) * expected.largest, 1e-3);
    if (std::fabs(g - *factor * e) > tolerance) return std::nullopt;
    ++told;
  }
  if (told == 0 && nans > 1) return 1;
  return told < 2 || *factor == 0 ? std::nullopt : factor;
}

Difference difference(const Numbers& expected, const Numbers& got, double precision) {
  Difference d;
  const double tolerance = tolerance_for(expected, precision);
  for (size_t i = 0; i < expected.values.size() && i < got.values.size(); ++i) {
    const double e = expected.values[i], g = got.values[i];
    if (equal_values(e, g, tolerance)) continue;
    ++d.cells;
    if (std::isfinite(e) && std::isfinite(g)) d.largest = std::max(d.largest, std::fabs(e - g));
    if (d.first) continue;
    d.first = Cell{{}, "", e, g};
    Shape index(expected.shape.size());
    int64_t rest = static_cast<int64_t>(i);
    for (size_t axis = index.size(); axis-- > 0;) {
      index[axis] = rest % expected.shape[axis];
      rest /= expected.shape[axis];
    }
    d.first->index = index;
  }
  return d;
}

bool rows_are_shares(const Numbers& n) {
  if (n.shape.empty() || n.shape.back() < 2 || n.count() == 0) return false;
  const auto width = static_cast<size_t>(n.shape.back());
  for (size_t i = 0; i < n.values.size(); i += width) {
    double sum = 0;
    for (size_t k = i; k < i + width; ++k) sum += n.values[k];
    if (!(std::fabs(sum - 1) < 1e-4)) return false;
  }
  return true;
}

int64_t axes_of(const Numbers& n) {
  return std::count_if(n.shape.begin(), n.shape.end(), [](int64_t size) { return size != 1; });
}

Numbers permuted(const Numbers& n, const std::vector<size_t>& order) {
  Tensor t = Tensor::empty(n.shape, DType::float64);
  std::copy(n.values.begin(), n.values.end(), t.data<double>());
  return numbers_of(permute(t, Shape(order.begin(), order.end())));
}

Numbers slice_of(const Numbers& whole, size_t axis, int64_t i) {
  Numbers out;
  int64_t inner = 1, outer = 1;
  for (size_t a = 0; a < whole.shape.size(); ++a) {
    if (a < axis) outer *= whole.shape[a];
    if (a > axis) inner *= whole.shape[a];
    if (a != axis) out.shape.push_back(whole.shape[a]);
  }
  for (int64_t o = 0; o < outer; ++o) {
    const auto from = whole.values.begin() + (o * whole.shape[axis] + i) * inner;
    out.values.insert(out.values.end(), from, from + inner);
  }
  measure(out);
  return out;
}

bool is_part(const Numbers& whole, const Numbers& part) {
  if (part.count() < 4 || part.count() >= whole.count()) return false;
  const double tolerance = tolerance_for(whole);
  std::vector<double> all = whole.values;
  std::sort(all.begin(), all.end());
  return std::all_of(part.values.begin(), part.values.end(), [&](double x) {
    const auto it = std::lower_bound(all.begin(), all.end(), x - tolerance);
    return it != all.end() && *it <= x + tolerance;
  });
}

}  // namespace mha::homework
