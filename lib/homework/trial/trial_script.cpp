// Script: a program of loose statements as an answer.

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/text.h"
#include "homework/trial/own_use.h"
#include "homework/trial/trial.h"
#include "homework/trial/words.h"
#include "lang/values/unicode.h"
#include "lesson/course/document.h"
#include "reading/definitions.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/unary.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

// How many of a script's tensors are tried as its input.
constexpr size_t kMostInputs = 3;
constexpr size_t kMostTensors = 8;
constexpr size_t kMostBeginnings = 12;
// How many stages show whether a script is about the assignment at all.
constexpr size_t kFirstStages = 3;
// How many choices of its other sizes are tried.
constexpr size_t kMostSizes = 10;

/// The sizes for which an input's expression, such as "torch.randn(tokens, d_in)", has the
/// shape of this tensor; none if it never has.
std::optional<std::map<std::string, lang::Value>> sizes_from(const std::string& expression,
                                                             const Shape& shape) {
  const size_t open = expression.find('('), close = expression.find(')');
  if (open == std::string::npos || close == std::string::npos) return std::nullopt;
  const std::vector<std::string> names =
      lesson::comma_list(expression.substr(open + 1, close - open - 1));
  if (names.size() != shape.size()) return std::nullopt;
  std::map<std::string, lang::Value> sizes;
  for (size_t i = 0; i < names.size(); ++i) sizes[names[i]] = lang::Value(shape[i]);
  return sizes;
}

/// Whether it is a table of vectors that makes the input, before any step of attention.
bool is_embedding(const lang::Value& v) {
  return v.get<lang::InstanceObject>() && v.object()->own_cls()->name() == "Embedding";
}

