#include "library/left_out.h"
#include "library/library.h"
#include "tensor/core/factory.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/reduce.h"
#include "torch/binding/device.h"
#include "torch/binding/table.h"
#include "torch/binding/torch_module.h"

// The small modules below torch: cuda, backends, random, linalg, special,
// autograd.

namespace mha::torch {

namespace {

Value no(Interpreter&, Args&) { return Value(false); }
Value zero(Interpreter&, Args&) { return Value(0); }
Value no_gpu(Interpreter& interp, Args&) {
  check_device(interp, lang::str("cuda"));
  return Value::none();
}

// There is no GPU: questions are answered, settings ignored, work refused.
const PlainRow kGpu[] = {
    {"is_available", "", no},        {"is_built", "", no},
    {"is_initialized", "", no},      {"device_count", "", zero},
    {"is_bf16_supported", "", no},   {"manual_seed", "seed", nothing},
    {"manual_seed_all", "seed", nothing}, {"empty_cache", "", nothing},
    {"synchronize", "device=None", nothing}, {"memory_allocated", "device=None", zero},
    {"max_memory_allocated", "device=None", zero},
    {"reset_peak_memory_stats", "device=None", nothing},
    {"current_device", "", no_gpu},  {"get_device_name", "device=None", no_gpu},
    {"set_device", "device", no_gpu}, {"get_device_properties", "device=None", no_gpu},
    {"is_macos13_or_newer", nullptr, no}, {"is_macos_or_newer", nullptr, no},
};

Value gpu_function(const std::string& name) {
  for (const PlainRow& row : kGpu) {
    if (name == row.name) return make_plain(row);
  }
  return {};
}

/// A module whose functions come from `find`, with settings a program may
/// write: torch.backends.cudnn.deterministic = True.
void add_lazy(Interpreter& interp, const std::string& name,
              std::function<Value(Interpreter&, const std::string&)> find,
              std::initializer_list<const char*> settings = {}) {
  std::vector<std::string> off(settings.begin(), settings.end());
  interp.add_module(name, [find = std::move(find), off = std::move(off), name](
                              Interpreter& i, ModuleObject& m) {
    for (const std::string& s : off) m.attributes().set(Symbol(s), Value(false));
    m.missing = [&i, find, name](Symbol symbol) {
      Value v = find(i, symbol.str());
      if (!v.defined()) refuse_if_known(name, symbol.str());
      return v;
    };
  });
}

Value random_function(const std::string& name) {
  for (const char* known : {"manual_seed", "seed", "initial_seed", "get_rng_state",
                            "set_rng_state"}) {
    if (name != known) continue;
    for (const PlainRow& row : setting_rows()) {
      if (name == row.name) return make_plain(row);
    }
  }
  return {};
}

// ------------------------------------------------------------------- linalg

/// linalg.norm and vector_norm: ord is a number, "fro" or None.
Value run_linalg_norm(Call& c) {
  const Value& order = c.value(1);
  double p = 2;
  if (const auto* text = order.get<lang::StrObject>()) {
    if (text->text() != "fro") {
      throw Refusal("linalg.norm(ord='" + text->text() + "') is not supported here");
    }
  } else if (!order.is_none()) {
    p = c.floating(1);
    if (c.function() == "linalg_norm" && c.tensor(0).dim() == 2 && !c.given(2)) {
      throw Refusal("linalg.norm() of a matrix with a number as ord is not supported here")
          .with_help("linalg.vector_norm(x, ord) takes all elements as one vector");
    }
  }
  return fresh(vector_norm(c.tensor(0), p, c.ints(2), c.flag(3)));
}

const Row kLinalg[] = {
    {"linalg_norm",
     "Tensor input, any ord=None, int[1] dim=None, bool keepdim=False, *, dtype dtype=None, Tensor out=None",
     run_linalg_norm, On::function},
    {"linalg_vector_norm",
     "Tensor x, any ord=2, int[1] dim=None, bool keepdim=False, *, dtype dtype=None, Tensor out=None",
     run_linalg_norm, On::function},
    {"linalg_matmul", "Tensor input, Tensor other" MHA_OUT, bound<matmul>, On::function},
    {"linalg_vecdot", "Tensor x, Tensor y, *, int dim=-1, Tensor out=None",
     [](Call& c) {
       return fresh(sum(mul(c.tensor(0), c.tensor(1)), {c.integer(2)}));
     },
     On::function},
};

Value linalg_function(Interpreter&, const std::string& name) {
  for (const Row& row : kLinalg) {
    if ("linalg_" + name == row.name) return make_function(row, Form::function);
  }
  return {};
}

Value special_function(Interpreter&, const std::string& name) {
  for (const char* known : {"expit", "erf", "exp2", "expm1", "log1p", "softmax", "log_softmax",
                            "logsumexp", "round"}) {
    if (name == known) return find_function(name);
  }
  return {};
}

// ------------------------------------------------------------------ autograd

/// The class that old programs wrap their tensors in: they stay what they are.
Value variable_class(Interpreter& interp) {
  lang::ClassObject*& cls = types(interp).others["Variable"];
  if (!cls) {
    cls = interp.make_class("Variable", "torch.autograd.variable").get();
    cls->set_instance_kind(lang::ObjectKind::tensor);
    cls->method("__new__", "cls, data, requires_grad=False", [](Interpreter& i, Args& a) {
      const Value& on = a.positional[2];
      if (on.defined() && i.truth(on)) {
        i.call_method(a.positional[1], "requires_grad_", {Value(true)});
      }
      return a.positional[1];
    });
    cls->attributes().set(
        Symbol("__instancecheck__"),
        lang::make<lang::NativeFunction>("__instancecheck__", [](Interpreter&, Args& a) {
          return Value(as_tensor(a.positional.back()) != nullptr);
        }));
    cls->invalidate();
  }
  return Value(static_cast<lang::Object*>(cls));
}

Value autograd_name(Interpreter& interp, const std::string& name) {
  if (name == "Variable") return variable_class(interp);
  // What is written in the language, and in which of its modules.
  static const std::map<std::string_view, std::string> kModules = {
      {"backward", "engine"}, {"grad", "engine"}, {"Function", "function"},
      {"detect_anomaly", "anomaly_mode"}, {"set_detect_anomaly", "anomaly_mode"},
      {"no_grad", "grad_mode"}, {"enable_grad", "grad_mode"}, {"inference_mode", "grad_mode"},
      {"set_grad_enabled", "grad_mode"}};
  if (const auto it = kModules.find(name); it != kModules.end()) {
    return interp.get_attr(interp.import("torch.autograd." + it->second), name);
  }
  const std::string module = "torch.autograd." + name;
  return library::find_module(module) ? interp.import(module) : Value();
}

Value type_name_in(Interpreter& interp, const std::string& name) {
  for (const char* known : {"Tensor", "device", "dtype", "layout", "Size"}) {
    if (name == known) return interp.get_attr(interp.import("torch"), name);
  }
  return {};
}

}  // namespace

void add_submodules(Interpreter& interp) {
  const auto gpu = [](Interpreter& i, const std::string& name) {
    return name == "amp" ? Value(i.import("torch.cuda.amp")) : gpu_function(name);
  };
  add_lazy(interp, "torch.cuda", gpu);
  add_lazy(interp, "torch.mps", gpu);
  add_lazy(interp, "torch.backends", [](Interpreter& i, const std::string& name) -> Value {
    for (const char* sub : {"cuda", "cudnn", "mps", "mkl", "mkldnn", "openmp"}) {
      if (name == sub) return i.import("torch.backends." + name);
    }
    return {};
  });
  for (const char* name : {"torch.backends.mps", "torch.backends.mkl", "torch.backends.mkldnn",
                           "torch.backends.openmp"}) {
    add_lazy(interp, name, gpu);
  }
  add_lazy(interp, "torch.backends.cudnn", gpu,
           {"deterministic", "benchmark", "enabled", "allow_tf32"});
  add_lazy(interp, "torch.backends.cuda", [](Interpreter& i, const std::string& name) -> Value {
    if (name == "matmul") return i.import("torch.backends.cuda.matmul");
    return gpu_function(name);
  });
  add_lazy(interp, "torch.backends.cuda.matmul", gpu, {"allow_tf32"});
  add_lazy(interp, "torch.random",
           [](Interpreter&, const std::string& name) { return random_function(name); });
  add_lazy(interp, "torch.linalg", linalg_function);
  add_lazy(interp, "torch.special", special_function);
  add_lazy(interp, "torch.autograd", autograd_name);
  add_lazy(interp, "torch.types", type_name_in);
  add_lazy(interp, "torch.utils", [](Interpreter& i, const std::string& name) -> Value {
    if (name == "data") return i.import("torch.utils.data");
    return {};
  });
}

void refuse_if_known(std::string_view owner, std::string_view name) {
  const std::string* advice = library::left_out(owner, name);
  if (!advice) advice = library::left_out("torch", name);
  if (!advice) return;
  throw Refusal(std::string(owner) + "." + std::string(name) + " is not supported here").with_help(*advice);
}

}  // namespace mha::torch
