// Dropout that eval() does not reach: outside the module, or told to drop
// always.

#include <algorithm>
#include <set>

#include "reading/clues_checks.h"

namespace mha::reading {

using namespace lang;

namespace {

bool is_dropout_layer(const Index& p, const Expr* e) {
  if (!e) return false;
  const auto layer = layer_made(p, *e);
  return layer && layer->find("Dropout") != std::string::npos &&
         !p.class_named(*layer);
}

bool is_callee(const ExprNode& n) {
  return n.above && n.above->kind == ExprKind::call &&
         as<Call>(*n.above).callee.get() == n.expr;
}

bool is_zero(const Expr& e) {
  if (e.kind != ExprKind::constant) return false;
  const Value& v = as<Constant>(e).value;
  return (v.is_float() && v.as_float() == 0) || (v.is_int() && v.as_int() == 0);
}

bool is_true(const Expr& e) {
  return e.kind == ExprKind::constant && as<Constant>(e).value.is_bool() &&
         as<Constant>(e).value.as_bool();
}

// ----------------------------------------------------------------- outside

void dropouts_outside(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  std::set<std::pair<const FunctionNode*, std::string>> done;
  for (const ExprNode& n : p.nodes()) {
    if (!n.function || !reach.functions.contains(n.function) || !is_callee(n)) {
      continue;
    }
    std::string why;
    std::string name(last_name(*n.expr));
    if (n.expr->kind == ExprKind::name) {
      const auto& ref = as<NameExpr>(*n.expr);
      if (!p.is_global(ref) || !reach.in_modules.contains(n.function)) continue;
      const auto givers = p.module_givers(ref.ref.name);
      if (givers.empty() ||
          !std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
            return is_dropout_layer(p, g.value);
          })) {
        continue;
      }
      why = "`" + name + "` is made outside the module, so eval() does not reach it";
    } else if (p.self_attribute(*n.expr)) {
      const FunctionNode* f = outermost(n);
      if (!f || !f->cls || sets_up(*f)) continue;
      const auto& givers = p.givers(*n.expr);
      if (givers.empty() ||
          !std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
            return is_dropout_layer(p, g.value);
          })) {
        continue;
      }
      name = "self." + name;
      const ClassNode& c = *f->cls;
      const std::string& cls = c.def->target.name.str();
      const bool of_class =
          std::all_of(givers.begin(), givers.end(),
                      [](const Giver& g) { return !g.function; });
      if (p.is_module(c) && of_class) {
        why = "`" + name + "` belongs to the class, not to the module that "
              "eval() is called on";
      } else if (!p.is_module(c) && p.bases_known(c) && !p.method(c, "eval") &&
                 !p.method(c, "train")) {
        why = "`" + name + "` is in `" + cls +
              "`, which is no nn.Module, so eval() does not reach it";
      } else {
        continue;
      }
      name = name.substr(5);
    } else {
      continue;
    }
    if (!done.emplace(n.function, name).second) continue;
    clues.add("dropout-outside", name, *n.module, n.expr->span, why);
  }
}

// ------------------------------------------------------------------ always

/// The functions that run while a module is made.
std::set<const FunctionNode*> setting_up(const Index& p) {
  std::set<const FunctionNode*> result;
  std::vector<const FunctionNode*> open;
  const auto add = [&](const FunctionNode* f) {
    if (f && result.insert(f).second) open.push_back(f);
  };
  for (const FunctionNode& f : p.functions()) {
    if (f.cls && sets_up(f)) add(&f);
  }
  while (!open.empty()) {
    const FunctionNode* f = open.back();
    open.pop_back();
    for (const ExprNode& n : p.nodes(*f)) {
      if (n.expr->kind == ExprKind::call) {
        add(p.function_named(*as<Call>(*n.expr).callee));
      }
    }
  }
  return result;
}

class Always {
 public:
  Always(const Reach& reach, ClueList& clues)
      : reach_(reach), p_(reach.program), clues_(clues), setup_(setting_up(p_)) {}

  void run() {
    for (const ExprNode& n : p_.nodes()) {
      if (n.expr->kind != ExprKind::call || !n.function ||
          !reach_.functions.contains(n.function)) {
        continue;
      }
      const FunctionNode* f = outermost(n);
      if (f->cls && (p_.method(*f->cls, "train") || p_.method(*f->cls, "eval"))) {
        continue;
      }
      const auto& call = as<Call>(*n.expr);
      const std::string path = p_.path(*call.callee);
      const std::string_view name = last_name(*call.callee);
      if (path.starts_with("torch.nn.functional.")) {
        if (name == "scaled_dot_product_attention") {
          attention(call, n);
        } else if (name.find("dropout") != std::string_view::npos) {
          function(call, n, "training");
        }
      } else if (path == "torch.dropout") {
        function(call, n, "train");
      } else if (path.starts_with("torch.nn.") &&
                 name.find("Dropout") != std::string_view::npos) {
        made_while_running(call, n, *f);
      }
    }
  }

