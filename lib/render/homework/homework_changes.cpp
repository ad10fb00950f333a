#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "render/homework/homework_report.h"
#include "render/homework/homework_words.h"

namespace mha::render {

namespace {

using homework::Finding;
using homework::Result;
using homework::StageResult;
using homework::Verdict;

template <typename T>
const T* find(const std::vector<T>& all, const std::string& id) {
  const auto it = std::find_if(all.begin(), all.end(), [&](const T& one) { return one.id == id; });
  return it == all.end() ? nullptr : &*it;
}

std::string verdict_change(Verdict before, Verdict now) {
  if (before == now) return "";
  switch (now) {
    case Verdict::right: return "It is right now.";
    case Verdict::wrong: return before == Verdict::right ? "It was right, but not any more." : "It can be judged now.";
    case Verdict::unjudged: return "It cannot be judged any more.";
  }
  return "";
}

/// Whether this check would find the mistake again: its stage was judged.
bool can_tell(const Result& now, const Finding& f) {
  if (now.verdict == Verdict::unjudged) return false;
  const StageResult* s = find(now.stages, f.stage);
  return s ? is_earned(s->verdict) || is_wrong(s->verdict) : !now.error;
}

}  // namespace

std::string homework_changes(const Style& style, const Result& before, const Result& now) {
  std::string out;
  const auto say = [&](Role role, const char* mark, const char* word, const std::string& what) {
    const std::string lead = style.spoken ? std::string(word) + ": " : fmt::format("{} {}: ", mark, word);
    const int width = display_width(lead);
    out += hung(paint(style, role, fit_charset(style, lead)),
                wrap(fit_charset(style, harmless(what)), style.text_width() - width), width);
  };
  if (before.assignment != now.assignment && !now.assignment.empty()) {
    say(Role::strong, "-", "checked as", "homework " + now.assignment);
  }
  const std::string verdict = verdict_change(before.verdict, now.verdict);
  const bool good = now.verdict == Verdict::right;
  if (!verdict.empty()) {
    say(good ? Role::right : Role::wrong, good ? "✓" : "✗", "changed", verdict);
  }
  int hidden = 0;
  std::vector<std::string> right, wrong;
  for (const StageResult& s : now.stages) {
    const StageResult* was = find(before.stages, s.id);
    if (!was || was->verdict == s.verdict) continue;
    if (is_earned(s.verdict) && !is_earned(was->verdict)) right.push_back(s.title);
    if (is_wrong(s.verdict) && is_earned(was->verdict)) wrong.push_back(s.title);
    if (!is_wrong(s.verdict) && !is_earned(s.verdict) && is_earned(was->verdict)) ++hidden;
  }
  const char* between = style.unicode && !style.spoken ? " · " : "; ";
  if (!right.empty()) say(Role::right, "✓", "now right", join(right, between));
  if (!wrong.empty()) say(Role::wrong, "✗", "now wrong", join(wrong, between));
  // What to mend stands at the top, with its place.
  for (const Finding& f : now.findings) {
    if (find(before.findings, f.id)) continue;
    say(Role::wrong, "✗", "new", f.title + (f.place.known() ? " (" + line_text(now, f.place) + ")" : ""));
  }
  if (hidden > 0) {
    say(Role::faint, "-", "not judged now", plural(hidden, "stage") + " after the first that is wrong");
  }
  for (const Finding& f : before.findings) {
    if (!find(now.findings, f.id) && can_tell(now, f)) say(Role::right, "✓", "gone", f.title);
  }
  if (out.empty()) {
    const int gained = now.points() - before.points();
    say(Role::faint, "-", "since last time",
        gained == 0 ? "nothing has changed." : fmt::format("{:+} points.", gained));
  }
  return out;
}

}  // namespace mha::render
