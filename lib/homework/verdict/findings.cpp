#include "homework/verdict/findings.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "base/text.h"
#include "homework/diagnosis/cause.h"
#include "homework/diagnosis/parts.h"
#include "homework/mend/mend.h"
#include "homework/trial/words.h"
#include "homework/verdict/judge.h"
#include "reading/clues.h"

namespace mha::homework {

namespace {

/// Names what is wrong with one program.
class Naming {
 public:
  Naming(Program& program, const Choice& choice, const std::vector<Probed>& probes,
         const std::vector<PropertyResult>& properties, uint32_t seed)
      : program_(program),
        choice_(choice),
        probes_(probes),
        properties_(properties),
        seed_(seed),
        clues_(reading::find_clues(program.modules(), choice.candidate ? choice.candidate->name : "")) {}

  Named run() {
    const Probed& p = judged(probes_);
    Judge judge(*choice_.reference, *p.trial, *p.diagnosis, &program_);
    const bool readable = !p.diagnosis->castings().empty();
    const bool endless = p.trial->failure && p.trial->failure->kind == "BudgetError";
    std::vector<Explanation> explanations;
    if (readable) explanations = ranked(p, p.diagnosis->explain());
    if (endless) explanations.clear();
    if (const auto out = p.diagnosis->output_of(readable ? p.diagnosis->reference_names(0) : Names())) {
      result_.tolerance = tolerance_for(*out);
    }
    // One known mistake, or else one small change, before two changes, and these before
    // several mistakes at once.
    judge_stages(p, judge, explanations);
    std::optional<Mending> mending;
    if (!p.right && !endless && p.trial->trouble.empty()) mending.emplace(MendRequest{program_, choice_, probes_, fault(p)});
    std::optional<Mend> mend = mending ? mending->one() : std::nullopt;
    if (explanations.empty() && !mend && !endless && readable && !p.right) {
      if (mending) mend = mending->two();
      // What the source shows beats several mistakes that come to the same numbers.
      if (!mend && !shows_cause()) explanations = ranked(p, p.diagnosis->explain_by_several());
      if (!explanations.empty()) judge_stages(p, judge, explanations);
    }
    const Explanation* chosen = explanations.empty() ? nullptr : &explanations[0];
    for (const Mistake& mistake : chosen ? chosen->mistakes : std::vector<Mistake>()) {
      if (!mistake.known && !unknown_) unknown_ = mistake.seen;
    }
    const bool explained = chosen && !chosen->partial;
    const bool in_part = !explained && !mend && name_in_part();
    if (chosen && !in_part) name_mistakes(judge, explanations);
    if (explained) name_elsewhere(p, *chosen);
    // An error that a mistake before it brought about has no name of its own.
    const bool apart = !in_part && (!chosen || (chosen->partial && keeps_shapes(p, *chosen)));
    if (p.trial->failure && apart) name_error(judge, *p.trial->failure);
    // A loop without end is mended first: what else is seen may come from it.
    if (!endless) name_clues(judge);
    if (p.right) remark_on_names(p, judge);
    const bool placed = std::any_of(result_.findings.begin(), result_.findings.end(), [&](const Finding& f) { return is_placed(f); });
    if (p.right && !placed && breaks_property()) {
      // Where it comes from is not where it shows: all lines are as near.
      mend = Mending(MendRequest{program_, choice_, probes_, {}}).one();
    }
    if (mend) name_mend(*mend, judge, p.right);
    return std::move(result_);
  }

 private:
  /// Where the numbers part: the first wrong stage's place, or of the one after it if that
  /// was not seen; or where it stopped.
  Location fault(const Probed& p) const {
    bool wrong = false;
    for (const StageResult& s : result_.stages) {
      wrong = wrong || is_wrong(s.verdict);
      if (wrong && s.place.known()) return s.place;
    }
    if (p.trial->failure && p.trial->failure->source) return {p.trial->failure->source, p.trial->failure->span};
    return {};
  }

  /// Whether the source shows a mistake that no stage's numbers tell from others.
  bool shows_cause() const {
    return std::any_of(misconceptions().begin(), misconceptions().end(), [&](const Misconception& m) {
      return !m.clue.empty() && !m.remark && !m.remark_if_right && m.variants.empty() && clue_for(m);
    });
  }

  bool breaks_property() const {
    return std::any_of(properties_.begin(), properties_.end(), [](const PropertyResult& p) { return !p.holds && p.id != "finite"; });
  }

