// add_expression_edits(): the kinds of edits that change an expression, such as other numbers,
// names and orders. Those that remove, add or move a step are in edits_of_steps.cpp.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>

#include "homework/mend/chains.h"
#include "homework/mend/edit_kinds.h"
#include "reading/rewrite.h"

namespace mha::homework {

using namespace lang;
using namespace reading;

namespace {

/// The cost of removing an argument whose name matches the parameter.
constexpr int kAskedFor = 3;

// ------------------------------------------------------------- rewrite rules

/// Text to replace `n`, in parentheses where precedence requires them.
std::string beside(const ExprNode& n, const Expr& form, const std::string& text) {
  const bool loose = form.kind == ExprKind::binary || form.kind == ExprKind::unary ||
                     form.kind == ExprKind::compare;
  const bool tight = n.above->kind == ExprKind::binary || n.above->kind == ExprKind::unary ||
                     n.above->kind == ExprKind::attribute || n.above->kind == ExprKind::subscript ||
                     n.above->kind == ExprKind::compare;
  return loose && tight ? "(" + text + ")" : text;
}

/// Applies a rewrite rule; one that contains SIZE is applied for each available size.
void apply(const Survey& survey, EditList& edits, const Rewrite& rule, const ExprNode& n) {
  // A pattern that matches anything applies only to a statement's whole value.
  if (rule.pattern().kind == ExprKind::name && (!is_whole(n) || !survey.is_tensor(*n.expr))) return;
  const std::optional<Bindings> bound = match(survey.program(), rule.pattern(), *n.expr);
  if (!bound) return;
  const int price = edits.price();
  const std::vector<std::string> sizes = asks_for_size(rule) ? survey.sizes_at(n) : std::vector<std::string>{""};
  for (size_t i = 0; i < sizes.size(); ++i) {
    std::string text = rewritten(survey.program(), source(n), rule, *n.expr, *bound, sizes[i]);
    if (n.above && rule.replacement().kind != ExprKind::name) text = beside(n, rule.replacement(), text);
    edits.replace(n, *n.expr, std::move(text), price + static_cast<int>(i / 4));
  }
}

// --------------------------------------------------------- numbers and names

/// Other small numbers for an axis, an index or a bound.
void other_numbers(const Survey& survey, EditList& edits, const ExprNode& n) {
  const Expr* e = n.expr;
  const bool negative = e->kind == ExprKind::unary && as<Unary>(*e).op == UnaryOp::minus;
  const Expr* inner = negative ? as<Unary>(*e).operand.get() : e;
  if (inner->kind != ExprKind::constant || !as<Constant>(*inner).value.is_int()) return;
  // In -1, the 1 is not a number of its own.
  if (!negative && n.above && n.above->kind == ExprKind::unary) return;
  const Value& v = as<Constant>(*inner).value;
  const int64_t now = negative ? -v.as_int() : v.as_int();
  if (now < -4 || now > 4) return;
  for (const int64_t other : {-1, 1, -2, 2, 0, 3, -3, 4}) {
    if (other != now) edits.replace(n, *e, std::to_string(other), edits.price());
  }
  if (!n.above || n.above->kind != ExprKind::subscript) return;
  // heads[0] in a loop over i becomes heads[i].
  for (const auto& [name, kind] : survey.names(n.function)) {
    if (kind == NameKind::number) edits.replace(n, *e, name, edits.price() + 1);
  }
}

/// Whether a number is an index, or a bound of a slice or a range.
bool is_bound(const Survey& survey, const ExprNode& n) {
  const Expr* above = n.above;
  if (above && above->kind == ExprKind::tuple) above = survey.program().node(*above).above;
  if (!above) return false;
  if (above->kind == ExprKind::call) return last_name(*as<Call>(*above).callee) == "range";
  return above->kind == ExprKind::subscript || above->kind == ExprKind::slice;
}

/// Whether an expression is a small number as it is written for an axis: 2, -1.
bool is_axis(const Expr& e) {
  const Expr& inner = e.kind == ExprKind::unary && as<Unary>(e).op == UnaryOp::minus ? *as<Unary>(e).operand : e;
  return inner.kind == ExprKind::constant && as<Constant>(inner).value.is_int();
}

/// One axis in place of several: dim=-1 for dim=(-2, -1).
void fewer_axes(EditList& edits, const ExprNode& n) {
  const bool argument = n.use == Use::read && n.above && n.above->kind == ExprKind::call;
  if (!argument || (n.expr->kind != ExprKind::tuple && n.expr->kind != ExprKind::list)) return;
  const auto& items = as<Sequence>(*n.expr).items;
  if (items.size() < 2 || !std::all_of(items.begin(), items.end(), [](const ExprPtr& i) { return is_axis(*i); })) return;
  for (const ExprPtr& item : items) edits.replace(n, *n.expr, written(n, *item), edits.price());
}

/// A digit more or less in a decimal number: 0.044715 for 0.44715; one more or less: 3.0 for 2.0.
void other_decimals(EditList& edits, const ExprNode& n) {
  if (n.expr->kind != ExprKind::constant || !as<Constant>(*n.expr).value.is_float()) return;
  const std::string own = written(n, *n.expr);
  const double value = as<Constant>(*n.expr).value.as_float();
  if (value == std::floor(value) && std::fabs(value) < 10) {
    for (const char* by : {" + 1", " - 1"}) edits.replace(n, *n.expr, "(" + own + by + ")", edits.price());
  }
  for (const char* by : {"* 0.1", "* 10.0"}) edits.replace(n, *n.expr, "(" + own + " " + by + ")", edits.price() + 1);
}

/// A part of the next axis, or of the one before: ids[:, 1:] for ids[1:], x[:n] for x[:, :n].
void other_axis_cut(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || n.expr->kind != ExprKind::subscript) return;
  const Expr& index = *as<Subscript>(*n.expr).index;
  const bool one = index.kind != ExprKind::tuple && survey.is_tensor(*as<Subscript>(*n.expr).object);
  if (index.kind == ExprKind::slice || one) edits.add(n, {{{index.span.begin, index.span.begin}, ":, "}}, edits.price(), index.span);
  if (index.kind != ExprKind::tuple) return;
  const auto& items = as<Sequence>(index).items;
  if (items.size() == 2 && written(n, *items[0]) == ":") edits.replace(n, index, written(n, *items[1]), edits.price());
}

/// A decimal comma: d ** 0,5 is a pair.
void decimal_commas(EditList& edits, const ExprNode& n) {
  if (n.expr->kind != ExprKind::tuple || as<Sequence>(*n.expr).items.size() != 2) return;
  const Span before = as<Sequence>(*n.expr).items[0]->span, after = as<Sequence>(*n.expr).items[1]->span;
  const auto is_digit = [&](uint32_t at) { return std::isdigit(static_cast<unsigned char>(source(n).text()[at])) != 0; };
  if (source(n).text({before.end, after.begin}) != "," || !is_digit(before.end - 1) || !is_digit(after.begin)) return;
  edits.add(n, {{{before.end, after.begin}, "."}}, edits.price(), n.expr->span);
}

/// Small numbers that are not bounds: mostly axes.
void constants(const Survey& survey, EditList& edits, const ExprNode& n) {
  other_axis_cut(survey, edits, n);
  decimal_commas(edits, n);
  if (!is_bound(survey, n)) other_numbers(survey, edits, n);
  fewer_axes(edits, n);
  other_decimals(edits, n);
}

/// Bounds of slices and ranges, plus or minus one.
void shifts(EditList& edits, const ExprNode& n) {
  const auto other = [&](const ExprPtr& bound, const Expr& whole) {
    if (!bound || bound->kind == ExprKind::constant) return;
    const std::string own = written(n, whole);
    const uint32_t at = bound->span.end - whole.span.begin;
    for (const char* more : {" + 1", " - 1"}) {
      std::string changed = own;
      edits.replace(n, whole, changed.insert(at, more), edits.price() + 1);
    }
  };
  if (n.expr->kind == ExprKind::subscript) {
    const Expr& index = *as<Subscript>(*n.expr).index;
    std::vector<const Expr*> parts = {&index};
    if (index.kind == ExprKind::tuple) {
      parts.clear();
      for (const ExprPtr& item : as<Sequence>(index).items) parts.push_back(item.get());
    }
    for (const Expr* part : parts) {
      if (part->kind != ExprKind::slice) continue;
      other(as<SliceExpr>(*part).start, index);
      other(as<SliceExpr>(*part).stop, index);
    }
  } else if (n.expr->kind == ExprKind::call && last_name(*as<Call>(*n.expr).callee) == "range") {
    for (const ExprPtr& bound : as<Call>(*n.expr).args) other(bound, *n.expr);
  }
}

/// Whether a bound is computed at this place, in a loop: start = h * head_dim.
bool is_counted(const Survey& survey, const ExprNode& n) {
  const Stmt* above = survey.program().node(*n.stmt).above;
  return is_whole(n) && n.stmt->kind == StmtKind::assign && above && above->kind == StmtKind::for_;
}

/// A number from which a bound is computed, plus or minus one: last = max(i, 1).
void shifts_before(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.expr->kind != ExprKind::name) return;
  const std::string own = written(n, *n.expr);
  const auto kind = survey.names(n.function).find(own);
  const std::string_view called = n.above && n.above->kind == ExprKind::call ? last_name(*as<Call>(*n.above).callee) : "";
  const bool limited = called == "max" || called == "min";
  if (kind == survey.names(n.function).end() || kind->second != NameKind::number || (!limited && !is_counted(survey, n))) return;
  for (const char* by : {" + 1", " - 1"}) edits.replace(n, *n.expr, own + by, edits.price() + 1);
}

