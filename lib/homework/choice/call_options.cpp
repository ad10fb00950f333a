#include "homework/choice/call_options.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "homework/choice/resemblance.h"
#include "homework/choice/scale.h"
#include "homework/trial/own_use.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "reading/vocabulary.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

using scale::kAllSeen, scale::kRight;

// How many ways to call one candidate are tried.
constexpr size_t kMostCallOptions = 12;
// Up to this many inputs with unknown names, every order is tried.
constexpr size_t kMostGuessed = 3;
// How many sizes of its tensors are tried for a size that cannot be determined.
constexpr size_t kMostSeen = 6;
// A program without any of these words, as words_of() gives them, has a single head.
constexpr const char* kCuts[] = {"view", "reshape", "unflatten", "rearrange", "chunk", "split", "unfold",
                                 "modulelist", "stack", "cat", "concat", "range", "multiheadattention"};

/// Guesses for a size that the program does not determine: the sizes of its four-dimensional
/// tensors, and small numbers.
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

/// Keeps those that pass tensors with as many axes as the file's own calls, if there are any:
/// the program has to be right as its author uses it.
void keep_own_axes(const Choice& c, std::vector<CallOptions>& all) {
  for (const Argument& a : c.trial->arguments) {
    const bool several = c.reference->alternatives(a.canonical) > 1 && !c.assignment->is_optional(a.canonical);
    if (!several || all.size() < 2) continue;
    const std::vector<Numbers> own = own_tensors(c.trials->program(), *c.candidate->call, a.name);
    const auto has_own_axes = [&](const CallOptions& m) {
      const auto which = m.which.find(a.canonical);
      const lang::Value v = c.reference->input(c.trial->setting, a.canonical, which == m.which.end() ? 0 : which->second);
      const Tensor* t = torch::as_tensor(v);
      return t && std::any_of(own.begin(), own.end(), [&](const Numbers& n) {
        return t->dim() == static_cast<int64_t>(n.shape.size());
      });
    };
    if (std::none_of(all.begin(), all.end(), has_own_axes)) continue;
    std::erase_if(all, [&](const CallOptions& m) { return !has_own_axes(m); });
  }
}

/// Widths of its inputs that its weights may be made for, if it chose its own.
std::vector<std::pair<std::string, int64_t>> other_widths(const Choice& c) {
  constexpr size_t kMostWidths = 6;
  std::set<std::string> inputs;
  for (const WeightSpec& w : c.assignment->weights) {
    if (!w.is_vector() && c.assignment->is_plain(w.in) && !c.trial->bound.contains(w.in)) inputs.insert(w.in);
  }
  std::vector<std::pair<std::string, int64_t>> out;
  for (const std::string& size : inputs) {
    std::set<int64_t> widths;
    for (const FoundWeight& w : c.trial->found.matrices) widths.insert({w.tensor.size(-1), w.tensor.size(-2)});
    const lang::Value now = c.trial->setting.sizes.at(size);
    for (const int64_t width : widths) {
      if (out.size() < kMostWidths && !(now.is_int() && now.as_int() == width)) out.emplace_back(size, width);
    }
  }
  return out;
}

