// choose_script().

#include "homework/choice/call_options.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "homework/choice/resemblance.h"
#include "homework/choice/scale.h"
#include "homework/trial/words.h"
#include "reading/clues.h"
#include "reading/index.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

using namespace scale;

// A program is about the homework that covers most of its steps. With a smaller share than
// kLeast, the homework is something it does in passing; a right result counts from kAbout on.
constexpr double kLeast = 0.75, kAbout = 0.8;
// At most this many forms of one homework are judged in full.
constexpr size_t kMostJudged = 4;
// Larger tensors are assumed to be covered, since comparing them takes too long.
constexpr int64_t kMostNumbers = 1 << 14;

/// The tensors of a homework, as numbers.
class Told {
 public:
  void add(const Numbers& n) {
    if (n.count() > kMostNumbers) return;
    all_.push_back(n);
    std::vector<double> sorted;
    for (const double v : n.values) {
      if (std::isfinite(v)) sorted.push_back(v);
    }
    std::sort(sorted.begin(), sorted.end());
    sorted_.push_back(std::move(sorted));
  }

  /// Whether these are the numbers of one of its tensors in any layout, or a part of them: a
  /// slice, or what a mask leaves.
  bool tells(const Numbers& n) const {
    for (size_t i = 0; i < all_.size(); ++i) {
      const Fit f = fit(all_[i], n);
      if (f == Fit::exact || f == Fit::laid_out || is_part(n, sorted_[i])) return true;
    }
    return false;
  }

 private:
  static bool is_part(const Numbers& n, const std::vector<double>& sorted) {
    const double tolerance = tolerance_for(n);
    bool any = false;
    for (const double v : n.values) {
      if (!std::isfinite(v) || v == 0) continue;
      const auto at = std::lower_bound(sorted.begin(), sorted.end(), v - tolerance);
      if (at == sorted.end() || *at > v + tolerance) return false;
      any = true;
    }
    return any;
  }

  std::vector<Numbers> all_;
  std::vector<std::vector<double>> sorted_;
};

/// Whether a tensor counts as a step: not a mask, not a single row.
bool is_step(const Made& made) {
  const Numbers& n = made.numbers;
  if (made.secondary() || n.shape.size() < 2 || n.count() < 4 || n.count() > kMostNumbers) {
    return false;
  }
  std::set<double> distinct;
  for (const double v : n.values) {
    if (std::isfinite(v)) distinct.insert(v);
    if (distinct.size() > 2) return true;
  }
  return false;
}

/// The share, from 0 to 1, of what the program made from its inputs and weights that the
/// homework covers.
double told_of(const Choice& c, size_t matching) {
  Told given, steps;
  for (const InputSpec& input : c.assignment->inputs) {
    if (const auto n = numbers_in(c.trial->names, input.name)) given.add(*n);
  }
  for (const FoundWeight& w : c.trial->found.matrices) {
    if (w.tensor.numel() <= kMostNumbers) given.add(numbers_of(w.tensor));
  }
  const Names& names = c.diagnosis->reference_names(matching);
  for (const Numbers& n : stage_tensors(*c.assignment, names)) steps.add(n);
  int made = 0, told = 0;
  for (const Made& m : c.trial->recording.made()) {
    if (!is_step(m)) continue;
    const bool step = steps.tells(m.numbers);
    if (!step && given.tells(m.numbers)) continue;
    ++made;
    told += step;
  }
  // The last tensor of a right program decides, however many rows it made on the way.
  const std::deque<Made>& all = c.trial->recording.made();
  const auto last = std::find_if(all.rbegin(), all.rend(), is_step);
  if (c.right && last != all.rend()) {
    const auto result = c.diagnosis->output_of(names);
    if (result && (same(*result, last->numbers) || same(*result, all.back().numbers))) return 1;
  }
  return made == 0 ? 0 : static_cast<double>(told) / made;
}

