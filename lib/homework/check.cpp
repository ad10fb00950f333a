#include "homework/check.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "homework/cause.h"
#include "homework/check_tensors.h"
#include "homework/choice.h"
#include "homework/clues.h"
#include "homework/judge.h"
#include "homework/parts.h"
#include "homework/properties.h"
#include "io/tensor_file.h"

namespace mha::homework {

namespace {

/// A probe and what came of it.
struct Probed {
  const ProbeSpec* spec = nullptr;
  std::shared_ptr<Trial> trial;
  std::shared_ptr<Diagnosis> diagnosis;
  bool right = false;
};

std::string text_of(lang::Interpreter& interp, const lang::Value& v) { return interp.repr(v); }

/// Whether a program stopped because something of PyTorch is missing here, which
/// is no mistake of the learner's.
bool is_refusal(const torch::Report& failure) {
  return failure.kind == "NotImplementedError" &&
         failure.message.find("not supported here") != std::string::npos;
}

/// Whether an expression reads a name.
bool mentions(const std::string& expression, const std::string& name) {
  const auto in_word = [&](size_t i) {
    return i < expression.size() &&
           (std::isalnum(static_cast<unsigned char>(expression[i])) || expression[i] == '_');
  };
  for (size_t at = 0; (at = expression.find(name, at)) != std::string::npos; ++at) {
    if (!in_word(at - 1) && !in_word(at + name.size())) return true;
  }
  return false;
}

/// Of a class whose forward is indented into its __init__, what Python says when it
/// is called, at the place of that `def`.
std::optional<torch::Report> nested_forward(const Program& program) {
  for (const lang::ModulePtr& module : program.modules()) {
    for (const lang::StmtPtr& s : module->body) {
      if (s->kind != lang::StmtKind::class_) continue;
      const auto& cls = static_cast<const lang::ClassDef&>(*s);
      for (const lang::StmtPtr& m : cls.body) {
        if (m->kind != lang::StmtKind::function) continue;
        const auto& method = static_cast<const lang::FunctionDef&>(*m);
        for (const lang::StmtPtr& inner : method.code->body) {
          if (inner->kind != lang::StmtKind::function) continue;
          const auto& def = static_cast<const lang::FunctionDef&>(*inner);
          if (def.target.name.str() != "forward") continue;
          torch::Report report;
          report.kind = "NotImplementedError";
          report.message = "Module [" + cls.target.name.str() +
                           "] is missing the required \"forward\" function";
          report.source = module->source;
          report.span = def.target.span;
          report.note = "`forward` is defined inside `" + method.target.name.str() +
                        "`, so it is a name of that function alone, and no method";
          report.help = "`def forward` begins in the column in which `def " +
                        method.target.name.str() + "` begins";
          return report;
        }
      }
    }
  }
  return std::nullopt;
}

/// Checks one program.
class ProgramCheck {
 public:
  ProgramCheck(const Request& request, Result& result)
      : request_(request), result_(result), program_(request.file, request.bytes, request.stop) {}

  void run(const std::vector<const Assignment*>& among) {
    std::string trouble;
    if (program_.unreadable()) {
      result_.error = program_.failure();
      result_.trouble = "it is not Python that can be read";
      return;
    }
    choice_ = choose(program_, among, request_.seed, trouble);
    result_.error = program_.failure();
    if (!choice_) {
      result_.trouble = trouble.empty() ? "no class or function in it can be called with tensors"
                                        : trouble;
      const bool script = program_.candidates().empty() && !program_.at_start().made().empty();
      if (trouble.empty() && !result_.error && script) {
        result_.trouble = "none of the tensors that its statements make is a step of a homework";
        result_.help = "a homework is about all tokens at once: a row of scores for each of them, not for one query. "
                       "`mha-tutor homework list` names the homework there is";
      } else if (trouble.empty() && !result_.error) {
        result_.help = "`mha-tutor homework list` names the homework there is, `mha-tutor homework start NAME` "
                       "writes a file to begin with";
      } else if (trouble.find("None") != std::string::npos) {
        result_.help = "a function without `return` gives None; is its end written yet?";
      } else if (trouble.starts_with("nothing is known")) {
        result_.help = trouble.ends_with(")")
                           ? "give it a name that says what it is: d_in, d_out, num_heads, context_length, "
                             "dropout, qkv_bias; or a default"
                           : "give it a name that says what it is: x, mask, query, key, value, W_query; or a default";
      }
      if (program_.candidates().empty() && !result_.error) {
        if (auto nested = nested_forward(program_)) {
          result_.error = std::move(nested);
          result_.help.clear();
        }
      }
      return;
    }
    result_.assignment = choice_->assignment->id;
    result_.title = choice_->assignment->title;
    result_.kind = "script";
    if (const Candidate* c = choice_->candidate) {
      result_.kind = c->is_class ? "class" : "function";
      result_.subject = c->name;
      result_.place = c->place;
    }
    if (const auto& failure = choice_->trial->failure; failure && is_refusal(*failure)) {
      result_.error = failure;
      result_.trouble = "it uses something that cannot be run here";
      return;
    }
    clues_ = find_clues(program_.modules(), result_.subject);
    probe_all();
    if (probes_[0].trial->ran()) result_.properties = check_properties(*choice_);
    judge();
    decide();
  }

