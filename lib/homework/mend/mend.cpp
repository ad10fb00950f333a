#include "homework/mend/mend.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "homework/choice/draws.h"
#include "homework/choice/properties.h"
#include "homework/mend/drops.h"
#include "homework/mend/edited.h"
#include "lang/syntax/parser.h"
#include "reading/definitions.h"
#include "tensor/core/factory.h"

namespace mha::homework {

namespace {

// Changes that are tried: a program whose statements run anew each time, or that is made
// anew, takes longer for each.
constexpr size_t kMostRunAnew = 180, kMostScripts = 100;
// How many that keep the numbers right are tried on everything, where only a property fails.
constexpr size_t kMostHarmless = 60;
// What one of them may take: far more than a step of a lesson's size does.
constexpr int64_t kSteps = 200'000;
// And all probes together of one that may be right.
constexpr int64_t kStepsOfAll = 3'000'000;
// Changes with which more is right that are gone on from; and of a program that stops, those
// with which it stops elsewhere that are looked at.
constexpr size_t kMostSteps = 4, kMostFurther = 60;
// After a first mend, others are looked for a while longer.
constexpr size_t kTriedForRivals = 60;
// What it costs a mend that layers are not used for what they are called.
constexpr int kSurprise = 8;

/// The program as it was handed in.
struct State {
  std::vector<const lang::Module*> modules;
  /// What made the trial's object, and calls it: the object may ask it for sizes.
  std::shared_ptr<TrialRunner> trials;
  std::shared_ptr<const Trial> trial;  // on the probe that is searched with, recorded
  const lang::Module* fault_module = nullptr;
  Span fault;
  /// Of a program that learns more than the homework has roles for: how many of the tensors
  /// that it learns its result depended on as it was handed in.
  size_t moving = 0;
};

/// The same trial without all that it recorded.
Trial to_call_again(const Trial& trial) {
  Trial out;
  out.setting = trial.setting;
  out.names = trial.names;
  out.object = trial.object;
  out.arguments = trial.arguments;
  out.inverted = trial.inverted;
  out.own = trial.own;
  return out;
}

/// How many of the tensors that a program learns its result depends on.
size_t moving(TrialRunner& trials, const Trial& as_it_is) {
  Trial trial = to_call_again(as_it_is);
  const std::optional<Numbers> before = trials.again(trial, trial.names);
  size_t moving = 0;
  for (const Tensor& t : as_it_is.found.all) {
    moving += before && trials.depends_on(trial, t, *before);
  }
  return moving;
}

/// A change that is worth a look: it mends all, or brings more that is right.
struct Found {
  size_t edit = 0;
  int cost = 0;
  int seen = 0;  // tensors of the reference that the program makes with it
};

class Search {
 public:
  Search(const MendRequest& request, const Probed& probed, const State& state)
      : request_(request), probed_(probed), state_(state), again_(to_call_again(*state.trial)) {
    Diagnosis d(*request.choice.reference, *state.trial);
    for (size_t casting = 0; casting < d.castings().size(); ++casting) {
      targets_.push_back(d.output_of(d.reference_names(casting)));
    }
    likeliest_ = d.castings().empty() ? 0 : d.likeliest_casting();
    seen_ = d.seen_tensors(likeliest_);
    for (const Argument& a : state.trial->arguments) {
      const auto given = numbers_in(state.trial->names, a.canonical);
      gives_input_ = gives_input_ || (given && likeliest_ < targets_.size() && targets_[likeliest_] &&
                                      same(*given, *targets_[likeliest_]));
    }
    edits_ = edits_of({state.modules, state.trial->recording, state.fault_module, state.fault, state.trial->script});
  }