/// Other numbers for bounds, and bounds moved by one.
void bounds(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (is_bound(survey, n)) other_numbers(survey, edits, n);
  if (n.use == Use::read) shifts(edits, n);
  if (n.use == Use::read) shifts_before(survey, edits, n);
}

/// Whether the program never assigns the name that is read.
bool is_unknown(const Survey& survey, const ExprNode& n) {
  const reading::Index& program = survey.program();
  return program.givers(*n.expr).empty() && program.path(*n.expr).empty() && !survey.is_tensor(*n.expr) &&
         (n.expr->kind != ExprKind::name || (!program.class_named(*n.expr) && !program.function_named(*n.expr)));
}

/// Whether an expression is a bound of a slice, or a part of one: `i` in x[:, i:i + d].
bool is_in_bound(const Survey& survey, const ExprNode& n) {
  if (!n.above) return false;
  if (n.above->kind == ExprKind::slice) return true;
  const ExprNode& above = survey.program().node(*n.above);
  return n.above->kind == ExprKind::binary && above.above && above.above->kind == ExprKind::slice;
}

/// Any size that is available there: self.d, x.shape[-1].
void other_sizes(const Survey& survey, EditList& edits, const ExprNode& n, int price) {
  for (const std::string& size : survey.sizes_at(n)) edits.replace(n, *n.expr, size, price);
}

