#include "homework/verdict/ranking.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>
#include <utility>

#include "homework/diagnosis/trace.h"
#include "homework/trial/words.h"

namespace mha::homework {

namespace {

/// What the recording shows of the steps of an explanation's mistakes.
struct Steps {
  size_t unlikely = 0, turned = 0, left_out = 0, unseen = 0, begins = 0;
};

/// Counts the evidence against one explanation.
class Doubts {
 public:
  Doubts(Diagnosis& diagnosis, const Witnesses* witnesses)
      : diagnosis_(diagnosis), trial_(diagnosis.trial()), witnesses_(witnesses) {}

  /// Whether the program did the mistake's step rightly and made nothing that the mistake would
  /// make: the numbers have another cause.
  bool contradicts(const Explanation& e) const {
    if (e.mistakes.empty() || !e.mistakes[0].known) return false;
    const Names& right = diagnosis_.reference_names(e.matching);
    bool as_it_should = false;
    const auto& [first, last] = std::pair(e.mistakes[0].first, e.mistakes[0].last);
    // If several stages are replaced, the last one's tensors may have other causes.
    for (int i = first; i <= std::max(first, last - 1); ++i) {
      for (const std::string& name : makes(i)) {
        const auto ours = numbers_in(right, name), theirs = numbers_in(e.names, name);
        const Fit alike = ours && theirs ? fit(*ours, *theirs) : Fit::exact;
        if (alike == Fit::exact || alike == Fit::laid_out) continue;
        if (trial_.recording.shows(*theirs)) return false;
        as_it_should = as_it_should || trial_.recording.shows(*ours);
      }
    }
    return as_it_should;
  }

  /// Whether the mistake stops the program at a tensor that it made rightly before it stopped.
  bool stops_too_early(const Explanation& e) const {
    if (!trial_.failure || e.partial || e.mistakes.empty()) return false;
    const std::string name = stops_at(diagnosis_, e, e.mistakes.back());
    const auto ours = numbers_in(diagnosis_.reference_names(e.matching), name);
    return ours && ours->count() > 1 && !is_in(e.names, *ours) && times_made(*ours, Fit::exact) > 0;
  }

