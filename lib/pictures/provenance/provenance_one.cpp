#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pictures/cells.h"
#include "pictures/provenance/provenance_steps.h"

namespace mha::pictures {

namespace {

/// Views and copies: the same number under another index.
bool same_number(const Maker& maker, const NumberPlace& p, ProvenanceStep& step, std::optional<NumberPlace>& next) {
  const Origin& o = *p.origin;
  if (o.operands.empty() || o.operands[0].tensor.is_same(p.tensor)) return false;
  const Tensor& from = o.operands[0].tensor;
  const std::vector<int64_t> places = places_in(p.tensor, from, o.operation);
  if (places.empty()) return false;
  const int64_t flat = flat_of(p.tensor.shape(), p.index);
  next = operand_place(maker, p, 0, index_of(from.shape(), places[static_cast<size_t>(flat)]));
  if (!agrees(next->value(), p.value())) {
    next.reset();
    return false;
  }
  step.arithmetic = "The same number as " + next->number() + ".";
  return true;
}

bool masked(const Maker& maker, const NumberPlace& p, ProvenanceStep& step, std::optional<NumberPlace>& next) {
  const Origin& o = *p.origin;
  const bool triangle = is_one_of(o.operation, {"tril", "triu", "tril_", "triu_"});
  const bool fill = is_one_of(o.operation, {"masked_fill", "masked_fill_"});
  if (o.operands.empty() || o.operands[0].tensor.shape() != p.tensor.shape()) return false;
  if (triangle) {
    if (p.value() != 0) {
      next = operand_place(maker, p, 0, p.index);
      step.arithmetic = "On the side that is kept: the number stays.";
    } else {
      step.arithmetic = "On the side that is cut off: it becomes 0.";
    }
    return true;
  }
  if (!fill || o.operands.size() < 2) return false;
  const Tensor& mask = o.operands[1].tensor;
  if (mask.dtype() != DType::bool_ || !broadcasts(mask.shape(), p.tensor.shape())) return false;
  const Shape at = broadcast_index(mask.shape(), p.index);
  const bool hidden = mask.at(at).to_bool();
  const std::string name = indexable(o.operands[1].text) + index_text(at);
  if (hidden) {
    step.arithmetic = name + " is True: whatever was there is replaced by " + number_text(p.value()) + ".";
    return true;
  }
  next = operand_place(maker, p, 0, p.index);
  step.arithmetic = name + " is False: the number stays.";
  return true;
}

/// A number of 0, or all that are not by the same factor larger.
bool dropout(const Maker& maker, const NumberPlace& p, ProvenanceStep& step, std::optional<NumberPlace>& next) {
  const Origin& o = *p.origin;
  if (o.callee.empty() || o.operands.size() != 1 ||
      o.operands[0].tensor.shape() != p.tensor.shape() || p.tensor.numel() < 2) {
    return false;
  }
  double factor = 0;
  bool dropped = false;
  for (int64_t i = 0; i < p.tensor.numel(); ++i) {
    const Shape index = index_of(p.tensor.shape(), i);
    const double before = number_at(o.operands[0].tensor, index);
    const double after = number_at(p.tensor, index);
    if (before == 0 && after == 0) continue;
    if (after == 0) {
      dropped = true;
      continue;
    }
    if (before == 0 || (factor != 0 && !agrees(after / before, factor))) return false;
    factor = after / before;
  }
  if (!dropped || !(factor > 1)) return false;
  const NumberPlace before = operand_place(maker, p, 0, p.index);
  if (p.value() == 0) {
    step.arithmetic = before.value() == 0 ? "It was 0 before." : "Dropped: " + number_text(before.value()) + " becomes 0.";
  } else {
    step.arithmetic = "Kept, and divided by 1 - p = " + number_text(1 / factor) + ": " +
                      number_text(before.value()) + " / " + number_text(1 / factor) + " = " +
                      number_text(p.value());
  }
  next = before;
  return true;
}

/// The number that stood on the other side of an operator, told by the
/// numbers before and after.
std::optional<double> partner(char sign, const Tensor& x, const Tensor& result, bool left) {
  double best = 0;
  std::optional<double> other;
  for (int64_t i = 0; i < x.numel(); ++i) {
    const Shape index = index_of(x.shape(), i);
    const double a = number_at(x, index);
    const double r = number_at(result, index);
    if (!std::isfinite(a) || !std::isfinite(r) || r == 0 || std::abs(a) <= best) continue;
    best = std::abs(a);
    switch (sign) {
      case '+': other = r - a; break;
      case '-': other = left ? a - r : r + a; break;
      case '*': other = r / a; break;
      default: other = left ? a / r : r * a; break;
    }
  }
  return other;
}

double combine(char sign, double a, double b) {
  switch (sign) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    default: return a / b;
  }
}

bool unary(const Maker& maker, const NumberPlace& p, ProvenanceStep& step, std::optional<NumberPlace>& next) {
  const Origin& o = *p.origin;
  if (o.operands[0].tensor.shape() != p.tensor.shape()) return false;
  struct Function {
    std::string_view name;
    double (*apply)(double);
  };
  static constexpr std::array<Function, 8> kFunctions = {{
      {"exp", [](double x) { return std::exp(x); }},
      {"log", [](double x) { return std::log(x); }},
      {"sqrt", [](double x) { return std::sqrt(x); }},
      {"tanh", [](double x) { return std::tanh(x); }},
      {"abs", [](double x) { return std::abs(x); }},
      {"relu", [](double x) { return x > 0 ? x : 0.0; }},
      {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
      {"-", [](double x) { return -x; }},
  }};
  const auto f = std::find_if(kFunctions.begin(), kFunctions.end(),
                              [&](const Function& g) { return g.name == o.operation; });
  if (f == kFunctions.end()) return false;
  const NumberPlace before = operand_place(maker, p, 0, p.index);
  if (!agrees(f->apply(before.value()), p.value())) return false;
  step.arithmetic = fmt::format("{}({}) = {}", f->name, number_text(before.value()), number_text(p.value()));
  next = before;
  return true;
}

bool elementwise(const Maker& maker, const NumberPlace& p, ProvenanceStep& step, std::optional<NumberPlace>& next) {
  const Origin& o = *p.origin;
  if (o.operands.empty()) return false;
  const bool sign_alone = o.callee.empty() && o.operation.size() == 1 &&
                          std::string_view("+-*/").find(o.operation[0]) != std::string_view::npos;
  if (!sign_alone) return unary(maker, p, step, next);
  const char sign = o.operation[0];
  const Tensor& x = o.operands[0].tensor;
  if (!broadcasts(x.shape(), p.tensor.shape())) return false;
  const NumberPlace first = operand_place(maker, p, 0, broadcast_index(x.shape(), p.index));
  double a = first.value();
  double b = 0;
  if (o.operands.size() == 2) {
    const Tensor& y = o.operands[1].tensor;
    if (!broadcasts(y.shape(), p.tensor.shape())) return false;
    b = number_at(y, broadcast_index(y.shape(), p.index));
  } else if (x.shape() == p.tensor.shape()) {
    const bool left = o.code.starts_with(o.operands[0].text) || o.code.starts_with("(" + o.operands[0].text);
    const std::optional<double> other = partner(sign, x, p.tensor, left);
    if (!other) return false;
    b = *other;
    if (!left) std::swap(a, b);
  } else {
    return false;
  }
  if (!agrees(combine(sign, a, b), p.value())) return false;
  step.arithmetic = fmt::format("{} {} {} = {}", number_text(a), sign,
                                b < 0 ? "(" + number_text(b) + ")" : number_text(b),
                                number_text(p.value()));
  next = first;
  return true;
}

}  // namespace

bool explain_by_one(const Maker& maker, const NumberPlace& p, ProvenanceStep& step,
                    std::optional<NumberPlace>& next) {
  return same_number(maker, p, step, next) || masked(maker, p, step, next) ||
         dropout(maker, p, step, next) || elementwise(maker, p, step, next);
}

}  // namespace mha::pictures