/// Every way to call it that differs from the first: other alternatives for an input, arguments
/// that have a default.
std::vector<CallOptions> call_options(const Choice& c) {
  const Trial& first = *c.trial;
  const Reference& reference = *c.reference;
  const bool named = c.named;
  std::vector<CallOptions> out = {CallOptions()};
  for (const std::string& input : first.inputs) {
    const size_t n = reference.alternatives(input);
    const size_t before = out.size();
    for (size_t which = 1; which < n; ++which) {
      if (!reference.assignment().may_be_given(input, which, named)) continue;
      for (size_t i = 0; i < before; ++i) {
        CallOptions m = out[i];
        m.which[input] = which;
        out.push_back(m);
      }
    }
  }
  // Prefer alternatives with the same number of axes for query, key and value.
  const auto kinds = [&](const CallOptions& m) {
    std::set<size_t> seen;
    for (const std::string& input : first.inputs) {
      const auto other = m.which.find(input);
      if (reference.alternatives(input) > 1) seen.insert(other == m.which.end() ? 0 : other->second);
    }
    return seen.size();
  };
  std::stable_sort(out.begin(), out.end(), [&](const CallOptions& a, const CallOptions& b) { return kinds(a) < kinds(b); });
  for (const std::string& input : first.could_take) {
    // Optional inputs are tried later, if it runs without them.
    if (first.ran() && reference.assignment().is_optional(input)) continue;
    for (size_t which = 0; which < reference.alternatives(input); ++which) {
      if (!reference.assignment().may_be_given(input, which, named)) continue;
      CallOptions m;
      m.also_given.insert(input);
      if (which > 0) m.which[input] = which;
      out.push_back(m);
    }
  }
  // Before the number is cut, so that the author's own way is among those that are left.
  keep_own_axes(c, out);
  if (out.size() > kMostCallOptions) out.resize(kMostCallOptions);
  std::vector<size_t> order(std::min<size_t>(first.guessed_inputs, kMostGuessed));
  std::iota(order.begin(), order.end(), size_t{0});
  const std::vector<CallOptions> in_order = order.size() > 1 ? out : std::vector<CallOptions>();
  while (order.size() > 1 && std::next_permutation(order.begin(), order.end())) {
    for (CallOptions m : in_order) {
      m.order = order;
      out.push_back(std::move(m));
    }
  }
  for (const std::string& size : c.free) {
    for (const int64_t guess : guesses(first)) {
      CallOptions m;
      m.guessed[size] = guess;
      out.push_back(m);
    }
  }
  keep_own_axes(c, out);
  const auto tentative = [&]() -> CallOptions& {
    out.emplace_back();
    out.back().tentative = true;
    return out.back();
  };
  for (auto& reading : c.trials->readings()) tentative().reading = std::move(reading);
  // out=None, which was taken for a width, and is a layer.
  for (const Argument& a : first.arguments) {
    if (!first.failure || !a.canonical.empty() || !a.value.is_int() || !default_of(*c.candidate->call, a.name).is_none()) continue;
    tentative().left_out.insert(a.name);
  }
  if (first.failure && first.failure->kind == "RuntimeError" && first.constructed) {
    for (const auto& [size, width] : other_widths(c)) tentative().guessed[size] = width;
  }
  return out;
}

/// What one way to call a program shows. The greatest rank is the way that was meant.
struct Shown {
  bool called = false, right = false, ended = false;
  double share = 0;  // of the homework's tensors
  /// How many needed and optional inputs are passed; optional ones count against it.
  int needed = 0, optional = 0;
  /// How many sizes are guessed: a guess says nothing about what was meant.
  int guessed = 0;
  /// By how many axes the first input differs from what the program's code implies.
  int apart = 0;
  /// How many tensors were made before it failed.
  size_t made = 0;
  auto rank() const {
    return std::tuple(called, right, ended, share, needed, -optional, -guessed, -apart, made);
  }
};

Shown shown_by(const Choice& c, double share, bool one_head) {
  Shown out{c.trial->trouble.empty(), c.right, !c.trial->failure, share, 0, 0,
            static_cast<int>(c.options.guessed.size())};
  if (c.trial->failure) out.made = c.trial->recording.made().size();
  const Tensor* first = tensor_in(c.trial->names, c.assignment->inputs[0].name);
  const auto axes = static_cast<int>(reading::axes_spoken_of(*c.candidate->call->code));
  if (first && axes > 0) out.apart = std::abs(static_cast<int>(first->dim()) - axes);
  if (one_head && c.options.guessed == std::map<std::string, int64_t>{{"heads", 1}}) out.guessed = -1;
  for (const std::string& input : c.options.also_given) {
    ++(c.assignment->is_optional(input) ? out.optional : out.needed);
  }
  return out;
}

