// Clues about lists of layers: plain lists that the module does not see, one layer that is added
// several times, and layers that all start from one seed.

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "reading/clues_checks.h"
#include "reading/walk.h"

namespace mha::reading {

using namespace lang;

namespace {

bool is_container(const Index& p, const Expr& callee) {
  const std::string path = p.path(callee);
  return path == "torch.nn.ModuleList" || path == "torch.nn.Sequential" ||
         path == "torch.nn.ModuleDict" || path == "torch.nn.ParameterList" ||
         path == "torch.nn.ParameterDict";
}

/// The same for a function of the program that returns copies of a layer.
std::optional<std::string> copies(const Index& p, const Call& call) {
  const FunctionNode* f = p.function_named(*call.callee);
  if (!f || std::none_of(call.args.begin(), call.args.end(),
                         [&](const ExprPtr& a) {
                           return layer_made(p, *a).has_value();
                         })) {
    return std::nullopt;
  }
  bool found = false;
  for (const StmtNode& s : p.statements(*f)) {
    if (s.stmt->kind != StmtKind::return_ || s.function != f) continue;
    const Expr* value = as<Return>(*s.stmt).value.get();
    if (!value || value->kind != ExprKind::comprehension) return std::nullopt;
    const Expr& element = *as<Comprehension>(*value).element;
    if (as<Comprehension>(*value).result != Comprehension::Result::list ||
        element.kind != ExprKind::call ||
        last_name(*as<Call>(element).callee) != "deepcopy") {
      return std::nullopt;
    }
    found = true;
  }
  if (!found) return std::nullopt;
  return "list";
}

/// The kind of plain collection, "list", "tuple" or "dict", that an expression fills with new
/// layers.
std::optional<std::string> plain_layers(const Index& p, const Expr& e) {
  const auto any = [&](const std::vector<ExprPtr>& items) {
    return std::any_of(items.begin(), items.end(), [&](const ExprPtr& i) {
      return layer_made(p, *i).has_value();
    });
  };
  switch (e.kind) {
    case ExprKind::list:
      if (any(as<Sequence>(e).items)) return "list";
      return std::nullopt;
    case ExprKind::tuple:
      if (any(as<Sequence>(e).items)) return "tuple";
      return std::nullopt;
    case ExprKind::dict:
      for (const auto& [key, value] : as<DictExpr>(e).items) {
        if (layer_made(p, *value)) return "dict";
      }
      return std::nullopt;
    case ExprKind::comprehension: {
      const auto& c = as<Comprehension>(e);
      if (c.result == Comprehension::Result::dict) {
        if (c.value && layer_made(p, *c.value)) return "dict";
      } else if (layer_made(p, *c.element)) {
        return "list";
      }
      return std::nullopt;
    }
    case ExprKind::binary:
      if (as<Binary>(e).op != BinaryOp::mul &&
          as<Binary>(e).op != BinaryOp::add) {
        return std::nullopt;
      }
      if (auto left = plain_layers(p, *as<Binary>(e).left)) return left;
      return plain_layers(p, *as<Binary>(e).right);
    case ExprKind::call: {
      const auto& call = as<Call>(e);
      const std::string_view name = last_name(*call.callee);
      if (call.callee->kind == ExprKind::name && call.args.size() == 1 &&
          (name == "list" || name == "tuple") &&
          plain_layers(p, *call.args[0])) {
        return std::string(name);
      }
      return copies(p, call);
    }
    default:
      return std::nullopt;
  }
}

bool is_new_layer(const Index& p, const Expr& e) {
  if (layer_made(p, e)) return true;
  const std::vector<Giver>& givers = p.givers(e);
  return e.kind == ExprKind::name && !givers.empty() &&
         std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
           return g.value && g.how == Giver::How::whole &&
                  layer_made(p, *g.value);
         });
}

/// Whether an attribute is an empty list, or a local list, that a loop fills.
bool filled_with_layers(const Index& p, const std::vector<Giver>& givers) {
  bool list = false;
  bool layers = false;
  for (const Giver& g : givers) {
    if (!g.value) return false;
    if (g.how == Giver::How::change) {
      const Stmt& s = *p.node(*g.value).stmt;
      const bool appended =
          s.kind == StmtKind::expr &&
          last_name(*as<Call>(*as<ExprStmt>(s).value).callee) == "append";
      layers = layers || (appended && is_new_layer(p, *g.value));
    } else if (g.value->kind == ExprKind::list) {
      list = true;
    } else if (g.value->kind == ExprKind::call &&
               last_name(*as<Call>(*g.value).callee) == "list") {
      list = true;
    } else {
      return false;
    }
  }
  return list && layers;
}

/// Attributes that a class registers itself: by passing them to a container or adding them by name.
class Registered {
 public:
  Registered(const Index& p, const ClassNode& c) {
    for (const FunctionNode& f : p.functions()) {
      if (!f.cls || !(p.derives_from(c, *f.cls) || p.derives_from(*f.cls, c))) {
        continue;
      }
      for (const ExprNode& n : p.nodes(f)) {
        if (n.expr->kind != ExprKind::call) continue;
        const auto& call = as<Call>(*n.expr);
        const std::string_view name = last_name(*call.callee);
        if (name == "add_module" || name == "register_module" ||
            name == "setattr" || name == "register_parameter" ||
            name == "__setattr__") {
          everything_ = true;
        }
        if (!is_container(p, *call.callee) && name != "extend") continue;
        for (const ExprPtr& a : call.args) {
          for (const ExprNode& part : p.nodes(*a)) {
            names_.insert(std::string(last_name(*part.expr)));
          }
        }
      }
    }
  }
  bool has(const std::string& name) const {
    return everything_ || names_.contains(name);
  }

