#pragma once

// The syntax tree of a program. parse() (parser.h) makes it; resolve()
// (resolver.h) decides where every name lives; the evaluator walks it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "lang/values/operation.h"
#include "lang/values/symbol.h"
#include "lang/values/value.h"

namespace mha::lang {

enum class ExprKind : uint8_t {
  constant, name, attribute, subscript, slice, call, unary, binary, compare,
  logical, conditional, tuple, list, set, dict, lambda, comprehension, fstring,
  starred, named, yield
};

enum class StmtKind : uint8_t {
  expr, assign, aug_assign, ann_assign, del, pass, return_, raise, assert_,
  global, nonlocal, import, import_from, if_, for_, while_, break_, continue_,
  with, try_, function, class_
};

struct Expr {
  explicit Expr(ExprKind k, Span s)
      : kind(k), plain(k == ExprKind::constant || k == ExprKind::name ||
                       k == ExprKind::attribute || k == ExprKind::subscript ||
                       k == ExprKind::binary),
        span(s) {}
  virtual ~Expr() = default;
  ExprKind kind;
  /// Constants, names, attributes, subscripts and binary operators, a few levels of them:
  /// what may be numbers, and can be tried as such at little cost.
  bool plain;
  /// Levels of the tree from here down; the parser bounds it, so that walking
  /// an expression recursively is safe.
  uint16_t height = 1;
  Span span;
};
struct Stmt {
  explicit Stmt(StmtKind k, Span s) : kind(k), span(s) {}
  virtual ~Stmt() = default;
  StmtKind kind;
  /// A yield of the function that this statement stands in is somewhere within it: the
  /// function's generator walks it step by step (generator.h), no Evaluator does.
  bool yields = false;
  Span span;
};
using ExprPtr = std::unique_ptr<Expr>;
using StmtPtr = std::unique_ptr<Stmt>;
using Block = std::vector<StmtPtr>;

/// Where a name lives; resolve() fills it in.
enum class Scope : uint8_t { unresolved, local, cell, global, class_body };
struct NameRef {
  Symbol name;
  Span span;
  Scope scope = Scope::unresolved;
  uint32_t slot = 0;  // of the frame's locals, or of its cells
};

/// What resolve() finds out about a function, class body, comprehension or
/// module: how many slots its frame needs and where they come from.
struct ScopeInfo {
  std::vector<Symbol> locals;      // names of the local slots, parameters first
  std::vector<Symbol> cells;       // names of the cells: own ones first, then
  uint32_t own_cells = 0;          // those handed in by the enclosing scope
  std::vector<uint32_t> captured;  // for each handed-in cell: the enclosing slot
  // An own cell that holds a parameter: (local slot, cell slot).
  std::vector<std::pair<uint32_t, uint32_t>> parameter_cells;
};

// ------------------------------------------------------------- expressions

struct Constant : Expr {
  Constant(Span s, Value v) : Expr(ExprKind::constant, s), value(std::move(v)) {}
  Value value;
};
/// What the evaluator remembers at a place of the program from one visit to
/// the next: where the name was found the last time.
struct LookupCache {
  uint64_t class_version = 0;
  const Value* on_class = nullptr;
  uint32_t hint = 0;     // a position among Attributes
  uint32_t builtin_hint = 0;
  uint64_t not_global = 0;  // names_version() of globals without it
};

struct NameExpr : Expr {
  NameExpr(Span s, Symbol n) : Expr(ExprKind::name, s), ref{n, s} {}
  NameRef ref;
  mutable LookupCache cache;
};
struct Attribute : Expr {
  Attribute(Span s, ExprPtr o, Symbol n, Span ns)
      : Expr(ExprKind::attribute, s), object(std::move(o)), name(n), name_span(ns) {}
  ExprPtr object;
  Symbol name;
  Span name_span;
  mutable LookupCache cache;
};
struct Subscript : Expr {
  Subscript(Span s, ExprPtr o, ExprPtr i)
      : Expr(ExprKind::subscript, s), object(std::move(o)), index(std::move(i)) {}
  ExprPtr object;
  ExprPtr index;  // x[a, b] has a Tuple here
};
struct SliceExpr : Expr {
  explicit SliceExpr(Span s) : Expr(ExprKind::slice, s) {}
  ExprPtr start, stop, step;  // each may be null
};
struct Keyword {
  std::optional<Symbol> name;  // none: **value
  Span span;
  ExprPtr value;
};
struct Call : Expr {
  explicit Call(Span s) : Expr(ExprKind::call, s) {}
  ExprPtr callee;
  std::vector<ExprPtr> args;  // Starred among them: *args
  std::vector<Keyword> keywords;
  bool spreads = false;  // has a *args or **kwargs
};
struct Unary : Expr {
  Unary(Span s, UnaryOp o, ExprPtr x)
      : Expr(ExprKind::unary, s), op(o), operand(std::move(x)) {}
  UnaryOp op;
  ExprPtr operand;
};
struct Binary : Expr {
  Binary(Span s, BinaryOp o, ExprPtr l, ExprPtr r)
      : Expr(ExprKind::binary, s), op(o), left(std::move(l)), right(std::move(r)) {}
  BinaryOp op;
  ExprPtr left, right;
};
struct Compare : Expr {  // first ops[0] rest[0] ops[1] rest[1] ...
  explicit Compare(Span s) : Expr(ExprKind::compare, s) {}
  ExprPtr first;
  std::vector<CompareOp> ops;
  std::vector<ExprPtr> rest;
};
struct Logical : Expr {
  Logical(Span s, bool a) : Expr(ExprKind::logical, s), is_and(a) {}
  bool is_and;
  std::vector<ExprPtr> operands;
};
struct Conditional : Expr {
  explicit Conditional(Span s) : Expr(ExprKind::conditional, s) {}
  ExprPtr condition, then, otherwise;
};
struct Sequence : Expr {  // kind: tuple, list or set
  Sequence(ExprKind k, Span s) : Expr(k, s) {}
  std::vector<ExprPtr> items;  // Starred among them
};
struct DictExpr : Expr {
  explicit DictExpr(Span s) : Expr(ExprKind::dict, s) {}
  std::vector<std::pair<ExprPtr, ExprPtr>> items;  // a null key: **value
};
struct Starred : Expr {
  Starred(Span s, ExprPtr v) : Expr(ExprKind::starred, s), value(std::move(v)) {}
  ExprPtr value;
};
struct Named : Expr {  // name := value
  Named(Span s, ExprPtr t, ExprPtr v)
      : Expr(ExprKind::named, s), target(std::move(t)), value(std::move(v)) {}
  ExprPtr target;  // a NameExpr
  ExprPtr value;
};
/// yield, yield value, yield from value. It is all of a statement's value (`x = yield y`),
/// never a part of a larger expression.
struct Yield : Expr {
  explicit Yield(Span s) : Expr(ExprKind::yield, s) {}
  ExprPtr value;  // may be null
  bool from = false;
};

struct Parameter {
  Symbol name;
  Span span;
  ExprPtr annotation;     // kept for its span; never evaluated
  ExprPtr default_value;  // may be null
};
/// What a def and a lambda share.
struct FunctionCode {
  SourcePtr source;
  Symbol name;  // "<lambda>" for a lambda
  Span span;
  std::vector<Parameter> positional;  // positional-only ones first
  uint32_t positional_only = 0;
  std::optional<Parameter> star_args;
  std::vector<Parameter> keyword_only;
  std::optional<Parameter> star_kwargs;
  Block body;       // of a def
  ExprPtr result;   // of a lambda
  std::string docstring;
  bool is_generator = false;  // its own statements hold a yield
  ScopeInfo scope;
  bool only_positional() const { return !star_args && !star_kwargs && keyword_only.empty(); }
};
struct Lambda : Expr {
  explicit Lambda(Span s) : Expr(ExprKind::lambda, s) {}
  std::shared_ptr<FunctionCode> code;
};

struct ComprehensionClause {
  ExprPtr target;
  ExprPtr iterable;
  std::vector<ExprPtr> conditions;
};
struct Comprehension : Expr {
  enum class Result : uint8_t { list, set, dict, generator };
  explicit Comprehension(Span s) : Expr(ExprKind::comprehension, s) {}
  Result result = Result::list;
  ExprPtr element;  // a dict's key
  ExprPtr value;    // a dict's value
  std::vector<ComprehensionClause> clauses;
  ScopeInfo scope;  // the first iterable belongs to the enclosing scope
};

struct FString : Expr {
  struct Part {
    std::string text;    // literal text before the field
    ExprPtr value;       // null: only text
    std::string echo;    // of {x = }: the text "x = ", else empty
    char conversion = 0; // 'r', 's', 'a' or 0
    ExprPtr spec;        // an FString or null
  };
  explicit FString(Span s) : Expr(ExprKind::fstring, s) {}
  std::vector<Part> parts;
};

// --------------------------------------------------------------- statements

struct ExprStmt : Stmt {
  ExprStmt(Span s, ExprPtr v) : Stmt(StmtKind::expr, s), value(std::move(v)) {}
  ExprPtr value;
};
struct Assign : Stmt {  // a = b = value
  explicit Assign(Span s) : Stmt(StmtKind::assign, s) {}
  std::vector<ExprPtr> targets;
  ExprPtr value;
  bool name_by_name = false;  // a, b = b, a: as many values as names, none starred
};
struct AugAssign : Stmt {
  explicit AugAssign(Span s) : Stmt(StmtKind::aug_assign, s) {}
  ExprPtr target;
  BinaryOp op = BinaryOp::add;
  ExprPtr value;
};
struct AnnAssign : Stmt {  // target: annotation [= value]
  explicit AnnAssign(Span s) : Stmt(StmtKind::ann_assign, s) {}
  ExprPtr target;
  ExprPtr annotation;
  ExprPtr value;  // may be null
};
struct Delete : Stmt {
  explicit Delete(Span s) : Stmt(StmtKind::del, s) {}
  std::vector<ExprPtr> targets;
};
struct SimpleStmt : Stmt {  // pass, break, continue
  SimpleStmt(StmtKind k, Span s) : Stmt(k, s) {}
};
struct Return : Stmt {
  explicit Return(Span s) : Stmt(StmtKind::return_, s) {}
  ExprPtr value;  // may be null
};
struct Raise : Stmt {
  explicit Raise(Span s) : Stmt(StmtKind::raise, s) {}
  ExprPtr exception, cause;  // each may be null
};
struct Assert : Stmt {
  explicit Assert(Span s) : Stmt(StmtKind::assert_, s) {}
  ExprPtr condition, message;  // the message may be null
};
struct NamesStmt : Stmt {  // global, nonlocal
  NamesStmt(StmtKind k, Span s) : Stmt(k, s) {}
  std::vector<Symbol> names;
};
struct ImportName {
  std::string path;             // "torch.nn", or the name after `import`
  Span span;
  std::optional<Symbol> alias;  // as ...
  NameRef target;               // the name that is bound
};
struct Import : Stmt {
  explicit Import(Span s) : Stmt(StmtKind::import, s) {}
  std::vector<ImportName> names;
};
struct ImportFrom : Stmt {
  explicit ImportFrom(Span s) : Stmt(StmtKind::import_from, s) {}
  int level = 0;  // leading dots
  std::string module;
  Span module_span;
  bool star = false;
  std::vector<ImportName> names;
};
struct If : Stmt {
  explicit If(Span s) : Stmt(StmtKind::if_, s) {}
  ExprPtr condition;
  Block then, otherwise;  // an elif is an If alone in `otherwise`
};
struct For : Stmt {
  explicit For(Span s) : Stmt(StmtKind::for_, s) {}
  ExprPtr target, iterable;
  Block body, otherwise;
};
struct While : Stmt {
  explicit While(Span s) : Stmt(StmtKind::while_, s) {}
  ExprPtr condition;
  Block body, otherwise;
};
struct WithItem {
  ExprPtr context, target;  // the target may be null
};
struct With : Stmt {
  explicit With(Span s) : Stmt(StmtKind::with, s) {}
  std::vector<WithItem> items;
  Block body;
};
struct ExceptClause {
  Span span;
  ExprPtr type;                 // null: a bare except
  std::optional<NameRef> name;  // as ...
  Block body;
};
struct Try : Stmt {
  explicit Try(Span s) : Stmt(StmtKind::try_, s) {}
  Block body;
  std::vector<ExceptClause> handlers;
  Block otherwise, finally;
};
struct FunctionDef : Stmt {
  explicit FunctionDef(Span s) : Stmt(StmtKind::function, s) {}
  std::vector<ExprPtr> decorators;
  NameRef target;
  std::shared_ptr<FunctionCode> code;
  ExprPtr returns;  // annotation
};
struct ClassDef : Stmt {
  explicit ClassDef(Span s) : Stmt(StmtKind::class_, s) {}
  std::vector<ExprPtr> decorators;
  NameRef target;
  std::vector<ExprPtr> bases;
  std::vector<Keyword> keywords;
  Block body;
  std::string docstring;
  ScopeInfo scope;
};

/// The yield that is the value of this statement, or null.
inline const Yield* yield_of(const Stmt& s) {
  const auto as_yield = [](const ExprPtr& value) {
    return value && value->kind == ExprKind::yield
               ? static_cast<const Yield*>(value.get())
               : nullptr;
  };
  switch (s.kind) {
    case StmtKind::expr: return as_yield(static_cast<const ExprStmt&>(s).value);
    case StmtKind::assign: return as_yield(static_cast<const Assign&>(s).value);
    case StmtKind::aug_assign: return as_yield(static_cast<const AugAssign&>(s).value);
    case StmtKind::ann_assign: return as_yield(static_cast<const AnnAssign&>(s).value);
    case StmtKind::return_: return as_yield(static_cast<const Return&>(s).value);
    default: return nullptr;
  }
}

/// A parsed and resolved program or cell.
struct Module {
  SourcePtr source;
  Block body;
  /// The last statement is an expression whose value a notebook would show
  /// (not followed by a semicolon).
  bool ends_in_expression = false;
};
using ModulePtr = std::shared_ptr<const Module>;

}  // namespace mha::lang
