#pragma once

// The parts of an expression or statement, how each is used, and what a statement assigns.

#include <functional>

#include "reading/index.h"

namespace mha::reading {

/// Calls `part(expr, use)` for the direct subexpressions, in the order of evaluation. Annotations
/// are left out.
template <typename F>
void parts_of(const lang::Expr& e, Use use, F part) {
  using namespace lang;
  const Use inner = use == Use::read ? Use::read : Use::change;
  const auto maybe = [&](const ExprPtr& x, Use how = Use::read) {
    if (x) part(*x, how);
  };
  switch (e.kind) {
    case ExprKind::constant:
    case ExprKind::name:
      return;
    case ExprKind::attribute:
      return part(*as<Attribute>(e).object, inner);
    case ExprKind::subscript:
      part(*as<Subscript>(e).object, inner);
      return part(*as<Subscript>(e).index, Use::read);
    case ExprKind::slice:
      maybe(as<SliceExpr>(e).start);
      maybe(as<SliceExpr>(e).stop);
      return maybe(as<SliceExpr>(e).step);
    case ExprKind::call: {
      const auto& call = as<Call>(e);
      part(*call.callee, Use::read);
      for (const ExprPtr& a : call.args) part(*a, Use::read);
      for (const Keyword& k : call.keywords) part(*k.value, Use::read);
      return;
    }
    case ExprKind::unary:
      return part(*as<Unary>(e).operand, Use::read);
    case ExprKind::binary:
      part(*as<Binary>(e).left, Use::read);
      return part(*as<Binary>(e).right, Use::read);
    case ExprKind::compare:
      part(*as<Compare>(e).first, Use::read);
      for (const ExprPtr& r : as<Compare>(e).rest) part(*r, Use::read);
      return;
    case ExprKind::logical:
      for (const ExprPtr& o : as<Logical>(e).operands) part(*o, Use::read);
      return;
    case ExprKind::conditional:
      part(*as<Conditional>(e).condition, Use::read);
      part(*as<Conditional>(e).then, Use::read);
      return part(*as<Conditional>(e).otherwise, Use::read);
    case ExprKind::tuple:
    case ExprKind::list:
    case ExprKind::set:
      for (const ExprPtr& i : as<Sequence>(e).items) part(*i, use);
      return;
    case ExprKind::dict:
      for (const auto& [key, value] : as<DictExpr>(e).items) {
        maybe(key);
        part(*value, Use::read);
      }
      return;
    case ExprKind::lambda: {
      const FunctionCode& code = *as<Lambda>(e).code;
      for (const Parameter& p : code.positional) maybe(p.default_value);
      for (const Parameter& p : code.keyword_only) maybe(p.default_value);
      return part(*code.result, Use::read);
    }
    case ExprKind::comprehension: {
      const auto& c = as<Comprehension>(e);
      for (const ComprehensionClause& clause : c.clauses) {
        part(*clause.iterable, Use::read);
        part(*clause.target, Use::write);
        for (const ExprPtr& x : clause.conditions) part(*x, Use::read);
      }
      part(*c.element, Use::read);
      return maybe(c.value);
    }
    case ExprKind::fstring:
      for (const FString::Part& p : as<FString>(e).parts) {
        maybe(p.value);
        maybe(p.spec);
      }
      return;
    case ExprKind::starred:
      return part(*as<Starred>(e).value, use);
    case ExprKind::named:
      part(*as<Named>(e).value, Use::read);
      return part(*as<Named>(e).target, Use::write);
    case ExprKind::yield:
      return maybe(as<Yield>(e).value);
  }
}

/// The same for a statement; `body(block)` receives its blocks. Chains of elif are flattened. Not
/// for def, class and import.
template <typename F, typename G>
void parts_of(const lang::Stmt& s, F part, G body) {
  using namespace lang;
  const auto maybe = [&](const ExprPtr& x, Use how = Use::read) {
    if (x) part(*x, how);
  };
  switch (s.kind) {
    case StmtKind::expr:
      return part(*as<ExprStmt>(s).value, Use::read);
    case StmtKind::assign:
      part(*as<Assign>(s).value, Use::read);
      for (const ExprPtr& t : as<Assign>(s).targets) part(*t, Use::write);
      return;
    case StmtKind::aug_assign:
      part(*as<AugAssign>(s).value, Use::read);
      return part(*as<AugAssign>(s).target, Use::change);
    case StmtKind::ann_assign:
      maybe(as<AnnAssign>(s).value);
      return part(*as<AnnAssign>(s).target, Use::write);
    case StmtKind::del:
      for (const ExprPtr& t : as<Delete>(s).targets) part(*t, Use::remove);
      return;
    case StmtKind::return_:
      return maybe(as<Return>(s).value);
    case StmtKind::raise:
      maybe(as<Raise>(s).exception);
      return maybe(as<Raise>(s).cause);
    case StmtKind::assert_:
      maybe(as<Assert>(s).condition);
      return maybe(as<Assert>(s).message);
    case StmtKind::if_: {
      part(*as<If>(s).condition, Use::read);
      body(as<If>(s).then);
      return body(as<If>(s).otherwise);
    }
    case StmtKind::for_:
      part(*as<For>(s).iterable, Use::read);
      part(*as<For>(s).target, Use::write);
      body(as<For>(s).body);
      return body(as<For>(s).otherwise);
    case StmtKind::while_:
      part(*as<While>(s).condition, Use::read);
      body(as<While>(s).body);
      return body(as<While>(s).otherwise);
    case StmtKind::with:
      for (const WithItem& i : as<With>(s).items) {
        part(*i.context, Use::read);
        maybe(i.target, Use::write);
      }
      return body(as<With>(s).body);
    case StmtKind::try_:
      body(as<Try>(s).body);
      for (const ExceptClause& h : as<Try>(s).handlers) {
        maybe(h.type);
        body(h.body);
      }
      body(as<Try>(s).otherwise);
      return body(as<Try>(s).finally);
    default:
      return;
  }
}

/// Whether the statements after this one in its block never run.
inline bool ends_block(const lang::Stmt& s) {
  using lang::StmtKind;
  return s.kind == StmtKind::return_ || s.kind == StmtKind::raise || s.kind == StmtKind::break_ ||
         s.kind == StmtKind::continue_;
}

/// An assignable name, or an attribute of a name.
struct Target {
  std::optional<lang::Symbol> object;  // `self` of self.mask
  lang::Symbol name;
  bool operator==(const Target&) const = default;
};

/// Calls `give` for each name and attribute that this statement itself assigns, not those in its
/// blocks. Calls that change an object count, such as x.fill_(0), heads.append(head) and
/// self.register_buffer("x", value).
using Give = std::function<void(const Target& target, const Giver& giver)>;
void targets_of(const lang::Stmt& s, const Give& give);

/// The first statement that has dots where code is still to be written: `...`, `weights = ...`,
/// `return ...`.
std::optional<Span> dots_in(const lang::Block& body);

/// The assignments of `target` that can reach offset `at` in `body`, or its end, starting from
/// those in `given`.
std::vector<Giver> reaching(const lang::Block& body, const Target& target,
                            std::vector<Giver> given,
                            std::optional<uint32_t> at);

}  // namespace mha::reading
