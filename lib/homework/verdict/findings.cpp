#include "homework/verdict/findings.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "homework/mend/mend.h"
#include "homework/trial/words.h"
#include "homework/verdict/in_turn.h"
#include "homework/verdict/mend_findings.h"
#include "homework/verdict/ranking.h"
#include "reading/clues.h"
#include "reading/definitions.h"
#include "reading/index.h"
#include "reading/walk.h"

namespace mha::homework {

namespace {

// How many edits are tried after a first edit; if a known mistake explains the whole result; and if
// that is a step left out, which seldom takes one edit.
constexpr size_t kMostAfterStep = 400, kMostIfKnown = 900, kMostIfLeftOut = 600;

/// Names what is wrong with one program.
class Naming {
 public:
  Naming(Program& program, const Choice& choice, const std::vector<Probed>& probes,
         const std::vector<PropertyResult>& properties, uint32_t seed, SearchDepth reach)
      : program_(program),
        choice_(choice),
        probes_(probes),
        properties_(properties),
        seed_(seed),
        reach_(reach),
        clues_(reading::find_clues(program.modules(), choice.candidate ? choice.candidate->name : "")) {
    // An attribute that was meant where the program stops is used there: `W_query(x)` without `self.`
    const std::optional<torch::Report>& failure = judged(probes_).trial->failure;
    const std::string meant = failure ? undefined_name(*failure) : "";
    // What is still to be written may use the rest.
    const bool begun = choice.candidate && choice.candidate->call && reading::dots_in(choice.candidate->call->code->body);
    std::erase_if(clues_, [&](const reading::Clue& c) { return c.id.starts_with("unused-") && (begun || c.subject == meant); });
  }

  Named run() {
    const Probed& p = judged(probes_);
    Judge judge(*choice_.reference, *p.trial, *p.diagnosis, &program_);
    const bool readable = !p.diagnosis->matchings().empty();
    const bool endless = p.trial->failure && p.trial->failure->kind == "BudgetError";
    Witnesses witnesses{program_, clues_, {}};
    for (const Probed& other : probes_) witnesses.probes.push_back(&other);
    std::vector<Explanation> explanations;
    if (readable && !endless) explanations = ranked(p.diagnosis->explain(), *p.diagnosis, &witnesses);
    if (const auto out = p.diagnosis->output_of(readable ? p.diagnosis->reference_names(0) : Names())) {
      result_.tolerance = tolerance_for(*out);
    }
    // What returns nothing makes no mistake in what it returns.
    if (choice_.trial->no_return) {
      std::erase_if(explanations, [&](const Explanation& e) {
        return std::any_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& m) {
          return static_cast<size_t>(m.first) + 1 == choice_.assignment->stages.size();
        });
      });
    }
    // First one known mistake or one small edit; then several known mistakes that explain the whole
    // result; then two edits; then mistakes that explain a part of it.
    judge_stages(p, judge, explanations);
    note_left_out(judge, explanations);
    std::optional<Mending> mending;
    const bool mends = !p.right && !endless && p.trial->trouble.empty();
    if (mends && reach_ != SearchDepth::known) mending.emplace(request(fault(p), !explanations.empty() && is_known(explanations[0])));
    std::optional<Mend> mend = mending ? mending->one() : std::nullopt;
    std::optional<InTurn> turns;
    if (reach_ == SearchDepth::several && explanations.empty() && !mend && !endless && readable && !p.right && !tells_error(p)) {
      explanations = ranked(p.diagnosis->explain_by_several(), *p.diagnosis, &witnesses);
      const bool known = !explanations.empty() && is_known(explanations[0]);
      // What two roles or heads share is a cause of its own, which no edit would show.
      const bool shares = broken("apart") || broken("repeated");
      if (mending && !known && !shares) turns = in_turn(program_, choice_, probes_, properties_, mending->steps(), seed_);
      if (turns) explanations.clear();
      if (!explanations.empty()) judge_stages(p, judge, explanations);
      note_left_out(judge, explanations);
    }
    const Explanation* chosen = explanations.empty() ? nullptr : &explanations[0];
    std::optional<size_t> unknown;  // the first step that no known mistake explains
    for (const Mistake& mistake : chosen ? chosen->mistakes : std::vector<Mistake>()) {
      if (!mistake.known && !unknown) unknown = mistake.seen;
    }
    const bool explained = chosen && !chosen->partial;
    const bool in_part = !explained && !mend && !turns && suppose_in_part();
    if (chosen && !in_part) suppose_mistakes(judge, explanations);
    if (explained) suppose_elsewhere(p, *chosen);
    // An error that an earlier mistake caused does not need a name of its own.
    const bool apart = !in_part && (!chosen || (chosen->partial && keeps_shapes(p, *chosen)));
    if (p.trial->failure && apart) suppose_error(judge, *p.trial->failure);
    // Mend an endless loop first: everything else may follow from it.
    if (!endless) suppose_properties(judge, unknown);
    if (!endless) suppose_clues(judge);
    Causes causes = strongest(std::move(hypotheses_), {p.right, !unknown, not_reached()});
    result_.findings = std::move(causes.findings);
    result_.remarks = std::move(causes.remarks);
    for (Finding& f : remarks_on(choice_, p, judge)) result_.remarks.push_back(std::move(f));
    const bool placed = std::any_of(result_.findings.begin(), result_.findings.end(), [&](const Finding& f) { return is_placed(f); });
    if (p.right && !placed && breaks_property() && reach_ != SearchDepth::known) {
      // Without a known place, all lines are equally near.
      mend = Mending(request({}, /*known=*/false)).one();
    }
    MendFindings mended(program_, choice_, *p.trial, result_);
    if (mend) mended.name(*mend, judge, p.right);
    if (turns) mended.name(*turns, judge);
    // What stops the program comes first.
    put_in_order_of_stages(turns && p.trial->failure ? 1 : 0);
    return std::move(result_);
  }

