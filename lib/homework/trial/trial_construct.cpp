// TrialRunner: the arguments of a constructor, and the sizes that the object then has.

#include <algorithm>
#include <cctype>
#include <functional>

#include "homework/trial/trial.h"
#include "homework/trial/trial_parts.h"
#include "lang/values/class_object.h"
#include "random/generator.h"
#include "reading/parameters.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

// The value for a parameter that the program never uses.
constexpr int64_t kUnusedSize = 16;

/// Whether a value is an object, class or dict that sizes can be read from.
bool is_config(const lang::Value& v) {
  return v.defined() && (v.get<lang::DictObject>() || v.get<lang::InstanceObject>() ||
                         v.get<lang::ClassObject>());
}

/// A configuration object that answers any attribute or key, whatever the program calls its
/// sizes.
lang::Value config_object(lang::Interpreter& interp,
                          std::function<lang::Value(const std::string&)> size) {
  const lang::Ref<lang::ClassObject> cls = interp.make_class("Config", "__main__");
  const auto get = [size](lang::Interpreter& in, lang::Args& args) {
    const auto* word = args.positional[1].get<lang::StrObject>();
    const lang::Value v = word ? size(word->text()) : lang::Value();
    const lang::Value self = args.positional[0];
    // A property of the learner's own configuration class computes its result from this object.
    const auto* property = v.defined() ? v.get<lang::Descriptor>() : nullptr;
    if (property && property->type == lang::Descriptor::Type::property) return in.call(property->function, {self});
    const auto* method = v.defined() ? v.get<lang::FunctionObject>() : nullptr;
    if (method && method->defined_in) return lang::Value(lang::make<lang::BoundMethod>(self, v));
    if (v.defined()) return v;
    if (args.positional.size() > 2) return args.positional[2];
    throw lang::PyError(in.make_exception(
        "AttributeError", {lang::str("'Config' object has no attribute '" +
                                     (word ? word->text() : in.repr(args.positional[1])) + "'")}));
  };
  cls->method("__getattr__", get);
  cls->method("__getitem__", get);
  cls->method("get", get);
  return lang::Value(lang::make<lang::InstanceObject>(cls.get()).get());
}

/// The property of this name if a value is a class of the program that is no module; undefined if
/// there is none.
lang::Value property_of_config(const lang::Value& v, const std::string& word) {
  const auto* cls = v.get<lang::ClassObject>();
  if (!cls || !reading::is_of_program(*cls) || cls->lookup(lang::Symbol("forward")).defined()) return {};
  lang::Value own = cls->lookup(lang::Symbol(word));
  const auto* property = own.defined() ? own.get<lang::Descriptor>() : nullptr;
  const bool computes = property && property->type == lang::Descriptor::Type::property;
  const auto* by = computes ? property->function.get<lang::FunctionObject>() : nullptr;
  return by && !by->code->source->is_library() ? own : lang::Value();
}

}  // namespace

/// Like holds_sizes(), also if the parameter is only passed on to constructors of parts.
static bool hands_on_sizes(const lang::FunctionObject& f, const std::string& parameter,
                           const reading::ConstructorOf& constructor_of, int depth = 4) {
  if (holds_sizes(f, parameter)) return true;
  if (depth == 0) return false;
  const std::vector<reading::HandedTo> parts = reading::handed_to(parameter, f, constructor_of);
  return std::any_of(parts.begin(), parts.end(), [&](const reading::HandedTo& to) {
    return hands_on_sizes(*to.constructor, to.parameter, constructor_of, depth - 1);
  });
}

/// The sizes that a name stands for: by the vocabulary, or by how it is used.
std::vector<std::string> TrialRunner::sizes_named(const std::string& word) const {
  if (const auto it = by_place_.find(word); it != by_place_.end()) return vocabulary().sizes(it->second);
  std::vector<std::string> names = vocabulary().sizes(word);
  // How a single letter is used says more than the letter.
  const bool says_little = names.empty() || word.size() == 1;
  if (const auto it = by_use_.find(word); says_little && it != by_use_.end()) {
    names = it->second;
  }
  return names;
}

