#include "homework/probes.h"

#include <algorithm>
#include <cctype>

namespace mha::homework {

namespace {

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

/// Tries one choice.
class Probing {
 public:
  explicit Probing(const Choice& choice) : choice_(choice) {}

  std::vector<Probed> run() {
    for (const ProbeSpec& spec : choice_.assignment->probes) {
      if (!applies(spec)) continue;
      if (probes_.empty()) {
        probes_.push_back({spec, choice_.trial, choice_.diagnosis, choice_.right});
        probe_optional_inputs();
        probe_defaults();
      } else {
        probes_.push_back(tried(spec, choice_.manner));
      }
    }
    return std::move(probes_);
  }

 private:
  Probed tried(const ProbeSpec& spec, const Manner& manner) const {
    Probed p{spec, std::make_shared<Trial>(choice_.trials->run(spec, manner, true)), nullptr,
             false};
    p.diagnosis = std::make_shared<Diagnosis>(*choice_.reference, *p.trial);
    p.right = p.diagnosis->right_way().has_value();
    return p;
  }

  bool applies(const ProbeSpec& probe) const {
    if (choice_.trial->script) return &probe == &choice_.assignment->probes[0];
    if (probe.training && !choice_.trial->bound.contains("dropout")) return false;
    for (const auto& [size, value] : probe.sizes) {
      const bool decided = choice_.trials->fixed().contains(size) ||
                           choice_.manner.guessed.contains(size) || !shows(size);
      if (decided && !choice_.trial->bound.contains(size)) return false;
    }
    return true;
  }

  /// Whether a program is told a size by what it is given: an input's shape, or a
  /// weight's.
  bool shows(const std::string& size) const {
    const Assignment& a = *choice_.assignment;
    const bool by_input = std::any_of(a.inputs.begin(), a.inputs.end(), [&](const InputSpec& i) {
      return mentions(i.expression, size);
    });
    const bool by_size = std::any_of(a.sizes.begin(), a.sizes.end(), [&](const auto& s) {
      return choice_.trial->bound.contains(s.first) && mentions(s.second, size);
    });
    return by_input || by_size || std::any_of(a.weights.begin(), a.weights.end(), [&](const WeightSpec& w) {
             return choice_.trial->handed && (w.in == size || w.out == size);
           });
  }

  /// Once more with what a program may be given, in each form that it may expect:
  /// it has to be right in one of them.
  void probe_optional_inputs() {
    for (const std::string& input : choice_.trial->could_take) {
      const std::vector<InputSpec>& all = choice_.assignment->inputs;
      const bool optional = std::any_of(all.begin(), all.end(), [&](const InputSpec& i) {
        return i.name == input && i.optional;
      });
      if (!optional) continue;
      ProbeSpec spec = choice_.assignment->probes[0];
      spec.name = "with a " + input;
      Probed best;
      int most = -1;
      for (size_t which = 0; which < choice_.reference->alternatives(input); ++which) {
        Manner manner = choice_.manner;
        manner.also_given.insert(input);
        manner.which[input] = which;
        Probed p = tried(spec, manner);
        // A form that it was not written for gives tensors of more axes.
        const bool fits = !p.trial->failure && most_axes(*p.trial) <= most_axes(*choice_.trial);
        const int seen = fits ? p.diagnosis->seen_tensors() : 0;
        const bool right = p.right;
        if (right || seen > most) {
          best = std::move(p);
          most = seen;
        }
        if (right) break;
      }
      probes_.push_back(std::move(best));
    }
  }

  /// Once more without what a program may do without, where it was right with
  /// it: then it may leave a stage out, but not take it otherwise.
  void probe_defaults() {
    if (!choice_.right) return;
    for (const std::string& input : choice_.manner.also_given) {
      if (!choice_.trial->inputs.contains(input)) continue;
      ProbeSpec spec = choice_.assignment->probes[0];
      spec.name = "without a " + input;
      Manner manner = choice_.manner;
      manner.also_given.erase(input);
      Probed p = tried(spec, manner);
      if (!p.trial->ran() || p.diagnosis->ways().empty() || p.right) continue;
      const std::vector<Explanation> all = p.diagnosis->explain();
      if (all.empty() || all[0].partial || leaves_out(all[0])) continue;
      probes_.push_back(std::move(p));
    }
  }

  /// Whether the tensors of each slip are tensors that were there before.
  bool leaves_out(const Explanation& e) const {
    const std::vector<StageSpec>& stages = choice_.assignment->stages;
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

  const Choice& choice_;
  std::vector<Probed> probes_;
};

}  // namespace

std::vector<Probed> probe(const Choice& choice) { return Probing(choice).run(); }

const Probed& judged(const std::vector<Probed>& probes) {
  const auto wrong = std::find_if(probes.begin(), probes.end(), [](const Probed& p) { return !p.right; });
  return wrong == probes.end() ? probes.front() : *wrong;
}

}  // namespace mha::homework
