// Where one number came from. The operations were seen as the lesson ran
// (origins.h); every explanation is computed again here and told only if it
// gives the number.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "lesson/picture_makers.h"
#include "tensor/views.h"

namespace mha::lesson {

namespace {

using Step = ProvenancePicture::Step;

// A number that stands on one operation after another is followed this far.
constexpr size_t kMostSteps = 3;
// Beyond this exp() gives numbers that nobody can read.
constexpr double kLargestExponent = 12;

double number_at(const Tensor& t, const Shape& index) { return t.at(index).to_double(); }

/// Equal up to what float32 arithmetic in another order may change.
bool agrees(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= 1e-4 * std::max({1e-3, std::abs(a), std::abs(b)});
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The index in an operand that broadcasting lays under `index`.
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

/// A number that is being asked about: an element of a tensor.
struct Place {
  std::string text;  // "scores", as the code has it
  Tensor tensor;
  Shape index;
  std::shared_ptr<const Origin> origin;
  double value() const { return number_at(tensor, index); }
  std::string number() const { return index.empty() ? text : indexable(text) + index_text(index); }
};

class Detective {
 public:
  explicit Detective(const PictureMaker& maker) : maker_(maker) {}

  /// One step back: what made the number, and the number it stood on where
  /// that is a single one.
  Step explain(const Place& place, std::optional<Place>& next) {
    Step step;
    step.number = place.number();
    step.value = place.value();
    const Origin* origin = place.origin.get();
    if (!origin) {
      step.arithmetic = "It was put there as it is: no operation made it.";
      return step;
    }
    step.code = origin->code;
    if (same_number(place, step, next) || product(place, step) || layer(place, step) ||
        softmax(place, step) || masked(place, step, next) || dropout(place, step, next) ||
        reduction(place, step) || elementwise(place, step, next)) {
      return step;
    }
    step.rows.clear();
    step.headings.clear();
    const bool room = is_one_of(origin->operation, {"empty", "zeros", "ones", "empty_like",
                                                    "zeros_like", "ones_like", "full"});
    step.arithmetic = room ? "That made the room; the number was written into it later."
                           : "That made it, as a whole.";
    return step;
  }

 private:
  Place operand(const Place& of, size_t i, const Shape& index) const {
    const Origin::Operand& o = of.origin->operands[i];
    const bool in_place = o.tensor.is_same(of.tensor);
    return {o.text, o.tensor, index, in_place ? of.origin->before : maker_.origins.find(o.tensor)};
  }

  void sets(Step& step, int64_t marked, int64_t count, int64_t sentence = 0) const {
    step.marked = marked;
    step.headings = maker_.words(count, sentence);
  }

  /// Views and copies: the same number under another index.
  bool same_number(const Place& p, Step& step, std::optional<Place>& next) const {
    const Origin& o = *p.origin;
    if (o.operands.empty() || o.operands[0].tensor.is_same(p.tensor)) return false;
    const Tensor& from = o.operands[0].tensor;
    const std::vector<int64_t> places = places_in(p.tensor, from, o.operation);
    if (places.empty()) return false;
    const int64_t flat = flat_of(p.tensor.shape(), p.index);
    next = operand(p, 0, index_of(from.shape(), places[static_cast<size_t>(flat)]));
    if (!agrees(next->value(), p.value())) {
      next.reset();
      return false;
    }
    step.arithmetic = "The same number as " + next->number() + ".";
    return true;
  }

  /// The two lines of numbers of a dot product, and their products.
  bool dot(const Place& p, Step& step, const std::string& left, const std::vector<double>& a,
           const std::string& right, const std::vector<double>& b, double extra = 0) const {
    std::vector<double> products;
    double sum = extra;
    for (size_t i = 0; i < a.size(); ++i) {
      products.push_back(a[i] * b[i]);
      sum += products.back();
    }
    if (!agrees(sum, p.value())) return false;
    step.rows = {{left, a}, {right, b}, {"products", products}};
    step.headings = maker_.words(static_cast<int64_t>(a.size()));
    step.arithmetic = extra == 0 ? "The products add up to " + number_text(p.value()) + "."
                                 : "The products and the bias, " + number_text(extra) +
                                       ", add up to " + number_text(p.value()) + ".";
    return true;
  }

  static std::vector<double> line(const Tensor& t, Shape index, size_t axis) {
    std::vector<double> values;
    for (int64_t i = 0; i < t.shape()[axis]; ++i) {
      index[axis] = i;
      values.push_back(number_at(t, index));
    }
    return values;
  }

  static std::string line_text(const std::string& text, const Shape& index, size_t axis) {
    return index.size() == 1 ? text : indexable(text) + index_text(index, static_cast<int64_t>(axis));
  }

  bool product(const Place& p, Step& step) const {
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
    return dot(p, step, line_text(o.operands[0].text, at_a, axis_a), line(a, at_a, axis_a),
               line_text(o.operands[1].text, at_b, axis_b), line(b, at_b, axis_b));
  }

  /// x @ W.T + bias by a layer: its weights are looked up where the lesson can
  /// name them.
  bool layer(const Place& p, Step& step) const {
    const Origin& o = *p.origin;
    if (o.callee.empty() || o.operands.size() != 1 || p.index.empty()) return false;
    const Tensor& x = o.operands[0].tensor;
    if (x.dim() != p.tensor.dim()) return false;
    const ParsedExpression callee = parse_expression(o.callee);
    if (!callee.expr || (callee.expr->kind != lang::ExprKind::name &&
                         callee.expr->kind != lang::ExprKind::attribute)) {
      return false;
    }
    const Tensor w = maker_.evaluate(o.callee + ".weight").tensor;
    if (!w.defined() || w.dim() != 2 || w.size(1) != x.size(-1) || w.size(0) != p.tensor.size(-1)) {
      return false;
    }
    const Tensor bias = maker_.evaluate(o.callee + ".bias").tensor;
    const Shape at_w = {p.index.back(), 0};
    Shape at_x = p.index;
    at_x.back() = 0;
    const size_t axis = at_x.size() - 1;
    return dot(p, step, line_text(o.operands[0].text, at_x, axis), line(x, at_x, axis),
               line_text(o.callee + ".weight", at_w, 1), line(w, at_w, 1),
               bias.defined() ? number_at(bias, {p.index.back()}) : 0);
  }

  bool softmax(const Place& p, Step& step) const {
    const Origin& o = *p.origin;
    if (o.operands.empty() || p.index.empty() || o.operands[0].tensor.shape() != p.tensor.shape()) {
      return false;
    }
    if (o.operation != "softmax" && o.operands.size() != 1) return false;
    const Tensor& x = o.operands[0].tensor;
    // Which axis it was taken along is told by the numbers; the last is tried
    // first. A layer nn.Softmax is found in this way too.
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
      sets(step, static_cast<int64_t>(i), static_cast<int64_t>(scores.size()));
      step.arithmetic = "The exps add up to " + number_text(sum) + ". " + number_text(exps[i]) +
                        " / " + number_text(sum) + " = " + number_text(p.value());
      return true;
    }
    return false;
  }

  bool masked(const Place& p, Step& step, std::optional<Place>& next) const {
    const Origin& o = *p.origin;
    const bool triangle = is_one_of(o.operation, {"tril", "triu", "tril_", "triu_"});
    const bool fill = is_one_of(o.operation, {"masked_fill", "masked_fill_"});
    if (o.operands.empty() || o.operands[0].tensor.shape() != p.tensor.shape()) return false;
    if (triangle) {
      if (p.value() != 0) {
        next = operand(p, 0, p.index);
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
    next = operand(p, 0, p.index);
    step.arithmetic = name + " is False: the number stays.";
    return true;
  }

  /// A number of 0, or all that are not by the same factor larger.
  bool dropout(const Place& p, Step& step, std::optional<Place>& next) const {
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
    const Place before = operand(p, 0, p.index);
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

  /// A sum or mean along one axis, or over everything.
  bool reduction(const Place& p, Step& step) const {
    const Origin& o = *p.origin;
    if (!is_one_of(o.operation, {"sum", "mean", "torch.sum", "torch.mean"}) || o.operands.empty()) return false;
    const Tensor& x = o.operands[0].tensor;
    const bool mean = o.operation.ends_with("mean");
    const bool kept = x.dim() == p.tensor.dim();
    if (!kept && x.dim() != p.tensor.dim() + 1) return false;
    for (size_t axis = static_cast<size_t>(x.dim()); axis-- > 0;) {
      Shape index = p.index;
      if (kept) {
        index[axis] = 0;
      } else {
        index.insert(index.begin() + static_cast<std::ptrdiff_t>(axis), 0);
      }
      if (!std::equal(index.begin(), index.end(), x.shape().begin(), std::less<>())) continue;
      const std::vector<double> values = line(x, index, axis);
      double sum = 0;
      for (const double v : values) sum += v;
      const auto n = static_cast<double>(values.size());
      if (!agrees(mean ? sum / n : sum, p.value())) continue;
      step.rows = {{line_text(o.operands[0].text, index, axis), values}};
      sets(step, -1, static_cast<int64_t>(values.size()));
      step.arithmetic = mean ? number_text(sum) + " / " + number_text(n) + " = " + number_text(p.value())
                             : "They add up to " + number_text(p.value()) + ".";
      return true;
    }
    return false;
  }

  /// The number that stood on the other side of an operator, told by the
  /// numbers before and after.
  static std::optional<double> partner(char sign, const Tensor& x, const Tensor& result, bool left) {
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

  static double combine(char sign, double a, double b) {
    switch (sign) {
      case '+': return a + b;
      case '-': return a - b;
      case '*': return a * b;
      default: return a / b;
    }
  }

  bool elementwise(const Place& p, Step& step, std::optional<Place>& next) const {
    const Origin& o = *p.origin;
    if (o.operands.empty()) return false;
    const bool sign_alone = o.callee.empty() && o.operation.size() == 1 &&
                            std::string_view("+-*/").find(o.operation[0]) != std::string_view::npos;
    if (!sign_alone) return unary(p, step, next);
    const char sign = o.operation[0];
    const Tensor& x = o.operands[0].tensor;
    if (!broadcasts(x.shape(), p.tensor.shape())) return false;
    const Place first = operand(p, 0, broadcast_index(x.shape(), p.index));
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

  bool unary(const Place& p, Step& step, std::optional<Place>& next) const {
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
    const Place before = operand(p, 0, p.index);
    if (!agrees(f->apply(before.value()), p.value())) return false;
    step.arithmetic = fmt::format("{}({}) = {}", f->name, number_text(before.value()), number_text(p.value()));
    next = before;
    return true;
  }

  const PictureMaker& maker_;
};

}  // namespace

void PictureMaker::provenance(PictureData& p) const {
  const ParsedExpression parsed = parse_expression(p.expression);
  if (!parsed.expr) {
    p.problem = evaluate(p.expression).problem;
    return;
  }
  Place place;
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
  Detective detective(*this);
  std::optional<Place> next = place;
  while (next && p.provenance.steps.size() < kMostSteps) {
    const Place now = *next;
    next.reset();
    ProvenancePicture::Step step = detective.explain(now, next);
    // A number that was simply there says nothing more about the one before.
    if (step.code.empty() && !p.provenance.steps.empty()) break;
    p.provenance.steps.push_back(std::move(step));
  }
}

}  // namespace mha::lesson
