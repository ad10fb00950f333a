#include "lesson/answers/line_order.h"

#include <algorithm>
#include <memory>
#include <set>

#include "base/error.h"
#include "base/pattern.h"
#include "base/source.h"
#include "base/text.h"
#include "lang/syntax/parser.h"
#include "lesson/answers/typed_code.h"

namespace mha::lesson {

namespace {

constexpr size_t kNone = static_cast<size_t>(-1);

/// A line and the lines below it that are further to the right.
struct Statement {
  size_t parent = kNone;     // the line whose body it is in
  std::set<std::string> sets, reads;
  bool fixed = false;        // might have an effect: nothing passes it
};

bool parses(const std::vector<std::string>& lines) {
  try {
    lang::parse(std::make_shared<Source>("lines", join(lines, "\n") + "\n"));
    return true;
  } catch (const Error&) {
    return false;
  }
}

Statement statement_of(const std::string& line) {
  static const Pattern kAssigns(R"(\s*((?:[A-Za-z_]\w*\s*,\s*)*[A-Za-z_]\w*)\s*=(?!=)(.*))"),
      kDefines(R"(\s*(?:def|class)\s+(\w+).*)"), kInPlace(R"(\w_\()");
  Statement s;
  const auto names = [](const std::string& text) {
    const std::vector<std::string> all = names_in(text);
    return std::set<std::string>(all.begin(), all.end());
  };
  if (const PatternMatch found = kDefines.fullmatch(line)) {
    s.sets = {found[1]};
  } else if (const PatternMatch assigned = kAssigns.fullmatch(line)) {
    s.sets = names(assigned[1]);
    s.reads = names(assigned[2]);
    s.fixed = kInPlace.is_in(line);
  } else {
    s.fixed = true;
  }
  return s;
}

/// The lines as statements; empty if they are not a program.
std::vector<Statement> statements(const std::vector<std::string>& lines) {
  if (!parses(lines)) return {};
  std::vector<Statement> all;
  for (size_t i = 0; i < lines.size(); ++i) {
    Statement s = statement_of(lines[i]);
    const size_t indent = lines[i].find_first_not_of(' ');
    for (size_t k = i; k-- > 0 && s.parent == kNone;) {
      if (lines[k].find_first_not_of(' ') < indent) s.parent = k;
    }
    // What a body reads, it reads wherever its function is used: a use of the
    // function is then a use of those names.
    for (size_t up = s.parent; up != kNone; up = all[up].parent)
      all[up].reads.insert(s.reads.begin(), s.reads.end());
    all.push_back(std::move(s));
  }
  for (Statement& s : all) {
    for (const Statement& other : all) {
      const bool uses = std::any_of(other.sets.begin(), other.sets.end(), [&](const std::string& n) { return s.reads.contains(n); });
      if (uses && &other != &s) s.reads.insert(other.reads.begin(), other.reads.end());
    }
  }
  return all;
}

bool independent(const Statement& a, const Statement& b) {
  if (a.fixed || b.fixed) return false;
  return std::none_of(a.sets.begin(), a.sets.end(), [&](const std::string& n) { return b.sets.contains(n) || b.reads.contains(n); }) &&
         std::none_of(b.sets.begin(), b.sets.end(), [&](const std::string& n) { return a.reads.contains(n); });
}

/// Whether `line` may stand after the lines `placed`.
bool may_follow(const std::vector<Statement>& all, const std::vector<size_t>& placed, size_t line) {
  const auto is_placed = [&](size_t i) { return std::find(placed.begin(), placed.end(), i) != placed.end(); };
  const size_t parent = all[line].parent;
  if (parent != kNone && !is_placed(parent)) return false;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i == line || is_placed(i)) continue;
    // What must come before it is missing, or a block that it would close.
    if (all[i].parent == parent && i < line && !independent(all[i], all[line])) return false;
    const size_t block = all[i].parent;
    bool around = block == kNone || !is_placed(block);
    for (size_t up = parent; up != kNone && !around; up = all[up].parent) around = up == block;
    if (!around) return false;
  }
  return true;
}

}  // namespace

size_t lines_right(const std::vector<std::string>& lines,
                   const std::vector<size_t>& order) {
  const std::vector<Statement> all = statements(lines);
  std::vector<size_t> placed;
  for (const size_t line : order) {
    const bool fits = all.empty() ? line == placed.size() : may_follow(all, placed, line);
    if (!fits) break;
    placed.push_back(line);
  }
  return placed.size();
}

}  // namespace mha::lesson