 private:
  bool applies(const ProbeSpec& probe) const {
    if (choice_->trial->script) return &probe == &choice_->assignment->probes[0];
    if (probe.training && !choice_->trial->bound.contains("dropout")) return false;
    for (const auto& [size, value] : probe.sizes) {
      const bool decided = choice_->trials->fixed().contains(size) ||
                           choice_->manner.guessed.contains(size) || !shows(size);
      if (decided && !choice_->trial->bound.contains(size)) return false;
    }
    return true;
  }

  /// Whether a program is told a size by what it is given: an input's shape, or a
  /// weight's.
  bool shows(const std::string& size) const {
    const Assignment& a = *choice_->assignment;
    const bool by_input = std::any_of(a.inputs.begin(), a.inputs.end(), [&](const InputSpec& i) {
      return mentions(i.expression, size);
    });
    const bool by_size = std::any_of(a.sizes.begin(), a.sizes.end(), [&](const auto& s) {
      return choice_->trial->bound.contains(s.first) && mentions(s.second, size);
    });
    return by_input || by_size || std::any_of(a.weights.begin(), a.weights.end(), [&](const WeightSpec& w) {
             return choice_->trial->handed && (w.in == size || w.out == size);
           });
  }

  void probe_all() {
    for (const ProbeSpec& spec : choice_->assignment->probes) {
      if (!applies(spec)) continue;
      if (probes_.size() == 1) {
        probe_optional_inputs();
        probe_defaults();
      }
      Probed p;
      p.spec = &spec;
      if (probes_.empty()) {
        p.trial = choice_->trial;
        p.diagnosis = choice_->diagnosis;
        p.right = choice_->right;
      } else {
        p.trial = std::make_shared<Trial>(choice_->trials->run(spec, choice_->manner, true));
        p.diagnosis = std::make_shared<Diagnosis>(*choice_->reference, *p.trial);
        p.right = p.diagnosis->right_way().has_value();
      }
      probes_.push_back(p);
      report_probe(p);
    }
  }

  /// Once more with what a program may be given, in each form that it may expect:
  /// it has to be right in one of them.
  void probe_optional_inputs() {
    for (const std::string& input : choice_->trial->could_take) {
      const std::vector<InputSpec>& all = choice_->assignment->inputs;
      const bool optional = std::any_of(all.begin(), all.end(), [&](const InputSpec& i) {
        return i.name == input && i.optional;
      });
      if (!optional) continue;
      given_.push_back(choice_->assignment->probes[0]);
      ProbeSpec& spec = given_.back();
      spec.name = "with a " + input;
      Probed best;
      int most = -1;
      for (size_t which = 0; which < choice_->reference->alternatives(input); ++which) {
        Manner manner = choice_->manner;
        manner.also_given.insert(input);
        manner.which[input] = which;
        Probed p;
        p.spec = &spec;
        p.trial = std::make_shared<Trial>(choice_->trials->run(spec, manner, true));
        p.diagnosis = std::make_shared<Diagnosis>(*choice_->reference, *p.trial);
        p.right = p.diagnosis->right_way().has_value();
        // A form that it was not written for gives tensors of more axes.
        const bool fits = !p.trial->failure && most_axes(*p.trial) <= most_axes(*choice_->trial);
        const int seen = fits ? p.diagnosis->seen_tensors() : 0;
        if (p.right || seen > most) {
          best = p;
          most = seen;
        }
        if (p.right) break;
      }
      probes_.push_back(best);
      report_probe(best);
    }
  }

