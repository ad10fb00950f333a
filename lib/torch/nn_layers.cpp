// Linear, Embedding, LayerNorm, Dropout and the other layers that are no
// activations.

#include "random/draws.h"
#include "random/init.h"
#include "tensor/ops_matmul.h"
#include "tensor/ops_nn.h"
#include "tensor/factory.h"
#include "tensor/views.h"
#include "torch/functional.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::Value;

namespace {

std::string text_of(Nn& nn, const Value& self, const char* name) {
  return nn.interp.format(field(nn, self, name), "");
}

// ---------------------------------------------------------------------- Linear

Value linear_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  const DType dtype = factory_dtype(nn, a[4], a[5]);
  set_field(a[0], "in_features", a[1]);
  set_field(a[0], "out_features", a[2]);
  set_parameter(nn, a[0], "weight",
                nn.make_parameter(
                    Tensor::empty(sizes_for_empty(nn, {a[2], a[1]}), dtype)));
  set_parameter(nn, a[0], "bias",
                flag_or(nn, a[3], true)
                    ? nn.make_parameter(Tensor::empty(
                          sizes_for_empty(nn, {a[2]}), dtype))
                    : Value::none());
  nn.interp.call_method(a[0], "reset_parameters");
  return Value::none();
}

Value linear_reset(Nn& nn, Arguments a) {
  const Tensor weight = tensor_field(nn, a[0], "weight");
  if (weight.numel() == 0) {
    nn.interp.warn("UserWarning", "Initializing zero-element tensors is a no-op");
  }
  init::linear_(weight, tensor_field(nn, a[0], "bias"));
  return Value::none();
}

Value linear_forward(Nn& nn, Arguments a) {
  const Tensor weight = tensor_field(nn, a[0], "weight");
  const Tensor& x = tensor_arg("linear", "input", 1, a[1]);
  return lang::tensor(linear(x, weight, tensor_field(nn, a[0], "bias")));
}

Value linear_repr(Nn& nn, Arguments a) {
  const bool bias = tensor_field(nn, a[0], "bias").defined();
  return lang::str("in_features=" + text_of(nn, a[0], "in_features") +
                   ", out_features=" + text_of(nn, a[0], "out_features") +
                   ", bias=" + (bias ? "True" : "False"));
}

constexpr Method kLinear[] = {
    {"__init__",
     "self, in_features, out_features, bias=True, device=None, dtype=None",
     linear_init},
    {"reset_parameters", "self", linear_reset},
    {"forward", "self, input", linear_forward},
    {"extra_repr", "self", linear_repr},
};

// ------------------------------------------------------------------- Embedding

Value embedding_init(Nn& nn, Arguments a) {
  // self, num_embeddings, embedding_dim, padding_idx, max_norm, norm_type,
  // scale_grad_by_freq, sparse, _weight, device, dtype
  init_module(nn, a[0]);
  set_field(a[0], "num_embeddings", a[1]);
  set_field(a[0], "embedding_dim", a[2]);
  Value padding = or_none(a[3]);
  if (given(padding)) {
    const int64_t rows = nn.interp.to_index(a[1]);
    int64_t at = nn.interp.to_index(padding);
    if (at >= rows || at < -rows) {
      throw Error("AssertionError", "Padding_idx must be within num_embeddings");
    }
    if (at < 0) at += rows;
    padding = Value(at);
  }
  set_field(a[0], "padding_idx", padding);
  set_field(a[0], "max_norm", or_none(a[4]));
  if (given(a[4])) {
    refuse("nn.Embedding with max_norm", "scale the rows yourself");
  }
  if (given(a[8])) {
    const Tensor& weight = tensor_arg("embedding", "weight", 1, a[8]);
    if (weight.shape() != sizes_for_empty(nn, {a[1], a[2]})) {
      throw Error("AssertionError",
                  "Shape of weight does not match num_embeddings and "
                  "embedding_dim");
    }
    set_parameter(nn, a[0], "weight", nn.make_parameter(weight));
    return Value::none();
  }
  set_parameter(nn, a[0], "weight",
                nn.make_parameter(
                    Tensor::empty(sizes_for_empty(nn, {a[1], a[2]}),
                                  factory_dtype(nn, a[9], a[10]))));
  nn.interp.call_method(a[0], "reset_parameters");
  return Value::none();
}

int64_t padding_of(Nn& nn, const Value& self) {
  const Value padding = field(nn, self, "padding_idx");
  return given(padding) ? padding.as_int() : -1;
}

Value embedding_reset(Nn& nn, Arguments a) {
  init::embedding_(tensor_field(nn, a[0], "weight"), padding_of(nn, a[0]));
  return Value::none();
}

Value embedding_forward(Nn& nn, Arguments a) {
  const Tensor& indices = tensor_arg("embedding", "indices", 2, a[1]);
  return lang::tensor(embedding(indices, tensor_field(nn, a[0], "weight"),
                                padding_of(nn, a[0])));
}

