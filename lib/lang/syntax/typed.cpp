#include "lang/syntax/typed.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/pattern.h"
#include "base/text.h"
#include "lang/syntax/lexer.h"
#include "lang/syntax/parser.h"

namespace mha::lang {

namespace {

using Lines = std::vector<std::string>;

bool blank(const std::string& line) {
  return line.find_first_not_of(' ') == std::string::npos;
}

/// The place behind the digits at `at`, if there are some.
size_t behind_digits(const std::string& line, size_t at) {
  while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at]))) ++at;
  return at;
}

size_t behind_blanks(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// The rest behind `end` and the one blank that parts it from what stands there.
std::string behind(const std::string& line, size_t end) {
  return line.substr(std::min(end + (line.compare(end, 1, " ") == 0 ? 1 : 0), line.size()));
}

/// "  │ code" and "  12 │ code", with either bar.
std::optional<std::string> behind_bar(const std::string& line, std::string_view bar) {
  size_t at = behind_digits(line, behind_blanks(line));
  while (at < line.size() && line[at] == ' ') ++at;
  if (line.compare(at, bar.size(), bar) != 0) return std::nullopt;
  return behind(line, at + bar.size());
}

std::optional<std::string> behind_word(const std::string& line, std::string_view word) {
  const size_t at = behind_blanks(line);
  if (line.compare(at, word.size(), word) != 0) return std::nullopt;
  const size_t end = at + word.size();
  if (end < line.size() && line[end] != ' ') return std::nullopt;
  return behind(line, end);
}

/// "In [3]: code", "In[3]: code".
std::optional<std::string> behind_cell(const std::string& line) {
  const size_t number = line.starts_with("In [") ? 4 : 3;
  if (number == 3 && !line.starts_with("In[")) return std::nullopt;
  const size_t end = behind_digits(line, number);
  if (end == number || line.compare(end, 2, "]:") != 0) return std::nullopt;
  return behind(line, end + 2);
}

/// "[3/12] code > code": the tutor's own prompt.
std::optional<std::string> behind_step(const std::string& line) {
  if (!line.starts_with("[")) return std::nullopt;
  const size_t slash = behind_digits(line, 1);
  if (slash == 1 || slash >= line.size() || line[slash] != '/') return std::nullopt;
  const size_t end = behind_digits(line, slash + 1);
  const size_t mark = line.find(" >", end);
  if (end == slash + 1 || line.compare(end, 2, "] ") != 0 || mark == std::string::npos) {
    return std::nullopt;
  }
  for (size_t i = end + 2; i < mark; ++i) {
    if (!std::isalpha(static_cast<unsigned char>(line[i])) && line[i] != ' ') return std::nullopt;
  }
  return behind(line, mark + 2);
}

/// What a prompt of whatever kind opens; `goes_on` asks for the prompts of further lines.
std::optional<std::string> behind_prompt(const std::string& line, bool goes_on) {
  if (goes_on) {
    std::optional<std::string> code = behind_word(line, "...:");
    return code ? code : behind_word(line, "...");
  }
  std::optional<std::string> code = line.starts_with(">>>") ? behind_word(line, ">>>") : std::nullopt;
  if (!code) code = behind_cell(line);
  return code ? code : behind_step(line);
}

/// Of a transcript, what was typed.
void take_prompts(Lines& lines) {
  const auto first = std::find_if_not(lines.begin(), lines.end(), blank);
  if (first == lines.end() || !behind_prompt(*first, false)) return;
  Lines typed;
  bool in_code = false;
  for (const std::string& line : lines) {
    std::optional<std::string> code = behind_prompt(line, false);
    if (!code && in_code) code = behind_prompt(line, true);
    in_code = code.has_value();
    if (code) typed.push_back(std::move(*code));
  }
  lines = std::move(typed);
}

constexpr std::string_view kFence = "```";

/// ```python around code, as a chat shows it; perhaps only its end.
void take_fences(Lines& lines) {
  const auto first = std::find_if_not(lines.begin(), lines.end(), blank);
  const auto last = std::find_if_not(lines.rbegin(), lines.rend(), blank);
  if (first == lines.end() || !(first->starts_with(kFence) || *last == kFence)) return;
  std::erase_if(lines, [](const std::string& line) { return line.starts_with(kFence); });
}

/// Bars beside the lines, without the tutor's question below them. ASCII's bar is also an operator:
/// all lines must have it.
void take_bars(Lines& lines) {
  const auto question = std::find_if(lines.begin(), lines.end(), [](const std::string& line) { return line.starts_with("? "); });
  const bool barred = question != lines.begin() && std::any_of(lines.begin(), question, [](const std::string& line) {
    return behind_bar(line, "│").has_value() || (line.starts_with("  |") && behind_bar(line, "|").has_value());
  });
  if (barred) lines.erase(question, lines.end());
  while (barred && blank(lines.back())) lines.pop_back();
  const auto has = [](std::string_view bar) {
    return [bar](const std::string& line) { return blank(line) || behind_bar(line, bar).has_value(); };
  };
  const bool ascii = lines.size() > 1 && std::all_of(lines.begin(), lines.end(), has("|"));
  for (std::string& line : lines) {
    std::optional<std::string> code = behind_bar(line, "│");
    if (!code && ascii && !blank(line)) code = behind_bar(line, "|");
    if (code) line = std::move(*code);
  }
}

/// What Python cannot have behind a number: the first line of a numbered text.
bool opens_code(const std::string& text) {
  static const Pattern kOpens(R"((?:def +\w+ *\(|class +\w+ *[(:]|import +\w|from +[\w.]+ +import\b|@\w).*)");
  return kOpens.matches(text);
}

/// "12 code", "12: code", "12. code" where the lines are counted so.
void take_numbers(Lines& lines) {
  std::vector<size_t> ends;
  std::optional<long> before;
  for (const std::string& line : lines) {
    ends.push_back(0);
    if (blank(line)) continue;
    const size_t from = behind_blanks(line);
    const size_t end = behind_digits(line, from);
    if (end == from || end - from > 6) return;
    const bool dotted = line.compare(end, 2, ". ") == 0 || line.substr(end) == ".";
    if (end < line.size() && line[end] != ' ' && line[end] != ':' && !dotted) return;
    const long number = std::stol(line.substr(from, end - from));
    if (before && number != *before + 1) return;
    before = number;
    ends.back() = end + (dotted || line.compare(end, 1, ":") == 0 ? 1 : 0);
  }
  if (ends.empty() || (ends.size() == 1 && !opens_code(behind(lines[0], ends[0])))) return;
  for (size_t i = 0; i < lines.size(); ++i) lines[i] = behind(lines[i], std::min(ends[i], lines[i].size()));
}

/// The marks of quoted lines in a mail or a chat, "> code"; "> 2" compares.
void take_quote_marks(Lines& lines) {
  const auto quoted = [](const std::string& line) { return line.empty() || line == ">" || line.starts_with("> "); };
  const bool compares = lines.size() == 1 && lines[0].find_first_not_of("> .0123456789") == std::string::npos;
  if (compares || !std::all_of(lines.begin(), lines.end(), quoted)) return;
  for (std::string& line : lines) line = behind(line, std::min<size_t>(line.size(), 1));
}

void take_common_indent(Lines& lines) {
  size_t common = std::string::npos;
  for (const std::string& line : lines) {
    if (!blank(line)) common = std::min(common, behind_blanks(line));
  }
  for (std::string& line : lines) line.erase(0, std::min(common, line.size()));
}

void take_marks(Lines& lines) {
  take_quote_marks(lines);
  take_fences(lines);
  take_bars(lines);
  take_numbers(lines);
  take_prompts(lines);
}

/// Tabs and the no-break spaces of web pages as blanks, without what else could steer a terminal.
std::string printable(const std::string& line) {
  constexpr std::string_view kNoBreak = "\u00a0";
  std::string out;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (line.compare(i, kNoBreak.size(), kNoBreak) == 0) {
      out += ' ';
      i += kNoBreak.size() - 1;
    } else if (c == '\t') {
      out += "    ";
    } else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') {
      out += c;
    }
  }
  return out;
}