 private:
  /// Notes the stages whose steps the likeliest explanation leaves out.
  void note_left_out(const Judge& judge, const std::vector<Explanation>& explanations) {
    left_out_.clear();
    if (explanations.empty()) return;
    for (const Mistake& mistake : explanations[0].mistakes) {
      if (judge.is_left_out(explanations[0], mistake)) left_out_.insert(choice_.assignment->stages[static_cast<size_t>(mistake.first)].id);
    }
  }

  MendRequest request(const Location& at, bool known) const {
    MendRequest out{program_, choice_, probes_, at};
    if (known) out.most = left_out_.empty() ? kMostIfKnown : kMostIfLeftOut;
    if (reach_ == SearchDepth::one_change) out.most = kMostAfterStep;
    return out;
  }

  /// Orders findings by stage; of findings with the same numbers the likelier one stays first.
  void put_in_order_of_stages(std::ptrdiff_t from) {
    std::map<std::string, size_t> order;
    for (const Finding& f : result_.findings) {
      const int stage = choice_.assignment->stage_of(f.stage);
      size_t at = stage < 0 ? choice_.assignment->stages.size() : static_cast<size_t>(stage);
      for (const std::string& other : f.alternatives) {
        if (const auto leader = order.find(other); leader != order.end()) at = leader->second;
      }
      order.emplace(f.id, at);
    }
    std::stable_sort(result_.findings.begin() + from, result_.findings.end(),
                     [&](const Finding& a, const Finding& b) { return order[a.id] < order[b.id]; });
  }

  /// Whether the source shows why the program stops with its error.
  bool tells_error(const Probed& p) const {
    return p.trial->failure && std::any_of(misconceptions().begin(), misconceptions().end(), [&](const Misconception& m) {
      return !m.error.empty() && !m.clue.empty() && matches_pattern(m.error, p.trial->failure->message) && clue_for(m, clues_);
    });
  }