/// The parameter names for the positional arguments of a call; empty if the function is unknown.
std::vector<std::string> names_asked(const Survey& survey, const Call& call) {
  const reading::Index& program = survey.program();
  const FunctionNode* f = program.callee(*call.callee);
  if (const ClassNode* c = f ? nullptr : program.class_named(*call.callee)) f = program.method(*c, "__init__");
  std::vector<std::string> names;
  if (!f) return names;
  for (const Parameter& p : f->code->positional) names.push_back(p.name.str());
  if (f->self && !names.empty()) names.erase(names.begin());
  return names;
}

/// Whether an argument has the name of its parameter, and so is unlikely to be wrong.
bool is_asked(const Survey& survey, const Call& call, const Expr& value) {
  const std::vector<std::string> asked = names_asked(survey, call);
  for (size_t i = 0; i < call.args.size() && i < asked.size(); ++i) {
    const bool name = call.args[i].get() == &value && value.kind == ExprKind::name;
    if (name && as<NameExpr>(value).ref.name.str() == asked[i]) return true;
  }
  return false;
}

/// Another name of the same kind, or any name if the program never assigns this one.
void names(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read) return;
  const bool asked = n.above && n.above->kind == ExprKind::call && is_asked(survey, as<Call>(*n.above), *n.expr);
  const int price = edits.price() + (asked ? kAskedFor : 0);
  if (n.expr->kind == ExprKind::name && !survey.program().is_self(*n.expr)) {
    const auto& own = survey.names(n.function);
    const auto it = own.find(as<NameExpr>(*n.expr).ref.name.str());
    const bool unknown = is_unknown(survey, n);
    if (it == own.end() || (it->second == NameKind::other && !unknown)) return;
    const bool tensor = survey.is_tensor(*n.expr);
    for (const auto& [name, kind] : own) {
      if (name == it->first || (!unknown && kind != (tensor ? NameKind::tensor : it->second))) continue;
      edits.replace(n, *n.expr, name, price);
    }
    if (!tensor && it->second == NameKind::number) other_sizes(survey, edits, n, price + 1);
    return;
  }
  const auto attribute = survey.program().self_attribute(*n.expr);
  if (!attribute) return;
  const auto& kept = survey.attributes(n.cls);
  const auto it = kept.find(attribute->str());
  const bool unknown = is_unknown(survey, n);
  if (it == kept.end() || (it->second == NameKind::other && !unknown)) return;
  const auto& own = as<Attribute>(*n.expr);
  for (const auto& [name, kind] : kept) {
    if (name == it->first || (!unknown && kind != it->second)) continue;
    edits.add(n, {{own.name_span, name}}, price);
  }
  if (it->second == NameKind::number) other_sizes(survey, edits, n, price + 1);
}