  /// Whether all that speaks for a part of a result is one number again and again: memory that is
  /// not yet written has that, and an empty slice.
  bool rests_on_constants(const Explanation& e) const {
    return e.partial && std::any_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& s) {
      const std::vector<std::string> names = s.known ? makes(s.last) : std::vector<std::string>();
      return !names.empty() && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
        const auto n = numbers_in(e.names, name);
        return n && n->count() > 1 && std::all_of(n->values.begin(), n->values.end(), [&](double v) { return v == n->values[0]; });
      });
    });
  }

  /// Whether the source would show the mistake, and does not.
  bool lacks_clue(const Explanation& e) const {
    return witnesses_ && std::any_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& s) {
      return s.known && !s.known->clue.empty() && !clue_for(*s.known, witnesses_->clues);
    });
  }

  /// Every mistake that makes NaN gives the same output, so the program must have made every step
  /// of this one.
  bool hides_in_nan(const Explanation& e) {
    const std::optional<Numbers>& out = trial_.output;
    if (!witnesses_ || !out || out->count() == 0 || out->nans < out->count()) return false;
    return std::any_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& mistake) {
      const Trace t = trace(diagnosis_, e, mistake);
      return t.missing > 0 || !t.first;
    });
  }

  /// If most numbers are NaN: how many of the explanation's tensors the program did not make.
  size_t unseen_beside_nan(const Explanation& e) const {
    const std::optional<Numbers>& out = trial_.output;
    if (!out || out->nans * 2 <= out->count()) return 0;
    size_t unseen = 0;
    for (int i = 0; i < stage_count(); ++i) {
      for (const std::string& name : makes(i)) unseen += !diagnosis_.found_in_program(e.names, name);
    }
    return unseen > 0 && scales_unseen() ? unseen - 1 : unseen;
  }

  size_t mistakes(const Explanation& e) const { return e.mistakes.size(); }

  /// How many tensors that the mistake changes the program also made rightly.
  size_t made_rightly(const Explanation& e) const {
    size_t count = 0;
    const Names& right = diagnosis_.reference_names(e.matching);
    for (const Mistake& mistake : e.mistakes) {
      for (const std::string& name : makes(mistake.first)) {
        const std::optional<Numbers> n = numbers_in(right, name), own = numbers_in(e.names, name);
        if (n && own && fit(*n, *own) == Fit::exact) continue;
        const std::optional<Match> match = n ? trial_.recording.find(*n) : std::nullopt;
        if (match && match->fit != Fit::scrambled && !is_turned(*n, *match)) ++count;
      }
    }
    return count;
  }

  /// How many other calls of the program it does not explain.
  size_t fails_elsewhere(const Explanation& e) const {
    size_t count = 0;
    for (const Probed* p : witnesses_ ? witnesses_->probes : std::vector<const Probed*>()) {
      if (p->diagnosis.get() == &diagnosis_ || p->diagnosis->matchings().empty() || !p->trial->trouble.empty()) continue;
      count += !p->diagnosis->follow(e);
    }
    return count;
  }

  /// Whether the mistake is impossible in this program, which has none of the words and operations
  /// that it needs.
  bool is_unwritten(const Explanation& e) const {
    return witnesses_ && std::any_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& s) {
      return s.known && !s.known->needs.empty() &&
             !is_written(s.known->needs, trial_, witnesses_->program);
    });
  }

  /// Whether the mistake calls one layer and the program fails at another.
  bool calls_another(const Explanation& e) const {
    if (!trial_.failure || !trial_.failure->source || e.mistakes.empty() || !e.mistakes.back().snippet) return false;
    const std::set<std::string> words = words_in(trial_.failure->source->text(trial_.failure->span));
    bool calls = false, another = false;
    for (const auto& [role, map] : diagnosis_.matchings()[e.matching]) {
      calls = calls || e.mistakes.back().snippet->uses(role);
    }
    for (const FoundWeight& w : trial_.found.matrices) {
      if (!words.contains(w.path.substr(w.path.rfind('.') + 1))) continue;
      another = true;
      for (const auto& [role, map] : diagnosis_.matchings()[e.matching]) {
        const bool is_it = fit(numbers_of(map.weight), numbers_of(w.tensor)) != Fit::none;
        if (is_it && e.mistakes.back().snippet->uses(role)) return false;
      }
    }
    return calls && another;
  }

  /// How many of the explanation's tensors the program never made, or not as often as it must have
  /// if the mistake makes one stage's tensor in another's place.
  size_t made_too_seldom(const Explanation& e) const {
    const Names& right = diagnosis_.reference_names(e.matching);
    size_t seldom = 0;
    for (int i = 0; i < stage_count(); ++i) {
      for (const std::string& name : makes(i)) {
        const std::optional<Numbers> n = numbers_in(e.names, name), ours = numbers_in(right, name);
        if (!n) continue;
        const bool is_right = ours && fit(*ours, *n) == Fit::exact;
        seldom += times_made(*n) < (!is_right && is_in(right, *n) ? 2 : 1);
      }
    }
    return seldom;
  }

  /// How many of its mistakes the program made by another operation than those that the mistake is
  /// made by.
  size_t made_by_another(const Explanation& e) const {
    return static_cast<size_t>(std::count_if(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& mistake) {
      if (!mistake.known || mistake.known->at.empty()) return false;
      const std::optional<size_t> first = trace(diagnosis_, e, mistake).first;
      const std::vector<std::string>& at = mistake.known->at;
      return first && std::find(at.begin(), at.end(), trial_.recording.made()[*first].operation) == at.end();
    }));
  }

  /// Whether nothing in the source supports it.
  size_t untold(const Explanation& e) const {
    return witnesses_ && std::none_of(e.mistakes.begin(), e.mistakes.end(),
                                      [](const Mistake& s) { return s.known && !s.known->clue.empty(); });
  }

  Steps steps(const Explanation& e) {
    Steps out;
    out.turned = turned_round(e);
    out.left_out = out.turned;
    for (const Mistake& mistake : e.mistakes) {
      const Trace t = trace(diagnosis_, e, mistake);
      out.unlikely += !t.likely;
      out.left_out += t.missing + t.absent;
      out.unseen += !t.first;
      out.begins += t.first.value_or(0);
    }
    return out;
  }

  /// How many of the explanation's right tensors the program only made transposed.
  size_t turned_round(const Explanation& e) const {
    size_t turned = 0;
    for (int i = 0; i < stage_count(); ++i) {
      for (const std::string& name : makes(i)) {
        const std::optional<Numbers> n = numbers_in(e.names, name);
        bool exact = false, other_way = false;
        for (const Made& m : trial_.recording.made()) {
          const Shape shape = without_ones(m.numbers.shape);
          const bool is_table = n && n->shape.size() == 2 && shape == Shape{n->shape[1], n->shape[0]};
          if (!n || exact || (shape != without_ones(n->shape) && !is_table)) continue;
          const Fit f = fit(*n, m.numbers);
          exact = f == Fit::exact;
          other_way = other_way || f == Fit::laid_out;
        }
        turned += other_way && !exact;
      }
    }
    return turned;
  }

 private:
  int stage_count() const { return static_cast<int>(diagnosis_.assignment().stages.size()); }
  const std::vector<std::string>& makes(int stage) const {
    return diagnosis_.assignment().stages[static_cast<size_t>(stage)].snippet.makes;
  }

  static bool is_in(const Names& names, const Numbers& n) {
    return std::any_of(names.begin(), names.end(), [&](const auto& item) {
      const std::optional<Numbers> other = numbers_in(names, item.first);
      return other && fit(*other, n) == Fit::exact;
    });
  }

  /// How many of the program's operations made it; a view of the same shape does not make it again.
  size_t times_made(const Numbers& n, Fit least = Fit::scrambled) const {
    const Made* first = nullptr;
    size_t times = 0;
    for (const Made& m : trial_.recording.made()) {
      if (m.secondary() || fit(n, m.numbers) < least) continue;
      if (!first) first = &m;
      times += m.operation == first->operation;
    }
    return times;
  }

  /// Whether the program scaled something without visible effect: nan and infinity stay what they
  /// are when they are divided or multiplied.
  bool scales_unseen() const {
    const std::deque<Made>& made = trial_.recording.made();
    for (size_t i = 0; i < made.size(); ++i) {
      const Made& m = made[i];
      const bool scales = m.operation == "/" || m.operation == "*" || m.operation.starts_with("div") ||
                          m.operation.starts_with("mul");
      if (!scales || m.numbers.nans == 0) continue;
      for (size_t k = 0; k < i; ++k) {
        if (!made[k].secondary() && same(made[k].numbers, m.numbers)) return true;
      }
    }
    return false;
  }

  /// Whether a square table was seen transposed: the weights of symmetric scores, for instance, if
  /// softmax ran down the columns.
  bool is_turned(const Numbers& n, const Match& match) const {
    return match.fit == Fit::laid_out && !match.in_parts &&
           without_ones(trial_.recording.made()[match.index].numbers.shape) == without_ones(n.shape);
  }

  Diagnosis& diagnosis_;
  const Trial& trial_;
  const Witnesses* witnesses_;
};

