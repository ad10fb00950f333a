// A program of loose statements as an answer.

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "homework/document.h"
#include "homework/trial.h"
#include "torch/convert.h"

namespace mha::homework {

namespace {

// Tensors of a script that are tried as its input.
constexpr size_t kMostInputs = 3;

/// The sizes that an input's expression names, "torch.randn(tokens, d_in)", if a
/// tensor of this shape may be it.
std::optional<std::map<std::string, lang::Value>> sizes_from(const std::string& expression,
                                                             const Shape& shape) {
  const size_t open = expression.find('('), close = expression.find(')');
  if (open == std::string::npos || close == std::string::npos) return std::nullopt;
  const std::vector<std::string> names =
      comma_list(expression.substr(open + 1, close - open - 1));
  if (names.size() != shape.size()) return std::nullopt;
  std::map<std::string, lang::Value> sizes;
  for (size_t i = 0; i < names.size(); ++i) sizes[names[i]] = lang::Value(shape[i]);
  return sizes;
}

/// The weights of a script: what stands at its module's level.
FoundWeights script_weights(Program& program, const Numbers& input) {
  FoundWeights found;
  for (const auto& [symbol, value] : program.interpreter().snapshot()) {
    const Tensor* t = torch::as_tensor(value);
    if (t && t->dim() == 2 && is_floating(t->dtype()) && !same(numbers_of(*t), input)) {
      found.matrices.push_back({symbol.str(), *t, {}, false});
      continue;
    }
    const FoundWeights below = find_weights(program.interpreter(), value);
    found.matrices.insert(found.matrices.end(), below.matrices.begin(), below.matrices.end());
  }
  return found;
}

}  // namespace

std::vector<Trial> script_trials(Program& program, Reference& reference) {
  const Assignment& assignment = reference.assignment();
  const Recording& seen = program.at_start();
  std::vector<Numbers> tried;
  std::vector<Trial> out;
  for (const Made& made : seen.made()) {
    const size_t dims = made.numbers.shape.size();
    if (dims < 2 || dims > 3 || made.numbers.count() < 4 || tried.size() >= kMostInputs) continue;
    bool known = false;
    for (const Numbers& n : tried) known = known || same(n, made.numbers);
    if (known) continue;
    tried.push_back(made.numbers);
    const InputSpec& first = assignment.inputs[0];
    std::map<std::string, size_t> which;
    for (const InputSpec& input : assignment.inputs) {
      if (input.name != first.name) continue;
      const auto sizes = sizes_from(input.expression, made.numbers.shape);
      const size_t alternative = which[first.name]++;
      if (!sizes) continue;
      Trial t;
      t.setting.sizes = reference.sizes(assignment.probes[0], *sizes);
      t.names = reference.start(t.setting, {{first.name, alternative}});
      const lang::Value x = lang::tensor(tensor_of(made.numbers));
      for (const InputSpec& other : assignment.inputs) {
        if (other.name == first.name || other.expression == first.name) t.names[other.name] = x;
        if (other.optional) t.names[other.name] = lang::Value::none();
      }
      t.found = script_weights(program, made.numbers);
      t.recording = seen;
      t.constructed = t.script = true;
      for (const auto& [name, value] : *sizes) t.bound.insert(name);
      out.push_back(std::move(t));
    }
  }
  return out;
}

}  // namespace mha::homework
