// Diagnosis: the search for mistakes that explain a trial.

#include <algorithm>
#include <cmath>
#include <deque>

#include "homework/diagnosis/diagnosis.h"
#include "reading/vocabulary.h"

namespace mha::homework {

namespace {

// Each part of the search gives up after this many variants; if all parts give up, the report
// says that no cause was found. The larger limit takes half a second. Counting variants gives
// the same answer on every machine.
constexpr int kMostTries = 1600, kFewTries = 300;
// How many matchings of the weights are tried.
constexpr size_t kTriedMatchings = 24;
// How many of the program's tensors are tried in place of one of the reference's.
constexpr size_t kMostSubstitutes = 60;

}  // namespace

/// Puts the program's own large negative numbers where the mask hides cells, since later wrong
/// steps may reveal them.
void Diagnosis::take_hidden(const StageSpec& stage, Names& names) const {
  for (const std::string& name : stage.snippet.makes) {
    const std::optional<Numbers> n = numbers_in(names, name);
    if (!n || n->hidden == 0) continue;
    const std::optional<Match> match = trial_.recording.find(*n);
    if (!match || match->in_parts) continue;
    Numbers own = trial_.recording.made()[match->index].numbers;
    own.shape = n->shape;  // the program may have joined batch and heads into one axis
    if (same(*n, own)) names[name] = lang::tensor(tensor_of(own));
  }
}

bool Diagnosis::applies(const Snippet& snippet, const Names& names) const {
  return std::all_of(snippet.reads.begin(), snippet.reads.end(), [&](const std::string& name) {
    return names.contains(name) || reference_.knows(name);
  });
}

/// Whether the program made these numbers with some of them masked.
bool Diagnosis::shown_under_mask(const Numbers& n) const {
  return std::any_of(trial_.recording.made().begin(), trial_.recording.made().end(),
                     [&](const Made& m) {
                       if (m.numbers.hidden == 0 || m.numbers.shape != n.shape) return false;
                       const std::optional<double> factor = factor_between(n, m.numbers);
                       return factor && std::fabs(*factor - 1) < 1e-4;
                     });
}

/// Whether a tensor of the stages holds exactly these numbers.
bool Diagnosis::shared(const Names& names, const Numbers& n) const {
  return std::any_of(names.begin(), names.end(), [&](const auto& item) {
    if (reference_.assignment().stage_of(item.first) < 0) return false;
    const std::optional<Numbers> other = numbers_in(names, item.first);
    return other && same(*other, n);
  });
}

/// Whether the program made a tensor that only this mistake makes or, for programs that take
/// two steps in the other order, one that follows from it.
bool Diagnosis::seen(const Mistake& mistake, const Names& names, const Names* right) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  const auto any = [&](const StageSpec& stage, const Names& made, const Names* ours) {
    return std::any_of(stage.snippet.makes.begin(), stage.snippet.makes.end(),
                       [&](const std::string& name) {
                         const std::optional<Numbers> n = numbers_in(made, name);
                         if (!n) return false;
                         const auto o = ours ? numbers_in(*ours, name) : std::nullopt;
                         if (o && same(*o, *n)) return false;
                         // It is another name's tensor, and this name's was made as well.
                         if (o && trial_.recording.find(*o) && shared(*ours, *n)) return false;
                         // Zeros prove nothing: many mistakes give them.
                         if (n->largest == 0) return false;
                         return trial_.recording.shows(*n) || shown_under_mask(*n);
                       });
  };
  for (int i = mistake.first; i <= mistake.last; ++i) {
    if (any(stages[static_cast<size_t>(i)], names, right)) return true;
  }
  const size_t next = static_cast<size_t>(mistake.last) + 1;
  if (next >= stages.size()) return false;
  Names after = names;
  if (!reference_.run(stages[next], after).empty()) return false;
  Names ours = right ? *right : Names();
  if (right) reference_.run(stages[next], ours);
  return any(stages[next], after, right ? &ours : nullptr);
}

