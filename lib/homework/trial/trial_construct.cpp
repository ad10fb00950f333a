// TrialRunner: the arguments of a constructor.

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
    // A function that is a field, softmax: Callable = lambda t: ..., is no method.
    const bool takes_self = method && method->defined_in && !method->code->positional.empty() && method->code->positional[0].name.str() == "self";
    if (takes_self) return lang::Value(lang::make<lang::BoundMethod>(self, v));
    if (v.defined()) return v;
    if (args.positional.size() > 2) return args.positional[2];
    throw lang::PyError(in.make_exception(
        "AttributeError", {lang::str("'Config' object has no attribute '" +
                                     (word ? word->text() : in.repr(args.positional[1])) + "'")}));
  };
  cls->method("__getattr__", get);
  cls->method("__getitem__", get);
  cls->method("get", get);
  // dataclasses.replace(config, d_out=8) makes another one.
  cls->attributes().set(lang::Symbol("__dataclass_fields__"), lang::Value(lang::make<lang::DictObject>()));
  cls->method("__init__", [](lang::Interpreter& in, lang::Args& args) {
    for (const lang::KeywordArg& changed : args.keywords) in.set_attr(args.positional[0], changed.name, changed.value);
    return lang::Value::none();
  });
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

/// What the default_factory of a dataclass makes for a field; undefined if it has none.
lang::Value made_for_field(lang::Interpreter& interp, const lang::ClassObject& cls, const std::string& word) {
  auto* fields = cls.lookup(lang::Symbol("__dataclass_fields__")).get<lang::DictObject>();
  const lang::Value* field = fields ? fields->find(std::string_view(word)) : nullptr;
  const lang::Value factory = field ? interp.find_attr(*field, lang::Symbol("default_factory")) : lang::Value();
  const bool makes = factory.defined() && (factory.get<lang::FunctionObject>() || factory.get<lang::ClassObject>());
  return makes ? interp.call(factory, {}) : lang::Value();
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

/// How a name is used says more than a single letter or a vague word.
bool TrialRunner::says_little(const std::string& word) const {
  const std::vector<std::string> named = vocabulary().sizes(word);
  // A word for a size of another homework tells nothing here, unless it is that size's own name.
  const bool elsewhere = std::find(named.begin(), named.end(), word) == named.end() && std::none_of(named.begin(), named.end(), [&](const std::string& n) {
    const auto& sizes = reference_.assignment().sizes;
    return std::any_of(sizes.begin(), sizes.end(), [&](const auto& size) { return size.first == n; });
  });
  return elsewhere || vocabulary().is_vague(word) || (word.size() == 1 && !vocabulary().is_told(word));
}

/// The sizes that a name stands for: by the vocabulary, or by how it is used.
std::vector<std::string> TrialRunner::sizes_named(const std::string& word) const {
  if (const auto it = by_place_.find(word); it != by_place_.end()) return vocabulary().sizes(it->second);
  if (const auto other = reading_.find(word); other != reading_.end()) return {other->second};
  const auto used = by_use_.find(word);
  return used == by_use_.end() || !says_little(word) ? vocabulary().sizes(word) : used->second;
}

std::vector<std::map<std::string, std::string>> TrialRunner::readings() const {
  constexpr size_t kMost = 12;
  const std::string count = vocabulary().size_by_use("divisor"), width = vocabulary().size_by_use("root");
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  std::set<std::string> may_be = {count, width};
  if (!weights.empty()) may_be.insert({weights[0].in, weights[0].out});
  std::vector<std::pair<std::string, std::string>> words;  // and what each is taken for
  std::set<std::string> pool;
  for (const auto& [word, used] : by_use_) {
    if (vocabulary().counts(word) || used.size() != 1 || !may_be.contains(used[0])) continue;
    // Where a name says one thing and its use another, the use may be right.
    const std::vector<std::string> named = says_little(word) ? used : vocabulary().sizes(word);
    if (!says_little(word) && std::find(named.begin(), named.end(), used[0]) != named.end()) continue;
    words.emplace_back(word, named.size() == 1 ? named[0] : "");
    pool.insert(used[0]);
  }
  if (pool.contains(count) || pool.contains(width)) pool.insert({count, width});
  pool.erase("");
  std::vector<std::map<std::string, std::string>> out;
  const std::function<void(size_t, std::map<std::string, std::string>, std::set<std::string>)> assign =
      [&](size_t i, std::map<std::string, std::string> reading, std::set<std::string> left) {
        if (i == words.size()) {
          if (!reading.empty()) out.push_back(std::move(reading));
          return;
        }
        for (const std::string& size : pool) {
          if (!left.contains(size)) continue;
          auto next = reading;
          if (size != words[i].second) next[words[i].first] = size;
          auto rest = left;
          rest.erase(size);
          assign(i + 1, std::move(next), std::move(rest));
        }
      };
  if (words.size() < pool.size() + 1 && words.size() <= 4) assign(0, {}, pool);
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  if (out.size() > kMost) out.resize(kMost);
  return out;
}

lang::Value TrialRunner::size_for(Trial& trial, const std::string& word) {
  const auto meant = [&](const std::string& name) {
    const auto part = means_part_.find(name);
    return trial.setting.sizes.at(part == means_part_.end() ? name : part->second);
  };
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
    return meant(names[0]);
  }
  std::erase_if(names, [&](const std::string& n) { return singles_.contains(n); });
  // As wide as a head, and as all heads: the program's d_out is that of a head.
  std::erase_if(names, [&](const std::string& n) {
    const auto& sizes = reference_.assignment().sizes;
    return std::any_of(sizes.begin(), sizes.end(), [&](const auto& size) {
      return size.second.starts_with(n + " // ") && std::find(names.begin(), names.end(), size.first) != names.end();
    });
  });
  if (names.empty()) names = sizes_named(word);
  const lang::Value value = meant(names.back());
  for (const std::string& name : names) {
    trial.bound.insert(name);
    if (name != names.back()) fixed_[name] = value;
    if (name != names.back()) shared_.insert(name);
  }
  return value;
}