/// `def f(x): return x`: a block that stands on the line of its header has no more lines.
bool on_one_line(const Source& source, const Block& body) {
  if (body.empty()) return false;
  const uint32_t begin = body.front()->span.begin;
  const uint32_t line = source.line_start(source.place(begin).line);
  return !trim(source.text({line, begin})).empty();
}

}  // namespace

std::string pasted_code(std::string_view text) {
  std::string newlines;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && text.substr(i + 1).starts_with('\n')) continue;
    newlines += text[i] == '\r' ? '\n' : text[i];
  }
  Lines lines;
  for (const std::string& line : split_lines(newlines)) lines.push_back(printable(line));
  while (!lines.empty() && blank(lines.back())) lines.pop_back();
  if (lines.empty()) return "";
  take_marks(lines);
  take_common_indent(lines);
  return join(lines, "\n");
}

std::string handed_in(const std::string& text) {
  const Lines lines = split_lines(text);
  Lines bare = lines;
  take_marks(bare);
  return bare == lines ? text : join(bare, "\n");
}

Ending ending_of(const std::string& text) {
  const size_t closes = text.find("\n```");
  if (text.starts_with(kFence) && closes == std::string::npos) return Ending::unfinished;
  if (closes != std::string::npos && closes == text.rfind('\n')) return Ending::whole;
  const std::string code = handed_in(text);
  try {
    const auto source = std::make_shared<Source>("line", code);
    const ModulePtr module = parse(source);
    if (module->body.empty()) return Ending::whole;
    const Stmt& last = *module->body.back();
    const auto ending = [&](const Block& body, Ending open) { return on_one_line(*source, body) ? Ending::whole : open; };
    switch (last.kind) {
      // Behind these even a block on one line may be followed by `else` or `except`.
      case StmtKind::if_:
      case StmtKind::for_:
      case StmtKind::while_:
      case StmtKind::try_:
        return Ending::may_go_on;
      case StmtKind::with:
        return ending(static_cast<const With&>(last).body, Ending::may_go_on);
      case StmtKind::function:
        return ending(static_cast<const FunctionDef&>(last).code->body, Ending::definition);
      case StmtKind::class_:
        return ending(static_cast<const ClassDef&>(last).body, Ending::definition);
      default:
        return Ending::whole;
    }
  } catch (const SyntaxError& e) {
    return e.incomplete ? Ending::unfinished : Ending::whole;
  } catch (const Error&) {
    return Ending::whole;
  }
}

