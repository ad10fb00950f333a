#include "homework/spec/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "base/error.h"
#include "base/source.h"
#include "base/text.h"
#include "homework/spec/assignment.h"
#include "lang/syntax/parser.h"
#include "reading/clues.h"
#include "reading/walk.h"

namespace mha::homework {

namespace {

/// The lines of code, without blank lines, comments and trailing blanks.
std::string code_of(std::string_view program) {
  std::string out;
  for (const std::string& line : split_lines(program)) {
    const std::string_view text = trim(line);
    if (text.empty() || text.starts_with('#')) continue;
    out += line.substr(0, line.find_last_not_of(" \t\r") + 1) + "\n";
  }
  return out;
}

}  // namespace

std::string draft(const Assignment& assignment) {
  return fmt::format("# Homework: {}\n\n{}", assignment.id, assignment.starter);
}

std::optional<std::string> named_homework(std::string_view program) {
  size_t at = 0;
  while (at < program.size()) {
    const size_t end = std::min(program.find('\n', at), program.size());
    std::string_view line = trim(program.substr(at, end - at));
    at = end + 1;
    if (line.empty()) continue;
    if (!line.starts_with('#')) break;
    line = trim(line.substr(1));
    constexpr std::string_view kWord = "homework:";
    const bool says = line.size() > kWord.size() &&
                      std::equal(kWord.begin(), kWord.end(), line.begin(), [](char a, char b) {
                        return a == std::tolower(static_cast<unsigned char>(b));
                      });
    if (!says) continue;
    line = trim(line.substr(kWord.size()));
    const std::string name(line.substr(0, line.find_first_of(" \t(,;.")));
    for (const Assignment& a : assignments()) {
      if (a.id == name) return name;
    }
  }
  return std::nullopt;
}

bool is_untouched(std::string_view program) {
  const std::string code = code_of(program);
  return std::any_of(assignments().begin(), assignments().end(),
                     [&](const Assignment& a) { return code_of(a.starter) == code; });
}

std::string misnamed_method(const std::string& file, const std::string& program) {
  try {
    for (const reading::Clue& clue : reading::find_clues({lang::parse(std::make_shared<Source>(file, program))}, "")) {
      if (clue.id != "misnamed-method") continue;
      return fmt::format("line {}: {}", clue.source->place(clue.span.begin).line, clue.text);
    }
  } catch (const Error&) {
    // The error that keeps the program from being read is reported elsewhere.
  }
  return "";
}

bool has_code(std::string_view program) { return !code_of(program).empty(); }

std::string dots_sentence(int line) { return fmt::format("line {} still has dots (...) in place of code", line); }

std::optional<torch::Report> unwritten(const lang::FunctionCode& code) {
  const std::optional<Span> dots = reading::dots_in(code.body);
  if (!dots) return std::nullopt;
  torch::Report report;
  report.kind = "TypeError";
  report.message = code.name.str() + "() returned no tensor";
  report.source = code.source;
  report.span = *dots;
  report.note = dots_sentence(code.source->place(dots->begin).line);
  report.help = "replace the dots by your code";
  return report;
}

std::optional<torch::Report> nested_forward(const std::vector<lang::ModulePtr>& modules) {
  const reading::Index text(modules);
  for (const reading::FunctionNode& f : text.functions()) {
    if (f.name() != "forward" || !f.outer || !f.outer->cls) continue;
    const std::string& method = f.outer->name();
    torch::Report report;
    report.kind = "NotImplementedError";
    report.message = "Module [" + f.outer->cls->def->target.name.str() + "] is missing the required \"forward\" function";
    report.source = f.module->source;
    report.span = f.def->target.span;
    report.note = "`forward` is defined inside `" + method + "`, so only that function can use it; it is not a method of the class";
    report.help = "start `def forward` in the same column as `def " + method + "` begins";
    return report;
  }
  return std::nullopt;
}

}  // namespace mha::homework
