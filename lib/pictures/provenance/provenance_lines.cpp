// Implements provenance_steps.h for numbers made from rows or columns.

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "pictures/cells.h"
#include "pictures/provenance/provenance_steps.h"

namespace mha::pictures {

namespace {

// Beyond this, exp() gives unreadably large numbers.
constexpr double kLargestExponent = 12;

/// The words of that many numbers that one number was made from.
std::vector<std::string> headings_of(const Maker& maker, const NumberPlace& p, size_t count) {
  return maker.words(static_cast<int64_t>(count), maker.sentence(p.text, p.tensor, p.index));
}

/// The two lines of numbers of a dot product, and their products.
bool dot(const Maker& maker, const NumberPlace& p, ProvenanceStep& step, const std::string& left, const std::vector<double>& a,
         const std::string& right, const std::vector<double>& b, double extra = 0) {
  std::vector<double> products;
  double sum = extra;
  for (size_t i = 0; i < a.size(); ++i) {
    products.push_back(a[i] * b[i]);
    sum += products.back();
  }
  if (!agrees(sum, p.value())) return false;
  step.rows = {{left, a}, {right, b}, {"products", products}};
  step.headings = headings_of(maker, p, a.size());
  // The table rounds: what it shows may add up to a little more or less.
  const double shown = std::accumulate(products.begin(), products.end(), extra, [](double so_far, double x) {
    return so_far + std::round(100 * x) / 100;
  });
  const std::string begins = std::abs(shown - sum) < 5e-4 ? "The" : "Before rounding, the";
  step.arithmetic = extra == 0 ? begins + " products add up to " + number_text(p.value()) + "."
                               : begins + " products and the bias, " + number_text(extra) +
                                     ", add up to " + number_text(p.value()) + ".";
  return true;
}

std::vector<double> line(const Tensor& t, Shape index, size_t axis) {
  std::vector<double> values;
  for (int64_t i = 0; i < t.shape()[axis]; ++i) {
    index[axis] = i;
    values.push_back(number_at(t, index));
  }
  return values;
}

std::string line_text(const std::string& text, Shape index, size_t axis) {
  index[axis] = -1;
  return index.size() == 1 ? text : indexable(text) + index_text(index);
}

bool product(const Maker& maker, const NumberPlace& p, ProvenanceStep& step) {
  const Origin& o = *p.origin;
  if (!is_one_of(o.operation, {"@", "matmul", "mm", "bmm", "mv", "dot", "inner", "vdot"}) &&
      !is_one_of(o.callee, {"torch.dot", "torch.matmul"})) {
    return false;
  }
  if (o.operands.size() != 2) return false;
  const Tensor& a = o.operands[0].tensor;
  const Tensor& b = o.operands[1].tensor;
  if (a.dim() == 0 || b.dim() == 0) return false;
  // The index of the result, with the axes that 1-d operands lack put in.
  Shape index = p.index;
  if (b.dim() == 1) index.push_back(0);
  if (a.dim() == 1) index.insert(index.end() - 1, 0);
  if (index.size() < 2) return false;
  const int64_t column = index.back();
  const int64_t row = index[index.size() - 2];
  Shape batch(index.begin(), index.end() - 2);
  const auto place_in = [&](const Tensor& t, int64_t i, int64_t j, bool last) {
    if (t.dim() == 1) return Shape{0};
    const Shape leading(t.shape().begin(), t.shape().end() - 2);
    if (leading.size() > batch.size()) return Shape{};
    Shape at = broadcast_index(leading, batch);
    at.push_back(i);
    at.push_back(last ? j : 0);
    return at;
  };
  const Shape at_a = place_in(a, row, 0, false);
  const Shape at_b = place_in(b, 0, column, true);
  if (at_a.empty() || at_b.empty()) return false;
  const size_t axis_a = at_a.size() - 1;
  const size_t axis_b = b.dim() == 1 ? 0 : at_b.size() - 2;
  if (a.shape()[axis_a] != b.shape()[axis_b]) return false;
  return dot(maker, p, step, line_text(o.operands[0].text, at_a, axis_a), line(a, at_a, axis_a),
             line_text(o.operands[1].text, at_b, axis_b), line(b, at_b, axis_b));
}

/// x @ W.T + bias by a layer: its weights are looked up where the lesson can
/// name them.
bool layer(const Maker& maker, const NumberPlace& p, ProvenanceStep& step) {
  const Origin& o = *p.origin;
  if (o.callee.empty() || o.operands.size() != 1 || p.index.empty()) return false;
  const Tensor& x = o.operands[0].tensor;
  if (x.dim() != p.tensor.dim()) return false;
  const ParsedExpression callee = parse_expression(o.callee);
  if (!callee.expr || (callee.expr->kind != lang::ExprKind::name &&
                       callee.expr->kind != lang::ExprKind::attribute)) {
    return false;
  }
  const Tensor w = maker.evaluate(o.callee + ".weight").tensor;
  if (!w.defined() || w.dim() != 2 || w.size(1) != x.size(-1) || w.size(0) != p.tensor.size(-1)) {
    return false;
  }
  const Tensor bias = maker.evaluate(o.callee + ".bias").tensor;
  const Shape at_w = {p.index.back(), 0};
  Shape at_x = p.index;
  at_x.back() = 0;
  const size_t axis = at_x.size() - 1;
  return dot(maker, p, step, line_text(o.operands[0].text, at_x, axis), line(x, at_x, axis),
             line_text(o.callee + ".weight", at_w, 1), line(w, at_w, 1),
             bias.defined() ? number_at(bias, {p.index.back()}) : 0);
}

bool softmax(const Maker& maker, const NumberPlace& p, ProvenanceStep& step) {
  const Origin& o = *p.origin;
  if (o.operands.empty() || p.index.empty() || o.operands[0].tensor.shape() != p.tensor.shape()) {
    return false;
  }
  if (o.operation != "softmax" && o.operands.size() != 1) return false;
  const Tensor& x = o.operands[0].tensor;
  // Finds the axis by comparing numbers, the last axis first. This also finds
  // the axis of an nn.Softmax layer.
  for (size_t axis = p.index.size(); axis-- > 0;) {
    const std::vector<double> scores = line(x, p.index, axis);
    const double largest = *std::max_element(scores.begin(), scores.end());
    const double taken_off = std::isfinite(largest) && largest > kLargestExponent ? largest : 0;
    std::vector<double> exps;
    double sum = 0;
    for (const double s : scores) {
      exps.push_back(std::exp(s - taken_off));
      sum += exps.back();
    }
    const auto i = static_cast<size_t>(p.index[axis]);
    const std::vector<double> shares = line(p.tensor, p.index, axis);
    bool all = scores.size() > 1;
    for (size_t j = 0; j < exps.size(); ++j) all = all && agrees(exps[j] / sum, shares[j]);
    if (!all) continue;
    step.rows = {{line_text(o.operands[0].text, p.index, axis), scores},
                 {taken_off == 0 ? "exp" : "exp(x - " + number_text(taken_off) + ")", exps},
                 {"exp / sum", shares}};
    step.marked = static_cast<int64_t>(i);
    step.headings = headings_of(maker, p, scores.size());
    step.arithmetic = "The exps add up to " + number_text(sum) + ". " + number_text(exps[i]) +
                      " / " + number_text(sum) + " = " + number_text(p.value());
    return true;
  }
  return false;
}

using Numbers = std::vector<double>;

double sum_of(const Numbers& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// The arithmetic of one kind of reduction, and its result. False if the result
/// is not the number.
using Reduce = bool (*)(const Numbers& values, double result, ProvenanceStep& step);

bool adds_up(const Numbers& values, double result, ProvenanceStep& step) {
  step.arithmetic = "They add up to " + number_text(result) + ".";
  return agrees(sum_of(values), result);
}

bool averages(const Numbers& values, double result, ProvenanceStep& step) {
  const double sum = sum_of(values), n = static_cast<double>(values.size());
  step.arithmetic = number_text(sum) + " / " + number_text(n) + " = " + number_text(result);
  return agrees(sum / n, result);
}

/// The largest or smallest of them, or its place.
template <bool largest, bool place>
bool picks(const Numbers& values, double result, ProvenanceStep& step) {
  const auto at = largest ? std::max_element(values.begin(), values.end()) : std::min_element(values.begin(), values.end());
  step.marked = at - values.begin();
  step.arithmetic = std::string(largest ? "The largest" : "The smallest") + " of them " +
                    (place ? "has the place " + number_text(result) + ", counted from 0." : "is " + number_text(result) + ".");
  return agrees(place ? static_cast<double>(step.marked) : *at, result);
}

/// The variance, or its root: by n - 1, or by n.
template <bool root>
bool spreads(const Numbers& values, double result, ProvenanceStep& step) {
  const auto n = static_cast<double>(values.size());
  const double mean = sum_of(values) / n;
  Numbers apart, squares;
  for (const double v : values) {
    apart.push_back(v - mean);
    squares.push_back(apart.back() * apart.back());
  }
  step.rows.push_back({"less their mean", apart});
  step.rows.push_back({"squared", squares});
  for (const double by : {n - 1, n}) {
    const double variance = sum_of(squares) / by;
    if (!agrees(root ? std::sqrt(variance) : variance, result)) continue;
    step.arithmetic = "The squares add up to " + number_text(sum_of(squares)) + ". " + number_text(sum_of(squares)) + " / " +
                      number_text(by) + " = " + number_text(variance) + (root ? ", and its root is " + number_text(result) + "." : "");
    return true;
  }
  return false;
}

// max() along an axis gives the numbers and their places.
constexpr std::pair<std::string_view, Reduce> kReductions[] = {
    {"sum", adds_up},             {"mean", averages},            {"max", picks<true, false>},
    {"amax", picks<true, false>}, {"max", picks<true, true>},    {"argmax", picks<true, true>},
    {"min", picks<false, false>}, {"amin", picks<false, false>}, {"min", picks<false, true>},
    {"argmin", picks<false, true>}, {"var", spreads<false>},     {"std", spreads<true>}};

/// The elements of x that a number at `index` is made of, if the axes in `gone`
/// are; of those axes, `from` has -1. False if the result has another shape.
bool elements(const Tensor& x, const NumberPlace& p, unsigned gone, Shape& from, Numbers& values) {
  const auto is_gone = [&](size_t axis) { return (gone >> axis & 1U) != 0; };
  Shape kept, left;
  for (size_t a = 0; a < x.shape().size(); ++a) {
    kept.push_back(is_gone(a) ? 1 : x.shape()[a]);
    if (!is_gone(a)) left.push_back(x.shape()[a]);
  }
  const bool keepdim = p.tensor.shape() == kept;
  if (!keepdim && p.tensor.shape() != left) return false;
  from.clear();
  size_t next = 0;
  for (size_t a = 0; a < x.shape().size(); ++a) {
    if (!is_gone(a) || keepdim) from.push_back(p.index[next++]);
    else from.push_back(0);
    if (is_gone(a)) from.back() = -1;
  }
  values.clear();
  for (int64_t i = 0; i < x.numel(); ++i) {
    const Shape at = index_of(x.shape(), i);
    bool fits = true;
    for (size_t a = 0; a < at.size(); ++a) fits = fits && (is_gone(a) || at[a] == from[a]);
    if (fits) values.push_back(number_at(x, at));
  }
  return !values.empty();
}

/// A sum, a mean or a maximum along some of the axes, or all. Finds the axes by
/// comparing numbers, the last axis first and all axes last.
bool reduction(const Maker& maker, const NumberPlace& p, ProvenanceStep& step) {
  const Origin& o = *p.origin;
  constexpr int64_t kMostAxes = 6;
  if (o.operands.size() != 1 || o.operands[0].tensor.dim() > kMostAxes) return false;
  const Tensor& x = o.operands[0].tensor;
  const auto axes = static_cast<unsigned>(x.dim());
  std::vector<unsigned> choices;
  for (unsigned gone = 1U << axes; gone-- > 1;) choices.push_back(gone);
  std::stable_sort(choices.begin(), choices.end(), [](unsigned a, unsigned b) { return std::popcount(a) < std::popcount(b); });
  for (const auto& [name, reduce] : kReductions) {
    if (name != o.operation) continue;
    for (const unsigned gone : choices) {
      Shape from;
      Numbers values;
      if (!elements(x, p, gone, from, values)) continue;
      const bool all = std::popcount(gone) == static_cast<int>(axes);
      ProvenanceStep made = step;
      made.rows = {{all ? o.operands[0].text : indexable(o.operands[0].text) + index_text(from), values}};
      if (!reduce(values, p.value(), made)) continue;
      if (std::popcount(gone) == 1) made.headings = headings_of(maker, p, values.size());
      step = std::move(made);
      return true;
    }
  }
  return false;
}

}  // namespace

bool explain_by_lines(const Maker& maker, const NumberPlace& p, ProvenanceStep& step) {
  return product(maker, p, step) || layer(maker, p, step) || softmax(maker, p, step) ||
         reduction(maker, p, step);
}

}  // namespace mha::pictures