void Diagnosis::try_known(size_t matching, const std::vector<Mistake>& before, const Names& names,
                          int from, int more, Among among) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  const int end = static_cast<int>(stages.size());
  const int frontier = among == Among::at_frontier ? frontier_of(names, from) : 0;
  // The stages before the mistake, run as far as they can be.
  std::deque<Names> prefixes = {names};
  bool runs = true;
  const auto before_stage = [&](int i) -> const Names* {
    while (runs && static_cast<int>(prefixes.size()) <= i - from) {
      Names next = prefixes.back();
      const StageSpec& stage = stages[static_cast<size_t>(from) + prefixes.size() - 1];
      runs = reference_.run(stage, next).empty();
      if (runs) take_hidden(stage, next);
      if (runs) prefixes.push_back(std::move(next));
    }
    const size_t at = static_cast<size_t>(i - from);
    return at < prefixes.size() ? &prefixes[at] : nullptr;
  };
  for (const Mistake& mistake : by_stage()) {
    const int first = mistake.first, last = mistake.last;
    if (first < from) continue;
    const Names* prefix = before_stage(first);
    if (!prefix || tries_left_ <= 0) return;
    // A step whose result was only passed on proves nothing.
    if (last + 2 < frontier) continue;
    // Nor does one long after the first tensor that is wrong.
    if (among == Among::at_frontier && first > frontier + 2) continue;
    if (!applies(*mistake.snippet, *prefix)) continue;
    Names tried = *prefix;
    std::string error = run(mistake, tried);
    // The program ran to its end, so none of its steps can have failed.
    if (!error.empty() && !trial_.failure) continue;
    const Names* right = before_stage(last + 1);
    if (error.empty() && !changes(mistake, tried, right)) continue;
    const bool together = (more > 0 || !before.empty()) && among != Among::all;
    const bool shows = !together || !error.empty() || last + 1 == end || seen(mistake, tried, right);
    if (!shows) continue;
    std::vector<Mistake> mistakes = before;
    mistakes.push_back(mistake);
    if (more > 0) {
      for (int i = first; i <= last && error.empty(); ++i) take_hidden(stages[static_cast<size_t>(i)], tried);
      if (error.empty()) try_known(matching, mistakes, tried, last + 1, more - 1, among);
      continue;
    }
    if (error.empty()) error = run_from(static_cast<size_t>(last) + 1, tried);
    if (accounts_for(mistakes, tried, error, matching)) found_.push_back({mistakes, std::move(tried), matching});
  }
}

/// Whether a mistake makes anything that the reference does not make at that point.
bool Diagnosis::changes(const Mistake& mistake, const Names& tried, const Names* right) const {
  if (!right) return true;
  for (int i = mistake.first; i <= mistake.last; ++i) {
    for (const std::string& name :
         reference_.assignment().stages[static_cast<size_t>(i)].snippet.makes) {
      const std::optional<Numbers> theirs = numbers_in(tried, name);
      const std::optional<Numbers> ours = numbers_in(*right, name);
      if (!theirs || !ours || !same(*ours, *theirs)) return true;
    }
  }
  return false;
}

/// The program's tensor under a name that learners use for this one: `q` for the queries.
static std::optional<size_t> named_tensor(const Recording& recording, const std::string& name, const Shape& shape) {
  const std::string role = reading::vocabulary().tensor(name);
  std::optional<size_t> last;
  for (size_t i = 0; i < recording.made().size() && !role.empty(); ++i) {
    const Made& m = recording.made()[i];
    if (!m.secondary() || !m.source || m.numbers.shape != shape) continue;
    const std::string target(m.source->text(m.span));
    if (reading::vocabulary().tensor(target.substr(target.rfind('.') + 1)) == role) last = i;
  }
  return last;
}

