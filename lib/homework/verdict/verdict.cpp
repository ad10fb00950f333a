#include "homework/verdict/verdict.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "base/front_end.h"
#include "homework/trial/own_use.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "homework/verdict/experiment.h"
#include "homework/verdict/ranking.h"
#include "reading/expressions.h"
#include "reading/parameters.h"
#include "reading/vocabulary.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

class Deciding {
 public:
  Deciding(const Evidence& e, Named named, std::vector<PropertyResult> properties) : e_(e) {
    out_.named = std::move(named);
    out_.properties = std::move(properties);
  }

  Decision run() {
    forgive_large_scores();
    const bool holds = std::all_of(out_.properties.begin(), out_.properties.end(), [](const PropertyResult& p) { return p.holds; });
    const bool right = holds && !stops_in_own_use() &&
                       std::all_of(e_.probes.begin(), e_.probes.end(), [](const Probed& p) { return p.right; });
    if (right) make_remarks();
    out_.verdict = right && out_.named.findings.empty() ? Verdict::right : is_proven() ? Verdict::wrong : Verdict::unjudged;
    const bool unknown = out_.verdict == Verdict::unjudged || (out_.named.findings.empty() && !out_.named.mend);
    if (out_.verdict != Verdict::right && unknown) {
      out_.next = next_experiment(e_.program, e_.choice, judged(e_.probes), out_.named.stages);
    }
    if (out_.verdict == Verdict::unjudged) explain_doubt();
    if (out_.verdict == Verdict::wrong) {
      take_credit_back();
      out_.lost = lost();
    }
    return std::move(out_);
  }