lang::Value TrialRunner::size_for(Trial& trial, const std::string& word) {
  std::vector<std::string> names = sizes_named(word);
  std::erase_if(names, [&](const std::string& n) { return !trial.setting.sizes.contains(n); });
  if (names.empty()) return {};
  if (names.size() == 1) {
    // A size may be another name for one: head_dim = d_out.
    std::string name = names[0];
    for (const auto& [size, expression] : reference_.assignment().sizes) {
      if (size == name && trial.setting.sizes.contains(expression)) name = expression;
    }
    singles_.insert(name);
    trial.bound.insert(name);
    trial.bound.insert(names[0]);
    const auto part = means_part_.find(names[0]);
    return trial.setting.sizes.at(part == means_part_.end() ? names[0] : part->second);
  }
  std::erase_if(names, [&](const std::string& n) { return singles_.contains(n); });
  if (names.empty()) names = sizes_named(word);
  const lang::Value value = trial.setting.sizes.at(names.back());
  for (const std::string& name : names) {
    trial.bound.insert(name);
    if (name != names.back()) fixed_[name] = value;
    if (name != names.back()) shared_.insert(name);
  }
  return value;
}

/// A configuration with sizes; `inner` is the learner's own part, as in cfg["model"], whose keys
/// are names of sizes too.
lang::Value TrialRunner::config_for(const lang::Value& inner) {
  lang::Interpreter& interp = program_.interpreter();
  return config_object(interp, [this, &interp, inner](const std::string& word) {
    // What the learner's own configuration computes may be wrong.
    for (const auto& [symbol, value] : interp.snapshot()) {
      if (const lang::Value property = property_of_config(value, word); property.defined()) return property;
    }
    lang::Value v = current_ ? size_for(*current_, word) : lang::Value();
    if (v.defined()) return v;
    // Values that only the learner's own configuration has.
    const auto look_in = [&](const lang::Value& value) -> lang::Value {
      if (auto* dict = value.get<lang::DictObject>()) {
        lang::Value* found = dict->find(std::string_view(word));
        return found ? *found : lang::Value();
      }
      if (value.get<lang::InstanceObject>() || value.get<lang::ClassObject>()) {
        return interp.find_attr(value, lang::Symbol(word));
      }
      return {};
    };
    if (inner.defined()) v = look_in(inner);
    for (const OwnArguments& own : own_arguments()) {
      for (const auto& [parameter, value] : own) {
        if (!v.defined()) v = look_in(value);
      }
    }
    for (const auto& [symbol, value] : interp.snapshot()) {
      if (!v.defined()) v = look_in(value);
    }
    // Objects made under `if __name__ == "__main__":` belong to another run: only numbers may be
    // taken from them.
    const auto number_in = [&](const lang::Value& value) -> const lang::Value* {
      const auto* instance = value.get<lang::InstanceObject>();
      const lang::Attributes* own = instance ? value.object()->attributes_if_any() : nullptr;
      const lang::Value* found = own ? own->find(lang::Symbol(word)) : nullptr;
      return found && (found->is_int() || found->is_float() || found->is_bool()) ? found : nullptr;
    };
    if (!v.defined() && !program_.as_main().failure()) {
      for (const auto& [symbol, value] : program_.as_main().interpreter().snapshot()) {
        const lang::Value* found = number_in(value);
        const lang::Attributes* own = value.get<lang::InstanceObject>() ? value.object()->attributes_if_any() : nullptr;
        for (size_t i = 0; own && !found && i < own->items().size(); ++i) found = number_in(own->items()[i].second);
        if (found) v = *found;
      }
    }
    if (v.defined() && v.is_int()) own_words_.insert(word);
    return v.defined() && v.get<lang::DictObject>() ? config_for(v) : v;
  });
}

