// torch.nn.functional. Most of its functions are written in Python in PyTorch
// and refuse arguments in Python's words: those are Methods. The others are
// C++ there and have rows with PyTorch's own signatures. Losses are in
// functional_losses.cpp.

#include "torch/functional.h"

#include "attention/dot_product.h"
#include "random/draws.h"
#include "tensor/grad.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_matmul.h"
#include "tensor/ops_nn.h"
#include "tensor/ops_reduce.h"
#include "tensor/ops_unary.h"
#include "tensor/softmax.h"
#include "tensor/views.h"
#include "torch/nn_support.h"
#include "torch/signature.h"

namespace mha::torch {

using lang::Value;

void check_probability(Nn& nn, const Value& p) {
  const auto below = [&](const Value& a, const Value& b) {
    return nn.interp.truth(nn.interp.compare(lang::CompareOp::lt, a, b));
  };
  if (below(p, Value(0)) || below(Value(1), p)) {
    throw ValueError("dropout probability has to be between 0 and 1, but got " +
                     nn.interp.str(p));
  }
}

Value apply_dropout(Nn& nn, const Value& x, const Value& p, bool training,
                    bool in_place) {
  check_probability(nn, p);
  const Tensor& t = tensor_arg("dropout", "input", 1, x);
  const double rate = number_or(nn, p, 0.5);
  return wrap(in_place ? dropout_(t, rate, training) : dropout(t, rate, training),
              x);
}

Value apply_softmax(Nn& nn, const char* name, const Value& x, const Value& dim,
                    const Value& dtype) {
  const std::string_view which = name;
  const Tensor* t = as_tensor(x);
  Value along = or_none(dim);
  if (along.is_none() && t) {
    nn.interp.warn("UserWarning",
                   "Implicit dimension choice for " + std::string(name) +
                       " has been deprecated. Change the call to include "
                       "dim=X as an argument.");
    along = Value(implicit_softmax_dim(t->dim()));
  }
  const std::optional<DType> to =
      given(dtype) ? as_dtype(dtype) : std::optional<DType>();
  if (t && along.is_int() && (to || !given(dtype))) {
    const int64_t d = along.as_int();
    return lang::tensor(which == "softmax"       ? softmax(*t, d, to)
                        : which == "log_softmax" ? log_softmax(*t, d, to)
                                                 : softmin(*t, d, to));
  }
  if (which == "softmin") {
    return nn.interp.call_method(nn.interp.unary(lang::UnaryOp::minus, x),
                                 "softmax", {along});
  }
  return nn.interp.call_method(x, name, {along});
}

Shape ints_arg(Nn& nn, const char* function, const char* name, int position,
               const Value& v) {
  const std::vector<Value>* items = nullptr;
  if (const auto* tuple = v.get<lang::TupleObject>()) items = &tuple->items;
  if (const auto* list = v.get<lang::ListObject>()) items = &list->items;
  if (!items) {
    throw TypeError(std::string(function) + "(): argument '" + name +
                    "' (position " + std::to_string(position) +
                    ") must be tuple of ints, not " + type_text(v));
  }
  Shape out;
  for (const Value& item : *items) out.push_back(nn.interp.to_index(item));
  return out;
}

namespace {

/// An elementwise function with an `inplace` switch as its last argument.
template <Tensor (*plain)(const Tensor&), Tensor (*in_place)(const Tensor&)>
Value switched(Nn& nn, Arguments a, const char* name) {
  const Tensor& x = tensor_arg(name, "input", 1, a[0]);
  if (flag_or(nn, a[a.size() - 1], false)) return wrap(in_place(x), a[0]);
  return lang::tensor(plain(x));
}

/// The same for functions without an in-place form of their own.
Value finish(Nn& nn, Arguments a, const Tensor& out) {
  if (flag_or(nn, a[a.size() - 1], false)) {
    return wrap(copy_(*as_tensor(a[0]), out), a[0]);
  }
  return lang::tensor(out);
}

Value deprecated(Nn& nn, const char* name, const Value& x) {
  nn.interp.warn("UserWarning", std::string("nn.functional.") + name +
                                    " is deprecated. Use torch." + name +
                                    " instead.");
  return nn.interp.call_method(x, name);
}

Value f_layer_norm(Nn& nn, Arguments a) {
  const Tensor& x = tensor_arg("layer_norm", "input", 1, a[0]);
  const Shape shape = ints_arg(nn, "layer_norm", "normalized_shape", 2, a[1]);
  const auto optional = [](const char* name, int at, const Value& v) {
    return given(v) ? tensor_arg("layer_norm", name, at, v) : Tensor();
  };
  return lang::tensor(layer_norm(x, shape, optional("weight", 3, a[2]),
                                 optional("bias", 4, a[3]),
                                 number_or(nn, a[4], 1e-5)));
}

Value f_rms_norm(Nn& nn, Arguments a) {
  const Tensor& x = tensor_arg("rms_norm", "input", 1, a[0]);
  const Shape shape = ints_arg(nn, "rms_norm", "normalized_shape", 2, a[1]);
  std::optional<double> eps;
  if (given(a[3])) eps = number_or(nn, a[3], 0);
  return lang::tensor(rms_norm(
      x, shape, given(a[2]) ? tensor_arg("rms_norm", "weight", 3, a[2]) : Tensor(),
      eps));
}

Value f_embedding(Nn& nn, Arguments a) {
  const Tensor& indices = tensor_arg("embedding", "indices", 2, a[0]);
  const Tensor& weight = tensor_arg("embedding", "weight", 1, a[1]);
  if (given(a[3])) {
    refuse("F.embedding with max_norm", "scale the rows yourself");
  }
  int64_t padding = -1;
  if (given(a[2])) {
    padding = nn.interp.to_index(a[2]);
    if (padding >= weight.size(0) || padding < -weight.size(0)) {
      throw Error("AssertionError", "Padding_idx must be within num_embeddings");
    }
    if (padding < 0) padding += weight.size(0);
  }
  return lang::tensor(embedding(indices, weight, padding));
}

constexpr Method kMethods[] = {
    {"softmax", "input, dim=None, _stacklevel=3, dtype=None",
     [](Nn& nn, Arguments a) {
       return apply_softmax(nn, "softmax", a[0], a[1], a[3]);
     }},
    {"log_softmax", "input, dim=None, _stacklevel=3, dtype=None",
     [](Nn& nn, Arguments a) {
       return apply_softmax(nn, "log_softmax", a[0], a[1], a[3]);
     }},
    {"softmin", "input, dim=None, _stacklevel=3, dtype=None",
     [](Nn& nn, Arguments a) {
       return apply_softmax(nn, "softmin", a[0], a[1], a[3]);
     }},
    {"dropout", "input, p=0.5, training=True, inplace=False",
     [](Nn& nn, Arguments a) {
       return apply_dropout(nn, a[0], or_else(a[1], Value(0.5)),
                            flag_or(nn, a[2], true), flag_or(nn, a[3], false));
     }},
    {"relu", "input, inplace=False",
     [](Nn& nn, Arguments a) { return switched<relu, relu_>(nn, a, "relu"); }},
    {"silu", "input, inplace=False",
     [](Nn& nn, Arguments a) { return switched<silu, silu_>(nn, a, "silu"); }},
    {"leaky_relu", "input, negative_slope=0.01, inplace=False",
     [](Nn& nn, Arguments a) {
       const Tensor& x = tensor_arg("leaky_relu", "input", 1, a[0]);
       const double slope = number_or(nn, a[1], 0.01);
       return flag_or(nn, a[2], false) ? wrap(leaky_relu_(x, slope), a[0])
                                       : lang::tensor(leaky_relu(x, slope));
     }},
    {"elu", "input, alpha=1.0, inplace=False",
     [](Nn& nn, Arguments a) {
       const Tensor& x = tensor_arg("elu", "input", 1, a[0]);
       const double alpha = number_or(nn, a[1], 1.0);
       return flag_or(nn, a[2], false) ? wrap(elu_(x, alpha), a[0])
                                       : lang::tensor(elu(x, alpha));
     }},
    {"celu", "input, alpha=1.0, inplace=False",
     [](Nn& nn, Arguments a) {
       return finish(nn, a, celu(tensor_arg("celu", "input", 1, a[0]),
                                 number_or(nn, a[1], 1.0)));
     }},
    {"selu", "input, inplace=False",
     [](Nn& nn, Arguments a) {
       return finish(nn, a, selu(tensor_arg("selu", "input", 1, a[0])));
     }},
    {"mish", "input, inplace=False",
     [](Nn& nn, Arguments a) {
       return finish(nn, a, mish(tensor_arg("mish", "input", 1, a[0])));
     }},
    {"hardswish", "input, inplace=False",
     [](Nn& nn, Arguments a) {
       return finish(nn, a, hardswish(tensor_arg("hardswish", "input", 1, a[0])));
     }},
    {"hardsigmoid", "input, inplace=False",
     [](Nn& nn, Arguments a) {
       return finish(nn, a,
                     hardsigmoid(tensor_arg("hardsigmoid", "input", 1, a[0])));
     }},
    {"hardtanh", "input, min_val=-1.0, max_val=1.0, inplace=False",
     [](Nn& nn, Arguments a) {
       return finish(nn, a,
                     hardtanh(tensor_arg("hardtanh", "input", 1, a[0]),
                              number_or(nn, a[1], -1), number_or(nn, a[2], 1)));
     }},
    {"relu6", "input, inplace=False",
     [](Nn& nn, Arguments a) {
       return finish(nn, a,
                     hardtanh(tensor_arg("hardtanh", "input", 1, a[0]), 0, 6));
     }},
    {"threshold", "input, threshold, value, inplace=False",
     [](Nn& nn, Arguments a) {
       return finish(nn, a,
                     threshold(tensor_arg("threshold", "input", 1, a[0]),
                               number_or(nn, a[1], 0), number_or(nn, a[2], 0)));
     }},
    {"glu", "input, dim=-1",
     [](Nn& nn, Arguments a) {
       const Tensor& x = tensor_arg("glu", "input", 1, a[0]);
       return lang::tensor(
           glu(x, a[1].defined() ? nn.interp.to_index(a[1]) : -1));
     }},
    {"softsign", "input",
     [](Nn&, Arguments a) {
       return lang::tensor(softsign(tensor_arg("abs", "input", 1, a[0])));
     }},
    {"tanhshrink", "input",
     [](Nn&, Arguments a) {
       return lang::tensor(tanhshrink(tensor_arg("tanh", "input", 1, a[0])));
     }},
    {"tanh", "input",
     [](Nn& nn, Arguments a) { return deprecated(nn, "tanh", a[0]); }},
    {"sigmoid", "input",
     [](Nn& nn, Arguments a) { return deprecated(nn, "sigmoid", a[0]); }},
    {"layer_norm", "input, normalized_shape, weight=None, bias=None, eps=1e-5",
     f_layer_norm},
    {"rms_norm", "input, normalized_shape, weight=None, eps=None", f_rms_norm},
    {"embedding",
     "input, weight, padding_idx=None, max_norm=None, norm_type=2.0, "
     "scale_grad_by_freq=False, sparse=False",
     f_embedding},
    {"normalize", "input, p=2.0, dim=1, eps=1e-12, out=None",
     [](Nn& nn, Arguments a) {
       const Tensor& x = tensor_arg("norm", "input", 1, a[0]);
       return lang::tensor(
           normalize(x, number_or(nn, a[1], 2.0),
                     a[2].defined() ? nn.interp.to_index(a[2]) : 1,
                     number_or(nn, a[3], 1e-12)));
     }},
};

// -------------------------------------------------------- functions in C++ there

Value f_pad(Call& c) {
  const std::string mode = c.text(2);
  if (mode != "constant") {
    refuse("F.pad with mode='" + mode + "'", "only mode='constant' is known");
  }
  return c.wrap(pad(c.tensor(0), c.ints(1),
                    c.scalar_or_none(3).value_or(Scalar(0.0))));
}

Value f_attention(Call& c) {
  AttentionOptions options;
  options.mask = c.tensor_or_none(3);
  options.dropout = c.floating(4);
  options.causal = c.flag(5);
  options.scale = c.floating_or_none(6);
  options.grouped = c.flag(7);
  return lang::tensor(scaled_dot_product_attention(c.tensor(0), c.tensor(1),
                                                   c.tensor(2), options));
}

Value f_pairwise_distance(Call& c) {
  const Tensor difference =
      add(sub(c.tensor(0), c.tensor(1)), c.floating(3));
  return lang::tensor(norm(difference, c.floating(2), Shape{-1}, c.flag(4)));
}

const Row kRows[] = {
    {"linear", "Tensor input, Tensor weight, Tensor? bias=None",
     [](Call& c) {
       return lang::tensor(
           linear(c.tensor(0), c.tensor(1), c.tensor_or_none(2)));
     }},
    {"gelu", "Tensor input, *, str approximate=\"none\"",
     [](Call& c) { return lang::tensor(gelu(c.tensor(0), c.text(1))); }},
    {"softplus", "Tensor input, Number beta=1, Number threshold=20",
     [](Call& c) {
       return lang::tensor(softplus(c.tensor(0), c.scalar(1).to_double(),
                                    c.scalar(2).to_double()));
     }},
    {"logsigmoid", "Tensor input",
     [](Call& c) { return lang::tensor(logsigmoid(c.tensor(0))); }},
    {"relu_", "Tensor input",
     [](Call& c) { return c.wrap(relu_(c.tensor(0))); }},
    {"pad",
     "Tensor input, int[] pad, str mode=\"constant\", Number? value=None",
     f_pad},
    {"one_hot", "Tensor tensor, int num_classes=-1",
     [](Call& c) { return lang::tensor(one_hot(c.tensor(0), c.integer(1))); }},
    {"cosine_similarity", "Tensor x1, Tensor x2, int dim=1, float eps=1e-08",
     [](Call& c) {
       return lang::tensor(cosine_similarity(c.tensor(0), c.tensor(1),
                                             c.integer(2), c.floating(3)));
     }},
    {"pairwise_distance",
     "Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False",
     f_pairwise_distance},
    {"scaled_dot_product_attention",
     "Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, "
     "float dropout_p=0.0, bool is_causal=False, *, float? scale=None, "
     "bool enable_gqa=False",
     f_attention},
};

}  // namespace

std::span<const Method> functional_methods() { return kMethods; }

Value find_functional(Nn& nn, std::string_view name) {
  if (name == "__all__") {
    std::vector<Value> names;
    for (const auto table : {functional_methods(), loss_functions()}) {
      for (const Method& m : table) names.push_back(lang::str(m.name));
    }
    for (const Row& row : kRows) names.push_back(lang::str(row.name));
    return lang::list(std::move(names));
  }
  for (const auto table : {functional_methods(), loss_functions()}) {
    for (const Method& m : table) {
      if (name == m.name) return make_native(nn, m, m.name);
    }
  }
  for (const Row& row : kRows) {
    if (name == row.name) return make_function(row, Form::function);
  }
  return Value();
}

}  // namespace mha::torch
