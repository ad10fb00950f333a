#include "lang/syntax/resolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "lang/syntax/parser.h"
#include "lang/syntax/scopes.h"

namespace mha::lang {
namespace {

bool holds_cells(const ScopeFacts& scope) {
  return scope.type == ScopeType::function ||
         scope.type == ScopeType::comprehension;
}

// Looks for the function around `scope` that binds the name. On the way back
// every scope between learns that the name passes through it.
bool capture(ScopeFacts* scope, Symbol name) {
  static const Symbol kClass("__class__");
  ScopeFacts* owner = scope->parent;
  for (; owner && owner->type != ScopeType::module; owner = owner->parent) {
    if (owner->type == ScopeType::class_) {
      if (name == kClass) {
        owner->facts(name).captured = true;
        break;
      }
      continue;
    }
    const NameFacts* facts = owner->find(name);
    if (!facts) continue;
    if (facts->global) return false;
    if (facts->bound && !facts->nonlocal) {
      owner->facts(name).captured = true;
      break;
    }
  }
  if (!owner || owner->type == ScopeType::module) return false;
  for (ScopeFacts* s = scope; s != owner; s = s->parent) {
    s->facts(name).free = true;
  }
  return true;
}

void decide(ScopeFacts& scope, const SourcePtr& source) {
  // facts() of inner scopes may add names here, behind the ones seen.
  for (size_t i = 0; i < scope.order.size(); ++i) {
    const Symbol name = scope.order[i];
    NameFacts& facts = scope.facts(name);
    if (scope.type == ScopeType::module) {
      facts.place = Scope::global;
      continue;
    }
    if (facts.global) {
      facts.place = Scope::global;
    } else if (facts.nonlocal) {
      if (!capture(&scope, name)) {
        throw SyntaxError(
            "SyntaxError",
            fmt::format("no binding for nonlocal '{}' found", name.str()),
            source, facts.declared);
      }
      facts.place = Scope::cell;
    } else if (facts.bound) {
      facts.place = holds_cells(scope) ? Scope::local : Scope::class_body;
    } else if (facts.used) {
      facts.place = capture(&scope, name) ? Scope::cell : Scope::global;
    }
  }
  for (auto& inner : scope.inner) decide(*inner, source);
}

void assign_slots(ScopeFacts& scope) {
  if (scope.info) {
    ScopeInfo& info = *scope.info;
    const auto new_local = [&](Symbol name) {
      info.locals.push_back(name);
      return static_cast<uint32_t>(info.locals.size() - 1);
    };
    const auto new_cell = [&](Symbol name) {
      info.cells.push_back(name);
      return static_cast<uint32_t>(info.cells.size() - 1);
    };
    for (const Symbol name : scope.order) {  // parameters come first in it
      NameFacts& facts = scope.facts(name);
      if (!facts.captured || scope.type == ScopeType::class_) {
        if (facts.place == Scope::local) facts.slot = new_local(name);
        if (!facts.captured) continue;
      }
      const uint32_t cell = new_cell(name);
      if (facts.parameter) {
        info.parameter_cells.emplace_back(new_local(name), cell);
      }
      if (facts.place == Scope::local) {
        facts.place = Scope::cell;
        facts.slot = cell;
      }
    }
    info.own_cells = static_cast<uint32_t>(info.cells.size());
    for (const Symbol name : scope.order) {
      NameFacts& facts = scope.facts(name);
      if (!facts.free) continue;
      const auto& outer = scope.parent->info->cells;
      const auto at = std::find(outer.begin(), outer.end(), name);
      info.captured.push_back(static_cast<uint32_t>(at - outer.begin()));
      const uint32_t cell = new_cell(name);
      if (facts.place == Scope::cell) facts.slot = cell;
    }
  }
  for (auto& inner : scope.inner) assign_slots(*inner);
}

// The second walk: tells every NameRef its place, and refuses what CPython's
// compiler refuses.
class Binder : public ScopeWalker {
 public:
  Binder(SourcePtr source, ScopeFacts& root)
      : source_(std::move(source)), root_(root) {}

 protected:
  void open(ScopeType, ScopeInfo*, Symbol) override {
    scopes_.push_back(
        {scopes_.empty()
             ? &root_
             : scopes_.back().facts->inner[scopes_.back().next++].get(),
         0, 0});
  }
  void close() override { scopes_.pop_back(); }
  void on_loop(bool begins) override {
    scopes_.back().loops += begins ? 1 : -1;
  }

