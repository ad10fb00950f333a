#include "render/homework/homework_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"

namespace mha::render {

using homework::Finding;
using homework::Result;
using homework::StageResult;
using homework::StageVerdict;

std::string verdict_word(StageVerdict verdict) {
  if (verdict == StageVerdict::wrong_value) return "wrong numbers";
  return verdict == StageVerdict::wrong_layout ? "wrong order" : verdict_name(verdict);
}

std::string verdict_name(StageVerdict verdict) {
  switch (verdict) {
    case StageVerdict::right: return "right";
    case StageVerdict::wrong_value: return "wrong value";
    case StageVerdict::wrong_shape: return "wrong shape";
    case StageVerdict::wrong_layout: return "wrong layout";
    case StageVerdict::unseen: return "not seen";
    case StageVerdict::not_reached: return "not reached";
    case StageVerdict::not_judged: return "not judged";
  }
  return "";
}

std::string verdict_mark(StageVerdict verdict) {
  if (verdict == StageVerdict::right) return "✓";
  if (is_wrong(verdict)) return "✗";
  return verdict == StageVerdict::unseen ? "~" : "-";
}

std::string count_sentence(const Result& result) {
  const auto all = static_cast<int64_t>(result.stages.size());
  const auto right = std::count_if(result.stages.begin(), result.stages.end(),
                                   [](const StageResult& s) { return is_earned(s.verdict); });
  const std::string points = fmt::format("{} of {}", result.points(), plural(result.of(), "point"));
  if (right == 0 && all == 1) return fmt::format("The only stage is not right yet: {}.", points);
  if (right == 0) return fmt::format("None of the {} is right yet: {}.", plural(all, "stage"), points);
  if (right == all && result.lost > 0) {
    return fmt::format("{} right, but the program as a whole is not: {}.",
                       all == 1 ? "The only stage is" : fmt::format("All {} are", plural(all, "stage")), points);
  }
  if (right == all && all == 1) return fmt::format("The only stage is right: {}.", points);
  if (right == all) return fmt::format("All {} are right: {}.", plural(all, "stage"), points);
  return fmt::format("{} of {} {} right: {}.", right, plural(all, "stage"), right == 1 ? "is" : "are", points);
}

std::string subject_text(const Result& result) {
  if (result.kind == "tensors") return "the tensors";
  if (result.kind == "script" || result.subject.empty()) {
    return result.kind.empty() ? "the file" : "the " + result.kind;
  }
  // A function that makes a class inside and returns an object of it is judged as that class.
  const auto& at = result.place;
  const bool factory = at.known() && trim(at.source->text({at.source->line_start(at.source->place(at.span.begin).line), at.span.begin})) == "def";
  return (factory ? "function" : result.kind) + " " + result.subject;
}

std::string line_text(const Result& result, const homework::Location& place) {
  if (!place.known()) return "";
  const std::string line = fmt::format("line {}", place.source->place(place.span.begin).line);
  const std::string& name = place.source->name();
  if (name == result.file || !name.starts_with(result.file)) return line;
  // "mha.ipynb, cell 3"
  const std::string part = name.substr(result.file.size());
  return part.substr(std::min(part.find_first_not_of(", "), part.size())) + ", " + line;
}

homework::Location place_of(const Result& result, const StageResult& stage) {
  if (stage.place.known() || !is_wrong(stage.verdict)) return stage.place;
  for (const Finding& f : result.findings) {
    if (f.stage == stage.id) return f.cause.known() ? f.cause : f.place;
  }
  return {};
}

bool same_line(const homework::Location& a, const homework::Location& b) {
  return a.known() && b.known() && a.source == b.source &&
         a.source->place(a.span.begin).line == b.source->place(b.span.begin).line;
}

homework::Location fault_of(const Result& result) {
  const StageResult* first = result.first_wrong();
  if (!result.findings.empty() && result.verdict == homework::Verdict::wrong) {
    const Finding& f = result.findings.front();
    // A finding that explains all numbers, or the error, explains the first wrong stage too.
    const bool all = f.evidence == Finding::Evidence::numbers || f.evidence == Finding::Evidence::error ||
                     f.evidence == Finding::Evidence::mend;
    // If several mistakes are possible, the line is certain only if all of them have it.
    const bool agreed = std::all_of(result.findings.begin(), result.findings.end(), [&](const Finding& other) {
      const auto& rivals = f.alternatives;
      return std::find(rivals.begin(), rivals.end(), other.id) == rivals.end() || same_line(f.place, other.place);
    });
    // What breaks a property comes before the line where it shows.
    const homework::Location shows = first ? place_of(result, *first) : homework::Location();
    const bool earlier = f.evidence == Finding::Evidence::property && f.place.known() && f.place.source == shows.source &&
                         f.place.span.begin < shows.span.begin;
    if (f.place.known() && agreed && (!first || all || earlier || f.stage == first->id)) return f.place;
  }
  if (first) {
    if (const homework::Location place = place_of(result, *first); place.known()) return place;
  }
  if (result.failing_call.known()) return result.failing_call;
  if (result.error && result.error->source) return {result.error->source, result.error->span};
  for (const homework::PropertyResult& p : result.properties) {
    if (!p.holds && p.place.known()) return p.place;
  }
  return result.verdict == homework::Verdict::wrong && !result.findings.empty() ? result.findings.front().place : homework::Location();
}

std::string help_of_error(const Result& result) {
  const homework::Location fault = fault_of(result), at = {result.error->source, result.error->span};
  const bool explained = !result.findings.empty() && !result.error_elsewhere && fault.known() && at.known() && !same_line(fault, at);
  return explained ? "" : result.error->help;
}

bool follows_wrong(const Result& result, const StageResult& stage) {
  for (const StageResult& s : result.stages) {
    if (&s == &stage) return false;
    if (is_wrong(s.verdict) || s.verdict == StageVerdict::not_judged) return true;
  }
  return false;
}

std::string given_sentence(const Result& result) {
  const bool any = std::any_of(result.stages.begin(), result.stages.end(), [&](const StageResult& s) {
    return s.verdict == StageVerdict::right && follows_wrong(result, s);
  });
  return any && result.first_wrong() ? "After the first wrong stage, \"right\" means right, given its input." : "";
}

std::string unseen_sentence(const Result& result) {
  const bool any = std::any_of(result.stages.begin(), result.stages.end(), [](const StageResult& s) {
    return s.verdict == StageVerdict::unseen;
  });
  if (result.kind == "tensors") return "";
  return any ? "Not seen: no line makes just this, but what comes after it is right." : "";
}

namespace {

/// For a result that is not right although every stage is.
std::string after_all_sentence(const Result& result) {
  if (result.stages.empty() || result.probes.empty() || result.probes.front().right) {
    const bool broken = std::any_of(result.properties.begin(), result.properties.end(),
                                    [](const homework::PropertyResult& p) { return !p.holds; });
    if (result.error) return "These numbers are right, but your own code stops with an error where it uses them.";
    return broken ? "These numbers are right, but something that must always be true is not."
                  : "These numbers are right, but other cases are not.";
  }
  const StageResult& last = result.stages.back();
  const std::string where = line_text(result, last.place);
  const double error = result.probes.front().largest_error;
  return fmt::format("Your code makes every stage, but returns something else{}. Look at the code after "
                     "\"{}\"{}.", error > 0 ? ", by up to " + size_text(error) : "", last.title,
                     where.empty() ? "" : ", " + where);
}

}  // namespace

std::string hidden_fault_sentence(const Result& result) {
  std::vector<std::string> titles, ids;
  for (const StageResult& s : result.stages) {
    if (s.verdict != StageVerdict::not_judged) continue;
    titles.push_back(s.title);
    ids.push_back(s.id);
  }
  if (!result.findings.empty() && ids.empty()) return "These numbers are right, but something else is wrong:";
  if (ids.empty()) return after_all_sentence(result);
  if (result.kind == "tensors") return "The numbers in your file are right. Still missing: " + join(ids, ", ") + ".";
  return fmt::format("No stage that could be judged is wrong, but the result is. Look at your code from \"{}\" on.", titles[0]);
}

homework::Location experiment_place(const homework::Experiment& e) {
  homework::Location place = e.place;
  if (!e.before) place.span.begin = std::max(place.span.begin, place.span.end - 1);
  return place;
}

std::string experiment_lead(const Result& result) {
  const homework::Experiment& e = *result.next;
  return fmt::format("Try next, {} {}:", e.before ? "before" : "after", line_text(result, experiment_place(e)));
}

std::string experiment_sentence(const Result& result) {
  const homework::Experiment& e = *result.next;
  const std::string text = capitalised(e.stage.empty() ? e.expected : fmt::format("If this is \"{}\": {}", e.stage, e.expected));
  return text + (text.ends_with('?') ? "" : ".");
}

bool is_turned(const StageResult& stage) {
  return stage.verdict == StageVerdict::wrong_layout && stage.shape != stage.expected_shape;
}

std::string unknown_sentence(const Result& result, const StageResult& first) {
  if (is_turned(first)) {
    return "The numbers are right, but their axes are in another order than the task asks for.";
  }
  const bool all_nan = first.first_wrong && std::isnan(first.first_wrong->got) && first.wrong_cells == first.cells;
  if (all_nan && result.kind == "tensors") {
    return fmt::format("Every number is nan. More than one mistake gives that, so the numbers cannot show which one it is. "
                       "Hand in more stages than \"{}\".", first.id);
  }
  if (first.done.known()) {
    return fmt::format("The result of this step is right ({}), but your code returns something else: look at the code "
                       "after it.", line_text(result, first.done));
  }
  const StageResult* before = nullptr;
  bool gap = false;
  for (const StageResult& s : result.stages) {
    if (&s == &first) break;
    if (s.verdict == StageVerdict::right) before = &s;
    gap = s.verdict != StageVerdict::right;
  }
  const std::string text = fmt::format("mha-tutor knows no mistake that gives {}. ",
                                       first.verdict == StageVerdict::wrong_shape ? "this shape" : "these numbers");
  if (before && gap) {
    const std::string from = line_text(result, before->place), to = line_text(result, first.place);
    const bool known = !from.empty() && !to.empty() && from != to;
    return text + fmt::format("Your code is right up to \"{}\". mha-tutor saw no step between that and \"{}\", so look at all the code "
                              "between them{}.", before->title, first.title,
                              known ? ", from " + from + " to " + to : "");
  }
  if (before) {
    return text + fmt::format("Your code is right up to \"{}\": the input of this step is right, its result is not.",
                              before->title);
  }
  if (&first == &result.stages.front()) return text + "The first step is already different: look at its input.";
  if (result.kind == "tensors") {
    return text + fmt::format("Hand in more stages than \"{}\", and mha-tutor can say where it goes wrong.", first.id);
  }
  return text + "mha-tutor saw no step before it, so look at all the code before it.";
}

std::string named_shape(const Shape& shape, const std::vector<std::string>& axes) {
  if (axes.size() != shape.size() || axes.empty()) return shape_text(shape);
  std::vector<std::string> parts;
  for (size_t i = 0; i < axes.size(); ++i) parts.push_back(fmt::format("{} {}", axes[i], shape[i]));
  return join(parts, ", ");
}

std::string own_shape(const StageResult& stage) {
  std::string text = shape_text(stage.shape);
  const Shape& wanted = stage.expected_shape;
  if (stage.axes.size() != wanted.size() || stage.shape.size() + 1 != wanted.size()) return text;
  for (size_t i = 0; i < wanted.size(); ++i) {
    Shape without = wanted;
    without.erase(without.begin() + static_cast<int64_t>(i));
    if (without == stage.shape) return text + ": the axis \"" + stage.axes[i] + "\" is missing";
  }
  return text;
}

TwoNumbers number_texts(double expected, double got) {
  const auto text = [](double v, int digits) {
    if (std::isnan(v)) return std::string("nan");
    if (std::isinf(v)) return std::string(v > 0 ? "inf" : "-inf");
    return fmt::format("{:.{}g}", v, digits);
  };
  for (int digits = 4; digits < 17; ++digits) {
    TwoNumbers two = {text(expected, digits), text(got, digits)};
    if (two.expected != two.got) return two;
  }
  return {text(expected, 17), text(got, 17)};
}

std::string size_text(double difference) {
  if (std::isnan(difference)) return "nan";
  if (std::isinf(difference)) return "infinity";
  return fmt::format("{:.2g}", difference);
}

std::string numbers_sentence(const StageResult& stage) {
  const TwoNumbers n = number_texts(stage.first_wrong->expected, stage.first_wrong->got);
  return fmt::format("expected {}, yours {}{}", n.expected, n.got,
                     stage.tolerance > 0 ? fmt::format(" (tolerance {})", size_text(stage.tolerance)) : "");
}

std::string difference_sentence(const StageResult& stage) {
  if (stage.cells == 0) return "";
  return fmt::format("{} of {} numbers differ{}", stage.wrong_cells, stage.cells,
                     std::isfinite(stage.largest_error) && stage.largest_error > 0 ? ", by up to " + size_text(stage.largest_error) : "");
}

std::vector<std::vector<const Finding*>> grouped(const std::vector<Finding>& findings) {
  std::vector<std::vector<const Finding*>> groups;
  for (const Finding& f : findings) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      const std::vector<std::string>& others = group.front()->alternatives;
      return std::find(others.begin(), others.end(), f.id) != others.end();
    });
    if (same == groups.end()) {
      groups.push_back({&f});
    } else {
      same->push_back(&f);
    }
  }
  return groups;
}

