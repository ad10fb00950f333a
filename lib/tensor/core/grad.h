#pragma once

#include <initializer_list>
#include <span>

#include "tensor/core/tensor.h"

namespace mha {

/// Whether ops record where their results came from (torch.no_grad clears it).
/// One flag a thread.
bool grad_enabled();
void set_grad_enabled(bool on);

/// Whether ops record, for as long as it lives; then as before.
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
/// input needs gradients and recording is on. Every differentiable op ends in
/// it; reverse mode will add the backward function as one more argument.
/// Integer and bool outputs are never marked.
Tensor record(const char* name, Tensor out,
              std::initializer_list<Tensor> inputs);
Tensor record(const char* name, Tensor out, std::span<const Tensor> inputs);

/// What PyTorch checks before it writes into `self`: a leaf that requires
/// gradients (or a view of one) may not be written to while recording is on.
void check_writable(const Tensor& self);

/// What an in-place op named `name` leaves on `self` and on what it views
/// ("AddBackward0"; a base whose view was written to becomes "CopySlices").
void record_in_place(const char* name, const Tensor& self,
                     std::initializer_list<Tensor> inputs);

}  // namespace mha