  static bool is_known(const Explanation& e) {
    return !e.partial && e.by_known();
  }

  /// The place of the first wrong stage, of the next one if that was not seen, or of the error. If
  /// only the last stage is wrong, and the one before left its axes in another order than the task
  /// says: of that one.
  Location fault(const Probed& p) const {
    bool wrong = false;
    for (const StageResult& s : result_.stages) {
      wrong = wrong || is_wrong(s.verdict);
      const StageResult* before = &s == &result_.stages.back() && result_.stages.size() > 1 ? &s - 1 : nullptr;
      const bool is_turned = before && before->verdict == StageVerdict::right && before->shape != before->expected_shape && !made_as_told(p, *before);
      if (is_wrong(s.verdict) && is_turned && before->place.known()) return before->place;
      if (wrong && s.place.known()) return s.place;
    }
    if (p.trial->failure && p.trial->failure->source) return {p.trial->failure->source, p.trial->failure->span};
    return p.trial->script ? after_right(*p.trial) : Location();
  }

  /// Of a script: what it makes after the line of the last right stage.
  Location after_right(const Trial& script) const {
    Location last;
    for (const StageResult& s : result_.stages) {
      if (s.verdict == StageVerdict::right && s.place.known()) last = s.place;
    }
    if (!last.known()) return {};
    const int line = last.source->place(last.span.begin).line;
    for (const Made& m : script.recording.made()) {
      const bool later = m.source && m.source->text() == last.source->text() && m.source->place(m.span.begin).line > line;
      if (later && !m.secondary() && m.numbers.shape.size() > 1) return {last.source, m.span};
    }
    return {};
  }

  /// Whether the program made a stage's tensor with its axes in the task's order, there or later.
  bool made_as_told(const Probed& p, const StageResult& stage) const {
    const StageSpec& spec = choice_.assignment->stages[static_cast<size_t>(choice_.assignment->stage_of(stage.id))];
    const Names& right = p.diagnosis->reference_names(p.diagnosis->likeliest_matching());
    const auto n = spec.snippet.makes.empty() ? std::nullopt : numbers_in(right, spec.snippet.makes[0]);
    const std::deque<Made>& made = p.trial->recording.made();
    return n && std::any_of(made.begin(), made.end(), [&](const Made& m) { return same(*n, m.numbers); });
  }

  bool breaks_property() const {
    return std::any_of(properties_.begin(), properties_.end(), [](const PropertyResult& p) { return !p.holds && p.id != "finite"; });
  }

  void judge_stages(const Probed& p, Judge& judge, const std::vector<Explanation>& explanations) {
    const Explanation* chosen = explanations.empty() ? nullptr : &explanations[0];
    result_.stages.clear();
    if (p.diagnosis->matchings().empty() || !p.trial->constructed) {
      for (const StageSpec& s : choice_.assignment->stages) {
        result_.stages.push_back(blank(s, StageVerdict::not_reached));
      }
      return;
    }
    const bool whole = chosen && chosen->partial == p.trial->failure.has_value();
    result_.stages = judge.stages(whole ? chosen : nullptr);
    if (p.trial->failure && p.trial->failure->kind == "BudgetError") forget_unfinished();
  }

  /// Whether a finding's place is its cause, not just where two runs differ.
  bool is_placed(const Finding& f) const {
    const Misconception* m = find_misconception(f.id);
    const PropertyResult* p = m ? broken(m->property) : nullptr;
    const bool shows = f.evidence == Finding::Evidence::property && p && !p->operation.empty() && m->at.empty();
    return f.place.known() && !shows;
  }

  /// In a program that never ends, a stage that is not right is unfinished.
  void forget_unfinished() {
    for (size_t i = 0; i < result_.stages.size(); ++i) {
      StageResult& s = result_.stages[i];
      if (is_earned(s.verdict)) continue;
      s = blank(choice_.assignment->stages[i], StageVerdict::not_reached);
    }
  }