/// In a loop over places, the item at the place for what another loop, over the items, left behind:
/// words[j] for word.
void left_behind(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || n.expr->kind != ExprKind::name) return;
  const std::string name = written(n, *n.expr);
  std::vector<std::string> places;  // the loops' own, the innermost first
  for (const Stmt* s = n.stmt; s; s = survey.program().node(*s).above) {
    const auto* loop = s->kind == StmtKind::for_ ? &as<For>(*s) : nullptr;
    if (!loop || !contains(s->span, n.expr->span) || loop->target->kind != ExprKind::name) continue;
    const bool counts = loop->iterable->kind == ExprKind::call && last_name(*as<Call>(*loop->iterable).callee) == "range";
    if (counts) places.push_back(written(n, *loop->target));
  }
  for (const StmtNode& s : survey.program().statements()) {
    if (s.function != n.function || s.stmt->kind != StmtKind::for_ || contains(s.stmt->span, n.expr->span)) continue;
    const auto& loop = as<For>(*s.stmt);
    const Expr *target = loop.target.get(), *items = loop.iterable.get();
    const bool numbered = items->kind == ExprKind::call && last_name(*as<Call>(*items).callee) == "enumerate" && !as<Call>(*items).args.empty();
    if (numbered && target->kind == ExprKind::tuple) {
      target = as<Sequence>(*target).items.back().get();
      items = as<Call>(*items).args[0].get();
    }
    if (target->kind != ExprKind::name || written(n, *target) != name || items->kind == ExprKind::call) continue;
    for (const std::string& place : places) edits.replace(n, *n.expr, operand_text(source(n), *items) + "[" + place + "]", edits.price());
  }
}

