// nn.TransformerEncoderLayer and its kin, put together from the layers of the
// other files as PyTorch puts them together.

#include <limits>

#include "tensor/factory.h"
#include "tensor/grad.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_join.h"
#include "tensor/views.h"
#include "torch/functional.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::KeywordArg;
using lang::Symbol;
using lang::Value;

namespace {

using Keywords = std::vector<KeywordArg>;

KeywordArg keyword(const char* name, const Value& value) {
  return {Symbol(name), or_none(value)};
}

Value make(Nn& nn, const char* cls, std::vector<Value> args,
           Keywords keywords = {}) {
  return nn.interp.call(class_value(nn.find_class(cls)), args, keywords);
}

Value call_child(Nn& nn, const Value& self, const char* name, const Value& x) {
  return nn.interp.call(field(nn, self, name), {x});
}

Value plus(Nn& nn, const Value& a, const Value& b) {
  return nn.interp.binary(lang::BinaryOp::add, a, b);
}

// --------------------------------------------------------------------- layers

/// What both layers are made with, by the name of the argument.
struct LayerArguments {
  Value self, d_model, heads, hidden, dropout, activation, eps, batch_first,
      norm_first, bias, device, dtype;
  explicit LayerArguments(Arguments a)
      : self(a[0]), d_model(a[1]), heads(a[2]),
        hidden(or_else(a[3], Value(2048))), dropout(or_else(a[4], Value(0.1))),
        activation(a[5]), eps(or_else(a[6], Value(1e-5))),
        batch_first(or_else(a[7], false)), norm_first(or_else(a[8], false)),
        bias(or_else(a[9], true)), device(or_none(a[10])),
        dtype(or_none(a[11])) {}
  Keywords factory() const {
    return {keyword("device", device), keyword("dtype", dtype)};
  }
};

void add_attention(Nn& nn, const LayerArguments& in, const char* name) {
  Keywords k = in.factory();
  k.push_back(keyword("dropout", in.dropout));
  k.push_back(keyword("bias", in.bias));
  k.push_back(keyword("batch_first", in.batch_first));
  add_module(nn, in.self, lang::str(name),
             make(nn, "MultiheadAttention", {in.d_model, in.heads}, k));
}

void add_rest(Nn& nn, const LayerArguments& in, int norms) {
  Keywords with_bias = in.factory();
  with_bias.push_back(keyword("bias", in.bias));
  const auto add = [&](const std::string& name, const Value& module) {
    add_module(nn, in.self, lang::str(name), module);
  };
  add("linear1", make(nn, "Linear", {in.d_model, in.hidden}, with_bias));
  add("dropout", make(nn, "Dropout", {in.dropout}));
  add("linear2", make(nn, "Linear", {in.hidden, in.d_model}, with_bias));
  set_field(in.self, "norm_first", in.norm_first);
  for (int i = 1; i <= norms; ++i) {
    Keywords k = in.factory();
    k.push_back(keyword("eps", in.eps));
    if (!nn.interp.truth(in.bias)) k.push_back(keyword("bias", in.bias));
    add("norm" + std::to_string(i), make(nn, "LayerNorm", {in.d_model}, k));
  }
  for (int i = 1; i <= norms; ++i) {
    add("dropout" + std::to_string(i), make(nn, "Dropout", {in.dropout}));
  }
}

void set_activation(Nn& nn, const LayerArguments& in) {
  const auto function = [&](const char* name) {
    return nn.function("torch.nn.functional", name);
  };
  Value chosen = in.activation;
  if (!chosen.defined()) {
    chosen = function("relu");
  } else if (const auto* text = chosen.get<lang::StrObject>()) {
    if (text->text() != "relu" && text->text() != "gelu") {
      throw RuntimeError("activation should be relu/gelu, not " + text->text());
    }
    chosen = function(text->text() == "relu" ? "relu" : "gelu");
  }
  nn.interp.set_attr(in.self, Symbol("activation"), chosen);
}

Value encoder_layer_init(Nn& nn, Arguments a) {
  const LayerArguments in(a);
  init_module(nn, in.self);
  add_attention(nn, in, "self_attn");
  add_rest(nn, in, 2);
  set_activation(nn, in);
  return Value::none();
}

Value decoder_layer_init(Nn& nn, Arguments a) {
  const LayerArguments in(a);
  init_module(nn, in.self);
  add_attention(nn, in, "self_attn");
  add_attention(nn, in, "multihead_attn");
  add_rest(nn, in, 3);
  set_activation(nn, in);
  return Value::none();
}

/// dropout(attention(x, memory, memory)), with masks that may be none.
Value attended(Nn& nn, const Value& self, const char* attention,
               const char* dropout, const Value& x, const Value& memory,
               const Value& mask, const Value& padding) {
  std::vector<Value> args = {x, memory, memory};
  Keywords k = {keyword("attn_mask", mask), keyword("key_padding_mask", padding),
                keyword("need_weights", Value(false))};
  const Value both = nn.interp.call(field(nn, self, attention), args, k);
  return call_child(nn, self, dropout, nn.interp.get_item(both, Value(0)));
}

Value fed_forward(Nn& nn, const Value& self, const char* dropout, Value x) {
  x = call_child(nn, self, "linear1", x);
  x = call_child(nn, self, "activation", x);
  x = call_child(nn, self, "dropout", x);
  x = call_child(nn, self, "linear2", x);
  return call_child(nn, self, dropout, x);
}

/// x + step(x), with the norm before the step or after the sum.
template <typename Step>
Value sublayer(Nn& nn, const Value& self, const char* norm, const Value& x,
               Step step) {
  if (nn.interp.truth(field(nn, self, "norm_first"))) {
    return plus(nn, x, step(call_child(nn, self, norm, x)));
  }
  return call_child(nn, self, norm, plus(nn, x, step(x)));
}

Value encoder_layer_forward(Nn& nn, Arguments a) {
  // self, src, src_mask, src_key_padding_mask, is_causal
  const Value& self = a[0];
  Value x = sublayer(nn, self, "norm1", a[1], [&](const Value& y) {
    return attended(nn, self, "self_attn", "dropout1", y, y, a[2], a[3]);
  });
  return sublayer(nn, self, "norm2", x, [&](const Value& y) {
    return fed_forward(nn, self, "dropout2", y);
  });
}

Value decoder_layer_forward(Nn& nn, Arguments a) {
  // self, tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask,
  // memory_key_padding_mask, tgt_is_causal, memory_is_causal
  const Value& self = a[0];
  Value x = sublayer(nn, self, "norm1", a[1], [&](const Value& y) {
    return attended(nn, self, "self_attn", "dropout1", y, y, a[3], a[5]);
  });
  x = sublayer(nn, self, "norm2", x, [&](const Value& y) {
    return attended(nn, self, "multihead_attn", "dropout2", y, a[2], a[4], a[6]);
  });
  return sublayer(nn, self, "norm3", x, [&](const Value& y) {
    return fed_forward(nn, self, "dropout3", y);
  });
}

// --------------------------------------------------------------------- stacks

/// Layers that are copies of one, and a norm that may be none.
void init_stack(Nn& nn, const Value& self, const Value& layer,
                const Value& count, const Value& norm) {
  init_module(nn, self);
  const Value deepcopy = nn.function("copy", "deepcopy");
  std::vector<Value> layers;
  for (int64_t i = 0; i < nn.interp.to_index(count); ++i) {
    layers.push_back(nn.interp.call(deepcopy, {layer}));
  }
  add_module(nn, self, lang::str("layers"),
             make(nn, "ModuleList", {lang::list(std::move(layers))}));
  set_field(self, "num_layers", count);
  nn.interp.set_attr(self, Symbol("norm"), or_none(norm));
}

Value encoder_init(Nn& nn, Arguments a) {
  // self, encoder_layer, num_layers, norm, enable_nested_tensor, mask_check
  init_stack(nn, a[0], a[1], a[2], a[3]);
  set_field(a[0], "enable_nested_tensor", or_else(a[4], true));
  return Value::none();
}

/// PyTorch leaves out padding altogether where nothing is trained: what comes
/// out there is 0.
bool skips_padding(Nn& nn, const Value& self, const Value& x,
                   const Value& mask, const Value& padding) {
  if (!given(padding) || given(mask) || is_training(nn, self)) return false;
  const Value layer =
      nn.interp.get_item(field(nn, self, "layers"), Value(0));
  if (class_name(layer) != "TransformerEncoderLayer") return false;
  const auto truth = [&](const Value& owner, const char* name) {
    return nn.interp.truth(field(nn, owner, name));
  };
  const Tensor* in = as_tensor(x);
  const Value parameters = nn.interp.call_method(layer, "parameters");
  bool recorded = in && in->requires_grad();
  for (const Value& p : nn.interp.to_vector(parameters)) {
    recorded = recorded || as_tensor(p)->requires_grad();
  }
  return in && in->dim() == 3 && truth(self, "enable_nested_tensor") &&
         !truth(layer, "norm_first") &&
         truth(field(nn, layer, "self_attn"), "batch_first") &&
         !(recorded && grad_enabled());
}

Value run_norm(Nn& nn, const Value& self, const Value& x) {
  const Value norm = field(nn, self, "norm");
  return given(norm) ? nn.interp.call(norm, {x}) : x;
}

Value encoder_forward(Nn& nn, Arguments a) {
  // self, src, mask, src_key_padding_mask, is_causal
  const bool zero = skips_padding(nn, a[0], a[1], a[2], a[3]);
  Value x = a[1];
  const Value layers = field(nn, a[0], "layers");
  for (const Value& layer : nn.interp.to_vector(layers)) {
    std::vector<Value> args = {x};
    Keywords k = {keyword("src_mask", a[2]), keyword("src_key_padding_mask", a[3])};
    x = nn.interp.call(layer, args, k);
  }
  if (zero) {
    const Tensor padded = to(*as_tensor(a[3]), DType::bool_);
    x = lang::tensor(masked_fill(*as_tensor(x), unsqueeze(padded, -1), 0.0));
  }
  return run_norm(nn, a[0], x);
}

Value decoder_init(Nn& nn, Arguments a) {
  init_stack(nn, a[0], a[1], a[2], a[3]);
  return Value::none();
}

constexpr const char* kDecoderMasks[] = {
    "tgt_mask", "memory_mask", "tgt_key_padding_mask",
    "memory_key_padding_mask"};

Value decoder_forward(Nn& nn, Arguments a) {
  // self, tgt, memory, and the masks above
  Value x = a[1];
  const Value layers = field(nn, a[0], "layers");
  for (const Value& layer : nn.interp.to_vector(layers)) {
    std::vector<Value> args = {x, a[2]};
    Keywords k;
    for (size_t i = 0; i < 4; ++i) k.push_back(keyword(kDecoderMasks[i], a[3 + i]));
    x = nn.interp.call(layer, args, k);
  }
  return run_norm(nn, a[0], x);
}

// ----------------------------------------------------------------- Transformer

Value transformer_init(Nn& nn, Arguments a) {
  // self, d_model, nhead, num_encoder_layers, num_decoder_layers,
  // dim_feedforward, dropout, activation, custom_encoder, custom_decoder,
  // layer_norm_eps, batch_first, norm_first, bias, device, dtype
  const Value& self = a[0];
  init_module(nn, self);
  const Value d_model = or_else(a[1], Value(512));
  const Value heads = or_else(a[2], Value(8));
  const Value eps = or_else(a[10], Value(1e-5));
  const auto stack = [&](const char* layer_class, const char* stack_class,
                         const char* name, const Value& count,
                         const Value& custom) {
    Value made = custom;
    if (!given(custom)) {
      Keywords k;
      const auto add = [&](const char* key, const Value& v) {
        if (v.defined()) k.push_back({Symbol(key), v});
      };
      add("dim_feedforward", a[5]);
      add("dropout", a[6]);
      add("activation", a[7]);
      add("layer_norm_eps", eps);
      add("batch_first", a[11]);
      add("norm_first", a[12]);
      add("bias", a[13]);
      add("dtype", a[15]);
      const Value layer = make(nn, layer_class, {d_model, heads}, k);
      const Value norm =
          make(nn, "LayerNorm", {d_model}, {keyword("eps", eps)});
      made = make(nn, stack_class, {layer, count, norm});
    }
    add_module(nn, self, lang::str(name), made);
  };
  stack("TransformerEncoderLayer", "TransformerEncoder", "encoder",
        or_else(a[3], Value(6)), a[8]);
  stack("TransformerDecoderLayer", "TransformerDecoder", "decoder",
        or_else(a[4], Value(6)), a[9]);
  nn.interp.call_method(self, "_reset_parameters");
  set_field(self, "d_model", d_model);
  set_field(self, "nhead", heads);
  set_field(self, "batch_first", or_else(a[11], false));
  return Value::none();
}

Value transformer_reset(Nn& nn, Arguments a) {
  const Value fill = nn.function("torch.nn.init", "xavier_uniform_");
  const Value parameters = nn.interp.call_method(a[0], "parameters");
  for (const Value& p : nn.interp.to_vector(parameters)) {
    if (as_tensor(p)->dim() > 1) nn.interp.call(fill, {p});
  }
  return Value::none();
}

Value transformer_forward(Nn& nn, Arguments a) {
  // self, src, tgt, src_mask, tgt_mask, memory_mask, src_key_padding_mask,
  // tgt_key_padding_mask, memory_key_padding_mask
  const Tensor& src = tensor_arg("forward", "src", 1, a[1]);
  const Tensor& tgt = tensor_arg("forward", "tgt", 2, a[2]);
  const bool batched = src.dim() == 3;
  const int64_t batch =
      nn.interp.truth(field(nn, a[0], "batch_first")) ? 0 : 1;
  if (batched && (tgt.dim() <= batch || src.size(batch) != tgt.size(batch))) {
    throw RuntimeError("the batch number of src and tgt must be equal");
  }
  const int64_t width = nn.interp.to_index(field(nn, a[0], "d_model"));
  if (src.size(-1) != width || tgt.size(-1) != width) {
    throw RuntimeError(
        "the feature number of src and tgt must be equal to d_model");
  }
  std::vector<Value> source = {a[1]};
  Keywords masks = {keyword("mask", a[3]), keyword("src_key_padding_mask", a[6])};
  const Value memory = nn.interp.call(field(nn, a[0], "encoder"), source, masks);
  std::vector<Value> target = {a[2], memory};
  Keywords k;
  const Value given_masks[] = {a[4], a[5], a[7], a[8]};
  for (size_t i = 0; i < 4; ++i) k.push_back(keyword(kDecoderMasks[i], given_masks[i]));
  return nn.interp.call(field(nn, a[0], "decoder"), target, k);
}

Value square_mask(Nn& nn, Arguments a) {
  const int64_t n = nn.interp.to_index(a[1]);
  const Tensor full_mask =
      full({n, n}, -std::numeric_limits<double>::infinity());
  return lang::tensor(triu(full_mask, 1));
}

constexpr const char* kLayerSignature =
    "self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=None, "
    "layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True, "
    "device=None, dtype=None";

constexpr Method kEncoderLayer[] = {
    {"__init__", kLayerSignature, encoder_layer_init},
    {"forward",
     "self, src, src_mask=None, src_key_padding_mask=None, is_causal=False",
     encoder_layer_forward},
};
constexpr Method kDecoderLayer[] = {
    {"__init__", kLayerSignature, decoder_layer_init},
    {"forward",
     "self, tgt, memory, tgt_mask=None, memory_mask=None, "
     "tgt_key_padding_mask=None, memory_key_padding_mask=None, "
     "tgt_is_causal=False, memory_is_causal=False",
     decoder_layer_forward},
};
constexpr Method kEncoder[] = {
    {"__init__",
     "self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, "
     "mask_check=True",
     encoder_init},
    {"forward",
     "self, src, mask=None, src_key_padding_mask=None, is_causal=None",
     encoder_forward},
};
constexpr Method kDecoder[] = {
    {"__init__", "self, decoder_layer, num_layers, norm=None", decoder_init},
    {"forward",
     "self, tgt, memory, tgt_mask=None, memory_mask=None, "
     "tgt_key_padding_mask=None, memory_key_padding_mask=None, "
     "tgt_is_causal=None, memory_is_causal=False",
     decoder_forward},
};
constexpr Method kTransformer[] = {
    {"__init__",
     "self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, "
     "dim_feedforward=2048, dropout=0.1, activation=None, custom_encoder=None, "
     "custom_decoder=None, layer_norm_eps=1e-05, batch_first=False, "
     "norm_first=False, bias=True, device=None, dtype=None",
     transformer_init},
    {"_reset_parameters", "self", transformer_reset},
    {"forward",
     "self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, "
     "src_key_padding_mask=None, tgt_key_padding_mask=None, "
     "memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None, "
     "memory_is_causal=False",
     transformer_forward},
    {"generate_square_subsequent_mask", "cls, sz, device=None, dtype=None",
     square_mask, nullptr, Method::Kind::class_method},
};

constexpr const char* kModule = "torch.nn.modules.transformer";
constexpr ClassRow kClasses[] = {
    {"TransformerEncoderLayer", kModule, "Module", kEncoderLayer},
    {"TransformerDecoderLayer", kModule, "Module", kDecoderLayer},
    {"TransformerEncoder", kModule, "Module", kEncoder},
    {"TransformerDecoder", kModule, "Module", kDecoder},
    {"Transformer", kModule, "Module", kTransformer},
};

}  // namespace

std::span<const ClassRow> transformer_classes() { return kClasses; }

}  // namespace mha::torch
