// Clues about arguments and local names: those that are never read, and globals that are read in
// their place.

#include <algorithm>
#include <set>

#include "reading/clues_checks.h"
#include "reading/walk.h"

namespace mha::reading {

using namespace lang;

namespace {

bool is_name(const Expr& e, Symbol name) {
  return e.kind == ExprKind::name && as<NameExpr>(e).ref.name == name;
}

bool sees_all_names(const Index& p, const FunctionNode& f) {
  for (const ExprNode& n : p.nodes(f)) {
    if (n.expr->kind != ExprKind::name) continue;
    const std::string& name = as<NameExpr>(*n.expr).ref.name.str();
    if (name == "locals" || name == "vars" || name == "eval" ||
        name == "exec") {
      return true;
    }
  }
  return false;
}

/// Whether a module-level value is a tensor, but neither a mask nor a range of positions.
bool is_data(const Index& p, Symbol name) {
  const std::vector<Giver> givers = p.module_givers(name);
  if (givers.empty() || names_mask(name.str())) return false;
  return std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
    if (!g.value || g.how != Giver::How::whole) return false;
    if (layer_made(p, *g.value) || is_mask(p, *g.value)) return false;
    for (const ExprNode& n : p.nodes(*g.value)) {
      const std::string_view word = last_name(*n.expr);
      if (word == "arange" || word == "Parameter" || word == "inf" ||
          word == "triu" || word == "tril") {
        return false;
      }
    }
    return is_tensor(p, *g.value);
  });
}

/// The first argument after self; null if there is none.
const Parameter* first_argument(const FunctionNode& f) {
  const auto& list = f.code->positional;
  const size_t at = f.self ? 1 : 0;
  if (list.size() <= at || list[at].name.str().starts_with("_")) return nullptr;
  return &list[at];
}

/// The functions whose arguments are checked.
bool takes_arguments(const Reach& reach, const FunctionNode& f) {
  if (is_empty_body(f.code->body)) return false;
  if (&f == reach.subject) return true;
  return f.cls && is_forward(f) && reach.program.is_module(*f.cls);
}

/// Whether it goes into a layer or a weight of self: self.query(x), x @ self.W_query.
bool feeds_a_layer(const Index& p, const ExprNode& n) {
  if (n.above && n.above->kind == ExprKind::call) {
    const Expr& callee = *as<Call>(*n.above).callee;
    return p.self_attribute(callee) && !p.function_named(callee);
  }
  return n.above && n.above->kind == ExprKind::binary && as<Binary>(*n.above).op == BinaryOp::matmul &&
         p.self_attribute(*as<Binary>(*n.above).right);
}

/// A module-level tensor that the function reads in place of an argument; null if there is none.
const ExprNode* global_in_place(const Index& p, const FunctionNode& f) {
  const Parameter* first = first_argument(f);
  if (!first) return nullptr;
  const bool ignored = never_reads(p, f, first->name);
  const auto nodes = p.nodes(f);
  const auto it = std::find_if(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
    return n.expr->kind == ExprKind::name && n.use == Use::read && p.is_global(as<NameExpr>(*n.expr)) &&
           is_data(p, as<NameExpr>(*n.expr).ref.name) && (ignored || feeds_a_layer(p, n));
  });
  return it == nodes.end() ? nullptr : &*it;
}

/// Whether the statement only assigns or changes `name`.
bool only_makes(const Stmt& s, Symbol name) {
  if (s.kind == StmtKind::assign && as<Assign>(s).targets.size() > 1) {
    return false;
  }
  bool made = false;
  bool other = false;
  targets_of(s, [&](const Target& target, const Giver&) {
    if (target == Target{std::nullopt, name}) {
      made = true;
    } else if (target.object != std::optional<Symbol>(name)) {
      other = true;
    }
  });
  const bool simple = s.kind == StmtKind::assign ||
                      s.kind == StmtKind::aug_assign ||
                      s.kind == StmtKind::ann_assign ||
                      s.kind == StmtKind::expr;
  return made && !other && simple;
}

