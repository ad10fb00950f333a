#include "homework/trial.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "homework/trial_parts.h"
#include "homework/vocabulary.h"
#include "lang/class_object.h"
#include "random/generator.h"
#include "random/draws.h"
#include "tensor/factory.h"
#include "tensor/grad.h"
#include "tensor/ops_binary.h"
#include "tensor/views.h"
#include "torch/convert.h"
#include "torch/device.h"

namespace mha::homework {

namespace {

/// True if a function reads something out of its parameter: `config.n_embd`,
/// `config["heads"]`.
bool holds_sizes(const lang::FunctionObject& f, const std::string& parameter) {
  const std::string_view text = f.code->source->text(f.code->span);
  for (const char* after : {".", "["}) {
    size_t at = 0;
    const std::string read = parameter + after;
    while ((at = text.find(read, at)) != std::string_view::npos) {
      const char before = at > 0 ? text[at - 1] : ' ';
      if (!std::isalnum(static_cast<unsigned char>(before)) && before != '_' && before != '.') {
        return true;
      }
      ++at;
    }
  }
  return false;
}

/// The object that a learner's code reads sizes from, whatever it calls them: as
/// attributes or by keys.
lang::Value config_object(lang::Interpreter& interp,
                          std::function<lang::Value(const std::string&)> size) {
  const lang::Ref<lang::ClassObject> cls = interp.make_class("Config", "__main__");
  const auto get = [size](lang::Interpreter& in, lang::Args& args) {
    const auto* word = args.positional[1].get<lang::StrObject>();
    const lang::Value v = word ? size(word->text()) : lang::Value();
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

const Tensor* tensor_or_array(lang::Interpreter& interp, const lang::Value& v) {
  const Tensor* t = torch::as_tensor(v);
  return t ? t : torch::as_array(interp, v);
}

/// The tensors that a call gave: one, or those in a tuple, list or dict.
std::vector<const Tensor*> tensors_of(lang::Interpreter& interp, const lang::Value& v) {
  std::vector<const Tensor*> out;
  const auto add = [&](const lang::Value& item) {
    if (const Tensor* t = tensor_or_array(interp, item)) out.push_back(t);
  };
  add(v);
  const std::vector<lang::Value>* items = nullptr;
  if (const auto* tuple = v.get<lang::TupleObject>()) items = &tuple->items;
  if (const auto* list = v.get<lang::ListObject>()) items = &list->items;
  if (items) std::for_each(items->begin(), items->end(), add);
  if (auto* dict = v.get<lang::DictObject>()) {
    size_t at = 0;
    lang::Value key, value;
    while (dict->next(at, key, value)) add(value);
  }
  return out;
}

/// The nn.Dropout layers below a module.
void find_dropouts(const lang::Value& module, std::vector<lang::Value>& out) {
  const auto* instance = module.get<lang::InstanceObject>();
  if (!instance) return;
  if (module.object()->own_cls()->name().starts_with("Dropout")) out.push_back(module);
  const lang::Attributes* own = module.object()->attributes_if_any();
  const lang::Value* children = own ? own->find(lang::Symbol("_modules")) : nullptr;
  auto* dict = children ? children->get<lang::DictObject>() : nullptr;
  size_t at = 0;
  lang::Value key, child;
  while (dict && dict->next(at, key, child)) find_dropouts(child, out);
}

/// The dropout that was asked for; 0 if there is none.
double dropout_rate(const Setting& setting) {
  const auto p = setting.sizes.find("dropout");
  return p != setting.sizes.end() && p->second.is_float() ? p->second.as_float() : 0;
}

/// Whether a program is written in NumPy alone.
bool is_numpy_only(const Program& program) {
  bool numpy = false, torch = false;
  const auto look = [&](const std::string& path) {
    numpy = numpy || path == "numpy" || path.starts_with("numpy.");
    torch = torch || path == "torch" || path.starts_with("torch.");
  };
  for (const lang::ModulePtr& module : program.modules()) {
    for (const lang::StmtPtr& s : module->body) {
      if (s->kind == lang::StmtKind::import) {
        for (const auto& name : static_cast<const lang::Import&>(*s).names) look(name.path);
      } else if (s->kind == lang::StmtKind::import_from) {
        look(static_cast<const lang::ImportFrom&>(*s).module);
      }
    }
  }
  return numpy && !torch;
}

/// What a last dropout was given. A model may drop numbers of its output, too, if
/// it has dropped others before; then the output that is judged is the one before.
std::optional<Numbers> before_last_dropout(const Recording& seen, const Numbers& output,
                                           double p) {
  const double factor = 1 / (1 - p);
  std::optional<Numbers> before;
  bool elsewhere = false;
  for (const Made& m : seen.made()) {
    elsewhere = elsewhere || m.operation.find("scaled_dot_product_attention") != std::string::npos;
    if (m.secondary() || same(m.numbers, output)) continue;
    if (m.numbers.shape == output.shape && is_thinned(m.numbers, output, factor)) {
      before = m.numbers;
      continue;
    }
    for (const Made& other : seen.made()) {
      if (elsewhere) break;
      elsewhere = !other.secondary() && other.numbers.shape == m.numbers.shape &&
                  !same(other.numbers, output) && is_thinned(m.numbers, other.numbers, factor);
    }
  }
  return elsewhere ? before : std::nullopt;
}

}  // namespace

Trials::Trials(Program& program, const Candidate& candidate, Reference& reference,
               uint32_t seed)
    : program_(program), candidate_(candidate), reference_(reference), seed_(seed),
      arrays_(is_numpy_only(program)) {
  by_use_ = sizes_by_use(reference.assignment(), candidate.init, *candidate.call,
                         [&](lang::Symbol name) -> const lang::FunctionObject* {
    for (const Candidate& c : program.candidates()) {
      if (c.is_class && c.name == name.str()) return c.init;
    }
    return nullptr;
  });
}

Trial Trials::run(const ProbeSpec& probe, const Manner& manner, bool record) {
  Trial trial;
  // Sizes that turn out to be the program's own change what it is called with.
  for (int round = 0; round < 4; ++round) {
    trial = Trial();
    std::map<std::string, lang::Value> fixed = fixed_;
    for (const auto& [name, value] : manner.guessed) fixed.emplace(name, lang::Value(value));
    trial.setting.sizes = reference_.sizes(probe, fixed);
    trial.setting.spread = probe.spread;
    trial.setting.training = probe.training;
    trial.setting.seed = seed_;
    program_.recording().clear();
    program_.recording().on = false;
    construct(trial);
    if (trial.failure || !trial.trouble.empty()) return trial;
    if (!learn_sizes(trial)) break;
  }
  trial.constructed = true;
  std::set<std::string> absent;
  for (const InputSpec& input : reference_.assignment().inputs) {
    if (input.optional) absent.insert(input.name);
  }
  trial.names = reference_.start(trial.setting, manner.which, absent);
  fill(trial.found);
  prepare_call(trial, manner);
  if (!trial.trouble.empty()) return trial;
  if (std::erase_if(absent, [&](const std::string& n) { return trial.inputs.contains(n); })) {
    Names names = reference_.start(trial.setting, manner.which, absent);
    names.insert(trial.names.begin(), trial.names.end());
    trial.names = std::move(names);
  }
  set_mode(trial, probe.training);
  if (probe.training && dropout_rate(trial.setting) > 0) quiet_last_dropout(trial);
  program_.recording().on = record;
  lesson::Outcome outcome = program_.world().perform([&] { return call(trial, trial.names, true); });
  trial.recording = program_.recording();
  join_steps(trial.recording);
  program_.recording().on = true;
  trial.failure = outcome.failure;
  if (trial.failure) return trial;
  const Tensor* out = output_among(trial, outcome.value);
  if (!out) {
    trial.trouble = "it gave " + (outcome.value.defined() && outcome.value.is_none()
                                      ? std::string("None")
                                      : "a " + program_.interpreter().type_name(outcome.value)) +
                    " where a tensor was expected";
    return trial;
  }
  trial.output_tensor = *out;
  trial.output = numbers_of(*out);
  if (const double p = dropout_rate(trial.setting); probe.training && p > 0) {
    if (auto before = before_last_dropout(trial.recording, *trial.output, p)) {
      trial.output = std::move(before);
    }
  }
  return trial;
}

std::optional<Numbers> Trials::again(Trial& trial, const Names& inputs, bool training,
                                     bool reseed, lang::Observer* observer) {
  set_mode(trial, training);
  program_.recording().on = false;
  lang::Observer*& hears = program_.interpreter().observer;
  lang::Observer* const before = hears;
  if (observer) hears = observer;
  const lesson::Outcome outcome =
      program_.world().perform([&] { return call(trial, inputs, reseed); });
  hears = before;
  program_.recording().on = true;
  if (outcome.failure) return std::nullopt;
  const Tensor* out = output_among(trial, outcome.value);
  if (!out) return std::nullopt;
  return numbers_of(*out);
}

/// Of several tensors, weights among them, the output is the first that has a row
/// for each row of the input, as wide as an output is if there is one of these.
const Tensor* Trials::output_among(const Trial& trial, const lang::Value& v) {
  const std::vector<const Tensor*> all = tensors_of(program_.interpreter(), v);
  if (all.empty()) return nullptr;
  if (output_at_ && *output_at_ < all.size()) return all[*output_at_];
  const Tensor* x = tensor_in(trial.names, reference_.assignment().inputs[0].name);
  std::optional<size_t> rows, output;
  for (size_t i = 0; i < all.size(); ++i) {
    const Tensor& t = *all[i];
    if (!x || t.dim() != x->dim() || t.dim() < 1) continue;
    if (!std::equal(t.shape().begin(), t.shape().end() - 1, x->shape().begin())) continue;
    if (!output && t.size(-1) == whole(trial.setting.sizes, "d_out")) output = i;
    if (!rows) rows = i;
  }
  // Where it stands is the same in every call.
  output_at_ = output ? *output : rows.value_or(0);
  return all[*output_at_];
}

/// The sizes that a word stands for: by itself, or by what is done with it.
std::vector<std::string> Trials::sizes_named(const std::string& word) const {
  std::vector<std::string> names = vocabulary().sizes(word);
  if (const auto it = by_use_.find(word); names.empty() && it != by_use_.end()) {
    names = it->second;
  }
  return names;
}

lang::Value Trials::size_for(Trial& trial, const std::string& word) {
  std::vector<std::string> names = sizes_named(word);
  std::erase_if(names, [&](const std::string& n) { return !trial.setting.sizes.contains(n); });
  if (names.empty()) return {};
  if (names.size() == 1) {
    // A size may be another's second name: head_dim that is d_out.
    std::string name = names[0];
    for (const auto& [size, expression] : reference_.assignment().sizes) {
      if (size == name && trial.setting.sizes.contains(expression)) name = expression;
    }
    singles_.insert(name);
    trial.bound.insert(name);
    trial.bound.insert(names[0]);
    return trial.setting.sizes.at(names[0]);
  }
  std::erase_if(names, [&](const std::string& n) { return singles_.contains(n); });
  if (names.empty()) names = sizes_named(word);
  const lang::Value value = trial.setting.sizes.at(names.back());
  for (const std::string& name : names) {
    trial.bound.insert(name);
    if (name != names.back()) fixed_[name] = value;
  }
  return value;
}

lang::Value Trials::config_for(Trial& trial) {
  lang::Interpreter& interp = program_.interpreter();
  return config_object(interp, [this, &trial, &interp](const std::string& word) {
    lang::Value v = size_for(trial, word);
    if (v.defined()) return v;
    // What only the learner's own configuration knows.
    for (const auto& [symbol, value] : interp.snapshot()) {
      if (auto* dict = value.get<lang::DictObject>()) {
        if (lang::Value* found = dict->find(std::string_view(word))) return *found;
      } else if (value.get<lang::InstanceObject>() || value.get<lang::ClassObject>()) {
        const lang::Value found = interp.find_attr(value, lang::Symbol(word));
        if (found.defined()) return found;
      }
    }
    return lang::Value();
  });
}

void Trials::construct(Trial& trial) {
  if (!candidate_.is_class) {
    make_weights(trial);
    return;
  }
  std::vector<lang::Value> values;
  std::vector<lang::KeywordArg> keywords;
  lang::Value config;
  if (candidate_.init) {
    const std::vector<ParameterView> parameters = parameters_of(*candidate_.init, true);
    // Words of a single size first: they decide what a word for two stands for.
    for (const ParameterView& p : parameters) {
      if (sizes_named(p.name).size() == 1) size_for(trial, p.name);
    }
    for (const ParameterView& p : parameters) {
      lang::Value v = size_for(trial, p.name);
      if (!v.defined() && p.has_default) continue;
      if (!v.defined()) {
        if (config.defined() || !holds_sizes(*candidate_.init, p.name)) {
          trial.trouble = "nothing is known of the argument '" + p.name + "' of " +
                          candidate_.name + "()";
          return;
        }
        v = config = config_for(trial);
      }
      keywords.push_back({lang::Symbol(p.name), v});
    }
  }
  lesson::Outcome outcome = program_.world().perform([&] {
    default_generator().set_seed(seed_);
    return program_.interpreter().call(candidate_.object, values, keywords);
  });
  trial.failure = outcome.failure;
  if (trial.failure) return;
  trial.object = outcome.value;
  trial.found = find_weights(program_.interpreter(), trial.object);
}

/// Whether a size is the width of what some weight gives.
bool Trials::is_made(const std::string& size) const {
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  return std::any_of(weights.begin(), weights.end(),
                     [&](const WeightSpec& w) { return w.out == size; });
}

/// Sizes that the program did not ask for are what it made of itself: what its
/// attributes, its module's names and its weights say.
bool Trials::learn_sizes(const Trial& trial) {
  const std::map<std::string, lang::Value> before = fixed_;
  lang::Interpreter& interp = program_.interpreter();
  const auto learn = [&](const std::string& word, const lang::Value& value) {
    if (!value.is_int() || value.as_int() < 1) return;
    for (const std::string& name : vocabulary().sizes(word)) {
      if (trial.bound.contains(name) || fixed_.contains(name)) continue;
      if (trial.setting.sizes.contains(name)) fixed_[name] = value;
    }
  };
  if (trial.object.is_object()) {
    if (const lang::Attributes* own = trial.object.object()->attributes_if_any()) {
      const auto items = own->items();
      for (const auto& [name, value] : items) learn(name.str(), value);
    }
  }
  if (candidate_.is_class) {
    for (const auto& [name, value] : interp.snapshot()) {
      if (trial.bound.empty()) learn(name.str(), value);
    }
  }
  // The width of what comes in is that of the first weight.
  std::set<int64_t> widths;
  for (const FoundWeight& w : trial.found.matrices) {
    widths.insert(w.linear ? w.tensor.size(1) : w.tensor.size(0));
    if (!w.linear) widths.insert(w.tensor.size(-1));
    if (!w.linear && w.tensor.dim() == 3) widths.insert(w.tensor.size(1));
  }
  if (!reference_.assignment().weights.empty() && !trial.found.matrices.empty()) {
    const std::string& in = reference_.assignment().weights[0].in;
    const FoundWeight& first = trial.found.matrices[0];
    if (!trial.bound.contains(in) && !widths.contains(whole(trial.setting.sizes, in))) {
      fixed_[in] = lang::Value(first.linear ? first.tensor.size(1) : first.tensor.size(0));
    }
  }
  // What else comes in is as wide, where no weight has the width it would have.
  if (!widths.empty()) {
    const std::string& first = reference_.assignment().weights.empty()
                                   ? std::string() : reference_.assignment().weights[0].in;
    for (const WeightSpec& w : reference_.assignment().weights) {
      if (w.in == first || trial.bound.contains(w.in) || fixed_.contains(w.in)) continue;
      if (reference_.assignment().stage_of(w.out) >= 0 || is_made(w.in)) continue;
      if (widths.contains(whole(trial.setting.sizes, w.in))) continue;
      const auto own = fixed_.find(first);
      fixed_[w.in] = own != fixed_.end() ? own->second : trial.setting.sizes.at(first);
    }
  }
  if (fixed_.size() != before.size()) return true;
  for (const auto& [name, value] : fixed_) {
    const auto now = trial.setting.sizes.find(name);
    if (now != trial.setting.sizes.end() && !now->second.is(value)) return true;
  }
  return false;
}

void Trials::fill(const FoundWeights& found) const {
  Generator generator(seed_ * 7919 + 17);
  const bool grad = grad_enabled();
  set_grad_enabled(false);
  for (const Tensor& t : found.all) {
    if (t.dtype() != DType::float32 && t.dtype() != DType::float64) continue;
    copy_(t, drawn(generator, t.shape(), kWeightSpread));
  }
  set_grad_enabled(grad);
}

void Trials::prepare_call(Trial& trial, const Manner& manner) {
  const Assignment& assignment = reference_.assignment();
  const std::vector<ParameterView> parameters =
      parameters_of(*candidate_.call, candidate_.is_class);
  std::set<std::string> used;
  std::vector<const ParameterView*> unknown;
  std::vector<Argument> args(parameters.size());
  bool asks_for_weights = false;
  // Without a word for it, the first argument is the input, whatever it is called.
  const bool named = std::any_of(
      parameters.begin(), parameters.end(), [&](const ParameterView& p) {
        const std::string tensor = vocabulary().tensor(p.name);
        return !p.has_default && !tensor.empty() && reference_.alternatives(tensor) > 0;
      });
  for (size_t i = 0; i < parameters.size(); ++i) {
    const ParameterView& p = parameters[i];
    Argument& a = args[i];
    a.name = p.name;
    if (const auto own = trial.own.find(p.name); own != trial.own.end()) {
      a.value = own->second;
      continue;
    }
    const std::string tensor = vocabulary().tensor(p.name);
    const bool better = std::any_of(
        parameters.begin(), parameters.end(), [&](const ParameterView& other) {
          return vocabulary().tensor(other.name) == tensor &&
                 vocabulary().place(other.name) < vocabulary().place(p.name);
        });
    if (!tensor.empty() && p.has_default && better) continue;
    const std::string weight = candidate_.is_class ? "" : vocabulary().weight(p.name);
    if (!tensor.empty() && trial.names.contains(tensor) && !used.contains(tensor) &&
        reference_.alternatives(tensor) > 0) {
      a.canonical = tensor;
    } else if (!weight.empty() && assignment.weight(weight)) {
      a.canonical = weight;
      asks_for_weights = true;
    } else if (!p.has_default || !candidate_.is_class) {
      if (named || i > 0) a.value = size_for(trial, p.name);
      if (!a.value.defined()) {
        if (p.has_default) continue;
        unknown.push_back(&p);
        continue;
      }
    } else {
      continue;
    }
    if (p.has_default && !a.canonical.empty() && !asks_for_weights) {
      trial.could_take.insert(a.canonical);
      if (!manner.also_given.contains(a.canonical)) {
        a.canonical.clear();
        continue;
      }
    }
    used.insert(a.canonical);
  }
  // Arguments of unknown names are weights if something is multiplied by them, or
  // the inputs that are left, in order.
  size_t next = 0, weight = 0;
  for (const ParameterView* p : unknown) {
    if (!candidate_.is_class && is_multiplied_by(*candidate_.call, p->name)) {
      while (weight < assignment.weights.size() && used.contains(assignment.weights[weight].name)) {
        ++weight;
      }
      if (weight < assignment.weights.size()) {
        for (Argument& a : args) {
          if (a.name == p->name) a.canonical = assignment.weights[weight].name;
        }
        used.insert(assignment.weights[weight].name);
        asks_for_weights = true;
        continue;
      }
    }
    const auto taken = [&](const InputSpec& input) {
      // Another name of an input is no second input.
      return used.contains(input.name) || trial.names.contains(input.expression);
    };
    while (next < assignment.inputs.size() && taken(assignment.inputs[next])) ++next;
    const bool others = used.contains("query") || used.contains("key");
    if (next >= assignment.inputs.size() || others) {
      trial.trouble = "nothing is known of the argument '" + p->name + "' of " + candidate_.name;
      return;
    }
    for (Argument& a : args) {
      if (a.name == p->name) a.canonical = assignment.inputs[next].name;
    }
    used.insert(assignment.inputs[next].name);
  }
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i].canonical.empty() && !args[i].value.defined()) continue;
    args[i].by_keyword = parameters[i].by_keyword || parameters[i].has_default;
    if (!args[i].canonical.empty()) trial.inputs.insert(args[i].canonical);
    trial.arguments.push_back(args[i]);
  }
  if (asks_for_weights) hand_out_weights(trial);
  if (!asks_for_weights && trial.found.matrices.empty()) give_stages(trial);
}

