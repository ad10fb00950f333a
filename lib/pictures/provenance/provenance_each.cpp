// Elementwise operations: x / 2, torch.exp(x), torch.where(m, x, y). None is
// recognised by name: the code runs again with numbers instead of its tensors,
// and is shown like that if the result is the number.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pictures/cells.h"
#include "pictures/provenance/provenance_steps.h"

namespace mha::pictures {

namespace {

/// The result must agree at so many places, to rule out chance.
constexpr int64_t kTried = 6;

/// The other operand of an operator, deduced from the input and the output: for
/// code in a function whose names no longer exist.
std::optional<double> partner(std::string_view sign, const Tensor& x, const Tensor& result, bool left) {
  if (x.shape() != result.shape()) return std::nullopt;
  double best = 0;
  std::optional<double> other;
  for (int64_t i = 0; i < x.numel(); ++i) {
    const Shape index = index_of(x.shape(), i);
    const double a = number_at(x, index);
    const double r = number_at(result, index);
    if (!std::isfinite(a) || !std::isfinite(r) || r == 0 || std::abs(a) <= best) continue;
    best = std::abs(a);
    if (sign == "+") other = r - a;
    if (sign == "-") other = left ? a - r : r + a;
    if (sign == "*") other = r / a;
    if (sign == "/") other = left ? a / r : r * a;
  }
  return other;
}

/// Code for a tensor of that kind with this number alone.
std::string code_number(const Tensor& t, double v) {
  const std::string number = std::isfinite(v) ? fmt::format("{}", v) : "float('" + number_text(v) + "')";
  return fmt::format("torch.tensor({}).to({})", number, torch_name(t.dtype()));
}

class ByNumber {
 public:
  /// `deduced`: a number that the code has no name for any more is told by the others.
  ByNumber(const Maker& maker, const NumberPlace& p, bool deduced)
      : maker_(maker), place_(p), deduced_(deduced), code_(p.origin->code) {
    std::replace(code_.begin(), code_.end(), '\n', ' ');
    parsed_ = parse_expression(code_);
  }

  /// "4 / 2 = 2", or nothing where it is no such operation.
  std::optional<std::string> arithmetic() {
    const std::vector<Origin::Operand>& operands = place_.origin->operands;
    const bool fits = std::all_of(operands.begin(), operands.end(), [&](const Origin::Operand& o) {
      return broadcasts(o.tensor.shape(), place_.tensor.shape()) && !o.tensor.is_same(place_.tensor);
    });
    if (!parsed_.expr || operands.empty() || !fits) return std::nullopt;
    const int64_t numel = place_.tensor.numel();
    for (int64_t i = 0; i < numel; i += std::max<int64_t>(1, numel / kTried)) {
      if (!comes_out(index_of(place_.tensor.shape(), i))) return std::nullopt;
    }
    if (!comes_out(place_.index)) return std::nullopt;
    const bool truth = place_.tensor.dtype() == DType::bool_;
    return shown_ + (truth ? " is " : " = ") + shown_number(place_.tensor, place_.value());
  }

 private:
  bool comes_out(const Shape& index) {
    if (!fill(index)) return false;
    const Tensor made = maker_.evaluate(run_).tensor;
    return made.defined() && made.numel() == 1 &&
           agrees(number_at(made, Shape(made.shape().size(), 0)), number_at(place_.tensor, index));
  }

  /// Writes the code with the numbers at `index`, to be shown and to be run.
  bool fill(const Shape& index) {
    shown_.clear();
    run_.clear();
    const std::vector<Origin::Operand>& operands = place_.origin->operands;
    size_t next = 0, from = 0;
    for (const lang::Expr* part : parts_of(*parsed_.expr)) {
      const std::string text = parsed_.text(*part);
      if (next < operands.size() && operands[next].text == text) {
        const Tensor& t = operands[next++].tensor;
        const double v = number_at(t, broadcast_index(t.shape(), index));
        put(*part, from, shown_number(t, v), code_number(t, v));
      } else if (part->kind != lang::ExprKind::constant && !number(*part, from)) {
        return false;
      }
    }
    shown_ += code_.substr(from);
    run_ += code_.substr(from);
    return next == operands.size();
  }

  /// A number beside the tensors, by its name or worked out; what is neither stays.
  bool number(const lang::Expr& part, size_t& from) {
    const lang::Value v = maker_.evaluate(parsed_.text(part)).value;
    if (v.defined() && !deduced_) {
      if (!v.is_bool() && (v.is_int() || v.is_float())) {
        const double n = v.is_int() ? static_cast<double>(v.as_int()) : v.as_float();
        put(part, from, number_text(n), parsed_.text(part));
      }
      return true;
    }
    const Origin& o = *place_.origin;
    if (!deduced_ || o.operands.size() != 1 || parsed_.expr->kind != lang::ExprKind::binary) return false;
    const bool left = static_cast<const lang::Binary&>(*parsed_.expr).right.get() == &part;
    const auto other = partner(o.operation, o.operands[0].tensor, place_.tensor, left);
    if (!other) return false;
    put(part, from, number_text(*other), fmt::format("({})", *other));
    return true;
  }

  void put(const lang::Expr& part, size_t& from, const std::string& shown, const std::string& code) {
    // A part in brackets needs them no more, as a number.
    size_t begin = part.span.begin, end = part.span.end;
    const bool bracketed = begin > from && code_[begin - 1] == '(' && end < code_.size() && code_[end] == ')' &&
                           (begin < 2 || !is_letter_of_name(code_[begin - 2]));
    if (bracketed) --begin, ++end;
    const std::string before = code_.substr(from, begin - from);
    const std::string behind = code_.substr(end, 3);
    shown_ += before;
    run_ += before + code;
    const size_t last = shown_.find_last_not_of(' ');
    const bool opens = last == std::string::npos || std::string_view("(,=[").find(shown_[last]) != std::string_view::npos;
    const bool powered = behind.find("**") != std::string::npos;
    const bool method = behind.starts_with('.');
    shown_ += method || (shown.starts_with('-') && (!opens || powered)) ? "(" + shown + ")" : shown;
    from = end;
  }

  static bool is_letter_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ')' || c == ']';
  }

  const Maker& maker_;
  const NumberPlace& place_;
  const bool deduced_;
  std::string code_;
  ParsedExpression parsed_;
  std::string shown_, run_;
};

}  // namespace

bool explain_by_each(const Maker& maker, const NumberPlace& p, ProvenanceStep& step,
                     std::optional<NumberPlace>& next) {
  for (const bool deduced : {false, true}) {
    const std::optional<std::string> arithmetic = ByNumber(maker, p, deduced).arithmetic();
    if (!arithmetic) continue;
    step.arithmetic = *arithmetic;
    // A name can be asked for by itself; what was computed on the way cannot.
    const std::vector<Origin::Operand>& operands = p.origin->operands;
    const auto computed = std::find_if(operands.begin(), operands.end(), [](const Origin::Operand& o) {
      const ParsedExpression e = parse_expression(o.text);
      return e.expr && e.expr->kind != lang::ExprKind::name && e.expr->kind != lang::ExprKind::attribute;
    });
    const auto followed = static_cast<size_t>(computed == operands.end() ? 0 : computed - operands.begin());
    next = operand_place(maker, p, followed, broadcast_index(operands[followed].tensor.shape(), p.index));
    return true;
  }
  return false;
}

}  // namespace mha::pictures