/// Whether scores are masked under a name that nothing reads but statements that only show it.
bool shows_masked_only(const Program& program) {
  const reading::Index text(program.modules());
  for (const reading::StmtNode& s : text.statements()) {
    if (s.stmt->kind != lang::StmtKind::assign || s.function) continue;
    const auto& assign = reading::as<lang::Assign>(*s.stmt);
    const bool masks = assign.value->kind == lang::ExprKind::call && reading::last_name(*reading::as<lang::Call>(*assign.value).callee) == "masked_fill";
    if (!masks || assign.targets[0]->kind != lang::ExprKind::name) continue;
    const lang::Symbol name = reading::as<lang::NameExpr>(*assign.targets[0]).ref.name;
    size_t shown = 0, read = 0, written = 0;
    for (const reading::ExprNode& n : text.nodes()) {
      if (n.expr->kind != lang::ExprKind::name || !(reading::as<lang::NameExpr>(*n.expr).ref.name == name)) continue;
      if (n.use != reading::Use::read) {
        ++written;
        continue;
      }
      ++read;
      const bool alone = !n.above || n.above->kind == lang::ExprKind::subscript || n.above->kind == lang::ExprKind::attribute;
      const bool printed = n.above && n.above->kind == lang::ExprKind::call && reading::last_name(*reading::as<lang::Call>(*n.above).callee) == "print";
      shown += n.stmt->kind == lang::StmtKind::expr && (alone || printed);
    }
    if (written == 1 && read == shown) return true;
  }
  return false;
}

class ScriptChoice {
 public:
  /// `named`: the homework that the learner named, or null.
  ScriptChoice(Program& program, const Assignment* named)
      : program_(program), named_(named), script_(program), words_(words_of(program)), masks_in_vain_(shows_masked_only(program)) {
    for (const reading::Clue& clue : reading::find_clues(program.modules(), "")) {
      masks_in_vain_ = masks_in_vain_ || clue.id == "unused-mask" || (clue.id == "discarded" && clue.subject == "masked_fill");
    }
  }

  void look_at(const Assignment& assignment) {
    Choice c;
    c.assignment = &assignment;
    for (Trial& trial : script_.trials(assignment, c.reference)) {
      c.trial = std::make_shared<Trial>(std::move(trial));
      c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
      // The likeliest matching tells whether the others are worth trying.
      c.right = c.diagnosis->reproduces(c.diagnosis->reference_names(0), "");
      score(c, 0);
      open_.push_back(c);
    }
  }

  void judge() {
    const auto rank = [](const Choice& c) { return std::pair(c.score, c.assignment->stages.size()); };
    std::stable_sort(open_.begin(), open_.end(), [&](const Choice& a, const Choice& b) { return rank(a) > rank(b); });
    std::map<std::string, size_t> judged;
    for (Choice& c : open_) {
      if (judged[c.assignment->id]++ < kMostJudged) judge(c);
    }
  }

  /// The best choice. A program that is right in passing is not called wrong with other sizes.
  std::optional<Choice> best() {
    const auto other = best_ && !best_->right ? by_the_way_.find(best_->assignment->id) : by_the_way_.end();
    const std::optional<Choice> best = other == by_the_way_.end() ? best_ : other->second;
    if (!best || !best->right) return best;
    // A mask without effect means that the form with a mask was intended.
    for (const Choice& c : open_) {
      const bool masked = masks_in_vain_ && best->assignment->signs.empty() && !c.assignment->signs.empty();
      if (masked && c.assignment->id == best->assignment->id && !c.right && !c.diagnosis->matchings().empty()) return c;
    }
    return going_on(*best).value_or(*best);
  }