/// The weights of a script: tensors in its module's globals that were not computed from the
/// input. A causal mask is none.
FoundWeights script_weights(Program& program, const std::set<std::string>& computed) {
  FoundWeights found;
  for (const auto& [symbol, value] : program.interpreter().snapshot()) {
    if (computed.contains(symbol.str()) || is_embedding(value)) continue;
    const Tensor* t = torch::as_tensor(value);
    if (t && t->dim() == 2 && is_floating(t->dtype())) {
      if (is_causal_mask(numbers_of(*t))) continue;
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

/// Whether a tensor may be the input. Not if it has one token or equal numbers, which every
/// weighted sum leaves as they are; nor if it is partly filled or masked, as a later step is.
bool may_be_input(const Numbers& n) {
  constexpr double kSame = 1e-6;
  const size_t dims = n.shape.size();
  if (dims < 2 || dims > 4 || n.count() < 4 || n.shape[dims - 2] < 2) return false;
  const bool finite = std::all_of(n.values.begin(), n.values.end(), [](double v) { return std::isfinite(v); });
  return finite && std::any_of(n.values.begin(), n.values.end(),
                     [&](double value) { return std::fabs(value - n.values[0]) > kSame; });
}

/// Whole numbers in the module or in an object there, with their names.
std::vector<std::pair<std::string, int64_t>> numbers_named(Program& program) {
  std::vector<std::pair<std::string, int64_t>> out;
  const auto add = [&](const std::string& name, const lang::Value& value) {
    if (value.is_int()) out.emplace_back(name, value.as_int());
  };
  for (const auto& [name, value] : program.interpreter().snapshot()) {
    add(name.str(), value);
    const auto* instance = value.get<lang::InstanceObject>();
    if (!instance) continue;
    for (const lang::Object* holder : {static_cast<const lang::Object*>(instance),
                                       static_cast<const lang::Object*>(value.object()->own_cls())}) {
      const lang::Attributes* own = holder->attributes_if_any();
      if (!own) continue;
      const auto items = own->items();
      for (const auto& [attribute, item] : items) add(attribute.str(), item);
    }
  }
  return out;
}

/// The sizes that a script chose: as its names say, or else each choice that the shapes of its
/// weights and four-dimensional tensors allow.
std::vector<std::map<std::string, lang::Value>> own_sizes(Program& program,
                                                          const Assignment& assignment,
                                                          const FoundWeights& found,
                                                          const std::map<std::string, lang::Value>& shown) {
  // Sizes that follow from other sizes, or from an input's shape, are not chosen.
  const auto asks_for = [&](const std::string& size) {
    return !shown.contains(size) && assignment.is_plain(size);
  };
  std::set<int64_t> widths, heads;
  bool has_heads = false;
  for (const FoundWeight& w : found.matrices) {
    const int64_t out = w.tensor.size(w.linear ? 0 : -1);
    widths.insert(out);
    if (out % 3 == 0) widths.insert(out / 3);  // queries, keys and values in one layer
  }
  for (const auto& [name, value] : program.interpreter().snapshot()) {
    const std::vector<std::string> sizes = assignment.vocabulary().sizes(name.str());
    if (std::find(sizes.begin(), sizes.end(), "heads") == sizes.end() || !value.is_int()) continue;
    heads.insert(value.as_int());
    has_heads = true;
  }
  if (const auto known = shown.find("d_out"); known != shown.end()) {
    widths = {known->second.as_int()};
  }
  // Heads are an axis of their own, or slices of the width.
  for (const Made& made : program.at_start().made()) {
    const Shape& shape = made.numbers.shape;
    if (shape.size() == 4) heads.insert({shape[1], shape[2]});
    has_heads = has_heads || shape.size() == 4;
    if (shape.size() < 2 || shape.back() == 0) continue;
    for (const int64_t width : widths) {
      if (width > shape.back() && width % shape.back() == 0) heads.insert(width / shape.back());
    }
  }
  // Where the task allows it, there may be only one.
  const bool several = std::any_of(assignment.properties.begin(), assignment.properties.end(), [](const PropertySpec& p) {
    return p.kind == "several" && p.input == "heads";
  });
  if (!assignment.stages_read("heads")) heads = {1};
  if (!several && !has_heads) heads.insert(1);
  std::vector<std::map<std::string, lang::Value>> out;
  for (const int64_t width : widths) {
    std::map<std::string, lang::Value> sizes;
    if (asks_for("d_out")) sizes["d_out"] = lang::Value(width);
    for (const int64_t n : heads) {
      if (!asks_for("heads") || n < 1 || width % n != 0) continue;
      sizes["heads"] = lang::Value(n);
      if (asks_for("head_dim")) sizes["head_dim"] = lang::Value(width / n);
      out.push_back(sizes);
    }
    if (!asks_for("heads") && !sizes.empty()) out.push_back(sizes);
  }
  // Without any trace of a number of heads, there is none.
  const bool cuts = asks_for("heads") && assignment.stages_read("heads");
  if (out.empty() && (!cuts || program.failure())) out.push_back({});
  // If no tensor shows a size, its name does.
  for (const auto& [name, n] : numbers_named(program)) {
    for (const std::string& size : assignment.vocabulary().sizes(name)) {
      const bool open = size != "heads" && size != "d_out" && asks_for(size) && assignment.stages_read(size);
      for (auto& sizes : out) {
        if (open) sizes.emplace(size, lang::Value(n));
      }
    }
  }
  if (out.size() > kMostSizes) out.resize(kMostSizes);
  return out;
}

/// A choice of tensors as the assignment's inputs, with the sizes that follow.
struct Beginning {
  std::map<std::string, const Numbers*> inputs;
  std::map<std::string, size_t> which;  // the alternative chosen for each input
  std::map<std::string, lang::Value> sizes;
};

class Beginnings {
 public:
  Beginnings(Script& script, const Program& program, const Assignment& assignment)
      : script_(script), assignment_(assignment) {
    for (const Made& made : program.at_start().made()) {
      if (made.secondary()) name(made);
      if (!may_be_input(made.numbers) || tensors_.size() >= kMostTensors) continue;
      const bool known = std::any_of(tensors_.begin(), tensors_.end(), [&](const Numbers* n) {
        return same(*n, made.numbers);
      });
      if (!known) tensors_.push_back(&made.numbers);
    }
    for (const InputSpec& input : assignment.inputs) {
      if (assignment_.is_alias(input) || input.optional || !is_read(input.name)) continue;
      if (names_.empty() || names_.back() != input.name) names_.push_back(input.name);
    }
  }

  std::vector<Beginning> find() {
    extend(0, {});
    return std::move(found_);
  }

 private:
  /// Notes the program's name for a tensor if it is a name for an input.
  void name(const Made& made) {
    const std::string word(made.source->text(made.span));
    const std::string input = assignment_.vocabulary().tensor(word);
    if (input.empty() || !may_be_input(made.numbers)) return;
    named_.emplace_back(&made.numbers, input);
  }

  bool is_read(const std::string& input) const {
    const bool in_setup = assignment_.setup.find(input) != std::string::npos && assignment_.always_gives(input);
    return in_setup || assignment_.stages_read(input);
  }

  /// Whether the program's name for a tensor says that it is a different input.
  bool is_other(const Numbers& n, const std::string& input) const {
    bool other = false;
    for (const auto& [numbers, meant] : named_) {
      if (!same(*numbers, n)) continue;
      if (meant == input) return false;
      const auto here = std::find(names_.begin(), names_.end(), meant);
      other = other || here != names_.end();
    }
    return other;
  }

  /// Whether it was computed from another input, or that one from it.
  bool is_computed(const Numbers& n, const Beginning& begun) const {
    const auto from = [](const Script::Lineage& a, const Script::Lineage& b) {
      const auto is_in = [&](const std::string& name) { return a.computed.contains(name); };
      return b.names.empty() ? std::any_of(b.words.begin(), b.words.end(), is_in)
                             : std::all_of(b.names.begin(), b.names.end(), is_in);
    };
    const Script::Lineage& own = script_.lineage(n);
    return std::any_of(begun.inputs.begin(), begun.inputs.end(), [&](const auto& input) {
      const Script::Lineage& other = script_.lineage(*input.second);
      return from(other, own) || from(own, other);
    });
  }

  void extend(size_t at, const Beginning& begun) {
    if (found_.size() >= kMostBeginnings) return;
    if (at == names_.size()) {
      found_.push_back(begun);
      return;
    }
    size_t tried = 0;
    // Tensors whose names match the input come first.
    std::vector<const Numbers*> tensors = tensors_;
    std::stable_partition(tensors.begin(), tensors.end(), [&](const Numbers* n) {
      return std::any_of(named_.begin(), named_.end(), [&](const auto& known) {
        return known.second == names_[at] && same(*known.first, *n);
      });
    });
    for (const Numbers* n : tensors) {
      const bool taken = std::any_of(begun.inputs.begin(), begun.inputs.end(),
                                     [&](const auto& i) { return i.second == n; });
      if (taken || tried >= kMostInputs || is_computed(*n, begun)) continue;
      if (names_.size() > 1 && is_other(*n, names_[at])) continue;
      std::map<std::string, size_t> which;
      bool fits = false;
      for (const InputSpec& input : assignment_.inputs) {
        if (input.name != names_[at]) continue;
        const auto sizes = sizes_from(input.expression, n->shape);
        const size_t alternative = which[input.name]++;
        if (!sizes || !agree(begun.sizes, *sizes)) continue;
        Beginning next = begun;
        next.inputs[input.name] = n;
        next.which[input.name] = alternative;
        for (const auto& [size, value] : *sizes) next.sizes[size] = value;
        extend(at + 1, next);
        fits = true;
      }
      tried += fits;
    }
  }

  static bool agree(const std::map<std::string, lang::Value>& a,
                    const std::map<std::string, lang::Value>& b) {
    return std::all_of(a.begin(), a.end(), [&](const auto& size) {
      const auto other = b.find(size.first);
      return other == b.end() || other->second.as_int() == size.second.as_int();
    });
  }

  Script& script_;
  const Assignment& assignment_;
  std::vector<const Numbers*> tensors_;
  std::vector<std::pair<const Numbers*, std::string>> named_;
  std::vector<std::string> names_;  // of the required inputs
  std::vector<Beginning> found_;
};

/// Whether one of the weights maps this tensor to another tensor of the program.
bool is_mapped(const Recording& seen, const Numbers& input, const FoundWeights& found) {
  const Tensor x = tensor_of(input);
  return std::any_of(found.matrices.begin(), found.matrices.end(), [&](const FoundWeight& w) {
    Tensor matrix = to(w.tensor, DType::float32);
    if (matrix.dim() != 2) return true;
    if (w.linear) matrix = transpose(matrix, 0, 1);
    if (matrix.size(0) != x.size(-1)) return false;
    Tensor product = matmul(x, matrix);
    if (w.bias.defined()) product = add(product, to(w.bias, DType::float32));
    return seen.shows(numbers_of(product));
  });
}

bool uses_weights(const Assignment& assignment, const StageSpec& stage) {
  return std::any_of(assignment.weights.begin(), assignment.weights.end(),
                     [&](const WeightSpec& w) { return stage.snippet.uses(w.name); });
}

/// Whether the script made what some of the first stages make. Stages without weights can
/// simply be run to see.
bool is_begun(const Recording& seen, Reference& reference, const Trial& t) {
  Names names = t.names;
  for (size_t i = 0; i < std::min(kFirstStages, reference.assignment().stages.size()); ++i) {
    const StageSpec& stage = reference.assignment().stages[i];
    if (uses_weights(reference.assignment(), stage)) return true;
    if (!reference.run(stage, names).empty()) return false;
    for (const std::string& name : stage.snippet.makes) {
      const Tensor* made = tensor_in(names, name);
      if (made && seen.shows(numbers_of(*made))) return true;
    }
  }
  return false;
}

/// The scores of which a script hides some: the last of the largest tensors with numbers that softmax
/// makes 0. Null if there is none.
const Numbers* masked_scores(const Recording& seen, int64_t queries, int64_t keys) {
  const Numbers* found = nullptr;
  for (const Made& made : seen.made()) {
    const Numbers& n = made.numbers;
    const size_t axes = n.shape.size();
    const bool fits = n.hidden > 0 && n.nans == 0 && axes >= 2 && n.shape[axes - 2] == queries && n.shape[axes - 1] == keys;
    if (fits && (!found || n.count() >= found->count())) found = &n;
  }
  return found;
}

/// Whether all that an axis counts is alike.
bool is_alike_along(const Tensor& t, int64_t axis) {
  return equal(t, expand(narrow(t, axis, 0, 1), t.shape()));
}

/// What each text hides from all of its queries, (batch, key): padding. Undefined if a mask is not of
/// that kind.
Tensor hidden_of_texts(const Tensor& hides, int64_t batch) {
  Tensor out = hides;
  while (out.dim() > 2) {
    if (out.size(0) != batch || !is_alike_along(out, -2)) return {};
    out = select(out, -2, 0);
  }
  return out.size(0) == batch && hides.dim() > 2 ? out : Tensor();
}

/// Puts a script's own mask in the place of the reference's, where the task leaves it to the caller what
/// is hidden, or where padding is hidden beside later tokens. `of_texts`: its input is a batch of them.
void take_own_mask(const Assignment& assignment, const Recording& seen, bool of_texts, Names& names) {
  const Tensor* future = tensor_in(names, "future");
  const auto size = [&](const char* name) {
    const auto it = names.find(name);
    return it != names.end() && it->second.is_int() ? it->second.as_int() : 0;
  };
  const int64_t batch = of_texts ? size("batch") : 0, queries = size("tokens"), keys = names.contains("memory_tokens") ? size("memory_tokens") : queries;
  const Numbers* masked = future && assignment.stages_read("future") ? masked_scores(seen, queries, keys) : nullptr;
  if (!masked) return;
  Tensor hides = hidden_in(*masked);
  if (is_causal_mask(numbers_of(*future))) {
    // The last query sees all that is not padding.
    const Tensor padding = expand(narrow(hides, -2, queries - 1, 1), hides.shape());
    if (!equal(hides, logical_or(padding, *future)) || !hidden_of_texts(padding, batch).defined()) return;
  } else if (is_alike_along(hides, -1)) {
    // One that hides all keys of a query, or none, lies along the wrong axis.
    if (queries != keys) return;
    hides = transpose(hides, -2, -1);
  }
  if (const Tensor padding = hidden_of_texts(hides, batch); padding.defined()) names["padding"] = lang::tensor(padding);
  // Of each text alone, where the scores have heads as well.
  if (hides.dim() == 3 && hides.size(0) == batch && !names.contains("one_head")) hides = unsqueeze(hides, 1);
  names["future"] = lang::tensor(hides);
  names["mask"] = lang::tensor(logical_not(hides));
}

}  // namespace

const Script::Lineage& Script::lineage(const Numbers& numbers) {
  const auto known = lineages_.find(&numbers);
  if (known != lineages_.end()) return known->second;
  Lineage out;
  for (const Made& made : program_.at_start().made()) {
    if (!same(made.numbers, numbers)) continue;
    const std::string_view text = made.source->text(made.span);
    if (made.secondary() && lang::is_identifier(text)) out.names.emplace(text);
    if (out.words.empty()) out.words = words_in(text);
  }
  out.computed = reading::computed_from(*program_.modules()[0], out.names);
  return lineages_.emplace(&numbers, std::move(out)).first->second;
}

const Script::Input& Script::input(const Numbers& numbers) {
  const auto known = inputs_.find(&numbers);
  if (known != inputs_.end()) return known->second;
  Input input;
  input.weights = script_weights(program_, lineage(numbers).computed);
  input.mapped = is_mapped(program_.at_start(), numbers, input.weights);
  return inputs_.emplace(&numbers, std::move(input)).first->second;
}

std::vector<Trial> Script::trials(const Assignment& assignment,
                                  std::shared_ptr<Reference>& reference) {
  Program& program = program_;
  const Recording& seen = program.at_start();
  std::vector<Trial> out;
  for (const Beginning& begun : Beginnings(*this, program, assignment).find()) {
    const Numbers& first = *begun.inputs.at(assignment.inputs[0].name);
    auto [found, mapped] = input(first);
    std::erase_if(found.matrices, [&](const FoundWeight& w) {
      return std::any_of(begun.inputs.begin(), begun.inputs.end(), [&](const auto& given) {
        return given.second->shape == w.tensor.shape() && same(*given.second, numbers_of(w.tensor));
      });
    });
    const bool mapping = uses_weights(assignment, assignment.stages[0]);
    if (!program.failure() && mapping && !mapped) continue;
    if (!reference) reference = std::make_shared<Reference>(assignment);
    Names given;
    for (const auto& [name, numbers] : begun.inputs) given[name] = lang::tensor(tensor_of(*numbers));
    for (const InputSpec& other : assignment.inputs) {
      if (given.contains(other.expression)) given[other.name] = given[other.expression];
      if (other.optional) given[other.name] = lang::Value::none();
    }
    for (const auto& own : own_sizes(program, assignment, found, begun.sizes)) {
      std::map<std::string, lang::Value> all = own;
      for (const auto& [name, value] : begun.sizes) all[name] = value;
      Trial t;
      t.setting.sizes = reference->sizes(assignment.probes[0], all);
      t.names = reference->start(t.setting, begun.which, {}, given);
      take_own_mask(assignment, seen, begun.sizes.contains("batch"), t.names);
      if (!program.failure() && !is_begun(seen, *reference, t)) continue;
      t.found = found;
      t.recording = seen;
      t.constructed = t.script = true;
      for (const auto& [name, value] : all) t.bound.insert(name);
      out.push_back(std::move(t));
    }
  }
  return out;
}

}  // namespace mha::homework
