// A program of loose statements as an answer.

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "homework/document.h"
#include "homework/trial.h"
#include "homework/vocabulary.h"
#include "torch/convert.h"

namespace mha::homework {

namespace {

// Tensors of a script that are tried as its input.
constexpr size_t kMostInputs = 3;
// Choices of its other sizes that are tried.
constexpr size_t kMostSizes = 6;

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
    FoundWeights below = find_weights(program.interpreter(), value);
    for (FoundWeight& w : below.matrices) {
      w.path = w.path.empty() ? symbol.str() : symbol.str() + "." + w.path;
    }
    found.matrices.insert(found.matrices.end(), below.matrices.begin(), below.matrices.end());
  }
  return found;
}

/// Whether a tensor may be what a script starts from: of one token, or of numbers
/// that are all the same, every mixture is what it was.
bool may_be_input(const Numbers& n) {
  const size_t dims = n.shape.size();
  if (dims < 2 || dims > 3 || n.count() < 4 || n.shape[dims - 2] < 2) return false;
  return std::any_of(n.values.begin(), n.values.end(),
                     [&](double value) { return value != n.values[0]; });
}

/// The sizes that a script chose itself: as its names say, or else each that its
/// weights and its tensors of four dimensions leave possible.
std::vector<std::map<std::string, lang::Value>> own_sizes(Program& program,
                                                          const Assignment& assignment,
                                                          const FoundWeights& found) {
  const auto asks_for = [&](const char* size) {
    return std::any_of(assignment.sizes.begin(), assignment.sizes.end(),
                       [&](const auto& s) { return s.first == size; });
  };
  std::set<int64_t> widths, heads;
  for (const FoundWeight& w : found.matrices) {
    const int64_t out = w.tensor.size(w.linear ? 0 : -1);
    widths.insert(out);
    if (out % 3 == 0) widths.insert(out / 3);  // queries', keys' and values' in one
  }
  for (const auto& [name, value] : program.interpreter().snapshot()) {
    const std::vector<std::string> sizes = vocabulary().sizes(name.str());
    const bool says_heads = std::find(sizes.begin(), sizes.end(), "heads") != sizes.end();
    if (says_heads && value.is_int()) heads.insert(value.as_int());
  }
  for (const Made& made : program.at_start().made()) {
    if (made.numbers.shape.size() != 4) continue;
    heads.insert({made.numbers.shape[1], made.numbers.shape[2]});
  }
  std::vector<std::map<std::string, lang::Value>> out;
  for (const int64_t width : widths) {
    if (!asks_for("d_out")) break;
    for (const int64_t n : heads) {
      const bool fits = asks_for("heads") && n > 0 && width % n == 0;
      if (fits) out.push_back({{"d_out", lang::Value(width)}, {"heads", lang::Value(n)}});
    }
    if (!asks_for("heads")) out.push_back({{"d_out", lang::Value(width)}});
  }
  if (out.empty()) out.push_back({});
  if (out.size() > kMostSizes) out.resize(kMostSizes);
  return out;
}

}  // namespace

std::vector<Trial> script_trials(Program& program, Reference& reference) {
  const Assignment& assignment = reference.assignment();
  const Recording& seen = program.at_start();
  std::vector<Numbers> tried;
  std::vector<Trial> out;
  for (const Made& made : seen.made()) {
    if (!may_be_input(made.numbers) || tried.size() >= kMostInputs) continue;
    bool known = false;
    for (const Numbers& n : tried) known = known || same(n, made.numbers);
    if (known) continue;
    tried.push_back(made.numbers);
    const FoundWeights found = script_weights(program, made.numbers);
    const auto choices = own_sizes(program, assignment, found);
    const InputSpec& first = assignment.inputs[0];
    std::map<std::string, size_t> which;
    for (const InputSpec& input : assignment.inputs) {
      if (input.name != first.name) continue;
      const auto sizes = sizes_from(input.expression, made.numbers.shape);
      const size_t alternative = which[first.name]++;
      if (!sizes) continue;
      for (const auto& own : choices) {
        std::map<std::string, lang::Value> all = own;
        for (const auto& [name, value] : *sizes) all[name] = value;
        Trial t;
        t.setting.sizes = reference.sizes(assignment.probes[0], all);
        t.names = reference.start(t.setting, {{first.name, alternative}});
        const lang::Value x = lang::tensor(tensor_of(made.numbers));
        for (const InputSpec& other : assignment.inputs) {
          if (other.name == first.name || other.expression == first.name) t.names[other.name] = x;
          if (other.optional) t.names[other.name] = lang::Value::none();
        }
        t.found = found;
        t.recording = seen;
        t.constructed = t.script = true;
        for (const auto& [name, value] : all) t.bound.insert(name);
        out.push_back(std::move(t));
      }
    }
  }
  return out;
}

}  // namespace mha::homework
