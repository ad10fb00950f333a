#include "homework/mend/mend.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "homework/choice/draws.h"
#include "homework/choice/properties.h"
#include "homework/mend/edited.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "lang/syntax/parser.h"
#include "lang/values/class_object.h"
#include "reading/definitions.h"
#include "reading/index.h"
#include "tensor/core/factory.h"

namespace mha::homework {

namespace {

// How many edits are tried if each requires building the object again, or running a script
// again, which takes longer.
constexpr size_t kMostRunAnew = 180, kMostScripts = 250;
// How many are checked against all properties if the numbers are right and only a property fails.
constexpr size_t kMostHarmless = 60;
// Step limit for one edit; a program of a lesson's size needs far fewer.
constexpr int64_t kStepsOfMend = 200'000;
// Step limit for all probes of one edit that may be right.
constexpr int64_t kStepsOfAll = 3'000'000;
// How many edits that make more stages right are continued from, and how many edits that move a
// failure elsewhere are examined.
constexpr size_t kMostSteps = 4, kMostFurther = 60;
// After the first mend, the search continues this long for rivals.
constexpr size_t kTriedForRivals = 60;
// The penalty for a mend that needs the layers to have other roles than their names say.
constexpr int kOtherMatching = 8;
// The penalty for a mend that takes out the step at which the program stops.
constexpr int kTakenOut = 8;
// The penalty for a mend after which fewer steps are seen to be right than after another one.
constexpr int kFewerSteps = 4;

/// The words that show dropout in a program's text: its functions, its layers, and the names of
/// their results. So edits can be limited to it.
class Drops {
 public:
  Drops(const std::vector<const lang::Module*>& modules, const lang::Value& object) : words_{"dropout", "Dropout"} {
    each_module(object, [&](const lang::Value& module) {
      each_named_item(module, "_modules", [&](const std::string& name, const lang::Value& v) {
        const bool drops = v.is_object() && v.object()->own_cls() && v.object()->own_cls()->name().starts_with("Dropout");
        if (drops) words_.push_back("." + name);
      });
    });
    for (const lang::Module* m : modules) {
      const reading::Index program({m});
      for (const reading::StmtNode& n : program.statements()) {
        if (n.stmt->kind != lang::StmtKind::assign) continue;
        const auto& assign = static_cast<const lang::Assign&>(*n.stmt);
        const lang::Expr& target = *assign.targets[0];
        if (target.kind != lang::ExprKind::name || !told_by(m->source->text(assign.value->span))) continue;
        words_.push_back(static_cast<const lang::NameExpr&>(target).ref.name.str());
      }
    }
  }

  /// Whether an edit changes, or adds, dropout in a statement. If a statement makes several layers,
  /// only the call that makes a dropout layer counts.
  bool are_in(const Edit& edit) const {
    if (edit.sets_up) return are_made_in(edit);
    const std::string& text = edit.module->source->text();
    const lang::Stmt* s = reading::statement_at(*edit.module, edit.at);
    Span span = s ? s->span : edit.at;
    // In a loop statement, look at its first line only.
    if (s && (s->kind == lang::StmtKind::for_ || s->kind == lang::StmtKind::if_ || s->kind == lang::StmtKind::with)) {
      span.end = static_cast<uint32_t>(std::min<size_t>(text.find('\n', edit.at.begin), span.end));
    }
    return told_by(edit.module->source->text(span)) ||
           std::any_of(edit.changes.begin(), edit.changes.end(), [&](const Change& c) { return told_by(c.text); });
  }

 private:
  bool are_made_in(const Edit& edit) const {
    const reading::Index program({edit.module});
    for (const lang::Expr* e = reading::expression_at(*edit.module, edit.at); e && e->kind != lang::ExprKind::tuple; e = program.node(*e).above) {
      if (e->kind == lang::ExprKind::call && told_by(edit.module->source->text(e->span))) return true;
    }
    return false;
  }

  bool told_by(std::string_view code) const {
    return std::any_of(words_.begin(), words_.end(), [&](const std::string& w) { return code.find(w) != std::string_view::npos; });
  }