// The criteria, in order. An explanation with a higher count than another is dropped. The program's
// own tensors come first, then its behaviour in other calls, then its text.
constexpr size_t (Doubts::*kScale[])(const Explanation&) const = {
    &Doubts::unseen_beside_nan, &Doubts::mistakes,        &Doubts::made_rightly,   &Doubts::fails_elsewhere, &Doubts::untold,
    &Doubts::turned_round,      &Doubts::made_too_seldom, &Doubts::made_by_another};

void keep_least(std::vector<Explanation>& all, const Doubts& doubts, size_t (Doubts::*count)(const Explanation&) const) {
  if (all.size() < 2) return;
  std::vector<size_t> counts;
  for (const Explanation& e : all) counts.push_back((doubts.*count)(e));
  const size_t least = *std::min_element(counts.begin(), counts.end());
  size_t i = 0;
  std::erase_if(all, [&](const Explanation&) { return counts[i++] > least; });
}

/// The last criterion is the intermediate steps: a program that took all steps of one mistake did
/// not make another one; among the rest, the mistake that begins earliest leads.
void order_by_steps(std::vector<Explanation>& all, Doubts& doubts) {
  if (all.size() < 2) return;
  std::vector<std::pair<Steps, Explanation*>> ranked;
  for (Explanation& e : all) ranked.emplace_back(doubts.steps(e), &e);
  const auto ids = [](const Explanation& e) {
    std::vector<const Misconception*> out;
    for (const Mistake& mistake : e.mistakes) out.push_back(mistake.known);
    return out;
  };
  std::set<std::vector<const Misconception*>> complete;
  for (const auto& [steps, e] : ranked) {
    if (steps.left_out + steps.unseen == 0) complete.insert(ids(*e));
  }
  std::erase_if(ranked, [&](const auto& r) {
    return !complete.empty() && r.first.left_out > 0 && !complete.contains(ids(*r.second));
  });
  const auto order = [](const Steps& s) { return std::tuple(s.unlikely, s.turned, s.unseen, s.begins); };
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](const auto& a, const auto& b) { return order(a.first) < order(b.first); });
  std::vector<Explanation> sorted;
  for (const auto& r : ranked) sorted.push_back(std::move(*r.second));
  all = std::move(sorted);
}

