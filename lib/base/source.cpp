#include "base/source.h"

#include <algorithm>

#include "base/text.h"

namespace mha {

namespace {

constexpr std::string_view kIndent = "    ";
const std::string kCut = "...";

/// A line as it can be shown: tabs and control characters take one column.
std::string printable(std::string_view line) {
  std::string out;
  size_t at = 0;
  while (at < line.size()) {
    const char32_t c = next_codepoint(line, at);
    if (c == U'\t') {
      out += ' ';
    } else if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
      out += '?';
    } else {
      append_utf8(out, c);
    }
  }
  return out;
}

int columns(std::string_view text) { return display_width(text); }

/// The byte at which the text's first `width` columns end; a wide character
/// that would cross them counts as within if `whole`.
size_t end_of_columns(std::string_view text, int width, bool whole) {
  size_t at = 0;
  int used = 0;
  while (at < text.size() && used < width) {
    size_t next = at;
    next_codepoint(text, next);
    used += columns(text.substr(at, next - at));
    if (used > width && !whole) break;
    at = next;
  }
  return at;
}

/// At most the first `width` columns of the text.
std::string front(std::string_view text, int width) {
  return std::string(
      text.substr(0, end_of_columns(text, width, /*whole=*/false)));
}

/// The text without at least its first `width` columns.
std::string without_front(std::string_view text, int width) {
  return std::string(text.substr(end_of_columns(text, width, /*whole=*/true)));
}

}  // namespace

Source::Source(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i) {
    // A lone carriage return ends a line too, as Python reads files.
    const bool carriage = text_[i] == '\r';
    if (carriage && i + 1 < text_.size() && text_[i + 1] == '\n') continue;
    if (carriage || text_[i] == '\n') {
      line_starts_.push_back(static_cast<uint32_t>(i + 1));
    }
  }
}

SourcePtr Source::of_library(std::string name, std::string text) {
  auto source = std::make_shared<Source>(std::move(name), std::move(text));
  source->library_ = true;
  return source;
}

std::string_view Source::text(Span span) const {
  const size_t begin = std::min<size_t>(span.begin, text_.size());
  const size_t end = std::clamp<size_t>(span.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

Place Source::place(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto after =
      std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<size_t>(after - line_starts_.begin()) - 1;
  const std::string_view before = std::string_view(text_).substr(
      line_starts_[line], offset - line_starts_[line]);
  return {static_cast<int>(line) + 1,
          static_cast<int>(codepoint_count(before)) + 1};
}

uint32_t Source::line_start(int number) const {
  const int index = std::clamp(number, 1, line_count()) - 1;
  return line_starts_[static_cast<size_t>(index)];
}

std::string_view Source::line(int number) const {
  const uint32_t begin = line_start(number);
  uint32_t end = number < line_count() ? line_start(number + 1)
                                       : static_cast<uint32_t>(text_.size());
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r'))
    --end;
  return std::string_view(text_).substr(begin, end - begin);
}

std::string caret_excerpt(const Source& source, Span span, int width) {
  const Place place = source.place(span.begin);
  const std::string_view line = source.line(place.line);
  const uint32_t start = source.line_start(place.line);
  const size_t from =
      std::min<size_t>(span.begin - std::min(span.begin, start), line.size());
  const size_t to = std::clamp<size_t>(span.end - std::min(span.end, start),
                                       from, line.size());
  std::string before = printable(line.substr(0, from));
  std::string marked = printable(line.substr(from, to - from));
  std::string after = printable(line.substr(to));
  // Leading blanks say nothing about the mistake.
  before.erase(0, std::min(before.find_first_not_of(' '), before.size()));
  if (before.empty()) {
    marked.erase(0, std::min(marked.find_first_not_of(' '), marked.size()));
  }
  const int room = std::max(20, width - columns(kIndent) - 1);
  const int rest = columns(marked) + columns(after);
  if (columns(before) + rest > room) {
    const int share = std::max(room / 3, room - rest);
    if (columns(before) > share) {
      before =
          kCut + without_front(before, columns(before) - share + columns(kCut));
    }
    const int left = room - columns(before);
    if (rest > left) {
      marked = front(marked, left - columns(kCut));
      after = front(after, left - columns(kCut) - columns(marked)) + kCut;
    }
  }
  const int carets = std::max(1, columns(marked));
  std::string out(kIndent);
  out += before + marked + after + "\n";
  out += std::string(kIndent) +
         std::string(static_cast<size_t>(columns(before)), ' ') +
         std::string(static_cast<size_t>(carets), '^') + "\n";
  return out;
}

}  // namespace mha
