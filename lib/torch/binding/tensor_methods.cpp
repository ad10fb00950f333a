#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "torch/autograd/autograd.h"
#include "torch/binding/device.h"
#include "torch/binding/table.h"

// Methods of Tensor that ask or convert, and the functions of torch that are
// questions.

namespace mha::torch {

namespace {

Value converted(Call& c, DType dtype) { return c.wrap(to(c.tensor(0), dtype)); }

#define MHA_CAST(NAME, DTYPE)                                               \
  {NAME, "Tensor input, *, memory_format memory_format=None",               \
   [](Call& c) { return converted(c, DType::DTYPE); }, On::method}

Value run_to(Call& c) {
  const Tensor& x = c.tensor(0);
  if (c.overload == 0) {
    check_device(c.interp, c.value(1));
    return c.wrap(to(x, c.dtype(2).value_or(x.dtype()), c.flag(4)));
  }
  const DType dtype = c.overload == 1 ? *c.dtype(1) : c.tensor(1).dtype();
  return c.wrap(to(x, dtype, c.flag(3)));
}

Value run_type(Call& c) {
  const Tensor& x = c.tensor(0);
  if (!c.given(1)) return lang::str(std::string(tensor_type_name(x.dtype())));
  if (const std::optional<DType> d = c.dtype(1)) return converted(c, *d);
  std::string name;
  if (const auto* s = c.value(1).get<lang::StrObject>()) {
    name = s->text();
  } else if (const auto* cls = c.value(1).get<lang::ClassObject>()) {
    name = cls->module_name + "." + cls->name();
  } else {
    throw TypeError("dtype must be a type, str, or dtype object");
  }
  for (int i = 0; i <= static_cast<int>(DType::bool_); ++i) {
    if (tensor_type_name(static_cast<DType>(i)) == name) {
      return converted(c, static_cast<DType>(i));
    }
  }
  throw_error<ValueError>("invalid type: '{}'", name);
}

Value run_size(Call& c) {
  if (c.overload == 1) return size_value(c.interp, c.tensor(0).shape());
  return Value(c.tensor(0).size(c.integer(1)));
}

Value run_stride(Call& c) {
  const Tensor& x = c.tensor(0);
  if (c.overload == 0) {
    return Value(x.strides()[static_cast<size_t>(wrap_dim_of(x, c.integer(1)))]);
  }
  std::vector<Value> items(x.strides().begin(), x.strides().end());
  return lang::tuple(std::move(items));
}

/// PyTorch writes it in Python, and so does lib/library.
Value run_backward(Call& c) {
  const Value f = c.interp.get_attr(c.interp.import("torch.autograd.engine"), "backward");
  std::vector<Value> args{c.value(0), c.value(1), c.value(2), c.value(3), Value::none(), c.value(4)};
  return c.interp.call(f, args);
}

Value run_requires_grad(Call& c) {
  Tensor x = c.tensor(0);
  if (!c.flag(1) || x.is_leaf()) x.set_requires_grad(c.flag(1));
  return c.same(0);
}

Value run_numpy(Call& c) {
  const Tensor& x = c.tensor(0);
  throw_if(x.requires_grad() && !c.flag(1),
           "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
  return array_value(c.interp, x.aside());
}

Value address(const Tensor& x) {
  return Value(static_cast<int64_t>(reinterpret_cast<intptr_t>(x.data_ptr())));
}

const Row kTensorMethods[] = {
    {"size", "Tensor input, int dim|Tensor input|Tensor input, name dim", run_size, On::method},
    {"stride", "Tensor input, int dim|Tensor input|Tensor input, name dim", run_stride, On::method},
    {"dim", "Tensor input", [](Call& c) { return Value(c.tensor(0).dim()); }, On::method},
    {"ndimension", "Tensor input", [](Call& c) { return Value(c.tensor(0).dim()); }, On::method},
    {"nelement", "Tensor input", [](Call& c) { return Value(c.tensor(0).numel()); }, On::method},
    {"item", "Tensor input", [](Call& c) { return to_value(c.tensor(0).item()); }, On::method},
    {"tolist", "Tensor input", [](Call& c) { return to_nested_list(c.tensor(0)); }, On::method},
    {"numpy", "Tensor input, *, bool force=False", run_numpy, On::method},
    {"data_ptr", "Tensor input", [](Call& c) { return address(c.tensor(0)); }, On::method},
    {"storage_offset", "Tensor input",
     [](Call& c) { return Value(c.tensor(0).storage_offset()); }, On::method},
    {"is_contiguous", "Tensor input, *, memory_format memory_format=None",
     [](Call& c) { return Value(c.tensor(0).is_contiguous()); }, On::method},
    {"element_size", "Tensor input",
     [](Call& c) { return Value(static_cast<int64_t>(size_of(c.tensor(0).dtype()))); }, On::method},
    {"is_inference", "Tensor input", [](Call& c) { return Value(c.tensor(0).is_inference()); },
     On::both},
    {"get_device", "Tensor input", [](Call&) { return Value(-1); }, On::method},

    {"to",
     "Tensor input, device device=None, dtype dtype=None, bool non_blocking=False, bool copy=False, *, "
     "memory_format memory_format=None"
     "|Tensor input, dtype dtype, bool non_blocking=False, bool copy=False, *, memory_format memory_format=None"
     "|Tensor input, Tensor tensor, bool non_blocking=False, bool copy=False, *, memory_format memory_format=None",
     run_to, On::method},
    {"type", "Tensor input, any dtype=None, bool non_blocking=False, *, memory_format memory_format=None",
     run_type, On::method},
    {"type_as", "Tensor input, Tensor other",
     [](Call& c) { return converted(c, c.tensor(1).dtype()); }, On::method},
    {"cpu", "Tensor input, *, memory_format memory_format=None",
     [](Call& c) { return c.same(0); }, On::method},
    {"cuda", "Tensor input, device device=None, bool non_blocking=False, *, memory_format memory_format=None",
     [](Call& c) -> Value {
       check_device(c.interp, lang::str("cuda"));
       return c.same(0);
     },
     On::method},
    MHA_CAST("float", float32), MHA_CAST("double", float64), MHA_CAST("half", float16),
    MHA_CAST("bfloat16", bfloat16), MHA_CAST("int", int32), MHA_CAST("long", int64),
    MHA_CAST("short", int16), MHA_CAST("char", int8), MHA_CAST("byte", uint8),
    MHA_CAST("bool", bool_),

    {"requires_grad_", "Tensor input, bool requires_grad=True", run_requires_grad, On::method},
    {"retain_grad", "Tensor input",
     [](Call& c) -> Value {
       retain_grad(c.tensor(0));
       return Value::none();
     },
     On::method},
    {"backward", "Tensor input, any? gradient=None, any? retain_graph=None, any create_graph=False, any? inputs=None",
     run_backward, On::method},
    {"register_hook", "Tensor input, any hook",
     [](Call& c) { return register_tensor_hook(c.interp, c.tensor(0), c.value(1)); }, On::method},
};

const Row kQuestions[] = {
    {"numel", "Tensor input", [](Call& c) { return Value(c.tensor(0).numel()); }},
    {"is_floating_point", "Tensor input",
     [](Call& c) { return Value(is_floating(c.tensor(0).dtype())); }},
    {"is_complex", "Tensor input", [](Call&) { return Value(false); }},
    {"result_type",
     "Tensor tensor, Tensor other|Number scalar, Tensor tensor|Tensor tensor, Number other"
     "|Number scalar1, Number scalar2",
     [](Call& c) { return to_value(c.interp, result_type(c.operand(0), c.operand(1))); },
     On::function},
    {"promote_types", "dtype type1, dtype type2",
     [](Call& c) { return to_value(c.interp, promote(*c.dtype(0), *c.dtype(1))); }, On::function},
    {"can_cast", "dtype from, dtype to",
     [](Call& c) {
       const DType from = *c.dtype(0), to = *c.dtype(1);
       const bool lossless = !(is_floating(from) && !is_floating(to)) &&
                             !(from != DType::bool_ && to == DType::bool_);
       return Value(lossless);
     },
     On::function},
};

}  // namespace

std::span<const Row> tensor_rows() { return kTensorMethods; }
std::span<const Row> question_rows() { return kQuestions; }

}  // namespace mha::torch
