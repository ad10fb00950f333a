// The first walk: what every scope binds, uses and declares.

#include <fmt/format.h>

#include "lang/syntax/parser.h"
#include "lang/syntax/scopes.h"

namespace mha::lang {
namespace {

// __name inside class C becomes _C__name.
Symbol mangle(Symbol class_name, Symbol name) {
  const std::string& text = name.str();
  if (class_name == Symbol() || !text.starts_with("__") ||
      text.ends_with("__") || text.find('.') != std::string::npos) {
    return name;
  }
  const size_t first = class_name.str().find_first_not_of('_');
  if (first == std::string::npos) return name;
  return Symbol("_" + class_name.str().substr(first) + text);
}

class Collector : public ScopeWalker {
 public:
  explicit Collector(SourcePtr source) : source_(std::move(source)) {}
  std::unique_ptr<ScopeFacts> root;

 protected:
  void open(ScopeType type, ScopeInfo* info, Symbol name) override {
    auto scope = std::make_unique<ScopeFacts>();
    scope->type = type;
    scope->parent = scope_;
    scope->info = info;
    if (scope_) scope->class_name = scope_->class_name;
    if (type == ScopeType::class_) scope->class_name = name;
    ScopeFacts* raw = scope.get();
    if (scope_) {
      scope_->inner.push_back(std::move(scope));
    } else {
      root = std::move(scope);
    }
    scope_ = raw;
    iterables_.push_back(0);
  }

  void close() override {
    scope_ = scope_->parent;
    iterables_.pop_back();
  }

  void on_iterable(bool begins) override {
    iterables_.back() += begins ? 1 : -1;
    all_iterables_ += begins ? 1 : -1;
  }

  void on_name(NameRef& ref, Access access) override {
    ref.name = mangle(scope_->class_name, ref.name);
    NameFacts& facts = scope_->facts(ref.name);
    switch (access) {
      case Access::load:
        facts.used = true;
        return;
      case Access::parameter:
        if (facts.parameter) {
          error(ref.span, fmt::format("duplicate argument '{}' in function "
                                      "definition",
                                      ref.name.str()));
        }
        facts.parameter = true;
        break;
      case Access::annotated:
        if ((facts.global || facts.nonlocal) &&
            scope_->type != ScopeType::module) {
          error(ref.span,
                fmt::format("annotated name '{}' can't be {}", ref.name.str(),
                            facts.global ? "global" : "nonlocal"));
        }
        facts.annotated = true;
        break;
      case Access::store:
      case Access::del:
        break;
    }
    if (scope_->type == ScopeType::comprehension) facts.iteration = true;
    facts.bound = true;
  }

  void on_walrus(Named& node) override {
    NameRef& ref = static_cast<NameExpr&>(*node.target).ref;
    if (scope_->type != ScopeType::comprehension) {
      if (all_iterables_ > 0 && iterables_.back() > 0) {
        error(node.span,
              "assignment expression cannot be used in a "
              "comprehension iterable expression");
      }
      on_name(ref, Access::store);
      return;
    }
    if (iterables_.back() > 0) {
      error(node.span,
            "assignment expression cannot be used in a "
            "comprehension iterable expression");
    }
    // It binds in the scope around all comprehensions.
    ref.name = mangle(scope_->class_name, ref.name);
    ScopeFacts* target = scope_;
    for (; target->type == ScopeType::comprehension; target = target->parent) {
      NameFacts& facts = target->facts(ref.name);
      if (facts.iteration) {
        error(ref.span, fmt::format("assignment expression cannot rebind "
                                    "comprehension iteration variable '{}'",
                                    ref.name.str()));
      }
      facts.used = true;
    }
    if (target->type == ScopeType::class_) {
      error(node.span,
            "assignment expression within a comprehension cannot be "
            "used in a class body");
    }
    target->facts(ref.name).bound = true;
  }

  void on_statement(Stmt& node) override {
    if (node.kind == StmtKind::global || node.kind == StmtKind::nonlocal) {
      declaration(static_cast<NamesStmt&>(node));
    } else if (node.kind == StmtKind::import_from &&
               static_cast<ImportFrom&>(node).star &&
               scope_->type != ScopeType::module) {
      error(node.span, "import * only allowed at module level");
    }
  }

  void on_expression(Expr& node, Access) override {
    if (node.kind == ExprKind::attribute) {
      auto& attribute = static_cast<Attribute&>(node);
      attribute.name = mangle(scope_->class_name, attribute.name);
    } else if (node.kind == ExprKind::call) {
      for (Keyword& k : static_cast<Call&>(node).keywords) {
        if (k.name) k.name = mangle(scope_->class_name, *k.name);
      }
    }
  }

 private:
  void declaration(NamesStmt& node) {
    const bool global = node.kind == StmtKind::global;
    const char* word = global ? "global" : "nonlocal";
    if (!global && scope_->type == ScopeType::module) {
      error(node.span, "nonlocal declaration not allowed at module level");
    }
    for (Symbol& name : node.names) {
      name = mangle(scope_->class_name, name);
      NameFacts& facts = scope_->facts(name);
      const std::string& text = name.str();
      if (facts.parameter) {
        error(node.span,
              fmt::format("name '{}' is parameter and {}", text, word));
      }
      if (facts.used) {
        error(node.span,
              fmt::format("name '{}' is used prior to {} declaration", text,
                          word));
      }
      if (facts.annotated) {
        error(node.span,
              fmt::format("annotated name '{}' can't be {}", text, word));
      }
      if (facts.bound) {
        error(node.span, fmt::format("name '{}' is assigned to before {} "
                                     "declaration",
                                     text, word));
      }
      (global ? facts.global : facts.nonlocal) = true;
      facts.declared = node.span;
    }
  }

  [[noreturn]] void error(Span span, std::string message) const {
    throw SyntaxError("SyntaxError", std::move(message), source_, span);
  }

  SourcePtr source_;
  ScopeFacts* scope_ = nullptr;
  std::vector<int> iterables_;  // open iterables, a number for each open scope
  int all_iterables_ = 0;
};

}  // namespace

NameFacts& ScopeFacts::facts(Symbol name) {
  const auto [at, is_new] = names.try_emplace(name);
  if (is_new) order.push_back(name);
  return at->second;
}

NameFacts* ScopeFacts::find(Symbol name) {
  const auto at = names.find(name);
  return at == names.end() ? nullptr : &at->second;
}

std::unique_ptr<ScopeFacts> collect_scopes(Module& module) {
  Collector collector(module.source);
  collector.walk(module);
  return std::move(collector.root);
}

}  // namespace mha::lang
