#include "tensor/core/tensor.h"

#include <algorithm>
#include <cstring>

#include "tensor/core/grad.h"
#include "tensor/core/internal.h"

namespace mha {
namespace {

/// The number of elements, after PyTorch's checks of a shape's size in bytes.
int64_t checked_numel(const Shape& shape, DType dtype) {
  int64_t numel = 1;
  int64_t bytes = 0;
  bool overflow = false;
  for (const int64_t size : shape) {
    overflow = overflow || __builtin_mul_overflow(numel, size, &numel);
  }
  // A size of 0 makes it small again, whatever came before.
  for (const int64_t size : shape) {
    if (size == 0) return 0;
  }
  overflow = overflow || __builtin_mul_overflow(
                             numel, static_cast<int64_t>(size_of(dtype)), &bytes);
  throw_if(overflow, "Storage size calculation overflowed with sizes={}", shape);
  return numel;
}

int64_t product(const Shape& shape) {
  int64_t numel = 1;
  for (const int64_t size : shape) numel *= size;
  return numel;
}

}  // namespace

Tensor Tensor::empty(Shape shape, DType dtype) {
  for (const int64_t size : shape) {
    throw_if(size < 0, "Trying to create tensor with negative dimension {}: {}", size, shape);
  }
  auto impl = std::make_shared<Impl>();
  impl->numel = checked_numel(shape, dtype);
  impl->dtype = dtype;
  impl->storage = std::make_shared<Storage>(
      impl->numel * static_cast<int64_t>(size_of(dtype)));
  impl->storage->is_inference = inference_mode();
  impl->strides = contiguous_strides(shape);
  impl->shape = std::move(shape);
  return Tensor(std::move(impl));
}

Tensor Tensor::of(Shape shape, std::initializer_list<double> values) {
  Tensor out = empty(std::move(shape));
  float* to = out.data<float>();
  for (const double value : values) *to++ = static_cast<float>(value);
  return out;
}

Tensor Tensor::over(std::shared_ptr<Storage> storage, DType dtype, Shape shape,
                    Shape strides, int64_t offset) {
  auto impl = std::make_shared<Impl>();
  impl->storage = std::move(storage);
  impl->numel = product(shape);
  // PyTorch counts without signs, so that a negative size is too large for it.
  const bool negative = std::any_of(shape.begin(), shape.end(), [](int64_t size) { return size < 0; });
  throw_if(negative, "numel: integer multiplication overflow");
  impl->shape = std::move(shape);
  impl->strides = std::move(strides);
  impl->offset = offset;
  impl->dtype = dtype;
  return Tensor(std::move(impl));
}

int64_t Tensor::size(int64_t d) const {
  return impl_->shape[static_cast<size_t>(wrap_dim_of(*this, d))];
}

bool Tensor::is_contiguous() const {
  if (impl_->numel == 0) return true;
  int64_t expected = 1;
  for (size_t d = impl_->shape.size(); d-- > 0;) {
    if (impl_->shape[d] == 1) continue;
    if (impl_->strides[d] != expected) return false;
    expected *= impl_->shape[d];
  }
  return true;
}

const std::byte* Tensor::data_ptr() const {
  if (impl_->storage->data() == nullptr) return nullptr;
  return impl_->storage->data() +
         impl_->offset * static_cast<int64_t>(size_of(impl_->dtype));
}

Scalar Tensor::at(const Shape& index) const {
  if (index.size() != impl_->shape.size()) {
    throw_error<IndexError>("too many indices for tensor of dimension {}", impl_->shape.size());
  }
  int64_t offset = 0;
  for (size_t d = 0; d < index.size(); ++d) {
    const int64_t size = impl_->shape[d];
    const int64_t i = index[d];
    throw_if<IndexError>(i < -size || i >= size,
                         "index {} is out of bounds for dimension {} with size {}", i, d, size);
    offset += (i < 0 ? i + size : i) * impl_->strides[d];
  }
  return with_type(dtype(), [&]<typename T>(Type<T>) -> Scalar {
    const T value = data<T>()[offset];
    if constexpr (std::is_same_v<T, bool>) {
      return value;
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<int64_t>(value);
    } else {
      return static_cast<double>(value);
    }
  });
}

Scalar Tensor::item() const {
  throw_if(numel() != 1, "a Tensor with {} elements cannot be converted to Scalar", numel());
  return at(Shape(impl_->shape.size(), 0));
}

void Tensor::set_requires_grad(bool on) {
  throw_if(on && !is_floating(dtype()),
           "only Tensors of floating point dtype can require gradients");
  throw_if(on && is_inference() && !inference_mode(),
           "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  throw_if(!on && !is_leaf(),
           "you can only change requires_grad flags of leaf variables. If you want to use a "
           "computed variable in a subgraph that doesn't require differentiation use var_no_grad = "
           "var.detach().");
  impl_->requires_grad = on;
}

void Tensor::set_base(const Tensor& base, ViewOrigin origin) {
  impl_->base = base.impl_->base ? base.impl_->base : base.impl_;
  impl_->seen_version = counter();
  // A tensor made without recording stays unrecorded through every later view.
  impl_->origin = base.impl_->origin == ViewOrigin::recorded
                      ? origin
                      : base.impl_->origin;
}

GradSlot& Tensor::make_grad_slot() const {
  if (!impl_->slot) impl_->slot = std::make_shared<GradSlot>();
  return *impl_->slot;
}

Tensor Tensor::aside() const {
  const Tensor out =
      over(impl_->storage, impl_->dtype, impl_->shape, impl_->strides, impl_->offset);
  out.impl_->is_aside = true;
  return out;
}

Tensor Tensor::without_history() const {
  const Tensor out =
      over(impl_->storage, impl_->dtype, impl_->shape, impl_->strides, impl_->offset);
  const Impl& owner = impl_->base ? *impl_->base : *impl_;
  out.impl_->is_aside = owner.is_aside;
  out.impl_->version = owner.version;
  return out;
}

void Tensor::refresh_view() const {
  Impl& self = *impl_;
  const Impl& base = *self.base;
  if (self.seen_version == counter()) return;
  if (!self.grad_fn && !base.requires_grad && !base.grad_fn) return;
  throw_if(self.origin == ViewOrigin::unrecorded,
           "A view was created in no_grad mode and is being modified inplace with grad mode "
           "enabled. Given that this use case is ambiguous and error-prone, it is forbidden. You "
           "can clarify your code by moving both the view and the inplace either both inside the "
           "no_grad block (if you don't want the inplace to be tracked) or both outside (if you "
           "want the inplace to be tracked).");
  self.seen_version = counter();
  self.grad_fn = strided_node(Tensor(self.base), self.shape, self.strides, self.offset);
  self.output = 0;
}

void Tensor::set_data(const Tensor& other) {
  impl_->storage = other.impl_->storage;
  impl_->shape = other.impl_->shape;
  impl_->strides = other.impl_->strides;
  impl_->offset = other.impl_->offset;
  impl_->numel = other.impl_->numel;
  impl_->dtype = other.impl_->dtype;
}

}  // namespace mha