  std::vector<std::string> words_;
};

/// The program called on the probe used for the search.
struct Called {
  /// Made the trial's object and calls it; the object may ask it for sizes.
  std::shared_ptr<TrialRunner> trials;
  std::shared_ptr<const Trial> trial;  // with its recording
};

/// The trial without its recording.
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

/// How many of the trained tensors affect the result.
size_t moving(TrialRunner& trials, const Trial& as_it_is) {
  Trial trial = to_call_again(as_it_is);
  const std::optional<Numbers> before = trials.again(trial, trial.names);
  size_t moving = 0;
  for (const Tensor& t : as_it_is.found.all) {
    moving += before && trials.depends_on(trial, t, *before);
  }
  return moving;
}

/// An edit worth keeping: it mends everything, or makes more stages right.
struct Found {
  size_t edit = 0;
  int cost = 0;
  int seen = 0;  // how many of the reference's tensors the program then makes
};

/// The probe to search with: the first wrong one, but preferably one in eval mode that does not
/// fail, where every change shows, and more of it than with one token.
const Probed& searched_with(const std::vector<Probed>& probes) {
  const Probed* best = nullptr;
  const auto rank = [](const Probed& p) { return std::pair(p.spec.training, !p.trial->ran()); };
  for (const Probed& p : probes) {
    if (p.right || p.diagnosis->matchings().empty()) continue;
    if (!best || rank(p) < rank(*best)) best = &p;
  }
  return best ? *best : probes.front();
}

}  // namespace

class Mending::Work {
 public:
  explicit Work(const MendRequest& request)
      : request_(request),
        probed_(searched_with(request.probes)),
        own_{request.choice.trials, probed_.trial},
        again_(to_call_again(*own_.trial)) {
    const Trial& trial = *own_.trial;
    Diagnosis d(*request_.choice.reference, trial);
    for (size_t matching = 0; matching < d.matchings().size(); ++matching) {
      targets_.push_back(d.output_of(d.reference_names(matching)));
    }
    likeliest_ = d.matchings().empty() ? 0 : d.likeliest_matching();
    seen_ = d.seen_tensors(likeliest_);
    gives_input_ = trial.script && !d.matchings().empty() && d.gives_input(d.reference_names(likeliest_));
    for (const Argument& a : trial.arguments) {
      const auto given = numbers_in(trial.names, a.canonical);
      gives_input_ = gives_input_ || (given && likeliest_ < targets_.size() && targets_[likeliest_] &&
                                      same(*given, *targets_[likeliest_]));
    }
    const bool spare = trial.ran() && !d.matchings().empty() && has_spare(trial, d.matchings()[likeliest_]);
    if (spare) moving_ = moving(*own_.trials, trial);
    const lang::Module* at = nullptr;
    for (const lang::ModulePtr& m : request_.program.modules()) {
      modules_.push_back(m.get());
      if (request_.fault.known() && m->source->text() == request_.fault.source->text()) at = m.get();
    }
    edits_ = edits_of({modules_, trial.recording, at, request_.fault.span, trial.script, calls_to_fault(),
                       trial.constructed || trial.script});
  }

  std::optional<Mend> one() {
    const std::vector<Found> found = mends(request_.most);
    if (found.empty()) return std::nullopt;
    const Edit& best = edits_[found[0].edit];
    Mend mend{best, {}, edited_text(best)};
    std::set<int> lines = {line_of(best)};
    for (const Found& f : found) {
      if (f.cost > found[0].cost) break;
      if (lines.insert(line_of(edits_[f.edit])).second) mend.rivals.push_back(edits_[f.edit]);
    }
    return mend;
  }

  std::vector<Edit> steps() {
    if (own_.trial->script) return {};  // a second search would take as long as the first
    // A fault in training alone is one mistake; two edits may just make the random draws agree.
    if (probed_.spec.training && request_.choice.right) return {};
    std::vector<Edit> out;
    for (const Found& f : helpful()) {
      if (out.size() < kMostSteps) out.push_back(edits_[f.edit]);
    }
    return out;
  }

 private:
  static int line_of(const Edit& edit) { return edit.module->source->place(edit.at.begin).line; }

