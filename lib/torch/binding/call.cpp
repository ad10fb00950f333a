#include "lang/values/number.h"
#include "torch/binding/signature.h"

// How a function reads the arguments that ArgParser bound for it.

namespace mha::torch {

namespace {

/// The number in a 0-d tensor that stands for one, or the number itself.
Scalar number_of(const Value& v) {
  if (const Tensor* t = as_tensor(v)) return t->item();
  const std::optional<Scalar> s = as_scalar(v);
  return s ? *s : Scalar(0);
}

}  // namespace

const Value& Call::value(size_t i) const {
  const Slot& slot = slots_[i];
  return slot.value ? *slot.value : signature_->params[i].default_value;
}

bool Call::given(size_t i) const {
  return slots_[i].value && !slots_[i].value->is_none();
}

const Tensor& Call::tensor(size_t i) const {
  const Tensor* t = as_tensor(value(i));
  if (!t) {
    // A number where `Tensor!` allows one, in an op that has no use for it.
    throw_error<TypeError>("{}(): argument '{}' must be Tensor, not {}", function_,
                           signature_->params[i].name.str(), type_text(value(i)));
  }
  return *t;
}

Tensor Call::tensor_or_none(size_t i) const {
  return given(i) ? tensor(i) : Tensor();
}

Operand Call::operand(size_t i) const {
  const Value& v = value(i);
  if (const Tensor* t = as_tensor(v)) return *t;
  return number_of(v);
}

Scalar Call::scalar(size_t i) const { return number_of(value(i)); }

std::optional<Scalar> Call::scalar_or_none(size_t i) const {
  if (!given(i)) return {};
  return scalar(i);
}

int64_t Call::integer(size_t i) const {
  const Value& v = value(i);
  return v.is_int() ? v.as_int() : number_of(v).to_int();
}

std::optional<int64_t> Call::integer_or_none(size_t i) const {
  if (!given(i)) return {};
  return integer(i);
}

double Call::floating(size_t i) const { return number_of(value(i)).to_double(); }

std::optional<double> Call::floating_or_none(size_t i) const {
  if (!given(i)) return {};
  return floating(i);
}

bool Call::flag(size_t i) const {
  const Value& v = value(i);
  return v.is_bool() && v.as_bool();
}

const std::string& Call::text(size_t i) const {
  const auto* s = given(i) ? slots_[i].value->get<lang::StrObject>() : nullptr;
  return s ? s->text() : signature_->params[i].default_text;
}

Shape Call::ints(size_t i) const {
  const Value& v = value(i);
  std::span<const Value> items(&v, 1);
  if (slots_[i].varargs) {
    items = {slots_[i].value, slots_[i].count};
  } else if (const auto own = items_in(v)) {
    items = *own;
  } else if (v.is_none()) {
    return {};
  }
  Shape out(items.size());
  for (size_t k = 0; k < items.size(); ++k) {
    const Value& item = items[k];
    if (item.is_int() || item.is_bool()) {
      out[k] = item.as_int();
    } else if (const Tensor* t = as_tensor(item);
               t && t->numel() == 1 && !is_floating(t->dtype())) {
      out[k] = t->item().to_int();
    } else if (item.get<lang::BigIntObject>()) {
      throw RuntimeError("Overflow when unpacking long");
    } else if (const std::optional<Scalar> n = as_scalar(item);
               n && !n->is_floating()) {
      out[k] = n->to_int();
    } else {
      throw_error<TypeError>(
          "{}(): argument '{}' failed to unpack the object at pos {} with error \"type must be "
          "tuple of ints,but got {}\"",
          function_, signature_->params[i].name.str(), k + 1, type_text(item));
    }
  }
  return out;
}

std::vector<Tensor> Call::tensors(size_t i) const {
  std::vector<Tensor> out;
  for (const Value& item : items_in(value(i)).value_or(std::span<const Value>())) {
    out.push_back(*as_tensor(item));
  }
  return out;
}

std::optional<DType> Call::dtype(size_t i) const {
  if (!given(i)) return {};
  return as_dtype(value(i));
}

Value Call::wrap(const Tensor& result) const {
  for (const Slot& slot : slots_) {
    if (!slot.value) continue;
    const Tensor* t = as_tensor(*slot.value);
    if (t && t->is_same(result)) return *slot.value;
  }
  return lang::tensor(result);
}

}  // namespace mha::torch
