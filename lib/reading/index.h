#pragma once

// An index of a program's modules: every expression and statement with its context, the classes and
// functions, and the assignments of each name. find_clues() and definitions() are built on it.

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/syntax/ast.h"

namespace mha::reading {

struct FunctionNode;

struct ClassNode {
  const lang::Module* module = nullptr;
  const lang::ClassDef* def = nullptr;
  ClassNode* outer = nullptr;                // the class that contains it
  std::vector<const FunctionNode*> methods;  // a later one replaces one of the same name
};

struct FunctionNode {
  const lang::Module* module = nullptr;
  const lang::FunctionDef* def = nullptr;
  const lang::FunctionCode* code = nullptr;
  ClassNode* cls = nullptr;       // the class of a method; null for inner functions
  FunctionNode* outer = nullptr;  // the function that contains it
  std::optional<lang::Symbol> self;
  uint32_t first = 0, last = 0;            // of its body, in Index::nodes()
  uint32_t first_stmt = 0, last_stmt = 0;  // in Index::statements()
  const std::string& name() const { return code->name.str(); }
};

/// How an expression is used. `change` marks a part of a target: `self.mask` in
/// `self.mask[0] = 1`, or `x` in `x += 1`.
enum class Use : uint8_t { read, write, change, remove };

struct ExprNode {
  const lang::Expr* expr = nullptr;
  const lang::Expr* above = nullptr;  // the parent; null if that is the statement
  const lang::Stmt* stmt = nullptr;
  const lang::Module* module = nullptr;
  FunctionNode* function = nullptr;  // null at module level and in a class body
  ClassNode* cls = nullptr;          // the innermost class that contains it
  Use use = Use::read;
  uint32_t end = 0;  // its descendants follow it directly, up to this index
};

struct StmtNode {
  const lang::Stmt* stmt = nullptr;
  const lang::Stmt* above = nullptr;
  const lang::Module* module = nullptr;
  FunctionNode* function = nullptr;
  ClassNode* cls = nullptr;
  uint32_t first = 0, last = 0;  // its expressions, in Index::nodes()
  uint32_t end = 0;
  bool dead = false;  // it comes after a return and never runs
};

/// A place that assigns a name or an attribute, or changes its value.
struct Giver {
  enum class How : uint8_t {
    whole,      // name = value
    part,       // name, other = value; for name in value
    change,     // name += value, name.fill_(value), name[i] = value
    parameter,  // def f(name): the value is null
  };
  Span span;  // of the statement
  const lang::Expr* value = nullptr;
  How how = How::whole;
  const FunctionNode* function = nullptr;  // that contains it
  const lang::Module* module = nullptr;
};

class Index {
 public:
  explicit Index(std::vector<const lang::Module*> modules);
  explicit Index(const std::vector<lang::ModulePtr>& modules);
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  const std::vector<const lang::Module*>& modules() const { return modules_; }
  const std::deque<ClassNode>& classes() const { return classes_; }
  const std::deque<FunctionNode>& functions() const { return functions_; }
  const std::vector<StmtNode>& statements() const { return stmts_; }
  std::span<const StmtNode> statements(const FunctionNode& f) const;

  /// In the order of evaluation, parents first.
  std::span<const ExprNode> nodes() const { return nodes_; }
  std::span<const ExprNode> nodes(const lang::Expr& e) const;  // e is the first
  std::span<const ExprNode> nodes(const lang::Stmt& s) const;
  std::span<const ExprNode> nodes(const FunctionNode& f) const;  // of its body
  const ExprNode& node(const lang::Expr& e) const;
  const StmtNode& node(const lang::Stmt& s) const;