bool only_from_itself(const Index& p, const Stmt& s, Symbol name) {
  const auto inside = p.nodes(s);
  return std::any_of(inside.begin(), inside.end(), [&](const ExprNode& n) {
    return n.use == Use::read && is_name(*n.expr, name);
  });
}

/// Whether blocks only affect this name.
bool only_make(const Block& body, Symbol name) {
  return std::all_of(body.begin(), body.end(), [&](const StmtPtr& s) {
    return s->kind == StmtKind::pass ||
           (s->kind == StmtKind::assign && only_makes(*s, name));
  });
}

/// A read without effect: mask = mask.bool(), or a test for None before it.
bool is_idle(const Index&, const ExprNode& n, Symbol name) {
  if (n.stmt->kind == StmtKind::assign) return only_makes(*n.stmt, name);
  if (n.stmt->kind != StmtKind::if_ || !n.above ||
      n.above->kind != ExprKind::compare) {
    return false;
  }
  const auto& node = as<If>(*n.stmt);
  return node.condition.get() == n.above && only_make(node.then, name) &&
         only_make(node.otherwise, name);
}

}  // namespace

bool is_forward(const FunctionNode& f) {
  return f.name() == "forward" || f.name() == "__call__";
}

bool never_reads(const Index& p, const FunctionNode& f, Symbol name) {
  if (sees_all_names(p, f)) return false;
  for (const ExprNode& n : p.nodes(f)) {
    if (n.use == Use::remove && is_name(*n.expr, name)) return false;
  }
  for (const StmtPtr& s : f.code->body) {
    for (const ExprNode& n : p.nodes(*s)) {
      if (is_name(*n.expr, name) && n.use != Use::write &&
          !is_idle(p, n, name)) {
        return false;
      }
    }
    if (s->kind != StmtKind::assign) continue;
    for (const ExprPtr& t : as<Assign>(*s).targets) {
      // It is overwritten before it is read, other than by a form of itself.
      if (is_name(*t, name) && !only_from_itself(p, *s, name)) return true;
    }
  }
  return true;
}

// ------------------------------------------------------------------ unused

namespace {

void unused_arguments(const Reach& reach, const FunctionNode& f,
                      ClueList& clues) {
  const Index& p = reach.program;
  if (is_empty_body(f.code->body)) return;
  const bool judged = takes_arguments(reach, f);
  const Parameter* replaced =
      (judged || (!f.cls && !f.outer)) && global_in_place(p, f) ? first_argument(f) : nullptr;
  const auto check = [&](const Parameter& a) {
    const std::string& name = a.name.str();
    const bool mask = names_mask(name);
    if (name.starts_with("_") || a.name == f.self || &a == replaced) return;
    if ((!judged && !mask) || !never_reads(p, f, a.name)) return;
    const std::string text = "`" + f.name() + "` has the argument `" + name + "`, but never reads it";
    clues.add("unused-argument", name, *f.module, a.span, text);
    if (mask) clues.add("unused-mask", name, *f.module, a.span, text);
  };
  for (const Parameter& a : f.code->positional) check(a);
  for (const Parameter& a : f.code->keyword_only) check(a);
}

/// scores.masked_fill(mask, -torch.inf)
bool is_masked(const Expr& e) { return e.kind == ExprKind::call && last_name(*as<Call>(e).callee) == "masked_fill"; }

/// Masks in local or module-level names that are never read, and masked results that are never
/// read. `masks`: report the former too.
void unused_local_masks(const Reach& reach, const FunctionNode* f,
                        const Module& m, bool masks, ClueList& clues) {
  const Index& p = reach.program;
  if (f && sees_all_names(p, *f)) return;
  std::set<std::string> done;
  for (const StmtNode& s : p.statements()) {
    if (s.function != f || s.module != &m || (!f && s.cls)) continue;
    targets_of(*s.stmt, [&](const Target& target, const Giver& giver) {
      const std::string& name = target.name.str();
      if (target.object || giver.how != Giver::How::whole ||
          name.starts_with("_") || !giver.value || !((masks && is_mask(p, *giver.value)) || is_masked(*giver.value))) {
        return;
      }
      if (!done.insert(name).second) return;
      for (const ExprNode& n : f ? p.nodes(*f) : p.nodes()) {
        if (!is_name(*n.expr, target.name) || n.use == Use::write) continue;
        if (n.use != Use::change && !only_makes(*n.stmt, target.name)) return;
      }
      // With `global mask`, other functions may read it.
      for (const StmtNode& other : p.statements()) {
        if (other.stmt->kind != StmtKind::global &&
            other.stmt->kind != StmtKind::nonlocal) {
          continue;
        }
        for (const Symbol n : as<NamesStmt>(*other.stmt).names) {
          if (n == target.name) return;
        }
      }
      clues.add("unused-mask", name, m, giver.span,
                "the mask `" + name + "` is made, but never used");
    });
  }
}

/// Whether the program reads a mask of its own; then another one that is unused is not a mistake.
bool reads_a_module_mask(const Index& p) {
  return std::any_of(p.nodes().begin(), p.nodes().end(),
                     [&](const ExprNode& n) {
                       return n.expr->kind == ExprKind::name &&
                              n.use == Use::read &&
                              p.is_global(as<NameExpr>(*n.expr)) &&
                              is_mask(p, *n.expr);
                     });
}

}  // namespace