/// self.NAME for a NAME that only the object has.
void of_self(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || n.expr->kind != ExprKind::name || !n.cls || !n.function || !n.function->self || !is_unknown(survey, n)) return;
  const std::string name = written(n, *n.expr);
  if (survey.attributes(n.cls).contains(name)) edits.replace(n, *n.expr, n.function->self->str() + "." + name, edits.price());
}

/// Another key of the program: self.layers["key"] in place of self.layers["kez"].
void keys(const Survey& survey, EditList& edits, const ExprNode& n) {
  const auto own = text_of(*n.expr);
  const bool is_key = own && n.above && (n.above->kind == ExprKind::subscript || n.above->kind == ExprKind::dict);
  if (!is_key || own->size() > 20) return;
  std::set<std::string> tried = {*own};
  for (const ExprNode& other : survey.program().nodes()) {
    const auto text = other.module == n.module ? text_of(*other.expr) : std::nullopt;
    const bool word = text && !text->empty() && text->size() <= 20 && text->find_first_of(" ,->\n") == std::string::npos;
    if (word && tried.insert(*text).second) edits.replace(n, *n.expr, written(other, *other.expr), edits.price());
  }
}

/// `f` before a text with a name in braces.
void formats(const Survey& survey, EditList& edits, const ExprNode& n) {
  const auto own = text_of(*n.expr);
  const size_t open = own ? own->find('{') : std::string::npos, close = own ? own->find('}', open == std::string::npos ? 0 : open) : std::string::npos;
  if (open == std::string::npos || close == std::string::npos) return;
  const auto& known = survey.names(n.function);
  if (known.contains(own->substr(open + 1, close - open - 1))) {
    edits.add(n, {{{n.expr->span.begin, n.expr->span.begin}, "f"}}, edits.price(), n.expr->span);
  }
}

/// A count in another unit: a head's number in place of its first column.
void units(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || survey.is_tensor(*n.expr)) return;
  const auto attribute = survey.program().self_attribute(*n.expr);
  const bool is_name = n.expr->kind == ExprKind::name && !survey.program().is_self(*n.expr);
  if (!is_name && !attribute) return;
  const NameKinds& kinds = is_name ? survey.names(n.function) : survey.attributes(n.cls);
  const auto it = kinds.find(is_name ? as<NameExpr>(*n.expr).ref.name.str() : attribute->str());
  if (it == kinds.end() || it->second != NameKind::number) return;
  const std::string own = written(n, *n.expr);
  const bool counted = is_counted(survey, n);
  const std::vector<std::string> sizes = survey.sizes_at(n);
  // stop = start + head_dim
  for (const std::string& size : sizes) {
    if (counted) edits.replace(n, *n.expr, size + " + " + own, edits.price());
  }
  for (const std::string& size : sizes) {
    if (is_name && (counted || is_in_bound(survey, n))) edits.replace(n, *n.expr, own + " * " + size, edits.price());
  }
  // x.shape[-1] // n where x is split into n
  for (const auto& [name, kind] : survey.names(n.function)) {
    const bool argument = n.above && n.above->kind == ExprKind::call;
    if (argument && kind == NameKind::tensor) edits.replace(n, *n.expr, name + ".shape[-1] // " + own, edits.price());
  }
}

/// Another letter in an einsum equation, or two letters exchanged.
void letters(const Survey&, EditList& edits, const ExprNode& n) {
  const auto equation = text_of(*n.expr);
  if (!equation || equation->find("->") == std::string::npos || equation->size() > 40) return;
  std::set<char> used;
  for (const char c : *equation) {
    if (std::isalpha(static_cast<unsigned char>(c))) used.insert(c);
  }
  const std::string quoted = written(n, *n.expr);
  const size_t from = quoted.find(*equation);
  if (from == std::string::npos) return;
  const int price = edits.price();
  for (size_t i = 0; i < equation->size(); ++i) {
    if (!used.contains((*equation)[i])) continue;
    // Two letters of one tensor exchanged.
    for (size_t k = i + 1; k < equation->size() && used.contains((*equation)[k]); ++k) {
      std::string other = quoted;
      std::swap(other[from + i], other[from + k]);
      edits.replace(n, *n.expr, other, price);
    }
    for (const char c : used) {
      std::string other = quoted;
      other[from + i] = c;
      edits.replace(n, *n.expr, other, price);
    }
  }
}