  /// Those that mend all, the likeliest first.
  std::vector<Found> mends(size_t most) {
    if (probed_.spec.training && request_.choice.right) drawn_ = many_runs(*state_.trials, again_);
    std::vector<Found> found;
    size_t tried = 0, anew = 0;
    for (size_t i = 0; i < edits_.size() && tried < most; ++i) {
      if (!keeps_eval(edits_[i])) continue;
      if (runs_anew(edits_[i]) && ++anew > (state_.trial->script ? kMostScripts : kMostRunAnew)) continue;
      ++tried;
      const std::optional<int> surprise = mended_by(i);
      if (!surprise) continue;
      if (found.empty()) most = std::min(most, tried + (*surprise > 0 ? 4 : 1) * kTriedForRivals);
      found.push_back({i, edits_[i].cost + *surprise});
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& x, const Found& y) { return x.cost < y.cost; });
    return found;
  }

  /// Of the changes that mends() tried, those with which more is right than without, the
  /// most first; and of a program that stops, those with which it comes further.
  std::vector<Found> steps() {
    std::vector<Found> found;
    for (const size_t i : others_) {
      const Edited edited(edits_[i]);
      State now;
      try_now(now);
      if (!now.trial->trouble.empty()) continue;
      const int seen = Diagnosis(*request_.choice.reference, *now.trial).seen_tensors(likeliest_);
      const bool further = state_.trial->failure && made(*now.trial) > made(*state_.trial);
      if (seen > seen_ || (seen == seen_ && further)) found.push_back({i, edits_[i].cost, seen});
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& x, const Found& y) {
      return std::tuple(-x.seen, x.cost) < std::tuple(-y.seen, y.cost);
    });
    return found;
  }

  const Edit& edit(const Found& found) const { return edits_[found.edit]; }
  /// Calls the program as it is now on the probe of this search.
  void try_now(State& state) const {
    const Program::Apart apart(request_.program, kStepsOfAll);
    state.trials = std::make_shared<TrialRunner>(*request_.choice.trials);
    state.trial = std::make_shared<Trial>(state.trials->run(probed_.spec, request_.choice.manner, /*record=*/true));
  }

 private:
  /// Whether a change of a program that is wrong in training alone leaves it right in
  /// eval; that is told soon.
  bool keeps_eval(const Edit& edit) {
    const Trial& eval = *request_.choice.trial;
    // What is wrong in training alone is in what drops: where it is drawn otherwise, another
    // change may only make the draws the same.
    if (probed_.spec.training && request_.choice.right && state_.trial->ran() && !drops().are_in(edit)) return false;
    if (!probed_.spec.training || !request_.choice.right || edit.sets_up || !eval.constructed || !eval.output) return true;
    if (!eval_) eval_ = to_call_again(eval);
    const Edited edited(edit);
    const Program::Apart apart(request_.program, kSteps);
    const auto now = edited.made() ? state_.trials->again(*eval_, eval_->names) : std::nullopt;
    return now && same(*now, *eval.output);
  }

  const Drops& drops() {
    if (!drops_) drops_.emplace(state_.modules, state_.trial->object);
    return *drops_;
  }

  Drawn many_runs_now() const {
    State now;
    try_now(now);
    if (!now.trial->ran()) return {};
    Trial trial = to_call_again(*now.trial);
    return many_runs(*now.trials, trial);
  }

  /// Whether a change lies where the object is made, not where it is called.
  bool runs_anew(const Edit& edit) const {
    const Candidate* c = request_.choice.candidate;
    return !state_.trial->constructed || probed_.spec.training || edit.sets_up || (c && c->is_maker);
  }

  /// What an edited program gives, and the casting under which that is right, if any.
  struct Outcome {
    std::optional<Numbers> output;
    std::optional<size_t> casting;
    bool other_weights = false;  // than without the edit
    std::optional<torch::Report> failure;
  };

