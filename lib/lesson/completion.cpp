#include "lesson/completion.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "lang/runtime/names.h"

namespace mha::lesson {

namespace {

const char* const kPythonWords[] = {
    "False", "None",   "True",  "and",    "as",   "assert", "break", "class",  "continue",
    "def",   "del",    "elif",  "else",   "except", "finally", "for", "from",  "global",
    "if",    "import", "in",    "is",     "lambda", "nonlocal", "not", "or",   "pass",
    "raise", "return", "try",   "while",  "with", "yield"};

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

/// Whether the line ends inside a string or a comment.
bool in_text(const std::string& line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (quote && line[i] == '\\') {
      ++i;
    } else if (quote) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '#') {
      return true;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    }
  }
  return quote != 0;
}

/// The value at the end of the text, `a.b[0]` in "f(a.b[0]"; empty if only a
/// call could give it.
std::string value_before(const std::string& text) {
  size_t at = text.size();
  int open = 0;
  while (at > 0) {
    const char c = text[at - 1];
    if (c == '(' || c == ')') {
      if (open > 0 || c == ')') return "";
      break;
    }
    if (c == ']') ++open;
    if (c == '[' && open-- == 0) break;
    if (open <= 0 && !in_name(c) && c != '.' && c != '[') break;
    --at;
  }
  const std::string value = text.substr(at);
  const bool named = !value.empty() && in_name(value[0]) && !std::isdigit(static_cast<unsigned char>(value[0]));
  return named && value.find_first_of("=:;") == std::string::npos ? value : "";
}

}  // namespace

Completions complete(World& world, const std::string& before_cursor,
                     const std::vector<std::string>& commands) {
  size_t from = before_cursor.size();
  while (from > 0 && in_name(before_cursor[from - 1])) --from;
  const std::string word = before_cursor.substr(from);
  const std::string before = before_cursor.substr(0, from);
  if (in_text(before.substr(before.rfind('\n') + 1))) return {};
  std::set<std::string> found;
  const auto offer = [&](const std::string& name) {
    if (name.starts_with(word) && (name[0] != '_' || word.starts_with('_'))) found.insert(name);
  };
  const auto offer_all = [&](const auto& names) {
    for (const auto& name : names) offer(name);
  };
  if (before.ends_with('.')) {
    const std::string value = value_before(before.substr(0, from - 1));
    if (value.empty()) return {};
    const Outcome o = world.value_of(value);
    if (o.failure || !o.value.defined()) return {};
    world.perform([&] {
      offer_all(lang::names_of(world.interpreter(), o.value));
      return lang::Value();
    });
  } else if (word.empty() || std::isdigit(static_cast<unsigned char>(word[0]))) {
    return {};
  } else {
    offer_all(lang::names_in_main(world.interpreter()));
    offer_all(lang::builtin_names(world.interpreter()));
    offer_all(kPythonWords);
    if (before.empty()) offer_all(commands);
  }
  return {word.size(), {found.begin(), found.end()}};
}

}  // namespace mha::lesson
