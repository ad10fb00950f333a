#include "tensor/core/factory.h"

#include <cmath>
#include <limits>

#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "torch/binding/device.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

/// The last five parameters: dtype, layout, device, pin_memory, requires_grad.
size_t options_at(const Call& c) { return c.signature().params.size() - 5; }

void ask_for_gradients(Tensor t) {
  throw_if(!is_floating(t.dtype()),
           "Only Tensors of floating point and complex dtype can require gradients");
  t.set_requires_grad(true);
}

}  // namespace

std::optional<DType> dtype_option(const Call& c) {
  const size_t i = options_at(c);
  check_device(c.interp, c.value(i + 2));
  return c.dtype(i);
}

Value finished(const Call& c, Tensor t) {
  if (c.flag(options_at(c) + 4)) ask_for_gradients(t);
  return fresh(std::move(t));
}

namespace {

DType float_option(const Call& c) { return dtype_option(c).value_or(default_dtype()); }

void refuse_named(const Call& c, size_t i) {
  if (c.signature().params[i].type != ParamType::names || !c.given(i)) return;
  throw RuntimeError("names=: tensors with named dimensions are not supported here");
}

#define MHA_SIZED                                                            \
  "int[] size, *, name[]? names, " MHA_OPTIONS "|SymInt[] size, *, Tensor out=None, " MHA_OPTIONS

/// Numbers that nobody has written yet. PyTorch shows what lies in memory, anything; here
/// they are the same each time, and nan, as under its deterministic algorithms: whoever
/// computes with them sees it.
Tensor unwritten(const Shape& shape, DType dtype) {
  if (!is_floating(dtype)) return zeros(shape, dtype);
  return full(shape, Scalar(std::numeric_limits<double>::quiet_NaN()), dtype);
}

Tensor unwritten_like(const Tensor& self, std::optional<DType> dtype) {
  return unwritten(self.shape(), dtype.value_or(self.dtype()));
}

template <Tensor (*kMake)(const Shape&, DType)>
Value sized(Call& c) {
  refuse_named(c, 1);
  return finished(c, kMake(c.ints(0), float_option(c)));
}

template <Tensor (*kMake)(const Tensor&, std::optional<DType>)>
Value like(Call& c) {
  return finished(c, kMake(c.tensor(0), dtype_option(c)));
}
#define MHA_LIKE "Tensor input, *, memory_format memory_format=None, " MHA_OPTIONS

Value run_arange(Call& c) {
  const std::optional<DType> dtype = dtype_option(c);
  if (c.overload == 0) return finished(c, arange(0, c.scalar(0), 1, dtype));
  const Scalar step = c.overload == 2 ? c.scalar(2) : Scalar(1);
  return finished(c, arange(c.scalar(0), c.scalar(1), step, dtype));
}

/// range(): both ends belong to it. Deprecated in PyTorch, which warns.
Value run_range(Call& c) {
  c.interp.warn("UserWarning",
                "torch.range is deprecated and will be removed in a future release "
                "because its behavior is inconsistent with Python's range builtin. "
                "Instead, use torch.arange, which produces values in [start, end).");
  const double start = c.floating(0), end = c.floating(1), step = c.floating(2);
  const double count = std::floor((end - start) / step) + 1;
  return finished(c, arange(start, start + step * (count - 0.5), step, float_option(c)));
}

Value run_linspace(Call& c) {
  if (c.integer(2) < 0) throw RuntimeError("number of steps must be non-negative");
  return finished(c, linspace(c.floating(0), c.floating(1), c.integer(2), float_option(c)));
}

template <Tensor (*kMake)(int64_t, int64_t, int64_t)>
Value triangle(Call& c) {
  const std::optional<DType> dtype = dtype_option(c);
  const Tensor t = kMake(c.integer(0), c.integer(1), c.integer(2));
  return finished(c, dtype ? to(t, *dtype) : t);
}
constexpr const char* kTriangle = "int row, int col, int offset=0, *, " MHA_OPTIONS;

template <Tensor (*kMake)(const Shape&, DType)>
Value new_sized(Call& c) {
  return finished(c, kMake(c.ints(1), dtype_option(c).value_or(c.tensor(0).dtype())));
}
constexpr const char* kNewSized = "Tensor input, SymInt[] size, *, " MHA_OPTIONS;

/// torch.tensor(data), as_tensor(data), x.new_tensor(data).
Value from_data(Call& c, size_t data, std::optional<DType> dtype, bool shares) {
  const Value& v = c.value(data);
  if (const Tensor* t = as_tensor(v)) {
    if (shares) return c.wrap(dtype ? to(*t, *dtype) : *t);
    c.interp.warn("UserWarning",
                  "To copy construct from a tensor, it is recommended to use "
                  "sourceTensor.clone().detach() or "
                  "sourceTensor.clone().detach().requires_grad_(True), rather than " +
                      std::string(c.function() == "tensor" ? "torch." : "tensor.") +
                      std::string(c.function()) + "(sourceTensor).");
  }
  if (const Tensor* array = as_array(c.interp, v); array && shares && !dtype) {
    return fresh(alias(*array));
  }
  return fresh(tensor_from_data(c.interp, v, dtype));
}

Value run_tensor(Call& c) {
  check_device(c.interp, c.value(2));
  const Value made = from_data(c, 0, c.dtype(1), /*shares=*/false);
  if (c.flag(4)) ask_for_gradients(*as_tensor(made));
  return made;
}

const Row kFactories[] = {
    {"tensor",
     "any data, *, dtype dtype=None, device device=None, bool pin_memory=False, "
     "bool requires_grad=False, name[]? names=None",
     run_tensor, On::function},
    {"as_tensor", "any data, *, dtype dtype=None, device device=None",
     [](Call& c) {
       check_device(c.interp, c.value(2));
       return from_data(c, 0, c.dtype(1), /*shares=*/true);
     },
     On::function},
    {"asarray",
     "any obj, *, dtype dtype=None, device device=None, bool copy=None, bool requires_grad=False",
     [](Call& c) {
       check_device(c.interp, c.value(2));
       return from_data(c, 0, c.dtype(1), /*shares=*/!c.flag(3));
     },
     On::function},
    {"scalar_tensor", "Number s, *, " MHA_OPTIONS,
     [](Call& c) { return finished(c, scalar_tensor(c.scalar(0), float_option(c))); },
     On::function},
    {"zeros", MHA_SIZED, sized<zeros>, On::function},
    {"ones", MHA_SIZED, sized<ones>, On::function},
    {"empty",
     "int[] size, *, name[]? names, memory_format memory_format=None, " MHA_OPTIONS
     "|SymInt[] size, *, memory_format memory_format=None, Tensor out=None, " MHA_OPTIONS,
     sized<unwritten>, On::function},
    {"full",
     "int[] size, Number fill_value, *, name[]? names, " MHA_OPTIONS
     "|SymInt[] size, Number fill_value, *, Tensor out=None, " MHA_OPTIONS,
     [](Call& c) {
       refuse_named(c, 2);
       return finished(c, full(c.ints(0), c.scalar(1), dtype_option(c)));
     },
     On::function},
    {"arange",
     "Number end, *, Tensor out=None, " MHA_OPTIONS "|Number start, Number end, *, " MHA_OPTIONS
     "|Number start, Number end, Number step=1, *, Tensor out=None, " MHA_OPTIONS,
     run_arange, On::function},
    {"range", "Number start, Number end, Number step=1, *, Tensor out=None, " MHA_OPTIONS,
     run_range, On::function},
    {"linspace", "Number start, Number end, int steps, *, Tensor out=None, " MHA_OPTIONS,
     run_linspace, On::function},
    {"logspace",
     "Number start, Number end, int steps, float base=10.0, *, Tensor out=None, " MHA_OPTIONS,
     [](Call& c) {
       const Tensor exponents =
           linspace(c.floating(0), c.floating(1), c.integer(2), DType::float64);
       return finished(c, to(pow(Scalar(c.floating(3)), exponents), float_option(c)));
     },
     On::function},
    {"eye",
     "int n, *, Tensor out=None, " MHA_OPTIONS "|int n, int m, *, Tensor out=None, " MHA_OPTIONS,
     [](Call& c) {
       const int64_t m = c.overload == 1 ? c.integer(1) : c.integer(0);
       return finished(c, eye(c.integer(0), m, float_option(c)));
     },
     On::function},
    {"tril_indices", kTriangle, triangle<tril_indices>, On::function},
    {"triu_indices", kTriangle, triangle<triu_indices>, On::function},
    {"zeros_like", MHA_LIKE, like<zeros_like>, On::function},
    {"ones_like", MHA_LIKE, like<ones_like>, On::function},
    {"empty_like", MHA_LIKE, like<unwritten_like>, On::function},
    {"full_like",
     "Tensor input, Number fill_value, *, memory_format memory_format=None, " MHA_OPTIONS,
     [](Call& c) {
       return finished(c, full_like(c.tensor(0), c.scalar(1), dtype_option(c)));
     },
     On::function},
    {"new_zeros", kNewSized, new_sized<zeros>, On::method},
    {"new_ones", kNewSized, new_sized<ones>, On::method},
    {"new_empty", kNewSized, new_sized<unwritten>, On::method},
    {"new_full", "Tensor input, SymInt[] size, Number fill_value, *, " MHA_OPTIONS,
     [](Call& c) {
       return finished(c, full(c.ints(1), c.scalar(2),
                               dtype_option(c).value_or(c.tensor(0).dtype())));
     },
     On::method},
    {"new_tensor",
     "Tensor input, any data, *, dtype dtype=None, device device=None, bool requires_grad=False",
     [](Call& c) {
       check_device(c.interp, c.value(3));
       const Value made =
           from_data(c, 1, c.dtype(2).value_or(c.tensor(0).dtype()), /*shares=*/false);
       if (c.flag(4)) ask_for_gradients(*as_tensor(made));
       return made;
     },
     On::method},
};

}  // namespace

std::span<const Row> factory_rows() { return kFactories; }

}  // namespace mha::torch