  /// If an edit makes the program right: how little the names in it speak for the
  /// reading of its weights under which it is; nothing if it does not.
  std::optional<int> mended_by(size_t i) {
    const Edit& edit = edits_[i];
    if (state_.trial->script) return script_mended_by(edit);
    const bool anew = runs_anew(edit);
    const Edited edited(edit);
    if (!edited.made()) return std::nullopt;
    const Outcome now = anew ? made_anew() : called_again();
    if (now.output ? is_new(*now.output) : stops_elsewhere(now.failure)) others_.push_back(i);
    // Of scores that are turned, another casting is right: that mends nothing.
    if (!now.casting || (edit.turns && *now.casting != 0)) return std::nullopt;
    if (probed_.right && ++harmless_ > kMostHarmless) return std::nullopt;
    if (!right_everywhere()) return std::nullopt;
    // Who draws otherwise, and drops as much at the same places, has made no mistake.
    if (drawn_.runs > 0 && alike(drawn_, many_runs_now())) return std::nullopt;
    // What gives back its input does nothing, even where that is what is expected.
    if (gives_input_ && !makes_all(edit)) return std::nullopt;
    // What the homework knows no role for may be meant: a mend that makes nothing of it is none.
    if (state_.moving > 0 && moving_now() < state_.moving) return std::nullopt;
    edits_[i].other_weights = now.other_weights;
    return *now.casting == 0 ? 0 : kSurprise;
  }

  size_t moving_now() const {
    State now;
    try_now(now);
    return now.trial->ran() ? moving(*now.trials, *now.trial) : 0;
  }

  /// The same for a program of loose statements, which runs from its first one.
  std::optional<int> script_mended_by(const Edit& edit) const {
    if (chooses_sizes(edit)) return std::nullopt;
    const std::unique_ptr<Program> edited = request_.program.with_text(*edit.module, edited_text(edit));
    if (edited->failure()) return std::nullopt;
    for (size_t casting = 0; casting < targets_.size(); ++casting) {
      if (targets_[casting] && was_made(edited->at_start(), *targets_[casting])) return casting == 0 ? 0 : kSurprise;
    }
    return std::nullopt;
  }

  /// Whether a change is to `B, T, H = 2, 4, 3`: the sizes of a script are its author's
  /// choice, and no mistake.
  static bool chooses_sizes(const Edit& edit) {
    const lang::Stmt* s = reading::statement_at(*edit.module, edit.at);
    if (!s || s->kind != lang::StmtKind::assign) return false;
    const lang::Expr& value = *static_cast<const lang::Assign&>(*s).value;
    if (value.kind == lang::ExprKind::constant) return true;
    if (value.kind != lang::ExprKind::tuple) return false;
    const auto& items = static_cast<const lang::Sequence&>(value).items;
    return std::all_of(items.begin(), items.end(), [](const lang::ExprPtr& i) { return i->kind == lang::ExprKind::constant; });
  }

  /// Whether a program that stops does so at another place with an edit.
  bool stops_elsewhere(const std::optional<torch::Report>& failure) {
    const auto& before = state_.trial->failure;
    if (!before || !failure || before->refusal || failure->refusal || further_ >= kMostFurther) return false;
    const auto line = [](const torch::Report& r) { return r.source ? r.source->place(r.span.begin).line : 0; };
    const bool elsewhere = line(*failure) != line(*before);
    further_ += elsewhere;
    return elsewhere;
  }

  /// Whether no change before has given this.
  bool is_new(const Numbers& out) {
    if (state_.trial->output && same(*state_.trial->output, out)) return false;
    return outputs_.emplace(out.shape, out.values).second;
  }

  Outcome called_again() {
    const Program::Apart apart(request_.program, kSteps);
    Outcome now{state_.trials->again(again_, again_.names), {}, false, {}};
    now.failure = state_.trials->last_failure();
    if (now.output) now.casting = casting_of(*now.output);
    return now;
  }