  /// Those that hold, the likeliest first.
  std::vector<Explanation> ranked(const Probed& p, std::vector<Explanation> all) {
    std::erase_if(all, [&](const Explanation& e) { return is_contradicted(p, e); });
    keep_consistent(p, all);
    put_likely_first(*choice_.reference, *p.diagnosis, *p.trial, all);
    if (gives_no_number(p)) keep_shown(p, all);
    return all;
  }

  /// Whether the program took the step that a mistake is said to be in rightly, and made
  /// nothing of what the mistake makes there: the same numbers come of something else.
  static bool is_contradicted(const Probed& p, const Explanation& e) {
    if (e.mistakes.empty() || !e.mistakes[0].known) return false;
    const Names& right = p.diagnosis->reference_names(e.casting);
    const std::vector<StageSpec>& stages = p.diagnosis->assignment().stages;
    const auto made = [&](const Numbers& n) {
      const std::optional<Match> match = p.trial->recording.find(n);
      return match && match->fit != Fit::scrambled;
    };
    bool as_it_should = false;
    const auto& [first, last] = std::pair(e.mistakes[0].first, e.mistakes[0].last);
    // Where several stages are replaced, what the last one makes may come of anything.
    for (int i = first; i <= std::max(first, last - 1); ++i) {
      for (const std::string& name : stages[static_cast<size_t>(i)].snippet.makes) {
        const auto ours = numbers_in(right, name), theirs = numbers_in(e.names, name);
        const Fit alike = ours && theirs ? fit(*ours, *theirs) : Fit::exact;
        if (alike == Fit::exact || alike == Fit::laid_out) continue;
        if (made(*theirs)) return false;
        as_it_should = as_it_should || made(*ours);
      }
    }
    return as_it_should;
  }

  void judge_stages(const Probed& p, Judge& judge, const std::vector<Explanation>& explanations) {
    const Explanation* chosen = explanations.empty() ? nullptr : &explanations[0];
    result_.stages.clear();
    if (p.diagnosis->castings().empty() || !p.trial->constructed) {
      for (const StageSpec& s : choice_.assignment->stages) {
        result_.stages.push_back(blank(s, StageVerdict::not_reached));
      }
      return;
    }
    const bool whole = chosen && chosen->partial == p.trial->failure.has_value();
    result_.stages = judge.stages(whole ? chosen : nullptr);
    if (p.trial->failure && p.trial->failure->kind == "BudgetError") forget_unfinished();
  }

  /// What a small change of the program's own text says. It explains all that is
  /// wrong, so that what only some numbers spoke for is no cause; a finding at its
  /// own line knows more.
  void name_mend(const Mend& mend, Judge& judge, bool right_numbers) {
    result_.mend = told(mend);
    std::set<int> lines = {line_of(result_.mend->place)};
    for (const Location& l : result_.mend->rivals) lines.insert(line_of(l));
    // One change mends it all: what fits all numbers, or the error, is its name, and
    // is where it lies or else in the line of the change. The rest is no cause.
    const auto is_there = [&](const Location& l) { return l.known() && lines.contains(line_of(l)); };
    const auto there = [&](const Finding& f) { return f.settled || is_there(f.place) || is_there(f.cause); };
    std::erase_if(result_.findings, [&](const Finding& f) {
      const bool fits = f.evidence == Finding::Evidence::numbers || f.evidence == Finding::Evidence::error ||
                        (right_numbers && f.evidence == Finding::Evidence::property && knows_mend(f));
      return !fits && !is_put_to_use(f, mend) && (f.evidence == Finding::Evidence::steps || !there(f));
    });
    const auto is_at_best = [&](const Finding& f) {
      return f.settled || (f.place.known() && line_of(f.place) <= line_of(result_.mend->place));
    };
    const bool earlier = std::none_of(result_.findings.begin(), result_.findings.end(), is_at_best);
    if (mend.edits.size() == 1 && (earlier || std::none_of(result_.findings.begin(), result_.findings.end(), there))) {
      for (Finding& f : result_.findings) f.cause = std::exchange(f.place, result_.mend->place);
    }
    if (!result_.findings.empty() && mend.edits.size() == 1) return;
    result_.findings.clear();
    const Source mended("", mend.text);
    for (const Edit& edit : mend.edits) {
      Finding f = judge.finding(*edit.known);
      f.evidence = Finding::Evidence::mend;
      f.place = place_of(edit);
      const int line = line_of(f.place);
      f.before = trim(f.place.source->line(line));
      f.after = trim(mended.line(line));
      result_.findings.push_back(std::move(f));
    }
  }