/// The next tensor of that shape that the reference does not make. Learners make queries, keys
/// and values in this order.
std::optional<size_t> Diagnosis::next_unmatched(const Shape& shape, size_t matching, size_t after) {
  const Names& right = reference_names(matching);
  const std::deque<Made>& made = trial_.recording.made();
  for (size_t i = after; i < made.size(); ++i) {
    if (made[i].secondary() || made[i].numbers.shape != shape) continue;
    const bool known = std::any_of(right.begin(), right.end(), [&](const auto& item) {
      const std::optional<Numbers> n = numbers_in(right, item.first);
      return n && fit(*n, made[i].numbers) != Fit::none;
    });
    if (!known) return i;
  }
  return std::nullopt;
}

/// For a program whose queries, keys or values match no known lines: replaces them with its own
/// tensors, so that the later steps can still be judged.
void Diagnosis::try_with_own(size_t matching) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  Names names = start(matching);
  std::vector<Mistake> unknown;
  size_t after = 0;
  int i = 0;
  for (; i < static_cast<int>(stages.size()); ++i) {
    const StageSpec& stage = stages[static_cast<size_t>(i)];
    if (reading::vocabulary().tensor(stage.snippet.makes[0]).empty()) break;
    if (!reference_.run(stage, names).empty()) return;
    for (const std::string& name : stage.snippet.makes) {
      const std::optional<Numbers> right = numbers_in(names, name);
      if (!right) continue;
      std::optional<size_t> own = named_tensor(trial_.recording, name, right->shape);
      if (!own) own = next_unmatched(right->shape, matching, after);
      if (!own || fit(*right, trial_.recording.made()[*own].numbers) == Fit::exact) continue;
      after = *own + 1;
      const Numbers& theirs = trial_.recording.made()[*own].numbers;
      names[name] = lang::tensor(tensor_of(theirs));
      // Where it was made; in a split, other tensors have the same numbers in another order.
      const std::deque<Made>& made = trial_.recording.made();
      const auto it = std::find_if(made.begin(), made.end(), [&](const Made& m) { return !m.secondary() && same(theirs, m.numbers); });
      unknown.push_back({i, i, nullptr, nullptr, {}, name, it == made.end() ? *own : static_cast<size_t>(it - made.begin())});
    }
  }
  if (unknown.empty()) return;
  Names all = names;
  const std::string error = run_from(static_cast<size_t>(i), all);
  if (reproduces(all, error)) found_.push_back({unknown, std::move(all), matching});
  for (const int more : {0, 1}) {
    if (found_.empty()) try_known(matching, unknown, names, i, more, Among::at_frontier);
  }
  // A program that takes its steps in another order may not have made what comes before.
  if (found_.empty()) try_known(matching, unknown, names, i, 0, Among::all);
}

/// The first stage from `from` on whose tensors the program did not make, with the program's
/// own tensors as its input.
int Diagnosis::frontier_of(Names names, int from) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  for (int i = from; i < static_cast<int>(stages.size()); ++i) {
    const StageSpec& stage = stages[static_cast<size_t>(i)];
    if (!reference_.run(stage, names).empty()) return i;
    for (const std::string& name : stage.snippet.makes) {
      if (!found_in_program(names, name)) return i;
    }
  }
  return static_cast<int>(stages.size());
}

/// For lines that make several tensors: the subsets that a program may have followed.
static std::vector<std::vector<std::string>> parts_of(const Snippet& snippet, bool one_stage) {
  std::vector<std::vector<std::string>> out = {{}};
  const size_t n = snippet.makes.size();
  if (!one_stage || n < 2 || n > 3) return out;
  for (size_t i = 0; i < n; ++i) out.push_back({snippet.makes[i]});
  for (size_t i = 0; i < n && n == 3; ++i) {
    out.push_back({snippet.makes[i], snippet.makes[(i + 1) % n]});
  }
  return out;
}