  /// The edits that mend everything, the most likely first.
  std::vector<Found> mends(size_t most) {
    if (probed_.spec.training && request_.choice.right) drawn_ = many_runs(*own_.trials, again_);
    std::vector<Found> found;
    size_t tried = 0, anew = 0;
    for (size_t i = 0; i < edits_.size() && tried < most; ++i) {
      if (!defines(edits_[i]) || !keeps_eval(edits_[i])) continue;
      if (runs_anew(edits_[i]) && ++anew > (own_.trial->script ? kMostScripts : kMostRunAnew)) continue;
      ++tried;
      const std::optional<int> penalty = tried_out(i);
      if (!penalty) continue;
      if (found.empty()) most = std::min(most, tried + (*penalty > 0 ? 4 : 1) * kTriedForRivals);
      found.push_back({i, edits_[i].cost + *penalty});
    }
    prefer_all_steps(found);
    std::stable_sort(found.begin(), found.end(), [](const Found& x, const Found& y) { return x.cost < y.cost; });
    prefer_one_place(found);
    return found;
  }

  /// Among the edits that mends() tried: those after which more stages are right, the best first;
  /// if the program fails, those with which it runs further.
  std::vector<Found> helpful() const {
    std::vector<Found> found;
    for (const size_t i : others_) {
      // Without what fails, a program also gets further, whatever is wrong with it.
      if (own_.trial->failure && leaves_out(edits_[i])) continue;
      const Edited edited(edits_[i]);
      const Called now = called_now();
      if (!now.trial->trouble.empty()) continue;
      const int seen = Diagnosis(*request_.choice.reference, *now.trial).seen_tensors(likeliest_);
      const bool further = own_.trial->failure && made(*now.trial) > made(*own_.trial);
      if (seen > seen_ || (seen == seen_ && further)) found.push_back({i, edits_[i].cost, seen});
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& x, const Found& y) {
      return std::tuple(-x.seen, x.cost) < std::tuple(-y.seen, y.cost);
    });
    return found;
  }

  /// Calls the current program on the probe of this search.
  Called called_now() const {
    const Program::Apart apart(request_.program, kStepsOfAll);
    auto trials = std::make_shared<TrialRunner>(request_.choice.trials->for_changed());
    auto trial = std::make_shared<Trial>(trials->run(probed_.spec, probed_.options, /*record=*/true));
    return {std::move(trials), std::move(trial)};
  }

  /// If the best edit makes the same change in several places: the one place that is enough, if
  /// there is one.
  void prefer_one_place(std::vector<Found>& found) {
    if (found.empty() || edits_[found[0].edit].changes.size() < 2) return;
    const Edit& all = edits_[found[0].edit];
    for (size_t i = 0; i < edits_.size(); ++i) {
      const Edit& one = edits_[i];
      if (one.known != all.known || one.module != all.module || one.changes.size() != 1) continue;
      const bool is_part = std::any_of(all.changes.begin(), all.changes.end(), [&](const Change& c) {
        return c.text == one.changes[0].text && c.span.begin == one.changes[0].span.begin && c.span.end == one.changes[0].span.end;
      });
      if (!is_part || !tried_out(i)) continue;
      found.insert(found.begin(), {i, found[0].cost, found[0].seen});
      return;
    }
  }

  /// An edit after which the program makes fewer of the reference's tensors than after another one
  /// only cancels the mistake: it adds what a later softmax ignores.
  void prefer_all_steps(std::vector<Found>& found) const {
    if (found.size() < 2 || own_.trial->script) return;
    for (Found& f : found) {
      const Edited edited(edits_[f.edit]);
      f.seen = Diagnosis(*request_.choice.reference, *called_now().trial).seen_tensors(likeliest_);
    }
    const int most = std::max_element(found.begin(), found.end(), [](const Found& x, const Found& y) { return x.seen < y.seen; })->seen;
    for (Found& f : found) f.cost += f.seen < most ? kFewerSteps : 0;
  }

  /// Whether an edit takes a step out.
  static bool leaves_out(const Edit& edit) {
    const std::vector<std::string>& kinds = edit.known->mends;
    return std::any_of(kinds.begin(), kinds.end(), [](const std::string& k) { return k == "unwrap" || k == "drop"; });
  }