  /// Whether a finding's place is where it comes from, and not only where two runs part.
  bool is_placed(const Finding& f) const {
    const Misconception* m = known_as(f);
    const PropertyResult* p = m ? broken(m->property) : nullptr;
    const bool shows = f.evidence == Finding::Evidence::property && p && !p->operation.empty() && m->at.empty();
    return f.place.known() && !shows;
  }

  static bool knows_mend(const Finding& f) {
    const Misconception* m = known_as(f);
    return m && (!m->rewrites.empty() || !m->mends.empty());
  }

  static const Misconception* known_as(const Finding& f) {
    for (const Misconception& m : misconceptions()) {
      if (m.id == f.id) return &m;
    }
    return nullptr;
  }

  /// Whether a finding is that something is made and never used, and the mend uses it.
  bool is_put_to_use(const Finding& f, const Mend& mend) const {
    const std::vector<std::string>& kinds = mend.edits[0].known->mends;
    if (std::find(kinds.begin(), kinds.end(), "wrap") == kinds.end()) return false;
    const Misconception* m = known_as(f);
    return m && m->clue.starts_with("unused-");
  }

  static int line_of(const Location& l) { return l.source->place(l.span.begin).line; }

  Location place_of(const Edit& e) const {
    // An empty stretch, where something is added, is shown by what stands before it, or
    // else behind.
    Span span = e.at;
    const std::string& text = e.module->source->text();
    const auto blank = [&](uint32_t at) { return at >= text.size() || std::isspace(static_cast<unsigned char>(text[at])); };
    if (span.begin == span.end && span.begin > 0 && blank(span.begin) && !blank(span.begin - 1)) --span.begin;
    if (span.begin == span.end) span.end = span.begin + 1;
    return {program_.source_of(e.module->source.get()), span};
  }

  MendResult told(const Mend& mend) const {
    MendResult out;
    out.place = place_of(mend.edits[0]);
    out.kind = mend.edits[0].known->id;
    for (const Edit& e : mend.edits) out.other_weights = out.other_weights || e.other_weights;
    out.text = mend.text;
    // All of them are right with it.
    out.stages = static_cast<int>(std::count_if(
        result_.stages.begin(), result_.stages.end(), [](const StageResult& r) { return r.points < r.of; }));
    for (const Edit& e : mend.rivals) out.rivals.push_back(place_of(e));
    return out;
  }

  static bool gives_no_number(const Probed& p) {
    const std::optional<Numbers>& out = p.trial->output;
    return out && out->count() > 0 && out->nans == out->count();
  }

  /// Any mistake that makes NaN ends in the same output: it has to be one of which
  /// the program made every step.
  void keep_shown(const Probed& p, std::vector<Explanation>& all) const {
    std::erase_if(all, [&](const Explanation& e) {
      return std::any_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& mistake) {
        const Trace t = trace(*choice_.reference, *p.diagnosis, *p.trial, e, mistake);
        return t.missing > 0 || !t.first;
      });
    });
  }

  /// Of a program that never ends, a stage that is not right is not done yet.
  void forget_unfinished() {
    for (size_t i = 0; i < result_.stages.size(); ++i) {
      StageResult& s = result_.stages[i];
      if (is_earned(s.verdict)) continue;
      s = blank(choice_.assignment->stages[i], StageVerdict::not_reached);
    }
  }

  /// Right, but not with weights from elsewhere, which go by their names.
  void remark_on_names(const Probed& p, Judge& judge) {
    std::vector<Explanation> all = p.diagnosis->misnamed();
    if (all.empty()) return;
    put_best_named_first(*choice_.reference, *p.trial, all);
    Finding f = judge.finding(all[0], all[0].mistakes[0]);
    f.evidence = Finding::Evidence::names;
    result_.remarks.push_back(std::move(f));
  }

