#include "reading/clues.h"

#include <algorithm>
#include <tuple>

#include "reading/clues_checks.h"

namespace mha::reading {

using namespace lang;

namespace {

/// Collects everything that classes and functions refer to, directly or indirectly.
class Collector {
 public:
  explicit Collector(const Index& program) : p_(program) {}

  std::set<const ClassNode*> classes;
  std::set<const FunctionNode*> functions;

  void add(const ClassNode* c) {
    if (c && classes.insert(c).second) open_classes_.push_back(c);
  }
  void add(const FunctionNode* f) {
    if (f && p_.counts(*f) && functions.insert(f).second) {
      open_functions_.push_back(f);
    }
  }

  void run() {
    while (!open_classes_.empty() || !open_functions_.empty()) {
      if (!open_functions_.empty()) {
        const FunctionNode* f = open_functions_.back();
        open_functions_.pop_back();
        scan(p_.nodes(*f));
        for (const FunctionNode& inner : p_.functions()) {
          if (inner.outer == f) add(&inner);
        }
        continue;
      }
      const ClassNode* c = open_classes_.back();
      open_classes_.pop_back();
      for (const FunctionNode* m : c->methods) add(m);
      for (const ClassNode* b : p_.bases(*c)) add(b);
    }
  }

 private:
  void scan(std::span<const ExprNode> nodes) {
    for (const ExprNode& n : nodes) {
      if (n.expr->kind != ExprKind::name &&
          n.expr->kind != ExprKind::attribute) {
        continue;
      }
      add(p_.class_named(*n.expr));
      add(p_.function_named(*n.expr));
      if (n.expr->kind != ExprKind::name) continue;
      const auto& name = as<NameExpr>(*n.expr);
      if (!p_.is_global(name) || !globals_.insert(&name.ref.name.str()).second) {
        continue;
      }
      for (const Giver& g : p_.module_givers(name.ref.name)) {
        if (g.value) scan(p_.nodes(*g.value));
      }
    }
  }

  const Index& p_;
  std::vector<const ClassNode*> open_classes_;
  std::vector<const FunctionNode*> open_functions_;
  std::set<const std::string*> globals_;
};

}  // namespace

Reach reach_of(const Index& program, std::string_view subject) {
  Reach reach{program, false, nullptr, {}, {}, {}};
  Collector collector(program);
  const ClassNode* c = program.class_named(subject);
  const FunctionNode* f = program.function_named(subject);
  if (c) {
    collector.add(c);
  } else if (f) {
    collector.add(f);
    reach.subject = f;
  } else {
    reach.all = true;
    for (const ClassNode& k : program.classes()) {
      // If several classes have this name, the last one counts.
      if (program.class_named(k.def->target.name.str()) == &k) {
        collector.add(&k);
      }
    }
    for (const FunctionNode& k : program.functions()) {
      if (!k.cls && !k.outer) collector.add(&k);
    }
  }
  collector.run();
  reach.classes = collector.classes;
  reach.functions = collector.functions;
  Collector modules(program);
  for (const ClassNode* k : reach.classes) {
    if (program.is_module(*k)) modules.add(k);
  }
  modules.run();
  reach.in_modules = modules.functions;
  return reach;
}

bool Reach::has(const ExprNode& n) const {
  return n.function ? functions.contains(n.function) : all && !n.cls;
}

bool Reach::has(const StmtNode& s) const {
  return s.function ? functions.contains(s.function) : all && !s.cls;
}

}  // namespace mha::reading

namespace mha::reading {

using namespace reading;

std::vector<Clue> find_clues(
    const std::vector<std::shared_ptr<const lang::Module>>& modules,
    std::string_view subject) {
  const Index program(modules);
  const Reach reach = reach_of(program, subject);
  std::vector<Clue> clues;
  ClueList list(clues);
  find_discarded(reach, list);
  find_overwritten_inputs(reach, list);
  find_tuple_asserts(reach, list);
  find_bare_choices(reach, list);
  find_repeated_keys(reach, list);
  find_text_biases(reach, list);
  find_unused_attributes(reach, list);
  find_unused_names(reach, list);
  find_changed_defaults(reach, list);
  find_globals(reach, list);
  find_dropouts(reach, list);
  find_equal_seeds(reach, list);
  find_method_slips(reach, list);
  find_training_slips(reach, list);

  const auto order = [&](const Clue& c) {
    size_t module = 0;
    while (module < modules.size() && modules[module]->source != c.source) {
      ++module;
    }
    return std::make_tuple(module, c.span.begin, c.span.end, c.id, c.subject);
  };
  std::sort(clues.begin(), clues.end(), [&](const Clue& a, const Clue& b) {
    return order(a) < order(b);
  });
  clues.erase(std::unique(clues.begin(), clues.end(),
                          [&](const Clue& a, const Clue& b) {
                            return order(a) == order(b);
                          }),
              clues.end());
  return clues;
}

}  // namespace mha::reading
