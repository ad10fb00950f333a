// Where one number came from. The operations were seen as the lesson ran
// (origins.h); provenance_steps.h says how each is explained.

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lesson/provenance_steps.h"

namespace mha::lesson {

double number_at(const Tensor& t, const Shape& index) { return t.at(index).to_double(); }

bool agrees(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= 1e-4 * std::max({1e-3, std::abs(a), std::abs(b)});
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Shape broadcast_index(const Shape& shape, const Shape& index) {
  Shape result(shape.size());
  const size_t skipped = index.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i) result[i] = shape[i] == 1 ? 0 : index[i + skipped];
  return result;
}

bool broadcasts(const Shape& shape, const Shape& to) {
  if (shape.size() > to.size()) return false;
  const size_t skipped = to.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != 1 && shape[i] != to[i + skipped]) return false;
  }
  return true;
}

double NumberPlace::value() const { return number_at(tensor, index); }

std::string NumberPlace::number() const {
  return index.empty() ? text : indexable(text) + index_text(index);
}

NumberPlace operand_place(const PictureMaker& maker, const NumberPlace& of,
                          size_t operand, const Shape& index) {
  const Origin::Operand& o = of.origin->operands[operand];
  const bool in_place = o.tensor.is_same(of.tensor);
  return {o.text, o.tensor, index, in_place ? of.origin->before : maker.origins.find(o.tensor)};
}

namespace {

// A number that stands on one operation after another is followed this far.
constexpr size_t kMostSteps = 3;

/// Code on one line, its end left out where it is long.
std::string brief(const std::string& code) {
  constexpr size_t kLongest = 100;
  std::string line = join(wrap(code, static_cast<int>(code.size()) + 1), " ");
  if (line.size() <= kLongest || !is_valid_utf8(line.substr(0, kLongest))) return line;
  return line.substr(0, kLongest) + " ...";
}

/// One step back: what made the number, and the number it stood on where that
/// is a single one.
ProvenanceStep explain(const PictureMaker& maker, const NumberPlace& place,
                       std::optional<NumberPlace>& next) {
  ProvenanceStep step;
  step.number = place.number();
  step.value = place.value();
  if (!place.origin) {
    step.arithmetic = "It was there as it is: no operation is known to have made it.";
    return step;
  }
  step.code = brief(place.origin->code);
  if (explain_by_lines(maker, place, step) || explain_by_one(maker, place, step, next)) return step;
  const std::string& made_by = place.origin->operation;
  const bool as_made = (made_by.starts_with("zeros") && step.value == 0) ||
                       (made_by.starts_with("ones") && step.value == 1);
  if (!as_made && is_one_of(made_by, {"empty", "zeros", "ones", "empty_like", "zeros_like", "ones_like", "full"})) {
    step.arithmetic = "That made the room; the number was written into it later.";
  } else if (as_made || is_one_of(made_by, {"tensor", "Tensor", "arange", "eye", "linspace"})) {
    step.arithmetic = "It was written there as it is.";
  } else if (is_one_of(made_by, {"rand", "randn", "randint", "rand_like", "randn_like", "randperm"})) {
    step.arithmetic = "It was drawn at random.";
  } else {
    step.arithmetic = "That made it, as a whole.";
  }
  return step;
}

}  // namespace

void PictureMaker::provenance(PictureData& p) const {
  const ParsedExpression parsed = parse_expression(p.expression);
  if (!parsed.expr) {
    p.problem = evaluate(p.expression).problem;
    return;
  }
  NumberPlace place;
  const auto* subscript = parsed.expr->kind == lang::ExprKind::subscript
                              ? static_cast<const lang::Subscript*>(parsed.expr) : nullptr;
  place.text = subscript ? parsed.text(*subscript->object) : p.expression;
  const Evaluated e = evaluate(place.text);
  p.problem = e.problem;
  if (!e.tensor.defined()) return;
  if (subscript) {
    const std::string index = parsed.text(*subscript->index);
    const Outcome o = world.run("picture", "(" + index + ",)");
    const auto* outer = o.value.get<lang::TupleObject>();
    const auto* inner = outer ? outer->items[0].get<lang::TupleObject>() : nullptr;
    if (inner) outer = inner;
    for (const lang::Value& v : outer ? outer->items : std::vector<lang::Value>()) {
      if (v.is_int()) place.index.push_back(v.as_int());
    }
  }
  const Shape& shape = e.tensor.shape();
  bool inside = place.index.size() == shape.size();
  for (size_t i = 0; inside && i < shape.size(); ++i) {
    if (place.index[i] < 0) place.index[i] += shape[i];
    inside = place.index[i] >= 0 && place.index[i] < shape[i];
  }
  if (!inside) {
    p.problem = "`" + p.expression + "` is not one number: `" + place.text + "` has the shape " + shape_text(shape);
    return;
  }
  p.tensor = e.tensor;
  place.tensor = e.tensor;
  place.origin = origins.find(e.tensor);
  std::optional<NumberPlace> next = place;
  while (next && p.provenance.steps.size() < kMostSteps) {
    const NumberPlace now = *next;
    next.reset();
    ProvenanceStep step = explain(*this, now, next);
    // A number that was simply there says nothing more about the one before.
    if (step.code.empty() && !p.provenance.steps.empty()) break;
    p.provenance.steps.push_back(std::move(step));
  }
}

}  // namespace mha::lesson
