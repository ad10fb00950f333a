#include "homework/mend/edits.h"

#include <algorithm>

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

Span span_before(const Edit& edit, Span span) {
  const auto moved = [&](uint32_t at) {
    int64_t shift = 0;
    for (const Change& c : edit.changes) {
      const int64_t begin = int64_t{c.span.begin} + shift;
      if (int64_t{at} < begin) break;
      const int64_t grown = static_cast<int64_t>(c.text.size()) - int64_t{c.span.end - c.span.begin};
      if (int64_t{at} < begin + static_cast<int64_t>(c.text.size())) return c.span.begin;
      shift += grown;
    }
    return static_cast<uint32_t>(int64_t{at} - shift);
  };
  return {moved(span.begin), std::max(moved(span.begin), moved(span.end))};
}

std::vector<Edit> edits_of(const EditsAt& at) {
  const Survey survey(at);
  EditList edits(survey);
  for (const Misconception& m : misconceptions()) {
    edits.begin(m);
    // Whole statements go first, since they have few edits.
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
