// TrialRunner: weights that the program takes as arguments rather than making them.

#include <algorithm>
#include <set>
#include <utility>

#include "homework/trial/trial.h"
#include "homework/trial/trial_parts.h"
#include "tensor/core/views.h"

namespace mha::homework {

std::vector<ParameterView> parameters_of(const lang::FunctionObject& f, bool skip) {
  std::vector<ParameterView> out;
  const auto& positional = f.code->positional;
  for (size_t i = skip ? 1 : 0; i < positional.size(); ++i) {
    out.push_back({positional[i].name.str(),
                   i + f.defaults.size() >= positional.size(), false});
  }
  for (size_t i = 0; i < f.code->keyword_only.size(); ++i) {
    out.push_back({f.code->keyword_only[i].name.str(), f.keyword_defaults[i].defined(), true});
  }
  return out;
}

lang::Value default_of(const lang::FunctionObject& f, const std::string& parameter) {
  const auto& positional = f.code->positional;
  const size_t required = positional.size() - f.defaults.size();
  for (size_t i = required; i < positional.size(); ++i) {
    if (positional[i].name.str() == parameter) return f.defaults[i - required];
  }
  for (size_t i = 0; i < f.code->keyword_only.size(); ++i) {
    if (f.code->keyword_only[i].name.str() == parameter) return f.keyword_defaults[i];
  }
  return {};
}

int64_t whole(const std::map<std::string, lang::Value>& sizes, const std::string& name) {
  const auto it = sizes.find(name);
  return it != sizes.end() && it->second.is_int() ? it->second.as_int() : -1;
}

Shape shape_of(const WeightSpec& weight, const std::map<std::string, lang::Value>& sizes) {
  const int64_t out = whole(sizes, weight.out);
  return weight.is_vector() ? Shape{out} : Shape{whole(sizes, weight.in), out};
}

Tensor drawn(Generator& generator, const Shape& shape, double spread) {
  Tensor t = Tensor::empty(shape, DType::float32);
  float* data = t.data<float>();
  for (int64_t i = 0; i < t.numel(); ++i) {
    data[i] = static_cast<float>(generator.normal_double() * spread);
  }
  return t;
}

/// For a function that reads its weights out of a dict: passes a dict that another function of
/// the program makes, or else one with the keys that it reads.
void TrialRunner::make_weights(Trial& trial) {
  weights_by_use(trial);
  for (const ParameterView& p : parameters_of(*candidate_.call, false)) {
    const std::set<std::string> keys = reading::keys_read(*candidate_.call, p.name);
    if (keys.empty()) {
      take_global(trial, p);
      continue;
    }
    // A default is what the author chose, unless it is an empty object.
    const lang::Value without = default_of(*candidate_.call, p.name);
    if (without.defined() && !without.is_none()) continue;
    const auto has_keys = [&](lang::DictObject& dict) {
      return std::all_of(keys.begin(), keys.end(),
                         [&](const std::string& k) { return dict.find(std::string_view(k)); });
    };
    lang::Value found;
    for (const Candidate& maker : program_.candidates()) {
      if (maker.is_made() || maker.call == candidate_.call || found.defined()) continue;
      const reading::SizesByUse own = std::exchange(
          by_use_, sizes_by_use(nullptr, *maker.call, nullptr, {}));
      std::vector<lang::KeywordArg> arguments;
      bool known = true;
      for (const ParameterView& size : parameters_of(*maker.call, false)) {
        const bool tells = !reading::keys_read(*maker.call, size.name).empty();
        const lang::Value v = tells ? lang::Value() : size_for(trial, size.name);
        if (v.defined()) arguments.push_back({lang::Symbol(size.name), v});
        known = known && (v.defined() || size.has_default);
      }
      by_use_ = own;
      if (!known) continue;
      const lesson::Outcome outcome = program_.perform(
          [&] { return program_.interpreter().call(maker.object, {}, arguments); });
      auto* dict = outcome.failure ? nullptr : outcome.value.get<lang::DictObject>();
      if (dict && has_keys(*dict)) found = outcome.value;
    }
    // If all keys are known, random weights of our own sizes tell more than the author's.
    std::set<std::string> roles;
    for (const std::string& key : keys) roles.insert(vocabulary().weight(key));
    const bool all_known = roles.size() == keys.size() && std::all_of(roles.begin(), roles.end(), [&](const std::string& role) {
      return reference_.assignment().weight(role) != nullptr;
    });
    if (!found.defined() && !all_known && take_global(trial, p)) continue;
    if (!found.defined()) found = weights_named(trial, keys);
    if (const auto* dict = found.get<lang::DictObject>(); dict && dict->size() == 0) continue;  // no weights in it
    trial.own[p.name] = found;
    trial.found = find_weights(program_.interpreter(), found);
  }
}

/// Passes the program's own object of the argument's name, if it holds weights and the task gives no
/// objects of its own.
bool TrialRunner::take_global(Trial& trial, const ParameterView& p) {
  if (!reference_.assignment().objects.empty()) return false;
  if (p.has_default || !vocabulary().tensor(p.name).empty() || !sizes_named(p.name).empty()) return false;
  for (const auto& [name, value] : program_.interpreter().snapshot()) {
    if (name.str() != p.name) continue;
    if (!value.get<lang::DictObject>() && !value.get<lang::InstanceObject>()) return false;
    const FoundWeights found = find_weights(program_.interpreter(), value);
    if (found.matrices.empty()) return false;
    trial.own[p.name] = value;
    trial.found = found;
    trial.global_weights = true;
    return true;
  }
  return false;
}

/// A dict of random matrices under these keys, as far as they name weights.
lang::Value TrialRunner::weights_named(const Trial& trial, const std::set<std::string>& keys) {
  auto dict = lang::make<lang::DictObject>();
  Generator generator(seed_);
  for (const std::string& key : keys) {
    const WeightSpec* w = reference_.assignment().weight(vocabulary().weight(key));
    if (!w) continue;
    const Tensor t = drawn(generator, shape_of(*w, trial.setting.sizes), kWeightSpread);
    dict->set(lang::str(key), program_.perform([&] { return in_its_form(t); }).value);
  }
  return lang::Value(dict.get());
}

/// Whether an argument with an unknown name may be a weight. If the homework needs no weights,
/// the first arguments are its inputs.
bool TrialRunner::may_ask_for_weights() const {
  const Assignment& assignment = reference_.assignment();
  const std::vector<WeightSpec>& weights = assignment.weights;
  if (!assignment.objects.empty()) return false;  // its objects have them
  if (std::any_of(weights.begin(), weights.end(), [](const WeightSpec& w) { return !w.optional; })) return true;
  std::set<std::string> inputs;
  for (const InputSpec& i : assignment.inputs) {
    if (!i.optional && !assignment.is_alias(i)) inputs.insert(i.name);
  }
  const std::vector<ParameterView> asked = parameters_of(*candidate_.call, candidate_.is_class);
  const auto needed = std::count_if(asked.begin(), asked.end(), [](const ParameterView& p) { return !p.has_default; });
  return static_cast<size_t>(needed) > inputs.size();
}

/// For weights with unknown names, or whose layout is not (in, out): makes each by how it is
/// used. Their roles are found later.
void TrialRunner::weights_by_use(Trial& trial) {
  if (!may_ask_for_weights()) return;
  const Assignment& assignment = reference_.assignment();
  struct Asked {
    std::string name;
    const WeightSpec* role;
    reading::WeightUse use;
  };
  std::vector<Asked> asked;
  std::set<std::string> roles;
  bool plain = true;
  for (const ParameterView& p : parameters_of(*candidate_.call, false)) {
    const WeightSpec* role = assignment.weight(vocabulary().weight(p.name));
    const reading::WeightUse use = reading::weight_use(*candidate_.call, p.name);
    const bool other = !vocabulary().tensor(p.name).empty() || !sizes_named(p.name).empty();
    if (!role && (use == reading::WeightUse::none || other || p.has_default)) continue;
    if (role) roles.insert(role->name);
    plain = plain && role && use != reading::WeightUse::turned;
    asked.push_back({p.name, role, use});
  }
  if (plain) return;
  // All weights have the same orientation; one that differs is a mistake.
  const auto lying = [&](reading::WeightUse use) {
    return std::count_if(asked.begin(), asked.end(), [&](const Asked& a) { return a.use == use; });
  };
  const bool turned = lying(reading::WeightUse::turned) > lying(reading::WeightUse::as_it_is);
  // An unknown weight has the next role, or several roles at once if there are fewer weights than
  // roles.
  size_t unknown = 0;
  for (const Asked& a : asked) unknown += !a.role && a.use != reading::WeightUse::added;
  std::vector<const WeightSpec*> open;
  for (const WeightSpec& w : assignment.weights) {
    if (!w.is_vector() && !roles.contains(w.name)) open.push_back(&w);
  }
  const bool fused = unknown > 0 && unknown + 2 <= open.size() && roles.size() <= 1;
  auto dict = lang::make<lang::DictObject>();
  Generator generator(seed_);
  size_t next = 0;
  int64_t out = 0;
  for (const Asked& a : asked) {
    Shape shape = {out};
    if (a.role && a.role->is_vector()) {
      shape = shape_of(*a.role, trial.setting.sizes);
    } else if (a.use != reading::WeightUse::added) {
      const WeightSpec* w = a.role ? a.role : next < open.size() ? open[next] : nullptr;
      if (!w) return;
      const bool several = !a.role && fused && next == 0;
      if (!a.role) next += several ? 3 : 1;
      out = whole(trial.setting.sizes, w->out) * (several ? 3 : 1);
      shape = {whole(trial.setting.sizes, w->in), out};
      if (turned) std::swap(shape[0], shape[1]);
    }
    const lang::Value t = lang::tensor(drawn(generator, shape, kWeightSpread));
    trial.own[a.name] = t;
    dict->set(lang::str(a.name), t);
  }
  trial.found = find_weights(program_.interpreter(), lang::Value(dict.get()));
  for (FoundWeight& w : trial.found.matrices) {
    if (!turned) w.tensor = transpose(w.tensor, 0, 1);
    w.linear = true;
  }
}

bool has_spare(const Trial& trial, const Roles& roles) {
  int64_t all = 0, known = 0;
  for (const Tensor& t : trial.found.all) all += t.numel();
  for (const auto& [name, map] : roles) known += map.weight.numel() + (map.bias.defined() ? map.bias.numel() : 0);
  return known > 0 && all > known;
}

void TrialRunner::hand_out_weights(Trial& trial) {
  Generator generator(seed_ * 104729 + 3);
  Roles roles;
  for (const WeightSpec& w : reference_.assignment().weights) {
    const LinearMap map{drawn(generator, shape_of(w, trial.setting.sizes), kWeightSpread), {}};
    if (!trial.inputs.contains(w.name)) continue;
    roles[w.name] = map;
    trial.names[w.name] = lang::tensor(map.weight);
  }
  trial.handed = std::move(roles);
}

}  // namespace mha::homework