  /// Adds mistakes that only another probe shows, such as one in training.
  void suppose_elsewhere(const Probed& judged_on, const Explanation& chosen) {
    for (const Probed& p : probes_) {
      if (p.right || &p == &judged_on || p.diagnosis->matchings().empty() || p.trial->failure) continue;
      if (!p.trial->trouble.empty() || p.diagnosis->follow(chosen)) continue;
      const Witnesses witnesses{program_, clues_, {}};
      std::vector<Explanation> all = ranked(p.diagnosis->explain(), *p.diagnosis, &witnesses);
      if (all.empty()) all = ranked(p.diagnosis->explain_with(chosen), *p.diagnosis, &witnesses);
      if (all.empty() || all[0].partial) continue;
      Judge judge(*choice_.reference, *p.trial, *p.diagnosis, &program_);
      judge.stages(&all[0]);
      const size_t before = hypotheses_.size();
      suppose_mistakes(judge, all);
      // Their numbers are not those in the report.
      for (size_t i = before; i < hypotheses_.size(); ++i) hypotheses_[i].finding.evidence = Finding::Evidence::steps;
      return;
    }
  }

  /// Adds the mistakes of an inner class or function, if they explain the program.
  bool suppose_in_part() {
    if (!choice_.candidate) return false;
    const std::optional<Choice> part = wrong_part(program_, *choice_.assignment, seed_);
    if (!part) return false;
    std::vector<Explanation> all = part->diagnosis->explain();
    if (all.empty()) all = part->diagnosis->explain_by_several();
    if (all.empty() || all[0].partial) return false;
    all = ranked(std::move(all), *part->diagnosis);
    if (all.empty()) return false;
    Judge judge(*part->reference, *part->trial, *part->diagnosis, &program_);
    judge.stages(part->trial->failure ? nullptr : &all[0]);
    suppose_mistakes(judge, all);
    for (Hypothesis& h : hypotheses_) {
      if (choice_.assignment->stage_of(h.finding.stage) < 0) h.finding.stage.clear();
    }
    return true;
  }

  static bool keeps_shapes(const Probed& p, const Explanation& e) {
    const Names& right = p.diagnosis->reference_names(e.matching);
    return std::all_of(e.names.begin(), e.names.end(), [&](const auto& item) {
      const Tensor* theirs = tensor_in(e.names, item.first);
      const Tensor* ours = tensor_in(right, item.first);
      return !theirs || !ours || theirs->shape() == ours->shape();
    });
  }

  /// The clue that a layer's result is discarded, or null.
  const reading::Clue* discarded_layer() const {
    for (const reading::Clue& clue : clues_) {
      if (clue.id == "discarded" && clue.subject == "linear") return &clue;
    }
    return nullptr;
  }

  bool is_supposed(const std::string& id) const {
    return std::any_of(hypotheses_.begin(), hypotheses_.end(), [&](const Hypothesis& h) { return h.finding.id == id; });
  }