/// True in place of False, and False in place of True.
void arguments(const Survey&, EditList& edits, const ExprNode& n) {
  if (n.expr->kind != ExprKind::constant) return;
  const Value& v = as<Constant>(*n.expr).value;
  if (v.is_bool() && v.as_bool()) edits.replace(n, *n.expr, "False", edits.price());
  if (v.is_bool() && !v.as_bool()) edits.replace(n, *n.expr, "True", edits.price());
}

// --------------------------------------------------- operators and their order

/// `or` in place of `and`, and `and` in place of `or`.
void connectives(const Survey&, EditList& edits, const ExprNode& n) {
  if (n.expr->kind != ExprKind::logical || as<Logical>(*n.expr).operands.size() != 2) return;
  const auto& own = as<Logical>(*n.expr);
  const Span between = {own.operands[0]->span.end, own.operands[1]->span.begin};
  std::string text(source(n).text(between));
  const std::string_view word = own.is_and ? "and" : "or";
  const size_t at = text.find(word);
  if (at != std::string::npos) edits.add(n, {{between, text.replace(at, word.size(), own.is_and ? "or" : "and")}}, edits.price());
}

/// Parentheses around a part of `a * x - m / s`, where they change the order of the steps; or none
/// around an operand.
void groups(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.expr->kind != ExprKind::binary || n.use != Use::read || survey.program().node(*n.stmt).dead) return;
  for (const auto& [open, close] : parentheses_in(source(n), as<Binary>(*n.expr))) {
    edits.add(n, {{open, ""}, {close, ""}}, edits.price(), Span{open.begin, close.end});
  }
  // A part of a longer chain has no parentheses of its own.
  if (n.above && n.above->kind == ExprKind::binary && !is_in_parentheses(source(n), as<Binary>(*n.above), *n.expr)) return;
  for (const Span& part : parts_to_group(source(n), *n.expr)) {
    edits.add(n, {{{part.begin, part.begin}, "("}, {{part.end, part.end}, ")"}}, edits.price(), part);
  }
}

// -------------------------------------------------------------- other orders

/// Two elements of a tuple exchanged.
void other_order(EditList& edits, const ExprNode& n) {
  if (n.expr->kind != ExprKind::tuple) return;
  const auto& items = as<Sequence>(*n.expr).items;
  for (size_t i = 0; i < items.size() && items.size() <= 5; ++i) {
    for (size_t k = i + 1; k < items.size(); ++k) {
      edits.add(n, {{items[i]->span, written(n, *items[k])}, {items[k]->span, written(n, *items[i])}},
                edits.price());
    }
  }
}

/// Assigned names exchanged: k, q, v = ...
void targets(const Survey&, EditList& edits, const ExprNode& n) {
  if (n.use == Use::write) other_order(edits, n);
}

/// Three arguments rotated.
void rotations(EditList& edits, const ExprNode& n, const Call& call, int price) {
  const size_t count = call.args.size();
  if (count < 3 || count > 5) return;
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = i + 1; j < count; ++j) {
      for (size_t k = j + 1; k < count; ++k) {
        const std::string a = written(n, *call.args[i]), b = written(n, *call.args[j]), c = written(n, *call.args[k]);
        const Span x = call.args[i]->span, y = call.args[j]->span, z = call.args[k]->span;
        edits.add(n, {{x, b}, {y, c}, {z, a}}, price);
        edits.add(n, {{x, c}, {y, a}, {z, b}}, price);
      }
    }
  }
}

