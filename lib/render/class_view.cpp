#include "render/class_view.h"

#include <fmt/format.h>

#include "base/text.h"
#include "render/homework/homework_words.h"

namespace mha::render {

namespace {

using homework::Finding;
using homework::Result;
using homework::Verdict;

struct Said {
  const char* mark;
  const char* word;
  Role role;
};

Said said(Verdict v) {
  switch (v) {
    case Verdict::right: return {"✓", "right", Role::right};
    case Verdict::wrong: return {"✗", "wrong", Role::wrong};
    case Verdict::unjudged: return {"?", "not followed", Role::hint};
  }
  return {"", "", Role::faint};
}

/// The most important thing to say about a submission.
std::string headline(const Result& result) {
  if (result.verdict == Verdict::right && !result.error) return "";
  if (!result.findings.empty()) return result.findings[0].title;
  if (result.error) return (result.error_elsewhere ? "elsewhere, " : "") + (result.error->kind == "BudgetError" ? "" : result.error->kind + ": ") + result.error->message;
  if (result.verdict == Verdict::unjudged) return result.trouble;
  const homework::StageResult* s = result.first_wrong();
  return s ? s->title : "";
}

/// Where to look; nowhere if all is right.
homework::Location place_to_look(const Result& result) {
  return result.verdict == Verdict::right && !result.error ? homework::Location() : fault_of(result);
}

/// The field in quotes if RFC 4180 requires them.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::string class_line(const Style& style, const Result& result, int name_width) {
  const Said word = said(result.verdict);
  const std::string lead = fmt::format("{} {}", word.mark, padded_right(word.word, 12));
  std::string out = paint(style, word.role, fit_charset(style, lead)) + " " +
                    padded_right(fit_charset(style, harmless(result.file)), name_width);
  std::string rest = result.assignment;
  const homework::Location place = place_to_look(result);
  const std::string where = place.known() ? line_text(result, place) : "";
  const std::string what = headline(result);
  for (const std::string& part : {where, what}) {
    if (!part.empty()) rest += (rest.empty() ? "" : part == what && !where.empty() ? ": " : "  ") + part;
  }
  // Beside a long name there is less room.
  const int name = std::max(name_width, display_width(fit_charset(style, harmless(result.file))));
  const int room = style.width - 15 - name - 2;
  return out + "  " + shortened(style, fit_charset(style, harmless(rest)), std::max(room, 12)) + "\n";
}

std::string class_csv_head() {
  return "file,verdict,homework,subject,points,of,line,misconceptions,mend,trouble\r\n";
}

std::string class_csv(const Result& result) {
  std::vector<std::string> ids;
  for (const Finding& f : result.findings) ids.push_back(f.id);
  // In a notebook, "cell 3, line 14".
  std::string line = line_text(result, place_to_look(result));
  if (line.starts_with("line ")) line.erase(0, 5);
  const bool counted = result.of() > 0;
  const std::vector<std::string> cells = {
      result.file, result.verdict == Verdict::unjudged ? "unjudged" : said(result.verdict).word, result.assignment,
      result.subject, counted ? std::to_string(result.points()) : "", counted ? std::to_string(result.of()) : "", line, join(ids, " "),
      result.mend ? result.mend->kind : "", ids.empty() ? headline(result) : ""};
  std::string out;
  for (const std::string& c : cells) out += (&c == &cells[0] ? "" : ",") + cell(c);
  return out + "\r\n";
}

std::string answer_lines(const Style& style, const Result& result) {
  if (result.answers.empty()) return "";
  std::string out = paint(style, Role::strong, fmt::format("{} holds {} answers:", harmless(result.file),
                                                           result.answers.size())) + "\n";
  for (const homework::AnswerLine& a : result.answers) {
    const Said word = said(a.verdict);
    const std::string lead = fmt::format("  {} {}", word.mark, padded_right(word.word, 12));
    const bool shown = a.subject == result.subject && a.assignment == result.assignment;
    out += paint(style, word.role, fit_charset(style, lead)) + " " + harmless(a.subject) + ", as " + a.assignment +
           (shown ? ": see below" : "") + "\n";
  }
  return out + "\n";
}

}  // namespace mha::render
