// torch.nn.init.

#include "random/init.h"

#include "tensor/factory.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::Value;

namespace {

/// The tensor to fill. Python code there: what is no tensor fails at the first
/// method that it lacks.
const Tensor& target(const Value& v, const char* method) {
  if (const Tensor* t = as_tensor(v)) return *t;
  throw Error("AttributeError", "'" + class_name(v) +
                                    "' object has no attribute '" + method +
                                    "'");
}

Scalar scalar_of(const Value& v) {
  if (const auto s = as_scalar(v)) return *s;
  if (const Tensor* t = as_tensor(v)) return t->item();
  throw TypeError("fill_(): argument 'value' (position 1) must be Number, not " +
                  type_text(v));
}

bool warned_of_empty(Nn& nn, const Tensor& t) {
  if (t.numel() != 0) return false;
  nn.interp.warn("UserWarning", "Initializing zero-element tensors is a no-op");
  return true;
}

template <Tensor (*fill)(const Tensor&, double, const std::string&,
                         const std::string&)>
Value kaiming(Nn& nn, Arguments a) {
  const Tensor& t = target(a[0], "ndimension");
  if (warned_of_empty(nn, t)) return a[0];
  const std::string mode = text_arg(a[2], "fan_in");
  std::string lower;
  for (char c : mode) {
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (lower != "fan_in" && lower != "fan_out") {
    throw ValueError("Mode " + lower +
                     " not supported, please use one of ['fan_in', 'fan_out']");
  }
  fill(t, number_or(nn, a[1], 0.0), lower, text_arg(a[3], "leaky_relu"));
  return a[0];
}

template <Tensor (*fill)(const Tensor&, double)>
Value with_gain(Nn& nn, Arguments a) {
  fill(target(a[0], "ndimension"), number_or(nn, a[1], 1.0));
  return a[0];
}

/// The names without an underscore, which PyTorch still takes.
template <auto method>
Value old_name(Nn& nn, Arguments a, const char* name) {
  nn.interp.warn("UserWarning", std::string("nn.init.") + name +
                                    " is now deprecated in favor of nn.init." +
                                    name + "_.");
  return method(nn, a);
}

Value f_uniform(Nn& nn, Arguments a) {
  init::uniform_(target(a[0], "uniform_"), number_or(nn, a[1], 0.0),
                 number_or(nn, a[2], 1.0));
  return a[0];
}

Value f_normal(Nn& nn, Arguments a) {
  init::normal_(target(a[0], "normal_"), number_or(nn, a[1], 0.0),
                number_or(nn, a[2], 1.0));
  return a[0];
}

Value f_trunc_normal(Nn& nn, Arguments a) {
  const double mean = number_or(nn, a[1], 0.0);
  const double std = number_or(nn, a[2], 1.0);
  const double low = number_or(nn, a[3], -2.0);
  const double high = number_or(nn, a[4], 2.0);
  if (mean < low - 2 * std || mean > high + 2 * std) {
    nn.interp.warn("UserWarning",
                   "mean is more than 2 std from [a, b] in "
                   "nn.init.trunc_normal_. The distribution of values may be "
                   "incorrect.");
  }
  init::trunc_normal_(target(a[0], "uniform_"), mean, std, low, high);
  return a[0];
}

Value f_constant(Nn&, Arguments a) {
  init::constant_(target(a[0], "fill_"), scalar_of(a[1]));
  return a[0];
}

Value f_eye(Nn&, Arguments a) {
  const Tensor& t = target(a[0], "ndimension");
  if (t.dim() != 2) {
    throw ValueError("Only tensors with 2 dimensions are supported");
  }
  init::eye_(t);
  return a[0];
}

Value f_calculate_gain(Nn& nn, Arguments a) {
  const std::string which = text_arg(a[0], "");
  if (which == "leaky_relu" && given(a[1])) {
    const auto slope = as_scalar(a[1]);
    if (!slope || a[1].is_bool()) {
      throw ValueError("negative_slope " + nn.interp.str(a[1]) +
                       " not a valid number");
    }
  }
  const double gain = init::calculate_gain(which, number_or(nn, a[1].is_none() ? Value() : a[1], 0.01));
  // PyTorch gives the int 1 for the linear ones.
  const bool whole = gain == 1.0 && which != "leaky_relu";
  return whole ? Value(1) : Value(gain);
}

Value f_fans(Nn&, Arguments a) {
  const init::Fans fans = init::fan_in_and_fan_out(target(a[0], "dim"));
  return lang::tuple({Value(fans.in), Value(fans.out)});
}

constexpr const char* kKaiming =
    "tensor, a=0, mode='fan_in', nonlinearity='leaky_relu'";

constexpr Method kMethods[] = {
    {"uniform_", "tensor, a=0.0, b=1.0, generator=None", f_uniform},
    {"normal_", "tensor, mean=0.0, std=1.0, generator=None", f_normal},
    {"trunc_normal_", "tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None",
     f_trunc_normal},
    {"constant_", "tensor, val", f_constant},
    {"ones_", "tensor",
     [](Nn&, Arguments a) {
       init::ones_(target(a[0], "fill_"));
       return a[0];
     }},
    {"zeros_", "tensor",
     [](Nn&, Arguments a) {
       init::zeros_(target(a[0], "zero_"));
       return a[0];
     }},
    {"eye_", "tensor", f_eye},
    {"xavier_uniform_", "tensor, gain=1.0, generator=None",
     with_gain<init::xavier_uniform_>},
    {"xavier_normal_", "tensor, gain=1.0, generator=None",
     with_gain<init::xavier_normal_>},
    {"kaiming_uniform_", kKaiming, kaiming<init::kaiming_uniform_>},
    {"kaiming_normal_", kKaiming, kaiming<init::kaiming_normal_>},
    {"calculate_gain", "nonlinearity, param=None", f_calculate_gain},
    {"_calculate_fan_in_and_fan_out", "tensor", f_fans},
    {"uniform", "tensor, a=0.0, b=1.0",
     [](Nn& nn, Arguments a) { return old_name<f_uniform>(nn, a, "uniform"); }},
    {"normal", "tensor, mean=0.0, std=1.0",
     [](Nn& nn, Arguments a) { return old_name<f_normal>(nn, a, "normal"); }},
    {"constant", "tensor, val",
     [](Nn& nn, Arguments a) { return old_name<f_constant>(nn, a, "constant"); }},
    {"xavier_uniform", "tensor, gain=1.0",
     [](Nn& nn, Arguments a) {
       return old_name<with_gain<init::xavier_uniform_>>(nn, a, "xavier_uniform");
     }},
    {"xavier_normal", "tensor, gain=1.0",
     [](Nn& nn, Arguments a) {
       return old_name<with_gain<init::xavier_normal_>>(nn, a, "xavier_normal");
     }},
    {"kaiming_uniform", kKaiming,
     [](Nn& nn, Arguments a) {
       return old_name<kaiming<init::kaiming_uniform_>>(nn, a, "kaiming_uniform");
     }},
    {"kaiming_normal", kKaiming,
     [](Nn& nn, Arguments a) {
       return old_name<kaiming<init::kaiming_normal_>>(nn, a, "kaiming_normal");
     }},
};

}  // namespace

std::span<const Method> init_functions() { return kMethods; }

}  // namespace mha::torch
