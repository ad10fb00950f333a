#include "lesson/course/document.h"

#include <algorithm>

#include "base/text.h"

namespace mha::lesson {

namespace {

constexpr int kDocumentFormat = 1;

Span span_of(const Source& file, int line) {
  const uint32_t start = file.line_start(line);
  return {start, start + static_cast<uint32_t>(file.line(line).size())};
}

std::pair<std::string, std::string> split_entry(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return {std::string(trim(line.substr(0, colon))),
          std::string(trim(line.substr(colon + 1)))};
}

/// `key: value`: a key is one small word. Prose may have colons, too.
bool is_entry(std::string_view line) {
  const size_t end = std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), line.size());
  return end > 0 && end < line.size() && line[end] == ':';
}

class DocumentReader {
 public:
  DocumentReader(const SourcePtr& file, std::vector<Problem>& problems)
      : file_(*file), complaints_(file, problems) {
    doc_.file = file;
    const std::string& name = file->name();
    doc_.id = name.substr(name.rfind('/') + 1);
    if (doc_.id.ends_with(".md")) doc_.id.resize(doc_.id.size() - 3);
  }

  Document read(const std::vector<std::string>& keys) {
    line_ = 1;
    if (!keys.empty()) front_matter(keys);
    doc_.sections.emplace_back();
    // Keys stand at once below a heading.
    bool keys_may_come = false;
    for (; line_ <= file_.line_count(); ++line_) {
      const std::string_view line = file_.line(line_);
      Section& section = doc_.sections.back();
      if (line.starts_with(kFence)) {
        fence(trim(line.substr(kFence.size())));
        keys_may_come = false;
      } else if (line.starts_with("## ")) {
        doc_.sections.emplace_back();
        doc_.sections.back().heading = trim(line.substr(3));
        doc_.sections.back().span = span_of(file_, line_);
        keys_may_come = true;
      } else if (keys_may_come && is_entry(line)) {
        section.keys.insert(split_entry(line));
      } else {
        keys_may_come = false;
        section.prose += std::string(line) + "\n";
      }
    }
    for (Section& section : doc_.sections) section.prose = trim(section.prose);
    return std::move(doc_);
  }

 private:
  void front_matter(const std::vector<std::string>& keys) {
    if (trim(file_.line(1)) != "---") {
      complaints_.add(span_of(file_, 1), "front matter between two lines '---' is missing");
      return;
    }
    for (line_ = 2; line_ <= file_.line_count(); ++line_) {
      const std::string_view line = trim(file_.line(line_));
      if (line == "---") {
        ++line_;
        return;
      }
      const auto [key, value] = split_entry(line);
      if (key == "format") {
        if (value != std::to_string(kDocumentFormat)) {
          complaints_.add(span_of(file_, line_), "made for another mha-tutor: its format is " +
                                                     value + ", this one knows " +
                                                     std::to_string(kDocumentFormat));
        }
        continue;
      }
      bool known = false;
      for (const std::string& k : keys) known = known || k == key;
      if (!known) complaints_.no_such(span_of(file_, line_), "key", key, keys);
      doc_.front[key] = value;
    }
    complaints_.add(span_of(file_, 1), "the front matter is not closed by '---'");
  }

  void fence(std::string_view words) {
    Fence fence;
    const size_t blank = words.find(' ');
    fence.role = words.substr(0, blank);
    if (blank != std::string_view::npos) fence.rest = trim(words.substr(blank));
    fence.head = span_of(file_, line_);
    fence.content = {file_.line_start(line_) + static_cast<uint32_t>(file_.line(line_).size()),
                     0};
    for (++line_; line_ <= file_.line_count(); ++line_) {
      if (trim(file_.line(line_)) == kFence) break;
      if (fence.body.empty()) fence.content.begin = file_.line_start(line_);
      fence.body += std::string(file_.line(line_)) + "\n";
    }
    if (line_ > file_.line_count()) complaints_.add(fence.head, "a fence that is not closed");
    fence.content.end = fence.content.begin + static_cast<uint32_t>(fence.body.size());
    doc_.sections.back().fences.push_back(std::move(fence));
  }

  const Source& file_;
  Complaints complaints_;
  Document doc_;
  int line_ = 1;
};

}  // namespace

std::string Document::front_value(const std::string& key) const {
  const auto it = front.find(key);
  return it == front.end() ? "" : it->second;
}

Document read_document(const SourcePtr& file, const std::vector<std::string>& keys,
                       std::vector<Problem>& problems) {
  return DocumentReader(file, problems).read(keys);
}

std::vector<std::pair<std::string, std::string>> entries_of(const Fence& fence,
                                                            Complaints& complaints) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const std::string& line : split_lines(fence.body)) {
    if (trim(line).empty()) continue;
    auto entry = split_entry(line);
    if (entry.first.empty()) {
      complaints.add(fence.content, "expected lines 'key: value', not '" + line + "'");
    } else {
      out.push_back(std::move(entry));
    }
  }
  return out;
}

std::vector<std::string> comma_list(const std::string& text) {
  std::vector<std::string> out;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const std::string part(trim(std::string_view(text).substr(at, comma - at)));
    if (!part.empty()) out.push_back(part);
    at = comma + 1;
  }
  return out;
}

}  // namespace mha::lesson