  /// For a program that stops at a name that nothing defines: whether an edit replaces that name or
  /// brings its definition there. One that only takes its line away explains nothing.
  bool defines(const Edit& edit) const {
    const std::string name = own_.trial->failure ? undefined_name(*own_.trial->failure) : "";
    if (name.empty()) return true;
    const auto has = [&](std::string_view text) { return has_word(text, name); };
    const auto& changes = edit.changes;
    const bool written = std::any_of(changes.begin(), changes.end(), [&](const Change& c) { return has(c.text); });
    bool read = false;
    for (const Change& c : changes) {
      const std::string_view text = edit.module->source->text(), before = text.substr(c.span.begin, c.span.end - c.span.begin);
      if (has(before) && before != name && !written) return false;
      // `self.` in front of the name changes it, too.
      read = read || has(before) || (c.text.ends_with('.') && text.substr(c.span.end).starts_with(name));
    }
    return read || written;
  }

  /// The calls that lead to the program's error, if that is the fault.
  std::vector<lang::TraceEntry> calls_to_fault() const {
    const auto& failure = own_.trial->failure;
    if (!failure || failure->calls.empty() || failure->span.begin != request_.fault.span.begin) return {};
    return {failure->calls.begin(), failure->calls.end() - 1};
  }

  /// For a program that is wrong only in training: whether an edit keeps it right in eval mode,
  /// which is quick to check.
  bool keeps_eval(const Edit& edit) {
    const Trial& eval = *request_.choice.trial;
    // A program that is wrong only in training has its mistake in its dropout; an edit elsewhere
    // may just make the random draws agree.
    if (probed_.spec.training && request_.choice.right && own_.trial->ran() && edit.cost > 0 && !drops().are_in(edit)) return false;
    if (!probed_.spec.training || !request_.choice.right || edit.sets_up || !eval.constructed || !eval.output) return true;
    if (!eval_) eval_ = to_call_again(eval);
    const Edited edited(edit);
    const Program::Apart apart(request_.program, kStepsOfMend);
    const auto now = edited.made() ? own_.trials->again(*eval_, eval_->names) : std::nullopt;
    return now && same(*now, *eval.output);
  }

  const Drops& drops() {
    if (!drops_) drops_.emplace(modules_, own_.trial->object);
    return *drops_;
  }

  Drawn many_runs_now() const {
    const Called now = called_now();
    if (!now.trial->ran()) return {};
    Trial trial = to_call_again(*now.trial);
    return many_runs(*now.trials, trial);
  }

  /// Whether an edit requires building the object again.
  bool runs_anew(const Edit& edit) const {
    const Candidate* c = request_.choice.candidate;
    return !own_.trial->constructed || probed_.spec.training || edit.sets_up || (c && c->is_maker);
  }

  /// The result of an edited program, and the matching under which it is right, if any.
  struct Outcome {
    std::optional<Numbers> output;
    std::optional<size_t> matching;
    bool other_weights = false;  // another number of weights than without the edit
    std::optional<torch::Report> failure;
  };

  /// If an edit makes the program right: a penalty, if only another matching of the weights is right
  /// or it takes out the step that fails. Nothing if it does not, or if it asks for more memory than
  /// there is: with the size of the vocabulary where a width stood.
  std::optional<int> tried_out(size_t i) {
    try {
      return mended_by(i);
    } catch (const BudgetError&) {
      return std::nullopt;
    }
  }

  std::optional<int> mended_by(size_t i) {
    const Edit& edit = edits_[i];
    if (own_.trial->script) return script_mended_by(edit);
    const bool anew = runs_anew(edit);
    const Edited edited(edit);
    if (!edited.made()) return std::nullopt;
    const Outcome now = anew ? made_anew() : called_again();
    if (now.output ? is_new(*now.output) : stops_elsewhere(now.failure)) others_.push_back(i);
    // After transposing scores another matching is right, which proves nothing.
    if (!now.matching || (edit.turns && *now.matching != 0)) return std::nullopt;
    if (probed_.right && ++harmless_ > kMostHarmless) return std::nullopt;
    if (!right_everywhere()) return std::nullopt;
    // Dropout with the same statistics in the same place was no mistake.
    if (drawn_.runs > 0 && alike(drawn_, many_runs_now())) return std::nullopt;
    // If the expected result equals the input, an edit that does nothing also gives it.
    if (gives_input_ && !makes_all(edit)) return std::nullopt;
    // Weights beyond the homework's roles may be intended: an edit that disables them is no mend.
    if (moving_ > 0 && moving_now() < moving_) return std::nullopt;
    edits_[i].other_weights = now.other_weights;
    // Whatever stops the program, it runs without the step that stops.
    const int taken = own_.trial->failure && leaves_out(edit) ? kTakenOut : 0;
    return taken + (*now.matching == 0 ? 0 : kOtherMatching);
  }