namespace {

std::string within(const Result& result) {
  return result.tolerance > 0 ? fmt::format(" (to within {})", size_text(result.tolerance)) : "";
}

std::string number_word(size_t n) {
  constexpr std::array<const char*, 7> kWords = {"no", "one", "two", "three", "four", "five", "six"};
  return n < kWords.size() ? kWords[n] : std::to_string(n);
}

}  // namespace

std::string alike_sentence(const Finding& first, size_t n) {
  const char* what = first.evidence == Finding::Evidence::error     ? "stop with exactly this error"
                     : first.evidence == Finding::Evidence::numbers ? "give exactly these numbers"
                                                                    : "look exactly like this";
  return fmt::format("{} mistakes that {}; it may be one of them:", capitalised(number_word(n)), what);
}

bool explains_first_wrong(const Result& result) {
  const StageResult* first = result.first_wrong();
  return std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& f) {
    const auto own = std::find_if(result.stages.begin(), result.stages.end(), [&](const StageResult& s) { return s.id == f.stage; });
    return f.evidence != Finding::Evidence::source || !first || own == result.stages.end() || &*own <= first;
  });
}

bool explained_together(const Result& result) {
  return std::all_of(result.findings.begin(), result.findings.end(),
                     [](const Finding& f) { return f.evidence == Finding::Evidence::numbers; });
}