  /// Once more without what a program may do without, where it was right with
  /// it: then it may leave a stage out, but not take it otherwise.
  void probe_defaults() {
    if (!choice_->right) return;
    for (const std::string& input : choice_->manner.also_given) {
      if (!choice_->trial->inputs.contains(input)) continue;
      ProbeSpec spec = choice_->assignment->probes[0];
      spec.name = "without a " + input;
      Manner manner = choice_->manner;
      manner.also_given.erase(input);
      Probed p;
      p.trial = std::make_shared<Trial>(choice_->trials->run(spec, manner, true));
      if (!p.trial->ran()) continue;
      p.diagnosis = std::make_shared<Diagnosis>(*choice_->reference, *p.trial);
      p.right = p.diagnosis->right_way().has_value();
      if (p.diagnosis->ways().empty() || p.right) continue;
      const std::vector<Explanation> all = p.diagnosis->explain();
      if (all.empty() || all[0].partial || leaves_out(all[0])) continue;
      given_.push_back(std::move(spec));
      p.spec = &given_.back();
      probes_.push_back(p);
      report_probe(p);
    }
  }

  /// Whether the tensors of each slip are tensors that were there before.
  bool leaves_out(const Explanation& e) const {
    const std::vector<StageSpec>& stages = choice_->assignment->stages;
    const auto made = [&](int stage) { return stages[static_cast<size_t>(stage)].piece.makes; };
    return std::all_of(e.slips.begin(), e.slips.end(), [&](const Slip& slip) {
      const auto given = made(slip.last);
      return std::all_of(given.begin(), given.end(), [&](const std::string& name) {
        const auto n = numbers_in(e.names, name);
        for (int i = 0; n && i < slip.first; ++i) {
          for (const std::string& other : made(i)) {
            const auto before = numbers_in(e.names, other);
            if (before && fit(*before, *n) == Fit::exact) return true;
          }
        }
        return false;
      });
    });
  }

  static size_t most_axes(const Trial& trial) {
    size_t most = 0;
    for (const Made& m : trial.recording.made()) most = std::max(most, m.numbers.shape.size());
    return most;
  }

  void report_probe(const Probed& p) {
    ProbeResult r;
    r.name = p.spec->name;
    for (const auto& [name, value] : p.trial->setting.sizes) {
      r.sizes[name] = text_of(program_.interpreter(), value);
    }
    r.right = p.right;
    if (p.trial->failure) {
      r.trouble = p.trial->failure->kind + ": " + p.trial->failure->message;
    } else if (!p.trial->trouble.empty()) {
      r.trouble = p.trial->trouble;
    } else if (!p.diagnosis->ways().empty()) {
      const size_t way = p.diagnosis->right_way().value_or(0);
      const auto expected = p.diagnosis->output_of(p.diagnosis->reference_names(way));
      if (!p.trial->output) {
        // A script: what it should give was seen somewhere, or was not.
      } else if (expected && expected->shape == p.trial->output->shape) {
        const Difference d = difference(*expected, *p.trial->output, -1e9);
        r.largest_error = p.right ? d.largest : difference(*expected, *p.trial->output).largest;
      } else if (expected) {
        r.trouble = "the output has another shape";
      }
    }
    result_.probes.push_back(std::move(r));
  }

  /// The probe whose stages are shown: the first that is wrong.
  const Probed& judged() const {
    for (const Probed& p : probes_) {
      if (!p.right) return p;
    }
    return probes_[0];
  }

  void judge() {
    const Probed& p = judged();
    result_.probe = p.spec->name;
    if (p.trial->failure) result_.error = p.trial->failure;
    Judge judge(*choice_->reference, *p.trial, *p.diagnosis, &program_);
    std::vector<Explanation> explanations;
    if (!p.diagnosis->ways().empty()) explanations = p.diagnosis->explain();
    keep_consistent(p, explanations);
    put_likely_first(*choice_->reference, *p.diagnosis, *p.trial, explanations);
    const bool endless = p.trial->failure && p.trial->failure->kind == "BudgetError";
    if (endless) explanations.clear();
    const Explanation* chosen = explanations.empty() ? nullptr : &explanations[0];
    if (p.diagnosis->ways().empty() || !p.trial->constructed) {
      for (const StageSpec& s : choice_->assignment->stages) {
        StageResult r;
        r.id = s.id;
        r.title = s.title;
        r.code = s.piece.code;
        r.axes = s.axes;
        r.of = s.points;
        r.verdict = StageVerdict::not_reached;
        result_.stages.push_back(r);
      }
    } else {
      const bool whole = chosen && chosen->partial == p.trial->failure.has_value();
      result_.stages = judge.stages(whole ? chosen : nullptr);
      if (endless) forget_unfinished();
    }
    if (const auto out = p.diagnosis->output_of(
            p.diagnosis->ways().empty() ? Names() : p.diagnosis->reference_names(0))) {
      result_.tolerance = tolerance_for(*out);
    }
    for (const Slip& slip : chosen ? chosen->slips : std::vector<Slip>()) {
      if (!slip.known && !unknown_) unknown_ = slip.seen;
    }
    const bool explained = chosen && !chosen->partial;
    const bool in_part = !explained && name_in_part();
    if (chosen && !in_part) name_slips(judge, explanations);
    if (explained) name_elsewhere(p, *chosen);
    // An error that a mistake before it brought about has no name of its own.
    const bool apart = !in_part && (!chosen || (chosen->partial && keeps_shapes(p, *chosen)));
    if (p.trial->failure && apart) name_error(judge, *p.trial->failure);
    // A loop without end is mended first: what else is seen may come from it.
    if (!endless) name_clues(judge);
  }

