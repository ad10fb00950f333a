#include "homework/diagnosis/parts.h"

namespace mha::homework {

namespace {

/// How much of its homework a part shows; negative if it cannot be called.
double likeness(const PartChecked& part) {
  const Trial& t = *part.trial;
  if (!t.trouble.empty() || !t.constructed) return -1;
  double named = 0;
  for (const StageSpec& stage : part.reference->assignment().stages) {
    named += static_cast<double>(stage.snippet.makes.size());
  }
  return (part.right ? 1 : 0) + part.diagnosis->seen_tensors() / named;
}

}  // namespace

std::optional<PartChecked> wrong_part(Program& program, const Assignment& assignment,
                                      uint32_t seed) {
  std::optional<PartChecked> best;
  double most = -1;
  for (const std::string& id : assignment.parts) {
    const auto reference = std::make_shared<Reference>(find_assignment(id));
    for (const Candidate& candidate : program.candidates()) {
      if (!candidate.part) continue;
      PartChecked part{&candidate, reference, nullptr, nullptr, {}, false};
      TrialRunner trials(program, candidate, *reference, seed);
      const ProbeSpec& probe = reference->assignment().probes[0];
      part.trial = std::make_shared<Trial>(trials.run(probe, CallOptions(), true));
      part.diagnosis = std::make_shared<Diagnosis>(*reference, *part.trial);
      part.right = part.diagnosis->right_matching().has_value();
      const double like = likeness(part);
      if (like <= most) continue;
      most = like;
      best = std::move(part);
    }
  }
  if (!best || best->right) return std::nullopt;
  best->explanations = best->diagnosis->explain();
  if (best->explanations.empty()) best->explanations = best->diagnosis->explain_by_several();
  return best;
}

}  // namespace mha::homework