Value embedding_repr(Nn& nn, Arguments a) {
  std::string out = text_of(nn, a[0], "num_embeddings") + ", " +
                    text_of(nn, a[0], "embedding_dim");
  if (given(field(nn, a[0], "padding_idx"))) {
    out += ", padding_idx=" + text_of(nn, a[0], "padding_idx");
  }
  return lang::str(out);
}

Value embedding_from_pretrained(Nn& nn, Arguments a) {
  const Tensor& table = tensor_arg("from_pretrained", "embeddings", 1, a[1]);
  if (table.dim() != 2) {
    throw Error("AssertionError",
                "Embeddings parameter is expected to be 2-dimensional");
  }
  const bool freeze = flag_or(nn, a[2], true);
  Value args[] = {Value(table.size(0)), Value(table.size(1))};
  lang::KeywordArg keywords[] = {
      {lang::Symbol("_weight"), nn.make_parameter(table)},
      {lang::Symbol("padding_idx"), or_none(a[3])}};
  const Value made = nn.interp.call(a[0], args, keywords);
  Tensor weight = tensor_field(nn, made, "weight");
  weight.set_requires_grad(!freeze);
  return made;
}

constexpr Method kEmbedding[] = {
    {"__init__",
     "self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, "
     "norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, "
     "device=None, dtype=None",
     embedding_init},
    {"reset_parameters", "self", embedding_reset},
    {"forward", "self, input", embedding_forward},
    {"extra_repr", "self", embedding_repr},
    {"from_pretrained", "cls, embeddings, freeze=True, padding_idx=None",
     embedding_from_pretrained, nullptr, Method::Kind::class_method},
};

// ------------------------------------------------------ LayerNorm and RMSNorm

Value normalized_shape(Nn& nn, const Value& v) {
  if (v.is_int() || v.is_bool()) return lang::tuple({v});
  return lang::tuple(nn.interp.to_vector(v));
}

/// Shared by both: shape, eps, the switch and the weight of ones.
Shape norm_init(Nn& nn, const Value& self, const Value& shape,
                const Value& eps, const Value& affine, DType dtype) {
  init_module(nn, self);
  const Value sizes = normalized_shape(nn, shape);
  set_field(self, "normalized_shape", sizes);
  set_field(self, "eps", eps);
  set_field(self, "elementwise_affine", or_else(affine, true));
  Shape ints;
  for (const Value& v : sizes.get<lang::TupleObject>()->items) {
    ints.push_back(sizes_for_empty(nn, {v})[0]);
  }
  set_parameter(nn, self, "weight",
                flag_or(nn, affine, true)
                    ? nn.make_parameter(ones(ints, dtype))
                    : Value::none());
  return ints;
}

Value layer_norm_init(Nn& nn, Arguments a) {
  // self, normalized_shape, eps, elementwise_affine, bias, device, dtype
  const DType dtype = factory_dtype(nn, a[5], a[6]);
  const Shape shape =
      norm_init(nn, a[0], a[1], or_else(a[2], Value(1e-5)), a[3], dtype);
  const bool bias = flag_or(nn, a[3], true) && flag_or(nn, a[4], true);
  set_parameter(nn, a[0], "bias",
                bias ? nn.make_parameter(zeros(shape, dtype)) : Value::none());
  return Value::none();
}

Value rms_norm_init(Nn& nn, Arguments a) {
  norm_init(nn, a[0], a[1], or_none(a[2]), a[3], factory_dtype(nn, a[4], a[5]));
  return Value::none();
}

Shape shape_of(Nn& nn, const Value& self) {
  Shape shape;
  for (const Value& v : nn.interp.to_vector(field(nn, self, "normalized_shape"))) {
    shape.push_back(nn.interp.to_index(v));
  }
  return shape;
}

Value layer_norm_forward(Nn& nn, Arguments a) {
  const Tensor& x = tensor_arg("layer_norm", "input", 1, a[1]);
  return lang::tensor(layer_norm(x, shape_of(nn, a[0]),
                                 tensor_field(nn, a[0], "weight"),
                                 tensor_field(nn, a[0], "bias"),
                                 number_or(nn, field(nn, a[0], "eps"), 1e-5)));
}

Value rms_norm_forward(Nn& nn, Arguments a) {
  const Tensor& x = tensor_arg("rms_norm", "input", 1, a[1]);
  const Value eps = field(nn, a[0], "eps");
  std::optional<double> given_eps;
  if (given(eps)) given_eps = number_or(nn, eps, 0);
  return lang::tensor(rms_norm(x, shape_of(nn, a[0]),
                               tensor_field(nn, a[0], "weight"), given_eps));
}

