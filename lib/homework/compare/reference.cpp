#include "homework/compare/reference.h"

#include "base/error.h"
#include "random/generator.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

// What the stages can call besides the assignment's own names.
constexpr const char* kPrelude = R"(
import copy
import math
import torch
import torch.nn as nn
import torch.nn.functional as F


def make_layer(weight, bias):
    layer = nn.Linear(1, 1, bias=bias is not None)
    layer.in_features, layer.out_features = weight.shape
    layer.weight.data = weight.T.contiguous()
    if bias is not None:
        layer.bias.data = bias
    return layer.requires_grad_(False)
)";

constexpr const char* kDropout = "dropout";
constexpr const char* kDrawn = "drawn";

}  // namespace

Reference::Reference(const Assignment& assignment)
    : assignment_(assignment),
      world_(std::make_unique<lesson::World>(torch::TorchOptions{})) {
  dropout = [](const Tensor& t) { return t; };
  world_->interpreter().observer = nullptr;
  world_->run("prelude", kPrelude);
  if (!assignment_.objects.empty()) world_->run(Source::of_library("objects", assignment_.objects));
  lang::ModuleObject& main = world_->interpreter().main();
  main.attributes().set(
      lang::Symbol(kDropout),
      lang::make<lang::NativeFunction>(
          "dropout",
          [this](lang::Interpreter&, lang::Args& args) {
            const Tensor* t =
                args.positional.empty() ? nullptr : torch::as_tensor(args.positional[0]);
            if (!t) throw TypeError("dropout() takes a tensor");
            return lang::tensor(dropout(*t));
          }));
  main.attributes().set(
      lang::Symbol(kDrawn),
      lang::make<lang::NativeFunction>(
          kDrawn,
          [this](lang::Interpreter& interp, lang::Args& args) {
            const Tensor* shares = args.positional.size() == 2 ? torch::as_tensor(args.positional[0]) : nullptr;
            if (!shares || !args.positional[1].is_int()) throw TypeError("drawn() takes shares and a place");
            const std::optional<Tensor> own = drawn ? drawn(*shares, args.positional[1].as_int()) : std::nullopt;
            if (own) return lang::tensor(*own);
            return interp.call(interp.get_attr(interp.import("torch"), "multinomial"), {args.positional[0], lang::Value(int64_t{1})});
          }));
  clean_ = world_->interpreter().snapshot();
}

std::map<std::string, lang::Value> Reference::sizes(
    const ProbeSpec& probe, const std::map<std::string, lang::Value>& fixed) {
  std::map<std::string, lang::Value> out;
  lang::Interpreter& interp = world_->interpreter();
  interp.restore(clean_);
  for (const auto& [name, given] : assignment_.sizes) {
    const auto own = probe.sizes.find(name);
    const auto set = fixed.find(name);
    if (set != fixed.end()) {
      out[name] = set->second;
    } else {
      const lesson::Outcome result =
          world_->value_of(own == probe.sizes.end() ? given : own->second);
      if (!result.failure) out[name] = result.value;
    }
    if (out.contains(name)) interp.main().attributes().set(lang::Symbol(name), out[name]);
  }
  // A size may share its name with something that the stages call: dropout.
  interp.restore(clean_);
  return out;
}

uint32_t seed_of(const Setting& setting, const std::string& input) {
  uint32_t seed = setting.seed;
  for (const char c : input) seed = seed * 31 + static_cast<unsigned char>(c);
  return seed;
}

size_t Reference::alternatives(const std::string& name) const {
  size_t n = 0;
  for (const InputSpec& input : assignment_.inputs) n += input.name == name;
  return n;
}

