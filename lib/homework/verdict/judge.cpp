#include "homework/verdict/judge.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "homework/diagnosis/trace.h"

namespace mha::homework {

Judge::Judge(Reference& reference, const Trial& trial, Diagnosis& diagnosis,
             const Program* program)
    : reference_(reference), trial_(trial), diagnosis_(diagnosis), program_(program) {}

Location Judge::location(size_t made) const {
  const Made& m = trial_.recording.made()[made];
  if (!program_ || !m.source) return {};
  return {program_->source_of(m.source), m.span};
}

StageResult blank(const StageSpec& stage, StageVerdict verdict) {
  StageResult r;
  r.id = stage.id;
  r.title = stage.title;
  r.code = stage.snippet.code;
  r.axes = stage.axes;
  r.of = stage.points;
  r.verdict = verdict;
  return r;
}

std::string cell_words(const Assignment& assignment, const StageSpec& stage, const Shape& index) {
  std::vector<std::string> parts;
  // A tensor with fewer axes lacks the leading ones.
  const size_t skip = stage.axes.size() > index.size() ? stage.axes.size() - index.size() : 0;
  for (size_t i = 0; i < index.size(); ++i) {
    std::string axis = i + skip < stage.axes.size() ? stage.axes[i + skip] : "axis " + std::to_string(i);
    const bool wordy = std::find(assignment.word_axes.begin(), assignment.word_axes.end(), axis) !=
                       assignment.word_axes.end();
    if (axis.ends_with("s") && !axis.ends_with("ss")) axis.pop_back();
    std::string part = axis + " " + std::to_string(index[i]);
    const auto word = static_cast<size_t>(index[i]);
    if (wordy && word < assignment.words.size()) part += " \"" + assignment.words[word] + "\"";
    parts.push_back(part);
  }
  return join(parts, ", ");
}

void show_difference(StageResult& r, const Assignment& assignment, const StageSpec& stage, const Numbers& expected,
                     const Numbers& got, double precision) {
  const bool fits = fit(expected, got, precision) != Fit::none;
  r.points = 0;
  r.expected_shape = expected.shape;
  r.shape = got.shape;
  r.cells = expected.count();
  r.tolerance = tolerance_for(expected, precision);
  if (expected.shape != got.shape) {
    const bool turned = fits && same_sizes(expected.shape, got.shape);
    r.verdict = turned ? StageVerdict::wrong_layout : StageVerdict::wrong_shape;
    return;
  }
  const Difference d = difference(expected, got, precision);
  r.verdict = fits ? StageVerdict::wrong_layout : StageVerdict::wrong_value;
  r.largest_error = d.largest;
  r.wrong_cells = d.cells;
  r.first_wrong = d.first;
  if (r.first_wrong) r.first_wrong->words = cell_words(assignment, stage, r.first_wrong->index);
}

void Judge::compare(StageResult& r, const StageSpec& stage, const Numbers& expected, const Numbers& got) const {
  show_difference(r, reference_.assignment(), stage, expected, got);
}

void Judge::judge_slip(StageResult& r, const StageSpec& stage, const Mistake& mistake, Names& names,
                       const Names& theirs) {
  Names ours = names;
  const bool runs = reference_.run(stage, ours).empty();
  for (const std::string& name : stage.snippet.makes) {
    const std::optional<Numbers> expected = runs ? numbers_in(ours, name) : std::nullopt;
    const std::optional<Numbers> got = numbers_in(theirs, name);
    if (!expected || !got || same(*expected, *got)) continue;
    compare(r, stage, *expected, *got);
    break;
  }
  if (r.verdict == StageVerdict::not_judged) {
    // The mistake shows in another of its stages, or nowhere.
    r.verdict = mistake.first == mistake.last ? StageVerdict::wrong_value : StageVerdict::unseen;
    if (!is_wrong(r.verdict)) r.points = r.of;
  }
}

bool Judge::is_given(const Numbers& n) const {
  return std::any_of(trial_.inputs.begin(), trial_.inputs.end(), [&](const std::string& input) {
    const auto given = numbers_in(trial_.names, input);
    return given && same(*given, n);
  });
}

/// Whether these are the numbers of an input, perhaps before it got its shape.
bool Judge::has_numbers_of_input(const Numbers& n, const Names& names) const {
  const std::vector<InputSpec>& inputs = reference_.assignment().inputs;
  return std::any_of(inputs.begin(), inputs.end(), [&](const InputSpec& input) {
    const auto given = numbers_in(names, input.name);
    return given && given->values == n.values;
  });
}

/// Whether an earlier stage gives exactly this tensor.
bool Judge::is_of_before(const StageSpec& stage, const Names& names, const Numbers& n) const {
  for (const StageSpec& before : reference_.assignment().stages) {
    if (&before == &stage) return false;
    for (const std::string& name : before.snippet.makes) {
      const std::optional<Numbers> other = numbers_in(names, name);
      if (other && same(*other, n)) return true;
    }
  }
  return false;
}

/// Whether nothing in the program's text drops anything.
bool Judge::never_drops() const {
  return program_ && std::none_of(program_->modules().begin(), program_->modules().end(), [](const lang::ModulePtr& m) {
    const std::string& text = m->source->text();
    return text.find("drop") != std::string::npos || text.find("Drop") != std::string::npos || text.find("bernoulli") != std::string::npos;
  });
}

/// Whether a tensor with the numbers of a stage lacks an axis that the stage makes, as before a split:
/// it is an input, or that of an earlier stage beside an axis of one.
bool Judge::is_still_whole(const StageSpec& stage, const Names& names, const Numbers& expected, const Numbers& made) const {
  if (made.shape.size() >= expected.shape.size()) return false;
  if (has_numbers_of_input(made, names)) return true;
  if (without_ones(expected.shape).size() == expected.shape.size()) return false;
  for (const StageSpec& before : reference_.assignment().stages) {
    if (&before == &stage) return false;
    for (const std::string& name : before.snippet.makes) {
      const std::optional<Numbers> other = numbers_in(names, name);
      if (other && fit(*other, expected) != Fit::none) return true;
    }
  }
  return false;
}

/// Judges a right stage, and notes where it was seen.
void Judge::judge_seen(StageResult& r, const StageSpec& stage, const Names& names) {
  r.verdict = StageVerdict::unseen;
  r.points = r.of;
  bool lacks_any = false;
  for (const std::string& name : stage.snippet.makes) {
    const std::optional<Numbers> n = numbers_in(names, name);
    if (!n) continue;
    if (r.expected_shape.empty()) r.expected_shape = n->shape;
    std::optional<Match> match = find_named(*n, name);
    if (match && trial_.script && has_numbers_of_input(trial_.recording.made()[match->index].numbers, names)) {
      const auto made = made_of_input(*n, names);
      if (made || match->fit == Fit::exact) match = made;
    }
    lacks_any = lacks_any || !match || match->fit == Fit::scrambled;
    if (!match || match->fit == Fit::scrambled) continue;
    const Made& made = trial_.recording.made()[match->index];
    // An input may equal what is expected later, as after split and merge; a program that failed
    // before has not made it.
    if (trial_.failure && made.secondary() && is_given(made.numbers)) continue;
    // Another stage's tensor under a second name: this stage made nothing.
    if (!trial_.failure && made.secondary() && !match->in_parts && is_of_before(stage, names, made.numbers)) {
      if (match->fit == Fit::exact) continue;
      match = trial_.recording.find_in_parts(*n);
      if (!match) continue;
    }
    // The same numbers, not yet in this stage's shape.
    const bool taken =
        std::find(taken_.begin(), taken_.end(), match->index) != taken_.end();
    if (taken && !match->in_parts && (match->fit != Fit::exact || (stage.snippet.uses("dropout") && never_drops()))) continue;
    if (!match->in_parts && is_still_whole(stage, names, *n, trial_.recording.made()[match->index].numbers)) continue;
    // A failed program has not joined axes that are still separate.
    if (trial_.failure && axes_of(trial_.recording.made()[match->index].numbers) > axes_of(*n)) {
      continue;
    }
    taken_.push_back(match->index);
    if (r.verdict == StageVerdict::right) continue;
    r.verdict = StageVerdict::right;
    r.shape = trial_.recording.made()[match->index].numbers.shape;
    r.place = location(match->index);
    seen_.back() = match->index;
  }
  if (!trial_.failure || !lacks_any) return;
  r.verdict = StageVerdict::unseen;
  r.place = {};
  seen_.back().reset();
}

/// Where a script made this tensor, after the stages before, if it has the numbers of an input, which
/// the script made as well.
std::optional<Match> Judge::made_of_input(const Numbers& n, const Names& names) const {
  const auto& made = trial_.recording.made();
  bool after = false;
  for (size_t i = taken_.empty() ? 0 : *std::max_element(taken_.begin(), taken_.end()); i < made.size(); ++i) {
    if (after && !made[i].secondary() && same(n, made[i].numbers)) return Match{Fit::exact, i, false};
    after = after || has_numbers_of_input(made[i].numbers, names);
  }
  return std::nullopt;
}

std::vector<StageResult> Judge::stages(const Explanation* explanation) {
  seen_.clear();
  taken_.clear();
  in_pieces_.clear();
  return explanation ? explained(*explanation) : followed();
}

std::vector<StageResult> Judge::explained(const Explanation& explanation) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  std::vector<StageResult> out;
  const Names& names = explanation.names;
  Names ours = diagnosis_.start(explanation.matching);
  for (size_t i = 0; i < stages.size(); ++i) {
    StageResult r = blank(stages[i]);
    seen_.emplace_back();
    const int at = static_cast<int>(i);
    const auto mistake = std::find_if(explanation.mistakes.begin(), explanation.mistakes.end(),
                                      [&](const Mistake& s) { return s.first <= at && at <= s.last; });
    const std::vector<std::string>& makes = stages[i].snippet.makes;
    if (mistake != explanation.mistakes.end()) {
      judge_slip(r, stages[i], *mistake, ours, names);
      trace_slip(r, i, *mistake, explanation);
    } else if (std::all_of(makes.begin(), makes.end(), [&](const std::string& n) { return tensor_in(names, n); })) {
      judge_seen(r, stages[i], names);
    } else {
      r.verdict = StageVerdict::not_reached;
    }
    // The next stage is judged on the program's own tensors.
    for (const std::string& name : makes) {
      if (const auto it = names.find(name); it != names.end()) ours[name] = it->second;
    }
    out.push_back(std::move(r));
  }
  // Steps that were not seen just before an unexplained step may be part of it.
  for (const Mistake& mistake : explanation.mistakes) {
    const auto first = static_cast<size_t>(mistake.first);
    size_t from = first;
    while (from > 0 && out[from - 1].verdict == StageVerdict::unseen) --from;
    if (!mistake.known) take_back_unseen(out, from, first, StageVerdict::not_judged);
  }
  if (trial_.failure) take_back_undone(out);
  return out;
}