/// The mistakes that can be made here, by the stage at which each begins.
const std::vector<Mistake>& Diagnosis::by_stage() {
  if (!by_stage_.empty()) return by_stage_;
  for (const Misconception& m : misconceptions()) {
    const int first = assignment().stage_of(m.stage);
    const int last = m.until.empty() ? first : assignment().stage_of(m.until);
    if (m.remark || first < 0 || last < first) continue;
    for (const Snippet& snippet : m.variants) {
      for (auto& only : parts_of(snippet, first == last)) by_stage_.push_back({first, last, &m, &snippet, only, "", 0});
    }
  }
  std::stable_sort(by_stage_.begin(), by_stage_.end(), [](const Mistake& a, const Mistake& b) { return a.first < b.first; });
  return by_stage_;
}

void Diagnosis::try_unknown(size_t matching) {
  if (!trial_.output && !trial_.script) return;
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  Names prefix = start(matching);
  for (size_t s = 0; s + 1 < stages.size(); ++s) {
    Names full = prefix;
    const bool runs = reference_.run(stages[s], full).empty();
    if (!runs) return;
    for (const std::string& name : stages[s].snippet.makes) {
      const std::optional<Numbers> expected = numbers_in(full, name);
      if (!expected || trial_.recording.find(*expected)) continue;
      size_t tried = 0;
      for (size_t i = 0; i < trial_.recording.made().size(); ++i) {
        const Made& made = trial_.recording.made()[i];
        if (made.secondary() || made.numbers.shape != expected->shape) continue;
        if (++tried > kMostSubstitutes || tries_left_ <= 0) break;
        Names names = full;
        names[name] = lang::tensor(tensor_of(made.numbers));
        if (!run_from(s + 1, names).empty() || !reproduces(names, "")) continue;
        const int at = static_cast<int>(s);
        found_.push_back({{{at, at, nullptr, nullptr, {}, name, i}}, std::move(names), matching});
        return;
      }
    }
    prefix = std::move(full);
  }
}

/// How many of the program's tensors only this mistake explains; 0 if the program lacks its
/// result, or has the right one.
int Diagnosis::evidence(const Mistake& mistake, const Names& tried, const Names& right) const {
  int found = 0;
  for (int i = mistake.first; i <= mistake.last; ++i) {
    const StageSpec& stage = reference_.assignment().stages[static_cast<size_t>(i)];
    bool last_found = false;
    for (const std::string& name : stage.snippet.makes) {
      const std::optional<Numbers> n = numbers_in(tried, name);
      if (!n || n->count() < 4) continue;
      const bool known = std::any_of(right.begin(), right.end(), [&](const auto& item) {
        const std::optional<Numbers> r = numbers_in(right, item.first);
        const Fit f = r ? fit(*r, *n) : Fit::none;
        return f == Fit::exact || f == Fit::laid_out;
      });
      if (known || !found_in_program(tried, name) || found_in_program(right, name)) continue;
      ++found;
      last_found = true;
    }
    if (i == mistake.last && !last_found) return 0;
  }
  return found;
}

/// Goes from stage to stage and applies every mistake whose tensors the program made, however
/// many there are. An explanation that does not reach the program's result is kept only with
/// `partly`.
void Diagnosis::try_seen(size_t matching, bool partly) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  Explanation e;
  e.matching = matching;
  e.partial = true;
  const Names& all_right = reference_names(matching);
  e.names = start(matching);
  for (int i = 0; i < static_cast<int>(stages.size()) && tries_left_ > 0;) {
    Names right = e.names;
    const StageSpec& stage = stages[static_cast<size_t>(i)];
    const bool runs = reference_.run(stage, right).empty();
    Mistake best;
    Names names;
    int most = 0;
    for (const Mistake& mistake : by_stage()) {
      if (mistake.first != i || !applies(*mistake.snippet, e.names)) continue;
      Names tried = e.names;
      if (!run(mistake, tried).empty()) continue;
      Names full = e.names;
      for (int k = i; k <= mistake.last; ++k) reference_.run(stages[static_cast<size_t>(k)], full);
      full.insert(all_right.begin(), all_right.end());
      const int found = evidence(mistake, tried, full);
      if (found <= most) continue;
      most = found;
      best = mistake;
      names = std::move(tried);
    }
    if (most > 0) {
      e.mistakes.push_back(best);
      e.names = std::move(names);
      i = best.last + 1;
    } else if (runs) {
      e.names = std::move(right);
      ++i;
    } else {
      break;
    }
  }
  if (e.mistakes.empty()) return;
  e.partial = !reproduces(e.names, "");
  if (!e.partial || partly) found_.push_back(std::move(e));
}