  Outcome made_anew() {
    const Program::Apart apart(request_.program, kSteps);
    // What it learns of an edited program's sizes is no other's.
    TrialRunner trials = *request_.choice.trials;
    Trial trial = trials.run(probed_.spec, request_.choice.manner, probed_.spec.training);
    if (!trial.ran()) return {{}, {}, false, trial.failure};
    if (hides_sizes(trial)) return {};
    // Of the same weights in the same sizes, the same castings are expected to give the same.
    if (!probed_.spec.training && has_weights_of(trial)) return {trial.output, casting_of(*trial.output), false, {}};
    return {trial.output, Diagnosis(*request_.choice.reference, trial).right_casting(),
            trial.found.matrices.size() != state_.trial->found.matrices.size(), {}};
  }

  /// Whether a program was made with the file's own sizes, of which more are alike: then what
  /// is right may be so for these alone.
  bool hides_sizes(const Trial& trial) const {
    const auto distinct = [](const Trial& t) {
      std::set<int64_t> sizes;
      for (const auto& [name, value] : t.setting.sizes) {
        if (value.is_int() && !value.is_bool()) sizes.insert(value.as_int());
      }
      return sizes.size();
    };
    return distinct(trial) < distinct(*state_.trial);
  }

  bool has_weights_of(const Trial& trial) const {
    const auto alike = [](const FoundWeight& a, const FoundWeight& b) {
      return a.path == b.path && a.linear == b.linear && a.tensor.shape() == b.tensor.shape() &&
             a.bias.defined() == b.bias.defined();
    };
    const auto &a = trial.found, &b = state_.trial->found;
    const auto &sizes = trial.setting.sizes, &others = state_.trial->setting.sizes;
    return std::equal(sizes.begin(), sizes.end(), others.begin(), others.end(), [](const auto& x, const auto& y) {
             return x.first == y.first && x.second.is(y.second);
           }) &&
           std::equal(a.matrices.begin(), a.matrices.end(), b.matrices.begin(), b.matrices.end(), alike) &&
           std::equal(a.vectors.begin(), a.vectors.end(), b.vectors.begin(), b.vectors.end(), alike);
  }

  /// The first casting whose result this is.
  std::optional<size_t> casting_of(const Numbers& output) const {
    for (size_t casting = 0; casting < targets_.size(); ++casting) {
      if (targets_[casting] && same(*targets_[casting], output)) return casting;
    }
    return std::nullopt;
  }

  /// How many tensors were made.
  static size_t made(const Trial& trial) { return trial.recording.made().size(); }

  /// Whether the program makes each of the reference's tensors with an edit, and not only
  /// what they are put together from.
  bool makes_all(const Edit& edit) {
    const Edited edited(edit);
    State now;
    try_now(now);
    Diagnosis d(*request_.choice.reference, *now.trial);
    if (!now.trial->ran() || d.castings().empty()) return false;
    const Names& names = d.reference_names(std::min(likeliest_, d.castings().size() - 1));
    for (const StageSpec& stage : d.assignment().stages) {
      for (const std::string& name : stage.snippet.makes) {
        const auto n = numbers_in(names, name);
        if (n && !was_made(now.trial->recording, *n)) return false;
      }
    }
    return true;
  }

  /// On all probes, and with all properties.
  bool right_everywhere() {
    const Program::Apart apart(request_.program, kStepsOfAll);
    Choice choice = request_.choice;
    // What was learnt of the program as it was handed in may be false of this one.
    choice.trials = std::make_shared<TrialRunner>(choice.trials->anew());
    choice.trial = std::make_shared<Trial>(
        choice.trials->run(choice.assignment->probes[0], choice.manner, /*record=*/true));
    choice.diagnosis = std::make_shared<Diagnosis>(*choice.reference, *choice.trial);
    choice.right = choice.diagnosis->right_casting().has_value();
    if (!choice.right) return false;
    const std::vector<Probed> probes = probe(choice, /*until_wrong=*/true);
    if (!std::all_of(probes.begin(), probes.end(), [](const Probed& p) { return p.right; })) return false;
    const std::vector<PropertyResult> properties = check_properties(choice);
    return std::all_of(properties.begin(), properties.end(), [](const PropertyResult& p) {
      return p.holds || p.id == "finite";
    });
  }

