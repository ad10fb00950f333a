#include "homework/mend/edits.h"

#include "homework/mend/edit_kinds.h"
#include "homework/mend/edit_list.h"
#include "homework/mend/survey.h"

namespace mha::homework {

std::string edited_text(const Edit& edit) {
  const std::string& text = edit.module->source->text();
  std::string out;
  uint32_t at = 0;
  for (const Change& c : edit.changes) {
    out += text.substr(at, c.span.begin - at) + c.text;
    at = c.span.end;
  }
  return out + text.substr(at);
}

std::vector<Edit> edits_of(const EditsAt& at) {
  const Survey survey(at);
  EditList edits(survey);
  for (const Misconception& m : misconceptions()) {
    edits.begin(m);
    // Those of whole statements are few, and go first.
    for (const reading::StmtNode& s : survey.program().statements()) {
      if (survey.is_run(s)) add_statement_edits(survey, edits, s);
    }
    for (const reading::ExprNode& n : survey.program().nodes()) {
      if (survey.is_run(n)) add_expression_edits(survey, edits, n);
    }
  }
  return edits.take();
}

}  // namespace mha::homework
