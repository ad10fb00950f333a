#include "homework/verdict/findings.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "homework/diagnosis/parts.h"
#include "homework/mend/mend.h"
#include "homework/trial/words.h"
#include "homework/verdict/in_turn.h"
#include "homework/verdict/judge.h"
#include "homework/verdict/ranking.h"
#include "homework/verdict/remarks.h"
#include "lang/syntax/parser.h"
#include "reading/clues.h"
#include "reading/definitions.h"
#include "reading/index.h"

namespace mha::homework {

namespace {

// How many edits are tried after a first edit, and if a known mistake explains the whole result.
constexpr size_t kMostAfterStep = 400, kMostIfKnown = 900;

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
    std::erase_if(clues_, [&](const reading::Clue& c) { return c.id.starts_with("unused-") && c.subject == meant; });
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
    // First one known mistake or one small edit; then several known mistakes that explain the whole
    // result; then two edits; then mistakes that explain a part of it.
    judge_stages(p, judge, explanations);
    std::optional<Mending> mending;
    const bool mends = !p.right && !endless && p.trial->trouble.empty();
    if (mends && reach_ != SearchDepth::known) mending.emplace(request(fault(p), !explanations.empty() && is_known(explanations[0])));
    std::optional<Mend> mend = mending ? mending->one() : std::nullopt;
    std::optional<InTurn> turns;
    if (reach_ == SearchDepth::several && explanations.empty() && !mend && !endless && readable && !p.right && !tells_error(p)) {
      explanations = ranked(p.diagnosis->explain_by_several(), *p.diagnosis, &witnesses);
      const bool known = !explanations.empty() && is_known(explanations[0]);
      if (mending && !known) turns = in_turn(program_, choice_, probes_, mending->steps(), seed_);
      if (turns) explanations.clear();
      if (!explanations.empty()) judge_stages(p, judge, explanations);
    }
    const Explanation* chosen = explanations.empty() ? nullptr : &explanations[0];
    for (const Mistake& mistake : chosen ? chosen->mistakes : std::vector<Mistake>()) {
      if (judge.is_left_out(*chosen, mistake)) left_out_.insert(choice_.assignment->stages[static_cast<size_t>(mistake.first)].id);
    }
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
    if (mend) name_mend(*mend, judge, p.right);
    if (turns) name_turns(*turns, judge);
    // What stops the program comes first.
    put_in_order_of_stages(turns && p.trial->failure ? 1 : 0);
    return std::move(result_);
  }