  void on_name(NameRef& ref, Access) override {
    const NameFacts* facts = scopes_.back().facts->find(ref.name);
    ref.scope = facts->place;
    ref.slot = facts->slot;
  }

  void on_walrus(Named& node) override {
    on_name(static_cast<NameExpr&>(*node.target).ref, Access::store);
  }

  void on_statement(Stmt& node) override {
    const ScopeType scope = scopes_.back().facts->type;
    lone_yield_ = yield_of(node);
    switch (node.kind) {
      case StmtKind::return_:
        if (scope != ScopeType::function) {
          error(node.span, "'return' outside function");
        }
        return;
      case StmtKind::break_:
        if (scopes_.back().loops == 0) error(node.span, "'break' outside loop");
        return;
      case StmtKind::continue_:
        if (scopes_.back().loops == 0) {
          error(node.span, "'continue' not properly in loop");
        }
        return;
      case StmtKind::assign:
        for (const ExprPtr& t : static_cast<Assign&>(node).targets) {
          check_target(*t);
        }
        return;
      case StmtKind::for_:
        return check_target(*static_cast<For&>(node).target);
      case StmtKind::with:
        for (const WithItem& item : static_cast<With&>(node).items) {
          if (item.target) check_target(*item.target);
        }
        return;
      case StmtKind::try_: {
        const auto& handlers = static_cast<Try&>(node).handlers;
        for (size_t i = 0; i + 1 < handlers.size(); ++i) {
          if (!handlers[i].type) {
            error(handlers[i].span, "default 'except:' must be last");
          }
        }
        return;
      }
      case StmtKind::class_:
        return check_keywords(static_cast<ClassDef&>(node).keywords);
      default:
        return;
    }
  }

  void on_expression(Expr& node, Access) override {
    if (node.kind == ExprKind::call) {
      check_keywords(static_cast<Call&>(node).keywords);
    } else if (node.kind == ExprKind::comprehension) {
      for (const auto& clause : static_cast<Comprehension&>(node).clauses) {
        check_target(*clause.target);
      }
    } else if (node.kind == ExprKind::yield) {
      check_yield(node);
    }
  }

 private:
  struct Open {
    ScopeFacts* facts;
    size_t next;
    int loops;
  };

  // A generator waits between statements: what an expression has worked out so far is
  // nowhere kept.
  void check_yield(const Expr& e) const {
    const ScopeType scope = scopes_.back().facts->type;
    if (scope == ScopeType::comprehension) {
      error(e.span, "'yield' inside a comprehension");
    }
    if (scope != ScopeType::function) {
      error(e.span, "'yield' outside function");
    }
    if (&e == lone_yield_) return;
    SyntaxError refused("SyntaxError",
                        "'yield' inside a larger expression is not supported",
                        source_, e.span);
    refused.with_help("give it a line of its own: received = yield value, and then use received")
        .as_refusal();
    throw refused;
  }

  // At most one star in a tuple or list, none outside of them.
  void check_target(const Expr& e, bool in_list = false) const {
    if (e.kind == ExprKind::starred && !in_list) {
      error(e.span, "starred assignment target must be in a list or tuple");
    }
    if (e.kind != ExprKind::tuple && e.kind != ExprKind::list) return;
    bool starred = false;
    for (const ExprPtr& item : static_cast<const Sequence&>(e).items) {
      if (item->kind == ExprKind::starred) {
        if (starred) {
          error(e.span, "multiple starred expressions in assignment");
        }
        starred = true;
      }
      check_target(*item, /*in_list=*/true);
    }
  }

  void check_keywords(const std::vector<Keyword>& keywords) const {
    std::unordered_set<Symbol> seen;
    for (const Keyword& k : keywords) {
      if (k.name && !seen.insert(*k.name).second) {
        error(k.span,
              fmt::format("keyword argument repeated: {}", k.name->str()));
      }
    }
  }

  [[noreturn]] void error(Span span, std::string message) const {
    throw SyntaxError("SyntaxError", std::move(message), source_, span);
  }

  SourcePtr source_;
  ScopeFacts& root_;
  std::vector<Open> scopes_;
  const Yield* lone_yield_ = nullptr;  // what the statement at hand may yield
};

}  // namespace

void resolve(Module& module) {
  const auto scopes = collect_scopes(module);
  decide(*scopes, module.source);
  assign_slots(*scopes);
  Binder(module.source, *scopes).walk(module);
}

}  // namespace mha::lang
