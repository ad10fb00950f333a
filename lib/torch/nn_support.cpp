#include "torch/nn_support.h"

#include "tensor/factory.h"
#include "torch/table.h"

namespace mha::torch {

using lang::Value;

std::vector<NamedValue> entries(const lang::DictObject& dict) {
  std::vector<NamedValue> all;
  size_t at = 0;
  Value key, value;
  while (dict.next(at, key, value)) {
    if (value.is_none()) continue;
    const auto* text = key.get<lang::StrObject>();
    all.push_back({text ? text->text() : std::string(), value});
  }
  return all;
}

std::string class_name(const Value& v) {
  if (v.is_object()) return v.object()->cls()->name();
  return type_text(v);
}

std::string typename_of(Nn& nn, const Value& v) {
  if (const Tensor* t = as_tensor(v)) {
    return std::string(tensor_type_name(t->dtype()));
  }
  const auto* cls = v.get<lang::ClassObject>();
  const bool is_class = cls != nullptr;
  if (!cls) cls = nn.interp.type_of(v);
  const std::string& module = cls->module_name;
  const std::string name = is_class ? cls->qualname : cls->name();
  return module.empty() || module == "builtins" ? name : module + "." + name;
}

bool flag_or(Nn& nn, const Value& v, bool otherwise) {
  return v.defined() ? nn.interp.truth(v) : otherwise;
}

double number_or(Nn& nn, const Value& v, double otherwise) {
  if (!v.defined()) return otherwise;
  if (const auto s = as_scalar(v)) return s->to_double();
  if (const Tensor* t = as_tensor(v)) return t->item().to_double();
  throw TypeError("must be real number, not " + nn.interp.type_name(v));
}

Shape sizes_for_empty(Nn& nn, std::initializer_list<Value> sizes) {
  Shape shape;
  for (const Value& v : sizes) {
    if (!v.is_int() || v.as_int() < 0) break;
    shape.push_back(v.as_int());
  }
  if (shape.size() == sizes.size()) return shape;
  // Whatever else there is, torch.empty() takes it or says what is wrong.
  Value args[] = {lang::tuple(std::vector<Value>(sizes))};
  lang::KeywordArg options[] = {{lang::Symbol("device"), Value::none()},
                                {lang::Symbol("dtype"), Value::none()}};
  const Value made = nn.interp.call(find_function("empty"), args, options);
  return as_tensor(made)->shape();
}

DType factory_dtype(Nn& nn, const Value& device, const Value& dtype) {
  if (given(device)) check_device(nn.interp, device);
  if (!given(dtype)) return default_dtype();
  if (const auto d = as_dtype(dtype)) return *d;
  throw TypeError("empty(): argument 'dtype' must be torch.dtype, not " +
                  type_text(dtype));
}

const Tensor& tensor_arg(const char* function, const char* name, int position,
                         const Value& v) {
  if (const Tensor* t = as_tensor(v)) return *t;
  throw TypeError(std::string(function) + "(): argument '" + name +
                  "' (position " + std::to_string(position) +
                  ") must be Tensor, not " + type_text(v));
}

std::string text_arg(const Value& v, const char* otherwise) {
  const auto* text = v.get<lang::StrObject>();
  return text ? text->text() : std::string(otherwise);
}

Value wrap(const Tensor& t, const Value& source) {
  if (const Tensor* same = as_tensor(source); same && same->is_same(t)) {
    return source;
  }
  return lang::tensor(t);
}

void refuse(const std::string& what, const std::string& advice) {
  Refusal error(what + " is not supported here");
  throw error.with_help(advice);
}

}  // namespace mha::torch
