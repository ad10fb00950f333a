// What each argument of a call is given.

#include <algorithm>

#include "homework/trial/trial.h"
#include "homework/trial/trial_parts.h"
#include "random/generator.h"
#include "tensor/factory.h"
#include "tensor/views.h"
#include "torch/convert.h"
#include "torch/device.h"

namespace mha::homework {

void TrialRunner::prepare_call(Trial& trial, const Manner& manner) {
  const Assignment& assignment = reference_.assignment();
  const std::vector<ParameterView> parameters =
      parameters_of(*candidate_.call, candidate_.is_class);
  std::set<std::string> used;
  std::vector<const ParameterView*> unknown;
  std::vector<Argument> args(parameters.size());
  bool asks_for_weights = false;
  // Without a word for it, what is used like a tensor is one, or else the first
  // argument, whatever they are called.
  const bool named = std::any_of(
      parameters.begin(), parameters.end(), [&](const ParameterView& p) {
        const std::string tensor = vocabulary().tensor(p.name);
        return !p.has_default && !tensor.empty() && reference_.alternatives(tensor) > 0;
      });
  std::set<std::string> likely;
  for (const ParameterView& p : parameters) {
    if (reading::acts_as_tensor(*candidate_.call, p.name)) likely.insert(p.name);
  }
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
      const bool is_size = named || (likely.empty() ? i > 0 : !likely.contains(p.name));
      // What may be left out is given only if its name says what it is.
      const bool told = !p.has_default || !vocabulary().sizes(p.name).empty();
      if (is_size && told) a.value = size_for(trial, p.name);
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
    if (!candidate_.is_class && reading::weight_use(*candidate_.call, p->name) != reading::WeightUse::none) {
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
  const bool given_all = trial.inputs.contains("query") && trial.inputs.contains("key");
  const bool needs_weights =
      std::any_of(assignment.weights.begin(), assignment.weights.end(),
                  [](const WeightSpec& w) { return !w.optional; });
  if (given_all && needs_weights && assignment.given.empty() && !asks_for_weights &&
      trial.found.matrices.empty()) {
    trial.trouble = candidate_.name + " takes queries, keys and values that are made already, "
                    "and has no weights of its own: it is a part of a homework";
    return;
  }
  // A method that has no place for its input is handed it all the same, as it would
  // be where it is used: Python's own error says what is missing.
  if (candidate_.is_class && parameters.empty() && !candidate_.call->code->star_args) {
    trial.arguments.push_back({assignment.inputs[0].name, assignment.inputs[0].name, {}, false});
  }
  if (asks_for_weights) hand_out_weights(trial);
  if (!asks_for_weights && trial.found.matrices.empty()) give_stages(trial);
}

lang::Value TrialRunner::call(const Trial& trial, const Names& inputs, bool reseed) {
  last_inputs_.clear();
  std::vector<lang::Value> values;
  std::vector<lang::KeywordArg> keywords;
  for (const Argument& a : trial.arguments) {
    lang::Value v = a.value;
    if (!a.canonical.empty()) {
      const auto it = inputs.find(a.canonical);
      if (it != inputs.end()) v = it->second;
    }
    // The program gets a copy, in the type that it works with: what it writes to
    // is its own.
    if (const Tensor* t = torch::as_tensor(v)) {
      const Tensor copy = is_floating(t->dtype()) ? to(*t, default_dtype(), /*copy=*/true)
                                                  : clone(*t);
      if (!a.canonical.empty()) last_inputs_[a.canonical] = copy;
      const Tensor given = a.canonical.empty() ? copy : laid_out(copy);
      v = lists_    ? program_.interpreter().call_method(lang::tensor(given), "tolist")
          : arrays_ ? torch::array_value(program_.interpreter(), given) : lang::tensor(given);
    }
    if (a.by_keyword || !keywords.empty()) {
      keywords.push_back({lang::Symbol(a.name), v});
    } else {
      values.push_back(v);
    }
  }
  if (reseed) default_generator().set_seed(seed_);
  lang::Value f = candidate_.is_class ? trial.object : candidate_.object;
  if (!candidate_.method.empty()) {
    f = program_.interpreter().find_attr(f, lang::Symbol(candidate_.method));
  }
  lang::Interpreter& interp = program_.interpreter();
  const lang::Value result = interp.call(f, values, keywords);
  if (!lists_ || !result.get<lang::ListObject>()) return result;
  try {
    return interp.call(interp.get_attr(interp.import("torch"), "tensor"), {result});
  } catch (const lang::PyError&) {
    return result;  // no table of numbers
  }
}

}  // namespace mha::homework