/// The expressions of the same kind in the same function.
std::vector<const ExprNode*> beside(const Survey& survey, const ExprNode& n) {
  std::vector<const ExprNode*> out;
  for (const ExprNode& other : survey.program().nodes()) {
    if (other.function == n.function && other.expr != n.expr && other.expr->kind == n.expr->kind) out.push_back(&other);
  }
  return out;
}

/// Whether two other calls of the same function have these two arguments in the other order.
bool others_exchange(const Survey& survey, const ExprNode& n, const Call& call, size_t i, size_t k) {
  const auto others = beside(survey, n);
  return std::count_if(others.begin(), others.end(), [&](const ExprNode* other) {
    const auto& theirs = as<Call>(*other->expr);
    return last_name(*theirs.callee) == last_name(*call.callee) && theirs.args.size() == call.args.size() &&
           written(*other, *theirs.args[i]) == written(n, *call.args[k]) && written(*other, *theirs.args[k]) == written(n, *call.args[i]);
  }) > 1;
}

/// Two operands or two arguments exchanged, or three arguments rotated.
void swaps(const Survey& survey, EditList& edits, const ExprNode& n) {
  const int price = edits.price();
  if (n.expr->kind == ExprKind::binary) {
    const auto& b = as<Binary>(*n.expr);
    const bool ordered = b.op == BinaryOp::sub || b.op == BinaryOp::div ||
                         b.op == BinaryOp::matmul || b.op == BinaryOp::floordiv;
    if (ordered) {
      edits.add(n, {{b.left->span, written(n, *b.right)}, {b.right->span, written(n, *b.left)}}, price);
    }
    return;
  }
  if (n.expr->kind == ExprKind::tuple && n.use == Use::read) other_order(edits, n);
  if (n.expr->kind != ExprKind::call) return;
  const auto& call = as<Call>(*n.expr);
  for (size_t i = 0; i < call.args.size() && call.args.size() <= 6; ++i) {
    for (size_t k = i + 1; k < call.args.size(); ++k) {
      const bool asked = is_asked(survey, call, *call.args[i]) || is_asked(survey, call, *call.args[k]);
      const int own_price = others_exchange(survey, n, call, i, k) ? 0 : price + (asked ? kAskedFor : 0);
      edits.add(n, {{call.args[i]->span, written(n, *call.args[k])}, {call.args[k]->span, written(n, *call.args[i])}}, own_price);
    }
  }
  rotations(edits, n, call, price + 1);
}

/// What a similar line has in the same place: the sizes of another view().
void neighbours(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || n.expr->kind != ExprKind::call) return;
  for (const ExprNode* other : beside(survey, n)) {
    const auto &own = as<Call>(*n.expr), &theirs = as<Call>(*other->expr);
    const bool alike = last_name(*own.callee) == last_name(*theirs.callee) && !own.args.empty() &&
                       own.args.size() == theirs.args.size() && own.args.size() > 1;
    if (!alike) continue;
    // Another layer's size: 4 * emb_dim.
    for (size_t i = 0; survey.makes_layer(*n.expr) && i < own.args.size(); ++i) {
      for (const ExprPtr& size : theirs.args) {
        if (size->kind == ExprKind::binary) edits.replace(n, *own.args[i], written(*other, *size), edits.price());
      }
    }
    const Span a = {own.args.front()->span.begin, own.args.back()->span.end};
    const Span b = {theirs.args.front()->span.begin, theirs.args.back()->span.end};
    edits.add(n, {{a, std::string(source(*other).text(b))}}, edits.price());
  }
}