void Diagnosis::search_together(size_t matching, int more, Among among) {
  tries_left_ = among != Among::all ? kMostTries : kFewTries;
  if (found_.empty()) try_known(matching, {}, start(matching), 0, more, among);
}

/// Tries the matchings other than the likeliest: with `as_likely`, those that explain as many
/// of the program's tensors; else the rest.
void Diagnosis::search_other_matchings(bool as_likely) {
  const size_t likely = likeliest_matching();
  const int most = seen_tensors(likely);
  tries_left_ = kFewTries;
  for (size_t matching = 1; matching < matchings_.size() && matching < kTriedMatchings && found_.empty(); ++matching) {
    if (matching == likely || (seen_tensors(matching) >= most) != as_likely) continue;
    try_known(matching, {}, start(matching), 0, 0, Among::all);
  }
}

void Diagnosis::search() {
  found_.clear();
  tries_left_ = kMostTries;
  if (matchings_.empty()) return;
  drops_in_eval_ = found_dropout();
  if (drops_in_eval_ > 0) {
    complete_.clear();
    likeliest_.reset();
  }
  if (const std::optional<size_t> matching = right_matching()) {
    found_ = {{{}, reference_names(*matching), *matching}};
    return;
  }
  // First the roles that the names say, then the roles that the use shows.
  const size_t likely = likeliest_matching();
  try_known(0, {}, start(0), 0, 0, Among::all);
  if (found_.empty() && likely != 0) try_known(likely, {}, start(likely), 0, 0, Among::all);
  search_other_matchings(true);
  // If most numbers are NaN, many mistakes give the same result: search for two at once as well.
  if (!found_.empty() && trial_.output && trial_.output->nans * 2 > trial_.output->count()) {
    std::vector<Explanation> alone = std::move(found_);
    found_.clear();
    search_together(likely, 1, Among::at_frontier);
    found_.insert(found_.begin(), alone.begin(), alone.end());
  }
}

std::vector<Explanation> Diagnosis::explain_with(const Explanation& known) {
  found_.clear();
  tries_left_ = kMostTries;
  if (known.matching >= matchings_.size() || !known.by_known()) return {};
  reference_.perform([&] {
    Names names = start(known.matching);
    size_t at = 0;
    if (!run_with(known.mistakes, names, at).empty()) return;
    try_known(known.matching, known.mistakes, names, static_cast<int>(at), 0, Among::all);
  });
  return found_;
}

void Diagnosis::search_for_several() {
  if (matchings_.empty() || !found_.empty()) return;
  const size_t likely = likeliest_matching();
  if (likely != 0) search_together(0, 1, Among::at_frontier);
  search_together(likely, 1, Among::at_frontier);
  tries_left_ = kFewTries;
  if (found_.empty()) try_seen(likely, false);
  search_other_matchings(false);
  search_together(likely, 1, Among::seen);
  search_together(likely, 2, Among::at_frontier);
  tries_left_ = kMostTries;
  if (found_.empty()) try_with_own(likely);
  tries_left_ = kFewTries;
  if (found_.empty()) try_unknown(likely);
  search_together(likely, 1, Among::all);
  tries_left_ = kFewTries;
  if (found_.empty()) try_seen(0, true);
  if (found_.empty() && likely != 0) try_seen(likely, true);
}

}  // namespace mha::homework