bool is_of_numbers(const Finding& f) {
  return f.evidence == Finding::Evidence::numbers || f.evidence == Finding::Evidence::steps;
}

bool is_at(const Finding& f, const Location& l) { return f.place.known() && line_of(f.place) == line_of(l); }

// The scale of hypotheses, from the top:
//   numbers   a known mistake makes exactly what the program made; or (steps) a part of it
//   error     a known mistake raises the same error in a program that was right so far
//   property  something that must hold does not
//   source    what the text shows
// A weaker one is still reported unless a stronger one explains it. At one line the source beats a
// property, and numbers that were traced to what the source shows there: it says what is wrong,
// where the others only say that something is.
bool yields(const Hypothesis& h, const std::vector<Finding>& kept, const std::set<std::string>& explained, const Known& known) {
  if (std::any_of(kept.begin(), kept.end(), [&](const Finding& f) { return f.id == h.finding.id; })) return true;
  if (h.finding.evidence == Finding::Evidence::property) {
    if (explained.contains(h.known->property)) return true;
    if (h.shown.known()) {
      return std::any_of(kept.begin(), kept.end(), [&](const Finding& f) {
        return is_at(f, h.shown) || (f.cause.known() && line_of(f.cause) == line_of(h.shown));
      });
    }
    return known.followed && std::any_of(kept.begin(), kept.end(), is_of_numbers);
  }
  if (h.finding.evidence == Finding::Evidence::source && !h.known->variants.empty() && h.known->property.empty()) {
    // Its numbers were tried and did not fit, so it does not explain them; it may be in a step that
    // was not reached.
    const auto& later = known.not_reached;
    const bool alone = !h.known->clue_subjects.empty() && std::find(later.begin(), later.end(), h.known->stage) != later.end();
    return !alone && (known.right || !kept.empty());
  }
  return false;
}

}  // namespace

const reading::Clue* clue_for(const Misconception& m, const std::vector<reading::Clue>& clues) {
  const auto it = std::find_if(clues.begin(), clues.end(),
                               [&](const reading::Clue& clue) { return m.is_told_by(clue.id, clue.subject); });
  return it == clues.end() ? nullptr : &*it;
}

bool is_written(const std::vector<std::string>& words, const Trial& trial, const Program& program) {
  const auto& made = trial.recording.made();
  std::set<std::string> written;
  for (const lang::ModulePtr& module : program.modules()) written.merge(words_in(module->source->text()));
  // The division of two sizes makes no tensor, and a mask is made before the call.
  const auto is_operator = [&](const std::string& word) {
    return std::ispunct(static_cast<unsigned char>(word[0])) && std::any_of(program.modules().begin(), program.modules().end(), [&](const lang::ModulePtr& m) {
      return m->source->text().find(word) != std::string::npos;
    });
  };
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return written.contains(word) || is_operator(word) || std::any_of(made.begin(), made.end(), [&](const Made& m) { return m.operation == word; });
  });
}

int line_of(const Location& l) { return l.source->place(l.span.begin).line; }

std::vector<Explanation> ranked(std::vector<Explanation> all, Diagnosis& diagnosis, const Witnesses* witnesses) {
  Doubts doubts(diagnosis, witnesses);
  std::erase_if(all, [&](const Explanation& e) {
    return doubts.contradicts(e) || doubts.lacks_clue(e) || doubts.hides_in_nan(e) ||
           doubts.calls_another(e) || doubts.stops_too_early(e) || doubts.rests_on_constants(e) || doubts.is_unwritten(e);
  });
  for (const auto& count : kScale) keep_least(all, doubts, count);
  order_by_steps(all, doubts);
  return all;
}

