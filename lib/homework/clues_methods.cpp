#include <algorithm>
#include <optional>

#include "base/text.h"
#include "homework/clues_checks.h"
#include "homework/vocabulary.h"

namespace mha::homework::reading {

using namespace lang;

namespace {

/// A method of the class that nobody calls and whose name is nearly this one.
const FunctionNode* nearly(const Program& p, const ClassNode& c, const std::string& name) {
  if (p.method(c, name)) return nullptr;
  for (const FunctionNode* m : c.methods) {
    if (m->name() == name || !p.counts(*m)) continue;
    if (nearest(m->name(), {name}).empty() && "__" + m->name() + "__" != name) continue;
    const bool called = std::any_of(p.nodes().begin(), p.nodes().end(), [&](const ExprNode& n) {
      return n.expr->kind == ExprKind::attribute && n.function != m && last_name(*n.expr) == m->name();
    });
    if (!called) return m;
  }
  return nullptr;
}

/// Whether code of the method reads a `self` that it is not given.
bool lacks_self(const Program& p, const FunctionNode& f) {
  if (f.outer || !f.def->decorators.empty()) return false;
  const std::span<const ExprNode> nodes = p.nodes(f);
  return std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
    if (n.expr->kind != ExprKind::name || n.function != &f) return false;
    const auto& name = as<NameExpr>(*n.expr);
    return name.ref.name.str() == "self" && p.is_global(name);
  });
}

/// The argument of __init__ that says whether there is a bias, if nothing reads it.
const Parameter* unread_bias(const Program& p, const FunctionNode& f) {
  for (const auto* list : {&f.code->positional, &f.code->keyword_only}) {
    for (const Parameter& parameter : *list) {
      const std::vector<std::string> sizes = vocabulary().sizes(parameter.name.str());
      if (std::find(sizes.begin(), sizes.end(), "bias") == sizes.end()) continue;
      if (never_reads(p, f, parameter.name)) return &parameter;
    }
  }
  return nullptr;
}

}  // namespace

void find_method_slips(const Reach& reach, ClueList& clues) {
  const Program& p = reach.program;
  for (const ClassNode* c : reach.classes) {
    if (!p.is_module(*c) || !p.bases_known(*c)) continue;
    for (const char* name : {"__init__", "forward"}) {
      const FunctionNode* m = nearly(p, *c, name);
      if (!m) continue;
      clues.add("misnamed-method", m->name(), *m->module, m->def->target.span,
                "`" + m->name() + "` is never called; `" + name + "` would be");
    }
    const FunctionNode* init = p.method(*c, "__init__");
    const Parameter* bias = init && !is_empty_body(init->code->body) ? unread_bias(p, *init) : nullptr;
    if (bias) {
      clues.add("unread-bias", bias->name.str(), *init->module, bias->span,
                "`__init__` never reads `" + bias->name.str() + "`");
    }
    for (const FunctionNode* m : c->methods) {
      if (!p.counts(*m) || !lacks_self(p, *m)) continue;
      clues.add("method-without-self", m->name(), *m->module, m->def->target.span,
                "`" + m->name() + "` reads `self`, which is not among its arguments");
    }
  }
}

}  // namespace mha::homework::reading
