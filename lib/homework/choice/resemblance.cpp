#include "homework/choice/resemblance.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "homework/choice/scale.h"
#include "homework/trial/words.h"
#include "reading/vocabulary.h"

namespace mha::homework {

namespace {

using namespace scale;

bool has_sign(const std::set<std::string>& words, const std::string& sign) {
  const std::string wanted = reading::folded(sign);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word.find(wanted) != std::string::npos;
  });
}

/// Whether the program asks for an input. An input that was passed to an argument named like
/// another input does not count.
bool takes(const Assignment& assignment, const Trial& trial, const std::string& input) {
  if (trial.could_take.contains(input)) return true;
  return std::any_of(trial.arguments.begin(), trial.arguments.end(), [&](const Argument& a) {
    const std::string meant = assignment.vocabulary().tensor(a.name);
    return a.canonical == input && (meant.empty() || meant == input);
  });
}

bool is_input(const Assignment& assignment, const std::string& name) {
  return std::any_of(assignment.inputs.begin(), assignment.inputs.end(), [&](const InputSpec& i) { return i.name == name; });
}

double inputs_speak(const Assignment& assignment, const Trial& trial) {
  double points = 0;
  std::set<std::string> seen;
  for (const InputSpec& input : assignment.inputs) {
    if (assignment.is_alias(input) || !seen.insert(input.name).second) continue;
    if (input.optional) points += takes(assignment, trial, input.name) ? kOptionTaken : -kOptionLeft;
    if (input.optional || !assignment.stages_read(input.name)) continue;
    const bool taken = std::any_of(
        assignment.inputs.begin(), assignment.inputs.end(), [&](const InputSpec& other) {
          return (other.name == input.name || other.expression == input.name) &&
                 takes(assignment, trial, other.name);
        });
    if (!taken) points -= kMissing;
  }
  // Arguments named like an input that this assignment does not have, or like a size.
  for (const Argument& a : trial.arguments) {
    const std::string meant = assignment.vocabulary().tensor(a.name);
    const bool here = is_input(assignment, meant);
    const bool size = meant.empty() && !assignment.vocabulary().sizes(a.name).empty() &&
                      std::any_of(assignment.inputs.begin(), assignment.inputs.end(),
                                  [&](const InputSpec& i) { return i.name == a.canonical; });
    if (size || (!meant.empty() && !here)) points -= kMissing;
  }
  for (const std::string& name : trial.left_out) {
    const std::string meant = assignment.vocabulary().tensor(name);
    if (!meant.empty() && !is_input(assignment, meant)) points -= kOptionLeft;
  }
  return points;
}

/// Whether the weights are kept in the way that the assignment is about.
bool is_made_of(const std::string& form, const Assignment& assignment, const Trial& trial,
                const Roles& roles, const std::set<std::string>& words) {
  const std::vector<FoundWeight>& matrices = trial.found.matrices;
  // The arguments of a function do not show how it keeps its weights.
  const bool given = matrices.empty() || !trial.object.is_object();
  const bool layers = given ? words.contains("linear") : matrices[0].linear;
  if (form == "layers") return layers;
  if (form == "parameters") return !layers;
  if (matrices.empty()) return false;
  if (form == "fused") {
    // One product has one weight.
    return matrices.size() < roles.size() && takes(assignment, trial, assignment.inputs[0].name);
  }
  // One layer for each head, or one layer used several times.
  if (form == "heads") {
    return matrices.size() > assignment.weights.size() || !trial.found.repeated.empty();
  }
  return true;
}

double weights_speak(const Assignment& assignment, const Trial& trial, const Roles& roles) {
  double points = 0;
  if (!trial.constructed) return points;
  for (const WeightSpec& weight : assignment.weights) {
    if (!weight.optional && !roles.contains(weight.name)) points -= kMissing;
  }
  if (assignment.weights.empty() && !trial.found.matrices.empty()) points -= kMissing;
  return points;
}

/// Whether the program takes an input besides the first one: a required or an optional one.
bool brings(const Assignment& assignment, const Trial& trial, bool optional) {
  return std::any_of(assignment.inputs.begin(), assignment.inputs.end(), [&](const InputSpec& i) {
    return i.optional == optional && i.name != assignment.inputs[0].name &&
           !assignment.is_alias(i) && takes(assignment, trial, i.name);
  });
}

/// `signs` are words for something that may also be passed as an input.
double signs_speak(const Assignment& assignment, const Trial& trial,
                   const std::set<std::string>& words) {
  if (has_signs_of(assignment, words) || brings(assignment, trial, false)) return 0;
  return (assignment.signs.empty() ? 0 : -kSigns) -
         (speaks_for_others(assignment, trial, words) ? kSigns : 0);
}

}  // namespace

bool has_signs_of(const Assignment& assignment, const std::set<std::string>& words) {
  return std::any_of(assignment.signs.begin(), assignment.signs.end(),
                     [&](const std::string& sign) { return has_sign(words, sign); });
}

std::set<std::string> sizes_asked(const Assignment& assignment) {
  std::set<std::string> out;
  for (const std::string& word : words_in(assignment.starter)) {
    for (const std::string& size : assignment.vocabulary().sizes(word)) out.insert(size);
  }
  return out;
}

bool speaks_for_others(const Assignment& assignment, const Trial& trial,
                       const std::set<std::string>& words) {
  if (has_signs_of(assignment, words) || brings(assignment, trial, false) ||
      brings(assignment, trial, true)) {
    return false;
  }
  const std::vector<Assignment>& all = assignments();
  return std::any_of(all.begin(), all.end(),
                     [&](const Assignment& other) { return has_signs_of(other, words); });
}

std::vector<std::string> free_sizes(const Assignment& a, const Trial& trial,
                                    const std::map<std::string, lang::Value>& fixed) {
  std::vector<std::string> out;
  for (const auto& [size, expression] : a.sizes) {
    if (trial.bound.contains(size) || fixed.contains(size)) continue;
    // A size computed from others is free if they are.
    bool elsewhere = !a.is_plain(size);
    for (const WeightSpec& w : a.weights) elsewhere = elsewhere || w.in == size || w.out == size;
    const auto is_shown = [&](const std::string& name) {
      return std::any_of(a.inputs.begin(), a.inputs.end(), [&](const InputSpec& i) {
        return i.expression.find(name) != std::string::npos;
      });
    };
    elsewhere = elsewhere || is_shown(size);
    // A size from which a determined size is computed is determined too: d_out, by head_dim.
    for (const auto& [other, from] : a.sizes) {
      elsewhere = elsewhere || (from.find(size) != std::string::npos && is_shown(other));
    }
    if (!elsewhere && a.stages_read(size)) out.push_back(size);
  }
  return out;
}

double resemblance(const Assignment& assignment, const Trial& first, const Roles& roles,
                   const std::set<std::string>& words, size_t free) {
  double points = 0;
  const std::set<std::string> asked = sizes_asked(assignment);
  for (const std::string& size : first.bound) points += asked.contains(size) ? kSize : -kSize;
  const bool other_form = !assignment.made_of.empty() &&
                          !is_made_of(assignment.made_of, assignment, first, roles, words);
  if (other_form) points -= kMadeOf;
  points += inputs_speak(assignment, first);
  points += weights_speak(assignment, first, roles);
  points += signs_speak(assignment, first, words);
  points -= kMissing * static_cast<double>(free);
  return points;
}

}  // namespace mha::homework
