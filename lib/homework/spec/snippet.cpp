#include "homework/spec/snippet.h"

#include <algorithm>
#include <cctype>

#include "lang/syntax/parser.h"
#include "lang/syntax/scope_walker.h"

namespace mha::homework {

namespace {

/// Collects the names that a snippet reads and makes. A name that it makes before reading it
/// does not count as read.
class SnippetNames : public lang::ScopeWalker {
 public:
  explicit SnippetNames(Snippet& snippet) : piece_(snippet) {}

 protected:
  void open(lang::ScopeType, lang::ScopeInfo*, lang::Symbol) override { ++depth_; }
  void close() override { --depth_; }
  void on_walrus(lang::Named&) override {}
  void on_name(lang::NameRef& ref, lang::Access access) override {
    const std::string& name = ref.name.str();
    const bool made = std::find(made_.begin(), made_.end(), name) != made_.end();
    if (access != lang::Access::load) made_.push_back(name);
    if (access == lang::Access::load ? made : depth_ > 1 || name.starts_with('_')) return;
    std::vector<std::string>& list =
        access == lang::Access::load ? piece_.reads : piece_.makes;
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }

 private:
  Snippet& piece_;
  std::vector<std::string> made_;
  int depth_ = 0;
};

}  // namespace

bool Snippet::uses(const std::string& name) const {
  return std::find(reads.begin(), reads.end(), name) != reads.end();
}

std::set<std::string> words_in(std::string_view text) {
  std::set<std::string> out;
  std::string word;
  bool comment = false;
  const auto end_word = [&] {
    if (!word.empty()) out.insert(word);
    word.clear();
  };
  for (const char c : text) {
    if (c == '\n') comment = false;
    if (c == '#') comment = true;
    if (!comment && (std::isalnum(static_cast<unsigned char>(c)) || c == '_')) {
      word += c;
    } else {
      end_word();
    }
  }
  end_word();
  return out;
}

Snippet read_snippet(const lesson::Fence& fence, lesson::Complaints& complaints) {
  Snippet snippet;
  snippet.code = fence.body;
  snippet.parsed = complaints.parsed(fence.body, fence.content.begin);
  if (!snippet.parsed) return snippet;
  // ScopeWalker takes a mutable tree, but this walker does not change it.
  SnippetNames(snippet).walk(const_cast<lang::Module&>(*snippet.parsed));
  return snippet;
}

}  // namespace mha::homework
