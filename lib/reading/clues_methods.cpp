#include <algorithm>
#include <optional>

#include "base/text.h"
#include "reading/clues_checks.h"
#include "reading/vocabulary.h"

namespace mha::reading {

using namespace lang;

namespace {

bool has_own(const ClassNode& c, const std::string& name) {
  return std::any_of(c.methods.begin(), c.methods.end(), [&](const FunctionNode* m) { return m->name() == name; });
}

/// A method of the class that nothing calls and whose name is close to this one.
const FunctionNode* nearly(const Index& p, const ClassNode& c, const std::string& name) {
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

/// Methods that were meant to replace one of a base class, and have another name.
void find_missed_overrides(const Index& p, const ClassNode& c, const ClassNode& base, ClueList& clues) {
  for (const FunctionNode* replaced : base.methods) {
    const FunctionNode* m = has_own(c, replaced->name()) ? nullptr : nearly(p, c, replaced->name());
    if (!m) continue;
    clues.add("misnamed-override", m->name(), *m->module, m->def->target.span,
              "nothing calls `" + m->name() + "`; the method of `" + base.def->target.name.str() + "` is `" + replaced->name() + "`");
  }
}

/// Whether a method's code reads `self` although it has no such parameter.
bool lacks_self(const Index& p, const FunctionNode& f) {
  if (f.outer || !f.def->decorators.empty()) return false;
  const std::span<const ExprNode> nodes = p.nodes(f);
  return std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
    if (n.expr->kind != ExprKind::name || n.function != &f) return false;
    const auto& name = as<NameExpr>(*n.expr);
    return name.ref.name.str() == "self" && p.is_global(name);
  });
}

/// The argument of __init__ for this size, if nothing reads it.
const Parameter* unread(const Index& p, const FunctionNode& f, const char* size) {
  for (const auto* list : {&f.code->positional, &f.code->keyword_only}) {
    for (const Parameter& parameter : *list) {
      const std::vector<std::string> sizes = vocabulary().sizes(parameter.name.str());
      if (std::find(sizes.begin(), sizes.end(), size) == sizes.end()) continue;
      if (never_reads(p, f, parameter.name)) return &parameter;
    }
  }
  return nullptr;
}

/// A dropout with a constant rate although an argument was meant to set it.
void find_fixed_dropout(const Index& p, const FunctionNode& init, ClueList& clues) {
  const Parameter* share = unread(p, init, "dropout");
  if (!share) return;
  for (const ExprNode& n : p.nodes(init)) {
    if (n.expr->kind != ExprKind::call) continue;
    const auto& call = as<Call>(*n.expr);
    const Expr* given = argument(call, "p", 0);
    if (last_name(*call.callee) != "Dropout" || !given || given->kind != ExprKind::constant) continue;
    clues.add("fixed-dropout", share->name.str(), *init.module, call.span,
              "`" + std::string(init.module->source->text(call.span)) + "` does not read `" +
                  share->name.str() + "`");
  }
}

/// Layers that forward makes and does not keep.
void find_passing_layers(const Index& p, const FunctionNode& forward, ClueList& clues) {
  for (const ExprNode& n : p.nodes(forward)) {
    if (n.expr->kind != ExprKind::call || n.function != &forward) continue;
    const auto& call = as<Call>(*n.expr);
    if (p.path(*call.callee) != "torch.nn.Linear") continue;
    if (n.stmt && n.stmt->kind == StmtKind::assign) {
      const auto& targets = as<Assign>(*n.stmt).targets;
      const bool kept = std::any_of(targets.begin(), targets.end(), [](const ExprPtr& t) {
        return t->kind != ExprKind::name;
      });
      if (kept) continue;
    }
    clues.add("layer-in-forward", forward.name(), *forward.module, call.span,
              "`" + std::string(forward.module->source->text(call.span)) + "` is in `" +
                  forward.name() + "`");
    return;
  }
}

/// A return that always ends a loop in its first round: the last line of the body, after others.
const Stmt* early_return(const Block& body) {
  if (body.size() < 2 || body.back()->kind != StmtKind::return_) return nullptr;
  return body.back().get();
}

}  // namespace

void find_method_slips(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  for (const ClassNode* c : reach.classes) {
    if (!p.is_module(*c) || !p.bases_known(*c)) continue;
    for (const char* name : {"__init__", "forward"}) {
      const FunctionNode* m = p.method(*c, name) ? nullptr : nearly(p, *c, name);
      if (!m) continue;
      clues.add("misnamed-method", m->name(), *m->module, m->def->target.span,
                "nothing calls `" + m->name() + "`; PyTorch would call `" + name + "`");
    }
    for (const ClassNode* base : p.bases(*c)) find_missed_overrides(p, *c, *base, clues);
    const FunctionNode* init = p.method(*c, "__init__");
    const Parameter* bias = init && !is_empty_body(init->code->body) ? unread(p, *init, "bias") : nullptr;
    if (bias) {
      clues.add("unread-bias", bias->name.str(), *init->module, bias->span,
                "`__init__` never reads `" + bias->name.str() + "`");
    }
    if (init) find_fixed_dropout(p, *init, clues);
    if (const FunctionNode* forward = p.method(*c, "forward")) {
      find_passing_layers(p, *forward, clues);
    }
    for (const FunctionNode* m : c->methods) {
      if (!p.counts(*m) || !lacks_self(p, *m)) continue;
      clues.add("method-without-self", m->name(), *m->module, m->def->target.span,
                "`" + m->name() + "` reads `self`, but `self` is not one of its arguments");
    }
  }
  for (const StmtNode& s : p.statements()) {
    if (!reach.has(s) || s.stmt->kind != StmtKind::for_) continue;
    const Stmt* end = early_return(as<For>(*s.stmt).body);
    if (!end || !s.function) continue;
    clues.add("return-in-loop", s.function->name(), *s.module, end->span,
              "`return` is the last line of the loop, so the loop stops after its first round");
  }
}

}  // namespace mha::reading
