// Layers that are one elementwise function, and the softmaxes.

#include "tensor/ops_binary.h"
#include "tensor/ops_unary.h"
#include "torch/functional.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::Value;

namespace {

const Tensor& input_of(const char* function, Arguments a) {
  return tensor_arg(function, "input", 1, a[1]);
}

Value plain_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  return Value::none();
}

/// "name=value" of the plain attributes of that name.
Value describe(Nn& nn, Arguments a,
               std::initializer_list<const char*> fields) {
  std::string out;
  for (const char* name : fields) {
    if (!out.empty()) out += ", ";
    out += std::string(name) + "=" + nn.interp.str(field(nn, a[0], name));
  }
  return lang::str(out);
}

// ------------------------------------------------------ with an inplace switch

Value inplace_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  set_field(a[0], "inplace", or_else(a[1], false));
  return Value::none();
}

bool in_place(Nn& nn, Arguments a) {
  return nn.interp.truth(field(nn, a[0], "inplace"));
}

Value inplace_repr(Nn& nn, Arguments a) {
  return lang::str(in_place(nn, a) ? "inplace=True" : "");
}

Value result(Nn& nn, Arguments a, const Tensor& out) {
  if (!in_place(nn, a)) return lang::tensor(out);
  return wrap(copy_(*as_tensor(a[1]), out), a[1]);
}

template <Tensor (*f)(const Tensor&), Tensor (*f_)(const Tensor&)>
Value switched(Nn& nn, Arguments a, const char* name) {
  const Tensor& x = input_of(name, a);
  return in_place(nn, a) ? wrap(f_(x), a[1]) : lang::tensor(f(x));
}

constexpr Method kRelu[] = {
    {"__init__", "self, inplace=False", inplace_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) { return switched<relu, relu_>(nn, a, "relu"); }},
    {"extra_repr", "self", inplace_repr},
};
constexpr Method kSilu[] = {
    {"__init__", "self, inplace=False", inplace_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) { return switched<silu, silu_>(nn, a, "silu"); }},
    {"extra_repr", "self", inplace_repr},
};
constexpr Method kSelu[] = {
    {"__init__", "self, inplace=False", inplace_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) { return result(nn, a, selu(input_of("selu", a))); }},
    {"extra_repr", "self", inplace_repr},
};
constexpr Method kMish[] = {
    {"__init__", "self, inplace=False", inplace_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) { return result(nn, a, mish(input_of("mish", a))); }},
    {"extra_repr", "self", inplace_repr},
};
constexpr Method kHardswish[] = {
    {"__init__", "self, inplace=False", inplace_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return result(nn, a, hardswish(input_of("hardswish", a)));
     }},
};
constexpr Method kHardsigmoid[] = {
    {"__init__", "self, inplace=False", inplace_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return result(nn, a, hardsigmoid(input_of("hardsigmoid", a)));
     }},
};
constexpr Method kRelu6[] = {
    {"__init__", "self, inplace=False", inplace_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return result(nn, a, hardtanh(input_of("hardtanh", a), 0, 6));
     }},
    {"extra_repr", "self", inplace_repr},
};

// ------------------------------------------------------------ with a parameter

constexpr Method kLeakyRelu[] = {
    {"__init__", "self, negative_slope=0.01, inplace=False",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "negative_slope", or_else(a[1], Value(0.01)));
       set_field(a[0], "inplace", or_else(a[2], false));
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       const Tensor& x = input_of("leaky_relu", a);
       const double slope = number_or(nn, field(nn, a[0], "negative_slope"), 0);
       return in_place(nn, a) ? wrap(leaky_relu_(x, slope), a[1])
                              : lang::tensor(leaky_relu(x, slope));
     }},
    {"extra_repr", "self",
     [](Nn& nn, Arguments a) {
       return in_place(nn, a) ? describe(nn, a, {"negative_slope", "inplace"})
                              : describe(nn, a, {"negative_slope"});
     }},
};
constexpr Method kElu[] = {
    {"__init__", "self, alpha=1.0, inplace=False",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "alpha", or_else(a[1], Value(1.0)));
       set_field(a[0], "inplace", or_else(a[2], false));
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       const Tensor& x = input_of("elu", a);
       const double alpha = number_or(nn, field(nn, a[0], "alpha"), 1);
       return in_place(nn, a) ? wrap(elu_(x, alpha), a[1])
                              : lang::tensor(elu(x, alpha));
     }},
    {"extra_repr", "self",
     [](Nn& nn, Arguments a) {
       return in_place(nn, a) ? describe(nn, a, {"alpha", "inplace"})
                              : describe(nn, a, {"alpha"});
     }},
};
constexpr Method kGelu[] = {
    {"__init__", "self, approximate='none'",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "approximate", or_else(a[1], lang::str("none")));
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       const Tensor& x = input_of("gelu", a);
       return lang::tensor(
           gelu(x, text_arg(field(nn, a[0], "approximate"), "none")));
     }},
    {"extra_repr", "self",
     [](Nn& nn, Arguments a) {
       return lang::str("approximate=" +
                        nn.interp.repr(field(nn, a[0], "approximate")));
     }},
};
constexpr Method kSoftplus[] = {
    {"__init__", "self, beta=1, threshold=20",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "beta", or_else(a[1], Value(1)));
       set_field(a[0], "threshold", or_else(a[2], Value(20)));
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return lang::tensor(
           softplus(input_of("softplus", a),
                    number_or(nn, field(nn, a[0], "beta"), 1),
                    number_or(nn, field(nn, a[0], "threshold"), 20)));
     }},
    {"extra_repr", "self",
     [](Nn& nn, Arguments a) { return describe(nn, a, {"beta", "threshold"}); }},
};
constexpr Method kHardtanh[] = {
    {"__init__", "self, min_val=-1.0, max_val=1.0, inplace=False",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "min_val", or_else(a[1], Value(-1.0)));
       set_field(a[0], "max_val", or_else(a[2], Value(1.0)));
       set_field(a[0], "inplace", or_else(a[3], false));
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return result(nn, a,
                     hardtanh(input_of("hardtanh", a),
                              number_or(nn, field(nn, a[0], "min_val"), -1),
                              number_or(nn, field(nn, a[0], "max_val"), 1)));
     }},
    {"extra_repr", "self",
     [](Nn& nn, Arguments a) { return describe(nn, a, {"min_val", "max_val"}); }},
};
constexpr Method kThreshold[] = {
    {"__init__", "self, threshold, value, inplace=False",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "threshold", a[1]);
       set_field(a[0], "value", a[2]);
       set_field(a[0], "inplace", or_else(a[3], false));
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return result(nn, a,
                     threshold(input_of("threshold", a),
                               number_or(nn, field(nn, a[0], "threshold"), 0),
                               number_or(nn, field(nn, a[0], "value"), 0)));
     }},
    {"extra_repr", "self",
     [](Nn& nn, Arguments a) { return describe(nn, a, {"threshold", "value"}); }},
};

