// TrialRunner: the sizes that an object has, learned from its names, weights and results.

#include <algorithm>
#include <cctype>
#include <tuple>

#include "homework/trial/trial.h"
#include "homework/trial/trial_parts.h"
#include "lang/values/class_object.h"
#include "reading/parameters.h"
#include "torch/binding/convert.h"

namespace mha::homework {

/// Whether a size is the output width of some weight.
bool TrialRunner::is_made(const std::string& size) const {
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  return std::any_of(weights.begin(), weights.end(),
                     [&](const WeightSpec& w) { return w.out == size; });
}

/// Whether a size is a float that the stages use in a computation.
bool TrialRunner::is_computed_with(const std::string& size, const lang::Value& now) const {
  return now.is_float() && !Reference::is_callable(size) && reference_.assignment().stages_read(size);
}

/// The input width of a weight; the last axes of a higher one are its output.
static int64_t width_of_input(const FoundWeight& w) {
  return w.linear || w.tensor.dim() == 3 ? w.tensor.size(1) : w.tensor.size(0);
}

/// The output width of a plain matrix; for any other weight its number of elements, which every
/// width divides.
static int64_t width_of_output(const FoundWeight& w) {
  if (w.tensor.dim() != 2) return w.tensor.numel();
  return w.linear ? w.tensor.size(0) : w.tensor.size(1);
}

/// The one input width, other than `first`, that at least two weights have; none if there is no
/// such width or more than one.
static std::optional<int64_t> other_input(const Trial& trial, int64_t first) {
  std::map<int64_t, int> counts;
  for (const FoundWeight& w : trial.found.matrices) ++counts[width_of_input(w)];
  std::optional<int64_t> other;
  for (const auto& [width, count] : counts) {
    if (width == first || count < 2) continue;
    if (other) return std::nullopt;
    other = width;
  }
  return other;
}

/// The output width of three layers that take `in`, if another layer maps that width to itself:
/// the width of all heads together, which need not be a multiple of `in`.
static std::optional<int64_t> other_output(const Trial& trial, int64_t in) {
  std::map<int64_t, int> counts;
  std::set<int64_t> square;
  for (const FoundWeight& w : trial.found.matrices) {
    if (w.tensor.dim() != 2) continue;
    if (w.tensor.size(0) == w.tensor.size(1)) square.insert(w.tensor.size(0));
    if (width_of_input(w) == in && width_of_output(w) != in) ++counts[width_of_output(w)];
  }
  for (const auto& [width, count] : counts) {
    if (count >= 3 && square.contains(width)) return width;
  }
  return std::nullopt;
}

/// Whether the first weight gives tensors of this width, or the only one as wide gives several of them.
static bool is_width(const FoundWeights& found, int64_t width) {
  const int64_t made = width_of_output(found.matrices[0]);
  const auto alike = std::count_if(found.matrices.begin(), found.matrices.end(), [&](const FoundWeight& w) { return width_of_output(w) == made; });
  return made == width || (alike == 1 && made % width == 0);
}

static bool is_input_width(const std::vector<WeightSpec>& weights, const std::string& size) {
  return std::any_of(weights.begin(), weights.end(), [&](const WeightSpec& w) { return !w.is_vector() && w.in == size; });
}

/// Whether a weight takes tensors of this width, as far as the weights can be seen.
static bool takes_width(const FoundWeights& found, int64_t width) {
  return found.matrices.empty() || std::any_of(found.matrices.begin(), found.matrices.end(), [&](const FoundWeight& w) {
    return width_of_input(w) == width || (!w.linear && w.tensor.size(-1) == width);
  });
}

/// Learns a size from a number that the program stores under this name, unless the program was
/// given it.
void TrialRunner::learn(const Trial& trial, const std::string& word, const lang::Value& value) {
  const bool counts = value.is_int() && value.as_int() >= 1;
  if (!counts && !value.is_float()) return;
  const std::vector<std::string> names = sizes_named(word);
  // What was given as another size is that size under another name: self.d = head_dim.
  const auto is_given = [&](const std::string& size) {
    const auto now = trial.setting.sizes.find(size);
    return now != trial.setting.sizes.end() && now->second.is_int() && counts && now->second.as_int() == value.as_int();
  };
  if (std::any_of(trial.bound.begin(), trial.bound.end(), is_given)) return;
  for (const std::string& name : names) {
    if (trial.bound.contains(name) || fixed_.contains(name)) continue;
    // For a name of two sizes, the first weight decides.
    const std::vector<WeightSpec>& weights = reference_.assignment().weights;
    const bool which = counts && names.size() > 1 && !weights.empty() && !trial.found.matrices.empty();
    if (which && name == weights[0].in && width_of_input(trial.found.matrices[0]) != value.as_int()) continue;
    if (which && name == weights[0].out && !is_width(trial.found, value.as_int())) continue;
    // The width of an input is one that a layer takes; another number under its name is something else.
    if (counts && is_input_width(weights, name) && !takes_width(trial.found, value.as_int())) continue;
    const auto now = trial.setting.sizes.find(name);
    if (now == trial.setting.sizes.end()) continue;
    if (counts || is_computed_with(name, now->second)) fixed_[name] = value;
  }
}

/// Learns sizes from attributes of the object and names of the module.
void TrialRunner::learn_from_names(const Trial& trial) {
  const auto learn_all = [&](const lang::Attributes& attributes) {
    const auto items = attributes.items();
    // If two names for one size disagree, neither counts: head = 6, n_heads = 4.
    std::map<std::string, std::set<int64_t>> numbers;
    for (const auto& [name, value] : items) {
      const std::vector<std::string> sizes = sizes_named(name.str());
      if (sizes.size() == 1 && value.is_int()) numbers[sizes[0]].insert(value.as_int());
    }
    for (const auto& [name, value] : items) {
      const std::vector<std::string> sizes = sizes_named(name.str());
      if (sizes.size() != 1 || numbers[sizes[0]].size() < 2) learn(trial, name.str(), value);
    }
  };
  // A default configuration object says what the program is built with.
  for (const ParameterView& p : candidate_.init ? parameters_of(*candidate_.init, candidate_.is_class) : std::vector<ParameterView>()) {
    const lang::Value config = p.has_default ? default_of(*candidate_.init, p.name) : lang::Value();
    const auto* dict = config.get<lang::DictObject>();
    size_t at = 0;
    lang::Value key, value;
    while (dict && dict->next(at, key, value)) {
      if (const auto* word = key.get<lang::StrObject>()) learn(trial, word->text(), value);
    }
    if (config.get<lang::InstanceObject>() || config.get<lang::ClassObject>()) {
      if (const lang::Attributes* own = config.object()->attributes_if_any()) learn_all(*own);
    }
  }
  if (const lang::Attributes* own = trial.object.is_object() ? trial.object.object()->attributes_if_any() : nullptr) {
    const auto items = own->items();
    for (const auto& [name, value] : items) {
      learn(trial, name.str(), value);
      // Numbers in a configuration object of the program.
      const auto* instance = value.get<lang::InstanceObject>();
      const lang::Attributes* inner = instance ? value.object()->attributes_if_any() : nullptr;
      if (inner && !inner->find(lang::Symbol("_modules"))) learn_all(*inner);
    }
  }
  if (const auto* cls = candidate_.object.get<lang::ClassObject>(); cls && cls->attributes_if_any()) learn_all(*cls->attributes_if_any());
  for (const auto& [name, value] : globals_) learn(trial, name, value);
  each_module(trial.object, [&](const lang::Value& module) {
    // The length of a stored mask.
    each_item(module, "_buffers", [&](const lang::Value& buffer) {
      const Tensor* t = torch::as_tensor(buffer);
      const bool square = t && t->dim() >= 2 && t->size(-1) > 1 && t->size(-1) == t->size(-2);
      if (square) learn(trial, "context_length", lang::Value(t->size(-1)));
    });
    // Numbers that a submodule computes with.
    const lang::Attributes* inner = module.object()->attributes_if_any();
    if (!inner) return;
    const auto items = inner->items();
    for (const auto& [name, value] : items) {
      if (value.is_float()) learn(trial, name.str(), value);
    }
  });
  if (candidate_.is_class && trial.bound.empty()) {
    for (const auto& [name, value] : program_.interpreter().snapshot()) {
      learn(trial, name.str(), value);
      // A configuration class in the module.
      const auto* cls = value.get<lang::ClassObject>();
      const bool reads = (candidate_.init && reading::reads_name(*candidate_.init, name.str())) || reading::reads_name(*candidate_.call, name.str());
      if (reads && cls && reading::is_of_program(*cls) && cls->attributes_if_any()) learn_all(*cls->attributes_if_any());
    }
  }
}

/// The width of the queries of one head, as the program made it: from layers that occur once per
/// head, or from parameters with an axis for the heads. A single layer for each head holds its
/// queries, keys and values. 0 if no weight is made per head; `roles` is how many weights there are
/// otherwise.
static int64_t width_of_head(const FoundWeights& found, int64_t heads, int64_t in, size_t roles) {
  std::map<std::pair<std::string, int64_t>, int64_t> alike;  // of a pattern and a width
  std::multiset<int64_t> stacked;
  for (const auto& [w, pattern] : patterns_of(found, heads)) {
    if (w->linear) ++alike[{pattern, w->tensor.size(0)}];
    if (w->linear || w->tensor.dim() != 3 || w->tensor.size(0) != heads) continue;
    if (w->tensor.size(1) == in) {
      stacked.insert(w->tensor.size(2));
    } else if (w->tensor.size(2) == in) {
      stacked.insert(w->tensor.size(1));
    }
  }
  // A single one may have the axis for the three roles.
  if (stacked.size() > 1) return *stacked.begin() == *stacked.rbegin() ? *stacked.begin() : 0;
  std::erase_if(alike, [&](const auto& group) { return group.second != heads; });
  if (alike.empty()) return 0;
  const auto& [pattern, width] = alike.begin()->first;
  constexpr int64_t kFused = 3;
  if (alike.size() == 1 && static_cast<int64_t>(found.matrices.size()) <= heads + 1) {
    // Three layers in one list may be those of three roles.
    const bool one_list = heads == kFused && pattern.find('.', pattern.find('*')) == std::string::npos;
    return one_list || width % kFused != 0 ? 0 : width / kFused;
  }
  // Layers that are no more than the roles cannot be one per head.
  return found.matrices.size() > roles ? width : 0;
}

/// Whether as many parts as the program was given for a size, d_out // heads, share such a width.
bool TrialRunner::divides_into_parts(const Trial& trial, const std::string& size, int64_t width) const {
  const auto& sizes = reference_.assignment().sizes;
  return std::none_of(sizes.begin(), sizes.end(), [&](const auto& part) {
    if (!part.second.starts_with(size + " // ")) return false;
    const std::string count = part.second.substr(size.size() + 4);
    return trial.bound.contains(count) && width % whole(trial.setting.sizes, count) != 0;
  });
}

/// Learns sizes from the shapes of the weights.
void TrialRunner::learn_from_weights(const Trial& trial) {
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  if (weights.empty()) return;
  const std::string& in = weights[0].in;
  const std::string& out = weights[0].out;
  if (weights[0].is_vector()) {
    const bool told = trial.bound.contains(out) || fixed_.contains(out) || trial.found.vectors.empty();
    if (!told) fixed_[out] = lang::Value(trial.found.vectors[0].tensor.numel());
    return;
  }
  if (trial.found.matrices.empty()) return;
  std::set<int64_t> widths;
  for (const FoundWeight& w : trial.found.matrices) {
    widths.insert(width_of_input(w));
    if (!w.linear) widths.insert(w.tensor.size(-1));
  }
  // The first weight takes the input.
  const FoundWeight& first = trial.found.matrices[0];
  if (!trial.bound.contains(in) && !widths.contains(whole(trial.setting.sizes, in))) {
    fixed_[in] = lang::Value(width_of_input(first));
  }
  // A name for two sizes may mean only the other one, if the configuration has a key that is
  // unknown.
  if (shared_.contains(in) && !own_words_.empty() && first.linear) fixed_[in] = lang::Value(width_of_input(first));
  // The output of a square weight that the program made is as wide as its input.
  if ((trial.object.is_object() || trial.global_weights) && first.tensor.dim() == 2 &&
      first.tensor.size(0) == first.tensor.size(1) && reference_.assignment().is_plain(out) &&
      !trial.bound.contains(in) && !trial.bound.contains(out) && !fixed_.contains(out) && !made_per_head(trial)) {
    fixed_[out] = lang::Value(first.tensor.size(0));
  }
  // The output is as wide as the input if no weight has another width for it.
  const auto ins = fixed_.find(in);
  const int64_t in_width = ins != fixed_.end() && ins->second.is_int() ? ins->second.as_int() : whole(trial.setting.sizes, in);
  const bool told = trial.bound.contains(out) || fixed_.contains(out) || !reference_.assignment().is_plain(out);
  if (trial.object.is_object() && !told && !widths.contains(whole(trial.setting.sizes, out)) &&
      std::all_of(trial.found.matrices.begin(), trial.found.matrices.end(), [&](const FoundWeight& w) {
        const auto takes = [&](const WeightSpec& spec) { return !spec.is_vector() && width_of_input(w) == whole(trial.setting.sizes, spec.in); };
        const int64_t made = w.linear ? w.tensor.size(0) : w.tensor.size(-1), taken = w.linear ? w.tensor.size(-1) : w.tensor.size(0);
        return made % in_width == 0 && (taken % in_width == 0 || std::any_of(weights.begin(), weights.end(), takes));
      })) {
    const int64_t width = other_output(trial, in_width).value_or(in_width);
    // Heads that share one width can only share one that they divide.
    if (divides_into_parts(trial, out, width)) {
      fixed_[out] = lang::Value(width);
    } else {
      equal_widths_ = true;
      // Other sizes that were learned here follow from that width.
      std::erase_if(fixed_, [&](const auto& size) { return reference_.assignment().follows_from_others(size.first); });
    }
  }
  // The other inputs are as wide too, if no weight has the width that they would have.
  for (const WeightSpec& w : weights) {
    if (w.is_vector() || w.in == in || trial.bound.contains(w.in) || fixed_.contains(w.in)) continue;
    if (reference_.assignment().stage_of(w.out) >= 0 || is_made(w.in)) continue;
    if (widths.contains(whole(trial.setting.sizes, w.in))) continue;
    const auto own = fixed_.find(in);
    const lang::Value first_in = own != fixed_.end() ? own->second : trial.setting.sizes.at(in);
    fixed_[w.in] = equal_widths_ ? trial.setting.sizes.at(out) : lang::Value(other_input(trial, first_in.as_int()).value_or(first_in.as_int()));
  }
}

/// Learns the output width from the result, if no weight and no argument decided it. True if
/// the program has to be called again with another size.
bool TrialRunner::learn_from_output(const Trial& trial) {
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  if (weights.empty() || weights[0].is_vector() || trial.output->shape.empty()) return false;
  const std::string& out = weights[0].out;
  const int64_t taken = whole(trial.setting.sizes, out), width = trial.output->shape.back();
  if (trial.bound.contains(out) || fixed_.contains(out) || !reference_.assignment().is_plain(out) || width == taken) return false;
  // A program that was given no size chose its own.
  const bool asked = own_words_.empty() && std::any_of(trial.bound.begin(), trial.bound.end(), [&](const std::string& size) {
    const auto value = trial.setting.sizes.find(size);
    return value == trial.setting.sizes.end() || (value->second.is_int() && !value->second.is_bool());
  });
  const auto has = [&](int64_t size) {
    return std::any_of(trial.found.matrices.begin(), trial.found.matrices.end(), [&](const FoundWeight& w) {
      const bool counts = w.tensor.dim() == 2 || (!asked && w.tensor.dim() > 2);
      return counts && (w.tensor.size(-2) % size == 0 || w.tensor.size(-1) % size == 0);
    });
  };
  if (width < 1 || !has(width) || (has(taken) && asked)) return false;
  fixed_[out] = lang::Value(width);
  return true;
}

/// Weights that are made per head: how wide each head is, how many there are, and the name of the
/// size that is a head's width. Nothing if no weight is.
std::optional<TrialRunner::PerHead> TrialRunner::made_per_head(const Trial& trial) const {
  const Assignment& assignment = reference_.assignment();
  if (assignment.weights.empty() || trial.found.matrices.empty()) return std::nullopt;
  const WeightSpec& first = assignment.weights[0];
  for (const auto& [part, expression] : assignment.sizes) {
    if (!expression.starts_with(first.out + " // ")) continue;
    const std::string count = expression.substr(first.out.size() + 4);
    const int64_t n = whole(trial.setting.sizes, count);
    if (n < 2 || !trial.bound.contains(count)) continue;
    const int64_t width = width_of_head(trial.found, n, whole(trial.setting.sizes, first.in), assignment.weights.size());
    if (width == 0) return std::nullopt;
    return PerHead{width, n, part};
  }
  return std::nullopt;
}

/// Learns from weights that are made per head: together they are as wide as the whole. If each
/// one has the width given for the whole, the program's d_out means that of a head.
void TrialRunner::learn_parts(const Trial& trial) {
  const std::optional<PerHead> heads = made_per_head(trial);
  if (!heads) return;
  const WeightSpec& first = reference_.assignment().weights[0];
  const int64_t whole_width = whole(trial.setting.sizes, first.out), all = heads->width * heads->count;
  if (!trial.bound.contains(first.out)) {
    if (all != whole_width) fixed_[first.out] = lang::Value(all);
    return;
  }
  // Where the program wants both widths alike, that of a head shows nothing, unless another layer
  // takes all heads at once.
  const bool all_at_once = std::any_of(trial.found.matrices.begin(), trial.found.matrices.end(),
                                       [&](const FoundWeight& w) { return width_of_input(w) == all; });
  const bool apart = singles_.contains(first.out) && !fixed_.contains(first.in);
  if (heads->width != whole_width || !(apart || all_at_once)) return;
  // self.head_dim = d_out
  if (means_part_.emplace(first.out, heads->name).second) fixed_.erase(heads->name);
}

/// Learns the rate of the dropout layers if they all agree and no rate was asked for.
void TrialRunner::learn_dropout(const Trial& trial) {
  if (trial.bound.contains("dropout") || fixed_.contains("dropout") || !trial.setting.sizes.contains("dropout")) return;
  std::set<double> rates;
  for (const lang::Value& layer : find_dropouts(trial.object)) {
    const lang::Value p = program_.interpreter().find_attr(layer, lang::Symbol("p"));
    if (p.is_float()) rates.insert(p.as_float());
  }
  if (rates.size() == 1 && *rates.begin() > 0 && *rates.begin() < 1) fixed_["dropout"] = lang::Value(*rates.begin());
}

/// Forgets sizes that came out as others than the program was given, however often: they follow from
/// those.
void TrialRunner::forget_moving(const Trial& trial) {
  for (const auto& [size, value] : fixed_) {
    const auto given = trial.setting.sizes.find(size);
    if (given != trial.setting.sizes.end() && !given->second.is(value)) not_learned_.insert(size);
  }
  std::erase_if(fixed_, [&](const auto& size) { return not_learned_.contains(size.first); });
}

/// Learns the sizes that the program did not ask for. True if it has to be called again with
/// other sizes.
bool TrialRunner::learn_sizes(const Trial& trial) {
  const std::tuple before(fixed_.size(), means_part_.size(), equal_widths_);
  learn_from_names(trial);
  learn_from_weights(trial);
  learn_parts(trial);
  learn_dropout(trial);
  std::erase_if(fixed_, [&](const auto& size) { return not_learned_.contains(size.first); });
  if (std::tuple(fixed_.size(), means_part_.size(), equal_widths_) != before) return true;
  return std::any_of(fixed_.begin(), fixed_.end(), [&](const auto& size) {
    const auto now = trial.setting.sizes.find(size.first);
    return now != trial.setting.sizes.end() && !now->second.is(size.second);
  });
}

}  // namespace mha::homework