 private:
  /// How well the choice fits under this matching: the share of the homework that was made, and the
  /// share of the program that it covers. Returns the latter.
  double score(Choice& c, size_t matching) const {
    const double share = share_of(c, matching), told = told_of(c, matching);
    // The harmonic mean: fully one homework beats half of another.
    const double both = share + told > 0 ? 2 * share * told / (share + told) : 0;
    c.score = kAllSeen * both + (c.right && told >= kAbout ? kRight : 0);
    for (const WeightSpec& w : c.assignment->weights) {
      if (!w.optional && !c.diagnosis->matchings()[matching].contains(w.name)) c.score -= kMissing;
    }
    // A weight without a role here belongs to other homework.
    int64_t known = 0, all = 0;
    for (const auto& [name, map] : c.diagnosis->matchings()[matching]) known += map.weight.numel();
    for (const FoundWeight& w : c.trial->found.matrices) all += w.tensor.numel();
    if (all > known && (known > 0 || !c.right)) c.score -= kMissing;
    bool gives_own = false;  // a mask
    for (const InputSpec& input : c.assignment->inputs) {
      const auto own = c.trial->names.find(input.name);
      const bool given = own != c.trial->names.end() && !own->second.is_none();
      if (input.optional && !given) c.score -= kOptionNotGiven;
      gives_own = gives_own || (input.optional && given);
    }
    if (!gives_own && (!c.right || masks_in_vain_) && speaks_for_others(*c.assignment, *c.trial, words_)) c.score -= kSigns;
    // A wrong program that never mentions a mask is meant as the form without one, if there is one.
    if (!c.right && !c.assignment->signs.empty() && !has_signs_of(*c.assignment, words_)) c.score -= kSigns;
    return told;
  }

  void judge(Choice& c) {
    std::optional<size_t> matching;
    if (c.right) matching = 0;
    if (!matching) matching = c.diagnosis->right_matching();
    c.right = matching.has_value();
    if (!matching) matching = c.diagnosis->likeliest_matching();
    // What stops before its first step is an answer to no other homework than its author says.
    if (share_of(c, *matching) == 0 && !(program_.failure() && (!named_ || named_->id == c.assignment->id))) return;
    const double told = score(c, *matching);
    if (!c.right && ends_as_result(*c.trial, *c.diagnosis)) c.score += kEndsAlike;
    if (c.right && told < 1 && c.diagnosis->contradicts_names(*matching)) return;
    // What a program does in passing decides nothing.
    if (c.right && told < kLeast) {
      by_the_way_.emplace(c.assignment->id, c);
      return;
    }
    if (!c.right && program_.failure()) {
      c.trial->failure = program_.failure();
      c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
    }
    // If two fit equally well, the one that asks for more.
    const auto rank = [](const Choice& x) {
      return std::tuple(x.score, x.assignment->stages.size(), x.assignment->order);
    };
    if (best_ && rank(c) <= rank(*best_)) return;
    best_ = c;
  }

  /// Whether the program stops in a statement that reads this tensor.
  bool stops_at(const Numbers& n) const {
    const auto& own = program_.failure();
    if (!own || own->refusal || !own->source || own->kind == "BudgetError") return false;
    const std::set<std::string> read = words_in(own->source->text(own->span));
    const auto all = program_.interpreter().snapshot();
    return std::any_of(all.begin(), all.end(), [&](const auto& item) {
      const Tensor* t = read.contains(item.first.str()) ? torch::as_tensor(item.second) : nullptr;
      return t && fit(n, numbers_of(*t)) >= Fit::laid_out;
    });
  }

  /// The longest form of the same homework, if the program stops where it goes on from the last
  /// tensor of a right one.
  std::optional<Choice> stopping(const Choice& right) const {
    const auto result = right.diagnosis->output_of(right.diagnosis->reference_names(0));
    if (!result || !stops_at(*result)) return std::nullopt;
    const Choice* longest = &right;
    for (const Choice& c : open_) {
      const bool longer = c.assignment->id == right.assignment->id && c.assignment->stages.size() > longest->assignment->stages.size();
      if (longer && !c.right && !c.diagnosis->matchings().empty()) longest = &c;
    }
    if (longest == &right) return std::nullopt;
    Choice c = *longest;
    c.trial->failure = program_.failure();
    c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
    return c;
  }