// --------------------------------------------------------------- with nothing

constexpr Method kTanh[] = {
    {"__init__", "self", plain_init},
    {"forward", "self, input",
     [](Nn&, Arguments a) { return lang::tensor(tanh(input_of("tanh", a))); }},
};
constexpr Method kSigmoid[] = {
    {"__init__", "self", plain_init},
    {"forward", "self, input",
     [](Nn&, Arguments a) {
       return lang::tensor(sigmoid(input_of("sigmoid", a)));
     }},
};
constexpr Method kLogSigmoid[] = {
    {"__init__", "self", plain_init},
    {"forward", "self, input",
     [](Nn&, Arguments a) {
       return lang::tensor(logsigmoid(input_of("log_sigmoid", a)));
     }},
};
constexpr Method kSoftsign[] = {
    {"__init__", "self", plain_init},
    {"forward", "self, input",
     [](Nn&, Arguments a) {
       return lang::tensor(softsign(input_of("abs", a)));
     }},
};
constexpr Method kTanhshrink[] = {
    {"__init__", "self", plain_init},
    {"forward", "self, input",
     [](Nn&, Arguments a) {
       return lang::tensor(tanhshrink(input_of("tanh", a)));
     }},
};

// -------------------------------------------------------------- along one dim

Value dim_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  set_field(a[0], "dim", or_none(a[1]));
  return Value::none();
}

Value dim_repr(Nn& nn, Arguments a) { return describe(nn, a, {"dim"}); }

constexpr Method kSoftmax[] = {
    {"__init__", "self, dim=None", dim_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return apply_softmax(nn, "softmax", a[1], field(nn, a[0], "dim"), Value());
     }},
    {"extra_repr", "self", dim_repr},
};
constexpr Method kLogSoftmax[] = {
    {"__init__", "self, dim=None", dim_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return apply_softmax(nn, "log_softmax", a[1], field(nn, a[0], "dim"),
                            Value());
     }},
    {"extra_repr", "self", dim_repr},
};
constexpr Method kSoftmin[] = {
    {"__init__", "self, dim=None", dim_init},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return apply_softmax(nn, "softmin", a[1], field(nn, a[0], "dim"), Value());
     }},
    {"extra_repr", "self", dim_repr},
};
constexpr Method kGlu[] = {
    {"__init__", "self, dim=-1",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "dim", or_else(a[1], Value(-1)));
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return lang::tensor(
           glu(input_of("glu", a), nn.interp.to_index(field(nn, a[0], "dim"))));
     }},
    {"extra_repr", "self", dim_repr},
};

constexpr const char* kModule = "torch.nn.modules.activation";
constexpr ClassRow kClasses[] = {
    {"ReLU", kModule, "Module", kRelu},
    {"GELU", kModule, "Module", kGelu},
    {"SiLU", kModule, "Module", kSilu},
    {"LeakyReLU", kModule, "Module", kLeakyRelu},
    {"ELU", kModule, "Module", kElu},
    {"SELU", kModule, "Module", kSelu},
    {"Mish", kModule, "Module", kMish},
    {"Hardtanh", kModule, "Module", kHardtanh},
    {"ReLU6", kModule, "Hardtanh", kRelu6},
    {"Hardswish", kModule, "Module", kHardswish},
    {"Hardsigmoid", kModule, "Module", kHardsigmoid},
    {"Threshold", kModule, "Module", kThreshold},
    {"Softplus", kModule, "Module", kSoftplus},
    {"Tanh", kModule, "Module", kTanh},
    {"Sigmoid", kModule, "Module", kSigmoid},
    {"LogSigmoid", kModule, "Module", kLogSigmoid},
    {"Softsign", kModule, "Module", kSoftsign},
    {"Tanhshrink", kModule, "Module", kTanhshrink},
    {"Softmax", kModule, "Module", kSoftmax},
    {"LogSoftmax", kModule, "Module", kLogSoftmax},
    {"Softmin", kModule, "Module", kSoftmin},
    {"GLU", kModule, "Module", kGlu},
};

}  // namespace

std::span<const ClassRow> activation_classes() { return kClasses; }

}  // namespace mha::torch
