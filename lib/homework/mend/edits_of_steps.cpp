// The kinds of edits that remove a step, add one or move it.

#include <algorithm>
#include <cctype>

#include "homework/mend/edit_kinds.h"

namespace mha::homework {

using namespace lang;
using namespace reading;

namespace {

/// The span of an argument together with the comma before it.
Span with_comma(const Source& own, Span name, uint32_t end) {
  uint32_t begin = name.begin;
  while (begin > 0 && std::isspace(static_cast<unsigned char>(own.text()[begin - 1]))) --begin;
  if (begin > 0 && own.text()[begin - 1] == ',') --begin;
  return {begin, end};
}

/// Whether an expression contains a name.
bool reads_name(const Survey& survey, const Expr& e, Symbol name) {
  const auto nodes = survey.program().nodes(e);
  return std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
    return n.expr->kind == ExprKind::name && as<NameExpr>(*n.expr).ref.name == name;
  });
}

/// Whether the class reads self.NAME anywhere.
bool is_called(const Survey& survey, const ClassNode& cls, const std::string& name) {
  const reading::Index& program = survey.program();
  return std::any_of(program.nodes().begin(), program.nodes().end(), [&](const ExprNode& n) {
    const auto attribute = program.self_attribute(*n.expr);
    return n.cls == &cls && n.use == Use::read && attribute && attribute->str() == name;
  });
}

/// Whether a statement above, in the same block, made a name of the name that is read: a step whose
/// result nothing reads was meant to be read instead.
bool goes_on_from(const Survey& survey, const ExprNode& n, const std::string& name) {
  if (n.expr->kind != ExprKind::name) return false;
  const auto& all = survey.program().statements();
  return std::any_of(all.begin(), all.end(), [&](const StmtNode& s) {
    if (s.function != n.function || s.stmt->kind != StmtKind::assign || s.stmt->span.end > n.expr->span.begin) return false;
    const auto& made = as<Assign>(*s.stmt);
    return s.above == survey.program().node(*n.stmt).above && made.targets.size() == 1 && source(n).text(made.targets[0]->span) == name &&
           reads_name(survey, *made.value, as<NameExpr>(*n.expr).ref.name);
  });
}

/// Whether an expression is what a call calls.
bool is_callee(const Survey& survey, const Expr& e) {
  const Expr* above = survey.program().node(e).above;
  return above && above->kind == ExprKind::call && as<Call>(*above).callee.get() == &e;
}

}  // namespace

namespace steps {

void unwraps(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read) return;
  const int price = edits.price();
  if (n.expr->kind == ExprKind::unary) {
    edits.replace(n, *n.expr, operand_text(source(n), *as<Unary>(*n.expr).operand), price);
    return;
  }
  if (n.expr->kind == ExprKind::binary) {
    const auto& b = as<Binary>(*n.expr);
    edits.replace(n, *n.expr, operand_text(source(n), *b.left), price + 1);
    edits.replace(n, *n.expr, operand_text(source(n), *b.right), price + 2);
    return;
  }
  if (const Expr* inner = survey.worked_on(*n.expr)) {
    edits.replace(n, *n.expr, operand_text(source(n), *inner), price);
  }
  if (n.expr->kind != ExprKind::call) return;
  const auto& call = as<Call>(*n.expr);
  // A layer of several.
  for (size_t i = 0; last_name(*call.callee) == "Sequential" && call.args.size() > 1 && i < call.args.size(); ++i) {
    const Span part = i > 0 ? Span{call.args[i - 1]->span.end, call.args[i]->span.end} : Span{call.args[0]->span.begin, call.args[1]->span.begin};
    edits.add(n, {{part, ""}}, price, call.args[i]->span);
  }
  // An argument that can be omitted.
  for (const Keyword& k : call.keywords) {
    if (k.name) edits.add(n, {{with_comma(source(n), k.span, k.value->span.end), ""}}, price + 1);
  }
}

void uses(const Survey& survey, EditList& edits, const ExprNode& n) {
  // A name that stands alone uses nothing.
  if (n.use != Use::read || (n.stmt->kind == StmtKind::expr && as<ExprStmt>(*n.stmt).value.get() == n.expr)) return;
  const bool called = n.above && n.above->kind == ExprKind::call && as<Call>(*n.above).callee.get() == n.expr;
  if (called && n.expr->kind == ExprKind::subscript) {
    // self.heads[0](x) in a loop over the heads becomes head(x).
    for (const auto& [name, kind] : survey.names(n.function)) {
      if (!survey.is_read(n.function, name)) edits.replace(n, *n.expr, name, edits.price());
    }
  }
  if (!survey.is_tensor(*n.expr) || (!is_whole(n) && n.expr->kind != ExprKind::name)) return;
  for (const auto& [name, kind] : survey.names(n.function)) {
    if (survey.is_read(n.function, name)) continue;
    const std::string own = operand_text(source(n), *n.expr);
    edits.replace(n, *n.expr, name, goes_on_from(survey, n, name) ? 0 : edits.price());
    for (const char* sign : {" + ", " * ", " @ "}) edits.replace(n, *n.expr, own + sign + name, edits.price() + 1);
    edits.replace(n, *n.expr, name + " @ " + own, edits.price() + 1);
  }
}

