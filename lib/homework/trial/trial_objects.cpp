// TrialRunner: inputs that are objects, such as a model, and what is made with them.

#include <algorithm>

#include "homework/trial/trial.h"
#include "homework/trial/trial_parts.h"
#include "lang/syntax/parser.h"
#include "random/generator.h"
#include "reading/index.h"

namespace mha::homework {

/// An object of the candidate's class, or what the maker returns.
lang::Value TrialRunner::constructed(const Trial& trial) {
  std::vector<lang::Value> values;
  std::vector<lang::KeywordArg> keywords;
  for (const Argument& a : trial.made_with) {
    keywords.push_back({lang::Symbol(a.name), a.canonical.empty() ? a.value : own_object(trial, a.canonical)});
  }
  return program_.interpreter().call(candidate_.object, values, keywords);
}

/// An input that is an object, made in the program's world as the reference made its own.
lang::Value TrialRunner::own_object(const Trial& trial, const std::string& input) {
  const Assignment& a = reference_.assignment();
  const auto spec = std::find_if(a.inputs.begin(), a.inputs.end(), [&](const InputSpec& i) { return i.name == input; });
  const Generator::State before = default_generator().state();
  default_generator().set_seed(seed_of(trial.setting, input));
  const lang::Value made = program_.made_apart(a.objects, spec->expression, trial.setting.sizes);
  default_generator().set_state(before);
  return made;
}

/// The input that is an object and that a parameter asks for, by its name or because it is used like
/// a module; empty if there is none.
std::string TrialRunner::object_asked(const std::string& parameter, const lang::FunctionObject& f) const {
  const Assignment& a = reference_.assignment();
  if (a.objects.empty()) return "";
  const std::string named = vocabulary().tensor(parameter);
  if (!named.empty()) return a.is_object(named) ? named : "";
  const bool used = stands_before(f, parameter, {"(", ".parameters(", ".named_parameters(", ".train(", ".eval(", ".zero_grad("});
  const auto object = std::find_if(a.inputs.begin(), a.inputs.end(), [&](const InputSpec& i) { return used && a.is_object(i.name); });
  return object == a.inputs.end() ? "" : object->name;
}

/// What the homework calls each parameter: by the parameter's own name or, where a task about objects
/// says in which order arguments come, by its place, if all known names stand where the starter has them.
std::vector<std::string> TrialRunner::words_for(const std::vector<ParameterView>& parameters) const {
  std::vector<std::string> words;
  for (const ParameterView& p : parameters) words.push_back(p.name);
  if (reference_.assignment().objects.empty() || candidate_.is_made()) return words;
  const lang::ModulePtr starter = lang::parse(std::make_shared<const Source>("", reference_.assignment().starter));
  const lang::Stmt& last = *starter->body.back();
  if (last.kind != lang::StmtKind::function) return words;
  const auto meaning = [&](const std::string& word) {
    const std::string tensor = vocabulary().tensor(word);
    return reference_.alternatives(tensor) == 0 ? vocabulary().sizes(word) : std::vector<std::string>{tensor};
  };
  const auto& asked = reading::as<lang::FunctionDef>(last).code->positional;
  for (size_t i = 0; i < words.size(); ++i) {
    const bool is_known = !meaning(words[i]).empty();
    if (i < asked.size() && !is_known) words[i] = asked[i].name.str();
    if (i >= asked.size() ? !is_known && !parameters[i].has_default : meaning(words[i]) != meaning(asked[i].name.str())) {
      for (size_t k = 0; k < words.size(); ++k) words[k] = parameters[k].name;
      return words;
    }
  }
  return words;
}

}  // namespace mha::homework
