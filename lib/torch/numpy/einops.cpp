#include "torch/numpy/einops.h"

#include <cctype>

#include "tensor/ops/einsum.h"
#include "tensor/ops/join.h"
#include "torch/numpy/numpy.h"

// The modules einops and einops.layers.torch.

namespace mha::torch {

using lang::Args;
using lang::ClassObject;
using lang::Interpreter;
using lang::ModuleObject;
using lang::PyError;
using lang::Symbol;
using lang::Value;

namespace {

[[noreturn]] void refuse_einops(const std::string& what) {
  throw Refusal("einops' " + what + " is not supported here")
      .with_help("rearrange, repeat, reduce and einsum are, and the layers Rearrange and Reduce");
}

/// A tensor or an array that einops works on.
struct Subject {
  Tensor tensor;
  bool is_array = false;
};

Subject to_subject(Interpreter& interp, const Value& v) {
  if (const Tensor* t = as_tensor(v)) return {*t};
  if (const Tensor* t = as_array(interp, v)) return {*t, true};
  throw RuntimeError("Tensor type unknown to einops " +
                     interp.repr(Value(static_cast<lang::Object*>(interp.type_of(v)))));
}

/// A list of tensors counts as one with a new first axis.
Subject to_stacked(Interpreter& interp, const Value& v) {
  const auto* list = v.get<lang::ListObject>();
  if (!list) return to_subject(interp, v);
  if (list->items.empty()) {
    throw TypeError("Rearrange/Reduce/Repeat can't be applied to an empty list");
  }
  std::vector<Tensor> parts;
  bool is_array = false;
  for (const Value& item : list->items) {
    const Subject one = to_subject(interp, item);
    is_array = is_array || one.is_array;
    parts.push_back(one.tensor);
  }
  return {stack(parts), is_array};
}

Value from_subject(Interpreter& interp, const Tensor& t, const Subject& like, const Value& given) {
  if (like.is_array) return array_value(interp, t);
  const Tensor* same = as_tensor(given);
  return same && same->is_same(t) ? given : lang::tensor(t);
}

AxisSizes sizes_of(Interpreter& interp, const Value& keywords) {
  AxisSizes out;
  size_t at = 0;
  Value key, value;
  auto* dict = keywords.get<lang::DictObject>();
  while (dict && dict->next(at, key, value)) {
    out.emplace_back(key.get<lang::StrObject>()->text(), interp.to_index(value));
  }
  return out;
}

std::vector<std::string> names_of(const AxisSizes& sizes) {
  std::vector<std::string> out;
  for (const auto& [name, size] : sizes) out.push_back(name);
  return out;
}

const std::string& pattern_text(const Value& v) {
  const auto* s = v.get<lang::StrObject>();
  if (!s) throw TypeError("the pattern must be a str, not " + type_text(v));
  return s->text();
}

bool is_einops_error(Interpreter& interp, const PyError& e) {
  return interp.is_instance(e.exception, einops_error_class(interp));
}

/// rearrange, repeat and reduce alike; errors tell of the call.
Value transform(Interpreter& interp, const Value& tensor, const Value& pattern,
                const std::string& operation, const Value& keywords) {
  const Subject x = to_stacked(interp, tensor);
  const AxisSizes sizes = sizes_of(interp, keywords);
  const std::string& text = pattern_text(pattern);
  try {
    const EinopsRecipe recipe(interp, text, operation, names_of(sizes), x.tensor.dim());
    return from_subject(interp, recipe.apply(x.tensor, sizes), x, tensor);
  } catch (const PyError& e) {
    if (!is_einops_error(interp, e)) throw;
    const Value shape = x.is_array ? shape_tuple(x.tensor.shape())
                                   : size_value(interp, x.tensor.shape());
    throw einops_error(
        interp, " Error while processing " + operation + "-reduction pattern \"" + text +
                    "\".\n Input tensor shape: " + interp.str(shape) + ". Additional info: " +
                    interp.repr(keywords) + ".\n " + e.message());
  }
}

std::string reduction_name(const Value& v) {
  if (const auto* s = v.get<lang::StrObject>()) return s->text();
  refuse_einops("reduce() with a function of one's own");
}

Value run_einsum(Interpreter& interp, Args& a) {
  if (a.positional.size() <= 1) {
    throw ValueError("`einops.einsum` takes at minimum two arguments: the tensors (at least one), "
                     "followed by the pattern.");
  }
  const auto* pattern = a.positional.back().get<lang::StrObject>();
  if (!pattern) {
    throw ValueError("The last argument passed to `einops.einsum` must be a string, representing "
                     "the einsum pattern.");
  }
  const std::string equation = einops_equation(interp, pattern->text());
  std::vector<Tensor> operands;
  bool is_array = false;
  for (const Value& v : a.positional.first(a.positional.size() - 1)) {
    const Subject one = to_subject(interp, v);
    is_array = one.is_array;
    operands.push_back(one.tensor);
  }
  const Tensor out = einsum(equation, operands);
  return is_array ? numpy_value(interp, out) : lang::tensor(out);
}

Value run_parse_shape(Interpreter& interp, Args& a) {
  const Subject x = to_subject(interp, a.positional[0]);
  const std::string& pattern = pattern_text(a.positional[1]);
  const EinopsExpression e(interp, pattern, {/*underscore=*/true});
  const std::string seen = pattern + " " + interp.str(x.is_array ? shape_tuple(x.tensor.shape())
                                                                : size_value(interp, x.tensor.shape()));
  for (const auto& group : e.groups) {
    if (group.axes.size() > 1 || (group.in_brackets && !group.axes.empty())) {
      throw RuntimeError("Can't parse shape with composite axes: " + seen);
    }
  }
  const size_t dims = x.tensor.shape().size();
  if (dims != e.groups.size() && !e.has_ellipsis) {
    throw RuntimeError("Can't parse shape with different number of dimensions: " + seen);
  }
  if (dims + 1 < e.groups.size()) {
    throw RuntimeError("Can't parse shape with this number of dimensions: " + seen);
  }
  const auto result = lang::make<lang::DictObject>();
  size_t d = 0;
  for (const auto& group : e.groups) {
    if (group.is_ellipsis) {
      d += dims + 1 - e.groups.size();
      continue;
    }
    const int64_t size = x.tensor.shape()[d++];
    if (group.axes.empty()) {
      if (size != 1) throw RuntimeError("Length of axis is not 1: " + seen);
    } else if (group.axes[0].find('#') != std::string::npos) {
      if (group.axes[0].substr(0, group.axes[0].find('#')) != std::to_string(size)) {
        throw RuntimeError("Length of anonymous axis does not match: " + seen);
      }
    } else if (group.axes[0] != "_") {
      result->set(group.axes[0], Value(size));
    }
  }
  return result;
}

Value function_named(const std::string& name) {
  const auto make = [&](std::string_view signature, lang::NativeFn fn) -> Value {
    auto f = lang::make<lang::NativeFunction>(name, std::move(fn), signature);
    f->shown_as_python = true;
    return f;
  };
  if (name == "rearrange" || name == "repeat") {
    return make("tensor, pattern, **axes_lengths", [name](Interpreter& i, Args& a) {
      return transform(i, a.positional[0], a.positional[1], name, a.positional[2]);
    });
  }
  if (name == "reduce") {
    return make("tensor, pattern, reduction, **axes_lengths", [](Interpreter& i, Args& a) {
      return transform(i, a.positional[0], a.positional[1], reduction_name(a.positional[2]),
                       a.positional[3]);
    });
  }
  if (name == "einsum") return lang::make<lang::NativeFunction>(name, run_einsum);
  if (name == "parse_shape") return make("x, pattern", run_parse_shape);
  return {};
}

// -------------------------------------------------------------------- layers

/// "Rearrange('b t (h d) -> b h t d', h=2)".
std::string layer_text(Interpreter& interp, const Value& self) {
  const Value reduction = interp.find_attr(self, Symbol("reduction"));
  std::string out = interp.type_of(self)->name() + "(" +
                    interp.repr(interp.get_attr(self, "pattern"));
  if (reduction.defined()) out += ", " + interp.repr(reduction);
  for (const auto& [axis, size] : sizes_of(interp, interp.get_attr(self, "axes_lengths"))) {
    out += ", " + axis + "=" + std::to_string(size);
  }
  return out + ")";
}

void init_layer(Interpreter& interp, const Value& module, const Value& self, const Value& pattern,
                const Value& reduction, const Value& keywords) {
  interp.call(interp.get_attr(module, "__init__"), {self});
  interp.set_attr(self, Symbol("pattern"), pattern);
  if (reduction.defined()) interp.set_attr(self, Symbol("reduction"), reduction);
  interp.set_attr(self, Symbol("axes_lengths"), keywords);
  // A pattern that cannot fit is told of now: for as many dimensions as it has.
  const std::string& text = pattern_text(pattern);
  const AxisSizes sizes = sizes_of(interp, keywords);
  try {
    const EinopsExpression left(interp, text.substr(0, text.find("->")));
    EinopsRecipe(interp, text, reduction.defined() ? reduction_name(reduction) : "rearrange",
                 names_of(sizes), static_cast<int64_t>(left.groups.size()));
  } catch (const PyError& e) {
    if (!is_einops_error(interp, e)) throw;
    throw einops_error(interp, " Error while preparing " + layer_text(interp, self) + "\n " +
                                   e.message());
  }
}

Value run_layer(Interpreter& interp, const Value& self, const Value& input) {
  const Subject x = to_subject(interp, input);
  const Value reduction = interp.find_attr(self, Symbol("reduction"));
  const AxisSizes sizes = sizes_of(interp, interp.get_attr(self, "axes_lengths"));
  try {
    const EinopsRecipe recipe(interp, pattern_text(interp.get_attr(self, "pattern")),
                              reduction.defined() ? reduction_name(reduction) : "rearrange",
                              names_of(sizes), x.tensor.dim());
    return from_subject(interp, recipe.apply(x.tensor, sizes), x, input);
  } catch (const PyError& e) {
    if (!is_einops_error(interp, e)) throw;
    throw einops_error(interp, " Error while computing " + layer_text(interp, self) + "\n " +
                                   e.message());
  }
}

Value layer_class(Interpreter& interp, const std::string& name) {
  ClassObject*& cls = types(interp).others["einops.layers." + name];
  if (!cls) {
    const Value module = interp.get_attr(interp.import("torch.nn"), "Module");
    ClassObject* base = module.get<ClassObject>();
    cls = interp.make_class(name, "einops.layers.torch", {lang::Ref<ClassObject>(base)}).get();
    // The class lives as long as the interpreter; so does its base.
    if (name == "Rearrange") {
      cls->method("__init__", "self, pattern, **axes_lengths", [base](Interpreter& i, Args& a) {
        init_layer(i, Value(static_cast<lang::Object*>(base)), a.positional[0], a.positional[1],
                   Value(), a.positional[2]);
        return Value::none();
      });
    } else {
      cls->method("__init__", "self, pattern, reduction, **axes_lengths",
                  [base](Interpreter& i, Args& a) {
                    init_layer(i, Value(static_cast<lang::Object*>(base)), a.positional[0],
                               a.positional[1], a.positional[2], a.positional[3]);
                    return Value::none();
                  });
    }
    cls->method("__repr__", [](Interpreter& i, Args& a) {
      return lang::str(layer_text(i, a.positional[0]));
    });
    cls->method("forward", "self, input", [](Interpreter& i, Args& a) {
      return run_layer(i, a.positional[0], a.positional[1]);
    });
  }
  return Value(static_cast<lang::Object*>(cls));
}

}  // namespace

void add_einops(Interpreter& interp) {
  interp.add_module("einops", [](Interpreter& i, ModuleObject& m) {
    m.missing = [&i](Symbol symbol) -> Value {
      const std::string name = symbol.str();
      if (Value v = function_named(name); v.defined()) return v;
      if (name == "EinopsError") return Value(static_cast<lang::Object*>(einops_error_class(i)));
      if (name == "layers") return i.import("einops.layers");
      if (name == "__version__") return lang::str("0.8.0");
      if (name == "pack" || name == "unpack" || name == "asnumpy") refuse_einops(name + "()");
      return {};
    };
  });
  interp.add_module("einops.layers", [](Interpreter& i, ModuleObject& m) {
    m.missing = [&i](Symbol name) {
      return name.str() == "torch" ? i.import("einops.layers.torch") : Value();
    };
  });
  interp.add_module("einops.layers.torch", [](Interpreter& i, ModuleObject& m) {
    m.missing = [&i](Symbol symbol) -> Value {
      const std::string name = symbol.str();
      if (name == "Rearrange" || name == "Reduce") return layer_class(i, name);
      if (name == "EinMix") refuse_einops("layer EinMix");
      return {};
    };
  });
}

}  // namespace mha::torch
