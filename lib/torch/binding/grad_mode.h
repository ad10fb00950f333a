#pragma once

#include "tensor/core/grad.h"

namespace mha::torch {

/// Whether operations are recorded, for as long as it lives; then as before.
class GradModeScope {
 public:
  explicit GradModeScope(bool on) : before_(grad_enabled()) { set_grad_enabled(on); }
  ~GradModeScope() { set_grad_enabled(before_); }
  GradModeScope(const GradModeScope&) = delete;
  GradModeScope& operator=(const GradModeScope&) = delete;

 private:
  bool before_;
};

}  // namespace mha::torch
