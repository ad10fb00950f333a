#include "torch/binding/convert.h"
#include "torch/binding/device.h"

#include <cmath>

#include "base/memory.h"
#include "lang/values/number.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"

namespace mha::torch {

std::optional<Scalar> as_scalar(const Value& v) {
  if (v.is_bool()) return Scalar(v.as_bool());
  if (v.is_int()) return Scalar(v.as_int());
  if (v.is_float()) return Scalar(v.as_float());
  throw_if(v.get<lang::BigIntObject>(), "Overflow when unpacking long");
  if (v.get<lang::NativeObject>()) {
    if (const Tensor* t = as_numpy_scalar(*lang::current_interpreter(), v)) return t->item();
  }
  return {};
}

std::optional<std::span<const Value>> items_in(const Value& v) {
  if (const auto* t = v.get<lang::TupleObject>()) return t->items;
  if (const auto* l = v.get<lang::ListObject>()) return l->items;
  return {};
}

Shape to_dims(Interpreter& interp, const Value& v) {
  if (v.is_int()) return {v.as_int()};
  Shape dims;
  for (const Value& item : interp.to_vector(v)) dims.push_back(interp.to_index(item));
  return dims;
}

Value to_value(Scalar s) {
  switch (s.kind()) {
    case Scalar::Kind::boolean: return Value(s.to_bool());
    case Scalar::Kind::integer: return Value(s.to_int());
    case Scalar::Kind::floating: return Value(s.to_double());
  }
  return Value::none();
}

Value to_value(Interpreter& interp, DType dtype) {
  return types(interp).dtypes[static_cast<size_t>(dtype)];
}

std::optional<DType> as_dtype(const Value& v) {
  if (!v.is_object()) return {};
  Interpreter& interp = *lang::current_interpreter();
  if (const auto* n = v.get<lang::NativeObject>()) {
    if (n->cls() == types(interp).dtype) return *n->payload<DType>();
    return {};
  }
  // Python's own types stand for the dtypes that they become.
  const auto* cls = v.get<lang::ClassObject>();
  if (!cls) return {};
  if (cls == interp.builtin_class("float")) return DType::float64;
  if (cls == interp.builtin_class("int")) return DType::int64;
  if (cls == interp.builtin_class("bool")) return DType::bool_;
  return {};
}

Value size_value(Interpreter& interp, const Shape& shape) {
  std::vector<Value> items(shape.begin(), shape.end());
  return lang::make<lang::TupleObject>(std::move(items), types(interp).size);
}

Value to_value(std::vector<Tensor> tensors) {
  std::vector<Value> items;
  items.reserve(tensors.size());
  for (Tensor& t : tensors) items.push_back(lang::tensor(std::move(t)));
  return lang::tuple(std::move(items));
}

Value list_of(std::vector<Tensor> tensors) {
  const Value all = to_value(std::move(tensors));
  return lang::list(all.get<lang::TupleObject>()->items);
}

std::string type_text(const Value& v) {
  Interpreter& interp = *lang::current_interpreter();
  const Types& t = types(interp);
  const lang::ClassObject* cls = interp.type_of(v);
  for (const lang::ClassObject* own :
       {t.size, t.dtype, t.device, t.layout, t.memory_format}) {
    if (cls == own) return "torch." + cls->name();
  }
  if (cls == t.generator) return "torch._C.Generator";
  return interp.type_name(v);
}

// ------------------------------------------------------------- torch.tensor()

namespace {

constexpr size_t kMaxDims = 128;

/// The items of what torch.tensor() takes for a sequence. A range or another
/// object with a length is read out into `room`.
bool sequence_items(Interpreter& interp, const Value& v, std::vector<Value>& room,
                    std::span<const Value>& items) {
  if (const auto own = items_in(v)) {
    items = *own;
  } else if (v.get<lang::RangeObject>()) {
    room = interp.to_vector(v);
    items = room;
  } else if (const Tensor* array = as_array(interp, v); array && array->dim() > 0) {
    for (const Tensor& part : unbind(*array, 0)) room.push_back(numpy_value(interp, part));
    items = room;
  } else {
    return false;
  }
  return true;
}

bool is_text(const Value& v) { return v.get<lang::StrObject>() != nullptr; }

/// A 0-d tensor, or NumPy's array of one, as the number in it.
std::optional<Scalar> number_in(const Value& v) {
  if (const Tensor* t = as_tensor(v)) {
    throw_if<ValueError>(t->numel() != 1,
                         "only one element tensors can be converted to Python scalars");
    return t->item();
  }
  return as_scalar(v);
}

/// Reads nested data once: the shape along the first elements, the dtype that
/// all elements have in common, and the numbers.
class DataReader {
 public:
  DataReader(Interpreter& interp, std::optional<DType> dtype)
      : interp_(interp), wanted_(dtype) {}

