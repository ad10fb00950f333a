#include "homework/trial/choice.h"

#include <algorithm>
#include <set>
#include <utility>

#include "homework/trial/choice_script.h"
#include "homework/trial/own_use.h"
#include "homework/trial/resemblance.h"
#include "reading/clues.h"
#include "reading/vocabulary.h"
#include "torch/convert.h"

namespace mha::homework {

namespace {

// Ways to call one candidate that are tried.
constexpr size_t kMostManners = 12;
// Sizes of its tensors that are tried where nothing tells a size.
constexpr size_t kMostSeen = 6;

// What numbers add to the resemblance: all of the assignment's tensors seen, and
// the right result.
constexpr double kAllSeen = 3;
constexpr double kRight = 1;

/// Whether the source shows a mistake that numbers may hide.
bool shows_mistake(const Program& program, const Candidate& candidate) {
  for (const reading::Clue& clue : reading::find_clues(program.modules(), candidate.name)) {
    for (const Misconception& m : misconceptions()) {
      if (m.remark || m.variants.empty()) continue;
      if (m.is_told_by(clue.id, clue.subject)) return true;
    }
  }
  return false;
}

/// Whether the source shows that more was meant: something is made and never used, or
/// done in vain.
bool shows_more(const Program& program, const Candidate& candidate) {
  const std::vector<reading::Clue> clues = reading::find_clues(program.modules(), candidate.name);
  return std::any_of(clues.begin(), clues.end(), [](const reading::Clue& clue) {
    return clue.id.starts_with("unused-") || clue.id == "discarded";
  });
}

bool is_optional(const Assignment& assignment, const std::string& input) {
  return std::any_of(assignment.inputs.begin(), assignment.inputs.end(),
                     [&](const InputSpec& i) { return i.name == input && i.optional; });
}

/// What a size may be that nothing in the program tells: one that its tensors of four
/// axes have, or a small number.
std::vector<int64_t> guesses(const Trial& first) {
  std::vector<int64_t> out;
  const auto add = [&](int64_t n) {
    if (std::find(out.begin(), out.end(), n) == out.end()) out.push_back(n);
  };
  for (const Made& made : first.recording.made()) {
    const Shape& shape = made.numbers.shape;
    if (shape.size() != 4 || out.size() >= kMostSeen) continue;
    add(shape[1]);
    add(shape[2]);
  }
  for (const int64_t n : {1, 2, 4, 8, 3, 6}) add(n);
  return out;
}

/// Every way to call it that differs from the first: other readings of an
/// input, arguments that have a default.
std::vector<Manner> manners(const Trial& first, const Reference& reference,
                            const std::vector<std::string>& free) {
  std::vector<Manner> out = {Manner()};
  for (const std::string& input : first.inputs) {
    const size_t n = reference.alternatives(input);
    const size_t before = out.size();
    for (size_t which = 1; which < n; ++which) {
      for (size_t i = 0; i < before; ++i) {
        Manner m = out[i];
        m.which[input] = which;
        out.push_back(m);
      }
    }
  }
  // Inputs that lie alike come first: query, key and value of three axes.
  const auto kinds = [&](const Manner& m) {
    std::set<size_t> seen;
    for (const std::string& input : first.inputs) {
      const auto other = m.which.find(input);
      if (reference.alternatives(input) > 1) seen.insert(other == m.which.end() ? 0 : other->second);
    }
    return seen.size();
  };
  std::stable_sort(out.begin(), out.end(), [&](const Manner& a, const Manner& b) { return kinds(a) < kinds(b); });
  for (const std::string& input : first.could_take) {
    // What may be left out is tried later, if it runs without.
    if (first.ran() && is_optional(reference.assignment(), input)) continue;
    for (size_t which = 0; which < reference.alternatives(input); ++which) {
      Manner m;
      m.also_given.insert(input);
      if (which > 0) m.which[input] = which;
      out.push_back(m);
    }
  }
  if (out.size() > kMostManners) out.resize(kMostManners);
  for (const std::string& size : free) {
    for (const int64_t guess : guesses(first)) {
      Manner m;
      m.guessed[size] = guess;
      out.push_back(m);
    }
  }
  return out;
}

/// What the first call tells of the candidate.
void look_at(Choice& c, const std::set<std::string>& words) {
  c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
  const std::vector<Roles>& castings = c.diagnosis->castings();
  c.free = free_sizes(*c.assignment, *c.trial, c.trials->fixed());
  c.score = resemblance(*c.assignment, *c.trial, castings.empty() ? Roles() : castings[0], words,
                        c.free.size());
}

/// A candidate for an assignment, called in the plainest way.
Choice begun(Program& program, const Candidate& candidate, const Assignment& assignment,
             const std::shared_ptr<Reference>& reference, uint32_t seed,
             const std::set<std::string>& words, Layout layout = Layout::as_given) {
  Choice c;
  c.manner.layout = layout;
  c.assignment = &assignment;
  c.candidate = &candidate;
  c.reference = reference;
  c.trials = std::make_shared<TrialRunner>(program, candidate, *reference, seed);
  c.trial = std::make_shared<Trial>(c.trials->run(assignment.probes[0], c.manner, true));
  if (!c.trial->trouble.empty()) return c;
  look_at(c, words);
  return c;
}

/// Those first that hand over tensors of as many axes as the file's own calls do.
void put_own_axes_first(const Choice& c, std::vector<Manner>& all) {
  const auto several = std::find_if(c.trial->arguments.begin(), c.trial->arguments.end(), [&](const Argument& a) {
    return c.reference->alternatives(a.canonical) > 1;
  });
  if (all.size() < 2 || several == c.trial->arguments.end()) return;
  const std::vector<Numbers> own = own_tensors(c.trials->program(), *c.candidate->call, several->name);
  if (own.empty()) return;
  const auto has_own_axes = [&](const Manner& m) {
    const auto which = m.which.find(several->canonical);
    const lang::Value v = c.reference->input(c.trial->setting, several->canonical,
                                             which == m.which.end() ? 0 : which->second);
    const Tensor* t = torch::as_tensor(v);
    return t && t->dim() == static_cast<int64_t>(own[0].shape.size());
  };
  std::stable_partition(all.begin(), all.end(), has_own_axes);
}

/// The same in the manner that shows most; to its score comes what the numbers
/// say.
Choice finished(const Choice& first, bool mistaken) {
  const Assignment& assignment = *first.assignment;
  Choice best;
  double most = 0;
  size_t casting = 0;
  bool known = false;
  std::vector<Manner> all = manners(*first.trial, *first.reference, first.free);
  put_own_axes_first(first, all);
  for (Manner manner : all) {
    manner.layout = first.manner.layout;
    Choice c = first;
    c.manner = manner;
    const bool plain = manner.which.empty() && manner.also_given.empty() && manner.guessed.empty();
    if (!plain) {
      c.trial = std::make_shared<Trial>(c.trials->run(assignment.probes[0], manner, true));
      c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
    }
    c.right = c.diagnosis->right_casting().has_value();
    // Which weight is which does not depend on how the program is called.
    if (!c.right && !known) casting = c.diagnosis->likeliest_casting();
    known = !c.right && c.trial->ran();
    const double share = c.right ? 1 : share_of(c, casting);
    // A guess is no sign of what was meant, and the plainest call is the likeliest.
    double fit = 10 * share + (c.right ? 4 : 0) - (c.trial->failure ? 3 : 0) -
                 (c.trial->trouble.empty() ? 0 : 20) -
                 0.3 * static_cast<double>(manner.guessed.size());
    // What the homework cannot do without is rather given.
    for (const std::string& input : manner.also_given) {
      fit += is_optional(assignment, input) ? -0.5 : 1.5;
    }
    if (best.trial && fit <= most) continue;
    most = fit;
    c.score += kAllSeen * share + (c.right && !mistaken ? kRight : 0);
    best = c;
    if (c.right) break;
  }
  return best;
}

/// What in the source tells that more was meant than the numbers show: a mask that
/// is made, a size that this homework does not ask for, as `wrong` does.
bool meant_more(const Choice& c, const Choice& wrong, const std::set<std::string>& words) {
  const std::set<std::string> asked = sizes_asked(*c.assignment);
  const std::set<std::string> by_wrong = sizes_asked(*wrong.assignment);
  const auto unasked = [&](const std::string& size) {
    return !asked.contains(size) && by_wrong.contains(size);
  };
  return std::any_of(wrong.trial->bound.begin(), wrong.trial->bound.end(), unasked) ||
         speaks_for_others(*c.assignment, *c.trial, words);
}

/// Whether the first of the sizes that a call unpacks is called the batch.
bool unpacks_batch_first(const Candidate& candidate) {
  const lang::FunctionCode& code = *candidate.call->code;
  for (const lang::StmtPtr& s : code.body) {
    if (s->kind != lang::StmtKind::assign) continue;
    const lang::Expr& target = *static_cast<const lang::Assign&>(*s).targets[0];
    if (target.kind != lang::ExprKind::tuple) continue;
    const lang::Expr& first = *static_cast<const lang::Sequence&>(target).items[0];
    const std::vector<std::string> sizes = reading::vocabulary().sizes(code.source->text(first.span));
    if (std::find(sizes.begin(), sizes.end(), "batch") != sizes.end()) return true;
  }
  return false;
}

/// How the input may lie for a program that is wrong as it was called: it unpacks two
/// sizes of it, or hands it to a layer that takes the tokens first. Who names a homework
/// says how it lies.
std::vector<Layout> layouts(const Choice& wrong, const std::set<std::string>& words, bool named) {
  std::vector<Layout> out = {Layout::as_given};
  if (named) return out;
  const auto& failure = wrong.trial->failure;
  if (failure && failure->message.find("unpack (expected 2)") != std::string::npos) {
    out.push_back(Layout::one_text);
  }
  if (words.contains("multiheadattention") && !words.contains("batchfirst") &&
      !unpacks_batch_first(*wrong.candidate)) {
    out.push_back(Layout::tokens_first);
  }
  return out;
}

/// Other homework, or another form of one, that a program is right as though it
/// looks more like one that it is wrong as. Nothing if more was meant.
std::optional<Choice> right_otherwise(Program& program, const Choice& wrong,
                                      const std::vector<const Assignment*>& among,
                                      uint32_t seed) {
  const Candidate& candidate = *wrong.candidate;
  if (shows_mistake(program, candidate) || shows_more(program, candidate)) return std::nullopt;
  const std::set<std::string> words = words_of(program, *wrong.candidate);
  std::optional<Choice> best;
  const auto look = [&](const Assignment& assignment, Layout layout) {
    if (&assignment == wrong.assignment && layout == Layout::as_given) return;
    Choice c = begun(program, *wrong.candidate, assignment,
                     std::make_shared<Reference>(assignment), seed, words, layout);
    if (!c.trial->trouble.empty() || meant_more(c, wrong, words)) return;
    c = finished(c, /*mistaken=*/false);
    if (!c.right) return;
    if (!best || c.score > best->score) best = std::move(c);
  };
  for (const Layout layout : layouts(wrong, words, among.size() == 1)) {
    for (const Assignment* assignment : among) look(*assignment, layout);
    if (best) return best;
  }
  for (const Assignment* assignment : among) {
    for (const Assignment& form : assignment->forms) look(form, Layout::as_given);
  }
  return best;
}

/// Whether a function is there to help: nothing in it, or in what it uses, is a product
/// of tensors, and it asks for no size that a stage needs and no input shows.
bool is_helper(const Program& program, const Choice& c) {
  if (!c.candidate || c.candidate->is_class || multiplies(program, *c.candidate)) return false;
  const std::vector<StageSpec>& stages = c.assignment->stages;
  const std::vector<InputSpec>& inputs = c.assignment->inputs;
  return std::none_of(c.trial->bound.begin(), c.trial->bound.end(), [&](const std::string& size) {
    return std::any_of(stages.begin(), stages.end(),
                       [&](const StageSpec& s) { return s.snippet.uses(size); }) &&
           std::none_of(inputs.begin(), inputs.end(), [&](const InputSpec& i) {
             return i.expression.find(size) != std::string::npos;
           });
  });
}

}  // namespace

std::optional<Choice> choose(Program& program, const std::vector<const Assignment*>& among,
                             uint32_t seed, Trouble& trouble, const std::string& only) {
  int understood = 0;
  std::vector<std::shared_ptr<Reference>> references;
  for (const Assignment* assignment : among) {
    references.push_back(std::make_shared<Reference>(*assignment));
  }
  std::vector<Choice> open;
  // Those that end without giving anything: a class that does so is wrong, a
  // function may be there to print.
  std::vector<Choice> silent;
  const auto take_silent = [&](bool functions_too) {
    for (Choice& c : silent) {
      if (!functions_too && !c.candidate->is_class) continue;
      c.trial->failure = c.trial->no_return;
      c.trial->trouble = {};
      look_at(c, words_of(program, *c.candidate));
      open.push_back(std::move(c));
    }
  };
  // A part of something larger is looked at only if nothing larger is there.
  for (const bool part : {false, true}) {
    if (!open.empty()) break;
    for (const Candidate& candidate : program.candidates()) {
      if (candidate.part != part || (!only.empty() && candidate.name != only)) continue;
      const std::set<std::string> words = words_of(program, candidate);
      for (size_t i = 0; i < among.size(); ++i) {
        Choice c = begun(program, candidate, *among[i], references[i], seed, words);
        if (c.trial->trouble.empty()) {
          open.push_back(std::move(c));
          continue;
        }
        // Why it could not be called says more than why it could not be made, and
        // most of all if every argument was understood.
        const int now = c.trial->constructed + !c.trial->arguments.empty();
        if (trouble.empty() || now > understood) trouble = c.trial->trouble;
        understood = std::max(understood, now);
        if (c.trial->no_return) silent.push_back(std::move(c));
      }
    }
    if (open.empty()) take_silent(/*functions_too=*/part);
  }
  if (open.empty() && program.candidates().empty()) return choose_script(program, among);
  // Of two that look alike, the one that asks for more.
  std::stable_sort(open.begin(), open.end(), [](const Choice& a, const Choice& b) {
    return std::pair(a.score, a.assignment->order) > std::pair(b.score, b.assignment->order);
  });
  std::optional<Choice> best;
  for (const Choice& c : open) {
    // Whatever its numbers are, they cannot make up for what it looks like.
    if (best && c.score + kAllSeen + kRight <= best->score) break;
    Choice now = finished(c, among.size() > 1 && shows_mistake(program, *c.candidate));
    if (!best || now.score > best->score) best = std::move(now);
  }
  if (best && !best->right) {
    if (auto other = right_otherwise(program, *best, among, seed)) best = std::move(other);
  }
  if (best && !best->right && is_helper(program, *best)) return std::nullopt;
  // A lambda may be a helper of a script.
  if (!program.candidates().empty() && program.candidates()[0].is_lambda && (!best || !best->right)) {
    if (std::optional<Choice> script = choose_script(program, among)) return script;
  }
  // The limit was met on another homework's sizes: how far it comes on its own is
  // what is judged.
  if (best && program.met_limit() && !best->trial->constructed) {
    program.renew_budget();
    best->trial = std::make_shared<Trial>(best->trials->run(best->assignment->probes[0], best->manner, true));
    best->diagnosis = std::make_shared<Diagnosis>(*best->reference, *best->trial);
    best->right = best->diagnosis->right_casting().has_value();
  }
  return best;
}

}  // namespace mha::homework
