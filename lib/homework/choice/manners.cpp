#include "homework/choice/manners.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "homework/choice/choice_script.h"
#include "homework/choice/resemblance.h"
#include "homework/choice/scale.h"
#include "homework/trial/own_use.h"
#include "homework/trial/words.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

using scale::kAllSeen, scale::kRight;

// Ways to call one candidate that are tried.
constexpr size_t kMostManners = 12;
// Inputs of unknown words of which every order is tried.
constexpr size_t kMostGuessed = 3;
// Sizes of its tensors that are tried where nothing tells a size.
constexpr size_t kMostSeen = 6;
// Words, as words_of() gives them, without which there are no heads.
constexpr const char* kCuts[] = {"view", "reshape", "unflatten", "rearrange", "chunk", "split", "unfold",
                                 "modulelist", "stack", "cat", "concat", "range", "multiheadattention"};

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
                            const std::vector<std::string>& free, bool named) {
  std::vector<Manner> out = {Manner()};
  for (const std::string& input : first.inputs) {
    const size_t n = reference.alternatives(input);
    const size_t before = out.size();
    for (size_t which = 1; which < n; ++which) {
      if (!reference.assignment().may_be_given(input, which, named)) continue;
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
    if (first.ran() && reference.assignment().is_optional(input)) continue;
    for (size_t which = 0; which < reference.alternatives(input); ++which) {
      if (!reference.assignment().may_be_given(input, which, named)) continue;
      Manner m;
      m.also_given.insert(input);
      if (which > 0) m.which[input] = which;
      out.push_back(m);
    }
  }
  if (out.size() > kMostManners) out.resize(kMostManners);
  std::vector<size_t> order(std::min<size_t>(first.guessed_inputs, kMostGuessed));
  std::iota(order.begin(), order.end(), size_t{0});
  const std::vector<Manner> in_order = order.size() > 1 ? out : std::vector<Manner>();
  while (order.size() > 1 && std::next_permutation(order.begin(), order.end())) {
    for (Manner m : in_order) {
      m.order = order;
      out.push_back(std::move(m));
    }
  }
  for (const std::string& size : free) {
    for (const int64_t guess : guesses(first)) {
      Manner m;
      m.guessed[size] = guess;
      out.push_back(m);
    }
  }
  return out;
}

/// Those that hand over tensors of as many axes as the file's own calls do, if there are
/// any: it has to be right as its author uses it.
void keep_own_axes(const Choice& c, std::vector<Manner>& all) {
  for (const Argument& a : c.trial->arguments) {
    const bool several = c.reference->alternatives(a.canonical) > 1 && !c.assignment->is_optional(a.canonical);
    if (!several || all.size() < 2) continue;
    const std::vector<Numbers> own = own_tensors(c.trials->program(), *c.candidate->call, a.name);
    const auto has_own_axes = [&](const Manner& m) {
      const auto which = m.which.find(a.canonical);
      const lang::Value v = c.reference->input(c.trial->setting, a.canonical, which == m.which.end() ? 0 : which->second);
      const Tensor* t = torch::as_tensor(v);
      return t && std::any_of(own.begin(), own.end(), [&](const Numbers& n) {
        return t->dim() == static_cast<int64_t>(n.shape.size());
      });
    };
    if (std::none_of(all.begin(), all.end(), has_own_axes)) continue;
    std::erase_if(all, [&](const Manner& m) { return !has_own_axes(m); });
  }
}

/// What one way to call a program showed; of two, the greater is how it is meant.
struct Shown {
  bool called = false, right = false, ended = false;
  double share = 0;  // of the homework's tensors
  /// What the homework cannot do without is rather given, what it can is rather not.
  int needed = 0, optional = 0;
  /// A guess is no sign of what was meant.
  int guessed = 0;
  /// How many axes its input has more or less than it speaks of.
  int apart = 0;
  auto rank() const {
    return std::tuple(called, right, ended, share, needed, -optional, -guessed, -apart);
  }
};

Shown shown_by(const Choice& c, double share, bool one_head) {
  Shown out{c.trial->trouble.empty(), c.right, !c.trial->failure, share, 0, 0,
            static_cast<int>(c.manner.guessed.size()), 0};
  const Tensor* first = tensor_in(c.trial->names, c.assignment->inputs[0].name);
  const auto axes = static_cast<int>(reading::axes_spoken_of(*c.candidate->call->code));
  if (first && axes > 0) out.apart = std::abs(static_cast<int>(first->dim()) - axes);
  if (one_head && c.manner.guessed == std::map<std::string, int64_t>{{"heads", 1}}) out.guessed = -1;
  for (const std::string& input : c.manner.also_given) {
    ++(c.assignment->is_optional(input) ? out.optional : out.needed);
  }
  return out;
}

/// Whether nothing in a program cuts an axis in two, or makes several of a kind.
bool has_one_head(const Choice& c) {
  const std::set<std::string> words = words_of(c.trials->program(), *c.candidate);
  return std::none_of(std::begin(kCuts), std::end(kCuts), [&](const char* word) { return words.contains(word); });
}

}  // namespace

void look_at(Choice& c, const std::set<std::string>& words) {
  c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
  const std::vector<Roles>& castings = c.diagnosis->castings();
  c.free = free_sizes(*c.assignment, *c.trial, c.trials->fixed());
  c.score = resemblance(*c.assignment, *c.trial, castings.empty() ? Roles() : castings[0], words,
                        c.free.size());
}

Choice begun(Program& program, const Candidate& candidate, const Assignment& assignment,
             const std::shared_ptr<Reference>& reference, uint32_t seed,
             const std::set<std::string>& words, Layout layout) {
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

void call_again(Choice& c) {
  c.trial = std::make_shared<Trial>(c.trials->run(c.assignment->probes[0], c.manner, true));
  c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
}

Choice finished(const Choice& first, bool mistaken) {
  Choice best;
  Shown most;
  size_t casting = 0;
  bool known = false;
  const bool one_head = std::find(first.free.begin(), first.free.end(), "heads") != first.free.end() && has_one_head(first);
  std::vector<Manner> all = manners(*first.trial, *first.reference, first.free, first.named);
  keep_own_axes(first, all);
  for (Manner manner : all) {
    manner.layout = first.manner.layout;
    Choice c = first;
    c.manner = manner;
    const bool plain = manner.which.empty() && manner.also_given.empty() && manner.guessed.empty() && manner.order.empty();
    if (!plain) call_again(c);
    c.right = c.diagnosis->right_casting().has_value();
    // Which weight is which does not depend on how the program is called.
    if (!c.right && !known) casting = c.diagnosis->likeliest_casting();
    known = !c.right && c.trial->ran();
    const Shown shown = shown_by(c, c.right ? 1 : share_of(c, casting), one_head);
    // Of ways that show as much, the plainest: it comes first.
    if (best.trial && shown.rank() <= most.rank()) continue;
    most = shown;
    c.score += kAllSeen * shown.share + (c.right && !mistaken ? kRight : 0);
    best = c;
    if (c.right) break;
  }
  return best;
}

}  // namespace mha::homework
