#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tensor/core/dtype.h"
#include "tensor/core/scalar.h"
#include "tensor/core/storage.h"

namespace mha {

using Shape = std::vector<int64_t>;

class Tensor;

/// How a view was made, which decides whether ops may write to it while
/// gradients are recorded.
enum class ViewOrigin : uint8_t { recorded, unrecorded, one_of_many };

/// The op that made a tensor with gradients (tensor/core/node.h).
struct Node;
/// What belongs to the gradient of one tensor: .grad and its hooks.
struct GradSlot;

/// A handle on a shape, strides and an offset over a shared block of numbers.
///
/// Copying a Tensor copies the handle: both are the same tensor (Python's
/// `is`), and an in-place op is seen through both. transpose(), view() and
/// slices (tensor/views.h) make a new tensor over the same storage, so a write
/// through one is seen through all; contiguous() and clone() are the ways to
/// fresh storage. A default-made Tensor holds nothing: defined() is false.
class Tensor {
 public:
  Tensor() = default;
  /// A tensor that may be gone: empty if it is.
  class Weak;

  /// Fresh storage, row-major, with undefined contents.
  static Tensor empty(Shape shape, DType dtype = DType::float32);
  /// A float32 tensor of these numbers in row-major order, for tests.
  static Tensor of(Shape shape, std::initializer_list<double> values);
  /// A new tensor over storage that already exists.
  static Tensor over(std::shared_ptr<Storage> storage, DType dtype, Shape shape,
                     Shape strides, int64_t offset);

  bool defined() const { return impl_ != nullptr; }
  bool is_same(const Tensor& other) const { return impl_ == other.impl_; }
  /// Whether nothing else holds the tensor or its numbers.
  bool is_unshared() const {
    return impl_.use_count() == 1 && impl_->storage.use_count() == 1;
  }
  /// A number that differs between tensors alive at the same time.
  const void* id() const { return impl_.get(); }

  const Shape& shape() const { return impl_->shape; }
  const Shape& strides() const { return impl_->strides; }
  int64_t storage_offset() const { return impl_->offset; }
  DType dtype() const { return impl_->dtype; }
  int64_t dim() const { return static_cast<int64_t>(impl_->shape.size()); }
  /// The size of one dimension. A negative `dim` counts from the end; throws
  /// IndexError in PyTorch's words.
  int64_t size(int64_t dim) const;
  int64_t numel() const { return impl_->numel; }
  bool is_contiguous() const;
  const std::shared_ptr<Storage>& storage() const { return impl_->storage; }

  /// The first element. T must be the C++ type of dtype().
  template <typename T>
  T* data() const {
    return reinterpret_cast<T*>(impl_->storage->data()) + impl_->offset;
  }
  /// The address of the first element, as data_ptr() returns it.
  const std::byte* data_ptr() const;

  /// One element, by index, or the only one (item()). item() throws PyTorch's
  /// error unless numel() is 1.
  Scalar at(const Shape& index) const;
  Scalar item() const;

  // Gradients. requires_grad() is true for a leaf that asks for them and for
  // whatever was computed from one.
  bool requires_grad() const { return impl_->requires_grad || grad_fn(); }
  bool is_leaf() const { return !grad_fn(); }
  /// Null for a leaf. A view whose base was written to later gets a new node,
  /// "AsStridedBackward0". Throws PyTorch's RuntimeError if the view was made
  /// while recording was off, because then there is no record of how.
  const std::shared_ptr<Node>& grad_fn() const {
    if (impl_->base) refresh_view();
    return impl_->grad_fn;
  }
  bool is_inference() const { return impl_->storage->is_inference; }
  /// Changes the tensor in place, as PyTorch's requires_grad_() does. Throws
  /// RuntimeError for integers.
  void set_requires_grad(bool on);
  /// `output` tells the results of one op apart.
  void set_grad_fn(std::shared_ptr<Node> node, uint32_t output = 0) {
    impl_->grad_fn = std::move(node);
    impl_->output = output;
  }
  uint32_t output_number() const { return impl_->output; }
  /// Null until something is kept there; make_grad_slot() adds one.
  GradSlot* grad_slot() const { return impl_->slot.get(); }
  GradSlot& make_grad_slot() const;
  /// The tensor that this is a view of, or an undefined one. For a view of a
  /// view it is the first tensor of the chain.
  Tensor base() const { return Tensor(impl_->base); }
  void set_base(const Tensor& base, ViewOrigin origin = ViewOrigin::recorded);
  ViewOrigin view_origin() const { return impl_->origin; }
  /// Counts the writes to a tensor, to all views of it and to what detach() made
  /// of it.
  void bump_version() const { ++counter(); }
  uint32_t version() const { return counter(); }
  /// The same numbers, whose writes count for itself alone, as x.data has it.
  Tensor aside() const;
  /// As detach(), with a handle that keeps nothing else alive: what a node may
  /// save of its own result.
  Tensor without_history() const;

  /// Gives this tensor the shape, strides, offset, dtype and storage of `other`
  /// (for `.data = `, `resize_` and the in-place transposes).
  void set_data(const Tensor& other);

 private:
  struct Impl {
    std::shared_ptr<Storage> storage;
    Shape shape;
    Shape strides;  // in elements
    int64_t offset = 0;
    int64_t numel = 0;
    DType dtype = DType::float32;
    bool requires_grad = false;
    std::shared_ptr<Node> grad_fn;
    std::shared_ptr<Impl> base;
    std::shared_ptr<GradSlot> slot;
    uint32_t output = 0;        // which of its node's results it is
    uint32_t version = 0;       // the writes to what aside() made
    uint32_t seen_version = 0;  // of a view: the version at its creation
    bool is_aside = false;
    ViewOrigin origin = ViewOrigin::recorded;
  };
  uint32_t& counter() const {
    Impl& owner = impl_->base ? *impl_->base : *impl_;
    return owner.is_aside ? owner.version : owner.storage->version;
  }
  void refresh_view() const;
  explicit Tensor(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<Impl> impl_;
};

class Tensor::Weak {
 public:
  explicit Weak(const Tensor& tensor) : impl_(tensor.impl_) {}
  Tensor lock() const { return Tensor(impl_.lock()); }

 private:
  std::weak_ptr<Impl> impl_;
};

}  // namespace mha