const std::vector<OwnArguments>& TrialRunner::own_arguments() {
  if (!own_) own_ = candidate_.is_made() ? program_.own_arguments(candidate_) : std::vector<OwnArguments>();
  return *own_;
}

/// What the program itself passes for a parameter whose meaning is unknown.
lang::Value TrialRunner::own_value(const std::string& parameter) {
  for (const OwnArguments& own : own_arguments()) {
    if (const auto it = own.find(parameter); it != own.end()) return it->second;
  }
  return {};
}

/// Whether a program refuses the sizes it was given: it raises such an error itself, or its
/// shapes clash and some name for a size was not understood, or a width is fixed in the file and
/// other sizes are not.
bool TrialRunner::is_refused(const Trial& trial) const {
  if (!trial.failure || !candidate_.init) return false;
  if (trial.failure->kind == "AssertionError" || trial.failure->kind == "ValueError") return true;
  if (trial.failure->kind != "RuntimeError") return false;
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  const bool fixes_width = !weights.empty() && (fixed_.contains(weights[0].in) || fixed_.contains(weights[0].out));
  if (fixes_width && !trial.bound.empty()) return true;
  const std::vector<ParameterView> parameters = parameters_of(*candidate_.init, candidate_.is_class);
  return std::any_of(parameters.begin(), parameters.end(), [&](const ParameterView& p) {
    return !p.has_default && sizes_named(p.name).empty();
  });
}

Trial TrialRunner::run(const ProbeSpec& probe, const CallOptions& options, bool record) {
  Trial trial = run_as_told(probe, options, record);
  if (tried_own_ || !is_refused(trial)) return trial;
  tried_own_ = true;
  const std::map<std::string, lang::Value> before = fixed_;
  for (const OwnArguments& own : own_arguments()) {
    const auto take = [&](const std::string& word, const lang::Value& value) {
      for (const std::string& size : sizes_named(word)) {
        if (trial.setting.sizes.contains(size)) fixed_[size] = value;
      }
    };
    for (const auto& [parameter, value] : own) {
      take(parameter, value);
      auto* config = value.get<lang::DictObject>();
      lang::Value key, held;
      for (size_t at = 0; config && config->next(at, key, held);) {
        const auto* word = key.get<lang::StrObject>();
        if (word && (held.is_int() || held.is_float())) take(word->text(), held);
      }
      const lang::Attributes* fields = value.get<lang::InstanceObject>() ? value.object()->attributes_if_any() : nullptr;
      for (size_t i = 0; fields && i < fields->items().size(); ++i) {
        const auto& [word, field] = fields->items()[i];
        if (field.is_int() || field.is_float()) take(word.str(), field);
      }
    }
    Trial again = run_as_told(probe, options, record);
    if (!again.failure && again.trouble.empty()) return again;
    fixed_ = before;
  }
  // A program that refuses two widths may want equal ones.
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  if (!trial.constructed && !weights.empty() && !weights[0].is_vector()) {
    equal_widths_ = true;
    Trial again = run_as_told(probe, options, record);
    if (again.constructed) return again;
    equal_widths_ = false;
    fixed_ = before;
  }
  return trial;
}

/// Whether a constructor's parameter is 1 by default and never used.
bool TrialRunner::is_left_at_one(const std::string& parameter) const {
  const lang::Value one = default_of(*candidate_.init, parameter);
  return one.defined() && one.is_int() && !one.is_bool() && one.as_int() == 1 &&
         reading::is_unused(parameter, *candidate_.init, candidate_.call, constructor_of());
}