Value norm_reset(Nn& nn, Arguments a) {
  const Tensor weight = tensor_field(nn, a[0], "weight");
  if (weight.defined()) init::ones_(weight);
  if (!members(nn, a[0], names().parameters)
           .find(std::string_view("bias"))) {
    return Value::none();
  }
  const Tensor bias = tensor_field(nn, a[0], "bias");
  if (bias.defined()) init::zeros_(bias);
  return Value::none();
}

Value norm_repr(Nn& nn, Arguments a) {
  return lang::str(text_of(nn, a[0], "normalized_shape") +
                   ", eps=" + text_of(nn, a[0], "eps") +
                   ", elementwise_affine=" +
                   text_of(nn, a[0], "elementwise_affine"));
}

constexpr Method kLayerNorm[] = {
    {"__init__",
     "self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, "
     "device=None, dtype=None",
     layer_norm_init},
    {"reset_parameters", "self", norm_reset},
    {"forward", "self, input", layer_norm_forward},
    {"extra_repr", "self", norm_repr},
};
constexpr Method kRmsNorm[] = {
    {"__init__",
     "self, normalized_shape, eps=None, elementwise_affine=True, device=None, "
     "dtype=None",
     rms_norm_init},
    {"reset_parameters", "self", norm_reset},
    {"forward", "self, x", rms_norm_forward},
    {"extra_repr", "self", norm_repr},
};

// --------------------------------------------------------------------- Dropout

Value dropout_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  const Value p = or_else(a[1], Value(0.5));
  check_probability(nn, p);
  set_field(a[0], "p", p);
  set_field(a[0], "inplace", or_else(a[2], false));
  return Value::none();
}

Value dropout_forward(Nn& nn, Arguments a) {
  return apply_dropout(nn, a[1], field(nn, a[0], "p"), is_training(nn, a[0]),
                       nn.interp.truth(field(nn, a[0], "inplace")));
}

Value dropout_repr(Nn& nn, Arguments a) {
  return lang::str("p=" + text_of(nn, a[0], "p") +
                   ", inplace=" + text_of(nn, a[0], "inplace"));
}

constexpr Method kDropout[] = {
    {"__init__", "self, p=0.5, inplace=False", dropout_init},
    {"forward", "self, input", dropout_forward},
    {"extra_repr", "self", dropout_repr},
};

// -------------------------------------------------------------- plain plumbing

constexpr Method kIdentity[] = {
    {"__init__", "self, *args, **kwargs",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       return Value::none();
     }},
    {"forward", "self, input", [](Nn&, Arguments a) { return a[1]; }},
};

constexpr Method kFlatten[] = {
    {"__init__", "self, start_dim=1, end_dim=-1",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "start_dim", or_else(a[1], Value(1)));
       set_field(a[0], "end_dim", or_else(a[2], Value(-1)));
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return nn.interp.call_method(a[1], "flatten",
                                    {field(nn, a[0], "start_dim"),
                                     field(nn, a[0], "end_dim")});
     }},
    {"extra_repr", "self",
     [](Nn& nn, Arguments a) {
       return lang::str("start_dim=" + text_of(nn, a[0], "start_dim") +
                        ", end_dim=" + text_of(nn, a[0], "end_dim"));
     }},
};

constexpr Method kUnflatten[] = {
    {"__init__", "self, dim, unflattened_size",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "dim", a[1]);
       set_field(a[0], "unflattened_size", a[2]);
       return Value::none();
     }},
    {"forward", "self, input",
     [](Nn& nn, Arguments a) {
       return nn.interp.call_method(a[1], "unflatten",
                                    {field(nn, a[0], "dim"),
                                     field(nn, a[0], "unflattened_size")});
     }},
    {"extra_repr", "self",
     [](Nn& nn, Arguments a) {
       return lang::str("dim=" + text_of(nn, a[0], "dim") +
                        ", unflattened_size=" +
                        text_of(nn, a[0], "unflattened_size"));
     }},
};

constexpr ClassRow kClasses[] = {
    {"Linear", "torch.nn.modules.linear", "Module", kLinear},
    // What MultiheadAttention makes its output layer of.
    {"NonDynamicallyQuantizableLinear", "torch.nn.modules.linear", "Linear", {}},
    {"Identity", "torch.nn.modules.linear", "Module", kIdentity},
    {"Embedding", "torch.nn.modules.sparse", "Module", kEmbedding},
    {"LayerNorm", "torch.nn.modules.normalization", "Module", kLayerNorm},
    {"RMSNorm", "torch.nn.modules.normalization", "Module", kRmsNorm},
    {"_DropoutNd", "torch.nn.modules.dropout", "Module", {}},
    {"Dropout", "torch.nn.modules.dropout", "_DropoutNd", kDropout},
    {"Flatten", "torch.nn.modules.flatten", "Module", kFlatten},
    {"Unflatten", "torch.nn.modules.flatten", "Module", kUnflatten},
};

}  // namespace

std::span<const ClassRow> layer_classes() { return kClasses; }

}  // namespace mha::torch
