#pragma once

#include <initializer_list>
#include <span>

#include "tensor/core/tensor.h"

namespace mha {

/// Whether ops record how they made their results (torch.no_grad clears it).
/// Each thread has its own flag.
bool grad_enabled();
void set_grad_enabled(bool on);

/// Sets whether ops record, and restores the old setting on destruction.
class GradModeScope {
 public:
  explicit GradModeScope(bool on) : before_(grad_enabled()) {
    set_grad_enabled(on);
  }
  ~GradModeScope() { set_grad_enabled(before_); }
  GradModeScope(const GradModeScope&) = delete;
  GradModeScope& operator=(const GradModeScope&) = delete;

 private:
  bool before_;
};

/// Marks `out` as made by the op whose backward PyTorch calls `name`, if any
/// input needs gradients and recording is on. Every differentiable op ends with
/// this call. It never marks integer or bool outputs.
Tensor record(const char* name, Tensor out,
              std::initializer_list<Tensor> inputs);
Tensor record(const char* name, Tensor out, std::span<const Tensor> inputs);

/// PyTorch's check before an op writes into `self`. Throws RuntimeError for a
/// leaf that requires gradients (or a view of one) while recording is on.
void check_writable(const Tensor& self);

/// Records an in-place op named `name` ("AddBackward0") on `self` and on its
/// base; a base whose view was written to becomes "CopySlices".
void record_in_place(const char* name, const Tensor& self,
                     std::initializer_list<Tensor> inputs);

}  // namespace mha
