#pragma once

// From the line where a number is wrong back to the line that made it wrong:
// where the names and attributes of an expression got their values.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/source.h"
#include "lang/syntax/ast.h"

namespace mha::reading {

/// One place that gave a name or an attribute its value.
struct Definition {
  Span span;         // of the whole statement
  std::string name;  // "scale", "self.mask"
  const lang::Expr* value = nullptr;  // null for a parameter's own definition
  int steps = 1;     // how many definitions lie between it and the use, from 1
};

/// What the expressions in `use` depend on, nearest first: by steps, and within
/// one step the later statement first. A local name leads to the assignments
/// that can reach the use in the same function (the nearest one before it, or
/// one in each branch of an if); an attribute of self to assignments and
/// register_buffer calls in the class and its bases; any other name to the
/// module. A value of several targets, `a, b = x, y`, is taken apart if it is a
/// tuple itself. The tree must live as long as what is returned.
std::vector<Definition> definitions(const lang::Module& module, Span use);

/// The nearest statement that computed the value of a name or attribute in
/// `use`; one that only hands on another name's value does not, nor one that divides
/// a size.
std::optional<Span> computation_of(const lang::Module& module, const lang::Expr& use);

/// What an expression reads: names, attributes of self, and calls of the program's own
/// functions, each as a whole; not what it calls otherwise, nor the bounds of a part that it
/// takes of something.
std::vector<const lang::Expr*> reads_of(const lang::Module& module, Span use);

/// The assignment, in the same function, of a name that `use` only gets a number by: it says
/// where a part that is taken begins or ends, or is the value of a keyword. Of several, the first.
std::optional<Span> bound_of(const lang::Module& module, Span use);

/// Whether the last call of a statement, which gives it its value, is one of `names`; or it is
/// taken out of something, where "slice" is one of them.
bool is_made_by(const lang::Module& module, Span statement, const std::vector<std::string>& names);

/// The first expression that calls one of `names`, as a function or a method
/// (`triu`: both torch.triu(m) and m.triu()): among `use` itself, then what it
/// depends on, nearest first. None if nothing of the kind is called.
std::optional<Span> call_named(const lang::Module& module, Span use,
                               const std::vector<std::string>& names);

/// The innermost expression that covers `span`, and the innermost statement.
/// Null where the tree has none.
const lang::Expr* expression_at(const lang::Module& module, Span span);
const lang::Stmt* statement_at(const lang::Module& module, Span span);

/// Of an expression on several lines, the part from its own operation on: the operator, or
/// the name of the method that is called. Any other span as it is.
Span operation_at(const lang::Module& module, Span span);

/// Where classes of the program put something in an attribute: where it is appended, if the
/// attribute begins empty; in a function of the program's own that makes it, where that is
/// asked for. The class `owner` is looked at first. The module is null if there is no such place.
struct Giving {
  const lang::Module* module = nullptr;
  Span span;
};
Giving giving_of(const std::vector<lang::ModulePtr>& modules, const std::string& attribute, bool in_its_maker,
                 std::string_view owner = {});

/// The names at the module's own level, `names` among them, whose values were computed from
/// those of `names`, by way of functions too; who only asks a tensor for its shape computes
/// nothing from it.
std::set<std::string> computed_from(const lang::Module& module, std::set<std::string> names);

}  // namespace mha::reading
