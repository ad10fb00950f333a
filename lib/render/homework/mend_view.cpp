#include "render/homework/mend_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "render/homework/homework_words.h"

namespace mha::render {

namespace {

using homework::Result;
using homework::Verdict;

constexpr size_t kAround = 2;  // lines shown before and after a change

/// A run of lines that differ: where it starts, and how many lines each text has.
struct Hunk {
  size_t first, before, after;
};

/// The difference after the common beginning and before the common end.
Hunk difference_of(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  size_t head = 0, tail = 0;
  const size_t most = std::min(a.size(), b.size());
  while (head < most && a[head] == b[head]) ++head;
  while (tail < most - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  return {head, a.size() - head - tail, b.size() - head - tail};
}

/// Prints it like `diff -u`; equal lines in the middle appear once.
std::string shown(const Style& style, const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const Hunk hunk = difference_of(a, b);
  const auto row = [&](Role role, const char* mark, size_t number, const std::string& text) {
    return paint(style, role, fmt::format("  {:>4} {} {}", number, mark, harmless(text))) + "\n";
  };
  const bool paired = hunk.before == hunk.after;
  std::string out;
  for (size_t i = hunk.first - std::min(hunk.first, kAround); i < hunk.first; ++i) out += row(Role::faint, " ", i + 1, a[i]);
  for (size_t i = 0; i < hunk.before; ++i) {
    const size_t at = hunk.first + i;
    const bool same = paired && a[at] == b[at];
    out += row(same ? Role::faint : Role::wrong, same ? " " : "-", at + 1, a[at]);
    if (paired && !same) out += row(Role::right, "+", at + 1, b[at]);
  }
  for (size_t i = 0; i < hunk.after && !paired; ++i) {
    out += row(Role::right, "+", hunk.first + i + 1, b[hunk.first + i]);
  }
  const size_t end = hunk.first + hunk.before;
  for (size_t i = end; i < std::min(a.size(), end + kAround); ++i) out += row(Role::faint, " ", i + 1, a[i]);
  return out;
}

std::string why_none(const Result& result) {
  if (!result.read) return result.trouble;
  if (result.verdict == Verdict::right) return "it is right, so there is nothing to change";
  if (result.verdict == Verdict::unjudged) return "mha-tutor could not follow it: " + result.trouble;
  return "mha-tutor found no single small change that makes it right; `mha-tutor check` shows what is wrong";
}

}  // namespace

std::string mend_view(const Style& style, const Result& result) {
  const std::string file = harmless(result.file);
  if (!result.mend) return fmt::format("{}: {}.\n", file, why_none(result));
  const homework::MendResult& mend = *result.mend;
  std::string out = paint(style, Role::strong, fmt::format("{}: with this change it is right as homework {}.", file,
                                                           result.assignment)) + "\n";
  out += shown(style, split_lines(mend.place.source->text()), split_lines(mend.text));
  if (!mend.rivals.empty()) {
    std::vector<std::string> lines;
    for (const homework::Location& l : mend.rivals) lines.push_back(line_text(result, l));
    out += fmt::format("A change in {} would also work.\n", join(lines, " or "));
  }
  out += paint(style, Role::faint, "mha-tutor did not change your file. Before you use this: why does it help?") + "\n";
  return out;
}

std::string mend_json(const Result& result) {
  using json = nlohmann::ordered_json;
  json out = {{"file", result.file}, {"homework", json()}, {"changes", json::array()}, {"why", json()}};
  if (!result.mend) {
    out["why"] = why_none(result);
    return out.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  }
  out["homework"] = result.assignment;
  const std::vector<std::string> a = split_lines(result.mend->place.source->text()), b = split_lines(result.mend->text);
  const Hunk hunk = difference_of(a, b);
  for (size_t i = 0; i < std::max(hunk.before, hunk.after); ++i) {
    const size_t at = hunk.first + i;
    const json before = i < hunk.before ? json(a[at]) : json(), after = i < hunk.after ? json(b[at]) : json();
    if (before != after) out["changes"].push_back({{"line", at + 1}, {"before", before}, {"after", after}});
  }
  return out.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace mha::render
