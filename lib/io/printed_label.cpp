#include "io/printed_label.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace mha::io {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr size_t kLongestLabel = 100;

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

/// "scores", "layers.0.weight"
bool is_dotted_name(std::string_view text) {
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         text[0] != '.' && std::all_of(text.begin(), text.end(), is_name_char);
}

/// A few words and nothing else, as in print("context vectors", x).
bool is_heading(std::string_view text) {
  constexpr int kMostWords = 4;
  int words = 0;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    if (++words > kMostWords || !is_dotted_name(word) || word.ends_with('.')) {
      return false;
    }
    text.remove_prefix(word.size());
  }
  return words > 0;
}

/// What follows the last comma or bracket that is still open at the end.
std::string_view after_open(std::string_view text) {
  int closed = 0;
  for (size_t i = text.size(); i-- > 0;) {
    const char c = text[i];
    if (c == ')' || c == ']' || c == '}') ++closed;
    if (c == '(' || c == '[' || c == '{') {
      if (closed == 0) return text.substr(i + 1);
      --closed;
    }
    if (closed == 0 && (c == ',' || c == ';' || c == '|')) {
      return text.substr(i + 1);
    }
  }
  return text;
}

bool is_quote(char c) { return c == '\'' || c == '"'; }

bool remove_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  text = trim(text);
  return true;
}

/// A label without the bullets, prompts and quotes around it.
std::string cleaned(std::string_view label) {
  label = trim(after_open(trim(label)));
  remove_suffix(label, "Parameter containing");
  constexpr std::string_view kBullets = "#*->`= \t";
  while (!label.empty() && kBullets.find(label.front()) != kBullets.npos) {
    label.remove_prefix(1);
  }
  while (!label.empty() && kBullets.find(label.back()) != kBullets.npos) {
    label.remove_suffix(1);
  }
  if (label.size() >= 2 && is_quote(label.front()) &&
      label.back() == label.front()) {
    label = label.substr(1, label.size() - 2);
  }
  const bool prompt = label.starts_with("Out[") || label.starts_with("In [") ||
                      label.starts_with("In[");
  if (prompt || label.size() > kLongestLabel || !is_valid_utf8(label)) {
    return "";
  }
  std::string out(trim(label));
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
      ' ');
  return out;
}

/// "scores:" or "scores =", without the mark; nothing for other texts.
bool take_mark(std::string_view& text) {
  if (text.ends_with("==")) return false;
  return remove_suffix(text, ":") || remove_suffix(text, "=");
}

std::string_view last_line(std::string_view text) {
  const size_t newline = text.find_last_of('\n');
  return newline == text.npos ? text : text.substr(newline + 1);
}

/// A line without the blanks and prompts that it begins with.
std::string_view without_prompt(std::string_view line) {
  line = trim(line);
  while (line.starts_with(">>>") || line.starts_with("...")) {
    line = trim(line.substr(3));
  }
  return line;
}

}  // namespace

Label label_before(std::string_view before) {
  const std::string_view line = last_line(before);
  const std::string_view text = without_prompt(line);
  if (text.empty()) {
    // A label may be on the line above.
    before.remove_suffix(std::min(line.size() + 1, before.size()));
    std::string_view above = without_prompt(last_line(before));
    if (above == "Parameter containing:") return {};
    if (!take_mark(above) && !is_heading(above)) return {};
    return {cleaned(above), /*alone=*/true};
  }
  std::string_view label = text;
  if (take_mark(label)) return {cleaned(label), /*alone=*/true};
  if (is_dotted_name(text)) return {std::string(text), /*alone=*/true};
  // OrderedDict([('scores', tensor(...
  if (text.ends_with(',') && text.size() > 1) {
    std::string_view key = trim(text.substr(0, text.size() - 1));
    if (is_quote(key.back())) {
      key = trim(after_open(key));
      if (key.size() >= 2 && key.front() == key.back()) {
        return {cleaned(key), /*alone=*/true};
      }
    }
  }
  return {is_heading(text) ? cleaned(text) : "", /*alone=*/false};
}

}  // namespace mha::io
