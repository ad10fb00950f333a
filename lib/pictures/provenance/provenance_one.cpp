// Implements provenance_steps.h for numbers taken from another place.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pictures/cells.h"
#include "pictures/provenance/provenance_steps.h"
#include "tensor/core/views.h"

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

/// Dropout: the number is 0, or all the others are larger by the same factor.
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

/// torch.cat and torch.stack: the same number, in one of those that were joined.
bool joined(const Maker& maker, const NumberPlace& p, ProvenanceStep& step, std::optional<NumberPlace>& next) {
  const Origin& o = *p.origin;
  const bool stacked = o.operation == "stack";
  if (o.operands.empty() || (!stacked && !is_one_of(o.operation, {"cat", "concat", "concatenate"}))) return false;
  for (size_t axis = p.index.size(); axis-- > 0;) {
    Shape at = p.index;
    for (size_t k = 0; k < o.operands.size(); ++k) {
      const Tensor& part = o.operands[k].tensor;
      const Tensor kept = stacked ? unsqueeze(part, static_cast<int64_t>(axis)) : part;
      Shape without = kept.shape(), whole = p.tensor.shape();
      if (without.size() != whole.size()) return false;
      const int64_t size = without[axis];
      without[axis] = whole[axis];
      if (without != whole) break;
      if (at[axis] >= size) {
        at[axis] -= size;
        continue;
      }
      if (!agrees(number_at(kept, at), p.value())) break;
      if (stacked) at.erase(at.begin() + static_cast<std::ptrdiff_t>(axis));
      next = operand_place(maker, p, k, at);
      step.arithmetic = "The same number as " + next->number() + ".";
      return true;
    }
  }
  return false;
}

}  // namespace

bool explain_by_one(const Maker& maker, const NumberPlace& p, ProvenanceStep& step,
                    std::optional<NumberPlace>& next) {
  return same_number(maker, p, step, next) || masked(maker, p, step, next) ||
         joined(maker, p, step, next) || dropout(maker, p, step, next);
}

}  // namespace mha::pictures