Names Reference::start(const Setting& setting, const std::map<std::string, size_t>& which,
                       const std::set<std::string>& absent, const Names& given) {
  Names names(setting.sizes.begin(), setting.sizes.end());
  if (assignment_.draws) names["seed"] = lang::Value(int64_t{setting.seed});
  lang::Interpreter& interp = world_->interpreter();
  interp.restore(clean_);
  const auto set = [&](const std::string& name, const lang::Value& value) {
    names[name] = value;
    interp.main().attributes().set(lang::Symbol(name), value);
  };
  for (const auto& [name, value] : Names(names)) set(name, value);
  std::map<std::string, size_t> seen;
  for (const InputSpec& input : assignment_.inputs) {
    const size_t n = seen[input.name]++;
    const auto wanted = which.find(input.name);
    if (n != (wanted == which.end() ? 0 : wanted->second)) continue;
    const auto own = given.find(input.name);
    if (absent.contains(input.name) || own != given.end()) {
      set(input.name, absent.contains(input.name) ? lang::Value::none() : own->second);
      continue;
    }
    world_->run("seed", "torch.manual_seed(" + std::to_string(seed_of(setting, input.name)) + ")");
    const lesson::Outcome result = world_->value_of(input.expression);
    if (result.failure) continue;
    lang::Value value = result.value;
    const Tensor* t = torch::as_tensor(value);
    const bool random = input.expression.find("rand") != std::string::npos;
    if (t && random && setting.spread != 1) value = lang::tensor(mul(*t, setting.spread));
    set(input.name, value);
  }
  world_->run("setup", assignment_.setup);
  for (const auto& [symbol, value] : interp.snapshot()) {
    const std::string& name = symbol.str();
    bool ours = false;
    for (const auto& [other, unused] : clean_) ours = ours || other == symbol;
    if (!ours && !name.starts_with('_')) names[name] = value;
  }
  interp.restore(clean_);
  return names;
}

lang::Value Reference::input(const Setting& setting, const std::string& name, size_t which) {
  const Names names = start(setting, {{name, which}});
  const auto it = names.find(name);
  return it == names.end() ? lang::Value() : it->second;
}

lang::Value Reference::layer(const LinearMap& map) {
  if (map.weight.dim() == 1) return lang::tensor(map.weight);
  lang::Interpreter& interp = world_->interpreter();
  lang::Value make;
  for (const auto& [symbol, value] : clean_) {
    if (symbol.str() == "make_layer") make = value;
  }
  const lang::Value bias = map.bias.defined() ? lang::tensor(map.bias) : lang::Value::none();
  return interp.call(make, {lang::tensor(map.weight), bias});
}

bool Reference::is_callable(const std::string& name) { return name == kDropout; }

std::string Reference::run(const Snippet& snippet, Names& names) {
  lang::Attributes& main = world_->interpreter().main().attributes();
  for (const std::string& name : snippet.reads) {
    const auto it = names.find(name);
    if (it == names.end() || is_callable(name)) {
      if (!knows(name)) return "name '" + name + "' is not defined";
    } else {
      main.set(lang::Symbol(name), it->second);
    }
  }
  const std::string error = world_->attempt(snippet.parsed);
  if (!error.empty()) return error;
  for (const std::string& name : snippet.makes) {
    if (const lang::Value* v = main.find(lang::Symbol(name))) names[name] = *v;
  }
  return "";
}

std::string Reference::run(const StageSpec& stage, Names& names) {
  for (const WeightSpec& weight : assignment_.weights) {
    if (!weight.optional || names.contains(weight.name) || !stage.snippet.uses(weight.name)) {
      continue;
    }
    // Pass the input on unchanged: the only tensor that the stage reads.
    for (const std::string& name : stage.snippet.reads) {
      if (assignment_.stage_of(name) < 0 || !names.contains(name)) continue;
      for (const std::string& made : stage.snippet.makes) names[made] = names[name];
      return "";
    }
  }
  return run(stage.snippet, names);
}

void Reference::perform(const std::function<void()>& work) {
  world_->perform([&] {
    work();
    return lang::Value::none();
  });
}

void Reference::watch(Recording* recording) {
  world_->interpreter().observer = recording;
}

bool Reference::knows(const std::string& name) const {
  const auto it = known_.find(name);
  if (it != known_.end()) return it->second;
  const auto now = world_->interpreter().snapshot();
  world_->interpreter().restore(clean_);
  known_[name] = !world_->value_of(name).failure;
  world_->interpreter().restore(now);
  return known_[name];
}

const Tensor* tensor_in(const Names& names, const std::string& name) {
  const auto it = names.find(name);
  return it == names.end() ? nullptr : torch::as_tensor(it->second);
}

}  // namespace mha::homework