lang::Value Trials::call(const Trial& trial, const Names& inputs, bool reseed) {
  last_inputs_.clear();
  std::vector<lang::Value> values;
  std::vector<lang::KeywordArg> keywords;
  for (const Argument& a : trial.arguments) {
    lang::Value v = a.value;
    if (!a.canonical.empty()) {
      const auto it = inputs.find(a.canonical);
      if (it != inputs.end()) v = it->second;
    }
    // The program gets a copy: what it writes to is its own.
    if (const Tensor* t = torch::as_tensor(v)) {
      const Tensor copy = clone(*t);
      if (!a.canonical.empty()) last_inputs_[a.canonical] = copy;
      v = arrays_ ? torch::array_value(program_.interpreter(), copy) : lang::tensor(copy);
    }
    if (a.by_keyword || !keywords.empty()) {
      keywords.push_back({lang::Symbol(a.name), v});
    } else {
      values.push_back(v);
    }
  }
  if (reseed) default_generator().set_seed(seed_);
  lang::Value f = candidate_.is_class ? trial.object : candidate_.object;
  if (candidate_.by_forward) f = program_.interpreter().find_attr(f, lang::Symbol("forward"));
  return program_.interpreter().call(f, values, keywords);
}

void Trials::set_mode(const Trial& trial, bool training) const {
  set_mode(trial.object, training);
}