/// For a program that failed: a step that was not seen was done only if a step that was seen needs it.
void Judge::take_back_undone(std::vector<StageResult>& out) const {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  for (size_t i = 0; i < out.size(); ++i) {
    std::set<std::string> made_of_it(stages[i].snippet.makes.begin(), stages[i].snippet.makes.end());
    bool is_needed = false;
    for (size_t j = i + 1; j < out.size(); ++j) {
      const Snippet& later = stages[j].snippet;
      if (std::none_of(made_of_it.begin(), made_of_it.end(), [&](const std::string& name) { return later.uses(name); })) continue;
      made_of_it.insert(later.makes.begin(), later.makes.end());
      is_needed = is_needed || out[j].verdict == StageVerdict::right || is_wrong(out[j].verdict);
    }
    if (!is_needed) take_back_unseen(out, i, i + 1, StageVerdict::not_reached);
  }
}

/// Stages in this range that were not seen no longer count as right.
void Judge::take_back_unseen(std::vector<StageResult>& out, size_t from, size_t end, StageVerdict verdict) {
  for (size_t i = from; i < end; ++i) {
    if (out[i].verdict != StageVerdict::unseen) continue;
    out[i].verdict = verdict;
    out[i].points = 0;
  }
}

/// Where this was seen. If it was made several times, as keys by the queries' layer: the one with
/// this step's name, rather than the one with another step's name.
std::optional<Match> Judge::find_named(const Numbers& n, const std::string& name) const {
  const std::optional<Match> first = trial_.recording.find(n, taken_);
  const std::deque<Made>& made = trial_.recording.made();
  if (!first || first->fit != Fit::exact || made[first->index].secondary()) return first;
  if (is_named(trial_.recording, first->index, name)) return first;
  for (size_t i = first->index + 1; i < made.size(); ++i) {
    const bool again = !made[i].secondary() && made[i].operation == made[first->index].operation &&
                       std::find(taken_.begin(), taken_.end(), i) == taken_.end() && same(n, made[i].numbers);
    if (again && is_named(trial_.recording, i, name)) return Match{Fit::exact, i, false};
  }
  return first;
}