 private:
  void add(const Call& call, const ExprNode& n, const std::string& why) {
    clues_.add("dropout-always", std::string(last_name(*call.callee)),
               *n.module, call.span, quoted(p_, call) + " " + why);
  }

  void function(const Call& call, const ExprNode& n, const char* keyword) {
    if (has_starred(call) || under_training(p_, call)) return;
    const Expr* training = argument(call, keyword, 2);
    if (training && !is_true(*training)) return;
    const Expr* p = argument(call, "p", 1);
    if (p && !drops_always(*p, n)) return;
    add(call, n,
        training ? "is told to drop always, also after eval()"
                 : "is not told whether the module is training: it drops always");
  }

  void attention(const Call& call, const ExprNode& n) {
    if (has_starred(call) || under_training(p_, call)) return;
    const Expr* p = argument(call, "dropout_p", 4);
    if (!p || !drops_always(*p, n)) return;
    add(call, n, "drops always: `dropout_p` knows nothing of eval()");
  }

  /// Whether this probability stays the same after eval().
  bool drops_always(const Expr& p, const ExprNode& n) const {
    if (is_zero(p) || speaks_of_training(p_, p)) return false;
    for (const Giver& g : p_.givers(p)) {
      if (g.value && (is_zero(*g.value) || under_training(p_, *g.value))) {
        return false;
      }
      // Who calls decides: what do they pass?
      if (g.how == Giver::How::parameter) {
        const FunctionNode* f = g.function;
        return f && !is_forward(*f) && is_passed(*f, p, n);
      }
    }
    return true;
  }

  bool is_passed(const FunctionNode& f, const Expr& p, const ExprNode&) const {
    const std::string name(last_name(p));
    const auto& list = f.code->positional;
    const auto at = std::find_if(
        list.begin(), list.end(),
        [&](const Parameter& a) { return a.name.str() == name; });
    const int position = at == list.end()
                             ? -1
                             : static_cast<int>(at - list.begin()) -
                                   (f.self ? 1 : 0);
    for (const ExprNode& n : p_.nodes()) {
      if (n.expr->kind != ExprKind::call || !n.function ||
          !reach_.in_modules.contains(n.function)) {
        continue;
      }
      const auto& call = as<Call>(*n.expr);
      if (p_.function_named(*call.callee) != &f) continue;
      const Expr* given = argument(call, name, position);
      // One that is a parameter again is somebody else's to decide.
      if (!given || is_zero(*given) || speaks_of_training(p_, *given) ||
          under_training(p_, call)) {
        continue;
      }
      const auto& givers = p_.givers(*given);
      if (std::none_of(givers.begin(), givers.end(), [](const Giver& g) {
            return g.how == Giver::How::parameter;
          })) {
        return true;
      }
    }
    return false;
  }

  void made_while_running(const Call& call, const ExprNode& n,
                          const FunctionNode& f) {
    if (setup_.contains(&f) || setup_.contains(n.function) ||
        under_training(p_, call)) {
      return;
    }
    const Expr* p = argument(call, "p", 0);
    if (p && (is_zero(*p) || speaks_of_training(p_, *p))) return;
    const bool applied = is_callee(n) || is_called_by_name(call, n);
    if (!applied) return;
    add(call, n, "is made anew in every call, and a new dropout always drops");
  }

  /// drop = nn.Dropout(p), then drop(x).
  bool is_called_by_name(const Call& made, const ExprNode& n) const {
    if (n.stmt->kind != StmtKind::assign || n.above) return false;
    for (const Stmt* s = p_.node(*n.stmt).above; s; s = p_.node(*s).above) {
      // `if not hasattr(self, "drop")`: made once.
      if (s->kind == StmtKind::if_) return false;
      if (s->kind == StmtKind::function) break;
    }
    const auto& targets = as<Assign>(*n.stmt).targets;
    const std::string name(last_name(*targets[0]));
    bool called = false;
    for (const ExprNode& use : p_.nodes(*n.function)) {
      if (last_name(*use.expr) != name || use.use == Use::write) continue;
      if (use.above && use.above->kind == ExprKind::attribute) {
        const std::string_view what = last_name(*use.above);
        if (what == "eval" || what == "train" || what == "training") {
          return false;
        }
      }
      if (!is_callee(use)) continue;
      for (const Giver& g : p_.givers(*use.expr)) {
        if (g.value == &made) called = true;
      }
    }
    return called;
  }

  const Reach& reach_;
  const Index& p_;
  ClueList& clues_;
  std::set<const FunctionNode*> setup_;
};

}  // namespace

void find_dropouts(const Reach& reach, ClueList& clues) {
  dropouts_outside(reach, clues);
  Always(reach, clues).run();
}

}  // namespace mha::reading