  const MendRequest& request_;
  const Probed& probed_;
  const State& state_;
  Trial again_;
  std::optional<Trial> eval_;  // the first probe's, where it is right
  std::vector<std::optional<Numbers>> targets_;  // by casting
  size_t likeliest_ = 0;
  int seen_ = 0;
  size_t harmless_ = 0, further_ = 0;
  Drawn drawn_;  // by a program that is wrong in training alone
  std::optional<Drops> drops_;
  bool gives_input_ = false;  // the right result is what comes in: split, and merged again
  std::vector<Edit> edits_;
  std::vector<size_t> others_;  // edits that gave something new
  std::set<std::pair<Shape, std::vector<double>>> outputs_;
};

/// The first wrong probe, but one in eval that runs if there is any: there every change
/// shows at once, and more is to be seen than where there is one token.
const Probed& searched_with(const std::vector<Probed>& probes) {
  const Probed* best = nullptr;
  const auto rank = [](const Probed& p) { return std::pair(p.spec.training, !p.trial->ran()); };
  for (const Probed& p : probes) {
    if (p.right || p.diagnosis->castings().empty()) continue;
    if (!best || rank(p) < rank(*best)) best = &p;
  }
  return best ? *best : probes.front();
}

}  // namespace

class Mending::Work {
 public:
  explicit Work(const MendRequest& request) : request_(request), probed_(searched_with(request.probes)) {
    for (const lang::ModulePtr& m : request_.program.modules()) state_.modules.push_back(m.get());
    state_.trials = request_.choice.trials;
    state_.trial = probed_.trial;
    state_.fault = request_.fault.span;
    for (const lang::Module* m : state_.modules) {
      if (request_.fault.known() && m->source->text() == request_.fault.source->text()) state_.fault_module = m;
    }
    if (state_.trial->ran()) {
      Diagnosis d(*request_.choice.reference, *state_.trial);
      const bool spare = !d.castings().empty() && has_spare(*state_.trial, d.castings()[d.likeliest_casting()]);
      if (spare) state_.moving = moving(*state_.trials, *state_.trial);
    }
    search_.emplace(request_, probed_, state_);
  }

  std::optional<Mend> one() { return best_of(*search_, search_->mends(request_.most)); }

  std::vector<Edit> steps() {
    if (state_.trial->script) return {};  // each step would take as long as the first
    // What is wrong in training alone is one mistake: two changes may only draw alike.
    if (probed_.spec.training && request_.choice.right) return {};
    std::vector<Edit> out;
    for (const Found& f : search_->steps()) {
      if (out.size() < kMostSteps) out.push_back(search_->edit(f));
    }
    return out;
  }

 private:
  static int line_of(const Edit& edit) { return edit.module->source->place(edit.at.begin).line; }

  static std::optional<Mend> best_of(const Search& search, const std::vector<Found>& found) {
    if (found.empty()) return std::nullopt;
    const Edit& best = search.edit(found[0]);
    Mend mend{best, {}, edited_text(best)};
    std::set<int> lines = {line_of(best)};
    for (const Found& f : found) {
      if (f.cost > found[0].cost) break;
      if (lines.insert(line_of(search.edit(f))).second) mend.rivals.push_back(search.edit(f));
    }
    return mend;
  }

  const MendRequest request_;
  const Probed& probed_;
  State state_;
  std::optional<Search> search_;
};

Mending::Mending(const MendRequest& request) {
  // A cell of a notebook is no program.
  const bool script = searched_with(request.probes).trial->script;
  if (!script || (!request.program.is_notebook() && !request.program.drops())) work_ = std::make_unique<Work>(request);
}
Mending::~Mending() = default;

std::optional<Mend> Mending::one() { return work_ ? work_->one() : std::nullopt; }
std::vector<Edit> Mending::steps() { return work_ ? work_->steps() : std::vector<Edit>(); }

}  // namespace mha::homework