/// The sizes in a field of a configuration that the constructor unpacks: d_in, d_out = config.widths.
lang::Value TrialRunner::sizes_of_field(const std::string& field) {
  if (!candidate_.init) return {};
  for (const ParameterView& p : parameters_of(*candidate_.init, candidate_.is_class)) {
    const lang::Value sizes = sizes_together(*current_, reading::unpacked_into(*candidate_.init, p.name + "." + field));
    if (sizes.defined()) return sizes;
  }
  return {};
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
    if (!v.defined() && current_) v = sizes_of_field(word);
    if (v.defined()) return v;
    // Values that only the learner's own configuration has.
    const auto look_in = [&](const lang::Value& value) -> lang::Value {
      if (auto* dict = value.get<lang::DictObject>()) {
        lang::Value* found = dict->find(std::string_view(word));
        return found ? *found : lang::Value();
      }
      const auto* cls = value.get<lang::ClassObject>();
      if (cls && reading::is_of_program(*cls)) {
        if (const lang::Value made = made_for_field(interp, *cls, word); made.defined()) return made;
      }
      if (value.get<lang::InstanceObject>() || (cls && reading::is_of_program(*cls))) {
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
    const auto* part = v.defined() ? v.get<lang::DictObject>() : nullptr;
    return part && part->size() > 0 ? config_for(v) : v;
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
  const bool bare = trial.constructed && trial.found.all.empty();  // makes its layers in its first call
  if ((!trial.constructed || bare) && !weights.empty() && !weights[0].is_vector()) {
    equal_widths_ = true;
    Trial again = run_as_told(probe, options, record);
    if (again.constructed && !(bare && again.failure)) return again;
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

/// Whether a parameter of the constructor is an object that sizes are read from.
bool TrialRunner::is_asked_for_sizes(const std::string& parameter) const {
  return !is_sequence(*candidate_.init, parameter) && hands_on_sizes(*candidate_.init, parameter, constructor_of());
}

/// Whether a parameter of the constructor keeps its default, though its name or its use is that of a
/// size.
bool TrialRunner::keeps_default(const ParameterView& p) const {
  if (!p.has_default) return false;
  const lang::Value own = default_of(*candidate_.init, p.name);
  // A configuration object holds more than any size.
  if (is_config(own) && is_asked_for_sizes(p.name)) return true;
  // One head, and the program has no way to use several.
  if (is_left_at_one(p.name)) return true;
  // normalise=None, and later normalise(scores): a function, whatever its name usually means.
  if (is_called(*candidate_.init, p.name)) return true;
  // The span of a relative bias, 0 or None: that a table has this side does not make it the longest text.
  const std::vector<std::string> used_as = sizes_named(p.name);
  if (!vocabulary().sizes(p.name).empty() || used_as.size() != 1 || !own.defined()) return false;
  const bool zero = own.is_int() && !own.is_bool() && own.as_int() == 0;
  return (used_as[0] == vocabulary().size_by_use("table") && (zero || own.is_none())) || (used_as[0] == vocabulary().size_by_use("divisor") && zero);
}

/// An input in place of a size, or several sizes in one tuple; undefined if it is neither.
lang::Value TrialRunner::more_than_a_size(Trial& trial, const ParameterView& p) {
  if (p.has_default && !default_of(*candidate_.init, p.name).get<lang::TupleObject>()) return {};
  // like.shape[-1]: an example of its input
  if (!p.has_default && reading::attributes_read(*candidate_.init, p.name) == std::set<std::string>{"shape"}) {
    return reference_.input(trial.setting, reference_.assignment().inputs[0].name, 0);
  }
  // d_in, d_out = sizes
  return sizes_together(trial, reading::taken_apart_into(*candidate_.init, p.name, constructor_of()));
}

/// Sizes in one tuple; undefined if there are not several, or one has a name that says nothing.
lang::Value TrialRunner::sizes_together(Trial& trial, const std::vector<std::string>& names) {
  std::vector<lang::Value> sizes;
  for (const std::string& name : names) {
    if (const lang::Value size = size_for(trial, name); size.defined()) sizes.push_back(size);
  }
  return names.size() > 1 && sizes.size() == names.size() ? lang::tuple(std::move(sizes)) : lang::Value();
}

/// The value of a parameter of the constructor; undefined if it keeps its default. Trouble if nothing
/// tells what it is for. There is one `config` for all parameters that sizes are read from.
lang::Value TrialRunner::constructor_value(Trial& trial, const ParameterView& p, lang::Value& config) {
  const lang::FunctionObject& init = *candidate_.init;
  if (p.name == switched_) return lang::Value(true);
  if (const lang::Value more = more_than_a_size(trial, p); more.defined()) return more;
  if (keeps_default(p)) return {};
  // A parameter that sizes are read from is an object, whatever its name usually means.
  const bool holds = is_asked_for_sizes(p.name);
  lang::Value v = holds ? lang::Value() : size_for(trial, p.name);
  if (!v.defined() && p.has_default) return {};
  // normalized_shape[-1]: the width alone, or a tuple of it unless the program asks which it is.
  const bool asks = init.code->source->text(init.code->span).find("isinstance(" + p.name) != std::string_view::npos;
  if (v.defined() && is_sequence(init, p.name) && !asks) v = lang::tuple({v});
  // drop=None, and later self.drop(weights): a layer, as its default or the file's own calls say; a
  // number would be a mistake.
  if (is_called_later(init, candidate_.call, p.name) &&
      (p.has_default ? default_of(init, p.name).is_none() : own_value(p.name).get<lang::InstanceObject>() != nullptr)) {
    if (v.is_float()) v = dropout_layer(trial, v);
    else if (p.has_default) return {};
  }
  // Any number will do for a parameter that is never used, such as a mask's length.
  if (!v.defined() && reading::is_unused(p.name, init, candidate_.call, constructor_of())) {
    v = size_for(trial, "context_length");
    if (!v.defined()) v = lang::Value(kUnusedSize);
  }
  if (!v.defined() && !holds) v = own_value(p.name);
  if (v.defined()) return v;
  if (config.defined() || !holds) {
    trial.trouble = {Trouble::Kind::unknown_size, "mha-tutor does not know what the argument '" + p.name + "' of " + candidate_.name + "() is for"};
    return {};
  }
  return config = config_for({});
}

std::vector<Argument> TrialRunner::constructor_arguments(Trial& trial) {
  std::vector<Argument> arguments;
  if (!candidate_.init) return arguments;
  lang::Value config;
  const std::vector<ParameterView> parameters = parameters_of(*candidate_.init, candidate_.is_class);
  // Names for a single size come first: they decide what an ambiguous name means.
  for (const ParameterView& p : parameters) {
    if (sizes_named(p.name).size() == 1 && !keeps_default(p)) size_for(trial, p.name);
  }
  for (const ParameterView& p : parameters) {
    if (const std::string object = object_asked(p.name, *candidate_.init); !object.empty()) {
      arguments.push_back({p.name, object, {}, true});
      trial.inputs.insert(object);
      continue;
    }
    const lang::Value v = constructor_value(trial, p, config);
    if (!trial.trouble.empty()) return arguments;
    if (v.defined()) arguments.push_back({p.name, "", v, true});
  }
  if (const auto& rest = candidate_.init->code->star_kwargs) {
    for (const std::string& key : reading::keys_handed_on(*candidate_.init, rest->name.str(), constructor_of())) {
      const lang::Value v = size_for(trial, key);
      if (v.defined()) arguments.push_back({key, "", v, true});
    }
  }
  return arguments;
}

void TrialRunner::construct(Trial& trial) {
  if (!candidate_.is_made()) {
    make_weights(trial);
    return;
  }
  std::vector<Argument> arguments = constructor_arguments(trial);
  if (!trial.trouble.empty()) return;
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
  take_weights(trial);
}

/// Finds the weights of an object, and the numbers that they start with if these are all alike.
void TrialRunner::take_weights(Trial& trial) {
  trial.found = find_weights(program_.interpreter(), trial.object);
  for (std::vector<FoundWeight>* all : {&trial.found.matrices, &trial.found.vectors}) {
    for (FoundWeight& w : *all) {
      const std::vector<double> numbers = numbers_of(w.tensor).values;
      const bool same = std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>()) == numbers.end();
      if (same && !numbers.empty()) w.start = numbers[0];
    }
  }
}

}  // namespace mha::homework
