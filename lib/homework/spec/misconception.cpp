#include "homework/spec/misconception.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "base/text.h"
#include "lesson/course/embedded.h"

namespace mha::homework {

namespace {

void read_fences(Misconception& m, const lesson::Section& section, lesson::Complaints& complaints) {
  for (const lesson::Fence& fence : section.fences) {
    if (fence.role == "hint") {
      m.hints.emplace_back(trim(fence.body));
    } else if (fence.role == "torch" && fence.rest == "variant") {
      m.variants.push_back(read_snippet(fence, complaints));
    } else if (fence.role == "rewrite") {
      std::vector<reading::Rewrite> rules = reading::read_rewrites(fence, complaints);
      std::move(rules.begin(), rules.end(), std::back_inserter(m.rewrites));
    } else {
      complaints.add(fence.head, "a misconception has ```torch variant, ```rewrite and ```hint fences");
    }
  }
}

}  // namespace

Misconception read_misconception(const SourcePtr& file,
                                 std::vector<lesson::Problem>& problems) {
  const lesson::Document doc = lesson::read_document(
      file, {"title", "stage", "until", "lesson", "kind", "clue", "property", "error", "at",
             "breaks", "in", "place", "needs", "mends", "price", "input"},
      problems);
  lesson::Complaints complaints(file, problems);
  Misconception m;
  m.file = file;
  m.id = doc.id;
  m.title = doc.front_value("title");
  m.stage = doc.front_value("stage");
  m.until = doc.front_value("until");
  m.lesson = doc.front_value("lesson");
  m.remark = doc.front_value("kind") == "remark";
  m.remark_if_right = doc.front_value("kind") == "remark if right";
  m.property = doc.front_value("property");
  m.of_known_input = doc.front_value("input") == "known";
  m.breaks = lesson::comma_list(doc.front_value("breaks"));
  m.error = doc.front_value("error");
  m.place = doc.front_value("place");
  m.in = lesson::comma_list(doc.front_value("in"));
  m.needs = lesson::comma_list(doc.front_value("needs"));
  m.at = lesson::comma_list(doc.front_value("at"));
  m.mends = lesson::comma_list(doc.front_value("mends"));
  for (const char digit : doc.front_value("price")) m.price = 10 * m.price + (digit - '0');
  const std::string clue = doc.front_value("clue");
  const size_t blank = clue.find(' ');
  m.clue = clue.substr(0, blank);
  if (blank != std::string::npos) m.clue_subjects = lesson::comma_list(clue.substr(blank));
  for (const lesson::Section& section : doc.sections) {
    read_fences(m, section, complaints);
    if (section.heading.empty()) {
      m.text = section.prose;
    } else if (section.heading == "Why people think so") {
      m.why = section.prose;
    } else if (section.heading == "What it does to a model") {
      m.effect = section.prose;
    } else {
      complaints.no_such(section.span, "section", section.heading,
                         {"Why people think so", "What it does to a model"});
    }
  }
  if (m.title.empty()) complaints.add({0, 3}, "front matter without a title");
  if (m.text.empty()) complaints.add({0, 3}, "no text says what the learner did");
  if (m.hints.empty() && !m.remark) complaints.add({0, 3}, "a misconception without a hint");
  if (m.variants.empty() && m.clue.empty() && m.property.empty() && m.error.empty() &&
      m.rewrites.empty() && m.mends.empty()) {
    complaints.add({0, 3}, "nothing identifies it: no variant, clue, property, error or mend");
  }
  return m;
}

const std::vector<Misconception>& misconceptions() {
  static const std::vector<Misconception> all = [] {
    std::vector<Misconception> out;
    std::vector<lesson::Problem> problems;
    for (const EmbeddedFile& file : lesson::embedded_lessons()) {
      if (!file.name.starts_with("misconceptions/")) continue;
      out.push_back(read_misconception(
          std::make_shared<Source>(std::string(file.name), std::string(file.text)), problems));
    }
    assert(problems.empty());
    return out;
  }();
  return all;
}

bool Misconception::by_mend_only() const {
  return variants.empty() && clue.empty() && property.empty() && error.empty();
}

bool Misconception::is_told_by(const std::string& seen, const std::string& subject) const {
  const auto& all = clue_subjects;
  return clue == seen &&
         (all.empty() || std::find(all.begin(), all.end(), subject) != all.end());
}

const Misconception* find_misconception(const std::string& id) {
  const std::vector<Misconception>& all = misconceptions();
  const auto it = std::find_if(all.begin(), all.end(), [&](const Misconception& m) { return m.id == id; });
  return it == all.end() ? nullptr : &*it;
}

bool matches_pattern(std::string_view pattern, std::string_view text) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  pattern.remove_prefix(star + 1);
  text.remove_prefix(star);
  for (size_t from = 0; from <= text.size(); ++from) {
    if (matches_pattern(pattern, text.substr(from))) return true;
  }
  return false;
}

}  // namespace mha::homework
