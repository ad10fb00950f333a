#include "homework/choice/gradients.h"

#include <algorithm>
#include <set>

#include "homework/choice/choice.h"
#include "homework/choice/properties.h"
#include "tensor/core/node.h"

namespace mha::homework {

namespace {

/// The leaves that backward() reaches from a tensor.
std::vector<Tensor> leaves_behind(const Tensor& result) {
  std::vector<Tensor> leaves;
  std::set<const Node*> seen;
  std::vector<Edge> open = {edge_to(result)};
  while (!open.empty()) {
    const Edge edge = std::move(open.back());
    open.pop_back();
    if (edge.leaf.defined()) leaves.push_back(edge.leaf);
    if (edge.node && seen.insert(edge.node.get()).second) open.insert(open.end(), edge.node->inputs.begin(), edge.node->inputs.end());
  }
  return leaves;
}

/// The first tensor without a gradient that is made of a weight: it changes with the weight.
const Made* first_without(const Recording& as_it_is, const Recording& changed) {
  for (size_t i = 0; i < as_it_is.made().size() && i < changed.made().size(); ++i) {
    const Made &m = as_it_is.made()[i], &other = changed.made()[i];
    if (m.span.begin != other.span.begin) return nullptr;
    if (!m.requires_grad && !same(m.numbers, other.numbers)) return &m;
  }
  return nullptr;
}

}  // namespace

std::optional<CutGradient> cut_gradient(const Choice& choice) {
  if (!choice.trials || !choice.assignment->objects.empty()) return std::nullopt;
  TrialRunner& trials = *choice.trials;
  Trial trial = trials.run(choice.assignment->probes[0], choice.options, /*record=*/false);
  if (!trial.ran() || !trial.object.is_object()) return std::nullopt;
  const std::optional<Numbers> before = trials.again(trial, trial.names, /*training=*/true);
  if (!before || before->nans > 0 || !is_floating(trials.last_output().dtype())) return std::nullopt;
  const std::vector<Tensor> reached = leaves_behind(trials.last_output());
  const auto learns = [&](const Tensor& t) {
    return std::any_of(reached.begin(), reached.end(), [&](const Tensor& r) { return r.is_same(t); });
  };
  CutGradient out;
  out.all = reached.empty();
  const Tensor* cut = nullptr;
  const auto look = [&](const Tensor& t, const std::string& path) {
    const bool own = t.defined() && t.is_leaf() && (t.requires_grad() || !out.all);
    // If the result does not even depend on it, that is another mistake.
    if (!own || learns(t) || !trials.depends_on(trial, t, *before, /*training=*/true)) return;
    if (!cut) cut = &t;
    out.paths.push_back(path);
  };
  for (const FoundWeight& w : trial.found.matrices) {
    if (!w.parameter) continue;
    const std::string path = w.path.substr(0, w.path.rfind(".weight"));
    look(w.tensor, path);
    if (out.paths.empty() || out.paths.back() != path) look(w.bias, "the bias of " + path);
  }
  if (!cut) return std::nullopt;
  const Recording made = trials.made_in_training(trial, nullptr);
  const bool any = std::any_of(made.made().begin(), made.made().end(), [](const Made& m) { return m.requires_grad && !m.is_leaf; });
  if (!any) return std::nullopt;
  if (!cut->requires_grad()) {
    out.place = made_at(choice, out.paths[0]);
    return out;
  }
  const Recording changed = trials.made_in_training(trial, cut);
  const Made* lost = first_without(made, changed);
  // Nothing is said without a line that shows it.
  if (!lost || !lost->source) return std::nullopt;
  out.place = {trials.program().source_of(lost->source), lost->span};
  out.code = lost->source->text(lost->span);
  return out;
}

}  // namespace mha::homework