void calls(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || n.expr->kind != ExprKind::attribute || !n.function || survey.program().node(*n.stmt).dead) return;
  const auto name = survey.program().self_attribute(*n.expr);
  const auto& kept = survey.attributes(n.cls);
  const auto it = name ? kept.find(name->str()) : kept.end();
  const bool is_layer = it != kept.end() && it->second == NameKind::layer;
  if (!is_layer && !(name && n.cls && survey.program().method(*n.cls, name->str()))) return;
  const bool called = n.above && n.above->kind == ExprKind::call && as<Call>(*n.above).callee.get() == n.expr;
  // self.query.view(...) may lack its call; self.query.weight does not.
  const bool uses_method = n.above && n.above->kind == ExprKind::attribute && is_callee(survey, *n.above);
  if (called || (n.above && n.above->kind == ExprKind::attribute && !uses_method) || (n.above && n.above->kind == ExprKind::subscript)) return;
  for (const auto& [tensor, kind] : survey.names(n.function)) {
    if (kind == NameKind::tensor) edits.replace(n, *n.expr, written(n, *n.expr) + "(" + tensor + ")", edits.price());
  }
}

void makes(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || is_callee(survey, *n.expr) || n.stmt->kind == StmtKind::class_) return;
  const std::string path = survey.program().path(*n.expr);
  const size_t last = path.rfind('.');
  const bool is_class = path.starts_with("torch.nn.") && std::isupper(static_cast<unsigned char>(path[last + 1]));
  const bool handed = n.above && n.above->kind == ExprKind::call && survey.makes_layer(*n.above);
  if (is_class && (is_whole(n) || handed)) edits.add(n, {{{n.expr->span.end, n.expr->span.end}, "()"}}, edits.price(), n.expr->span);
  if (!is_whole(n) || !n.cls || n.expr->kind != ExprKind::name || n.stmt->kind != StmtKind::assign) return;
  const auto kept = survey.program().self_attribute(*as<Assign>(*n.stmt).targets[0]);
  const auto& nodes = survey.program().nodes();
  const bool called = kept && std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& other) {
    return other.cls == n.cls && is_callee(survey, *other.expr) && survey.program().self_attribute(*other.expr) == kept;
  });
  if (called) edits.replace(n, *n.expr, "nn.Dropout(" + written(n, *n.expr) + ")", edits.price());
}

void applies(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || n.expr->kind != ExprKind::call || !n.function || !survey.makes_layer(*n.expr)) return;
  const auto& call = as<Call>(*n.expr);
  if (!survey.program().path(*call.callee).starts_with("torch.nn.") || call.spreads) return;
  const std::string layer = written(n, *call.callee);
  if (call.args.empty() || !survey.is_tensor(*call.args[0])) {
    // w = nn.Softmax(dim=-1)
    if (!is_whole(n) || n.stmt->kind != StmtKind::assign || survey.is_setting_up(*n.module, n.expr->span)) return;
    for (const auto& [tensor, kind] : survey.names(n.function)) {
      if (kind == NameKind::tensor) edits.replace(n, *n.expr, written(n, *n.expr) + "(" + tensor + ")", edits.price());
    }
    return;
  }
  const Expr& tensor = *call.args[0];
  const Span rest = {tensor.span.end, n.expr->span.end - 1};
  std::string_view others = trim(source(n).text(rest));
  if (others.starts_with(',')) others = trim(others.substr(1));
  const std::string called = ")(" + written(n, tensor) + ")";
  edits.replace(n, *n.expr, layer + "(" + std::string(others) + called, edits.price());
  if (!others.empty()) return;
  edits.replace(n, *n.expr, layer + "(dim=-1" + called, edits.price());
  for (const std::string& size : survey.sizes_at(n)) edits.replace(n, *n.expr, layer + "(" + size + called, edits.price() + 1);
}

