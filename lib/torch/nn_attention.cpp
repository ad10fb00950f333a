// nn.MultiheadAttention. T queries, S keys, N batches, E sizes of the model;
// inside, sequences come first: (T, N, E).

#include <cmath>

#include "random/draws.h"
#include "random/init.h"
#include "tensor/factory.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_join.h"
#include "tensor/ops_matmul.h"
#include "tensor/ops_nn.h"
#include "tensor/ops_reduce.h"
#include "tensor/print.h"
#include "tensor/softmax.h"
#include "tensor/views.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::Value;

namespace {

[[noreturn]] void fail(const std::string& message) {
  throw Error("AssertionError", message);
}

std::string plain_tuple(const Shape& shape) {
  std::string out = to_string(shape);
  out.front() = '(';
  out.back() = ')';
  return out;
}

// ---------------------------------------------------------------------- making

Value attention_init(Nn& nn, Arguments a) {
  // self, embed_dim, num_heads, dropout, bias, add_bias_kv, add_zero_attn,
  // kdim, vdim, batch_first, device, dtype
  const Value& self = a[0];
  init_module(nn, self);
  const DType dtype = factory_dtype(nn, a[10], a[11]);
  const Value kdim = given(a[7]) ? a[7] : a[1];
  const Value vdim = given(a[8]) ? a[8] : a[1];
  const bool same = nn.interp.equal(kdim, a[1]) && nn.interp.equal(vdim, a[1]);
  set_field(self, "embed_dim", a[1]);
  set_field(self, "kdim", kdim);
  set_field(self, "vdim", vdim);
  set_field(self, "_qkv_same_embed_dim", same);
  set_field(self, "num_heads", a[2]);
  set_field(self, "dropout", or_else(a[3], Value(0.0)));
  set_field(self, "batch_first", or_else(a[9], false));
  const Value head = nn.interp.binary(lang::BinaryOp::floordiv, a[1], a[2]);
  set_field(self, "head_dim", head);
  if (!nn.interp.equal(nn.interp.binary(lang::BinaryOp::mul, head, a[2]), a[1])) {
    fail("embed_dim must be divisible by num_heads");
  }
  const auto fresh = [&](std::initializer_list<Value> sizes) {
    return nn.make_parameter(Tensor::empty(sizes_for_empty(nn, sizes), dtype));
  };
  const Value three = nn.interp.binary(lang::BinaryOp::mul, Value(3), a[1]);
  const Value none = Value::none();
  if (same) {
    set_parameter(nn, self, "in_proj_weight", fresh({three, a[1]}));
    for (const char* name : {"q_proj_weight", "k_proj_weight", "v_proj_weight"}) {
      set_parameter(nn, self, name, none);
    }
  } else {
    set_parameter(nn, self, "q_proj_weight", fresh({a[1], a[1]}));
    set_parameter(nn, self, "k_proj_weight", fresh({a[1], kdim}));
    set_parameter(nn, self, "v_proj_weight", fresh({a[1], vdim}));
    set_parameter(nn, self, "in_proj_weight", none);
  }
  const bool bias = flag_or(nn, a[4], true);
  set_parameter(nn, self, "in_proj_bias", bias ? fresh({three}) : none);
  Value sizes[] = {a[1], a[1]};
  lang::KeywordArg keywords[] = {{lang::Symbol("bias"), Value(bias)},
                                 {lang::Symbol("dtype"),
                                  to_value(nn.interp, dtype)}};
  add_module(nn, self, lang::str("out_proj"),
             nn.interp.call(
                 class_value(nn.find_class("NonDynamicallyQuantizableLinear")),
                 sizes, keywords));
  const bool bias_kv = flag_or(nn, a[5], false);
  for (const char* name : {"bias_k", "bias_v"}) {
    set_parameter(nn, self, name,
                  bias_kv ? fresh({Value(1), Value(1), a[1]}) : none);
  }
  set_field(self, "add_zero_attn", or_else(a[6], false));
  nn.interp.call_method(self, "_reset_parameters");
  return none;
}

Value attention_reset(Nn& nn, Arguments a) {
  for (const char* name :
       {"in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"}) {
    const Tensor t = tensor_field(nn, a[0], name);
    if (t.defined()) init::xavier_uniform_(t);
  }
  const Tensor bias = tensor_field(nn, a[0], "in_proj_bias");
  if (bias.defined()) {
    init::constant_(bias, 0.0);
    init::constant_(tensor_field(nn, field(nn, a[0], "out_proj"), "bias"), 0.0);
  }
  for (const char* name : {"bias_k", "bias_v"}) {
    const Tensor t = tensor_field(nn, a[0], name);
    if (t.defined()) init::xavier_normal_(t);
  }
  return Value::none();
}

// ------------------------------------------------------------------ the checks

struct Inputs {
  Tensor query, key, value, padding, mask;
  bool batched = true;
};

/// Sizes as PyTorch asserts them, before anything is computed.
void check_inputs(const Inputs& in, int64_t heads) {
  const auto dims = [](const Tensor& t) { return std::to_string(t.dim()) + "-D"; };
  if (in.query.dim() != 2 && in.query.dim() != 3) {
    fail("query should be unbatched 2D or batched 3D tensor but received " +
         dims(in.query) + " query tensor");
  }
  const int64_t rank = in.query.dim();
  const std::string kind = rank == 3 ? "batched (3-D)" : "unbatched (2-D)";
  const std::string wanted = rank == 3 ? "3-D" : "2-D";
  if (in.key.dim() != rank || in.value.dim() != rank) {
    fail("For " + kind + " `query`, expected `key` and `value` to be " + wanted +
         " but found " + dims(in.key) + " and " + dims(in.value) +
         " tensors respectively");
  }
  if (in.padding.defined() && in.padding.dim() != rank - 1) {
    fail("For " + kind + " `query`, expected `key_padding_mask` to be `None` or " +
         (rank == 3 ? "2-D" : "1-D") + " but found " + dims(in.padding) +
         " tensor instead");
  }
  if (!in.mask.defined()) return;
  if (in.mask.dim() != 2 && in.mask.dim() != 3) {
    fail("For " + kind + " `query`, expected `attn_mask` to be `None`, 2-D or "
         "3-D but found " + dims(in.mask) + " tensor instead");
  }
  if (rank == 2 && in.mask.dim() == 3) {
    const Shape expected = {heads, in.query.size(0), in.key.size(0)};
    if (in.mask.shape() != expected) {
      fail("Expected `attn_mask` shape to be " + plain_tuple(expected) +
           " but got " + repr(in.mask.shape()));
    }
  }
}

/// The mask with three dimensions, checked against (N * heads, T, S).
Tensor checked_mask(Nn& nn, Tensor mask, int64_t batch_heads, int64_t t,
                    int64_t s) {
  if (!mask.defined()) return mask;
  if (mask.dtype() == DType::uint8) {
    nn.interp.warn("UserWarning",
                   "Byte tensor for attn_mask in nn.MultiheadAttention is "
                   "deprecated. Use bool tensor instead.");
    mask = to(mask, DType::bool_);
  } else if (!is_floating(mask.dtype()) && mask.dtype() != DType::bool_) {
    fail("Only float, byte, and bool types are supported for attn_mask, not " +
         std::string(torch_name(mask.dtype())));
  }
  const Shape expected =
      mask.dim() == 2 ? Shape{t, s} : Shape{batch_heads, t, s};
  if (mask.shape() != expected) {
    throw RuntimeError("The shape of the " + std::to_string(mask.dim()) +
                       "D attn_mask is " + repr(mask.shape()) +
                       ", but should be " + plain_tuple(expected) + ".");
  }
  return mask.dim() == 2 ? unsqueeze(mask, 0) : mask;
}

/// Padding joined to the mask: (N * heads, 1 or T, S), bool or float.
Tensor join_padding(const Tensor& mask, const Tensor& padding, int64_t n,
                    int64_t heads, int64_t s) {
  if (!padding.defined()) return mask;
  if (padding.shape() != Shape{n, s}) {
    fail("expecting key_padding_mask shape of " + plain_tuple({n, s}) +
         ", but got " + repr(padding.shape()));
  }
  const Tensor spread = reshape(
      expand(view(padding, {n, 1, 1, s}), {-1, heads, -1, -1}),
      {n * heads, 1, s});
  if (!mask.defined()) return spread;
  if (mask.dtype() == DType::bool_ && spread.dtype() == DType::bool_) {
    return logical_or(mask, spread);
  }
  const double lowest = -std::numeric_limits<double>::infinity();
  const auto as_float = [&](const Tensor& m) {
    if (m.dtype() != DType::bool_) return m;
    return masked_fill(zeros(m.shape()), m, lowest);
  };
  return add(as_float(mask), as_float(spread));
}

// -------------------------------------------------------------------- attending

struct Projected {
  Tensor q, k, v;
};

Projected project(Nn& nn, const Value& self, const Inputs& in) {
  const Tensor packed = tensor_field(nn, self, "in_proj_weight");
  const Tensor bias = tensor_field(nn, self, "in_proj_bias");
  std::vector<Tensor> b(3);
  if (bias.defined()) b = chunk(bias, 3);
  if (packed.defined() && in.query.is_same(in.key) && in.key.is_same(in.value)) {
    // Self-attention: one product for all three.
    const std::vector<Tensor> all =
        chunk(linear(in.query, packed, bias), 3, -1);
    return {all[0], all[1], all[2]};
  }
  std::vector<Tensor> w;
  if (packed.defined()) {
    w = chunk(packed, 3);
  } else {
    for (const char* name : {"q_proj_weight", "k_proj_weight", "v_proj_weight"}) {
      w.push_back(tensor_field(nn, self, name));
    }
  }
  if (packed.defined() && in.key.is_same(in.value)) {
    // Keys and values of one source: one product for both.
    const Tensor both = slice(packed, 0, packed.size(0) / 3);
    const Tensor bias_kv =
        bias.defined() ? slice(bias, 0, bias.size(0) / 3) : Tensor();
    const std::vector<Tensor> kv = chunk(linear(in.key, both, bias_kv), 2, -1);
    return {linear(in.query, w[0], b[0]), kv[0], kv[1]};
  }
  return {linear(in.query, w[0], b[0]), linear(in.key, w[1], b[1]),
          linear(in.value, w[2], b[2])};
}

/// (L, N, E) -> (N * heads, L, D)
Tensor split_heads(const Tensor& x, int64_t batch_heads, int64_t head_dim) {
  return transpose(view(contiguous(x), {x.size(0), batch_heads, head_dim}), 0, 1);
}

struct Options {
  bool need_weights = true;
  bool average = true;
};

Value attend(Nn& nn, const Value& self, Inputs in, const Options& options,
             bool batch_first) {
  const int64_t heads = nn.interp.to_index(field(nn, self, "num_heads"));
  const int64_t embed = nn.interp.to_index(field(nn, self, "embed_dim"));
  check_inputs(in, heads);
  if (!in.batched) {
    const bool one = in.query.is_same(in.key) && in.key.is_same(in.value);
    in.query = unsqueeze(in.query, 1);
    in.key = one ? in.query : unsqueeze(in.key, 1);
    in.value = one ? in.query : unsqueeze(in.value, 1);
    if (in.padding.defined()) in.padding = unsqueeze(in.padding, 0);
  }
  const int64_t t = in.query.size(0);
  const int64_t n = in.query.size(1);
  int64_t s = in.key.size(0);
  if (in.padding.defined() && in.padding.dtype() != DType::bool_ &&
      !is_floating(in.padding.dtype())) {
    fail("only bool and floating types of key_padding_mask are supported");
  }
  if (in.query.size(2) != embed) {
    fail("was expecting embedding dimension of " + std::to_string(embed) +
         ", but got " + std::to_string(in.query.size(2)));
  }
  const bool same = nn.interp.truth(field(nn, self, "_qkv_same_embed_dim"));
  if (same && in.key.shape() != in.value.shape()) {
    fail("key shape " + repr(in.key.shape()) + " does not match value shape " +
         repr(in.value.shape()));
  }
  if (!same && (in.key.size(0) != in.value.size(0) ||
                in.key.size(1) != in.value.size(1))) {
    fail("key's sequence and batch dims " +
         repr(Shape{in.key.size(0), in.key.size(1)}) + " do not match value's " +
         repr(Shape{in.value.size(0), in.value.size(1)}));
  }
  // 1. Project, and cut into heads.
  Projected p = project(nn, self, in);
  Tensor mask = checked_mask(nn, in.mask, n * heads, t, s);
  const Tensor bias_k = tensor_field(nn, self, "bias_k");
  const auto one_more = [](const Tensor& m) {
    return m.defined() ? pad(m, {0, 1}) : m;
  };
  if (bias_k.defined()) {
    const Tensor bias_v = tensor_field(nn, self, "bias_v");
    const Tensor ks[] = {p.k, repeat(bias_k, {1, n, 1})};
    const Tensor vs[] = {p.v, repeat(bias_v, {1, n, 1})};
    p.k = cat(ks);
    p.v = cat(vs);
    mask = one_more(mask);
    in.padding = one_more(in.padding);
  }
  const int64_t d = embed / heads;
  const Tensor q = split_heads(p.q, n * heads, d);
  Tensor k = split_heads(p.k, n * heads, d);
  Tensor v = split_heads(p.v, n * heads, d);
  if (nn.interp.truth(field(nn, self, "add_zero_attn"))) {
    const Tensor nothing = zeros({n * heads, 1, d}, k.dtype());
    const Tensor ks[] = {k, nothing};
    const Tensor vs[] = {v, nothing};
    k = cat(ks, 1);
    v = cat(vs, 1);
    mask = one_more(mask);
    in.padding = one_more(in.padding);
  }
  s = k.size(1);
  mask = join_padding(mask, in.padding, n, heads, s);
  if (mask.defined() && mask.dtype() == DType::bool_) {
    mask = masked_fill(zeros(mask.shape(), q.dtype()), mask,
                       -std::numeric_limits<double>::infinity());
  }
  // 2. Scores, weights and the weighted values.
  const Tensor scaled = div(q, std::sqrt(static_cast<double>(d)));
  const Tensor turned = transpose(k, -2, -1);
  Tensor weights = mask.defined() ? baddbmm(mask, scaled, turned)
                                  : bmm(scaled, turned);
  weights = softmax(weights, -1);
  const double p_drop = number_or(nn, field(nn, self, "dropout"), 0.0);
  if (is_training(nn, self) && p_drop > 0) weights = dropout(weights, p_drop);
  Tensor out = bmm(weights, v);
  // 3. Heads side by side again, and the output layer.
  out = view(contiguous(transpose(out, 0, 1)), {t * n, embed});
  const Value out_proj = field(nn, self, "out_proj");
  out = linear(out, tensor_field(nn, out_proj, "weight"),
               tensor_field(nn, out_proj, "bias"));
  out = view(out, {t, n, out.size(1)});
  if (!in.batched) out = squeeze(out, 1);
  if (batch_first && in.batched) out = transpose(out, 1, 0);
  if (!options.need_weights) {
    return lang::tuple({lang::tensor(out), Value::none()});
  }
  weights = view(weights, {n, heads, t, s});
  if (options.average) weights = div(sum(weights, {1}), heads);
  if (!in.batched) weights = squeeze(weights, 0);
  return lang::tuple({lang::tensor(out), lang::tensor(weights)});
}

Value attention_forward(Nn& nn, Arguments a) {
  // self, query, key, value, key_padding_mask, need_weights, attn_mask,
  // average_attn_weights, is_causal
  const auto tensor_of = [](const Value& v) {
    const Tensor* t = as_tensor(v);
    if (!t) {
      throw Error("AttributeError", "'" + class_name(v) +
                                        "' object has no attribute 'dim'");
    }
    return *t;
  };
  Inputs in{tensor_of(a[1]), tensor_of(a[2]), tensor_of(a[3]), Tensor(),
            Tensor()};
  if (given(a[4])) in.padding = tensor_of(a[4]);
  if (given(a[6])) in.mask = tensor_of(a[6]);
  if (flag_or(nn, a[8], false) && !in.mask.defined()) {
    throw RuntimeError(
        "Need attn_mask if specifying the is_causal hint.");
  }
  in.batched = in.query.dim() == 3;
  const bool batch_first =
      nn.interp.truth(field(nn, a[0], "batch_first"));
  if (batch_first && in.batched) {
    const auto turned = [](const Tensor& t) {
      return t.dim() >= 2 ? transpose(t, 1, 0) : t;
    };
    const bool kv = in.key.is_same(in.value);
    const bool all = kv && in.query.is_same(in.key);
    in.query = turned(in.query);
    in.key = all ? in.query : turned(in.key);
    in.value = kv ? in.key : turned(in.value);
  }
  return attend(nn, a[0], std::move(in),
                {flag_or(nn, a[5], true), flag_or(nn, a[7], true)}, batch_first);
}

constexpr Method kAttention[] = {
    {"__init__",
     "self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, "
     "add_zero_attn=False, kdim=None, vdim=None, batch_first=False, "
     "device=None, dtype=None",
     attention_init},
    {"_reset_parameters", "self", attention_reset},
    {"forward",
     "self, query, key, value, key_padding_mask=None, need_weights=True, "
     "attn_mask=None, average_attn_weights=True, is_causal=False",
     attention_forward},
};

constexpr ClassRow kClasses[] = {
    {"MultiheadAttention", "torch.nn.modules.activation", "Module", kAttention},
};

}  // namespace

std::span<const ClassRow> attention_classes() { return kClasses; }

}  // namespace mha::torch