  /// The dotted path of an imported name or of its attribute: F.softmax is
  /// "torch.nn.functional.softmax". Empty for anything else.
  std::string path(const lang::Expr& e) const;
  /// The class or function of the program that a name, self.Name or module.Name refers to; the last
  /// definition wins. May be null.
  const ClassNode* class_named(const lang::Expr& e) const;
  const ClassNode* class_named(std::string_view name) const;
  const FunctionNode* function_named(const lang::Expr& e) const;
  /// The same, or the method of an object of one of the program's classes.
  const FunctionNode* callee(const lang::Expr& e) const;
  const FunctionNode* function_named(std::string_view name) const;
  /// A method of the class, or of a base class in the program.
  const FunctionNode* method(const ClassNode& c, std::string_view name) const;
  bool counts(const FunctionNode& f) const;  // not replaced by a later definition

  std::vector<const ClassNode*> bases(const ClassNode& c) const;
  bool derives_from(const ClassNode& c, const ClassNode& base) const;
  /// Whether it is an nn.Module; whether all of its bases are known.
  bool is_module(const ClassNode& c) const;
  bool bases_known(const ClassNode& c) const;

  /// Whether the expression is the `self` of the enclosing method.
  bool is_self(const lang::Expr& e) const;
  /// The attribute's name if the expression is self.NAME.
  std::optional<lang::Symbol> self_attribute(const lang::Expr& e) const;
  /// The assignments that can give a name or self.NAME its value at this place, later ones first;
  /// empty for other expressions.
  const std::vector<Giver>& givers(const lang::Expr& e) const;
  /// All assignments of an attribute in the class and its bases.
  std::vector<Giver> attribute_givers(const ClassNode& c,
                                      lang::Symbol name) const;
  /// The assignments of a name in the module's own statements.
  std::vector<Giver> module_givers(lang::Symbol name) const;
  /// Whether the name is looked up in the module.
  bool is_global(const lang::NameExpr& e) const;

 private:
  friend class IndexBuilder;
  std::vector<Giver> name_givers(const lang::NameExpr& e) const;
  std::vector<Giver> attribute_at(const lang::Attribute& e) const;

  std::vector<const lang::Module*> modules_;
  std::deque<ClassNode> classes_;
  std::deque<FunctionNode> functions_;
  std::vector<ExprNode> nodes_;
  std::vector<StmtNode> stmts_;
  std::unordered_map<const lang::Expr*, uint32_t> expr_at_;
  std::unordered_map<const lang::Stmt*, uint32_t> stmt_at_;
  std::unordered_map<std::string, std::string> imports_;  // name to path
  std::unordered_map<std::string, std::string> inner_imports_;
  std::vector<std::string> star_imports_;
  std::unordered_map<std::string, const ClassNode*> class_names_;
  std::unordered_map<std::string, const FunctionNode*> function_names_;
  std::unordered_map<lang::Symbol, std::vector<Giver>> module_givers_;
  // Cache of givers().
  mutable std::unordered_map<const lang::Expr*, std::vector<Giver>> known_;
};

// ------------------------------------------------------- small questions

template <typename T>
const T& as(const lang::Expr& e) {
  return static_cast<const T&>(e);
}
template <typename T>
const T& as(const lang::Stmt& s) {
  return static_cast<const T&>(s);
}

inline bool contains(Span outer, Span inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// The last word of a callee: "softmax" for F.softmax and x.softmax.
std::string_view last_name(const lang::Expr& e);
template <size_t N>
bool among(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
/// The text of a string constant, or nothing.
std::optional<std::string> text_of(const lang::Expr& e);
/// The value of a keyword argument, or of the positional one at `position` (-1: keyword only).
/// Null if it is not passed.
const lang::Expr* argument(const lang::Call& call, std::string_view keyword,
                           int position = -1);
/// Whether *args or **kwargs may contain further arguments.
bool has_starred(const lang::Call& call);
/// Whether a function initialises: __init__, or a name with init or reset in it.
bool sets_up(const FunctionNode& f);
/// Whether a body does nothing, as in a starter file.
bool is_empty_body(const lang::Block& body);

}  // namespace mha::reading
