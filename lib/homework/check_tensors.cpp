#include "homework/check_tensors.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "homework/handout.h"
#include "homework/judge.h"
#include "io/tensor_file.h"

namespace mha::homework {

namespace {

/// The numbers as an answer to one assignment.
struct Answer {
  const Assignment* assignment = nullptr;
  std::unique_ptr<Reference> reference;
  std::unique_ptr<Trial> trial;
  std::unique_ptr<Diagnosis> diagnosis;
  bool right = false;
  int seen = 0;
};

Answer answer(const Assignment& assignment, const std::vector<NamedTensor>& tensors,
              uint32_t seed) {
  Answer a;
  a.assignment = &assignment;
  a.reference = std::make_unique<Reference>(assignment);
  const Handout given = handout(*a.reference, seed);
  a.trial = std::make_unique<Trial>();
  a.trial->setting = given.setting;
  a.trial->names = given.names;
  a.trial->handed = given.weights;
  a.trial->constructed = a.trial->script = true;
  const std::vector<NamedTensor> own = tensors_of(given, assignment);
  for (const NamedTensor& t : tensors) {
    // What was given out and handed back tells nothing.
    const Numbers numbers = numbers_of(t.tensor);
    const bool theirs = std::none_of(own.begin(), own.end(), [&](const NamedTensor& o) {
      return same(numbers_of(o.tensor), numbers);
    });
    if (theirs) a.trial->recording.add(t.name.empty() ? "?" : t.name, t.tensor, t.precision);
  }
  a.diagnosis = std::make_unique<Diagnosis>(*a.reference, *a.trial);
  a.right = a.diagnosis->right_way().has_value();
  a.seen = a.diagnosis->seen_tensors();
  return a;
}

void name_slips(const Judge& judge, const std::vector<Explanation>& all, Result& result) {
  const Explanation& chosen = all[0];
  for (size_t i = 0; i < chosen.slips.size(); ++i) {
    if (!chosen.slips[i].known) continue;
    Finding f = judge.finding(chosen, chosen.slips[i]);
    for (const Explanation& e : all) {
      if (i >= e.slips.size() || !e.slips[i].known) continue;
      const std::string& id = e.slips[i].known->id;
      if (id != f.id && std::find(f.alternatives.begin(), f.alternatives.end(), id) ==
                            f.alternatives.end()) {
        f.alternatives.push_back(id);
      }
    }
    result.findings.push_back(std::move(f));
  }
}

}  // namespace

void check_tensors(const Request& request, const std::vector<const Assignment*>& among,
                   Result& result) {
  const std::vector<NamedTensor> tensors = read_tensors(request.file, request.bytes);
  result.kind = "tensors";
  Answer best;
  for (const Assignment* assignment : among) {
    Answer a = answer(*assignment, tensors, request.seed);
    if (!best.assignment || std::pair(a.right, a.seen) >= std::pair(best.right, best.seen)) {
      best = std::move(a);
    }
  }
  if (best.trial->recording.made().empty() ||
      (!best.right && best.seen == 0 && among.size() > 1)) {
    result.trouble = "none of its tensors is one of a homework's stages";
    result.help = "compute with the numbers of `mha-tutor homework export NAME --seed " +
                  std::to_string(request.seed) + "`, and name the homework";
    return;
  }
  result.assignment = best.assignment->id;
  result.title = best.assignment->title;
  Judge judge(*best.reference, *best.trial, *best.diagnosis, nullptr);
  std::vector<Explanation> explanations = best.diagnosis->explain();
  // Without a source nothing speaks for what only a source tells.
  std::erase_if(explanations, [](const Explanation& e) {
    return std::any_of(e.slips.begin(), e.slips.end(),
                       [](const Slip& s) { return s.known && !s.known->clue.empty(); });
  });
  result.stages = judge.stages(explanations.empty() ? nullptr : &explanations[0]);
  if (!explanations.empty()) name_slips(judge, explanations, result);
  if (const auto out = best.diagnosis->output_of(best.diagnosis->reference_names(0))) {
    result.tolerance = tolerance_for(*out);
  }
  result.verdict = best.right ? Verdict::right : Verdict::wrong;
}

}  // namespace mha::homework