  /// Adds the mistakes of the likeliest explanation, each with the mistake most similar to it.
  void suppose_mistakes(Judge& judge, const std::vector<Explanation>& all) {
    const Explanation& chosen = all[0];
    for (size_t i = 0; i < chosen.mistakes.size(); ++i) {
      const Mistake& mistake = chosen.mistakes[i];
      if (!mistake.known || is_supposed(mistake.known->id)) continue;
      Finding f = judge.finding(chosen, mistake);
      if (const reading::Clue* clue = mistake.known->clue.empty() ? nullptr : clue_for(*mistake.known, clues_)) {
        f.seen = clue->text;
        f.place = {clue->source, clue->span};
        f.settled = true;
      } else if (const reading::Clue* lost = judge.is_left_out(chosen, mistake) ? discarded_layer() : nullptr) {
        f.place = {lost->source, lost->span};
      }
      const bool ends = static_cast<size_t>(mistake.last) + 1 == choice_.assignment->stages.size();
      if (!f.place.known() && ends && mistake.first == mistake.last) f.place = returned();
      std::set<std::string> others;
      std::vector<Finding> equals;
      for (const Explanation& e : all) {
        if (i >= e.mistakes.size() || !e.mistakes[i].known || e.mistakes[i].known == mistake.known) continue;
        // More than two alternatives do not help.
        if (others.contains(e.mistakes[i].known->id) || !others.empty()) continue;
        others.insert(e.mistakes[i].known->id);
        equals.push_back(judge.finding(e, e.mistakes[i]));
      }
      f.alternatives.assign(others.begin(), others.end());
      const std::string first = f.id;
      hypotheses_.push_back({std::move(f)});
      for (Finding& other : equals) {
        other.alternatives.push_back(first);
        hypotheses_.push_back({std::move(other)});
      }
    }
  }

  /// Whether the statement that fails has one of these words.
  bool fails_at_call(const torch::Report& error, const std::vector<std::string>& calls) const {
    for (const lang::ModulePtr& module : program_.modules()) {
      const lang::Stmt* s = module->source == error.source ? reading::statement_at(*module, error.span) : nullptr;
      const std::string text(s ? module->source->text(s->span) : "");
      if (std::any_of(calls.begin(), calls.end(), [&](const std::string& call) { return has_word(text, call); })) return true;
    }
    return false;
  }

  /// Adds the misconception that fails with such an error, at the place of the error.
  void suppose_error(Judge& judge, const torch::Report& error) {
    const std::vector<std::string> later = not_reached();
    const std::string stopped = later.empty() ? "" : later[0];
    const Misconception* best = nullptr;
    for (const Misconception& m : misconceptions()) {
      if (m.error.empty() || !matches_pattern(m.error, error.message)) continue;
      if (!m.clue.empty() && !clue_for(m, clues_)) continue;
      if (m.stage.empty() && !m.at.empty() && !fails_at_call(error, m.at)) continue;
      // The stage may not exist in this homework.
      const bool placed = choice_.assignment->stage_of(m.stage) >= 0;
      if (placed && m.stage != stopped) continue;
      if (!best || placed) best = &m;
    }
    if (!best) return;
    Finding f = judge.finding(*best);
    f.evidence = Finding::Evidence::error;
    f.place = {error.source, error.span};
    if (const reading::Clue* clue = best->clue.empty() ? nullptr : clue_for(*best, clues_)) {
      f.cause = std::exchange(f.place, Location{clue->source, clue->span});
      f.seen = clue->text;
    }
    hypotheses_.push_back({std::move(f)});
  }

  const PropertyResult* broken(const std::string& property) const {
    for (const PropertyResult& p : properties_) {
      if (p.id == property && !p.holds) return &p;
    }
    return nullptr;
  }

  /// Adds what failing properties show, where they fail or where the mistake usually is.
  void suppose_properties(Judge& judge, const std::optional<size_t>& unknown) {
    for (const Misconception& m : misconceptions()) {
      const PropertyResult* p = m.clue.empty() && !m.property.empty() ? broken(m.property) : nullptr;
      if (!p || is_by_another(m, *p)) continue;
      if (!m.needs.empty() && !is_written(m.needs, *judged(probes_).trial, program_)) continue;
      // What is worth a remark in a right program is not why its own stage is wrong.
      const int stage = choice_.assignment->stage_of(m.stage);
      if (m.remark_if_right && stage >= 0 && is_wrong(result_.stages[static_cast<size_t>(stage)].verdict)) continue;
      Finding f = judge.finding(m);
      f.evidence = Finding::Evidence::property;
      f.place = p->place;
      if (!f.place.known()) {
        const auto& made = judged(probes_).trial->recording.made();
        const auto it = std::find_if(made.begin(), made.end(), [&](const Made& x) {
          return std::find(m.at.begin(), m.at.end(), x.operation) != m.at.end();
        });
        if (it != made.end()) {
          f.place = judge.location(static_cast<size_t>(it - made.begin()));
        } else if (unknown) {
          f.place = judge.location(*unknown);
        }
      } else if (std::find(m.in.begin(), m.in.end(), p->operation) != m.in.end()) {
        for (const lang::ModulePtr& module : program_.modules()) {
          if (module->source->text() != f.place.source->text()) continue;
          if (const auto bound = reading::bound_of(*module, f.place.span)) f.cause = std::exchange(f.place, Location{f.place.source, *bound});
        }
      }
      hypotheses_.push_back({std::move(f), &m, p->place});
    }
  }

