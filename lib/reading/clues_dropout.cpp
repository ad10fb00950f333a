// Clues about dropout that eval() does not reach because it is not part of the module.

#include <algorithm>
#include <set>

#include "reading/clues_checks.h"

namespace mha::reading {

using namespace lang;

namespace {

/// Whether a name or an attribute only ever holds dropout layers.
bool hold_dropout(const Index& p, const std::vector<Giver>& givers) {
  return !givers.empty() && std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
    const auto layer = g.value ? layer_made(p, *g.value) : std::nullopt;
    return layer && layer->find("Dropout") != std::string::npos && !p.class_named(*layer);
  });
}

bool is_callee(const ExprNode& n) {
  return n.above && n.above->kind == ExprKind::call &&
         as<Call>(*n.above).callee.get() == n.expr;
}

}  // namespace

void find_dropouts(const Reach& reach, ClueList& clues) {
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
      if (!hold_dropout(p, p.module_givers(ref.ref.name))) continue;
      why = "`" + name + "` is made outside the module, so eval() does not reach it";
    } else if (p.self_attribute(*n.expr)) {
      const FunctionNode* f = outermost(n);
      if (!f || !f->cls || sets_up(*f)) continue;
      const auto& givers = p.givers(*n.expr);
      if (!hold_dropout(p, givers)) continue;
      name = "self." + name;
      const ClassNode& c = *f->cls;
      const std::string& cls = c.def->target.name.str();
      const bool of_class =
          std::all_of(givers.begin(), givers.end(),
                      [](const Giver& g) { return !g.function; });
      if (p.is_module(c) && of_class) {
        why = "`" + name + "` belongs to the class, not to the object, so "
              "eval() does not reach it";
      } else if (!p.is_module(c) && p.bases_known(c) && !p.method(c, "eval") &&
                 !p.method(c, "train")) {
        why = "`" + name + "` is in `" + cls +
              "`, which is not an nn.Module, so eval() does not reach it";
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

}  // namespace mha::reading