void hands_on(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (n.use != Use::read || n.expr->kind != ExprKind::call || !n.function) return;
  const auto& call = as<Call>(*n.expr);
  const Expr& callee = *call.callee;
  // nn.Dropout() where nothing else reads `dropout`.
  const bool bare = call.args.empty() && call.keywords.empty() && survey.makes_layer(*n.expr);
  for (const Parameter& p : n.function->code->positional) {
    if (!bare || survey.is_read(n.function, p.name.str()) || (n.function->self && *n.function->self == p.name)) continue;
    edits.add(n, {{{n.expr->span.end - 1, n.expr->span.end - 1}, p.name.str()}}, edits.price(), n.expr->span);
  }
  const bool own = callee.kind == ExprKind::name || callee.kind == ExprKind::subscript || survey.program().self_attribute(callee);
  if (!own || call.spreads || call.args.empty() || !survey.program().path(callee).empty()) return;
  const auto is_none = [](const Expr& e) { return e.kind == ExprKind::constant && as<Constant>(e).value.is_none(); };
  for (const Parameter& p : n.function->code->positional) {
    if (!p.default_value || !is_none(*p.default_value) || reads_name(survey, *n.expr, p.name)) continue;
    const std::string& name = p.name.str();
    const Span last = call.args.back()->span;
    edits.add(n, {{{last.end, last.end}, ", " + name}}, edits.price(), n.expr->span);
    for (const ExprPtr& a : call.args) {
      if (is_none(*a)) edits.replace(n, *a, name, edits.price());
    }
    for (const Keyword& k : call.keywords) {
      if (is_none(*k.value)) edits.replace(n, *k.value, name, edits.price());
    }
  }
}

void parameters(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (!is_whole(n) || !n.cls || n.stmt->kind != StmtKind::assign || n.expr->kind == ExprKind::name) return;
  const Expr& target = *as<Assign>(*n.stmt).targets[0];
  if (!survey.program().self_attribute(target) || survey.makes_layer(*n.expr)) return;
  if (n.expr->kind == ExprKind::call && last_name(*as<Call>(*n.expr).callee) == "Parameter") return;
  const bool others = source(n).text().find("Parameter(") != std::string::npos;
  const bool drawn = written(n, *n.expr).find("rand") != std::string::npos;
  if (others && drawn) edits.replace(n, *n.expr, "nn.Parameter(" + written(n, *n.expr) + ")", edits.price());
}

void wraps(const Survey& survey, EditList& edits, const ExprNode& n) {
  if (!is_whole(n) || !survey.is_tensor(*n.expr) || !n.cls || !n.function || !n.function->self) return;
  for (const auto& [name, kind] : survey.attributes(n.cls)) {
    const bool layer = kind == NameKind::layer;
    if ((!layer && kind != NameKind::tensor) || is_called(survey, *n.cls, name)) continue;
    const std::string own = n.function->self->str() + "." + name;
    if (layer) {
      edits.replace(n, *n.expr, own + "(" + written(n, *n.expr) + ")", edits.price());
      continue;
    }
    for (const char* sign : {" + ", " @ "}) edits.replace(n, *n.expr, operand_text(source(n), *n.expr) + sign + own, edits.price());
  }
}

void moves(const Survey& survey, EditList& edits, const ExprNode& n) {
  const Expr* inner = n.use == Use::read && survey.is_tensor(*n.expr) ? survey.worked_on(*n.expr) : nullptr;
  if (!inner) return;
  const std::string whole = written(n, *n.expr);
  const auto offset = inner->span.begin - n.expr->span.begin;
  const std::string before = whole.substr(0, offset);
  const std::string after = whole.substr(inner->span.end - n.expr->span.begin);
  // Mark the step itself as misplaced.
  const Span step = before.empty() ? Span{inner->span.end, n.expr->span.end}
                                   : Span{n.expr->span.begin, inner->span.begin};
  for (const ExprNode& other : survey.program().nodes()) {
    if (other.function != n.function || other.use != Use::read || !survey.is_tensor(*other.expr)) continue;
    if (!is_whole(other) && other.expr->kind != ExprKind::name) continue;
    const Span a = n.expr->span, b = other.expr->span;
    if (a.begin < b.end && b.begin < a.end) {
      // Move it around the whole value of the statement.
      if (!is_whole(other) || !contains(b, a) || (a.begin == b.begin && a.end == b.end)) continue;
      std::string rest = written(other, *other.expr);
      rest.replace(a.begin - b.begin, a.end - a.begin, operand_text(source(n), *inner));
      edits.add(n, {{b, before + "(" + rest + ")" + after}}, edits.price() + 1, step);
      continue;
    }
    std::vector<Change> changes = {{a, operand_text(source(n), *inner)},
                                   {b, before + operand_text(source(n), *other.expr) + after}};
    edits.add(n, in_order(std::move(changes)), edits.price() + 1, step);
  }
}

}  // namespace steps

}  // namespace mha::homework
