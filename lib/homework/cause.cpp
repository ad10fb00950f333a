#include "homework/cause.h"

#include <algorithm>

namespace mha::homework {

namespace {

bool shows(const Recording& recording, const Numbers& n) {
  return std::any_of(recording.made().begin(), recording.made().end(), [&](const Made& m) {
    const Fit f = fit(n, m.numbers);
    return f == Fit::exact || f == Fit::laid_out;
  });
}

/// What the names of the stages before the slip stand for in the program.
Names before(Reference& reference, Diagnosis& diagnosis, const Explanation& explanation,
             const Slip& slip) {
  Names names = diagnosis.start(explanation.way);
  const std::vector<StageSpec>& stages = reference.assignment().stages;
  for (int i = 0; i < slip.first; ++i) {
    for (const std::string& name : stages[static_cast<size_t>(i)].piece.makes) {
      if (const auto it = explanation.names.find(name); it != explanation.names.end()) {
        names[name] = it->second;
      }
    }
  }
  return names;
}

}  // namespace

std::optional<size_t> first_step(Reference& reference, Diagnosis& diagnosis, const Trial& trial,
                                 const Explanation& explanation, const Slip& slip) {
  if (!slip.piece) return std::nullopt;
  const std::vector<StageSpec>& stages = reference.assignment().stages;
  const Names start = before(reference, diagnosis, explanation, slip);
  Names ours = start, theirs = start;
  Recording right, wrong;
  for (const auto& [name, value] : start) {
    if (const Tensor* t = tensor_in(start, name)) right.add(name, *t, 0);
  }
  // The reference goes on from the program's tensors, so that only what is
  // wrong in itself differs.
  for (int i = slip.first; i <= slip.last; ++i) {
    const StageSpec& stage = stages[static_cast<size_t>(i)];
    reference.watch(&right);
    reference.run(stage, ours);
    reference.watch(nullptr);
    for (const std::string& name : stage.piece.makes) {
      const auto own = explanation.names.find(name);
      if (own != explanation.names.end()) ours[name] = own->second;
    }
  }
  reference.watch(&wrong);
  reference.run(*slip.piece, theirs);
  reference.watch(nullptr);
  for (const Made& step : wrong.made()) {
    const bool single = step.numbers.count() < 2;  // which may be anything
    if (single || step.secondary() || shows(right, step.numbers)) continue;
    if (const std::optional<Match> match = trial.recording.find_first(step.numbers)) {
      return match->index;
    }
  }
  return std::nullopt;
}

}  // namespace mha::homework