/// Whether the program neither splits an axis nor makes several layers of a kind.
bool has_one_head(const Choice& c) {
  const std::set<std::string> words = words_of(c.trials->program(), *c.candidate);
  return std::none_of(std::begin(kCuts), std::end(kCuts), [&](const char* word) { return words.contains(word); });
}

}  // namespace

void look_at(Choice& c, const std::set<std::string>& words) {
  c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
  const std::vector<Roles>& matchings = c.diagnosis->matchings();
  c.free = free_sizes(*c.assignment, *c.trial, c.trials->fixed());
  c.score = resemblance(*c.assignment, *c.trial, matchings.empty() ? Roles() : matchings[0], words,
                        c.free.size());
}

Choice begun(Program& program, const Candidate& candidate, const Assignment& assignment,
             const std::shared_ptr<Reference>& reference, uint32_t seed,
             const std::set<std::string>& words, Layout layout) {
  Choice c;
  c.options.layout = layout;
  c.assignment = &assignment;
  c.candidate = &candidate;
  c.reference = reference;
  c.trials = std::make_shared<TrialRunner>(program, candidate, *reference, seed);
  c.trial = std::make_shared<Trial>(c.trials->run(assignment.probes[0], c.options, true));
  if (!c.trial->trouble.empty()) return c;
  look_at(c, words);
  return c;
}

void call_again(Choice& c) {
  c.trial = std::make_shared<Trial>(c.trials->run(c.assignment->probes[0], c.options, true));
  c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
}

Choice finished(const Choice& first, bool mistaken) {
  Choice best;
  Shown most;
  size_t matching = 0;
  bool known = false;
  const bool one_head = std::find(first.free.begin(), first.free.end(), "heads") != first.free.end() && has_one_head(first);
  for (CallOptions options : call_options(first)) {
    options.layout = first.options.layout;
    Choice c = first;
    c.options = options;
    // What another reading of its sizes learns is not to be kept.
    if (options.tentative) c.trials = std::make_shared<TrialRunner>(first.trials->fresh());
    const bool plain = options.which.empty() && options.also_given.empty() && options.guessed.empty() && options.order.empty() && !options.tentative;
    if (!plain) call_again(c);
    c.right = c.diagnosis->right_matching().has_value();
    if (options.tentative && !c.right) continue;
    // The roles of the weights do not depend on how the program is called.
    if (!c.right && !known) matching = c.diagnosis->likeliest_matching();
    known = !c.right && c.trial->ran();
    const Shown shown = shown_by(c, c.right ? 1 : share_of(c, matching), one_head);
    // Among equals the simplest wins, which comes first.
    if (best.trial && shown.rank() <= most.rank()) continue;
    most = shown;
    c.score += kAllSeen * shown.share + (c.right && !mistaken ? kRight : 0);
    best = c;
    if (c.right) break;
  }
  return best;
}

bool leaves_out_by_default(const Choice& wrong) {
  const Candidate& candidate = *wrong.candidate;
  for (const lang::FunctionObject* f : {candidate.init, candidate.call}) {
    for (const ParameterView& asked : f ? parameters_of(*f, candidate.is_class) : std::vector<ParameterView>()) {
      const lang::Value off = asked.has_default ? default_of(*f, asked.name) : lang::Value();
      if (!off.defined() || !off.is_bool() || off.as_bool()) continue;
      Choice on = wrong;
      on.trials = std::make_shared<TrialRunner>(wrong.trials->fresh());
      on.options.switched = asked.name;
      call_again(on);
      if (on.diagnosis->right_matching()) return true;
    }
  }
  return false;
}

std::vector<Layout> layouts(const Choice& wrong, const std::set<std::string>& words, bool named) {
  std::vector<Layout> out = {Layout::as_given};
  if (named) return out;
  const auto& failure = wrong.trial->failure;
  if (failure && failure->message.find("unpack (expected 2)") != std::string::npos) {
    out.push_back(Layout::one_text);
  }
  if (words.contains("multiheadattention") && !words.contains("batchfirst")) out.push_back(Layout::tokens_first);
  return out;
}

}  // namespace mha::homework
