// Clues about layers that all start from one seed.

#include <algorithm>
#include <map>

#include "reading/clues_checks.h"

namespace mha::reading {

using namespace lang;

namespace {

bool in_loop(const Index& p, const ExprNode& n) {
  for (const Expr* e = n.above; e; e = p.node(*e).above) {
    if (e->kind == ExprKind::comprehension) {
      const auto& first = as<Comprehension>(*e).clauses[0].iterable;
      if (!contains(first->span, n.expr->span)) return true;
    }
  }
  for (const Stmt* s = n.stmt; s; s = p.node(*s).above) {
    if (s->kind == StmtKind::for_ &&
        !contains(as<For>(*s).iterable->span, n.expr->span)) {
      return true;
    }
    if (s->kind == StmtKind::while_) return true;
    if (s->kind == StmtKind::function) return false;
  }
  return false;
}

/// Whether a seed is the same each time: it contains no loop variable and no argument.
bool is_fixed(const Index& p, const Expr& e) {
  for (const ExprNode& n : p.nodes(e)) {
    if (n.expr->kind == ExprKind::call) return false;
    if (n.expr->kind == ExprKind::name &&
        !p.is_global(as<NameExpr>(*n.expr))) {
      return false;
    }
  }
  return true;
}

}  // namespace

void find_equal_seeds(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  // The classes of which the code makes several objects, and the loops that make layers.
  std::map<const ClassNode*, int> made;
  for (const ExprNode& n : p.nodes()) {
    if (n.expr->kind != ExprKind::call || !reach.has(n)) continue;
    const ClassNode* c = p.class_named(*as<Call>(*n.expr).callee);
    if (c) made[c] += in_loop(p, n) ? 2 : n.function ? 1 : 0;
  }
  for (const ExprNode& n : p.nodes()) {
    if (n.expr->kind != ExprKind::call || !reach.has(n)) continue;
    const auto& call = as<Call>(*n.expr);
    if (p.path(*call.callee) != "torch.manual_seed" &&
        p.path(*call.callee) != "torch.random.manual_seed") {
      continue;
    }
    if (call.args.size() != 1 || !is_fixed(p, *call.args[0])) continue;
    const FunctionNode* f = outermost(n);
    if (!f) continue;
    const std::string cls = f->cls ? f->cls->def->target.name.str() : "";
    if (f->cls && sets_up(*f) && made[f->cls] > 1) {
      clues.add("heads-alike", cls, *n.module, call.span,
                quoted(p, call) + " gives every `" + cls +
                    "` the same starting numbers");
      continue;
    }
    if (in_loop(p, n)) {
      // Only if the same iteration makes a layer.
      for (const Stmt* s = n.stmt; s; s = p.node(*s).above) {
        if (s->kind != StmtKind::for_ && s->kind != StmtKind::while_) continue;
        const auto inside = p.nodes(*s);
        const auto layer = std::find_if(
            inside.begin(), inside.end(), [&](const ExprNode& m) {
              return m.expr->kind == ExprKind::call &&
                     layer_made(p, *m.expr) && in_loop(p, m);
            });
        if (layer == inside.end()) continue;
        clues.add("heads-alike",
                  layer_made(p, *layer->expr).value_or(""), *n.module,
                  call.span,
                  quoted(p, call) +
                      " in the loop gives every layer the same starting numbers");
        break;
      }
    }
  }
}

}  // namespace mha::reading
