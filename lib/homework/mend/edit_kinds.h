#pragma once

// The kinds of edits, each under the name that a misconception's `mends` uses. lessons/README.md
// lists them. The sources of these functions end in a table of kinds: a new kind is a function
// and a row there.

#include <string>

#include "homework/mend/edit_list.h"
#include "homework/mend/survey.h"
#include "reading/index.h"

namespace mha::homework {

/// Adds the edits of one expression that mend the list's current misconception: its rewrite rules
/// and its kinds.
void add_expression_edits(const Survey& survey, EditList& edits, const reading::ExprNode& n);

/// Adds the edits of one statement.
void add_statement_edits(const Survey& survey, EditList& edits, const reading::StmtNode& s);

/// Kinds that remove a step, add one or move it.
namespace steps {
/// An operation removed, or one of its keyword arguments.
void unwraps(const Survey& survey, EditList& edits, const reading::ExprNode& n);
/// A tensor that was made and never read, used in place of another.
void uses(const Survey& survey, EditList& edits, const reading::ExprNode& n);
/// A layer or a method that is used like a tensor, called.
void calls(const Survey& survey, EditList& edits, const reading::ExprNode& n);
/// A kind of layer, or the rate of one, where a layer is needed, made into a layer: nn.GELU,
/// self.dropout = rate.
void makes(const Survey& survey, EditList& edits, const reading::ExprNode& n);
/// A layer that is made of a tensor, called with it; or a layer that is only made, called.
void applies(const Survey& survey, EditList& edits, const reading::ExprNode& n);
/// A parameter that a function receives and does not pass on to what it calls: a mask.
void hands_on(const Survey& survey, EditList& edits, const reading::ExprNode& n);
/// A random tensor in a module, wrapped in nn.Parameter.
void parameters(const Survey& survey, EditList& edits, const reading::ExprNode& n);
/// A layer that is never called, or a tensor that is never read, applied to the expression.
void wraps(const Survey& survey, EditList& edits, const reading::ExprNode& n);
/// A step on one tensor, such as dropout or a scale, moved to another place.
void moves(const Survey& survey, EditList& edits, const reading::ExprNode& n);
}  // namespace steps

inline const Source& source(const reading::ExprNode& n) { return *n.module->source; }
inline std::string written(const reading::ExprNode& n, const lang::Expr& e) { return std::string(source(n).text(e.span)); }
/// Whether an expression is the whole value that a statement computes.
inline bool is_whole(const reading::ExprNode& n) { return !n.above && n.use == reading::Use::read; }

}  // namespace mha::homework