  /// Whether the property is broken by another operation than the mistake's.
  static bool is_by_another(const Misconception& m, const PropertyResult& p) {
    return p.place.known() && !p.operation.empty() && !m.at.empty() &&
           std::none_of(m.at.begin(), m.at.end(), [&](const std::string& call) { return has_word(p.operation, call); });
  }

  /// Adds what the source shows.
  void suppose_clues(Judge& judge) {
    for (const Misconception& m : misconceptions()) {
      const reading::Clue* clue = m.clue.empty() ? nullptr : clue_for(m, clues_);
      // Nor does it count if the homework lacks the stage whose numbers it changes.
      if (clue && (m.remark || !m.variants.empty()) && !m.stage.empty() && choice_.assignment->stage_of(m.stage) < 0) continue;
      if (!clue || (!m.property.empty() && !broken(m.property)) || !is_reached(*clue)) continue;
      // A result that is lost in another step: the split is right, the merge is not.
      const int own = clue->id == "discarded" ? choice_.assignment->stage_of(m.stage) : -1;
      if (own >= 0 && !m.variants.empty() && result_.stages[static_cast<size_t>(own)].verdict == StageVerdict::right) continue;
      Finding f = judge.finding(m);
      f.evidence = Finding::Evidence::source;
      f.seen = clue->text;
      f.place = {clue->source, clue->span};
      // A layer that would only change the result is missing where that is made.
      const Location last = is_layer(clue->subject) ? returned() : Location();
      if (last.known()) f.cause = std::exchange(f.place, last);
      // A dropout is missing where its stage is wrong, not where it is made.
      const int stage = choice_.assignment->stage_of(m.stage);
      const StageResult* harmed = clue->id == "unused-dropout" && stage >= 0 ? &result_.stages[static_cast<size_t>(stage)] : nullptr;
      if (harmed && is_wrong(harmed->verdict) && harmed->place.known()) f.cause = std::exchange(f.place, harmed->place);
      const bool harms_later = clue->id == "discarded" || clue->id == "misnamed-override" || clue->id == "lost-update";
      if (f.stage.empty() && harms_later) f.stage = harmed_by(*clue);
      // A step that was left out is the one that the source shows to be lost.
      const auto same = std::find_if(hypotheses_.begin(), hypotheses_.end(), [&](const Hypothesis& h) {
        return harms_later && h.finding.stage == f.stage && left_out_.contains(f.stage) && h.finding.seen.empty();
      });
      if (same == hypotheses_.end()) {
        hypotheses_.push_back({std::move(f), &m});
      } else {
        f.cause = same->finding.place;
        f.evidence = same->finding.evidence;
        f.settled = true;
        *same = {std::move(f), &m};
      }
    }
  }

