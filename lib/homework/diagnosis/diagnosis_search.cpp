// The search for the mistakes that explain a trial.

#include <algorithm>
#include <cmath>
#include <deque>

#include "homework/diagnosis/diagnosis.h"
#include "reading/vocabulary.h"

namespace mha::homework {

namespace {

// A part of the search that has tried so many lines ends without an answer; if
// all do, the report says that no cause was found. (Half a second for a likely
// part, less for others; counted, so that the answer does not depend on the
// machine.)
constexpr int kMostTries = 1600, kFewTries = 300;
// Castings of the weights that are tried.
constexpr size_t kTriedCastings = 24;
// Tensors of a program that are tried in place of one of the reference's.
constexpr size_t kMostSubstitutes = 60;

}  // namespace

/// What was hidden holds the program's own large number: later steps that are
/// wrong may show it.
void Diagnosis::take_hidden(const StageSpec& stage, Names& names) const {
  for (const std::string& name : stage.snippet.makes) {
    const std::optional<Numbers> n = numbers_in(names, name);
    if (!n || n->hidden == 0) continue;
    const std::optional<Match> match = trial_.recording.find(*n);
    if (!match || match->in_parts) continue;
    Numbers own = trial_.recording.made()[match->index].numbers;
    own.shape = n->shape;  // batch and heads may be one axis there
    if (same(*n, own)) names[name] = lang::tensor(tensor_of(own));
  }
}

bool Diagnosis::applies(const Snippet& snippet, const Names& names) const {
  return std::all_of(snippet.reads.begin(), snippet.reads.end(), [&](const std::string& name) {
    return names.contains(name) || reference_.knows(name);
  });
}

/// Whether the program made these numbers with some of them hidden.
bool Diagnosis::shown_under_mask(const Numbers& n) const {
  return std::any_of(trial_.recording.made().begin(), trial_.recording.made().end(),
                     [&](const Made& m) {
                       if (m.numbers.hidden == 0 || m.numbers.shape != n.shape) return false;
                       const std::optional<double> factor = factor_between(n, m.numbers);
                       return factor && std::fabs(*factor - 1) < 1e-4;
                     });
}

/// Whether some tensor of the stages holds just these numbers.
bool Diagnosis::shared(const Names& names, const Numbers& n) const {
  return std::any_of(names.begin(), names.end(), [&](const auto& item) {
    if (reference_.assignment().stage_of(item.first) < 0) return false;
    const std::optional<Numbers> other = numbers_in(names, item.first);
    return other && same(*other, n);
  });
}

/// Whether anything that only the mistake makes is among what the program made; or,
/// for programs that take two steps in another order, what comes of it.
bool Diagnosis::seen(const Mistake& mistake, const Names& names, const Names* right) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  const auto any = [&](const StageSpec& stage, const Names& made, const Names* ours) {
    return std::any_of(stage.snippet.makes.begin(), stage.snippet.makes.end(),
                       [&](const std::string& name) {
                         const std::optional<Numbers> n = numbers_in(made, name);
                         if (!n) return false;
                         const auto o = ours ? numbers_in(*ours, name) : std::nullopt;
                         if (o && same(*o, *n)) return false;
                         // Another name's tensor, where this one is there too.
                         if (o && trial_.recording.find(*o) && shared(*ours, *n)) return false;
                         // Any sum over nothing is zero.
                         if (n->largest == 0) return false;
                         const std::optional<Match> match = trial_.recording.find(*n);
                         return (match && match->fit != Fit::scrambled) || shown_under_mask(*n);
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

bool Diagnosis::out_of_tries() const { return tries_ <= 0; }

void Diagnosis::try_known(size_t casting, const std::vector<Mistake>& before, const Names& names,
                          int from, int more, Among among) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  const int end = static_cast<int>(stages.size());
  // What stops a program by itself needs no second mistake, unless the weights do.
  if (trial_.failure && more == 0 && !before.empty() && fails_at(casting) < 0) {
    Names going_on = names;
    if (run_from(static_cast<size_t>(from), going_on) == trial_.failure->message) return;
  }
  const int frontier = among == Among::unmade ? frontier_of(names, from) : 0;
  // What comes before a mistake is as the reference has it, as far as that runs.
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
  for (const auto& [first, m] : by_stage()) {
    if (first < from) continue;
    const Names* prefix = before_stage(first);
    if (!prefix) return;
    const int last = m->until.empty() ? first : reference_.assignment().stage_of(m->until);
    // A step that only hands on what the last one made tells nothing.
    if (last < first || last + 2 < frontier) continue;
    // Nor does what comes long after the first tensor that is not right.
    if (among == Among::unmade && first > frontier + 2) continue;
    for (const Snippet& snippet : m->variants) {
      if (!applies(snippet, *prefix)) continue;
      for (const std::vector<std::string>& only : parts_of(snippet, first == last)) {
        if (out_of_tries()) return;
        const Mistake mistake{first, last, m, &snippet, only, "", 0};
        Names tried = *prefix;
        std::string error = run(mistake, tried);
        // Of a program that went on to its end, no step was one that stops.
        if (!error.empty() && !trial_.failure) continue;
        const Names* right = before_stage(last + 1);
        if (error.empty() && !changes(mistake, tried, right)) continue;
        const bool together = (more > 0 || !before.empty()) && among != Among::all;
        const bool shows =
            !together || !error.empty() || last + 1 == end || seen(mistake, tried, right);
        if (!shows) continue;
        std::vector<Mistake> mistakes = before;
        mistakes.push_back(mistake);
        if (more > 0) {
          for (int i = first; i <= last && error.empty(); ++i) take_hidden(stages[static_cast<size_t>(i)], tried);
          if (error.empty()) try_known(casting, mistakes, tried, last + 1, more - 1, among);
          continue;
        }
        if (error.empty()) error = run_from(static_cast<size_t>(last) + 1, tried);
        if (accounts_for(mistakes, tried, error, casting)) found_.push_back({mistakes, std::move(tried), casting});
      }
    }
  }
}

/// Whether a mistake makes anything that the reference does not make there.
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

/// The program's own tensor that bears a name which learners use for this one:
/// `q` for the queries.
std::optional<size_t> Diagnosis::named_tensor(const std::string& name, const Shape& shape) const {
  const std::string role = reading::vocabulary().tensor(name);
  std::optional<size_t> last;
  const std::deque<Made>& made = trial_.recording.made();
  for (size_t i = 0; i < made.size() && !role.empty(); ++i) {
    const Made& m = made[i];
    if (!m.secondary() || !m.source || m.numbers.shape != shape) continue;
    const std::string target(m.source->text(m.span));
    if (reading::vocabulary().tensor(target.substr(target.rfind('.') + 1)) == role) last = i;
  }
  return last;
}

/// The next tensor of that shape that is none of the reference's: learners make
/// queries, keys and values in this order.
std::optional<size_t> Diagnosis::next_stranger(const Shape& shape, size_t casting, size_t after) {
  const Names& right = reference_names(casting);
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

/// Where queries, keys or values are none that any lines give, random ones say:
/// what is done with them is judged all the same.
void Diagnosis::try_with_own(size_t casting) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  Names names = start(casting);
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
      std::optional<size_t> own = named_tensor(name, right->shape);
      if (!own) own = next_stranger(right->shape, casting, after);
      if (!own || fit(*right, trial_.recording.made()[*own].numbers) == Fit::exact) continue;
      after = *own + 1;
      const Numbers& theirs = trial_.recording.made()[*own].numbers;
      names[name] = lang::tensor(tensor_of(theirs));
      const std::optional<Match> match = trial_.recording.find_first(theirs);
      unknown.push_back({i, i, nullptr, nullptr, {}, name, match ? match->index : *own});
    }
  }
  if (unknown.empty()) return;
  Names all = names;
  const std::string error = run_from(static_cast<size_t>(i), all);
  if (reproduces(all, error)) found_.push_back({unknown, std::move(all), casting});
  for (const int more : {0, 1}) {
    if (found_.empty()) try_known(casting, unknown, names, i, more, Among::unmade);
  }
  // Who takes steps in another order has not made all that comes before the mistake.
  if (found_.empty()) try_known(casting, unknown, names, i, 0, Among::all);
}

/// The first stage from there on whose tensors the program did not make, though
/// the names before it are its own.
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

/// Lines that make several tensors may be followed for some of them only.
std::vector<std::vector<std::string>> Diagnosis::parts_of(const Snippet& snippet,
                                                          bool one_stage) const {
  std::vector<std::vector<std::string>> out = {{}};
  const size_t n = snippet.makes.size();
  if (!one_stage || n < 2 || n > 3) return out;
  for (size_t i = 0; i < n; ++i) out.push_back({snippet.makes[i]});
  for (size_t i = 0; i < n && n == 3; ++i) {
    out.push_back({snippet.makes[i], snippet.makes[(i + 1) % n]});
  }
  return out;
}

/// The mistakes that can be made here, by the stage they begin at.
const std::vector<std::pair<int, const Misconception*>>& Diagnosis::by_stage() {
  if (by_stage_.empty()) {
    for (const Misconception& m : misconceptions()) {
      const int first = reference_.assignment().stage_of(m.stage);
      if (!m.remark && first >= 0 && !m.variants.empty()) by_stage_.emplace_back(first, &m);
    }
    std::stable_sort(by_stage_.begin(), by_stage_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  return by_stage_;
}

void Diagnosis::try_unknown(size_t casting) {
  if (!trial_.output && !trial_.script) return;
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  Names prefix = start(casting);
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
        if (++tried > kMostSubstitutes || out_of_tries()) break;
        Names names = full;
        names[name] = lang::tensor(tensor_of(made.numbers));
        if (!run_from(s + 1, names).empty() || !reproduces(names, "")) continue;
        const int at = static_cast<int>(s);
        found_.push_back({{{at, at, nullptr, nullptr, {}, name, i}}, std::move(names), casting});
        return;
      }
    }
    prefix = std::move(full);
  }
}

