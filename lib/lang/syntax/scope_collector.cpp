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
  }

  void close() override { scope_ = scope_->parent; }

  void on_name(NameRef& ref, Access access) override {
    ref.name = mangle(scope_->class_name, ref.name);
    NameFacts& facts = scope_->facts(ref.name);
    if (access == Access::load) {
      facts.used = true;
      return;
    }
    if (access == Access::parameter && std::exchange(facts.parameter, true)) {
      error(ref.span,
            fmt::format("duplicate argument '{}' in function definition", ref.name.str()));
    }
    facts.bound = true;
  }

  // It binds in the scope around all comprehensions.
  void on_walrus(Named& node) override {
    NameRef& ref = static_cast<NameExpr&>(*node.target).ref;
    ref.name = mangle(scope_->class_name, ref.name);
    ScopeFacts* target = scope_;
    for (; target->type == ScopeType::comprehension; target = target->parent) {
      target->facts(ref.name).used = true;
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
      const std::string start = "name '" + name.str() + "' is ";
      if (facts.parameter) error(node.span, start + "parameter and " + word);
      if (facts.used) error(node.span, start + "used prior to " + word + " declaration");
      if (facts.bound) error(node.span, start + "assigned to before " + word + " declaration");
      (global ? facts.global : facts.nonlocal) = true;
      facts.declared = node.span;
    }
  }

  [[noreturn]] void error(Span span, std::string message) const {
    throw SyntaxError("SyntaxError", std::move(message), source_, span);
  }

  SourcePtr source_;
  ScopeFacts* scope_ = nullptr;
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