std::string together_sentence(const Result& result, size_t n) {
  return fmt::format("Together, these {} mistakes give exactly your numbers{}.", number_word(n),
                     within(result));
}

/// The evidence for a mistake that was found by an edit.
static std::string mend_sentence(const Result& result) {
  const auto changes = std::count_if(result.findings.begin(), result.findings.end(), [](const Finding& f) {
    return f.evidence == Finding::Evidence::mend;
  });
  if (changes > 1) return "mha-tutor tried a small change here and one in the other line: then everything is right.";
  const bool left = std::any_of(result.findings.begin(), result.findings.end(),
                                [](const Finding& f) { return f.evidence == Finding::Evidence::numbers; });
  if (left) return "mha-tutor tried a small change here: then only the other mistake is left.";
  std::string text = "mha-tutor tried a small change here: then everything is right.";
  std::vector<std::string> others;
  for (const homework::Location& l : result.mend ? result.mend->rivals : std::vector<homework::Location>()) {
    others.push_back(line_text(result, l));
  }
  if (!others.empty()) text += " A change in " + join(others, " or ") + " would work too.";
  return text;
}

/// Whether other mistakes, which are no alternatives, are part of what gives the error.
static bool others_stop(const Result& result, const Finding& finding) {
  return std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& f) {
    const auto& rivals = finding.alternatives;
    return f.evidence == Finding::Evidence::error && f.id != finding.id && std::find(rivals.begin(), rivals.end(), f.id) == rivals.end();
  });
}