void TrialRunner::construct(Trial& trial) {
  if (!candidate_.is_made()) {
    make_weights(trial);
    return;
  }
  std::vector<Argument> arguments;
  lang::Value config;
  if (candidate_.init) {
    const std::vector<ParameterView> parameters = parameters_of(*candidate_.init, candidate_.is_class);
    // Names for a single size come first: they decide what an ambiguous name means.
    for (const ParameterView& p : parameters) {
      if (sizes_named(p.name).size() == 1 && !is_left_at_one(p.name)) size_for(trial, p.name);
    }
    for (const ParameterView& p : parameters) {
      if (const std::string object = object_asked(p.name, *candidate_.init); !object.empty()) {
        arguments.push_back({p.name, object, {}, true});
        trial.inputs.insert(object);
        continue;
      }
      const bool holds = hands_on_sizes(*candidate_.init, p.name, constructor_of());
      // Keep a default configuration object: it holds more than any size.
      if (p.has_default && holds && is_config(default_of(*candidate_.init, p.name))) continue;
      // The default is one head, and the program has no way to use several.
      if (p.has_default && is_left_at_one(p.name)) continue;
      // A parameter that sizes are read from is an object, whatever its name usually means.
      lang::Value v = holds ? lang::Value() : size_for(trial, p.name);
      if (!v.defined() && p.has_default) continue;
      // Any number will do for a parameter that is never used, such as a mask's length.
      if (!v.defined() && reading::is_unused(p.name, *candidate_.init, candidate_.call, constructor_of())) {
        v = size_for(trial, "context_length");
        if (!v.defined()) v = lang::Value(kUnusedSize);
      }
      if (!v.defined() && !holds) v = own_value(p.name);
      if (!v.defined()) {
        if (config.defined() || !holds) {
          trial.trouble = {Trouble::Kind::unknown_size, "mha-tutor does not know what the argument '" + p.name + "' of " +
                                                            candidate_.name + "() is for"};
          return;
        }
        v = config = config_for({});
      }
      arguments.push_back({p.name, "", v, true});
    }
    if (const auto& rest = candidate_.init->code->star_kwargs) {
      for (const std::string& key : reading::keys_read(*candidate_.init, rest->name.str())) {
        const lang::Value v = size_for(trial, key);
        if (v.defined()) arguments.push_back({key, "", v, true});
      }
    }
  }
  trial.made_with = std::move(arguments);
  lesson::Outcome outcome = program_.perform([&] {
    default_generator().set_seed(seed_);
    return constructed(trial);
  });
  trial.failure = outcome.failure;
  if (trial.failure) return;
  trial.object = outcome.value;
  // A maker may return its weights as well.
  if (const auto* several = outcome.value.get<lang::TupleObject>(); several && candidate_.is_maker) {
    for (const lang::Value& v : several->items) {
      if (v.get<lang::FunctionObject>()) trial.object = v;
    }
  }
  const bool anew = std::any_of(trial.made_with.begin(), trial.made_with.end(), [](const Argument& a) { return !a.canonical.empty(); });
  if (anew) return;
  trial.made_with.clear();
  trial.found = find_weights(program_.interpreter(), trial.object);
  for (std::vector<FoundWeight>* all : {&trial.found.matrices, &trial.found.vectors}) {
    for (FoundWeight& w : *all) {
      const std::vector<double> numbers = numbers_of(w.tensor).values;
      const bool same = std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>()) == numbers.end();
      if (same && !numbers.empty()) w.start = numbers[0];
    }
  }
}

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

