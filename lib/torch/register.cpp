#include "torch/register.h"

#include <limits>

#include "library/library.h"
#include "random/draws.h"
#include "torch/autograd/autograd.h"
#include "torch/binding/convert.h"
#include "torch/binding/device.h"
#include "torch/binding/table.h"
#include "torch/binding/tensor_class.h"
#include "torch/binding/torch_module.h"
#include "torch/nn/nn.h"
#include "torch/numpy/numpy.h"

// The module `torch`: its names are looked up in the tables when a program
// first uses them.

namespace mha::torch {

namespace {

// A 2.x number, for what is printed follows current PyTorch where versions
// differ (names of grad_fn, some error texts).
constexpr const char* kVersion = "2.1.0";

struct DTypeName {
  const char* name;
  DType dtype;
};
constexpr DTypeName kDTypes[] = {
    {"float32", DType::float32}, {"float", DType::float32},   {"float64", DType::float64},
    {"double", DType::float64},  {"float16", DType::float16}, {"half", DType::float16},
    {"bfloat16", DType::bfloat16}, {"int64", DType::int64},   {"long", DType::int64},
    {"int32", DType::int32},     {"int", DType::int32},       {"int16", DType::int16},
    {"short", DType::int16},     {"int8", DType::int8},       {"uint8", DType::uint8},
    {"bool", DType::bool_}};

struct TorchConstant {
  const char* name;
  double value;
};
constexpr TorchConstant kTorchConstants[] = {{"inf", std::numeric_limits<double>::infinity()},
                                   {"nan", std::numeric_limits<double>::quiet_NaN()},
                                   {"pi", 3.141592653589793},
                                   {"e", 2.718281828459045}};

constexpr const char* kTorchClasses[] = {"Tensor",    "Size",          "dtype",
                                    "device",    "layout",        "memory_format",
                                    "Generator"};
constexpr const char* kGradModes[] = {"no_grad", "enable_grad", "inference_mode", "set_grad_enabled"};
constexpr const char* kSubmodules[] = {"nn",      "cuda",     "backends", "linalg", "random",
                                       "autograd", "special", "testing",  "utils",  "optim",
                                       "jit",     "types",    "mps",      "return_types", "amp"};

Value class_named(Interpreter& interp, const std::string& name) {
  Types& t = types(interp);
  lang::ClassObject* const classes[] = {t.tensor, t.size,          t.dtype,    t.device,
                                        t.layout, t.memory_format, t.generator};
  for (size_t i = 0; i < std::size(kTorchClasses); ++i) {
    if (name == kTorchClasses[i]) return Value(static_cast<lang::Object*>(classes[i]));
  }
  for (const char* mode : kGradModes) {
    if (name == mode) return interp.get_attr(interp.import("torch.autograd.grad_mode"), name);
  }
  return legacy_class(interp, name);
}

Value object_named(Interpreter& interp, const std::string& name) {
  for (const DTypeName& d : kDTypes) {
    if (name == d.name) return to_value(interp, d.dtype);
  }
  for (const TorchConstant& c : kTorchConstants) {
    if (name == c.name) return Value(c.value);
  }
  Types& t = types(interp);
  if (name == "strided") return t.strided;
  if (name == "contiguous_format") return t.contiguous_format;
  if (name == "preserve_format") return t.preserve_format;
  if (name == "default_generator") return t.default_generator;
  if (name == "newaxis") return Value::none();
  if (name == "__version__") return lang::str(kVersion);
  return {};
}

Value plain_named(const std::string& name) {
  for (const auto rows : {setting_rows(), plain_rows()}) {
    for (const PlainRow& row : rows) {
      if (name == row.name) return make_plain(row);
    }
  }
  return {};
}

/// What `from torch import *` brings in.
Value all_names() {
  std::vector<Value> names;
  for (const std::string& n : function_names()) names.push_back(lang::str(n));
  for (const auto rows : {setting_rows(), plain_rows()}) {
    for (const PlainRow& row : rows) names.push_back(lang::str(row.name));
  }
  for (const library::Definition& d : library::definitions("torch.functional")) {
    if (!d.name.starts_with('_')) names.push_back(lang::str(std::string(d.name)));
  }
  for (const char* n : kTorchClasses) names.push_back(lang::str(n));
  for (const char* n : kGradModes) names.push_back(lang::str(n));
  for (const char* n : {"finfo", "iinfo", "FloatTensor", "LongTensor"}) names.push_back(lang::str(n));
  for (const DTypeName& d : kDTypes) {
    // Python's own float, int and bool stay what they are.
    const std::string n = d.name;
    if (n != "float" && n != "int" && n != "bool") names.push_back(lang::str(n));
  }
  for (const TorchConstant& c : kTorchConstants) names.push_back(lang::str(c.name));
  return lang::list(std::move(names));
}

Value find_in_torch(Interpreter& interp, const std::string& name) {
  if (Value v = find_function(name); v.defined()) return v;
  if (Value v = plain_named(name); v.defined()) return v;
  if (Value v = object_named(interp, name); v.defined()) return v;
  if (Value v = class_named(interp, name); v.defined()) return v;
  for (const char* sub : kSubmodules) {
    if (name == sub) return interp.import("torch." + name);
  }
  for (const char* module : {"torch.functional", "torch._limits", "torch.amp"}) {
    if (name.starts_with('_') || !library::find_definition(module, name)) continue;
    return interp.get_attr(interp.import(module), name);
  }
  if (name == "__all__") return all_names();
  refuse_if_known("torch", name);
  return {};
}

}  // namespace

void add_torch(Interpreter& interp, TorchOptions options) {
  set_dropout_rng(options.mkl_dropout ? DropoutRng::mkl : DropoutRng::plain);
  add_types(interp);
  add_tensor_class(interp);
  interp.add_module("torch", [](Interpreter& i, ModuleObject& m) {
    m.missing = [&i](Symbol name) { return find_in_torch(i, name.str()); };
  });
  add_nn(interp);
  add_autograd_core(interp);
  add_submodules(interp);
  add_safetensors(interp);
  add_numpy(interp);
}

}  // namespace mha::torch
