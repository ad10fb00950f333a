#include "homework/verdict/handout.h"

#include <algorithm>

#include "base/error.h"
#include "homework/trial/trial_parts.h"
#include "random/generator.h"
#include "tensor/core/factory.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

int64_t size_of(const Handout& h, const std::string& name) {
  const auto it = h.setting.sizes.find(name);
  if (it == h.setting.sizes.end() || !it->second.is_int()) {
    throw Error("HomeworkError", "the assignment does not give the size '" + name + "'");
  }
  return it->second.as_int();
}

}  // namespace

Handout handout(Reference& reference, uint32_t seed) {
  const Assignment& assignment = reference.assignment();
  if (!assignment.objects.empty()) {
    throw Error("HomeworkError", "homework " + assignment.id + " gives your function a model, which is not numbers alone: hand in the function");
  }
  Handout h;
  h.setting.seed = seed;
  h.setting.sizes = reference.sizes(assignment.probes.front());
  h.names = reference.start(h.setting, {});
  Generator generator(seed * 104729 + 3);
  for (const WeightSpec& w : assignment.weights) {
    const int64_t out = size_of(h, w.out);
    Tensor t = Tensor::empty(w.is_vector() ? Shape{out} : Shape{size_of(h, w.in), out});
    float* data = t.data<float>();
    for (int64_t i = 0; i < t.numel(); ++i) {
      data[i] = static_cast<float>(generator.normal_double() * kWeightSpread);
    }
    h.weights[w.name] = {t, {}};
  }
  return h;
}

std::vector<NamedTensor> tensors_of(const Handout& h, const Assignment& assignment) {
  std::vector<NamedTensor> out;
  const auto has = [&](const std::string& name) {
    return std::any_of(out.begin(), out.end(), [&](const NamedTensor& t) { return t.name == name; });
  };
  for (const InputSpec& input : assignment.inputs) {
    const Tensor* t = tensor_in(h.names, input.name);
    // An alias of another input (`query: x`) is already there.
    const bool alias = t && std::any_of(out.begin(), out.end(), [&](const NamedTensor& o) { return o.tensor.is_same(*t); });
    if (t && !alias && !has(input.name)) out.push_back({input.name, *t});
  }
  for (const WeightSpec& w : assignment.weights) out.push_back({w.name, h.weights.at(w.name).weight});
  for (const auto& [name, unused] : assignment.sizes) {
    const auto it = h.setting.sizes.find(name);
    if (it == h.setting.sizes.end() || has(name)) continue;
    const lang::Value& v = it->second;
    if (v.is_bool()) continue;
    if (v.is_int()) {
      Tensor t = Tensor::empty({}, DType::int64);
      *t.data<int64_t>() = v.as_int();
      out.push_back({name, t});
    } else if (v.is_float()) {
      Tensor t = Tensor::empty({});
      *t.data<float>() = static_cast<float>(v.as_float());
      out.push_back({name, t});
    }
  }
  return out;
}

}  // namespace mha::homework