std::optional<NestedMethod> nested_method(const std::string& code) {
  static const Pattern kMethod(R"( *(?:async +)?def +(\w+)\(self\b.*)");
  const Lines lines = split_lines(code);
  for (size_t i = 0; i < lines.size(); ++i) {
    const PatternMatch inner = kMethod.fullmatch(lines[i]);
    if (!inner) continue;
    // What it stands in, and something between.
    size_t header = i, between = 0;
    while (header > 0 && (blank(lines[header - 1]) || behind_blanks(lines[header - 1]) >= behind_blanks(lines[i]))) between += !blank(lines[--header]);
    if (header == 0 || between == 0) continue;
    const PatternMatch outer = kMethod.fullmatch(lines[--header]);
    if (outer) return NestedMethod{i, behind_blanks(lines[header]), inner[1], outer[1]};
  }
  return std::nullopt;
}

size_t next_indent(const std::string& text) {
  const std::string code = handed_in(text);
  const size_t line = code.rfind('\n') + 1;
  const auto indent_at = [&](size_t at) {
    const size_t begin = at == 0 ? 0 : code.rfind('\n', at - 1) + 1;
    return std::min(code.find_first_not_of(' ', begin), code.size()) - begin;
  };
  if (blank(code.substr(line))) return code.size() - line;
  if (!is_valid_utf8(code)) return indent_at(line);  // nothing to read
  const TokenList read = tokenize(std::make_shared<Source>("line", code));
  const std::vector<Token>& tokens = read.tokens;
  if (read.error && read.error->open >= line) return indent_at(*read.error->open) + kIndent;
  if (read.error) return indent_at(line);
  // The tokens of the last statement.
  const auto is_space = [](const Token& t) {
    return t.kind == Tok::newline || t.kind == Tok::indent || t.kind == Tok::dedent || t.kind == Tok::end;
  };
  const auto last = std::find_if_not(tokens.rbegin(), tokens.rend(), is_space);
  if (last == tokens.rend()) return indent_at(line);
  const Token first = *(std::find_if(last, tokens.rend(), is_space) - 1);
  const size_t own = indent_at(first.begin);
  if (last->kind == Tok::colon) return own + kIndent;
  constexpr Tok kLeave[] = {Tok::return_, Tok::pass, Tok::break_, Tok::continue_, Tok::raise};
  const bool leaves = std::find(std::begin(kLeave), std::end(kLeave), first.kind) != std::end(kLeave);
  return leaves ? own - std::min(own, kIndent) : own;
}

}  // namespace mha::lang