  /// Of a program that never ends, a stage that is not right is not done yet.
  void forget_unfinished() {
    for (StageResult& s : result_.stages) {
      if (s.verdict == StageVerdict::right || s.verdict == StageVerdict::unseen) continue;
      StageResult left;
      left.id = s.id;
      left.title = s.title;
      left.code = s.code;
      left.axes = s.axes;
      left.of = s.of;
      left.verdict = StageVerdict::not_reached;
      s = left;
    }
  }

  /// Mistakes that only another probe shows: in training, say.
  void name_elsewhere(const Probed& judged_on, const Explanation& chosen) {
    for (const Probed& p : probes_) {
      if (p.right || &p == &judged_on || p.diagnosis->ways().empty() || p.trial->failure) continue;
      if (!p.trial->trouble.empty() || p.diagnosis->follow(chosen)) continue;
      std::vector<Explanation> all = p.diagnosis->explain();
      if (all.empty() || all[0].partial) continue;
      put_likely_first(*choice_->reference, *p.diagnosis, *p.trial, all);
      Judge judge(*choice_->reference, *p.trial, *p.diagnosis, &program_);
      judge.stages(&all[0]);
      const size_t before = result_.findings.size();
      name_slips(judge, all);
      // These are not the numbers that the report shows.
      for (size_t i = before; i < result_.findings.size(); ++i) {
        result_.findings[i].evidence = Finding::Evidence::steps;
      }
      return;
    }
  }

  bool named(const std::string& id) const {
    return std::any_of(result_.findings.begin(), result_.findings.end(),
                       [&](const Finding& f) { return f.id == id; });
  }

  /// The mistakes of an inner class or function, where they explain what it does.
  bool name_in_part() {
    if (!choice_->candidate) return false;
    std::optional<PartChecked> part =
        wrong_part(program_, *choice_->assignment, request_.seed);
    if (!part || part->explanations.empty() || part->explanations[0].partial) return false;
    put_likely_first(*part->reference, *part->diagnosis, *part->trial, part->explanations);
    Judge judge(*part->reference, *part->trial, *part->diagnosis, &program_);
    judge.stages(part->trial->failure ? nullptr : &part->explanations[0]);
    name_slips(judge, part->explanations);
    for (Finding& f : result_.findings) {
      if (choice_->assignment->stage_of(f.stage) < 0) f.stage.clear();
    }
    return true;
  }

  static bool keeps_shapes(const Probed& p, const Explanation& e) {
    const Names& right = p.diagnosis->reference_names(e.way);
    return std::all_of(e.names.begin(), e.names.end(), [&](const auto& item) {
      const Tensor* theirs = tensor_in(e.names, item.first);
      const Tensor* ours = tensor_in(right, item.first);
      return !theirs || !ours || theirs->shape() == ours->shape();
    });
  }

  const Clue* clue_for(const Misconception& m) const {
    for (const Clue& clue : clues_) {
      if (m.is_told_by(clue.id, clue.subject)) return &clue;
    }
    return nullptr;
  }