  /// Whether a program that fails comes as far as to what the source shows: nothing below the line
  /// that fails is why it does.
  bool is_reached(const reading::Clue& clue) const {
    const Trial& trial = *judged(probes_).trial;
    const auto& failure = trial.failure;
    if (!failure || failure->source != clue.source || clue.span.begin <= failure->span.begin) return true;
    if (!trial.constructed && !trial.script) return false;
    const auto& made = trial.recording.made();
    const bool again = std::any_of(made.begin(), made.end(), [&](const Made& m) {
      return m.source == failure->source.get() && m.span.begin == failure->span.begin && m.span.end == failure->span.end;
    });
    for (const lang::ModulePtr& module : program_.modules()) {
      if (again || module->source != clue.source) continue;
      const reading::Index text({module.get()});
      const lang::Expr *at = reading::expression_at(*module, clue.span), *fails = reading::expression_at(*module, failure->span);
      if (at && fails && text.node(*at).function && text.node(*at).function == text.node(*fails).function) return false;
    }
    return true;
  }

  /// The first wrong stage if a lost result may be why: it stands above in the same function, or the
  /// stage calls the method that should have been replaced.
  std::string harmed_by(const reading::Clue& lost) const {
    const auto first = std::find_if(result_.stages.begin(), result_.stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
    if (first == result_.stages.end()) return "";
    Location harmed = first->place;
    for (const Hypothesis& h : hypotheses_) {
      if (!harmed.known() && h.finding.stage == first->id) harmed = h.finding.place;
    }
    for (const lang::ModulePtr& module : program_.modules()) {
      if (!harmed.known() || module->source->text() != lost.source->text() || module->source->text() != harmed.source->text()) continue;
      if (lost.id == "misnamed-override") return reading::calls_like(*module, harmed.span, lost.subject) ? first->id : "";
      const reading::Index text({module.get()});
      const lang::Expr *at = reading::expression_at(*module, lost.span), *later = reading::expression_at(*module, harmed.span);
      if (!at || !later) continue;
      const reading::FunctionNode* own = text.node(*at).function;
      for (const reading::ExprNode& n : text.nodes()) {
        // The stage's line itself, or a call of the function that has it.
        const lang::Expr* call = n.expr->kind == lang::ExprKind::call ? reading::as<lang::Call>(*n.expr).callee.get() : nullptr;
        const bool runs = n.expr == later || (call && text.callee(*call) && text.callee(*call) == text.node(*later).function);
        if (!runs || n.function != own) continue;
        if (at->span.begin < n.expr->span.begin) return first->id;
      }
    }
    return "";
  }

  /// Whether the program has a linear layer of this name, beside a right result.
  bool is_layer(const std::string& name) const {
    const Probed& p = judged(probes_);
    const std::vector<FoundWeight>& all = p.trial->found.matrices;
    return p.right && std::any_of(all.begin(), all.end(), [&](const FoundWeight& w) {
      return w.linear && w.path.substr(0, w.path.rfind(".weight")) == name;
    });
  }

  /// The `return` at the end of what was called.
  Location returned() const {
    if (!choice_.candidate || !choice_.candidate->call) return {};
    const lang::FunctionCode& code = *choice_.candidate->call->code;
    const bool ends = !code.body.empty() && code.body.back()->kind == lang::StmtKind::return_;
    return ends ? Location{program_.source_of(code.source.get()), code.body.back()->span} : Location();
  }

  std::vector<std::string> not_reached() const {
    std::vector<std::string> out;
    for (const StageResult& s : result_.stages) {
      if (s.verdict == StageVerdict::not_reached) out.push_back(s.id);
    }
    return out;
  }

  Program& program_;
  const Choice& choice_;
  const std::vector<Probed>& probes_;
  const std::vector<PropertyResult>& properties_;
  const uint32_t seed_;
  const SearchDepth reach_;
  std::vector<reading::Clue> clues_;
  std::vector<Hypothesis> hypotheses_;
  std::set<std::string> left_out_;  // stages whose steps the chosen explanation leaves out
  Named result_;
};

}  // namespace

Named name_findings(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                    const std::vector<PropertyResult>& properties, uint32_t seed, SearchDepth reach) {
  return Naming(program, choice, probes, properties, seed, reach).run();
}

}  // namespace mha::homework
