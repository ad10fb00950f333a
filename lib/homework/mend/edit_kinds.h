#pragma once

// The kinds of edits, each under the name that a misconception's `mends` uses. lessons/README.md
// lists them. The sources of these functions end in a table of kinds: a new kind is a function
// and a row there.

#include "homework/mend/edit_list.h"
#include "homework/mend/survey.h"
#include "reading/index.h"

namespace mha::homework {

/// Adds the edits of one expression that mend the list's current misconception: its rewrite rules
/// and its kinds.
void add_expression_edits(const Survey& survey, EditList& edits, const reading::ExprNode& n);

/// Adds the edits of one statement.
void add_statement_edits(const Survey& survey, EditList& edits, const reading::StmtNode& s);

}  // namespace mha::homework