  /// A form of the same homework that ends in a tensor of the program's last shape, after a right
  /// one that ends earlier: so much was meant, and it is wrong. If the program's last step only lays out
  /// that one's result anew, to as many axes as the form's, the form was meant as well.
  std::optional<Choice> going_on(const Choice& right) {
    if (std::optional<Choice> c = stopping(right)) return c;
    const auto seen = [](const Choice& c, size_t matching) {
      return share_of(c, matching) * static_cast<double>(c.assignment->stages.size());
    };
    const std::deque<Made>& made = right.trial->recording.made();
    const auto last = std::find_if(made.rbegin(), made.rend(), is_step);
    if (last == made.rend()) return std::nullopt;
    const std::vector<Numbers> known = stage_tensors(*right.assignment, right.diagnosis->reference_names(0));
    const auto is_last = [&](const Numbers& n) {
      return without_ones(n.shape) == without_ones(last->numbers.shape) && fit(n, last->numbers) >= Fit::laid_out;
    };
    if (std::any_of(known.begin(), known.end(), is_last)) return std::nullopt;
    const auto result = right.diagnosis->output_of(right.diagnosis->reference_names(0));
    const bool laid_out = result && result->shape != last->numbers.shape && fit(*result, last->numbers) >= Fit::scrambled;
    for (const Choice& c : open_) {
      const bool larger = c.assignment->id == right.assignment->id &&
                          c.assignment->stages.size() > right.assignment->stages.size();
      if (!larger || c.right || c.diagnosis->matchings().empty()) continue;
      const auto output = c.diagnosis->output_of(c.diagnosis->reference_names(0));
      const bool alike = output && (output->shape == last->numbers.shape || (laid_out && output->shape.size() == last->numbers.shape.size()));
      if (!alike) continue;
      if (seen(c, 0) >= seen(right, 0)) return c;
    }
    return std::nullopt;
  }

  Program& program_;
  const Assignment* named_;
  Script script_;
  std::set<std::string> words_;
  bool masks_in_vain_;  // a masked result is never used
  std::vector<Choice> open_;
  std::optional<Choice> best_;
  std::map<std::string, Choice> by_the_way_;  // right in passing, by homework
};

}  // namespace

bool ends_as_result(const Trial& trial, Diagnosis& diagnosis) {
  if (diagnosis.matchings().empty()) return false;
  const std::deque<Made>& made = trial.recording.made();
  const auto last = std::find_if(made.rbegin(), made.rend(), is_step);
  const auto result = diagnosis.output_of(diagnosis.reference_names(diagnosis.likeliest_matching()));
  return last != made.rend() && result && without_ones(result->shape) == without_ones(last->numbers.shape);
}

double share_of(const Choice& c, size_t matching) {
  if (!c.trial->constructed || !c.trial->trouble.empty()) return 0;
  return static_cast<double>(c.diagnosis->seen_tensors(matching)) / c.assignment->tensors();
}

std::optional<Choice> choose_script(Program& program,
                                    const std::vector<const Assignment*>& among) {
  ScriptChoice choice(program, among.size() == 1 ? among[0] : nullptr);
  std::vector<const Assignment*> all = among;
  // A script named as the last steps of something may contain the first ones as well.
  if (among.size() == 1) {
    for (const std::string& id : among[0]->scripts) all.push_back(&find_assignment(id));
  }
  // Without a product it is not attention, whatever its numbers happen to be.
  const bool multiplied = among.size() == 1 || std::any_of(program.modules().begin(), program.modules().end(), [](const lang::ModulePtr& m) {
    return multiplies_for_sure(m->source->text());
  });
  const auto asks_more = [&](const Assignment& a) {
    return !multiplied && std::any_of(a.stages.begin(), a.stages.end(), [](const StageSpec& s) { return s.snippet.code.find('@') != std::string::npos; });
  };
  for (const Assignment* assignment : all) {
    // A script does not say which of its objects is the one that it is given.
    if (!assignment->objects.empty()) continue;
    if (!asks_more(*assignment)) choice.look_at(*assignment);
    for (const std::vector<Assignment>* forms : {&assignment->forms, &assignment->script_forms}) {
      for (const Assignment& form : *forms) {
        if (!asks_more(form)) choice.look_at(form);
      }
    }
  }
  choice.judge();
  return choice.best();
}

}  // namespace mha::homework
