#include "homework/compare/recording.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mha::homework {

namespace {

// Tensors of a small probe have fewer numbers than this; larger ones are not recorded.
constexpr int64_t kLargest = 1 << 16;
constexpr size_t kMost = 20000;

/// Joins slices along `axis`.
Numbers joined(const std::vector<Numbers>& parts, size_t axis, const Shape& shape) {
  int64_t inner = 1, outer = 1;
  for (size_t a = 0; a < shape.size(); ++a) {
    if (a < axis) outer *= shape[a];
    if (a > axis) inner *= shape[a];
  }
  Numbers out;
  out.shape = shape;
  for (int64_t o = 0; o < outer; ++o) {
    for (const Numbers& part : parts) {
      const auto from = part.values.begin() + o * inner;
      out.values.insert(out.values.end(), from, from + inner);
    }
  }
  return out;
}

}  // namespace

bool Made::allocated() const {
  constexpr std::string_view kAllocators[] = {"empty", "zeros", "ones", "full", "empty_like", "zeros_like", "ones_like",
                                              "full_like", "new_empty", "new_zeros", "new_ones", "new_full"};
  const std::string_view last = std::string_view(operation).substr(operation.rfind('.') + 1);
  return std::find(std::begin(kAllocators), std::end(kAllocators), last) != std::end(kAllocators);
}

bool is_thinned(const Numbers& whole, const Numbers& n, double factor) {
  const double tolerance = tolerance_for(whole) * factor;
  int64_t dropped = 0, kept = 0;
  for (size_t k = 0; k < n.values.size(); ++k) {
    const double value = n.values[k], full = whole.values[k] * factor;
    const bool is_full = value == full || std::fabs(value - full) <= tolerance;
    if (is_full && std::fabs(full) <= tolerance) continue;  // 0 either way
    if (is_full) {
      ++kept;
    } else if (value == 0 || (std::isnan(value) && std::isinf(full))) {
      ++dropped;
    } else {
      return false;
    }
  }
  return dropped > 0 && kept > 0;
}

void Recording::keep(const Source& source, Span span, std::string_view operation,
                     const lang::Value& value) {
  if (const auto* t = value.get<lang::TensorObject>()) {
    if (t->tensor.numel() > kLargest || made_.size() >= kMost) return;
    made_.push_back({numbers_of(t->tensor), &source, span, std::string(operation), "", 0, t->tensor.requires_grad() || !is_floating(t->tensor.dtype()), t->tensor.is_leaf()});
    return;
  }
  const std::vector<lang::Value>* items = nullptr;
  if (const auto* tuple = value.get<lang::TupleObject>()) items = &tuple->items;
  if (const auto* list = value.get<lang::ListObject>()) items = &list->items;
  if (!items) return;
  for (const lang::Value& item : *items) {
    if (item.get<lang::TensorObject>()) keep(source, span, operation, item);
  }
}

void Recording::on_value(const Source& source, const lang::Expr& expr,
                         std::string_view operation, const lang::Value& value) {
  if (on) keep(source, expr.span, operation, value);
}

void Recording::on_assign(const Source& source, Span target, const lang::Value& value) {
  if (on) keep(source, target, "", value);
}

void Recording::add(std::string name, const Tensor& tensor, double precision) {
  made_.push_back({numbers_of(tensor), nullptr, {}, "", std::move(name), precision});
}

const std::vector<size_t>& Recording::with_count(int64_t count) const {
  for (; indexed_ < made_.size(); ++indexed_) by_count_[made_[indexed_].numbers.count()].push_back(indexed_);
  return by_count_[count];
}

std::optional<Match> Recording::find(const Numbers& expected, const std::vector<size_t>& taken) const {
  const std::optional<Match> whole = find_whole(expected, taken);
  if (whole && whole->fit != Fit::scrambled) return whole;
  if (const std::optional<Match> parts = find_parts(expected, 2)) return parts;
  return whole;
}

std::optional<Match> Recording::find_first(const Numbers& expected, bool as_it_lies) const {
  std::optional<Match> whole = find_whole(expected, {}, as_it_lies);
  if (whole && (whole->fit == Fit::scrambled || made_[whole->index].secondary())) whole.reset();
  std::optional<Match> parts = find_parts(expected, 2, as_it_lies);
  if (parts && made_[parts->index].secondary()) parts.reset();
  return !whole || (parts && parts->index < whole->index) ? parts : whole;
}