std::string evidence_sentence(const Result& result, const Finding& finding) {
  const bool ended = finding.seen.empty() || finding.seen.ends_with('.');
  const std::string seen = finding.seen + (ended ? "" : ".");
  switch (finding.evidence) {
    case Finding::Evidence::numbers:
      return fmt::format("This mistake gives exactly your numbers{}.", within(result)) +
             (seen.empty() ? "" : " It also shows in your code: " + seen);
    case Finding::Evidence::steps:
      return "Your program makes the numbers of this mistake. Something else is wrong too." +
             (seen.empty() ? "" : " It also shows in your code: " + seen);
    case Finding::Evidence::source:
      return seen.empty() ? "It shows in your code." : "It shows in your code: " + seen;
    case Finding::Evidence::names:
      return "This is a mistake if each layer does what its name says, as with weights that were trained "
             "elsewhere. If you train the model from the start, it is right.";
    case Finding::Evidence::error:
      return others_stop(result, finding) ? "Together, these mistakes give the same error." : "This mistake gives the same error.";
    case Finding::Evidence::property:
      return "mha-tutor saw this by running your code." + (seen.empty() ? "" : " It also shows in your code: " + seen);
    case Finding::Evidence::mend:
      return mend_sentence(result);
  }
  return "";
}

namespace {

/// The sizes of a case that differ from those of the first: "tokens 1, heads 1".
std::string special_sizes(const Result& result, const homework::ProbeResult& probe) {
  const auto& usual = result.probes.front().sizes;
  std::vector<std::string> parts;
  for (const auto& [name, size] : probe.sizes) {
    const auto it = usual.find(name);
    if (it == usual.end() || it->second != size) parts.push_back(name + " " + size);
  }
  return join(parts, ", ");
}

std::string case_text(const Result& result, const homework::ProbeResult& probe) {
  const std::string sizes = special_sizes(result, probe);
  const std::string name = probe.name.empty() ? "the usual sizes" : probe.name;
  return sizes.empty() ? name : fmt::format("{} ({})", name, sizes);
}

}  // namespace