/// How many tensors of the program only this mistake can have made; 0 if what it
/// leads to is not among them, or the right one is.
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

/// From stage to stage, with the mistakes whose tensors the program made: however
/// many they are. What does not lead to all that the program gave is kept only if
/// `partly`.
void Diagnosis::try_seen(size_t casting, bool partly) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  Explanation e;
  e.casting = casting;
  e.partial = true;
  const Names& all_right = reference_names(casting);
  e.names = start(casting);
  for (int i = 0; i < static_cast<int>(stages.size()) && !out_of_tries();) {
    Names right = e.names;
    const StageSpec& stage = stages[static_cast<size_t>(i)];
    const bool runs = reference_.run(stage, right).empty();
    Mistake best;
    Names names;
    int most = 0;
    for (const auto& [first, m] : by_stage()) {
      if (first != i) continue;
      const int last = m->until.empty() ? first : reference_.assignment().stage_of(m->until);
      if (last < first) continue;
      for (const Snippet& snippet : m->variants) {
        if (!applies(snippet, e.names)) continue;
        for (const std::vector<std::string>& only : parts_of(snippet, first == last)) {
          const Mistake mistake{first, last, m, &snippet, only, "", 0};
          Names tried = e.names;
          if (!run(mistake, tried).empty()) continue;
          Names full = e.names;
          for (int k = first; k <= last; ++k) reference_.run(stages[static_cast<size_t>(k)], full);
          full.insert(all_right.begin(), all_right.end());
          const int found = evidence(mistake, tried, full);
          if (found <= most) continue;
          most = found;
          best = mistake;
          names = std::move(tried);
        }
      }
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

void Diagnosis::search_together(size_t casting, int more, Among among) {
  tries_ = among != Among::all ? kMostTries : kFewTries;
  if (found_.empty()) try_known(casting, {}, start(casting), 0, more, among);
}

/// Readings of the weights besides the likeliest: those that explain as much of what
/// the program made, or the rest.
void Diagnosis::search_other_castings(bool as_likely) {
  const size_t likely = likeliest_casting();
  const int most = seen_under(likely);
  tries_ = kFewTries;
  for (size_t casting = 1; casting < castings_.size() && casting < kTriedCastings && found_.empty(); ++casting) {
    if (casting == likely || (seen_under(casting) >= most) != as_likely) continue;
    try_known(casting, {}, start(casting), 0, 0, Among::all);
  }
}

void Diagnosis::search() {
  found_.clear();
  tries_ = kMostTries;
  if (castings_.empty()) return;
  drops_in_eval_ = found_dropout();
  if (drops_in_eval_ > 0) {
    complete_.clear();
    likeliest_.reset();
  }
  if (const std::optional<size_t> casting = right_casting()) {
    found_ = {{{}, reference_names(*casting), *casting}};
    return;
  }
  // What the layers are called first; then what they are used for.
  const size_t likely = likeliest_casting();
  try_known(0, {}, start(0), 0, 0, Among::all);
  if (found_.empty() && likely != 0) try_known(likely, {}, start(likely), 0, 0, Among::all);
  search_other_castings(true);
  // Where all is NaN, many mistakes give the same: one of two may hide behind it.
  if (!found_.empty() && trial_.output && trial_.output->nans * 2 > trial_.output->count()) {
    std::vector<Explanation> alone = std::move(found_);
    found_.clear();
    search_together(likely, 1, Among::unmade);
    found_.insert(found_.begin(), alone.begin(), alone.end());
  }
}

std::vector<Explanation> Diagnosis::explain_with(const Explanation& known) {
  found_.clear();
  tries_ = kMostTries;
  if (known.casting >= castings_.size()) return {};
  reference_.perform([&] {
    Names names = start(known.casting);
    size_t at = 0;
    for (const Mistake& mistake : known.mistakes) {
      for (; at < static_cast<size_t>(mistake.first); ++at) {
        if (!reference_.run(reference_.assignment().stages[at], names).empty()) return;
      }
      if (!mistake.known || !run(mistake, names).empty()) return;
      at = static_cast<size_t>(mistake.last) + 1;
    }
    try_known(known.casting, known.mistakes, names, static_cast<int>(at), 0, Among::all);
  });
  return found_;
}

void Diagnosis::search_for_several() {
  if (castings_.empty() || !found_.empty()) return;
  const size_t likely = likeliest_casting();
  if (likely != 0) search_together(0, 1, Among::unmade);
  search_together(likely, 1, Among::unmade);
  tries_ = kFewTries;
  if (found_.empty()) try_seen(likely, false);
  search_other_castings(false);
  search_together(likely, 1, Among::seen);
  search_together(likely, 2, Among::unmade);
  tries_ = kMostTries;
  if (found_.empty()) try_with_own(likely);
  tries_ = kFewTries;
  if (found_.empty()) try_unknown(likely);
  search_together(likely, 1, Among::all);
  tries_ = kFewTries;
  if (found_.empty()) try_seen(0, true);
  if (found_.empty() && likely != 0) try_seen(likely, true);
}

}  // namespace mha::homework
