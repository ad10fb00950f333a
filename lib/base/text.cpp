#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cctype>

namespace mha {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// The end of the escape sequence (CSI ... letter) that starts at `at`, or `at`
/// itself if none does.
size_t skip_escape(std::string_view text, size_t at) {
  if (at + 1 >= text.size() || text[at] != '\033' || text[at + 1] != '[')
    return at;
  size_t end = at + 2;
  while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
  return std::min(end + 1, text.size());
}

}  // namespace

char32_t next_codepoint(std::string_view text, size_t& pos) {
  utf8proc_int32_t c = -1;
  const utf8proc_ssize_t n = utf8proc_iterate(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data() + pos),
      static_cast<utf8proc_ssize_t>(text.size() - pos), &c);
  if (n <= 0) {
    ++pos;
    return kReplacement;
  }
  pos += static_cast<size_t>(n);
  return static_cast<char32_t>(c);
}

void append_utf8(std::string& out, char32_t c) {
  utf8proc_uint8_t bytes[4];
  const utf8proc_ssize_t n =
      utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(n));
}

bool is_valid_utf8(std::string_view text) {
  size_t pos = 0;
  while (pos < text.size()) {
    utf8proc_int32_t c = -1;
    const utf8proc_ssize_t n = utf8proc_iterate(
        reinterpret_cast<const utf8proc_uint8_t*>(text.data() + pos),
        static_cast<utf8proc_ssize_t>(text.size() - pos), &c);
    if (n <= 0) return false;
    pos += static_cast<size_t>(n);
  }
  return true;
}

int64_t codepoint_count(std::string_view text) {
  int64_t count = 0;
  size_t pos = 0;
  while (pos < text.size()) {
    next_codepoint(text, pos);
    ++count;
  }
  return count;
}

size_t past_character(std::string_view text, size_t at) {
  if (const size_t end = skip_escape(text, at); end != at) return end;
  next_codepoint(text, at);
  for (size_t end = at; end < text.size(); at = end) {
    const char32_t c = next_codepoint(text, end);
    if (c < U' ' || utf8proc_charwidth(static_cast<utf8proc_int32_t>(c)) > 0) break;
  }
  return at;
}

int display_width(std::string_view text) {
  int width = 0;
  size_t pos = 0;
  while (pos < text.size()) {
    if (const size_t end = skip_escape(text, pos); end != pos) {
      pos = end;
      continue;
    }
    width += utf8proc_charwidth(
        static_cast<utf8proc_int32_t>(next_codepoint(text, pos)));
  }
  return width;
}

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  size_t at = 0;
  while (at < text.size()) {
    const size_t word =
        std::min(text.find_first_not_of(" \n", at), text.size());
    if (word == text.size()) break;
    const size_t end = std::min(text.find_first_of(" \n", word), text.size());
    const std::string_view w = text.substr(word, end - word);
    if (!line.empty() && display_width(line) + 1 + display_width(w) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += w;
    at = end;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    at = end + 1;
  }
  return lines;
}

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string join(const std::vector<std::string>& parts,
                 std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

namespace {

char folded(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Edit distance with exchanged neighbours counting one (optimal string
/// alignment).
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), row(b.size() + 1),
      next(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = folded(a[i - 1]) == folded(b[j - 1]);
      next[j] =
          std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
          folded(a[i - 2]) == folded(b[j - 1])) {
        next[j] = std::min(next[j], before[j - 2] + 1);
      }
    }
    before = row;
    row = next;
  }
  return row[b.size()];
}

/// Whether one is the other and something more.
bool begin_alike(std::string_view a, std::string_view b) {
  return a.starts_with(b) || b.starts_with(a);
}

// Longer names are not misspelt versions of anything worth the time.
constexpr size_t kLongestName = 200;

}  // namespace

std::string nearest(std::string_view name,
                    const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > kLongestName) return "";
  std::string best;
  bool best_begins = false;
  size_t least = std::max<size_t>(1, std::max(name.size(), size_t{3}) / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate == name || candidate.size() > kLongestName) continue;
    const size_t d = edit_distance(name, candidate);
    const bool begins = begin_alike(name, candidate);
    if (d < least || (d == least && begins && !best_begins && !best.empty())) {
      least = d;
      best = candidate;
      best_begins = begins;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string near = nearest(name, candidates);
  return near.empty() ? "" : "did you mean '" + near + "'?";
}

}  // namespace mha