void find_unused_names(const Reach& reach, ClueList& clues) {
  for (const FunctionNode* f : reach.functions) {
    unused_arguments(reach, *f, clues);
    unused_local_masks(reach, f, *f->module, /*masks=*/true, clues);
  }
  if (!reach.all) return;
  const bool masks = !reads_a_module_mask(reach.program);
  for (const Module* m : reach.program.modules()) {
    unused_local_masks(reach, nullptr, *m, masks, clues);
  }
}

void find_globals(const Reach& reach, ClueList& clues) {
  for (const FunctionNode* f : reach.functions) {
    const bool plain = !f->cls && !f->outer;
    if (!plain && !takes_arguments(reach, *f)) continue;
    const ExprNode* n = global_in_place(reach.program, *f);
    if (!n) continue;
    const std::string name(last_name(*n->expr));
    clues.add("global-for-argument", name, *n->module, n->expr->span,
              "`" + f->name() + "` reads `" + name +
                  "`, which is defined outside it. It should read its argument `" +
                  first_argument(*f)->name.str() + "`");
  }
}

/// def train(model, losses=[]): ... losses.append(loss). The list is made once, with the function.
void find_changed_defaults(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  for (const FunctionNode* f : reach.functions) {
    for (const auto* all : {&f->code->positional, &f->code->keyword_only}) {
      for (const Parameter& a : *all) {
        const bool made = a.default_value && (a.default_value->kind == ExprKind::list || a.default_value->kind == ExprKind::dict || a.default_value->kind == ExprKind::set);
        const Symbol name = a.name;
        const auto changes = [&](const ExprNode& n) {
          if (n.expr->kind == ExprKind::subscript) return n.use != Use::read && is_name(*as<Subscript>(*n.expr).object, name);
          if (n.expr->kind != ExprKind::call || as<Call>(*n.expr).callee->kind != ExprKind::attribute) return false;
          const auto& method = as<Attribute>(*as<Call>(*n.expr).callee);
          static const std::set<std::string> kChanging = {"append", "extend", "insert", "update", "setdefault", "add", "pop", "clear", "remove"};
          return is_name(*method.object, name) && kChanging.contains(method.name.str());
        };
        const auto nodes = p.nodes(*f);
        const auto at = made ? std::find_if(nodes.begin(), nodes.end(), changes) : nodes.end();
        if (at != nodes.end()) {
          clues.add("kept-default", name.str(), *f->module, a.span, "the default of `" + name.str() + "` is made once, and " + quoted(p, *at->expr) + " changes it");
        }
      }
    }
  }
}

}  // namespace mha::reading