std::optional<Match> Recording::find_whole(const Numbers& expected, const std::vector<size_t>& taken,
                                           bool as_it_lies) const {
  if (expected.values.empty()) return std::nullopt;
  std::optional<Match> best;
  int best_rank = -1;
  for (const size_t i : with_count(expected.count())) {
    const Made& m = made_[i];
    const Fit f = fit(expected, m.numbers, m.precision);
    if (f == Fit::none) continue;
    // Nothing shows that numbers that were handed in are meant the other way round.
    if ((as_it_lies || !m.source) && f == Fit::laid_out && m.numbers.shape == expected.shape) continue;
    const int rank = (f == Fit::scrambled ? 0 : 4) + (std::find(taken.begin(), taken.end(), i) != taken.end() ? 0 : 2) +
                     (m.secondary() ? 0 : 1);
    if (rank <= best_rank) continue;
    best_rank = rank;
    best = Match{f, i, false};
    if (rank == 7) break;
  }
  return best;
}

std::optional<Match> Recording::find_parts(const Numbers& expected, int axes, bool as_it_lies) const {
  for (size_t axis = 0; axis < expected.shape.size() && expected.shape.size() > 1; ++axis) {
    if (expected.shape[axis] < 2) continue;
    std::optional<Match> first;
    bool all = true;
    for (int64_t i = 0; i < expected.shape[axis] && all; ++i) {
      const Numbers part = slice_of(expected, axis, i);
      if (part.count() < 2) return std::nullopt;
      std::optional<Match> found = find_whole(part, {}, as_it_lies);
      if (found && found->fit == Fit::scrambled) found.reset();
      if (!found && axes > 1 && axis == 0) found = find_parts(part, axes - 1, as_it_lies);
      if (!found) all = false;
      if (found && !first) first = found;
    }
    if (!all || !first) continue;
    first->in_parts = true;
    first->fit = Fit::laid_out;
    return first;
  }
  return std::nullopt;
}

std::optional<Numbers> Recording::find_thinned(const Numbers& whole, double factor) const {
  if (auto found = thinned_as_it_lies(whole, factor)) return found;
  // Permuted axes only matter for tensors of another shape.
  if (std::none_of(made_.begin(), made_.end(), [&](const Made& m) {
        return m.numbers.count() == whole.count() && m.numbers.shape != whole.shape;
      })) {
    return std::nullopt;
  }
  std::vector<size_t> order(whole.shape.size());
  std::iota(order.begin(), order.end(), size_t{0});
  while (std::next_permutation(order.begin(), order.end())) {
    const Numbers turned = permuted(whole, order);
    std::optional<Numbers> found = thinned_whole(turned, factor);
    if (!found) continue;
    std::vector<size_t> back(order.size());
    for (size_t i = 0; i < order.size(); ++i) back[order[i]] = i;
    return permuted(*found, back);
  }
  return std::nullopt;
}

std::optional<Numbers> Recording::thinned_whole(const Numbers& whole, double factor) const {
  for (const Made& m : made_) {
    if (m.numbers.count() != whole.count() || !is_thinned(whole, m.numbers, factor)) continue;
    Numbers out = m.numbers;
    out.shape = whole.shape;
    return out;
  }
  return std::nullopt;
}

std::optional<Numbers> Recording::thinned_as_it_lies(const Numbers& whole, double factor) const {
  if (auto found = thinned_whole(whole, factor)) return found;
  for (size_t axis = 0; axis < whole.shape.size() && whole.shape.size() > 2; ++axis) {
    std::vector<Numbers> parts;
    for (int64_t i = 0; i < whole.shape[axis]; ++i) {
      std::optional<Numbers> part = thinned_as_it_lies(slice_of(whole, axis, i), factor);
      if (!part) break;
      parts.push_back(std::move(*part));
    }
    if (!parts.empty() && static_cast<int64_t>(parts.size()) == whole.shape[axis]) {
      return joined(parts, axis, whole.shape);
    }
  }
  return std::nullopt;
}

}  // namespace mha::homework
