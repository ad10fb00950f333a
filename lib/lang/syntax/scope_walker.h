#pragma once

// Walks a program in the order in which CPython's compiler does, and says which
// scope is open. resolve() goes over a program twice: a first walker learns
// what every scope binds, a second one gives the names their places.

#include "lang/syntax/ast.h"

namespace mha::lang {

enum class ScopeType : uint8_t { module, function, class_, comprehension };
enum class Access : uint8_t { load, store, parameter };

class ScopeWalker {
 public:
  virtual ~ScopeWalker() = default;
  void walk(Module& module);

 protected:
  virtual void open(ScopeType type, ScopeInfo* info, Symbol name) = 0;
  virtual void close() = 0;
  virtual void on_name(NameRef& ref, Access access) = 0;
  /// The target of a walrus; the value is walked on its own.
  virtual void on_walrus(Named& node) = 0;
  virtual void on_statement(Stmt&) {}
  virtual void on_expression(Expr&, Access) {}
  virtual void on_loop(bool) {}

  void block(Block& body);

 private:
  void statement(Stmt& s);
  void compound(Stmt& s);
  void loop(Block& body, Block& otherwise);
  void if_chain(If& first);
  void try_statement(Try& s);
  void function(FunctionCode& code);
  void expression(Expr& e, Access access = Access::load);
  void optional(const ExprPtr& e) {
    if (e) expression(*e);
  }
  void comprehension(Comprehension& c);
  void keywords(std::vector<Keyword>& list) {
    for (Keyword& k : list) expression(*k.value);
  }
  void defaults(FunctionCode& code);
};

}  // namespace mha::lang