  Tensor read(const Value& data) {
    measure(data);
    int64_t count = 1;
    for (const int64_t size : shape_) {
      if (__builtin_mul_overflow(count, size, &count)) count = INT64_MAX;
    }
    ask_memory(count, sizeof(Scalar));
    return read_measured(data);
  }

  /// As x[...] reads a list: what is neither bool nor uint8 becomes int64.
  Tensor read_index(const Value& data) {
    infer(data, 0);
    wanted_ = DType::int64;
    if (found_ == DType::bool_ || found_ == DType::uint8) wanted_ = found_;
    return read(data);
  }

 private:
  Tensor read_measured(const Value& data) {
    if (!wanted_) infer(data, 0);
    const DType dtype = wanted_ ? *wanted_ : found_ ? *found_ : default_dtype();
    integral_ = is_integral(dtype);
    store(data, 0);
    for (const Scalar& n : numbers_) require_fit(n, dtype);
    return from_scalars(shape_, numbers_, dtype);
  }

  /// Small integers must hold the number; uint8 takes its negative too, and
  /// wraps it around.
  static void require_fit(const Scalar& n, DType dtype) {
    int64_t most = 0;
    switch (dtype) {
      case DType::uint8: most = 255; break;
      case DType::int8: most = 127; break;
      case DType::int16: most = 32767; break;
      case DType::int32: most = 2147483647; break;
      default: return;
    }
    const int64_t least = dtype == DType::uint8 ? -most : -most - 1;
    const double v = n.to_double();
    if (v > static_cast<double>(least) - 1 &&
        v < static_cast<double>(most) + 1) {
      return;
    }
    const std::string name(torch_name(dtype));  // "torch.uint8"
    throw_error("value cannot be converted to type {} without overflow",
                name.substr(name.find('.') + 1));
  }

  void measure(Value data) {
    std::vector<Value> room;
    std::span<const Value> items;
    while (true) {
      if (is_text(data)) {
        if (shape_.empty()) throw TypeError("new(): invalid data type 'str'");
        throw ValueError("too many dimensions 'str'");
      }
      if (!sequence_items(interp_, data, room, items)) return;
      shape_.push_back(static_cast<int64_t>(items.size()));
      if (shape_.size() > kMaxDims) {
        throw_error<ValueError>("too many dimensions '{}'", interp_.type_name(data));
      }
      if (items.empty()) return;
      const Value first = items.front();
      data = first;
    }
  }

  void infer(const Value& v, size_t depth) {
    if (v.is_float()) {
      add(default_dtype());
    } else if (v.is_bool()) {
      add(DType::bool_);
    } else if (v.is_int() || v.get<lang::BigIntObject>()) {
      add(DType::int64);
    } else if (const Tensor* t = as_tensor(v)) {
      add(t->dtype());
    } else if (const Tensor* n = as_numpy_scalar(interp_, v)) {
      add(n->dtype());
    } else if (is_text(v)) {
      throw TypeError("new(): invalid data type 'str'");
    } else {
      std::vector<Value> room;
      std::span<const Value> items;
      if (depth > kMaxDims || !sequence_items(interp_, v, room, items)) {
        throw_error("Could not infer dtype of {}", interp_.type_name(v));
      }
      interp_.tick(static_cast<int64_t>(items.size()));
      for (const Value& item : items) infer(item, depth + 1);
      if (items.empty()) add(default_dtype());
    }
  }

  void add(DType dtype) { found_ = found_ ? promote(*found_, dtype) : dtype; }

  void store(const Value& v, size_t dim) {
    if (dim == shape_.size()) {
      if (const std::optional<Scalar> s = number_in(v)) {
        numbers_.push_back(*s);
        return;
      }
      if (integral_) {
        throw_error<TypeError>("'{}' object cannot be interpreted as an integer",
                               interp_.type_name(v));
      }
      throw_error<TypeError>("must be real number, not {}", interp_.type_name(v));
    }
    std::vector<Value> room;
    std::span<const Value> items;
    if (!sequence_items(interp_, v, room, items)) throw TypeError("not a sequence");
    const auto size = static_cast<int64_t>(items.size());
    throw_if<ValueError>(size != shape_[dim], "expected sequence of length {} at dim {} (got {})",
                         shape_[dim], dim, size);
    interp_.tick(size);
    for (const Value& item : items) store(item, dim + 1);
  }