  size_t moving_now() const {
    const Called now = called_now();
    return now.trial->ran() ? moving(*now.trials, *now.trial) : 0;
  }

  /// The same for a script, which runs from its first statement.
  std::optional<int> script_mended_by(const Edit& edit) const {
    if (chooses_sizes(edit) || gives_input_) return std::nullopt;
    const std::unique_ptr<Program> edited = request_.program.with_text(*edit.module, edited_text(edit));
    if (edited->failure()) return std::nullopt;
    for (size_t matching = 0; matching < targets_.size(); ++matching) {
      if (targets_[matching] && was_made(edited->at_start(), *targets_[matching])) return matching == 0 ? 0 : kOtherMatching;
    }
    return std::nullopt;
  }

  /// Whether an edit changes sizes, as in `B, T, H = 2, 4, 3`: a script's author may choose them.
  static bool chooses_sizes(const Edit& edit) {
    const lang::Stmt* s = reading::statement_at(*edit.module, edit.at);
    if (!s || s->kind != lang::StmtKind::assign) return false;
    const lang::Expr& value = *static_cast<const lang::Assign&>(*s).value;
    if (value.kind == lang::ExprKind::constant) return true;
    if (value.kind != lang::ExprKind::tuple) return false;
    const auto& items = static_cast<const lang::Sequence&>(value).items;
    return std::all_of(items.begin(), items.end(), [](const lang::ExprPtr& i) { return i->kind == lang::ExprKind::constant; });
  }

  /// Whether an edit makes a failing program fail elsewhere.
  bool stops_elsewhere(const std::optional<torch::Report>& failure) {
    const auto& before = own_.trial->failure;
    if (!before || !failure || before->refusal || failure->refusal || further_ >= kMostFurther) return false;
    const auto line = [](const torch::Report& r) { return r.source ? r.source->place(r.span.begin).line : 0; };
    const bool elsewhere = line(*failure) != line(*before);
    further_ += elsewhere;
    return elsewhere;
  }

  /// Whether no earlier edit gave this result.
  bool is_new(const Numbers& out) {
    if (own_.trial->output && same(*own_.trial->output, out)) return false;
    return outputs_.emplace(out.shape, out.values).second;
  }

  Outcome called_again() {
    const Program::Apart apart(request_.program, kStepsOfMend);
    Outcome now{own_.trials->again(again_, again_.names), {}, false, {}};
    now.failure = own_.trials->last_failure();
    if (now.output) now.matching = matching_of(*now.output);
    return now;
  }

  Outcome made_anew() {
    const Program::Apart apart(request_.program, kStepsOfMend);
    // The runner learns sizes of the edited program, so use a copy.
    TrialRunner trials = request_.choice.trials->for_changed();
    Trial trial = trials.run(probed_.spec, probed_.options, probed_.spec.training);
    if (!trial.ran()) return {{}, {}, false, trial.failure};
    if (hides_sizes(trial)) return {};
    // With the same weights and sizes, every matching expects the same numbers as before.
    if (!probed_.spec.training && has_weights_of(trial)) return {trial.output, matching_of(*trial.output), false, {}};
    return {trial.output, Diagnosis(*request_.choice.reference, trial).right_matching(),
            trial.found.matrices.size() != own_.trial->found.matrices.size(), {}};
  }

  /// Whether a program was built with the file's own sizes and some of them are equal, so that a
  /// result may be right for these sizes only.
  bool hides_sizes(const Trial& trial) const {
    const auto distinct = [](const Trial& t) {
      std::set<int64_t> sizes;
      for (const auto& [name, value] : t.setting.sizes) {
        if (value.is_int() && !value.is_bool()) sizes.insert(value.as_int());
      }
      return sizes.size();
    };
    // Without an object, the sizes were never asked for.
    return own_.trial->constructed && distinct(trial) < distinct(*own_.trial);
  }