/// Where this was made more often than stages have taken it, as by calling the keys' layer again,
/// rather than a view of an earlier result.
std::optional<Match> Judge::made_again(const Numbers& n) const {
  const auto& made = trial_.recording.made();
  std::vector<size_t> taken, open;
  for (size_t i = 0; i < made.size(); ++i) {
    if (made[i].secondary() || fit(n, made[i].numbers) != Fit::exact) continue;
    (std::find(taken_.begin(), taken_.end(), i) == taken_.end() ? open : taken).push_back(i);
  }
  for (const size_t i : open) {
    const bool again = std::any_of(taken.begin(), taken.end(), [&](size_t other) {
      return other < i || made[other].operation == made[i].operation;
    });
    if (again) return Match{Fit::exact, i, false};
  }
  return std::nullopt;
}

/// Finds in the recording what a mistake made. A step that gives an earlier tensor was left out,
/// unless that tensor was made a second time.
void Judge::trace_slip(StageResult& r, size_t index, const Mistake& mistake,
                       const Explanation& explanation) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  std::vector<Numbers> earlier;
  for (size_t i = 0; i < index; ++i) {
    for (const std::string& name : stages[i].snippet.makes) {
      if (const auto n = numbers_in(explanation.names, name)) earlier.push_back(*n);
    }
  }
  for (const std::string& name : stages[index].snippet.makes) {
    std::optional<Numbers> n = numbers_in(explanation.names, name);
    if (!mistake.known && mistake.name == name) n = trial_.recording.made()[mistake.seen].numbers;
    if (!n) continue;
    const bool omitted = std::any_of(earlier.begin(), earlier.end(), [&](const Numbers& e) {
      return fit(e, *n) == Fit::exact;
    });
    std::optional<Match> match = made_again(*n);
    if (!match) match = find_named(*n, name);
    // Where all tensors have the same numbers, as in a split, only the very tensor counts.
    const bool is_seen = !mistake.known && mistake.name == name;
    if (is_seen && match && match->fit != Fit::exact) match = Match{Fit::exact, mistake.seen, false};
    if (!match) continue;
    const bool first_time =
        std::find(taken_.begin(), taken_.end(), match->index) == taken_.end();
    const bool made = !trial_.recording.made()[match->index].secondary();
    if (omitted && !(first_time && made)) continue;
    taken_.push_back(match->index);
    if (seen_.back()) continue;
    // Of a mistake's stages, one that came out right does not show it.
    if (is_wrong(r.verdict)) seen_.back() = match->index;
    r.place = location(match->index);
    // The report speaks of the program's own tensor, which may have its axes in another order.
    if (r.verdict == StageVerdict::wrong_shape && match->fit == Fit::laid_out && !match->in_parts) r.shape = trial_.recording.made()[match->index].numbers.shape;
  }
}

}  // namespace mha::homework