void put_best_named_first(const Diagnosis& diagnosis, std::vector<Explanation>& all) {
  const Recording& recording = diagnosis.trial().recording;
  const auto named = [&](const Explanation& e) {
    size_t count = 0;
    for (const StageSpec& stage : diagnosis.assignment().stages) {
      for (const std::string& name : stage.snippet.makes) {
        const std::optional<Numbers> n = numbers_in(e.names, name);
        const std::optional<Match> match = n ? recording.find_first(*n) : std::nullopt;
        count += match && is_named(recording, match->index, name);
      }
    }
    return count;
  };
  const auto milder = [](const Explanation& e) { return e.mistakes[0].known->remark ? 0 : 1; };
  std::stable_sort(all.begin(), all.end(), [&](const Explanation& a, const Explanation& b) {
    return std::pair(named(b), milder(a)) < std::pair(named(a), milder(b));
  });
}

Causes strongest(std::vector<Hypothesis> all, const Known& known) {
  Causes out;
  // The properties that fail because of what the source or another property shows.
  std::set<std::string> explained;
  for (const Hypothesis& h : all) {
    if (h.known) explained.insert(h.known->breaks.begin(), h.known->breaks.end());
  }
  for (Hypothesis& h : all) {
    if (yields(h, out.findings, explained, known)) continue;
    Finding& f = h.finding;
    const auto same = std::find_if(out.findings.begin(), out.findings.end(), [&](const Finding& other) {
      return f.evidence == Finding::Evidence::source && f.place.known() &&
             (other.evidence == Finding::Evidence::property || other.settled) && is_at(other, f.place);
    });
    if (h.known && h.known->remark) {
      out.remarks.push_back(std::move(f));
    } else if (same != out.findings.end()) {
      if (is_of_numbers(*same)) {
        f.evidence = same->evidence;
        f.stage = same->stage;
        f.cause = same->cause;
        f.settled = true;
      }
      *same = std::move(f);
    } else {
      out.findings.push_back(std::move(f));
    }
  }
  return out;
}

void yield_to_mend(const Mended& mended, std::vector<Finding>& findings) {
  const Location& place = mended.mend.place;
  std::set<int> lines = {line_of(place)};
  for (const Location& l : mended.mend.rivals) lines.insert(line_of(l));
  const auto is_there = [&](const Location& l) { return l.known() && lines.contains(line_of(l)); };
  const auto there = [&](const Finding& f) { return f.settled || is_there(f.place) || is_there(f.cause); };
  // Of mistakes that give the same numbers, the one at the edit's line leads.
  const auto rival = std::find_if(findings.begin(), findings.end(), [&](const Finding& f) {
    const auto& others = f.alternatives;
    return is_there(f.place) && std::find(others.begin(), others.end(), findings[0].id) != others.end();
  });
  if (rival != findings.end() && !there(findings[0])) std::rotate(findings.begin(), rival, rival + 1);
  const auto knows_mend = [](const Misconception* m) { return m && (!m->rewrites.empty() || !m->mends.empty()); };
  std::erase_if(findings, [&](const Finding& f) {
    const Misconception* m = find_misconception(f.id);
    // It explains all that is wrong, just as the edit does; but if parentheses are enough, or the line
    // that others have, that is what its author forgot.
    if (f.evidence == Finding::Evidence::error && mended.is("line")) return true;
    if (mended.reads_unread && f.evidence == Finding::Evidence::numbers) return !there(f);
    if (f.evidence == Finding::Evidence::numbers || f.evidence == Finding::Evidence::error) return mended.is("group") && is_there(f.place);
    if (mended.right_numbers && f.evidence == Finding::Evidence::property && knows_mend(m)) return false;
    // The edit uses what was made and never used.
    if (mended.is("wrap") && m && m->clue.starts_with("unused-")) return false;
    return f.evidence == Finding::Evidence::steps || !there(f);
  });
  // Where the mistake shows, another word is enough, so what stands above it may stay.
  for (Finding& f : findings) {
    const bool enough = mended.replaces || mended.mend.kind == f.id;
    if (enough && !f.settled && is_of_numbers(f) && !is_there(f.place) && is_there(f.cause)) std::swap(f.place, f.cause);
  }
  const auto is_at_best = [&](const Finding& f) {
    return f.settled || (f.place.known() && line_of(f.place) <= line_of(place));
  };
  const bool stays = !mended.is("call") && !mended.is("keep") && !mended.chooses && std::any_of(findings.begin(), findings.end(), is_at_best);
  if (stays && std::any_of(findings.begin(), findings.end(), there)) return;
  for (Finding& f : findings) f.cause = std::exchange(f.place, place);
}

}  // namespace mha::homework
