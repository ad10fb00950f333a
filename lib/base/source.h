#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mha {

/// A stretch of a Source: byte offsets, end exclusive.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// A place as people count it: both from 1, the column in characters.
struct Place {
  int line = 1;
  int column = 1;
};

/// The text of one program, cell or file, and the name it is shown under.
/// Everything that reports a place holds a shared_ptr to it.
class Source {
 public:
  Source(std::string name, std::string text);
  /// Whether this is a module of lib/library. Errors in it are reported at the
  /// learner's line that called it.
  static std::shared_ptr<const Source> of_library(std::string name, std::string text);

  const std::string& name() const { return name_; }
  bool is_library() const { return library_; }
  const std::string& text() const { return text_; }
  std::string_view text(Span span) const;

  Place place(uint32_t offset) const;
  int line_count() const { return static_cast<int>(line_starts_.size()); }
  /// The text of one line, from 1, without its newline.
  std::string_view line(int number) const;
  /// The offset at which a line, from 1, begins.
  uint32_t line_start(int number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
  bool library_ = false;
};

using SourcePtr = std::shared_ptr<const Source>;

/// A line of the source and carets under the span, both indented by four:
///     scores = q @ k
///              ^^^^^
/// A span of several lines is marked on its first. Long lines are cut around
/// the span to fit `width` columns; control characters are shown as '?'.
std::string caret_excerpt(const Source& source, Span span, int width = 80);

}  // namespace mha