 private:
  MendRequest request(const Location& at, bool known) const {
    MendRequest out{program_, choice_, probes_, at};
    if (known) out.most = kMostIfKnown;
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
    return !e.partial && std::all_of(e.mistakes.begin(), e.mistakes.end(), [](const Mistake& m) { return m.known; });
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

  /// Adds the finding for an edit that mends the program.
  void name_mend(const Mend& mend, Judge& judge, bool right_numbers) {
    result_.mend = told(mend);
    result_.changes = mend.edit.changes;
    const std::vector<std::string>& kinds = mend.edit.known->mends;
    const bool wraps = std::find(kinds.begin(), kinds.end(), "wrap") != kinds.end();
    const std::vector<Finding> beside = take_unmended(mend.edit.module, mend.text, line_of(result_.mend->place));
    // The mend takes its name from a finding at its own line, or else from its kind.
    const Source& own = *mend.edit.module->source;
    const bool replaces = std::all_of(result_.changes.begin(), result_.changes.end(), [&](const Change& c) {
      return c.span.begin < c.span.end && own.place(c.span.begin).line == line_of(result_.mend->place);
    });
    yield_to_mend({*result_.mend, wraps, right_numbers, replaces}, result_.findings);
    if (result_.findings.empty()) {
      result_.findings = {told(mend.edit, mend.edit.known, judge, Source("", mend.text))};
    }
    // After the edit the program is right, so some findings become remarks.
    for (const Finding& f : beside) {
      const Misconception* m = find_misconception(f.id);
      (m && m->remark_if_right ? result_.remarks : result_.findings).push_back(f);
    }
  }

  /// Removes and returns the clues at other lines that the mended program still shows.
  std::vector<Finding> take_unmended(const lang::Module* module, const std::string& mended, int line) {
    std::vector<lang::ModulePtr> modules = program_.modules();
    for (lang::ModulePtr& m : modules) {
      if (m.get() == module) m = lang::parse(std::make_shared<const Source>("", mended));
    }
    const std::vector<reading::Clue> after = reading::find_clues(modules, choice_.candidate ? choice_.candidate->name : "");
    std::vector<Finding> beside;
    std::erase_if(result_.findings, [&](Finding& f) {
      const Misconception* m = find_misconception(f.id);
      const bool told = f.evidence == Finding::Evidence::source && m && clue_for(*m, after);
      const bool stays = told && line_of(f.place) != line;
      if (stays) beside.push_back(f);
      return stays;
    });
    return beside;
  }

  /// Adds the finding for a first edit, and what is wrong besides.
  void name_turns(InTurn& turns, Judge& judge) {
    Finding first = told(turns.first, turns.known, judge, Source("", edited_text(turns.first)));
    const auto named = [&](const Finding& f) {
      const bool seen = f.evidence == Finding::Evidence::property || f.evidence == Finding::Evidence::source;
      return seen && f.place.known() && line_of(f.place) == line_of(first.cause.known() ? first.cause : first.place);
    };
    // A finding at the edit's line gives it its name.
    const auto known = std::find_if(result_.findings.begin(), result_.findings.end(), named);
    if (turns.known->by_mend_only() && known != result_.findings.end()) first = *known;
    if (turns.mend) {
      turns.mend->place = place_of(turns.first);
      turns.mend->kind = name_for(turns.first.known, turns.first)->id;
      turns.mend->other_weights = turns.mend->other_weights || turns.first.other_weights;
      turns.mend->stages = not_earned();
      if (turns.rest.empty()) turns.mend->text = edited_text(turns.first);
    }
    result_.mend = std::move(turns.mend);
    const std::vector<Finding> beside = take_unmended(turns.first.module, edited_text(turns.first), line_of(first.place));
    result_.findings = {std::move(first)};
    result_.findings.insert(result_.findings.end(), turns.rest.begin(), turns.rest.end());
    for (const Finding& f : beside) {
      const bool same = std::any_of(turns.rest.begin(), turns.rest.end(), [&](const Finding& other) {
        return other.id == f.id || line_of(other.place) == line_of(f.place);
      });
      if (!same) result_.findings.push_back(f);
    }
  }

  /// The finding for one edit.
  Finding told(const Edit& edit, const Misconception* known, const Judge& judge, const Source& mended) const {
    Finding f = judge.finding(*name_for(known, edit));
    f.evidence = Finding::Evidence::mend;
    f.place = place_of(edit);
    if (const auto computed = computed_behind(edit, judge)) f.cause = std::exchange(f.place, *computed);
    if (const auto handed = handed_over(edit)) f.cause = std::exchange(f.place, *handed);
    const lang::Expr* changed = reading::expression_at(*edit.module, edit.at);
    if (const auto added = f.cause.known() || !changed ? std::nullopt : Judge::added_by_own_function(*edit.module, changed->span)) {
      f.cause = std::exchange(f.place, Location{f.place.source, *added});
    }
    const int line = line_of(f.cause.known() ? f.cause : f.place);
    f.before = trim(f.place.source->line(line));
    f.after = trim(mended.line(line));
    return f;
  }

  /// The misconception that an edit mends; but one of another stage than the first wrong one, as far
  /// as stages were seen, does not name what is wrong, although the edit would mend it too.
  const Misconception* name_for(const Misconception* mended, const Edit& edit) const {
    // Two axes of an operand exchanged are two letters of the equation.
    if (edit.turns && is_operand_of(edit, "einsum")) mended = find_misconception("einsum-letters");
    const auto at = std::find_if(result_.stages.begin(), result_.stages.end(), [&](const StageResult& s) {
      return is_wrong(s.verdict) || s.id == mended->stage;
    });
    const bool is_here = choice_.assignment->stage_of(mended->stage) >= 0;
    const bool fits = is_here ? at != result_.stages.end() && at->id == mended->stage && at->verdict != StageVerdict::right
                              : !needs_other_sizes(*mended, *choice_.assignment);
    return fits ? mended : find_misconception("another-operation");
  }

  /// Whether an edit changes what is passed to a call, or what it gives.
  static bool is_operand_of(const Edit& edit, std::string_view called) {
    // Something may be inserted behind the operand.
    const lang::Expr* e = reading::expression_at(*edit.module, {edit.at.begin - (edit.at.begin == edit.at.end ? 1 : 0), edit.at.end});
    const lang::Expr* above = e ? reading::Index({edit.module}).node(*e).above : nullptr;
    const auto is_it = [&](const lang::Expr* c) {
      return c && c->kind == lang::ExprKind::call && reading::last_name(*reading::as<lang::Call>(*c).callee) == called;
    };
    return is_it(e) || is_it(above);
  }

  /// If an edit replaces the only use of a number: where that number was computed, since that is
  /// what is wrong.
  std::optional<Location> computed_behind(const Edit& edit, const Judge& judge) const {
    const lang::Expr* e = edit.sets_up ? nullptr : reading::expression_at(*edit.module, edit.at);
    const auto computed = e ? judge.number_behind(*edit.module, *e) : std::nullopt;
    if (!computed) return std::nullopt;
    const std::string name = reading::name_read_once(*edit.module, *computed);
    if (name.empty() || edited_text(edit).find(name, e->span.begin) != std::string::npos) return std::nullopt;
    return Location{program_.source_of(edit.module->source.get()), *computed};
  }

  /// If a program fails at an argument that the edited program no longer reads: the call that
  /// passed it.
  std::optional<Location> handed_over(const Edit& edit) const {
    const auto& failure = judged(probes_).trial->failure;
    if (!failure || failure->calls.size() < 2 || edit.changes.size() != 1) return std::nullopt;
    const reading::Index text({edit.module});
    const reading::ExprNode* read = nullptr;
    for (const reading::ExprNode& n : text.nodes()) {
      if (n.expr->kind == lang::ExprKind::name && reading::contains(edit.changes[0].span, n.expr->span)) read = &n;
    }
    if (!read || !read->function || !reading::contains(failure->span, read->expr->span)) return std::nullopt;
    const lang::Symbol name = reading::as<lang::NameExpr>(*read->expr).ref.name;
    const auto& asked = read->function->code->positional;
    const bool is_argument = std::any_of(asked.begin(), asked.end(), [&](const lang::Parameter& p) { return p.name == name; });
    const auto nodes = text.nodes(*read->function);
    const auto reads = std::count_if(nodes.begin(), nodes.end(), [&](const reading::ExprNode& n) {
      return n.expr->kind == lang::ExprKind::name && reading::as<lang::NameExpr>(*n.expr).ref.name == name;
    });
    if (!is_argument || reads != 1) return std::nullopt;
    const lang::TraceEntry& caller = failure->calls[failure->calls.size() - 2];
    return caller.source ? std::optional(Location{caller.source, caller.span}) : std::nullopt;
  }

  /// Whether a finding's place is its cause, not just where two runs differ.
  bool is_placed(const Finding& f) const {
    const Misconception* m = find_misconception(f.id);
    const PropertyResult* p = m ? broken(m->property) : nullptr;
    const bool shows = f.evidence == Finding::Evidence::property && p && !p->operation.empty() && m->at.empty();
    return f.place.known() && !shows;
  }

  Location place_of(const Edit& e) const {
    // Point at the code before, or else after, a place where something is inserted.
    Span span = e.at;
    const std::string& text = e.module->source->text();
    const auto blank = [&](uint32_t at) { return at >= text.size() || std::isspace(static_cast<unsigned char>(text[at])); };
    if (span.begin == span.end && span.begin > 0 && blank(span.begin) && !blank(span.begin - 1)) --span.begin;
    if (span.begin == span.end) span.end = span.begin + 1;
    return {program_.source_of(e.module->source.get()), span};
  }

  MendResult told(const Mend& mend) const {
    MendResult out;
    out.place = place_of(mend.edit);
    out.kind = name_for(mend.edit.known, mend.edit)->id;
    out.other_weights = mend.edit.other_weights;
    out.text = mend.text;
    out.stages = not_earned();
    for (const Edit& e : mend.rivals) out.rivals.push_back(place_of(e));
    return out;
  }

  /// How many stages a mend makes right: all that are not.
  int not_earned() const {
    return static_cast<int>(std::count_if(result_.stages.begin(), result_.stages.end(),
                                          [](const StageResult& r) { return r.points < r.of; }));
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
    std::optional<PartChecked> part =
        wrong_part(program_, *choice_.assignment, seed_);
    if (!part || part->explanations.empty() || part->explanations[0].partial) return false;
    part->explanations = ranked(std::move(part->explanations), *part->diagnosis);
    if (part->explanations.empty()) return false;
    Judge judge(*part->reference, *part->trial, *part->diagnosis, &program_);
    judge.stages(part->trial->failure ? nullptr : &part->explanations[0]);
    suppose_mistakes(judge, part->explanations);
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
      if (placed && hypotheses_.empty() && !judged(probes_).diagnosis->stops_at_right_tensor()) continue;
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
      // For a program that fails, only the source can tell.
      if (!clue || (!m.property.empty() && !broken(m.property) && !properties_.empty())) continue;
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

  /// The first wrong stage if a lost result may be why: it stands above in the same function, or in
  /// the same loop; or the stage calls the method that should have been replaced.
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
      if (!at || !later || text.node(*at).function != text.node(*later).function) continue;
      if (at->span.begin < later->span.begin || reading::share_loop(text, *at, *later)) return first->id;
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

std::string undefined_name(const torch::Report& error) {
  const size_t open = error.message.find('\''), close = error.message.find('\'', open + 1);
  if (error.kind != "NameError" || open == std::string::npos || close == std::string::npos) return "";
  return error.message.substr(open + 1, close - open - 1);
}

}  // namespace mha::homework