  bool has_weights_of(const Trial& trial) const {
    const auto alike = [](const FoundWeight& a, const FoundWeight& b) {
      return a.path == b.path && a.linear == b.linear && a.tensor.shape() == b.tensor.shape() &&
             a.bias.defined() == b.bias.defined();
    };
    const auto &a = trial.found, &b = own_.trial->found;
    const auto &sizes = trial.setting.sizes, &others = own_.trial->setting.sizes;
    return std::equal(sizes.begin(), sizes.end(), others.begin(), others.end(), [](const auto& x, const auto& y) {
             return x.first == y.first && x.second.is(y.second);
           }) &&
           std::equal(a.matrices.begin(), a.matrices.end(), b.matrices.begin(), b.matrices.end(), alike) &&
           std::equal(a.vectors.begin(), a.vectors.end(), b.vectors.begin(), b.vectors.end(), alike);
  }

  /// The first matching under which this result is right.
  std::optional<size_t> matching_of(const Numbers& output) const {
    for (size_t matching = 0; matching < targets_.size(); ++matching) {
      if (targets_[matching] && same(*targets_[matching], output)) return matching;
    }
    return std::nullopt;
  }

  /// How many tensors the trial made.
  static size_t made(const Trial& trial) { return trial.recording.made().size(); }

  /// Whether the edited program makes every tensor of the reference, not just parts of it.
  bool makes_all(const Edit& edit) {
    const Edited edited(edit);
    const Called now = called_now();
    Diagnosis d(*request_.choice.reference, *now.trial);
    if (!now.trial->ran() || d.matchings().empty()) return false;
    const Names& names = d.reference_names(std::min(likeliest_, d.matchings().size() - 1));
    const std::vector<Numbers> all = stage_tensors(d.assignment(), names);
    return std::all_of(all.begin(), all.end(), [&](const Numbers& n) { return was_made(now.trial->recording, n); });
  }

  /// Checks the edited program on all probes and properties.
  bool right_everywhere() {
    const Program::Apart apart(request_.program, kStepsOfAll);
    Choice choice = request_.choice;
    // What the runner learned about the original program may not hold for the edited one.
    choice.trials = std::make_shared<TrialRunner>(choice.trials->fresh());
    choice.trial = std::make_shared<Trial>(
        choice.trials->run(choice.assignment->probes[0], choice.options, /*record=*/true));
    choice.diagnosis = std::make_shared<Diagnosis>(*choice.reference, *choice.trial);
    choice.right = choice.diagnosis->right_matching().has_value();
    if (!choice.right) return false;
    const std::vector<Probed> probes = probe(choice, /*until_wrong=*/true);
    if (!std::all_of(probes.begin(), probes.end(), [](const Probed& p) { return p.right; })) return false;
    const std::vector<PropertyResult> properties = check_properties(choice);
    return std::all_of(properties.begin(), properties.end(), [](const PropertyResult& p) {
      return p.holds || p.id == "finite";
    });
  }

  const MendRequest request_;
  const Probed& probed_;
  const Called own_;  // the program as it was submitted
  std::vector<const lang::Module*> modules_;
  Trial again_;
  std::optional<Trial> eval_;  // of the first probe, if that is right
  std::vector<std::optional<Numbers>> targets_;  // the right result under each matching
  size_t likeliest_ = 0;
  int seen_ = 0;
  size_t harmless_ = 0, further_ = 0;
  /// For a program with more trained tensors than the homework has roles: how many of them affected
  /// the result before any edit.
  size_t moving_ = 0;
  Drawn drawn_;  // statistics of a program that is wrong only in training
  std::optional<Drops> drops_;
  bool gives_input_ = false;  // the right result equals the input, as after split and merge
  std::vector<Edit> edits_;
  std::vector<size_t> others_;  // edits with a new result
  std::set<std::pair<Shape, std::vector<double>>> outputs_;
};

Mending::Mending(const MendRequest& request) {
  // Notebooks cannot be edited as one program.
  const bool script = searched_with(request.probes).trial->script;
  if (!script || (!request.program.is_notebook() && !request.program.drops())) work_ = std::make_unique<Work>(request);
}
Mending::~Mending() = default;

std::optional<Mend> Mending::one() { return work_ ? work_->one() : std::nullopt; }
std::vector<Edit> Mending::steps() { return work_ ? work_->steps() : std::vector<Edit>(); }

}  // namespace mha::homework
