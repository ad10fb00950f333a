#pragma once

// The kinds of edits, each by the name that a misconception's `mends` has for
// it. lessons/README.md lists them; the file of each function ends in a table of
// its kinds, where a new one is a function and a row.

#include "homework/mend/edit_list.h"
#include "homework/mend/survey.h"
#include "reading/index.h"

namespace mha::homework {

/// Adds the edits of one expression that mend the list's misconception: its rewrite
/// rules and its kinds.
void add_expression_edits(const Survey& survey, EditList& edits, const reading::ExprNode& n);

/// Adds the edits of one statement as a whole.
void add_statement_edits(const Survey& survey, EditList& edits, const reading::StmtNode& s);

}  // namespace mha::homework