void Trials::set_mode(const lang::Value& module, bool training) const {
  if (!module.is_object()) return;
  lang::Interpreter& interp = program_.interpreter();
  program_.world().perform([&] {
    if (interp.find_attr(module, lang::Symbol("eval")).defined() &&
        interp.find_attr(module, lang::Symbol("training")).defined()) {
      interp.call_method(module, training ? "train" : "eval", {});
    }
    return lang::Value::none();
  });
}

/// A dropout that falls on the output, with another one before it, is left out of
/// what is judged: a model may have one at its end.
void Trials::quiet_last_dropout(Trial& trial) {
  std::vector<lang::Value> dropouts;
  find_dropouts(trial.object, dropouts);
  if (dropouts.size() < 2) return;
  const double p = dropout_rate(trial.setting);
  const std::optional<Numbers> plain = again(trial, trial.names, false);
  for (const lang::Value& d : dropouts) {
    set_mode(trial, false);
    set_mode(d, true);
    program_.recording().on = false;
    const lesson::Outcome outcome =
        program_.world().perform([&] { return call(trial, trial.names, true); });
    program_.recording().on = true;
    const Tensor* out = output_among(trial, outcome.value);
    set_mode(trial, true);
    if (outcome.failure || !out || !plain || out->shape() != plain->shape) continue;
    if (!is_thinned(*plain, numbers_of(*out), 1 / (1 - p))) continue;
    set_mode(d, false);
    return;
  }
}

}  // namespace mha::homework
