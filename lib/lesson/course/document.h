#pragma once

// The format that assignments and misconceptions share: front matter, sections
// with `key: value` lines below their headings, prose, fences.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lesson/course/fences.h"

namespace mha::lesson {

/// Reads what all files have, line by line.
class FileReader {
 protected:
  FileReader(const SourcePtr& file, std::vector<Problem>& problems, bool proven = false);
  Span span_of(int line) const;
  void problem(int line, std::string message, std::string help = "") {
    complaints_.add(span_of(line), std::move(message), std::move(help));
  }
  /// Hands over the keys and values at the top of the file, each while line_ is theirs, and goes on
  /// to the line after them.
  void front_matter(const std::function<void(const std::string& key, const std::string& value)>& take);
  /// The fence that begins here, or none and a problem if it is never closed; line_ is then its last.
  std::optional<Fence> fence();

  SourcePtr file_;
  std::string name_;  // the file's, without its folder and .md
  Complaints complaints_;
  int line_ = 1;
};

struct Section {
  std::string heading;  // without the "## "; empty for what comes before any
  Span span;            // of the heading's line
  std::map<std::string, std::string> keys;
  std::string prose;    // Markdown
  std::vector<Fence> fences;
};

struct Document {
  SourcePtr file;
  std::string id;  // of the file name: "multi-head"
  std::map<std::string, std::string> front;
  std::vector<Section> sections;  // the first has no heading

  /// A front matter's value, or empty.
  std::string front_value(const std::string& key) const;
};

/// Parses a file. `keys` are the allowed keys of its front matter.
Document read_document(const SourcePtr& file, const std::vector<std::string>& keys,
                       std::vector<Problem>& problems);

/// The `key: value` lines of a fence, in order.
std::vector<std::pair<std::string, std::string>> entries_of(
    const Fence& fence, Complaints& complaints);

/// "a, b" as its parts.
std::vector<std::string> comma_list(const std::string& text);

}  // namespace mha::lesson
