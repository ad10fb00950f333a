#include "pictures/code.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "base/text.h"

namespace mha::pictures {

namespace {

struct Whose {
  Role role;
  std::array<std::string_view, 6> words;
};
constexpr std::array<Whose, 3> kWhose = {{
    {Role::query, {"q", "qs", "query", "queries", "wq", "lq"}},
    {Role::key, {"k", "ks", "key", "keys", "wk", "lk"}},
    {Role::value, {"v", "vs", "value", "values", "wv", "lv"}},
}};
// Words that may stand beside such a word, between underscores: a layer's name,
// a step.
constexpr std::array<std::string_view, 16> kBeside = {
    "w", "weight", "weights", "proj", "projection", "linear", "layer", "to",
    "c", "fc", "head", "heads", "split", "new", "t", "out"};

constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"};

template <size_t N>
bool is_in(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }
bool is_word(char c) { return begins_word(c) || std::isdigit(static_cast<unsigned char>(c)); }

size_t end_of_word(std::string_view text, size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  return at;
}

/// The end of a string literal; if it is not closed, the end of the line or,
/// with three quotes, of the text.
size_t end_of_string(std::string_view text, size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool is_long = text.substr(at, 3) == three;
  for (at += is_long ? 3 : 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (is_long && text.substr(at, 3) == three) {
      return at + 3;
    } else if (!is_long && text[at] == quote) {
      return at + 1;
    } else if (!is_long && text[at] == '\n') {
      return at;
    }
  }
  return text.size();
}

size_t end_of_number(std::string_view text, size_t at) {
  while (at < text.size()) {
    const bool sign = (text[at] == '+' || text[at] == '-') && (text[at - 1] == 'e' || text[at - 1] == 'E');
    if (!is_word(text[at]) && text[at] != '.' && !sign) break;
    ++at;
  }
  return at;
}

struct Token {
  size_t end;
  std::optional<Role> role;
};

Token token_at(std::string_view text, size_t at) {
  const char c = text[at];
  if (c == '#') return {std::min(text.find('\n', at), text.size()), Role::comment};
  if (c == '"' || c == '\'') return {end_of_string(text, at), Role::string};
  const bool point = c == '.' && at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1]));
  if (std::isdigit(static_cast<unsigned char>(c)) || point) return {end_of_number(text, at + 1), Role::number};
  if (!begins_word(c)) return {at + 1, std::nullopt};
  const size_t end = end_of_word(text, at);
  const std::string_view word = text.substr(at, end - at);
  const bool prefix = word.size() <= 2 && word.find_first_not_of("rRbBfFuU") == std::string_view::npos;
  if (prefix && end < text.size() && (text[end] == '"' || text[end] == '\'')) {
    return {end_of_string(text, end), Role::string};
  }
  if (is_in(kKeywords, word)) return {end, Role::keyword};
  return {end, role_of_name(word)};
}

/// The same role in each of its lines.
void add(const Style& style, std::optional<Role> role, std::string_view text, std::string& out) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    out += role ? paint(style, *role, line) : std::string(line);
    if (end == text.size()) return;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::optional<Role> role_of_name(std::string_view identifier) {
  std::string word(identifier);
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  while (!word.empty() && std::isdigit(static_cast<unsigned char>(word.back()))) word.pop_back();
  std::optional<Role> found;
  size_t at = 0;
  while (at <= word.size()) {
    const size_t end = std::min(word.find('_', at), word.size());
    const std::string_view part = std::string_view(word).substr(at, end - at);
    at = end + 1;
    if (part.empty() || is_in(kBeside, part)) continue;
    const auto whose = std::find_if(kWhose.begin(), kWhose.end(), [&](const Whose& w) { return is_in(w.words, part); });
    if (whose == kWhose.end() || found) return std::nullopt;
    found = whose->role;
  }
  return found;
}

std::string paint_code(const Style& style, std::string_view code) {
  if (!style.colour) return std::string(code);
  std::string out;
  for (size_t at = 0; at < code.size();) {
    const Token t = token_at(code, at);
    add(style, t.role, code.substr(at, t.end - at), out);
    at = t.end;
  }
  return out;
}

std::string paint_names(const Style& style, Role role, std::string_view text) {
  if (!style.colour) return std::string(text);
  std::string out;
  size_t plain = 0;
  for (size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    const size_t end = end_of_word(text, at);
    if (const std::optional<Role> own = role_of_name(text.substr(at, end - at))) {
      add(style, role, text.substr(plain, at - plain), out);
      out += paint(style, *own, text.substr(at, end - at));
      plain = end;
    }
    at = end;
  }
  add(style, role, text.substr(plain), out);
  return out;
}

}  // namespace mha::pictures
