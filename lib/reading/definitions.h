#pragma once

// Traces a value back through the source: which statements gave the names and attributes in an
// expression their values.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/source.h"
#include "lang/syntax/ast.h"
#include "reading/index.h"

namespace mha::reading {

/// A place that gives a name or an attribute its value.
struct Definition {
  Span span;         // of the whole statement
  std::string name;  // "scale", "self.mask"
  const lang::Expr* value = nullptr;  // null for a parameter
  int steps = 1;     // distance from the use, counted in definitions
};

/// What the expressions in `use` depend on, nearest first: by steps, and within one step later
/// statements first. A local name leads to the assignments in the same function that can reach the
/// use; an attribute of self to the assignments and register_buffer calls in the class and its
/// bases; any other name to the module. For `a, b = x, y` each target has its own value. The tree
/// must outlive the result.
std::vector<Definition> definitions(const lang::Module& module, Span use);

/// The nearest statement that computes the value of a name or attribute in `use`. Statements that
/// only copy another name's value, or divide a size, do not count.
std::optional<Span> computation_of(const lang::Module& module, const lang::Expr& use);

/// The name or attribute that an assignment's statement sets, if the module reads it exactly once; else
/// empty.
std::string name_read_once(const lang::Module& module, Span assignment);

/// What an expression reads: names, attributes of self, and calls of the program's own functions,
/// each as a whole. The callees of other calls and the bounds of slices do not count.
std::vector<const lang::Expr*> reads_of(const lang::Module& module, Span use);

/// The assignment, in the same function, of a name that `use` reads only as a bound of a slice or
/// as a keyword's value. The first one if there are several.
std::optional<Span> bound_of(const lang::Module& module, Span use);

/// Whether the value of a statement comes from a call of one of `names`, or from a subscript if
/// `names` contains "slice".
bool is_made_by(const lang::Module& module, Span statement, const std::vector<std::string>& names);

/// The first call of one of `names`, as a function or a method (`triu`: both torch.triu(m) and
/// m.triu()), in `use` itself or in what it depends on, nearest first.
std::optional<Span> call_named(const lang::Module& module, Span use,
                               const std::vector<std::string>& names);

/// The innermost expression, and the innermost statement, that covers `span`; null if there is
/// none.
const lang::Expr* expression_at(const lang::Module& module, Span span);
const lang::Stmt* statement_at(const lang::Module& module, Span span);

/// Whether the statement at a place calls something whose name is nearly this one.
bool calls_like(const lang::Module& module, Span place, const std::string& name);

/// For an expression on several lines: the part that begins at its own operation, which is the
/// operator or the name of the method. Any other span is returned unchanged.
Span operation_at(const lang::Module& module, Span span);

/// Where a class assigns an attribute or, with `filled`, stores one of its items again as another, or
/// appends to it if it starts empty.
/// `in_its_maker` asks for the place in the program's own function that returns the value. The class
/// `owner` is searched first. The module is null if there is no such place.
struct Giving {
  const lang::Module* module = nullptr;
  Span span;
};
Giving giving_of(const std::vector<lang::ModulePtr>& modules, const std::string& attribute, bool in_its_maker,
                 std::string_view owner = {}, bool filled = true);

/// The module's names, including `names`, whose values were computed from those of `names`, also by
/// way of functions. Reading a tensor's shape does not count.
std::set<std::string> computed_from(const lang::Module& module, std::set<std::string> names);

}  // namespace mha::reading
