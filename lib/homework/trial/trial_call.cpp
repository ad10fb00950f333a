// TrialRunner: chooses the value of each argument of a call.

#include <algorithm>

#include "homework/trial/own_use.h"
#include "homework/trial/trial.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "random/generator.h"
#include "reading/index.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/unary.h"
#include "torch/binding/convert.h"
#include "torch/binding/device.h"

namespace mha::homework {

namespace {

/// Whether a function has a parameter of this name and uses it as a mask.
bool masks_by(const reading::FunctionNode& f, const std::string& parameter) {
  const auto is_it = [&](const lang::Parameter& p) { return p.name.str() == parameter; };
  const bool takes = std::any_of(f.code->positional.begin(), f.code->positional.end(), is_it) ||
                     std::any_of(f.code->keyword_only.begin(), f.code->keyword_only.end(), is_it);
  return takes && reading::acts_as_mask(*f.code, parameter);
}

/// Whether a function passes its parameter to one that uses it as a mask.
bool hands_on_mask(const reading::Index& text, const reading::FunctionNode& f, const std::string& parameter) {
  for (const reading::ExprNode& n : text.nodes(f)) {
    if (n.expr->kind != lang::ExprKind::call) continue;
    const auto& call = reading::as<lang::Call>(*n.expr);
    const auto method = n.cls ? text.self_attribute(*call.callee) : std::nullopt;
    const reading::FunctionNode* to = method ? text.method(*n.cls, method->str()) : text.callee(*call.callee);
    if (!to) continue;
    int position = to->self ? -1 : 0;
    for (const lang::Parameter& p : to->code->positional) {
      const lang::Expr* value = position >= 0 ? reading::argument(call, p.name.str(), position) : nullptr;
      ++position;
      const bool handed = value && value->kind == lang::ExprKind::name && reading::as<lang::NameExpr>(*value).ref.name.str() == parameter;
      if (handed && masks_by(*to, p.name.str())) return true;
    }
  }
  return false;
}

}  // namespace

/// The state while the arguments of a call are matched to inputs, weights and sizes.
struct TrialRunner::CallAsked {
  std::vector<ParameterView> parameters;
  std::vector<std::string> words;  // what the homework calls each
  std::vector<Argument> args;      // for each parameter
  std::set<std::string> used;  // inputs and weights that already have an argument
  std::vector<size_t> unknown;
  bool weights = false;  // whether weights are among the arguments
  // Whether a name identified an input. If none did, an argument that is used like a tensor is
  // the input, or else the first argument.
  bool named = false;
  std::set<std::string> likely;
};

/// An nn.Dropout, for a function that calls its argument: `dropout(weights)`.
lang::Value TrialRunner::dropout_layer(const Trial& trial, const lang::Value& rate) {
  lang::Interpreter& interp = program_.interpreter();
  const lesson::Outcome made = program_.perform([&] {
    return interp.call(interp.get_attr(interp.get_attr(interp.import("torch"), "nn"), "Dropout"), {rate});
  });
  set_mode(made.value, trial.setting.training);
  return made.value;
}

/// Whether a name that means a mask, `m`, stands for a text: it is used as one, and another argument is
/// used as the mask.
bool TrialRunner::is_mask_beside(const CallAsked& asked, const ParameterView& p, const std::string& tensor) const {
  const lang::FunctionCode& code = *candidate_.call->code;
  if (p.has_default || tensor != "mask" || !asked.likely.contains(p.name) || reading::acts_as_mask(code, p.name)) return false;
  return std::any_of(asked.parameters.begin(), asked.parameters.end(), [&](const ParameterView& other) {
    return other.name != p.name && reading::acts_as_mask(code, other.name);
  });
}

/// Finds the input, weight or size that an argument's name stands for.
void TrialRunner::name_argument(Trial& trial, const CallOptions& options, CallAsked& asked, size_t i) {
  const ParameterView& p = asked.parameters[i];
  const std::string& word = asked.words[i];
  Argument& a = asked.args[i];
  a.name = p.name;
  if (const auto own = trial.own.find(p.name); own != trial.own.end()) {
    a.value = own->second;
    return;
  }
  if (options.switched == p.name) {
    a.value = lang::Value(true);
    return;
  }
  const std::string object = object_asked(word, *candidate_.call);
  const std::string tensor = object.empty() ? vocabulary().tensor(word) : object;
  const bool better = std::any_of(
      asked.parameters.begin(), asked.parameters.end(), [&](const ParameterView& other) {
        return vocabulary().tensor(other.name) == tensor &&
               vocabulary().place(other.name) < vocabulary().place(word);
      });
  if (!tensor.empty() && p.has_default && better && !is_mask(trial, p, asked.used)) return;
  const std::string weight = candidate_.is_made() ? "" : vocabulary().weight(word);
  if (!tensor.empty() && !is_mask_beside(asked, p, tensor) && trial.names.contains(tensor) && !asked.used.contains(tensor) &&
      reference_.alternatives(tensor) > 0) {
    a.canonical = tensor;
  } else if (!weight.empty() && reference_.assignment().weight(weight) && !(p.has_default && is_called(*candidate_.call, p.name))) {
    a.canonical = weight;
    asked.weights = true;
  } else if ((i > 0 || p.has_default) && is_mask(trial, p, asked.used)) {
    a.canonical = "mask";
  } else if (!p.has_default || !candidate_.is_made() || !reference_.assignment().objects.empty()) {
    const bool layer = is_called(*candidate_.call, p.name);
    const bool is_size = !layer && !asked.likely.contains(p.name) && (asked.named || !asked.likely.empty() || i > 0);
    // An optional argument is passed only if its name or its use identifies it.
    const std::vector<std::string> sizes = vocabulary().sizes(word);
    // temperature=1.0 is a factor beside the root: it stays.
    const bool stays = p.has_default && default_of(*candidate_.call, p.name).is_float() && sizes.size() == 1 && reference_.assignment().follows_from_others(sizes[0]);
    // out=None is more likely a place for the result than a size that no step needs.
    const std::vector<std::string> named = p.has_default ? sizes_named(word) : std::vector<std::string>();
    const bool needed = !named.empty() && (!default_of(*candidate_.call, p.name).is_none() || std::any_of(named.begin(), named.end(), [&](const std::string& size) {
      return reference_.assignment().stages_read(size);
    }));
    const bool told = !p.has_default || (!stays && needed && !options.left_out.contains(p.name));
    if (layer && sizes == std::vector<std::string>{"dropout"} && !options.left_out.contains(p.name)) {
      if (const lang::Value rate = size_for(trial, word); rate.is_float()) a.value = dropout_layer(trial, rate);
    } else if (is_size && told) {
      a.value = size_for(trial, word);
    }
    if (!a.value.defined()) {
      if (!p.has_default) asked.unknown.push_back(i);
      return;
    }
  } else {
    return;
  }
  if (p.has_default && !a.canonical.empty() && !asked.weights) {
    trial.could_take.insert(a.canonical);
    if (!options.also_given.contains(a.canonical)) {
      a.canonical.clear();
      return;
    }
  }
  asked.used.insert(a.canonical);
}

/// Matches arguments with unknown names: those that multiply something are weights, the others
/// the remaining inputs in order. False if one is neither.
bool TrialRunner::guess_unknown(Trial& trial, const CallOptions& options, CallAsked& asked) const {
  std::vector<size_t> guessed;  // arguments that are inputs, in order
  const Assignment& assignment = reference_.assignment();
  const bool others = asked.used.contains("query") || asked.used.contains("key");
  for (const size_t i : asked.unknown) {
    const std::string& name = asked.parameters[i].name;
    const bool is_weight = !candidate_.is_made() && may_ask_for_weights() &&
                           reading::weight_use(*candidate_.call, name) != reading::WeightUse::none;
    const auto weight = std::find_if(
        assignment.weights.begin(), assignment.weights.end(),
        [&](const WeightSpec& w) { return is_weight && !asked.used.contains(w.name); });
    const auto input = std::find_if(
        assignment.inputs.begin(), assignment.inputs.end(), [&](const InputSpec& other) {
          // An alias of an input is not a second input.
          return !asked.used.contains(other.name) && !trial.names.contains(other.expression);
        });
    if (weight != assignment.weights.end()) {
      asked.args[i].canonical = weight->name;
      asked.weights = true;
    } else if (input != assignment.inputs.end() && !others && !is_called(*candidate_.call, name)) {
      asked.args[i].canonical = input->name;
    } else {
      trial.trouble = {Trouble::Kind::unknown_input,
                       "mha-tutor does not know what the argument '" + name + "' of " + candidate_.name + " is for"};
      return false;
    }
    asked.used.insert(asked.args[i].canonical);
    if (input != assignment.inputs.end() && asked.args[i].canonical == input->name) guessed.push_back(i);
  }
  // An argument after an unknown one is not certain either, even if its name is that of the
  // first input.
  const std::string& first = assignment.inputs[0].name;
  const size_t one = guessed.size() == 1 ? guessed[0] : asked.args.size();
  for (size_t i = one + 1; i < asked.args.size(); ++i) {
    if (asked.args[i].canonical == first && !asked.parameters[i].has_default) guessed.push_back(i);
  }
  trial.guessed_inputs = guessed.size();
  if (options.order.size() == guessed.size()) {
    const std::vector<Argument> before = asked.args;
    for (size_t k = 0; k < guessed.size(); ++k) asked.args[guessed[k]].canonical = before[guessed[options.order[k]]].canonical;
  }
  return true;
}

/// The inputs that every answer takes.
std::vector<std::string> TrialRunner::needed_inputs() const {
  const Assignment& assignment = reference_.assignment();
  std::vector<std::string> needed;
  for (const InputSpec& i : assignment.inputs) {
    const bool counts = assignment.always_gives(i.name) && !assignment.is_alias(i) && !assignment.is_object(i.name);
    if (counts && std::find(needed.begin(), needed.end(), i.name) == needed.end()) needed.push_back(i.name);
  }
  return needed;
}

/// The inputs that a parameter holds if the program takes all that the homework gives in one tuple or
/// dict: q, k, v = qkv; batch["x"], batch["memory"]. Empty if it does not.
std::vector<Argument::Part> TrialRunner::parts_of(const std::string& parameter) const {
  const std::vector<std::string> needed = needed_inputs();
  const std::vector<std::string> names = reading::unpacked_into(*candidate_.call, parameter);
  const std::set<std::string> keys = reading::keys_read(*candidate_.call, parameter);
  std::vector<Argument::Part> parts;
  const auto add_by_name = [&](const std::string& word, const std::string& key) {
    const std::string input = vocabulary().tensor(word);
    const bool is_new = std::none_of(parts.begin(), parts.end(), [&](const Argument::Part& p) { return p.canonical == input; });
    if (is_new && std::find(needed.begin(), needed.end(), input) != needed.end()) parts.push_back({key, input});
  };
  for (const std::string& name : names) add_by_name(name, "");
  for (const std::string& key : keys) add_by_name(key, key);
  if (parts.size() != needed.size() && names.size() == needed.size()) {
    parts.clear();
    for (const std::string& input : needed) parts.push_back({"", input});
  }
  const bool several = needed.size() > 1 || !keys.empty();
  const bool all = several && parts.size() == needed.size() && (names.empty() || names.size() == needed.size());
  return all ? parts : std::vector<Argument::Part>();
}

/// The weights that a function takes in one tuple: Wq, Wk, Wv = weights. Empty if it does not take all
/// that every answer needs.
std::vector<Argument::Part> TrialRunner::weights_of(const std::string& parameter) const {
  const std::vector<WeightSpec>& all = reference_.assignment().weights;
  std::vector<Argument::Part> parts;
  for (const std::string& name : candidate_.is_made() ? std::vector<std::string>() : reading::unpacked_into(*candidate_.call, parameter)) {
    const std::string weight = vocabulary().weight(name);
    const bool known = reference_.assignment().weight(weight) && std::none_of(parts.begin(), parts.end(), [&](const Argument::Part& p) { return p.canonical == weight; });
    if (!known) return {};
    parts.push_back({"", weight});
  }
  const bool whole = std::all_of(all.begin(), all.end(), [&](const WeightSpec& w) {
    return w.optional || std::any_of(parts.begin(), parts.end(), [&](const Argument::Part& p) { return p.canonical == w.name; });
  });
  return whole ? parts : std::vector<Argument::Part>();
}

/// The fields of a dataclass or a named tuple of the program; empty for another value.
static std::vector<std::string> fields_of(const lang::Value& v) {
  const auto* cls = v.get<lang::ClassObject>();
  if (!cls || !cls->from_program || cls->lookup(lang::Symbol("forward")).defined() || cls->lookup(lang::Symbol("__call__")).defined()) return {};
  std::vector<std::string> out;
  const auto* fields = cls->lookup(lang::Symbol("__match_args__")).get<lang::TupleObject>();
  for (size_t i = 0; fields && i < fields->items.size(); ++i) out.push_back(fields->items[i].get<lang::StrObject>()->text());
  return out;
}

/// The class of the program whose object a parameter is: its annotation names it, or the function
/// reads only its fields, or unpacks as many.
lang::Value TrialRunner::record_asked(const std::string& parameter) const {
  const lang::FunctionCode& code = *candidate_.call->code;
  std::string annotated;
  for (const lang::Parameter& p : code.positional) {
    if (p.name.str() == parameter && p.annotation) annotated = code.source->text(p.annotation->span);
  }
  std::erase_if(annotated, [](char c) { return c == '"' || c == '\''; });
  std::set<std::string> read = reading::attributes_read(*candidate_.call, parameter);
  // What a tensor has as well says nothing.
  for (const char* name : {"shape", "ndim", "dim", "size", "dtype", "device", "data", "grad", "T"}) read.erase(name);
  lang::Value found;
  for (const auto& [symbol, value] : program_.interpreter().snapshot()) {
    const std::vector<std::string> fields = fields_of(value);
    if (fields.empty()) continue;
    if (symbol.str() == annotated) return value;
    const auto is_field = [&](const std::string& name) { return std::find(fields.begin(), fields.end(), name) != fields.end(); };
    if (!read.empty() && std::all_of(read.begin(), read.end(), is_field)) found = value;
  }
  return found;
}

/// The inputs by the fields of a record. Empty if it needs more than the homework gives.
std::vector<Argument::Part> TrialRunner::parts_of_record(const lang::Value& record) const {
  const std::vector<std::string> needed = needed_inputs(), fields = fields_of(record);
  const auto* cls = record.get<lang::ClassObject>();
  auto* defaults = cls ? cls->lookup(lang::Symbol("_field_defaults")).get<lang::DictObject>() : nullptr;
  std::vector<Argument::Part> parts;
  std::set<std::string> used;
  for (const std::string& field : fields) {
    const std::string input = vocabulary().tensor(field);
    const bool is_new = std::find(needed.begin(), needed.end(), input) != needed.end() && used.insert(input).second;
    const bool optional = defaults ? defaults->find(std::string_view(field)) != nullptr : cls->lookup(lang::Symbol(field)).defined();
    if (is_new || !optional) parts.push_back({field, is_new ? input : ""});
  }
  if (parts.size() != needed.size()) return {};
  // A field with an unknown name is what is left, in order.
  for (Argument::Part& part : parts) {
    if (!part.canonical.empty()) continue;
    part.canonical = *std::find_if(needed.begin(), needed.end(), [&](const std::string& input) { return !used.contains(input); });
    used.insert(part.canonical);
  }
  return parts;
}

/// def forward(self, x, m): an argument that everybody has to give, under a name for what nobody has to,
/// holds what else is missing.
void TrialRunner::give_missing(CallAsked& asked) const {
  std::vector<std::string> missing = needed_inputs();
  std::erase_if(missing, [&](const std::string& input) { return asked.used.contains(input); });
  if (missing.size() != asked.unknown.size() + 1) return;
  for (size_t i = 0, unknown = 0; i < asked.args.size(); ++i) {
    Argument& a = asked.args[i];
    unknown += static_cast<size_t>(std::count(asked.unknown.begin(), asked.unknown.end(), i));
    if (asked.parameters[i].has_default || a.canonical.empty() || !reference_.assignment().is_optional(a.canonical)) continue;
    asked.used.erase(a.canonical);
    asked.used.insert(a.canonical = missing[unknown]);
    return;
  }
}

/// Finds what each argument stands for: one input, weight or size, or several inputs together. False
/// if it is a record that holds more than the homework gives.
bool TrialRunner::name_arguments(Trial& trial, const CallOptions& options, CallAsked& asked) {
  for (size_t i = 0; i < asked.parameters.size(); ++i) {
    const std::string& name = asked.parameters[i].name;
    const bool told = asked.parameters[i].has_default;
    const lang::Value record = told ? lang::Value() : record_asked(name);
    std::vector<Argument::Part> parts = record.defined() ? parts_of_record(record) : std::vector<Argument::Part>();
    if (record.defined() && parts.empty()) {
      trial.trouble = {Trouble::Kind::unknown_input, "mha-tutor does not know what to put into the argument '" + name + "' of " + candidate_.name};
      return false;
    }
    if (!parts.empty()) asked.args[i].record = record;
    else if (!told) parts = parts_of(name);
    if (parts.empty() && !told) {
      parts = weights_of(name);
      asked.weights = asked.weights || !parts.empty();
    }
    if (parts.empty()) {
      name_argument(trial, options, asked, i);
    } else {
      asked.args[i].name = name;
      asked.args[i].parts = parts;
    }
    for (const Argument::Part& p : parts) asked.used.insert(p.canonical);
  }
  give_missing(asked);
  // memory_states=None: an input that no other argument takes.
  for (const std::string& input : needed_inputs()) {
    if (asked.used.contains(input) || trial.could_take.contains(input) || !asked.unknown.empty()) continue;
    for (size_t i = 0; i < asked.parameters.size(); ++i) {
      const ParameterView& p = asked.parameters[i];
      Argument& a = asked.args[i];
      if (!p.has_default || !asked.likely.contains(p.name) || !a.canonical.empty() || a.value.defined() || !vocabulary().tensor(p.name).empty()) continue;
      trial.could_take.insert(input);
      if (options.also_given.contains(input)) {
        a.canonical = input;
        asked.used.insert(input);
      }
      break;
    }
  }
  return true;
}

void TrialRunner::prepare_call(Trial& trial, const CallOptions& options) {
  const Assignment& assignment = reference_.assignment();
  trial.inverted = options.inverted;
  CallAsked asked;
  asked.used = trial.inputs;  // those that the constructor took
  asked.parameters = parameters_of(*candidate_.call, candidate_.is_class);
  asked.words = words_for(asked.parameters);
  for (size_t i = 0; i < asked.words.size(); ++i) {
    if (asked.words[i] != asked.parameters[i].name) by_place_[asked.parameters[i].name] = asked.words[i];
  }
  asked.args.resize(asked.parameters.size());
  for (const ParameterView& p : asked.parameters) {
    const std::string tensor = vocabulary().tensor(p.name);
    asked.named = asked.named ||
                  (!p.has_default && !tensor.empty() && reference_.alternatives(tensor) > 0);
    if (reading::acts_as_tensor(*candidate_.call, p.name)) asked.likely.insert(p.name);
  }
  if (!name_arguments(trial, options, asked)) return;
  const bool packed = std::any_of(asked.args.begin(), asked.args.end(), [](const Argument& a) { return !a.parts.empty(); });
  const auto is_word_for_size = [&](const ParameterView& p) { return !vocabulary().sizes(p.name).empty(); };
  if ((!candidate_.is_made() || candidate_.beside) && !asked.named && !packed && asked.likely.empty() && !asked.parameters.empty() &&
      std::all_of(asked.parameters.begin(), asked.parameters.end(), is_word_for_size)) {
    trial.trouble = {Trouble::Kind::gives_no_tensor, candidate_.name + " takes only sizes: it builds something, and is not an answer itself"};
    return;
  }
  if (!guess_unknown(trial, options, asked)) return;
  for (size_t i = 0; i < asked.args.size(); ++i) {
    Argument& a = asked.args[i];
    if (a.canonical.empty() && !a.value.defined() && a.parts.empty()) {
      trial.left_out.insert(a.name);
      continue;
    }
    a.by_keyword = asked.parameters[i].by_keyword || asked.parameters[i].has_default;
    if (!a.canonical.empty()) trial.inputs.insert(a.canonical);
    for (const Argument::Part& p : a.parts) trial.inputs.insert(p.canonical);
    trial.arguments.push_back(a);
  }
  if (const auto& star = candidate_.call->code->star_args; star && trial.arguments.empty()) {
    for (const Argument::Part& p : parts_of(star->name.str())) {
      trial.arguments.push_back({star->name.str(), p.canonical, {}, false});
      trial.inputs.insert(p.canonical);
    }
  }
  const bool given_all = trial.inputs.contains("query") && trial.inputs.contains("key");
  const bool needs_weights =
      std::any_of(assignment.weights.begin(), assignment.weights.end(),
                  [](const WeightSpec& w) { return !w.optional; });
  if (given_all && needs_weights && !asked.weights && trial.found.matrices.empty()) {
    trial.trouble = {Trouble::Kind::is_a_part,
                     candidate_.name + " takes finished queries, keys and values, "
                     "and has no weights of its own: it is one part of a homework"};
    return;
  }
  // A method without a parameter for its input is called with the input all the same: Python's
  // own error then says what is missing.
  if (candidate_.is_class && asked.parameters.empty()) {
    trial.arguments.push_back({assignment.inputs[0].name, assignment.inputs[0].name, {}, false});
  }
  const bool lacks_object = std::any_of(assignment.inputs.begin(), assignment.inputs.end(), [&](const InputSpec& i) {
    return !i.optional && assignment.is_object(i.name) && !trial.inputs.contains(i.name);
  });
  if (lacks_object) {
    trial.trouble = {Trouble::Kind::is_a_part, candidate_.name + " does not take all that the homework gives it: it is one part of a homework"};
    return;
  }
  if (asked.weights) hand_out_weights(trial);
}

/// Whether a parameter with an unknown name is a mask, judged by a word in it, by how it is used, or by
/// what the file's own calls pass.
bool TrialRunner::is_mask(const Trial& trial, const ParameterView& p, const std::set<std::string>& used) {
  // `words` beside `x` may be which ones are words.
  const std::string tensor = vocabulary().tensor(p.name);
  const bool free = tensor.empty() || (p.has_default && tensor != "mask" && used.contains(tensor));
  const bool open = free && !used.contains("mask") && reference_.alternatives("mask") > 0;
  if (!open) return false;
  const auto [it, is_new] = masks_.emplace(p.name, false);
  if (is_new) {
    const bool named = vocabulary().masks(p.name) && reading::reads_name(*candidate_.call, p.name);
    it->second = named || reading::acts_as_mask(*candidate_.call->code, p.name) || is_own_mask(trial, p.name) || is_mask_elsewhere(p.name);
  }
  return it->second;
}

/// Whether another function of the program masks by the parameter: the call passes it on, or does
/// not use it at all, because the learner forgot to pass it on.
bool TrialRunner::is_mask_elsewhere(const std::string& parameter) const {
  const bool forgotten = !reading::reads_name(*candidate_.call, parameter);
  for (const lang::ModulePtr& module : program_.modules()) {
    const reading::Index text({module.get()});
    for (const reading::FunctionNode& f : text.functions()) {
      if (forgotten ? masks_by(f, parameter) : f.code == &*candidate_.call->code && hands_on_mask(text, f, parameter)) return true;
    }
  }
  return false;
}

bool TrialRunner::is_own_mask(const Trial& trial, const std::string& parameter) {
  const auto fits = [&](const Numbers& own) {
    bool found = homework::is_mask(own);
    for (size_t which = 0; which < reference_.alternatives("mask") && !found; ++which) {
      const lang::Value form = reference_.input(trial.setting, "mask", which);
      const Tensor* t = torch::as_tensor(form);
      found = t && are_of_one_kind(own, numbers_of(*t));
    }
    return found;
  };
  const std::vector<Numbers> own = own_tensors(program_, *candidate_.call, parameter);
  return !own.empty() && std::all_of(own.begin(), own.end(), fits);
}

/// A tensor in the form that the program uses: a NumPy array, or nested lists.
lang::Value TrialRunner::in_its_form(const Tensor& t) {
  if (lists_) return program_.interpreter().call_method(lang::tensor(t), "tolist");
  return arrays_ ? torch::array_value(program_.interpreter(), t) : lang::tensor(t);
}

/// The same with a list of numbers as a tensor, if the homework asks for one number after the other:
/// the losses of a training loop.
lang::Value TrialRunner::with_lists_as_tensors(const lang::Value& v) const {
  if (reference_.assignment().stages.back().axes.size() != 1) return v;
  if (const auto* several = v.get<lang::TupleObject>()) {
    std::vector<lang::Value> items;
    for (const lang::Value& item : several->items) items.push_back(with_lists_as_tensors(item));
    return lang::tuple(std::move(items));
  }
  if (const auto* dict = v.get<lang::DictObject>()) {
    std::vector<lang::Value> items;
    size_t at = 0;
    lang::Value key, value;
    while (dict->next(at, key, value)) items.push_back(with_lists_as_tensors(value));
    return lang::tuple(std::move(items));
  }
  if (v.is_float()) return lang::tensor(full({}, v.as_float(), DType::float32));
  const auto* list = v.get<lang::ListObject>();
  if (!list || list->items.empty()) return v;
  Tensor out = Tensor::empty({static_cast<int64_t>(list->items.size())});
  for (size_t i = 0; i < list->items.size(); ++i) {
    const lang::Value& item = list->items[i];
    const Tensor* t = torch::as_tensor(item);
    if (!t) t = torch::as_array(program_.interpreter(), item);
    double number = 0;
    if (item.is_float()) {
      number = item.as_float();
    } else if (item.is_int()) {
      number = static_cast<double>(item.as_int());
    } else if (t && t->numel() == 1) {
      number = numbers_of(*t).values[0];
    } else {
      return v;
    }
    out.data<float>()[i] = static_cast<float>(number);
  }
  return lang::tensor(out);
}

/// The same random numbers in each call: PyTorch's, and Python's and NumPy's where the program has them.
void TrialRunner::seed_all() {
  default_generator().set_seed(seed_);
  if (!program_.mentions("random")) return;
  lang::Interpreter& interp = program_.interpreter();
  const lang::Value seed(static_cast<int64_t>(seed_));
  interp.call(interp.get_attr(interp.import("random"), "seed"), {seed});
  if (program_.mentions("numpy")) interp.call(interp.get_attr(interp.get_attr(interp.import("numpy"), "random"), "seed"), {seed});
}

lang::Value TrialRunner::call(const Trial& trial, const Names& inputs, bool reseed) {
  last_inputs_.clear();
  if (reseed) seed_all();
  const lang::Value object = trial.made_with.empty() ? trial.object : constructed(trial);
  std::vector<lang::Value> values;
  std::vector<lang::KeywordArg> keywords;
  // The program gets a copy of a tensor in its own dtype, so that it may write to it.
  const auto given = [&](const std::string& canonical, lang::Value v) {
    if (!canonical.empty()) {
      const auto it = inputs.find(canonical);
      if (it != inputs.end()) v = it->second;
      if (reference_.assignment().is_object(canonical)) v = own_object(trial, canonical);
      const Tensor* flags = trial.inverted.contains(canonical) ? torch::as_tensor(v) : nullptr;
      if (flags) v = lang::tensor(to(logical_not(*flags), flags->dtype()));
    }
    const Tensor* t = torch::as_tensor(v);
    if (!t) return v;
    const Tensor copy = is_floating(t->dtype()) ? to(*t, default_dtype(), /*copy=*/true) : clone(*t);
    if (!canonical.empty()) last_inputs_[canonical] = copy;
    return in_its_form(canonical.empty() ? copy : laid_out(copy));
  };
  const auto together = [&](const std::vector<Argument::Part>& parts) {
    std::vector<lang::Value> items;
    auto dict = lang::make<lang::DictObject>();
    for (const Argument::Part& p : parts) {
      items.push_back(given(p.canonical, {}));
      if (!p.key.empty()) dict->set(std::string_view(p.key), items.back());
    }
    return parts[0].key.empty() ? lang::tuple(std::move(items)) : lang::Value(dict.get());
  };
  const auto recorded = [&](const Argument& a) {
    std::vector<lang::KeywordArg> fields;
    for (const Argument::Part& p : a.parts) fields.push_back({lang::Symbol(p.key), given(p.canonical, {})});
    return program_.interpreter().call(a.record, {}, fields);
  };
  for (const Argument& a : trial.arguments) {
    const lang::Value v = a.record.defined() ? recorded(a) : a.parts.empty() ? given(a.canonical, a.value) : together(a.parts);
    if (a.by_keyword || !keywords.empty()) {
      keywords.push_back({lang::Symbol(a.name), v});
    } else {
      values.push_back(v);
    }
  }
  if (reseed) seed_all();
  lang::Value f = candidate_.is_made() ? object : candidate_.object;
  if (!candidate_.method.empty()) {
    f = program_.interpreter().find_attr(f, lang::Symbol(candidate_.method));
  }
  lang::Interpreter& interp = program_.interpreter();
  const lang::Value result = with_lists_as_tensors(interp.call(f, values, keywords));
  if (!lists_ || !result.get<lang::ListObject>()) return result;
  try {
    return interp.call(interp.get_attr(interp.import("torch"), "tensor"), {result});
  } catch (const lang::PyError&) {
    return result;  // not a table of numbers
  }
}

}  // namespace mha::homework