  /// Keeps the explanations that hold on the other probes too, and those that
  /// the source speaks for.
  void keep_consistent(const Probed& judged_on, std::vector<Explanation>& all) {
    std::erase_if(all, [&](const Explanation& e) {
      return std::any_of(e.slips.begin(), e.slips.end(), [&](const Slip& s) {
        return s.known && !s.known->clue.empty() && !clue_for(*s.known);
      });
    });
    for (const Probed& p : probes_) {
      if (all.size() < 2) return;
      if (&p == &judged_on || p.diagnosis->ways().empty() || !p.trial->trouble.empty()) continue;
      std::vector<Explanation> kept;
      for (const Explanation& e : all) {
        if (p.diagnosis->follow(e)) kept.push_back(e);
      }
      if (!kept.empty()) all = std::move(kept);
    }
    keep_written(judged_on, all);
    const auto told = [&](const Explanation& e) {
      return std::any_of(e.slips.begin(), e.slips.end(),
                         [&](const Slip& s) { return s.known && !s.known->clue.empty(); });
    };
    if (std::any_of(all.begin(), all.end(), told)) {
      std::erase_if(all, [&](const Explanation& e) { return !told(e); });
    }
  }

  /// Of several explanations, those whose mistakes can stand in this program: it
  /// has one of the words, or of the operations, that they need.
  void keep_written(const Probed& judged_on, std::vector<Explanation>& all) const {
    const auto has = [&](const std::string& word) {
      const auto& made = judged_on.trial->recording.made();
      const bool done = std::any_of(made.begin(), made.end(),
                                    [&](const Made& m) { return m.operation == word; });
      return done || std::any_of(program_.modules().begin(), program_.modules().end(),
                                 [&](const lang::ModulePtr& module) {
                                   return module->source->text().find(word) != std::string::npos &&
                                          std::isalpha(static_cast<unsigned char>(word[0]));
                                 });
    };
    const auto written = [&](const Explanation& e) {
      return std::all_of(e.slips.begin(), e.slips.end(), [&](const Slip& s) {
        return !s.known || s.known->needs.empty() ||
               std::any_of(s.known->needs.begin(), s.known->needs.end(), has);
      });
    };
    if (!std::any_of(all.begin(), all.end(), written)) return;
    std::erase_if(all, [&](const Explanation& e) { return !written(e); });
  }

  void name_slips(Judge& judge, const std::vector<Explanation>& all) {
    const Explanation& chosen = all[0];
    for (size_t i = 0; i < chosen.slips.size(); ++i) {
      const Slip& slip = chosen.slips[i];
      if (!slip.known || named(slip.known->id)) continue;
      Finding f = judge.finding(chosen, slip);
      if (const Clue* clue = slip.known->clue.empty() ? nullptr : clue_for(*slip.known)) {
        f.seen = clue->text;
        f.place = {clue->source, clue->span};
      }
      std::set<std::string> others;
      std::vector<Finding> equals;
      for (const Explanation& e : all) {
        if (i >= e.slips.size() || !e.slips[i].known || e.slips[i].known == slip.known) continue;
        if (!others.insert(e.slips[i].known->id).second) continue;
        equals.push_back(judge.finding(e, e.slips[i]));
      }
      f.alternatives.assign(others.begin(), others.end());
      const std::string first = f.id;
      result_.findings.push_back(std::move(f));
      for (Finding& other : equals) {
        other.alternatives.push_back(first);
        result_.findings.push_back(std::move(other));
      }
    }
  }

  /// The misconception that stops with such an error, where it stopped.
  void name_error(Judge& judge, const torch::Report& error) {
    std::string stopped;
    for (const StageResult& s : result_.stages) {
      if (s.verdict == StageVerdict::not_reached) {
        stopped = s.id;
        break;
      }
    }
    const Misconception* best = nullptr;
    for (const Misconception& m : misconceptions()) {
      if (m.error.empty() || !matches_pattern(m.error, error.message)) continue;
      if (!m.clue.empty() && !clue_for(m)) continue;
      // A stage that this homework has not is no place.
      const bool placed = choice_->assignment->stage_of(m.stage) >= 0;
      if (placed && m.stage != stopped) continue;
      if (placed && result_.findings.empty() && !judged().diagnosis->stops_at_right_tensor()) continue;
      if (!best || placed) best = &m;
    }
    if (!best) return;
    Finding f = judge.finding(*best);
    f.evidence = Finding::Evidence::error;
    f.place = {error.source, error.span};
    result_.findings.push_back(std::move(f));
  }

  const PropertyResult* broken(const std::string& property) const {
    for (const PropertyResult& p : result_.properties) {
      if (p.id == property && !p.holds) return &p;
    }
    return nullptr;
  }