/// Learns a size from a number that the program stores under this name, unless the program was
/// given it.
void TrialRunner::learn(const Trial& trial, const std::string& word, const lang::Value& value) {
  const bool counts = value.is_int() && value.as_int() >= 1;
  if (!counts && !value.is_float()) return;
  const std::vector<std::string> names = sizes_named(word);
  for (const std::string& name : names) {
    if (trial.bound.contains(name) || fixed_.contains(name)) continue;
    // For a name of two sizes, the first weight decides.
    const std::vector<WeightSpec>& weights = reference_.assignment().weights;
    const bool which = counts && names.size() > 1 && !weights.empty() && !trial.found.matrices.empty();
    if (which && name == weights[0].in && width_of_input(trial.found.matrices[0]) != value.as_int()) continue;
    if (which && name == weights[0].out && width_of_output(trial.found.matrices[0]) % value.as_int() != 0) continue;
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
      !trial.bound.contains(in) && !trial.bound.contains(out) && !fixed_.contains(out)) {
    fixed_[out] = lang::Value(first.tensor.size(0));
  }
  // The output is as wide as the input if no weight has another width for it.
  const auto ins = fixed_.find(in);
  const int64_t in_width = ins != fixed_.end() && ins->second.is_int() ? ins->second.as_int() : whole(trial.setting.sizes, in);
  const bool told = trial.bound.contains(out) || fixed_.contains(out) || !reference_.assignment().is_plain(out);
  if (trial.object.is_object() && !told && !widths.contains(whole(trial.setting.sizes, out)) &&
      std::all_of(trial.found.matrices.begin(), trial.found.matrices.end(), [&](const FoundWeight& w) {
        return w.tensor.size(0) % in_width == 0 && w.tensor.size(-1) % in_width == 0;
      })) {
    fixed_[out] = lang::Value(other_output(trial, in_width).value_or(in_width));
  }
  // The other inputs are as wide too, if no weight has the width that they would have.
  for (const WeightSpec& w : weights) {
    if (w.is_vector() || w.in == in || trial.bound.contains(w.in) || fixed_.contains(w.in)) continue;
    if (reference_.assignment().stage_of(w.out) >= 0 || is_made(w.in)) continue;
    if (widths.contains(whole(trial.setting.sizes, w.in))) continue;
    const auto own = fixed_.find(in);
    const lang::Value first_in = own != fixed_.end() ? own->second : trial.setting.sizes.at(in);
    fixed_[w.in] = lang::Value(other_input(trial, first_in.as_int()).value_or(first_in.as_int()));
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
  const bool asked = own_words_.empty() && !trial.bound.empty();
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

/// Learns from weights that are made per head: together they are as wide as the whole. If each
/// one has the width given for the whole, the program's d_out means that of a head.
void TrialRunner::learn_parts(const Trial& trial) {
  const Assignment& assignment = reference_.assignment();
  if (assignment.weights.empty() || trial.found.matrices.empty()) return;
  const std::string& out = assignment.weights[0].out;
  const int64_t whole_width = whole(trial.setting.sizes, out);
  for (const auto& [part, expression] : assignment.sizes) {
    if (!expression.starts_with(out + " // ")) continue;
    const std::string count = expression.substr(out.size() + 4);
    const int64_t n = whole(trial.setting.sizes, count);
    if (n < 2 || !trial.bound.contains(count)) continue;
    const int64_t width = width_of_head(trial.found, n, whole(trial.setting.sizes, assignment.weights[0].in), assignment.weights.size());
    if (width == 0) return;
    if (!trial.bound.contains(out)) {
      if (width * n != whole_width) fixed_[out] = lang::Value(width * n);
    } else if (width == whole_width && singles_.contains(out) && !fixed_.contains(assignment.weights[0].in)) {
      // Where the program wants both widths alike, that of a head shows nothing.
      means_part_.emplace(out, part);
    }
    return;
  }
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

/// Learns the sizes that the program did not ask for. True if it has to be called again with
/// other sizes.
bool TrialRunner::learn_sizes(const Trial& trial) {
  const size_t before = fixed_.size() + means_part_.size();
  learn_from_names(trial);
  learn_from_weights(trial);
  learn_parts(trial);
  learn_dropout(trial);
  if (fixed_.size() + means_part_.size() != before) return true;
  return std::any_of(fixed_.begin(), fixed_.end(), [&](const auto& size) {
    const auto now = trial.setting.sizes.find(size.first);
    return now != trial.setting.sizes.end() && !now->second.is(size.second);
  });
}

}  // namespace mha::homework
