#include "reading/vocabulary.h"

#include <cctype>

#include "base/text.h"
#include "lesson/course/document.h"
#include "lesson/course/embedded.h"

namespace mha::reading {

std::string folded(std::string_view word) {
  std::string out;
  for (const char c : word) {
    if (c != '_') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

Vocabulary::Vocabulary(const SourcePtr& file, std::vector<lesson::Problem>& problems) {
  const std::map<std::string, Kind> kinds = {
      {"Sizes", Kind::sizes}, {"Tensors", Kind::tensors}, {"Weights", Kind::weights}};
  const lesson::Document doc = lesson::read_document(file, {}, problems);
  lesson::Complaints complaints(file, problems);
  for (const lesson::Section& section : doc.sections) {
    const auto kind = kinds.find(section.heading);
    for (const std::string& line : split_lines(section.prose)) {
      if (!line.starts_with("- ")) continue;
      const size_t colon = line.find(':');
      if (colon == std::string::npos) {
        complaints.add(section.span, "expected '- name: words', not '" + line + "'");
        continue;
      }
      const std::vector<std::string> names = lesson::comma_list(line.substr(2, colon - 2));
      for (const std::string& word : lesson::comma_list(line.substr(colon + 1))) {
        if (section.heading == "Sizes by use") by_use_.emplace(word, names[0]);
        if (section.heading == "Whole models") model_layers_.push_back(word);
        if (section.heading == "Vague names") vague_.insert(folded(word));
        if (section.heading == "Words for a number of things") counts_.insert(word);
        if (section.heading == "Words for a mask") masks_.insert(word);
        if (section.heading == "Wrong on purpose") (names[0] == "name" ? wrong_names_ : names[0] == "clause" ? wrong_clauses_ : wrong_phrases_).push_back(word);
        if (section.heading == "Masks of PyTorch") may_be_turned_.insert(folded(word));
        if (section.heading == "Two words together") halves_.emplace(word, names);
        if (kind == kinds.end()) continue;
        words_[kind->second].emplace(folded(word), names);
        if (kind->second == Kind::tensors) places_.emplace(folded(word), places_.size());
      }
    }
  }
}

void Vocabulary::put_first(Kind kind, const std::vector<std::string>& names,
                           const std::vector<std::string>& words) {
  for (const std::string& word : words) words_[kind][folded(word)] = names;
  if (kind == Kind::sizes) told_.insert(words.begin(), words.end());
}

std::vector<std::string> Vocabulary::find(Kind kind, std::string_view word) const {
  const auto words = words_.find(kind);
  if (words == words_.end()) return {};
  const auto it = words->second.find(folded(word));
  return it == words->second.end() ? std::vector<std::string>() : it->second;
}

/// Whether one of the words of a name is one of these.
static bool has_one_of(std::string_view name, const std::set<std::string>& words) {
  for (size_t at = 0; at <= name.size();) {
    const size_t end = std::min(name.find('_', at), name.size());
    if (words.contains(folded(name.substr(at, end - at)))) return true;
    at = end + 1;
  }
  return false;
}

bool Vocabulary::counts(std::string_view name) const { return has_one_of(name, counts_); }

bool Vocabulary::masks(std::string_view name) const { return has_one_of(name, masks_); }

/// Whether a text has these words as a clause of its own: "Broken: do not use it.", and not "I do not
/// use it yet".
static bool has_clause(std::string_view text, const std::string& words) {
  for (size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
    const size_t before = text.substr(0, at).find_last_not_of(" \n"), after = text.find_first_not_of(' ', at + words.size());
    const auto ends = [&](size_t i) { return i == std::string_view::npos || std::string_view(".,:;!()-\n").find(text[i]) != std::string_view::npos; };
    if (ends(before) && ends(after)) return true;
  }
  return false;
}

bool Vocabulary::is_marked_wrong(std::string_view name, std::string_view docstring) const {
  const std::string folded_name = folded(name), text = folded(docstring);
  const auto in = [](const std::string& where) { return [&where](const std::string& word) { return where.find(word) != std::string::npos; }; };
  return std::any_of(wrong_names_.begin(), wrong_names_.end(), in(folded_name)) ||
         std::any_of(wrong_phrases_.begin(), wrong_phrases_.end(), in(text)) ||
         std::any_of(wrong_clauses_.begin(), wrong_clauses_.end(), [&](const std::string& words) { return has_clause(text, words); });
}

std::vector<std::string> Vocabulary::sizes(std::string_view word) const {
  const std::vector<std::string> known = find(Kind::sizes, word);
  return known.empty() ? find_in_two(word) : known;
}

/// Looks up a word that consists of a measure and the thing measured.
std::vector<std::string> Vocabulary::find_in_two(std::string_view word) const {
  const size_t middle = word.find('_');
  if (middle == std::string_view::npos) return {};
  const auto first = halves_.find(folded(word.substr(0, middle))), second = halves_.find(folded(word.substr(middle + 1)));
  if (first == halves_.end() || second == halves_.end()) return {};
  const bool measured = first->second[0] == "measure", measures = second->second[0] == "measure";
  if (measured == measures) return {};
  return measured ? second->second : first->second;
}

std::string Vocabulary::tensor(std::string_view word) const {
  const std::vector<std::string> names = find(Kind::tensors, word);
  return names.empty() ? "" : names[0];
}

size_t Vocabulary::place(std::string_view tensor_word) const {
  const auto it = places_.find(folded(tensor_word));
  return it == places_.end() ? places_.size() : it->second;
}

std::string Vocabulary::size_by_use(const std::string& use) const {
  const auto it = by_use_.find(use);
  return it == by_use_.end() ? "" : it->second;
}

std::string Vocabulary::weight(std::string_view word) const {
  const std::vector<std::string> names = find(Kind::weights, word);
  return names.empty() ? "" : names[0];
}

const Vocabulary& vocabulary() {
  static const Vocabulary built_in = [] {
    std::vector<lesson::Problem> problems;
    return Vocabulary(lesson::embedded_source("homework-names.md"), problems);
  }();
  return built_in;
}

}  // namespace mha::reading
