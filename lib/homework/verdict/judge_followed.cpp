// Judge: without an explanation, following the program's tensors from stage to stage, as far as they
// lead.

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "homework/verdict/judge.h"
#include "reading/definitions.h"
#include "reading/index.h"

namespace mha::homework {

namespace {

/// How many numbers a piece of a tensor has at least, if it tells which tensor's it is.
constexpr int64_t kTelling = 4;

}  // namespace

/// Whether a recorded tensor is a finished step: memory that is written later counts when it is
/// read.
bool Judge::is_step(size_t index) const {
  const auto& made = trial_.recording.made();
  const Made& m = made[index];
  if (!m.secondary()) return !m.allocated();
  const std::string_view name = m.source->text(m.span);
  const bool goes_on = std::any_of(made.begin() + static_cast<std::ptrdiff_t>(index) + 1, made.end(), [&](const Made& later) {
    return later.secondary() && later.source == m.source && later.numbers.shape == m.numbers.shape &&
           later.source->text(later.span) == name && !same(later.numbers, m.numbers);
  });
  return !goes_on && std::none_of(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(index),
                      [&](const Made& before) { return same(before.numbers, m.numbers); });
}

/// The program's tensor that most likely stands for a name whose expected tensor is missing. It has
/// that shape, no other stage has it, and preferably the next stage follows from it; with `sure`,
/// the latter is required.
std::optional<size_t> Judge::substitute(size_t index, const std::string& name,
                                        const Numbers& expected, const Names& names,
                                        bool sure) const {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  size_t from = 0;
  for (const size_t i : taken_) from = std::max(from, i);
  std::optional<size_t> first, alike;
  const bool shares = rows_are_shares(expected);
  std::vector<Numbers> given;
  for (const auto& [input, value] : names) {
    const auto n = reference_.assignment().stage_of(input) < 0 ? numbers_in(names, input) : std::nullopt;
    if (n) given.push_back(*n);
  }
  int tried = 0;
  const auto& made = trial_.recording.made();
  for (size_t i = from; i < made.size() && tried < 24; ++i) {
    if (made[i].numbers.shape != expected.shape || !is_step(i)) continue;
    if (std::find(taken_.begin(), taken_.end(), i) != taken_.end()) continue;
    bool known = false;
    for (const size_t other : taken_) known = known || same(made[other].numbers, made[i].numbers);
    // Nor can an input be the result of a step.
    for (const Numbers& n : given) known = known || same(n, made[i].numbers);
    if (known) continue;
    ++tried;
    if (!first) first = i;
    // Prefer a tensor whose rows add up to 1 for weights, and others for scores.
    if (!alike && shares && rows_are_shares(made[i].numbers)) alike = i;
    if (index + 1 >= stages.size()) break;
    Names trial = names;
    trial[name] = lang::tensor(tensor_of(made[i].numbers));
    if (!reference_.run(stages[index + 1], trial).empty()) continue;
    for (const std::string& next : stages[index + 1].snippet.makes) {
      const std::optional<Numbers> n = numbers_in(trial, next);
      if (n && trial_.recording.shows(*n)) return i;
    }
  }
  return sure ? std::nullopt : alike ? alike : first;
}

/// If the numbers were seen with more axes than the stage has: the tensor into which the program
/// joined these axes, if it is another one.
std::optional<size_t> Judge::joined_otherwise(size_t index, const Names& before,
                                              const Names& ours) {
  const StageSpec& stage = reference_.assignment().stages[index];
  if (!seen_.back() || stage.snippet.makes.size() != 1) return std::nullopt;
  const std::string& name = stage.snippet.makes[0];
  const std::optional<Numbers> expected = numbers_in(ours, name);
  const bool joined =
      !expected || axes_of(trial_.recording.made()[*seen_.back()].numbers) <= axes_of(*expected);
  if (joined || shows_later(index, name, ours)) return std::nullopt;
  return substitute(index, name, *expected, before, /*sure=*/true);
}

/// Whether the program later made what follows from a name: then it only took its steps in another
/// order, or several at once. Tensors that do not depend on the name, or equal an earlier one,
/// prove nothing.
bool Judge::shows_later(size_t index, const std::string& name, Names names) const {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  std::set<std::string> made_of_it = {name};
  for (size_t i = index + 1; i < stages.size(); ++i) {
    const Snippet& snippet = stages[i].snippet;
    const Names before = names;
    if (!reference_.run(stages[i], names).empty()) return false;
    const bool depends = std::any_of(made_of_it.begin(), made_of_it.end(),
                                     [&](const std::string& read) { return snippet.uses(read); });
    if (!depends) continue;
    for (const std::string& made : snippet.makes) {
      made_of_it.insert(made);
      const std::optional<Numbers> n = numbers_in(names, made);
      if (!n || n->count() < 4) continue;
      const bool nothing_new = std::any_of(before.begin(), before.end(), [&](const auto& item) {
        const auto other = numbers_in(before, item.first);
        return other && fit(*other, *n) != Fit::none;
      });
      if (nothing_new) continue;
      if (trial_.recording.shows(*n)) return true;
    }
  }
  return false;
}

/// Judges the last stage by what was returned, whatever else the program made.
void Judge::judge_returned(StageResult& r, const StageSpec& stage, const Numbers& expected) {
  if (!trial_.output || trial_.script || same(expected, *trial_.output)) return;
  // Numbers in another order, as those of the input are, are not the result.
  const std::optional<Match> made = trial_.recording.find(expected);
  const bool in_order = made && !made->in_parts && trial_.recording.made()[made->index].numbers.values == expected.values;
  if (r.verdict == StageVerdict::right && (in_order || (made && made->fit == Fit::exact))) r.done = r.place;
  compare(r, stage, expected, *trial_.output);
  r.points = 0;
  place_at_output(r);
}

/// Whether a function or method of the program's own returned it.
bool Judge::is_own_call(const Made& made) const {
  if (!program_) return false;
  for (const lang::ModulePtr& module : program_->modules()) {
    if (module->source.get() != made.source) continue;
    const lang::Expr* e = reading::expression_at(*module, made.span);
    if (e && e->kind == lang::ExprKind::call) return reading::Index({module.get()}).callee(*reading::as<lang::Call>(*e).callee) != nullptr;
  }
  return false;
}

/// Sets a stage's place to where the program made what it returned.
void Judge::place_at_output(StageResult& r) {
  const auto& made = trial_.recording.made();
  std::optional<size_t> last;  // even if it holds what a step before it made
  for (size_t i = made.size(); i-- > 0;) {
    if (!same(*trial_.output, made[i].numbers)) continue;
    if (!last) last = i;
    if (!is_step(i) || is_own_call(made[i])) continue;
    // What was right before and is returned: the step that should follow is missing at the return.
    if (std::find(taken_.begin(), taken_.end(), i) != taken_.end()) break;
    r.place = location(i);
    seen_.back() = i;
    return;
  }
  if (last) r.place = location(*last);
}

/// What each line of a loop made, round after round, in the order of the first rounds.
const std::vector<std::vector<size_t>>& Judge::rounds() {
  if (!rounds_.empty()) return rounds_;
  const auto& made = trial_.recording.made();
  std::map<std::tuple<const Source*, uint32_t, uint32_t>, size_t> lines;
  for (size_t i = 0; i < made.size(); ++i) {
    if (made[i].secondary() || made[i].joined) continue;
    const size_t line = lines.try_emplace({made[i].source, made[i].span.begin, made[i].span.end}, rounds_.size()).first->second;
    if (line == rounds_.size()) rounds_.emplace_back();
    rounds_[line].push_back(i);
  }
  std::erase_if(rounds_, [](const std::vector<size_t>& line) { return line.size() < 2; });
  return rounds_;
}

/// Judges a stage of which a loop makes only what it needs, such as the scores of a query and the
/// tokens before it: right if every piece is a part of what is expected. If the stage before was right
/// in such pieces, the next line that makes pieces of these shapes is where it is wrong.
void Judge::judge_pieces(StageResult& r, const Numbers& expected) {
  const auto& made = trial_.recording.made();
  const auto tells = [&](size_t i) { return made[i].numbers.count() >= kTelling; };
  const auto fits = [&](size_t i) { return !tells(i) || is_part(expected, made[i].numbers); };
  const auto same_shape = [&](size_t a, size_t b) { return made[a].numbers.shape == made[b].numbers.shape; };
  const std::vector<size_t>* next = nullptr;
  for (const std::vector<size_t>& line : rounds()) {
    if (!in_pieces_.empty() && line.front() < in_pieces_.front()) continue;
    if (std::count_if(line.begin(), line.end(), tells) > 1 && std::all_of(line.begin(), line.end(), fits)) {
      r.verdict = StageVerdict::right;
      r.shape = made[line.front()].numbers.shape;
      r.place = location(line.front());
      in_pieces_ = line;
      return;
    }
    const bool alike = line != in_pieces_ && std::equal(line.begin(), line.end(), in_pieces_.begin(), in_pieces_.end(), same_shape);
    if (alike && !next) next = &line;
  }
  if (!next) return;
  r.verdict = StageVerdict::wrong_value;
  r.points = 0;
  r.expected_shape.clear();  // that of the pieces joined, not of one of them
  r.place = location(next->front());
  in_pieces_.clear();
}

/// Judges a stage without an explanation and continues with the program's own tensors.
bool Judge::judge_followed(StageResult& r, size_t index, Names& names) {
  const StageSpec& stage = reference_.assignment().stages[index];
  Names ours = names;
  if (!reference_.run(stage, ours).empty()) {
    r.verdict = trial_.failure ? StageVerdict::not_reached : StageVerdict::not_judged;
    return false;
  }
  judge_seen(r, stage, ours);
  const bool last = index + 1 == reference_.assignment().stages.size();
  if (const auto got = last ? std::nullopt : joined_otherwise(index, names, ours)) {
    const std::string& name = stage.snippet.makes[0];
    const Numbers& theirs = trial_.recording.made()[*got].numbers;
    compare(r, stage, *numbers_in(ours, name), theirs);
    r.place = location(*got);
    r.points = 0;
    seen_.back() = got;
    taken_.push_back(*got);
    ours[name] = lang::tensor(tensor_of(theirs));
    names = std::move(ours);
    return true;
  }
  if (r.verdict != StageVerdict::right) {
    for (const std::string& name : stage.snippet.makes) {
      const std::optional<Numbers> expected = numbers_in(ours, name);
      if (!expected || shows_later(index, name, ours)) continue;
      const std::optional<Match> match = trial_.recording.find(*expected);
      std::optional<size_t> got;
      const bool scrambled = match && match->fit == Fit::scrambled;
      // The same numbers in another shape belong to a later step.
      if (scrambled && trial_.recording.made()[match->index].numbers.shape == expected->shape) {
        got = match->index;
        r.place = location(*got);
        compare(r, stage, *expected, trial_.recording.made()[*got].numbers);
        r.verdict = StageVerdict::wrong_layout;
      } else if (last && trial_.output) {
        compare(r, stage, *expected, *trial_.output);
        if (!trial_.script) place_at_output(r);
      } else {
        // A step that the program did not reach is not wrong.
        if (!trial_.failure) got = substitute(index, name, *expected, names);
        if (!got) continue;
        r.place = location(*got);
        compare(r, stage, *expected, trial_.recording.made()[*got].numbers);
      }
      if (!is_wrong(r.verdict)) continue;
      r.points = 0;
      if (got && trial_.recording.made()[*got].numbers.shape == expected->shape) {
        ours[name] = lang::tensor(tensor_of(trial_.recording.made()[*got].numbers));
        taken_.push_back(*got);
      }
      break;
    }
  }
  const bool may_be_in_pieces = !last && !trial_.failure && r.verdict == StageVerdict::unseen && stage.snippet.makes.size() == 1;
  if (const auto expected = may_be_in_pieces ? numbers_in(ours, stage.snippet.makes[0]) : std::nullopt) judge_pieces(r, *expected);
  if (last && r.verdict != StageVerdict::not_judged) {
    const std::optional<Numbers> out = diagnosis_.output_of(ours);
    if (out && !is_wrong(r.verdict)) judge_returned(r, stage, *out);
  }
  names = std::move(ours);
  return true;
}

std::vector<StageResult> Judge::followed() {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  const StageVerdict open = trial_.failure ? StageVerdict::not_reached : StageVerdict::not_judged;
  std::vector<StageResult> out;
  Names names = diagnosis_.start(diagnosis_.likeliest_matching());
  bool goes_on = true;
  size_t unseen_from = 0;
  for (size_t i = 0; i < stages.size(); ++i) {
    StageResult r = blank(stages[i]);
    seen_.emplace_back();
    if (goes_on) {
      goes_on = judge_followed(r, i, names);
    } else {
      r.verdict = open;
    }
    out.push_back(std::move(r));
    const StageVerdict v = out.back().verdict;
    // Steps not seen since the last right one are part of what is wrong.
    if (is_wrong(v)) take_back_unseen(out, unseen_from, i, StageVerdict::not_judged);
    if (v == StageVerdict::right || is_wrong(v)) unseen_from = i + 1;
  }
  take_back_unseen(out, unseen_from, out.size(), open);
  if (trial_.failure) take_back_undone(out);
  return out;
}

}  // namespace mha::homework