  /// What only the source or a broken property tells.
  void name_clues(Judge& judge) {
    bool by_numbers = false;
    for (const Finding& f : result_.findings) {
      by_numbers = by_numbers || f.evidence == Finding::Evidence::numbers ||
                   f.evidence == Finding::Evidence::steps;
    }
    for (const Misconception& m : misconceptions()) {
      if (m.clue.empty() && m.property.empty()) continue;
      const Clue* clue = m.clue.empty() ? nullptr : clue_for(m);
      if (!m.clue.empty() && !clue) continue;
      // Of a program that stops, the source alone has to tell.
      const bool told = clue && result_.properties.empty();
      if (!m.property.empty() && !broken(m.property) && !told) continue;
      // Numbers say it better, and a variant that did not fit is not the cause.
      const bool alone = !m.clue_subjects.empty() && was_not_reached(m.stage);
      const bool unexplained = (result_.findings.empty() && !judged().right) || alone;
      if (!m.variants.empty() && m.property.empty() && !unexplained) continue;
      if (m.clue.empty() && by_numbers && !unknown_) continue;
      if (named(m.id)) continue;
      Finding f = judge.finding(m);
      f.evidence = clue ? Finding::Evidence::source : Finding::Evidence::property;
      if (clue) {
        f.seen = clue->text;
        f.place = {clue->source, clue->span};
      } else if (const PropertyResult* p = broken(m.property); p && p->place.known()) {
        f.place = p->place;
      } else {
        const auto& made = judged().trial->recording.made();
        const auto it = std::find_if(made.begin(), made.end(), [&](const Made& x) {
          return std::find(m.at.begin(), m.at.end(), x.operation) != m.at.end();
        });
        if (it != made.end()) {
          f.place = judge.location(static_cast<size_t>(it - made.begin()));
        } else if (unknown_) {
          f.place = judge.location(*unknown_);
        }
      }
      (m.remark ? result_.remarks : result_.findings).push_back(std::move(f));
    }
  }

  bool was_not_reached(const std::string& stage) const {
    return std::any_of(result_.stages.begin(), result_.stages.end(), [&](const StageResult& s) {
      return s.id == stage && s.verdict == StageVerdict::not_reached;
    });
  }

  void decide() {
    // Large scores that turn a right program into nan are no mistake unless the
    // source says that it is one.
    for (PropertyResult& p : result_.properties) {
      if (p.id != "finite" || p.holds) continue;
      const bool named = std::any_of(
          result_.findings.begin(), result_.findings.end(), [](const Finding& f) {
            return f.evidence == Finding::Evidence::source;
          });
      if (!named) p.holds = true;
    }
    bool right = true;
    for (const ProbeResult& p : result_.probes) right = right && p.right;
    for (const PropertyResult& p : result_.properties) right = right && p.holds;
    if (right) make_remarks();
    right = right && result_.findings.empty();
    result_.verdict = right ? Verdict::right : Verdict::wrong;
    std::stable_sort(result_.findings.begin(), result_.findings.end(),
                     [&](const Finding& a, const Finding& b) { return order(a) < order(b); });
  }

  /// Where all is right, some findings are only worth a word.
  void make_remarks() {
    std::erase_if(result_.findings, [&](Finding& f) {
      for (const Misconception& m : misconceptions()) {
        if (m.id != f.id || !m.remark_if_right) continue;
        result_.remarks.push_back(std::move(f));
        return true;
      }
      return false;
    });
  }

  int order(const Finding& f) const {
    const int stage = choice_->assignment->stage_of(f.stage);
    return stage < 0 ? 1000 : stage;
  }

  const Request& request_;
  Result& result_;
  Program program_;
  std::optional<Choice> choice_;
  std::vector<Clue> clues_;
  std::vector<Probed> probes_;
  std::optional<size_t> unknown_;  // the first step that nothing known explains
  std::deque<ProbeSpec> given_;  // probes of optional inputs
};

}  // namespace

Result check(const Request& request) {
  Result result;
  result.file = request.file;
  result.seed = request.seed;
  result.named = request.assignment.has_value();
  std::vector<const Assignment*> among;
  if (request.assignment) {
    among.push_back(&find_assignment(*request.assignment));
  } else {
    for (const Assignment& a : assignments()) among.push_back(&a);
  }
  try {
    if (is_tensor_file(request.file)) {
      check_tensors(request, among, result);
    } else {
      ProgramCheck(request, result).run(among);
    }
  } catch (const Error& e) {
    result.verdict = Verdict::unjudged;
    result.trouble = e.message();
    result.help = e.help();
  }
  return result;
}

}  // namespace mha::homework