  /// Mistakes that only another probe shows: in training, say.
  void name_elsewhere(const Probed& judged_on, const Explanation& chosen) {
    for (const Probed& p : probes_) {
      if (p.right || &p == &judged_on || p.diagnosis->castings().empty() || p.trial->failure) continue;
      if (!p.trial->trouble.empty() || p.diagnosis->follow(chosen)) continue;
      std::vector<Explanation> all = p.diagnosis->explain();
      if (all.empty() || all[0].partial) continue;
      put_likely_first(*choice_.reference, *p.diagnosis, *p.trial, all);
      Judge judge(*choice_.reference, *p.trial, *p.diagnosis, &program_);
      judge.stages(&all[0]);
      const size_t before = result_.findings.size();
      name_mistakes(judge, all);
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
    if (!choice_.candidate) return false;
    std::optional<PartChecked> part =
        wrong_part(program_, *choice_.assignment, seed_);
    if (!part || part->explanations.empty() || part->explanations[0].partial) return false;
    put_likely_first(*part->reference, *part->diagnosis, *part->trial, part->explanations);
    Judge judge(*part->reference, *part->trial, *part->diagnosis, &program_);
    judge.stages(part->trial->failure ? nullptr : &part->explanations[0]);
    name_mistakes(judge, part->explanations);
    for (Finding& f : result_.findings) {
      if (choice_.assignment->stage_of(f.stage) < 0) f.stage.clear();
    }
    return true;
  }

  static bool keeps_shapes(const Probed& p, const Explanation& e) {
    const Names& right = p.diagnosis->reference_names(e.casting);
    return std::all_of(e.names.begin(), e.names.end(), [&](const auto& item) {
      const Tensor* theirs = tensor_in(e.names, item.first);
      const Tensor* ours = tensor_in(right, item.first);
      return !theirs || !ours || theirs->shape() == ours->shape();
    });
  }

  const reading::Clue* clue_for(const Misconception& m) const {
    for (const reading::Clue& clue : clues_) {
      if (m.is_told_by(clue.id, clue.subject)) return &clue;
    }
    return nullptr;
  }

  /// Where the source shows that what a layer gives is not kept; null if nowhere.
  const reading::Clue* discarded_layer() const {
    for (const reading::Clue& clue : clues_) {
      if (clue.id == "discarded" && clue.subject == "linear") return &clue;
    }
    return nullptr;
  }

  /// Keeps the explanations that hold on the other probes too, and those that
  /// the source speaks for.
  void keep_consistent(const Probed& judged_on, std::vector<Explanation>& all) {
    std::erase_if(all, [&](const Explanation& e) {
      return std::any_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& s) {
        return s.known && !s.known->clue.empty() && !clue_for(*s.known);
      });
    });
    for (const Probed& p : probes_) {
      if (all.size() < 2) return;
      if (&p == &judged_on || p.diagnosis->castings().empty() || !p.trial->trouble.empty()) continue;
      std::vector<Explanation> kept;
      for (const Explanation& e : all) {
        if (p.diagnosis->follow(e)) kept.push_back(e);
      }
      if (!kept.empty()) all = std::move(kept);
    }
    keep_written(judged_on, all);
    const auto told = [&](const Explanation& e) {
      return std::any_of(e.mistakes.begin(), e.mistakes.end(),
                         [&](const Mistake& s) { return s.known && !s.known->clue.empty(); });
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
      return std::all_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& s) {
        return !s.known || s.known->needs.empty() ||
               std::any_of(s.known->needs.begin(), s.known->needs.end(), has);
      });
    };
    if (!std::any_of(all.begin(), all.end(), written)) return;
    std::erase_if(all, [&](const Explanation& e) { return !written(e); });
  }

  void name_mistakes(Judge& judge, const std::vector<Explanation>& all) {
    const Explanation& chosen = all[0];
    for (size_t i = 0; i < chosen.mistakes.size(); ++i) {
      const Mistake& mistake = chosen.mistakes[i];
      if (!mistake.known || named(mistake.known->id)) continue;
      Finding f = judge.finding(chosen, mistake);
      if (const reading::Clue* clue = mistake.known->clue.empty() ? nullptr : clue_for(*mistake.known)) {
        f.seen = clue->text;
        f.place = {clue->source, clue->span};
      } else if (const reading::Clue* lost = judge.is_left_out(chosen, mistake) ? discarded_layer() : nullptr) {
        f.place = {lost->source, lost->span};
      }
      std::set<std::string> others;
      std::vector<Finding> equals;
      for (const Explanation& e : all) {
        if (i >= e.mistakes.size() || !e.mistakes[i].known || e.mistakes[i].known == mistake.known) continue;
        // More than two are no help.
        if (others.contains(e.mistakes[i].known->id) || !others.empty()) continue;
        others.insert(e.mistakes[i].known->id);
        equals.push_back(judge.finding(e, e.mistakes[i]));
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
      const bool placed = choice_.assignment->stage_of(m.stage) >= 0;
      if (placed && m.stage != stopped) continue;
      if (placed && result_.findings.empty() && !judged(probes_).diagnosis->stops_at_right_tensor()) continue;
      if (!best || placed) best = &m;
    }
    if (!best) return;
    Finding f = judge.finding(*best);
    f.evidence = Finding::Evidence::error;
    f.place = {error.source, error.span};
    result_.findings.push_back(std::move(f));
  }

  const PropertyResult* broken(const std::string& property) const {
    for (const PropertyResult& p : properties_) {
      if (p.id == property && !p.holds) return &p;
    }
    return nullptr;
  }

  /// Whether a property is broken by another operation than a mistake's, or at a place that
  /// has a name already.
  bool is_something_else(const Misconception& m, const PropertyResult& p) const {
    if (!p.place.known()) return false;
    const auto is_there = [&](const std::string& call) { return has_word(p.operation, call); };
    if (!p.operation.empty() && !m.at.empty() && std::none_of(m.at.begin(), m.at.end(), is_there)) return true;
    return std::any_of(result_.findings.begin(), result_.findings.end(),
                       [&](const Finding& f) { return f.place.known() && line_of(f.place) == line_of(p.place); });
  }

  /// What only the source or a broken property tells.
  void name_clues(Judge& judge) {
    bool by_numbers = false;
    for (const Finding& f : result_.findings) {
      by_numbers = by_numbers || f.evidence == Finding::Evidence::numbers ||
                   f.evidence == Finding::Evidence::steps;
    }
    for (const bool by_source : {false, true}) name_clues(judge, by_source, by_numbers);
  }

  /// What breaks a property leads; but of the same line the source knows more.
  void name_clues(Judge& judge, bool by_source, bool by_numbers) {
    for (const Misconception& m : misconceptions()) {
      if ((m.clue.empty() && m.property.empty()) || m.clue.empty() == by_source) continue;
      const reading::Clue* clue = m.clue.empty() ? nullptr : clue_for(m);
      if (!m.clue.empty() && !clue) continue;
      // Of a program that stops, the source alone has to tell.
      const bool told = clue && properties_.empty();
      if (!m.property.empty() && !broken(m.property) && !told) continue;
      // Numbers say it better, and a variant that did not fit is not the cause.
      const bool alone = !m.clue_subjects.empty() && was_not_reached(m.stage);
      const bool unexplained = (result_.findings.empty() && !judged(probes_).right) || alone;
      if (!m.variants.empty() && m.property.empty() && !unexplained) continue;
      if (m.clue.empty() && by_numbers && !unknown_ && !broken(m.property)->place.known()) continue;
      if (named(m.id) || (!clue && is_something_else(m, *broken(m.property)))) continue;
      Finding f = judge.finding(m);
      f.evidence = clue ? Finding::Evidence::source : Finding::Evidence::property;
      if (clue) {
        f.seen = clue->text;
        f.place = {clue->source, clue->span};
      } else if (const PropertyResult* p = broken(m.property); p && p->place.known()) {
        f.place = p->place;
      } else {
        const auto& made = judged(probes_).trial->recording.made();
        const auto it = std::find_if(made.begin(), made.end(), [&](const Made& x) {
          return std::find(m.at.begin(), m.at.end(), x.operation) != m.at.end();
        });
        if (it != made.end()) {
          f.place = judge.location(static_cast<size_t>(it - made.begin()));
        } else if (unknown_) {
          f.place = judge.location(*unknown_);
        }
      }
      const auto same = std::find_if(result_.findings.begin(), result_.findings.end(), [&](const Finding& other) {
        return clue && other.evidence == Finding::Evidence::property && other.place.known() && line_of(other.place) == line_of(f.place);
      });
      if (m.remark) {
        result_.remarks.push_back(std::move(f));
      } else if (same != result_.findings.end()) {
        *same = std::move(f);
      } else {
        result_.findings.push_back(std::move(f));
      }
    }
  }

  bool was_not_reached(const std::string& stage) const {
    return std::any_of(result_.stages.begin(), result_.stages.end(), [&](const StageResult& s) {
      return s.id == stage && s.verdict == StageVerdict::not_reached;
    });
  }

  Program& program_;
  const Choice& choice_;
  const std::vector<Probed>& probes_;
  const std::vector<PropertyResult>& properties_;
  const uint32_t seed_;
  const std::vector<reading::Clue> clues_;
  Named result_;
  std::optional<size_t> unknown_;  // the first step that nothing known explains
};

}  // namespace

Named name_findings(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                    const std::vector<PropertyResult>& properties, uint32_t seed) {
  return Naming(program, choice, probes, properties, seed).run();
}

}  // namespace mha::homework