std::string probes_sentence(const Result& result) {
  std::vector<std::string> wrong, right;
  for (const homework::ProbeResult& p : result.probes) {
    // The error itself is shown elsewhere in the report.
    std::vector<std::string>& list = p.right ? right : wrong;
    const std::string text = case_text(result, p) + (p.stopped ? ", with an error" : p.trouble.empty() ? "" : ": " + p.trouble);
    // Cases that differ only in the form of an input are listed once.
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  }
  const size_t all = right.size() + wrong.size();
  if (all < 2 || right.empty()) return "";
  if (wrong.empty()) return fmt::format("Tried in {} cases with other sizes and numbers: all are right.", all);
  // Give the shorter list.
  return right.size() < wrong.size() ? fmt::format("only {} of {} {} right: {}.", right.size(), all, right.size() == 1 ? "is" : "are", join(right, "; "))
                                     : fmt::format("{} of {} are right; wrong: {}.", right.size(), all, join(wrong, "; "));
}

std::string judged_case(const Result& result) {
  if (result.other_sizes) return "other sizes than yours; some of your sizes are equal, and that hides the mistake";
  for (size_t i = 1; i < result.probes.size(); ++i) {
    if (result.probes[i].name == result.probe) return case_text(result, result.probes[i]);
  }
  return "";
}

Result harmless(Result result) {
  const auto clean = [](std::string& text) { text = harmless(text); };
  clean(result.file);
  clean(result.subject);
  clean(result.trouble);
  clean(result.help);
  if (result.next) clean(result.next->code);
  for (StageResult& s : result.stages) {
    if (s.first_wrong) clean(s.first_wrong->words);
  }
  for (auto* list : {&result.findings, &result.remarks}) {
    for (Finding& f : *list) clean(f.seen);
  }
  for (homework::ProbeResult& p : result.probes) {
    clean(p.trouble);
    for (auto& [name, size] : p.sizes) clean(size);
  }
  for (homework::PropertyResult& p : result.properties) clean(p.detail);
  if (result.error) {
    clean(result.error->kind);
    clean(result.error->message);
    clean(result.error->note);
    clean(result.error->help);
    // Their lines are shown as they stand.
    std::erase_if(result.error->calls, [](const lang::TraceEntry& call) {
      const std::string line(call.source->line(call.source->place(call.span.begin).line));
      return harmless(line) != line && line.find('\t') == std::string::npos;
    });
  }
  return result;
}

}  // namespace mha::render
