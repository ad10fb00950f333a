#include "homework/verdict/remarks.h"

#include <optional>
#include <utility>

#include "base/text.h"
#include "homework/choice/gradients.h"
#include "homework/choice/properties.h"
#include "homework/verdict/ranking.h"

namespace mha::homework {

namespace {

/// Whether the program is only right if its weights are not matched by their names.
std::optional<Finding> of_names(const Probed& judged, const Judge& judge) {
  std::vector<Explanation> all = judged.diagnosis->misnamed();
  if (all.empty()) return std::nullopt;
  put_best_named_first(*judged.diagnosis, all);
  Finding f = judge.finding(all[0], all[0].mistakes[0]);
  f.evidence = Finding::Evidence::names;
  return f;
}

/// Parameters that will never learn.
std::optional<Finding> of_gradients(const Choice& choice, const Judge& judge) {
  const Misconception* m = find_misconception("gradient-cut");
  const std::optional<CutGradient> cut = m ? cut_gradient(choice) : std::nullopt;
  if (!cut) return std::nullopt;
  Finding f = judge.finding(*m);
  const std::string what = cut->all ? "No weight gets a gradient" : join(cut->paths, ", ") + (cut->paths.size() == 1 ? " gets" : " get") + " no gradient";
  f.title = what + ": " + (cut->code.empty() ? "it has requires_grad=False" : cut->code + " has no grad_fn");
  f.place = cut->place;
  return f;
}

/// Matrices that start as zeros, if there are several: then none gets a gradient.
std::optional<Finding> of_zeros(const Choice& choice, const Trial& trial, const Judge& judge) {
  const Misconception* m = find_misconception("weights-start-as-zeros");
  const FoundWeight* first = nullptr;
  int64_t zeros = 0;
  for (const FoundWeight& w : trial.found.matrices) {
    if (!w.parameter || w.start != 0) continue;
    if (!first) first = &w;
    // A tensor of three axes holds several matrices.
    zeros += w.tensor.dim() > 2 ? w.tensor.size(0) : 1;
  }
  if (!m || zeros < 2) return std::nullopt;
  Finding f = judge.finding(*m);
  f.place = made_at(choice, first->path, /*in_its_maker=*/true);
  return f;
}

}  // namespace

std::vector<Finding> remarks_on(const Choice& choice, const Probed& judged, const Judge& judge) {
  std::vector<Finding> out;
  const auto add = [&](std::optional<Finding> f) {
    if (f) out.push_back(std::move(*f));
  };
  if (judged.right) add(of_names(judged, judge));
  add(of_gradients(choice, judge));
  if (judged.right) add(of_zeros(choice, *judged.trial, judge));
  return out;
}

}  // namespace mha::homework
