#pragma once

// Visits all expressions of a function.

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "reading/walk.h"

namespace mha::reading {

/// The expression as a T, or null if it is of another kind.
template <typename T>
const T* as_kind(const lang::Expr& e, lang::ExprKind kind) {
  return e.kind == kind ? static_cast<const T*>(&e) : nullptr;
}

/// Calls `visit` for every expression of a function, including nested functions.
class Expressions {
 public:
  explicit Expressions(std::function<void(const lang::Expr&)> visit) : visit_(std::move(visit)) {}

  void walk(const lang::FunctionCode& code) {
    block(code.body);
    if (code.result) expression(*code.result);
  }

  /// Visits an expression and its parts.
  void expression(const lang::Expr& e) {
    visit_(e);
    parts_of(e, Use::read, [&](const lang::Expr& part, Use) { expression(part); });
  }

  /// If set, is also called for each `name = value`, in the order of the text.
  std::function<void(const std::string&, const lang::Expr&)> assigned;

 private:
  void block(const lang::Block& body) {
    using namespace lang;
    for (const StmtPtr& s : body) {
      if (s->kind == StmtKind::assign && assigned) {
        const auto& assign = static_cast<const Assign&>(*s);
        const auto* target = as_kind<NameExpr>(*assign.targets[0], ExprKind::name);
        if (target) assigned(target->ref.name.str(), *assign.value);
      }
      if (s->kind == StmtKind::function) {
        walk(*static_cast<const FunctionDef&>(*s).code);
      } else if (s->kind != StmtKind::class_) {
        parts_of(
            *s, [&](const Expr& e, Use) { expression(e); },
            [&](const Block& inner) { block(inner); });
      }
    }
  }

  std::function<void(const lang::Expr&)> visit_;
};

inline bool is_one_of(std::string_view name, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* n) { return name == n; });
}

/// What a call adds to: self.results in self.results.append(y). Null if it is no such call.
inline const lang::Expr* grown_by(const lang::Expr& e) {
  const auto* call = as_kind<lang::Call>(e, lang::ExprKind::call);
  const auto* method = call ? as_kind<lang::Attribute>(*call->callee, lang::ExprKind::attribute) : nullptr;
  const bool grows = method && is_one_of(method->name.str(), {"append", "extend", "insert", "add", "update"});
  return grows ? method->object.get() : nullptr;
}

}  // namespace mha::reading