 private:
  /// Beside a wrong stage, one that a further mistake spoils in other calls is not right either.
  void take_credit_back() {
    std::vector<StageResult>& stages = out_.named.stages;
    if (std::none_of(stages.begin(), stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); })) return;
    for (const Finding& f : out_.named.findings) {
      for (StageResult& s : stages) {
        const bool there = f.evidence == Finding::Evidence::property && f.place.known() && s.place.known() && line_of(f.place) == line_of(s.place);
        if (!(there || f.evidence == Finding::Evidence::steps) || s.id != f.stage || !is_earned(s.verdict)) continue;
        s.verdict = s.verdict == StageVerdict::right ? StageVerdict::wrong_value : StageVerdict::not_judged;
        s.points = 0;
      }
    }
  }

  /// A mistake costs a point even if every stage has all its points.
  int lost() const {
    const std::vector<StageResult>& stages = out_.named.stages;
    const bool all = std::all_of(stages.begin(), stages.end(), [](const StageResult& s) { return s.points == s.of; });
    return all && std::any_of(stages.begin(), stages.end(), [](const StageResult& s) { return s.of > 0; }) ? 1 : 0;
  }

  /// Very large scores that become nan are a remark, not a mistake, if the source shows why: with
  /// scores of usual size the program is right.
  void forgive_large_scores() {
    for (PropertyResult& p : out_.properties) {
      if (p.id == "finite") p.holds = true;
    }
  }

  /// Turns some findings into remarks if everything is right.
  void make_remarks() {
    std::erase_if(out_.named.findings, [&](Finding& f) {
      const Misconception* m = find_misconception(f.id);
      if (!m || !m->remark_if_right) return false;
      out_.named.remarks.push_back(std::move(f));
      return true;
    });
  }

  /// Whether the file's own statements fail inside the code that is judged. Those under
  /// `if __name__ == "__main__":` count if sizes were found by their use: they refute the guess.
  bool stops_in_own_use() {
    if (!e_.choice.candidate) return false;
    if (stops_in_it(e_.program)) return true;
    if (!judged(e_.probes).trial->ran() || !is_called_by_guess() || !stops_in_it(e_.program.as_main())) return false;
    out_.own_error = e_.program.as_main().failure();
    return true;
  }

  bool stops_in_it(const Program& program) const {
    const auto& own = program.failure();
    if (!own || own->refusal || own->kind == "BudgetError") return false;
    const auto passes = [&](const lang::FunctionObject* f) {
      return f && std::any_of(own->calls.begin(), own->calls.end(), [&](const lang::TraceEntry& t) {
        const lang::Block& body = f->code->body;
        const bool here = t.source && t.source->text() == f->code->source->text();
        return here && !body.empty() && body.front()->span.begin <= t.span.begin && t.span.end <= body.back()->span.end;
      });
    };
    return passes(e_.choice.candidate->init) || passes(e_.choice.candidate->call);
  }

  /// Whether nothing shows how to build or call the program: *args, a dict of tensors, a
  /// configuration with unknown names.
  bool is_called_blindly() const {
    const Candidate* c = e_.choice.candidate;
    if (!c || !c->call) return false;
    const auto& asked = c->call->code->positional;
    if (c->call->code->star_args || std::any_of(asked.begin(), asked.end(), [&](const lang::Parameter& p) {
          return !reading::keys_read(*c->call, p.name.str()).empty();
        })) {
      return true;
    }
    return c->init && (e_.choice.trials->has_own_words() || e_.choice.trial->bound.empty());
  }

  /// The same, or a size has an unknown name and was found by its use, or a function of a homework
  /// that nobody named has arguments with unknown names. An error may then be due to a wrong guess.
  bool is_called_by_guess() const {
    if (is_called_blindly()) return true;
    const Candidate* c = e_.choice.candidate;
    if (!c) return false;
    if (!c->init) return !e_.named && e_.choice.trial->guessed_inputs > 0;
    if (e_.stops_in_squares) return false;
    const std::vector<ParameterView> made_with = parameters_of(*c->init, /*skip=*/c->is_class);
    return std::any_of(made_with.begin(), made_with.end(), [&](const ParameterView& p) {
      if (e_.choice.assignment->is_object(e_.choice.assignment->vocabulary().tensor(p.name))) return false;
      // A configuration could not have been read if some of its names were unknown.
      return !p.has_default && e_.choice.assignment->vocabulary().sizes(p.name).empty() && !holds_sizes(*c->init, p.name);
    });
  }

  /// Whether a guess is confirmed: the program's steps are right up to the failure, and the next
  /// step needs no further guess.
  bool bears_out_guess() const {
    const int few = hides_width() ? 2 : 4;
    const Trial& trial = *judged(e_.probes).trial;
    const std::vector<StageSpec>& stages = e_.choice.assignment->stages;
    int right = 0;
    for (size_t i = 0; i < stages.size() && i < out_.named.stages.size(); ++i) {
      const StageResult& s = out_.named.stages[i];
      right += s.verdict == StageVerdict::right && s.place.known();
      if (s.verdict == StageVerdict::right || s.verdict == StageVerdict::unseen) continue;
      // Values of the setup, such as a mask of some length, and optional inputs are not certain.
      return right >= few && std::none_of(trial.names.begin(), trial.names.end(), [&](const auto& name) {
        const bool sure = trial.setting.sizes.contains(name.first) ||
                          (trial.inputs.contains(name.first) && !e_.choice.assignment->is_optional(name.first));
        return !sure && stages[i].snippet.uses(name.first);
      });
    }
    return false;
  }

  /// Whether a name is undefined because the statement that assigns it could not be run.
  bool misses_what_failed() const {
    const std::string name = e_.error && e_.program.failure() ? undefined_name(*e_.error) : "";
    if (name.empty()) return false;
    for (const lang::ModulePtr& module : e_.program.modules()) {
      for (const lang::StmtPtr& s : module->body) {
        const std::string_view text = module->source->text(s->span);
        const bool defines = s->kind == lang::StmtKind::class_ || s->kind == lang::StmtKind::function;
        // The name stands before the value, or before the body of a definition.
        if (has_word(std::string(text.substr(0, text.find_first_of(defines ? "(:" : "=\n"))), name)) return true;
      }
    }
    return false;
  }

  /// Whether a function leaves all products to others, and prints what they return.
  bool only_shows() const {
    const Candidate* c = e_.choice.candidate;
    if (!c || c->is_made()) return false;
    const lang::FunctionCode& code = *c->call->code;
    if (code.body.empty()) return false;
    std::string text(code.source->text(Span{code.body.front()->span.begin, code.body.back()->span.end}));
    // A function of the program may be called scaled_dot_product_attention.
    for (const std::string& own : leads_to(e_.program, *c)) {
      for (size_t at = text.find(own); at != std::string::npos; at = text.find(own)) text.erase(at, own.size());
    }
    return !multiplies(text);
  }

  /// Whether it read something from our configuration object that this does not have.
  bool fails_in_stand_in() const {
    const bool lacks = e_.error && e_.error->kind == "AttributeError" && e_.error->message.starts_with("'Config' object has no attribute");
    const auto own = e_.program.interpreter().snapshot();
    return lacks && std::none_of(own.begin(), own.end(), [](const auto& named) { return named.first.str() == "Config"; });
  }

  /// Whether its own check refuses some sizes, and it is right with others, or runs where the file uses it.
  bool refuses_sizes() const {
    const Trial& given = *judged(e_.probes).trial;
    const bool refused = given.failure && !given.constructed && (given.failure->kind == "ValueError" || given.failure->kind == "AssertionError");
    if (!refused) return false;
    return std::any_of(e_.probes.begin(), e_.probes.end(), [](const Probed& p) { return p.right; }) ||
           (is_called_by_guess() && is_used() && !e_.program.as_main().failure());
  }

  /// Whether the first wrong step of a script is one that depends on something that the task makes
  /// optional: the mask is the script's own.
  bool judges_own_mask() const {
    const std::vector<StageResult>& stages = out_.named.stages;
    const auto wrong = std::find_if(stages.begin(), stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
    const int at = judged(e_.probes).trial->script && wrong != stages.end() ? e_.choice.assignment->stage_of(wrong->id) : -1;
    if (at < 0) return false;
    const StageSpec& stage = e_.choice.assignment->stages[static_cast<size_t>(at)];
    const std::vector<InputSpec>& inputs = e_.choice.assignment->inputs;
    return std::any_of(inputs.begin(), inputs.end(), [&](const InputSpec& i) { return i.optional && stage.snippet.uses(i.name); });
  }

  /// The argument that everybody has to give the program though the task does not give it, under a name
  /// that does not say mask, if no step before it is used is wrong: it may be positions, a bias or a
  /// temperature, and nothing tells what. Empty if there is none.
  std::string unasked_input() const {
    if (!e_.choice.candidate || e_.choice.right || judged(e_.probes).trial->script) return "";
    const Assignment& a = *e_.choice.assignment;
    for (const Argument& given : e_.choice.trial->arguments) {
      const bool is_input = std::any_of(a.inputs.begin(), a.inputs.end(), [&](const InputSpec& i) { return i.name == given.canonical && !a.is_alias(i); });
      if (!is_input || given.canonical == a.inputs[0].name || is_called_with(given.canonical) || a.vocabulary().masks(given.name) || a.vocabulary().tensor(given.name) == given.canonical) continue;
      const std::vector<ParameterView> asked = parameters_of(*e_.choice.candidate->call, e_.choice.candidate->is_class);
      const bool required = std::any_of(asked.begin(), asked.end(), [&](const ParameterView& p) { return p.name == given.name && !p.has_default; });
      if (required && !is_wrong_before(given.name)) return given.name;
    }
    return "";
  }

  /// Whether what the task asks for is called with this input: def forward(self, x).
  bool is_called_with(const std::string& input) const {
    const std::string& starter = e_.choice.assignment->starter;
    const size_t forward = starter.find("def forward("), at = forward == std::string::npos ? starter.find("def ") : forward;
    return at != std::string::npos && has_word(starter.substr(at, starter.find(')', at) - at), input) && !e_.choice.assignment->is_optional(input);
  }

  /// Whether the first wrong stage is made before the call reads a parameter.
  bool is_wrong_before(const std::string& parameter) const {
    const lang::FunctionCode& code = *e_.choice.candidate->call->code;
    std::optional<size_t> read;
    reading::Expressions([&](const lang::Expr& e) {
      const auto* name = reading::as_kind<lang::NameExpr>(e, lang::ExprKind::name);
      if (name && name->ref.name.str() == parameter) read = std::min<size_t>(read.value_or(e.span.begin), e.span.begin);
    }).walk(code);
    const std::vector<StageResult>& stages = out_.named.stages;
    const auto wrong = std::find_if(stages.begin(), stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
    const bool here = wrong != stages.end() && wrong->place.known() && wrong->place.source->text() == code.source->text();
    return here && read && wrong->place.span.end <= *read;
  }

  bool is_proven() {
    if (e_.error && e_.error->refusal) return false;
    unasked_ = unasked_input();
    if (!unasked_.empty()) return false;
    if (misses_what_failed() || fails_in_stand_in() || refuses_sizes() || judges_own_mask()) return false;
    // It asks for more memory than there is while it is built: with sizes that may be misunderstood.
    if (e_.error && e_.error->kind == "BudgetError" && !judged(e_.probes).trial->constructed && is_called_by_guess()) return false;
    // What ends with some sizes may only be slow with others.
    const bool ends = std::any_of(e_.probes.begin(), e_.probes.end(), [](const Probed& p) { return p.trial->ran(); });
    if (e_.error && e_.error->kind == "BudgetError" && ends) return false;
    if (stops_in_own_use() || stops_at_own_form()) return true;
    if (judged(e_.probes).trial->script && !e_.error && e_.program.drops()) return false;
    if (judged(e_.probes).trial->failure && !comes_of_no_input() && is_called_by_guess() && !bears_out_guess() &&
        !is_right_but_for_one_change() && !e_.program.as_main().failure()) {
      return false;
    }
    if (e_.choice.trial->no_return) return !only_shows();
    if (e_.choice.trials && e_.choice.trials->reads_unknown_numbers() && has_other_shape()) return false;
    if (has(Finding::Evidence::numbers)) return true;
    // There are many ways to draw, and other tokens prove nothing; another number of them does, and
    // a property that fails.
    if (judged(e_.probes).trial->draws && !out_.named.mend) return e_.named && (has_other_shape() || has(Finding::Evidence::property));
    // If no homework was named, the learner may mean another one, or none.
    if (!e_.named && !looks_like_it()) return false;
    // An edit that makes a different model describes another homework.
    const bool mended = out_.named.mend && (e_.named || !out_.named.mend->other_weights) && !keeps_table() && !is_right_script_so_far();
    if (out_.named.mend && (!mended || shows_little())) return false;
    if (mended || has(Finding::Evidence::source) || has(Finding::Evidence::property)) return true;
    // The same error proves little if the code runs where its author uses it.
    if (has(Finding::Evidence::error) &&
        (asks_truth_of_input() || !is_used() || e_.program.as_main().failure() || bears_out_guess() || (e_.named && is_right_otherwise()))) {
      return true;
    }
    const bool broken = std::any_of(out_.properties.begin(), out_.properties.end(),
                                    [](const PropertyResult& p) { return !p.holds && p.id != "training"; });
    // Layers of the right kind may still be meant for something else, or for other inputs.
    if (broken && ((e_.named && !may_exchange_inputs()) || shows_most_steps())) return true;
    if (e_.error) return (e_.named && e_.choice.assignment->weights.empty() && steps_contradict()) || is_own_error();
    if (const Probed& p = judged(e_.probes); does_more(e_.program, e_.choice.candidate, *p.trial, *p.diagnosis)) return false;
    if (is_wrong_when_given_more() || (e_.named && makes_nan())) return true;
    return misplaces(e_.choice, e_.named) || (e_.named && (has_one_reading() || steps_contradict()));
  }

  /// Whether no step is wrong, and most were not seen: then what heals the result says little.
  bool shows_little() const {
    const std::vector<StageResult>& stages = out_.named.stages;
    const auto wrong = std::any_of(stages.begin(), stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
    const auto earned = std::count_if(stages.begin(), stages.end(), [](const StageResult& s) { return is_earned(s.verdict); });
    return !e_.error && !wrong && 2 * static_cast<size_t>(earned) < stages.size() && !has(Finding::Evidence::property) && !has(Finding::Evidence::source);
  }

  /// Whether a script made no step wrongly, and ends in something else than the result: what it goes on
  /// to may be more than the homework.
  bool is_right_script_so_far() const {
    const Probed& p = judged(e_.probes);
    return p.trial->script && !e_.error && !ends_as_result(*p.trial, *p.diagnosis) &&
           std::none_of(out_.named.stages.begin(), out_.named.stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
  }

  /// Whether a program that is right without a mask stops at one of several texts, in every form with as
  /// many axes as the file's own mask of one text.
  bool stops_at_own_form() const {
    const Probed& p = judged(e_.probes);
    return e_.named && e_.choice.right && p.own_form && p.trial->failure && p.trial->failure->kind == "RuntimeError" && !p.trial->failure->refusal;
  }

  /// Whether an edit confirms sizes that were only found by their use.
  bool is_right_but_for_one_change() const { return e_.named && out_.named.mend && !is_called_blindly(); }

  /// Whether a program that is right in its first call gives wrong numbers, with the same sizes, if
  /// it is also given what the task promises: a mask, or several texts.
  bool is_wrong_when_given_more() const {
    const Probed& p = judged(e_.probes);
    return e_.named && e_.choice.right && !p.right && p.trial->ran() && !p.spec.training &&
           p.spec.sizes == e_.choice.assignment->probes[0].sizes && p.spec.spread == e_.choice.assignment->probes[0].spread;
  }

  /// Whether the result has another shape than expected.
  bool has_other_shape() const {
    const Probed& p = judged(e_.probes);
    if (!p.trial->output || p.diagnosis->matchings().empty()) return false;
    const auto expected = p.diagnosis->output_of(p.diagnosis->reference_names(0));
    return expected && expected->shape != p.trial->output->shape;
  }

  /// Whether the result has NaN where the task has numbers, without a mask that could be read in two
  /// ways.
  bool makes_nan() const {
    const Probed& p = judged(e_.probes);
    if (!p.trial->ran() || p.trial->output->nans == 0 || p.diagnosis->matchings().empty() || given_optional(*p.trial)) return false;
    const auto expected = p.diagnosis->output_of(p.diagnosis->reference_names(0));
    return expected && expected->nans == 0;
  }

  bool given_optional(const Trial& trial) const {
    return std::any_of(trial.inputs.begin(), trial.inputs.end(), [&](const std::string& i) { return e_.choice.assignment->is_optional(i); });
  }

  /// Whether it asks whether an input that the task may give is true: `mask or ...`. A tensor of several
  /// numbers is neither true nor false, whatever its sizes are.
  bool asks_truth_of_input() const {
    if (!e_.named || !e_.error || !e_.error->source || !e_.choice.candidate || !e_.error->message.starts_with("Boolean value of Tensor")) return false;
    const std::string word(e_.error->source->text(e_.error->span));
    const std::vector<Argument>& given = judged(e_.probes).trial->arguments;
    return std::any_of(given.begin(), given.end(), [&](const Argument& a) {
      const bool told = a.name == word && !a.canonical.empty() && e_.choice.assignment->vocabulary().tensor(word) == a.canonical;
      return told && e_.choice.assignment->is_optional(a.canonical) && default_of(*e_.choice.candidate->call, word).is_none();
    });
  }

  /// Whether a program that fails was given only its required inputs, and other sizes are right.
  bool is_right_otherwise() const {
    if (given_optional(*judged(e_.probes).trial)) return false;
    return std::any_of(e_.probes.begin(), e_.probes.end(), [](const Probed& p) { return p.right; });
  }

  /// Whether an object stores other numbers besides its weights and masks, such as frequencies or
  /// slopes for distances. It then does more than the homework asks, and no edit shows its intent.
  bool keeps_table() const {
    bool found = false;
    each_module(e_.choice.trial->object, [&](const lang::Value& module) {
      each_item(module, "_buffers", [&](const lang::Value& buffer) {
        const Tensor* t = torch::as_tensor(buffer);
        if (!t || !is_floating(t->dtype())) return;
        std::set<double> distinct;
        for (const double v : numbers_of(*t).values) {
          if (std::isfinite(v)) distinct.insert(v);
        }
        found = found || distinct.size() > 2;
      });
    });
    return found;
  }

  bool has(Finding::Evidence evidence) const {
    return std::any_of(out_.named.findings.begin(), out_.named.findings.end(),
                       [&](const Finding& f) { return f.evidence == evidence; });
  }

  /// Without weights there is only one matching, so the result alone decides.
  bool has_one_reading() const {
    const Trial& t = *judged(e_.probes).trial;
    return e_.choice.assignment->weights.empty() && t.ran() && !t.script;
  }

  /// Whether a program has all the weights that the homework requires.
  bool has_all_weights() const {
    const Diagnosis& d = *e_.choice.diagnosis;
    const std::vector<WeightSpec>& weights = e_.choice.assignment->weights;
    if (d.matchings().empty() || weights.empty()) return false;
    // Layers without a role belong to other homework.
    if (e_.choice.trial->found.matrices.size() > weights.size()) return false;
    const bool any = std::any_of(weights.begin(), weights.end(), [](const WeightSpec& w) { return !w.optional; });
    return any && std::all_of(weights.begin(), weights.end(), [&](const WeightSpec& w) {
      return w.optional || d.matchings()[0].contains(w.name);
    });
  }

  /// Whether a program has the weights of the homework, shows most of its steps, only misplaces its
  /// numbers, or fails.
  bool looks_like_it() const { return e_.error || has_all_weights() || shows_most_steps() || misplaces(e_.choice, e_.named); }

  /// Whether it was guessed which of several inputs is which: text and memory.
  bool may_exchange_inputs() const {
    const Assignment& a = *e_.choice.assignment;
    const auto own = std::count_if(a.inputs.begin(), a.inputs.end(), [&](const InputSpec& i) {
      return !i.optional && !a.is_alias(i) && a.stages_read(i.name);
    });
    return own > 1 && e_.choice.trial->guessed_inputs > 0;
  }

  bool shows_most_steps() const {
    const auto seen = std::count_if(out_.named.stages.begin(), out_.named.stages.end(), [](const StageResult& s) {
      return s.verdict == StageVerdict::right && s.place.known();
    });
    // Without weights, many programs have the same few steps.
    const size_t all = out_.named.stages.size();
    const size_t needed = e_.choice.assignment->weights.empty() ? 3 * all / 4 + 1 : (all + 1) / 2;
    return static_cast<size_t>(seen) >= needed;
  }

  /// Whether the program fails wherever it is used, and not only in a call that it was not made
  /// for.
  bool is_own_error() {
    if (comes_of_no_input()) return true;
    const Probed& shown = judged(e_.probes);
    // The call itself was wrong.
    if (shown.trial->failure && is_signature(shown.trial->failure->span)) return false;
    const Program& main = e_.program.as_main();
    if (main.failure() && !main.failure()->refusal) {
      const bool same = main.failure()->kind == e_.error->kind && main.failure()->span.begin == e_.error->span.begin;
      return same || e_.program.failure();
    }
    const bool told = e_.named && !is_called_by_guess() && !e_.program.own_arguments(*e_.choice.candidate).empty();
    if (hides_width() && (told || bears_out_guess())) return true;
    if (is_used() || !(e_.named || has_all_weights())) return false;
    if (bears_out_guess()) return true;
    // A program that refuses these sizes may accept others.
    const Trial& given = *e_.probes[0].trial;
    const bool refused = given.failure && !given.constructed &&
                         (given.failure->kind == "AssertionError" || given.failure->kind == "ValueError");
    if (refused) return false;
    if (e_.named && given.failure && !is_called_by_guess()) return true;
    return std::all_of(e_.probes.begin(), e_.probes.end(),
                       [](const Probed& p) { return p.trial->failure.has_value(); });
  }

  /// Whether a program takes two widths but only ever uses equal ones: then it does not show which
  /// is meant where.
  bool hides_width() const {
    const Trial& trial = *judged(e_.probes).trial;
    const std::vector<WeightSpec>& weights = e_.choice.assignment->weights;
    if (!trial.constructed || weights.empty() || weights[0].is_vector()) return false;
    const std::string &in = weights[0].in, &out = weights[0].out;
    if (!trial.bound.contains(in) || !trial.bound.contains(out)) return false;
    const std::vector<OwnArguments> all = e_.program.own_arguments(*e_.choice.candidate);
    return std::all_of(all.begin(), all.end(), [](const OwnArguments& own) {
      std::set<int64_t> widths;
      size_t numbers = 0;
      for (const auto& [parameter, value] : own) {
        if (!value.is_int() || value.is_bool()) continue;
        ++numbers;
        widths.insert(value.as_int());
      }
      return numbers > 1 && widths.size() < numbers;
    });
  }

  bool comes_of_no_input() const {
    const std::string& kind = e_.error->kind;
    return kind == "BudgetError" || kind == "NameError" || kind == "UnboundLocalError";
  }

  bool is_signature(Span span) const {
    const Candidate* c = e_.choice.candidate;
    return c && c->call && c->call->code->span.begin == span.begin && c->call->code->span.end == span.end;
  }

  /// Whether the file itself calls what is judged, and does not only construct it.
  bool is_used() const {
    const Candidate* c = e_.choice.candidate;
    if (!c) return true;
    const auto& asked = c->call->code->positional;
    if (c->is_class && asked.size() > 1 && !e_.program.as_main().failure()) {
      return !own_tensors(e_.program, *c->call, asked[1].name.str()).empty();
    }
    for (const lang::ModulePtr& module : e_.program.modules()) {
      for (const lang::StmtPtr& s : module->body) {
        const Location& own = c->place;
        if (own.source == module->source && s->span.begin <= own.span.begin && own.span.end <= s->span.end) continue;
        const std::string_view text = module->source->text(s->span);
        if (text.find(c->name + "(") != std::string_view::npos) return true;
      }
    }
    return false;
  }

  /// Whether a step is wrong although everything from the weights up to it was seen to be right:
  /// then no other matching of the weights helps.
  bool steps_contradict() const {
    const std::vector<StageSpec>& stages = e_.choice.assignment->stages;
    bool wrong = false;
    for (size_t i = 0; i < stages.size() && i < out_.named.stages.size(); ++i) {
      const StageResult& s = out_.named.stages[i];
      if (s.verdict == StageVerdict::not_judged && !wrong) return false;
      const bool seen = s.verdict == StageVerdict::right && s.place.known();
      const bool of_weights = std::any_of(
          e_.choice.assignment->weights.begin(), e_.choice.assignment->weights.end(),
          [&](const WeightSpec& w) { return !w.optional && stages[i].snippet.uses(w.name); });
      if (of_weights && !seen && !wrong && !is_borne_out(i)) return false;
      wrong = wrong || is_wrong(s.verdict);
    }
    return wrong;
  }

  /// Whether a stage that was not seen is confirmed by a right stage made from it, one that needs
  /// no weight without a role.
  bool is_borne_out(size_t unseen) const {
    const std::vector<StageSpec>& stages = e_.choice.assignment->stages;
    if (out_.named.stages[unseen].verdict != StageVerdict::unseen || learns_more()) return false;
    std::vector<std::string> made_of = stages[unseen].snippet.makes;
    for (size_t i = unseen + 1; i < stages.size() && i < out_.named.stages.size(); ++i) {
      const StageResult& s = out_.named.stages[i];
      if (is_wrong(s.verdict)) return false;
      const bool follows = std::any_of(made_of.begin(), made_of.end(), [&](const std::string& n) { return stages[i].snippet.uses(n); });
      if (!follows) continue;
      // Of several tensors, only one may have been seen.
      if (s.verdict == StageVerdict::right && s.place.known() && stages[i].snippet.makes.size() == 1) return true;
      made_of.insert(made_of.end(), stages[i].snippet.makes.begin(), stages[i].snippet.makes.end());
    }
    return false;
  }

  /// Whether a program trains more numbers than its roles need.
  bool learns_more() const {
    Diagnosis& d = *e_.choice.diagnosis;
    return d.matchings().empty() || has_spare(*e_.choice.trial, d.matchings()[d.likeliest_matching()]);
  }

  /// Says what was tried, and what would help.
  void explain_doubt() {
    // Nothing is called wrong without proof, and no cause is named.
    for (StageResult& s : out_.named.stages) {
      if (is_wrong(s.verdict)) s = doubtful(s);
    }
    out_.named.findings.clear();
    out_.named.mend.reset();
    if (e_.error && e_.program.failure() && e_.program.failure()->kind == "ModuleNotFoundError") {
      out_.trouble = "it imports what stands in another file, and a check reads one file alone";
      out_.help = with_modules();
      return;
    }
    if (!unasked_.empty()) {
      out_.trouble = "it needs '" + unasked_ + "', which this homework does not give, and mha-tutor cannot tell what that is";
      out_.help = "give it a default, " + unasked_ + "=None, with which your code does without it";
      return;
    }
    if (e_.error) {
      out_.trouble = "it stops with an error on the inputs that mha-tutor chose. mha-tutor cannot tell "
                        "if it would also stop on yours";
      out_.help = "call it once at the end of the file, with sizes that fit your code";
      return;
    }
    out_.trouble = "its result is not the expected one, but no step that mha-tutor could follow is wrong";
    out_.help = "write one step on each line, and give each result its own name; " + front_end().trace() + " shows the shape "
                "after every line";
    if (!e_.named) out_.help = "say which homework it is (see " + front_end().homework() + "); " + out_.help;
  }

  static StageResult doubtful(const StageResult& s) {
    StageResult out;
    out.id = s.id;
    out.title = s.title;
    out.code = s.code;
    out.axes = s.axes;
    out.of = s.of;
    out.expected_shape = s.expected_shape;
    return out;
  }

  const Evidence& e_;
  std::string unasked_;  // what unasked_input() found
  Decision out_;
};

}  // namespace

Decision decide(const Evidence& evidence, Named named, std::vector<PropertyResult> properties) {
  return Deciding(evidence, std::move(named), std::move(properties)).run();
}

}  // namespace mha::homework