 private:
  bool everything_ = false;
  std::set<std::string> names_;
};

void plain_lists(const Reach& reach, const ClassNode& c, ClueList& clues) {
  const Index& p = reach.program;
  const Registered registered(p, c);
  std::map<std::string, std::vector<Giver>> attributes;
  for (const StmtNode& s : p.statements()) {
    const FunctionNode* f = s.function;
    if (!f || f->cls != &c || !f->self || !p.counts(*f)) continue;
    targets_of(*s.stmt, [&](const Target& target, Giver giver) {
      if (!target.object || target.object != f->self) return;
      giver.function = f;
      attributes[target.name.str()].push_back(giver);
    });
  }
  for (const auto& [name, givers] : attributes) {
    if (registered.has(name)) continue;
    const auto report = [&, &name = name](const Giver& g, const std::string& kind) {
      clues.add("plain-list", name, *c.module, g.span,
                "`self." + name + "` holds its layers in a plain " + kind +
                    ", so the module does not see them");
    };
    for (const Giver& g : givers) {
      if (g.how != Giver::How::whole || !g.value) continue;
      if (const auto kind = plain_layers(p, *g.value)) {
        report(g, *kind);
        break;
      }
      if (g.value->kind != ExprKind::name ||
          registered.has(std::string(last_name(*g.value)))) {
        continue;
      }
      const std::vector<Giver>& local = p.givers(*g.value);
      std::optional<std::string> kind;
      if (filled_with_layers(p, local)) kind = "list";
      if (local.size() == 1 && local[0].how == Giver::How::whole &&
          local[0].value) {
        kind = plain_layers(p, *local[0].value);
      }
      if (kind) {
        report(g, *kind);
        break;
      }
    }
    if (filled_with_layers(p, givers)) {
      report(givers.front(), "list");
    }
  }
}

// ---------------------------------------------------------- one many times

/// Whether an expression is the same layer each time it is evaluated.
bool is_one_layer(const Index& p, const Expr& e) {
  if (e.kind != ExprKind::name && !p.self_attribute(e)) return false;
  const std::vector<Giver>& givers = p.givers(e);
  return !givers.empty() &&
         std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
           return g.value && g.how == Giver::How::whole &&
                  layer_made(p, *g.value) &&
                  !(g.value->kind == ExprKind::call &&
                    is_container(p, *as<Call>(*g.value).callee));
         });
}

/// The name that stores what is made here.
std::string kept_as(const ExprNode& n) {
  if (n.stmt->kind == StmtKind::assign) {
    return std::string(last_name(*as<Assign>(*n.stmt).targets[0]));
  }
  return "";
}

void one_many_times(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  const auto report = [&](const ExprNode& n, const Expr& e,
                          const std::string& subject) {
    clues.add("same-module-twice", subject, *n.module, n.expr->span,
              quoted(p, e) + " is a single layer, but the list holds it several times");
  };
  for (const ExprNode& n : p.nodes()) {
    if (!reach.has(n)) continue;
    if (n.expr->kind == ExprKind::binary &&
        as<Binary>(*n.expr).op == BinaryOp::mul) {
      for (const Expr* side : {as<Binary>(*n.expr).left.get(),
                               as<Binary>(*n.expr).right.get()}) {
        if (side->kind != ExprKind::list && side->kind != ExprKind::tuple) {
          continue;
        }
        for (const ExprPtr& i : as<Sequence>(*side).items) {
          if (!layer_made(p, *i) && !is_one_layer(p, *i)) continue;
          report(n, *i, kept_as(n));
          break;
        }
      }
    } else if (n.expr->kind == ExprKind::comprehension) {
      const auto& c = as<Comprehension>(*n.expr);
      if (c.result != Comprehension::Result::dict &&
          is_one_layer(p, *c.element)) {
        report(n, *c.element, kept_as(n));
      }
    } else if (n.expr->kind == ExprKind::call) {
      const auto& call = as<Call>(*n.expr);
      if (last_name(*call.callee) == "append" && call.args.size() == 1 &&
          n.stmt->kind == StmtKind::expr && is_one_layer(p, *call.args[0])) {
        const Stmt* loop = p.node(*n.stmt).above;
        while (loop && loop->kind == StmtKind::if_) loop = p.node(*loop).above;
        if (!loop || loop->kind != StmtKind::for_) continue;
        const auto& givers = p.givers(*call.args[0]);
        const bool outside =
            std::none_of(givers.begin(), givers.end(), [&](const Giver& g) {
              return contains(loop->span, g.span);
            });
        const Expr& list = *as<Attribute>(*call.callee).object;
        if (outside) {
          report(n, *call.args[0], std::string(last_name(list)));
        }
      } else if (is_container(p, *call.callee) && call.args.size() == 1 &&
                 call.args[0]->kind == ExprKind::list) {
        // nn.ModuleList([head, head]); sharing a ReLU is harmless.
        std::set<std::string> seen;
        for (const ExprPtr& i : as<Sequence>(*call.args[0]).items) {
          if (!is_one_layer(p, *i) || seen.insert(shown(p, *i)).second) continue;
          report(n, *i, kept_as(n));
          break;
        }
      }
    }
  }
}

}  // namespace

void find_lists_of_layers(const Reach& reach, ClueList& clues) {
  for (const ClassNode* c : reach.classes) {
    if (reach.program.is_module(*c)) plain_lists(reach, *c, clues);
  }
  one_many_times(reach, clues);
}

// ------------------------------------------------------------------- seeds

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