  Interpreter& interp_;
  std::optional<DType> wanted_, found_;
  Shape shape_;
  std::vector<Scalar> numbers_;
  bool integral_ = false;
};

}  // namespace

Tensor tensor_from_data(Interpreter& interp, const Value& data,
                        std::optional<DType> dtype) {
  if (const Tensor* t = as_tensor(data)) {
    return to(clone(detach(*t)), dtype.value_or(t->dtype()));
  }
  for (const Tensor* t : {as_array(interp, data), as_numpy_scalar(interp, data)}) {
    if (t) return to(clone(*t), dtype.value_or(t->dtype()));
  }
  return DataReader(interp, dtype).read(data);
}

namespace {

Value nested(const Tensor& t, const std::vector<Scalar>& numbers, size_t& next,
             size_t dim) {
  if (dim == t.shape().size()) return to_value(numbers[next++]);
  std::vector<Value> items;
  items.reserve(static_cast<size_t>(t.shape()[dim]));
  for (int64_t i = 0; i < t.shape()[dim]; ++i) {
    items.push_back(nested(t, numbers, next, dim + 1));
  }
  return lang::list(std::move(items));
}

}  // namespace

Value to_nested_list(const Tensor& t) {
  const std::vector<Scalar> numbers = to_scalars(t);
  size_t next = 0;
  return nested(t, numbers, next, 0);
}

// ------------------------------------------------------------------- indexing

namespace {

std::optional<int64_t> slice_bound(Interpreter& interp, const Value& v) {
  if (v.is_none() || !v.defined()) return {};
  if (v.is_int()) return v.as_int();
  try {
    return interp.to_index(v);
  } catch (const lang::PyError&) {
  } catch (const Error&) {
  }
  throw TypeError(
      "slice indices must be integers or None or have an __index__ method");
}

Tensor index_tensor(Interpreter& interp, const Value& v) {
  if (const Tensor* t = as_array(interp, v)) return *t;
  return DataReader(interp, {}).read_index(v);
}

Index to_index(Interpreter& interp, const Value& v) {
  if (v.is_int()) return v.as_int();
  if (v.is_bool()) return v.as_bool();
  if (v.is_none()) return NoneIndex{};
  if (v.tag() == Value::Tag::ellipsis) return EllipsisIndex{};
  if (const auto* s = v.get<lang::SliceObject>()) {
    return SliceIndex{slice_bound(interp, s->start), slice_bound(interp, s->stop),
                      slice_bound(interp, s->step)};
  }
  if (const Tensor* t = as_tensor(v)) {
    if (t->dtype() == DType::uint8) {
      interp.warn("UserWarning",
                  "indexing with dtype torch.uint8 is now deprecated, please use "
                  "a dtype torch.bool instead.");
    }
    return *t;
  }
  if (items_in(v) || is_text(v) || v.get<lang::RangeObject>() || as_array(interp, v)) {
    return index_tensor(interp, v);
  }
  if (interp.find_attr(v, lang::Symbol("__index__")).defined()) {
    return interp.to_index(v);
  }
  throw_error<IndexError>(
      "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
      "indices (got {})",
      type_text(v));
}

/// A list that holds sequences, slices, tensors, None or ... counts as a tuple.
bool counts_as_tuple(const lang::ListObject& list) {
  if (list.items.size() >= 32) return false;
  for (const Value& v : list.items) {
    if (v.is_none() || v.tag() == Value::Tag::ellipsis || as_tensor(v) || items_in(v) ||
        v.get<lang::SliceObject>()) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Index> to_indices(Interpreter& interp, const Value& key) {
  std::span<const Value> items(&key, 1);
  if (const auto* t = key.get<lang::TupleObject>()) {
    items = t->items;
  } else if (const auto* l = key.get<lang::ListObject>();
             l && counts_as_tuple(*l)) {
    items = l->items;
  }
  std::vector<Index> out;
  out.reserve(items.size());
  for (const Value& v : items) out.push_back(to_index(interp, v));
  return out;
}

}  // namespace mha::torch
