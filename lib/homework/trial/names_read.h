#pragma once

// Collects the names in a syntax tree; the parser has already resolved their scopes.

#include <set>
#include <string>

#include "lang/syntax/scope_walker.h"

namespace mha::homework {

/// The names that a tree reads, those among them that are globals, the names that it assigns,
/// and the attributes that it reads.
class NamesRead : public lang::ScopeWalker {
 public:
  std::set<std::string> names, globals, stored, attributes;

 protected:
  void open(lang::ScopeType, lang::ScopeInfo*, lang::Symbol) override {}
  void close() override {}
  void on_walrus(lang::Named&) override {}
  void on_name(lang::NameRef& ref, lang::Access access) override {
    const bool own = ref.scope == lang::Scope::local || ref.scope == lang::Scope::cell;
    if (access == lang::Access::load) names.insert(ref.name.str());
    if (access == lang::Access::load && !own) globals.insert(ref.name.str());
    if (access == lang::Access::store) stored.insert(ref.name.str());
  }
  void on_expression(lang::Expr& e, lang::Access) override {
    if (e.kind != lang::ExprKind::attribute) return;
    attributes.insert(static_cast<const lang::Attribute&>(e).name.str());
  }
};

class BlockNames : public NamesRead {
 public:
  /// The names in the body of a class, a function, or an `if` without its else.
  explicit BlockNames(lang::Stmt& s) {
    if (s.kind == lang::StmtKind::class_) {
      block(static_cast<lang::ClassDef&>(s).body);
    } else if (s.kind == lang::StmtKind::if_) {
      block(static_cast<lang::If&>(s).then);
    } else {
      block(static_cast<lang::FunctionDef&>(s).code->body);
    }
  }
};

}  // namespace mha::homework
