#include "lesson/course/document.h"

#include <algorithm>

#include "base/text.h"

namespace mha::lesson {

namespace {

constexpr int kDocumentFormat = 1;

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

class DocumentReader : FileReader {
 public:
  DocumentReader(const SourcePtr& file, std::vector<Problem>& problems) : FileReader(file, problems) {
    doc_.file = file;
    doc_.id = name_;
  }

  Document read(const std::vector<std::string>& keys) {
    if (!keys.empty()) {
      front_matter([&](const std::string& key, const std::string& value) { front_entry(keys, key, value); });
    }
    doc_.sections.emplace_back();
    // Keys stand at once below a heading.
    bool keys_may_come = false;
    for (; line_ <= file_->line_count(); ++line_) {
      const std::string_view line = file_->line(line_);
      Section& section = doc_.sections.back();
      if (line.starts_with(kFence)) {
        if (auto read = fence()) section.fences.push_back(std::move(*read));
        keys_may_come = false;
      } else if (line.starts_with("## ")) {
        doc_.sections.push_back({std::string(trim(line.substr(3))), span_of(line_), {}, "", {}});
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
  void front_entry(const std::vector<std::string>& keys, const std::string& key, const std::string& value) {
    if (key != "format") {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) complaints_.no_such(span_of(line_), "key", key, keys);
      doc_.front[key] = value;
    } else if (value != std::to_string(kDocumentFormat)) {
      problem(line_, "made for another mha-tutor: its format is " + value + ", this one knows " +
                         std::to_string(kDocumentFormat));
    }
  }

  Document doc_;
};

}  // namespace

FileReader::FileReader(const SourcePtr& file, std::vector<Problem>& problems, bool proven)
    : file_(file), name_(file->name().substr(file->name().rfind('/') + 1)), complaints_(file, problems, proven) {
  if (name_.ends_with(".md")) name_.resize(name_.size() - 3);
}

Span FileReader::span_of(int line) const {
  const uint32_t start = file_->line_start(line);
  return {start, start + static_cast<uint32_t>(file_->line(line).size())};
}

void FileReader::front_matter(const std::function<void(const std::string&, const std::string&)>& take) {
  if (trim(file_->line(1)) != "---") return problem(1, "a file starts with front matter between two lines '---'");
  for (line_ = 2; line_ <= file_->line_count(); ++line_) {
    if (trim(file_->line(line_)) == "---") {
      ++line_;
      return;
    }
    const auto [key, value] = split_entry(file_->line(line_));
    key.empty() ? problem(line_, "expected 'key: value'") : take(key, value);
  }
  problem(1, "the front matter is not closed by '---'");
}

std::optional<Fence> FileReader::fence() {
  const int opened = line_;
  const std::string_view words = trim(file_->line(opened).substr(kFence.size()));
  const size_t blank = std::min(words.find(' '), words.size());
  Fence f{std::string(words.substr(0, blank)), std::string(trim(words.substr(blank))), "", span_of(opened), {}};
  for (++line_; line_ <= file_->line_count(); ++line_) {
    if (trim(file_->line(line_)) == kFence) {
      f.content = {file_->line_start(opened + 1), file_->line_start(line_)};
      return f;
    }
    f.body += std::string(file_->line(line_)) + "\n";
  }
  problem(opened, "this fence is never closed");
  return std::nullopt;
}

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
