#include "pictures/maker.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/text.h"
#include "lang/syntax/parser.h"

namespace mha::pictures {

namespace {
constexpr std::array<std::string_view, 3> kHeads = {"num_heads", "n_heads", "heads"};
}  // namespace

std::string index_text(const Shape& index) {
  std::vector<std::string> parts;
  for (const int64_t i : index) parts.push_back(i < 0 ? ":" : std::to_string(i));
  return "[" + join(parts, ", ") + "]";
}

std::string indexable(const std::string& expression) {
  const ParsedExpression e = parse_expression(expression);
  const bool closed = e.expr && (e.expr->kind == lang::ExprKind::name ||
                                 e.expr->kind == lang::ExprKind::attribute ||
                                 e.expr->kind == lang::ExprKind::subscript ||
                                 e.expr->kind == lang::ExprKind::call);
  const bool bracketed = expression.starts_with('(') && expression.ends_with(')') && !closed;
  return closed || bracketed ? expression : "(" + expression + ")";
}

ParsedExpression parse_expression(const std::string& code) {
  ParsedExpression parsed;
  parsed.source = std::make_shared<Source>("picture", code);
  try {
    parsed.module = lang::parse(parsed.source);
  } catch (const Error&) {
    return parsed;  // the evaluation of the whole says what is wrong
  }
  if (parsed.module->body.size() == 1 &&
      parsed.module->body[0]->kind == lang::StmtKind::expr) {
    parsed.expr = static_cast<const lang::ExprStmt&>(*parsed.module->body[0]).value.get();
  }
  return parsed;
}

std::vector<std::vector<std::string>> sentences_of(lang::Interpreter& interp) {
  const lang::Value* tokens = interp.main().attributes().find(lang::Symbol("tokens"));
  std::vector<std::vector<std::string>> sentences;
  if (!tokens) return sentences;
  const auto items = [](const lang::Value& v) -> const std::vector<lang::Value>* {
    if (const auto* l = v.get<lang::ListObject>()) return &l->items;
    if (const auto* t = v.get<lang::TupleObject>()) return &t->items;
    return nullptr;
  };
  const auto words_of = [&](const std::vector<lang::Value>& values) {
    std::vector<std::string> words;
    for (const lang::Value& w : values) {
      const auto* s = w.get<lang::StrObject>();
      if (!s) return std::vector<std::string>();
      words.push_back(s->text());
    }
    return words;
  };
  const std::vector<lang::Value>* outer = items(*tokens);
  if (!outer || outer->empty()) return sentences;
  if (!items(outer->front())) return {words_of(*outer)};
  for (const lang::Value& v : *outer) {
    const std::vector<lang::Value>* inner = items(v);
    sentences.push_back(inner ? words_of(*inner) : std::vector<std::string>());
  }
  return sentences;
}

Maker::Maker(lang::Interpreter& interpreter, const Origins& origins, Run run)
    : interpreter_(interpreter), origins_(origins), run_(std::move(run)), sentences_(sentences_of(interpreter)) {}

Evaluated Maker::evaluate(const std::string& code) const {
  const auto [known, unknown] = known_.try_emplace(code);
  Evaluated& result = known->second;
  if (!unknown) return result;
  result = run_(code);
  if (!result.problem.empty()) return result;
  if (const auto* t = result.value.get<lang::TensorObject>()) {
    result.tensor = t->tensor;
  } else if (!result.tensor.defined()) {
    result.problem = "`" + code + "` is not a tensor";
  }
  return result;
}

Tensor Maker::tensor(const std::string& code) const {
  Evaluated e = evaluate(code);
  if (!e.tensor.defined()) throw Error("PictureError", e.problem);
  return e.tensor;
}

std::vector<int64_t> Maker::index(const std::string& code) const {
  std::vector<int64_t> index;
  const lang::Value value = run_("(" + code + ",)").value;
  const auto* outer = value.get<lang::TupleObject>();
  const auto* inner = outer ? outer->items[0].get<lang::TupleObject>() : nullptr;
  if (inner) outer = inner;
  for (const lang::Value& v : outer ? outer->items : std::vector<lang::Value>()) {
    if (v.is_int()) index.push_back(v.as_int());
  }
  return index;
}

bool Maker::is_of_sentences(const Tensor& t) const {
  if (t.dim() != 3 || t.size(0) != static_cast<int64_t>(sentences_.size())) return false;
  // Several tables of words by words may be heads as well: they are what they were made from.
  if (t.size(0) == 1 || t.size(1) != t.size(2)) return true;
  const std::shared_ptr<const Origin> origin = origins_.find(t);
  return origin && std::any_of(origin->operands.begin(), origin->operands.end(),
                               [&](const Origin::Operand& o) { return is_of_sentences(o.tensor); });
}

bool Maker::has_heads_second(const Tensor& t) const {
  return t.dim() == 4 && (has_size(kHeads, t.size(1)) || t.size(2) == t.size(3));
}

Maker::Leading Maker::leading(const Tensor& t) const {
  if (t.dim() > 3) return Leading::batch;
  if (t.dim() < 3) return Leading::unknown;
  const int64_t first = t.size(0);
  const bool heads = has_size(kHeads, first);
  const bool batch = has_size(std::array<std::string_view, 3>{"batch_size", "batch", "b"}, first) || is_of_sentences(t);
  return heads == batch ? Leading::unknown : heads ? Leading::heads : Leading::batch;
}

std::optional<int64_t> Maker::sentence(const std::string& expression, const Tensor& t, const Shape& index) const {
  const auto one_of = [&](const Tensor& batch, std::optional<int64_t> i) -> std::optional<int64_t> {
    if (batch.size(0) == 1) return 0;
    // The words of one sentence are not those of the others.
    if (!i || static_cast<int64_t>(sentences_.size()) != batch.size(0)) return std::nullopt;
    return *i < 0 ? *i + batch.size(0) : *i;
  };
  if (leading(t) == Leading::batch) return one_of(t, index.empty() ? std::nullopt : std::optional(index[0]));
  const ParsedExpression parsed = parse_expression(expression);
  for (const lang::Expr* e = parsed.expr; e;) {
    if (e->kind == lang::ExprKind::call) {
      e = static_cast<const lang::Call*>(e)->callee.get();
    } else if (e->kind == lang::ExprKind::attribute) {
      e = static_cast<const lang::Attribute*>(e)->object.get();
    } else if (e->kind == lang::ExprKind::subscript) {
      const auto& subscript = static_cast<const lang::Subscript&>(*e);
      e = subscript.object.get();
      const Tensor whole = evaluate(parsed.text(*e)).tensor;
      if (!whole.defined() || leading(whole) != Leading::batch) continue;
      const lang::Expr* first = subscript.index.get();
      if (first->kind == lang::ExprKind::tuple) first = static_cast<const lang::Sequence*>(first)->items[0].get();
      const Shape at = first->kind == lang::ExprKind::slice ? Shape() : this->index(parsed.text(*first));
      return one_of(whole, at.empty() ? std::nullopt : std::optional(at[0]));
    } else {
      break;
    }
  }
  return sentences_.size() == 1 ? std::optional<int64_t>(0) : std::nullopt;
}

std::vector<std::string> Maker::words(int64_t length, std::optional<int64_t> sentence) const {
  if (!sentence || *sentence < 0 || *sentence >= static_cast<int64_t>(sentences_.size())) return {};
  const std::vector<std::string>& words = sentences_[static_cast<size_t>(*sentence)];
  return static_cast<int64_t>(words.size()) == length ? words : std::vector<std::string>();
}

bool Maker::knows(const std::string& name) const {
  return interpreter_.main().attributes().find(lang::Symbol(name)) != nullptr;
}

bool Maker::knows_any(const std::function<bool(std::string_view name)>& is_it) const {
  const auto all = interpreter_.snapshot();
  return std::any_of(all.begin(), all.end(), [&](const auto& known) { return is_it(known.first.str()); });
}

bool Maker::has_size(std::span<const std::string_view> names, int64_t size) const {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    const lang::Value* v = interpreter_.main().attributes().find(lang::Symbol(name));
    return v && v->is_int() && v->as_int() == size;
  });
}

}  // namespace mha::pictures
