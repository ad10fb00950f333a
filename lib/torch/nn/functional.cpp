// The functions of torch.nn.functional that PyTorch has in C++, a row each: under that
// name, or under torch._C._nn for what lib/library/torch/nn/functional.py is made of.

#include "torch/nn/functional.h"

#include "attention/dot_product.h"
#include "tensor/core/grad.h"
#include "tensor/core/node.h"
#include "tensor/core/views.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/unary.h"
#include "torch/binding/signature.h"
#include "torch/binding/table.h"
#include "torch/nn/support.h"

namespace mha::torch {

namespace {

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

const Row kPublic[] = {
    {"linear", "Tensor input, Tensor weight, Tensor? bias=None",
     [](Call& c) {
       return lang::tensor(
           linear(c.tensor(0), c.tensor(1), c.tensor_or_none(2)));
     }},
    {"gelu", "Tensor input, *, str approximate=\"none\"", bound<gelu>},
    {"softplus", "Tensor input, Number beta=1, Number threshold=20", bound<softplus>},
    {"relu_", "Tensor input",
     [](Call& c) { return c.wrap(relu(c.tensor(0), c.tensor(0))); }},
    {"pad",
     "Tensor input, int[] pad, str mode=\"constant\", Number? value=None",
     f_pad},
    {"one_hot", "Tensor tensor, int num_classes=-1", bound<one_hot>},
    {"cosine_similarity", "Tensor x1, Tensor x2, int dim=1, float eps=1e-08",
     bound<cosine_similarity>},
    {"scaled_dot_product_attention",
     "Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, "
     "float dropout_p=0.0, bool is_causal=False, *, float? scale=None, "
     "bool enable_gqa=False",
     f_attention},
};

const Row kCore[] = {
    {"silu", "Tensor input", bound_into<silu>},
    {"silu_", "Tensor input", [](Call& c) { return c.wrap(silu(c.tensor(0), c.tensor(0))); }},
    {"leaky_relu", "Tensor input, Number negative_slope=0.01", bound_into<leaky_relu>},
    {"leaky_relu_", "Tensor input, Number negative_slope=0.01",
     [](Call& c) { return c.wrap(leaky_relu(c.tensor(0), c.scalar(1).to_double(), c.tensor(0))); }},
    {"elu", "Tensor input, Number alpha=1", bound_into<elu>},
    {"elu_", "Tensor input, Number alpha=1",
     [](Call& c) { return c.wrap(elu(c.tensor(0), c.scalar(1).to_double(), c.tensor(0))); }},
    {"layer_norm",
     "Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps",
     bound<layer_norm>},
    {"rms_norm", "Tensor input, int[] normalized_shape, Tensor? weight, float? eps", bound<rms_norm>},
    {"embedding", "Tensor weight, Tensor indices, int padding_idx",
     [](Call& c) { return lang::tensor(embedding(c.tensor(1), c.tensor(0), c.integer(2))); }},
    {"nll_loss_nd",
     "Tensor input, Tensor target, Tensor? weight, str reduction, int ignore_index",
     [](Call& c) {
       return lang::tensor(nll_loss(c.tensor(0), c.tensor(1), c.tensor_or_none(2),
                                    c.integer(4), c.text(3)));
     }},
};

Value function_of(std::span<const Row> rows, std::string_view name) {
  for (const Row& row : rows) {
    if (name == row.name) return make_function(row, Form::function);
  }
  return Value();
}

std::shared_ptr<void> kept(const Value& v) { return std::make_shared<Value>(v); }

/// A function `whole` of tensors that counts as one operation, with the grad_fn `name`,
/// whatever it is made of. The derivative `rule` gets its arguments; "replayed" gets it, too.
Value as_one_op(const std::string& name, const std::string& rule, const Value& whole) {
  const auto run = [name, rule, whole](Interpreter& interp, Args& a) -> Value {
    std::vector<Tensor> inputs;
    for (const Value& v : a.positional) {
      if (const Tensor* t = as_tensor(v)) inputs.push_back(*t);
    }
    if (a.positional.empty() || !as_tensor(a.positional[0])) {
      const std::string own = interp.str(interp.get_attr(whole, "__name__")).substr(1);
      throw TypeError(own + "(): argument 'input' (position 1) must be Tensor, not " +
                      (a.positional.empty() ? "NoneType" : type_text(a.positional[0])));
    }
    const std::vector<Value> given(a.positional.begin(), a.positional.end());
    Value out;
    {
      const GradModeScope scope(false);
      out = interp.call(whole, a.positional);
    }
    const Tensor* made = as_tensor(out);
    if (!made) return out;
    const auto save = [&](Node& node) {
      if (rule == "replayed") {
        node.with(kept(whole)).with(kept(lang::list(given)));
        node.save_all(inputs);  // whose numbers must still be there
        return;
      }
      for (const Value& v : given) as_tensor(v) ? node.save(*as_tensor(v)) : node.with(kept(v));
    };
    return lang::tensor(record({interned(name), interned(rule)}, *made, inputs, save));
  };
  return lang::make<lang::NativeFunction>(name, run);
}

}  // namespace

Value find_functional(std::string_view name) { return function_of(kPublic, name); }

std::vector<std::string> functional_signatures(std::string_view name) {
  for (const Row& row : kPublic) {
    if (name == row.name) return signatures_of(row, /*method=*/false);
  }
  return {};
}

std::vector<std::string> functional_names() {
  std::vector<std::string> names;
  for (const Row& row : kPublic) names.emplace_back(row.name);
  return names;
}

void add_functional_core(Interpreter& interp, Value module_core) {
  interp.add_module("torch._C", [](Interpreter&, lang::ModuleObject&) {});
  interp.add_module("torch._C._nn", [module_core](Interpreter&, lang::ModuleObject& m) {
    m.attributes().set(Symbol("Module"), module_core);
    m.missing = [](lang::Symbol name) {
      const Value own = function_of(kCore, name.str());
      return own.defined() ? own : function_of(kPublic, name.str());
    };
  });
  interp.add_module("_tutor", [](Interpreter&, lang::ModuleObject& m) {
    const auto add = [&](const char* name, const char* signature, lang::NativeFn f) {
      m.attributes().set(lang::Symbol(name),
                         lang::make<lang::NativeFunction>(name, std::move(f), signature));
    };
    add("refuse", "what, advice", [](Interpreter& i, Args& a) -> Value {
      refuse(i.str(a.positional[0]), i.str(a.positional[1]));
    });
    add("one_op", "grad_fn, rule='replayed'", [](Interpreter& i, Args& a) -> Value {
      const auto text = [&](size_t k) { return a.positional[k].defined() ? i.str(a.positional[k]) : "replayed"; };
      return lang::make<NativeFunction>("one_op", [name = text(0), rule = text(1)](Interpreter&, Args& f) {
        return as_one_op(name, rule, f.positional[0]);
      });
    });
  });
}

}  // namespace mha::torch