/// The part behind this one, or before it: x[..., d:2 * d] becomes x[..., 2 * d:] or x[..., :d], and
/// x[..., :d] becomes x[..., d:2 * d].
void parts_beside(EditList& edits, const ExprNode& n) {
  const Expr& index = *as<Subscript>(*n.expr).index;
  const Expr& part = index.kind == ExprKind::tuple ? *as<Sequence>(index).items.back() : index;
  if (part.kind != ExprKind::slice || as<SliceExpr>(part).step) return;
  const ExprPtr &from = as<SliceExpr>(part).start, &to = as<SliceExpr>(part).stop;
  if (to) edits.replace(n, part, written(n, *to) + ":", edits.price() + 1);
  if (from) edits.replace(n, part, ":" + written(n, *from), edits.price() + 1);
  if (to && !from) edits.replace(n, part, written(n, *to) + ":2 * " + operand_text(source(n), *to), edits.price() + 1);
}

/// The index of a similar line: k[..., own] if q has q[..., part].
void indices(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || n.expr->kind != ExprKind::subscript) return;
  parts_beside(edits, n);
  for (const ExprNode* other : beside(survey, n)) {
    edits.replace(n, *as<Subscript>(*n.expr).index, written(*other, *as<Subscript>(*other->expr).index), edits.price() + 2);
  }
}

/// Two axes transposed.
void turns(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || !survey.is_tensor(*n.expr)) return;
  const bool argument = n.above && n.above->kind == ExprKind::call;
  if (!is_whole(n) && !argument) return;
  for (const char* axes : {"1, 2", "0, 1", "-2, -1"}) {
    const std::string turned = operand_text(source(n), *n.expr) + ".transpose(" + axes + ")";
    if (Edit* edit = edits.replace(n, *n.expr, turned, edits.price())) edit->turns = true;
  }
}

// ----------------------------------------------------------------- conditions

/// A condition on a tensor's truth value, replaced by a test for None.
void givens(const Survey&, EditList& edits, const ExprNode& n) {
  if (n.expr->kind != ExprKind::name) return;
  const bool whole = !n.above && n.stmt->kind == StmtKind::if_;
  const bool chosen = n.above && n.above->kind == ExprKind::conditional && as<Conditional>(*n.above).condition.get() == n.expr;
  const bool part = n.above && (n.above->kind == ExprKind::logical ||
                                (n.above->kind == ExprKind::unary && as<Unary>(*n.above).op == UnaryOp::not_));
  const std::string text = written(n, *n.expr) + " is not None";
  if (whole || chosen || part) edits.replace(n, *n.expr, part ? "(" + text + ")" : text, edits.price());
}

// ----------------------------------------------------------------- the kinds

struct ExpressionKind {
  std::string_view name;  // in a misconception's `mends`
  void (*add)(const Survey& survey, EditList& edits, const ExprNode& n);
};

// In the order in which they are tried; if two kinds give the same change, the first counts.
constexpr ExpressionKind kExpressionKinds[] = {
    {"constant", constants},
    {"bound", bounds},
    {"own", of_self},
    {"name", names},
    {"name", left_behind},
    {"name", keys},
    {"format", formats},
    {"unit", units},
    {"group", groups},
    {"operator", connectives},
    {"swap", swaps},
    {"unwrap", steps::unwraps},
    {"letter", letters},
    {"target", targets},
    {"neighbour", neighbours},
    {"index", indices},
    {"use", steps::uses},
    {"call", steps::calls},
    {"make", steps::makes},
    {"apply", steps::applies},
    {"hand", steps::hands_on},
    {"parameter", steps::parameters},
    {"turn", turns},
    {"argument", arguments},
    {"wrap", steps::wraps},
    {"move", steps::moves},
    {"given", givens},
};

}  // namespace

void add_expression_edits(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use == Use::read) {
    for (const Rewrite& rule : edits.known().rewrites) apply(survey, edits, rule, n);
  }
  if (edits.known().mends.empty()) return;
  for (const ExpressionKind& kind : kExpressionKinds) {
    if (edits.mends(kind.name)) kind.add(survey, edits, n);
  }
}

}  // namespace mha::homework
