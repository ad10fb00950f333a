#include "tensor/core/grad.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace mha {
namespace {

thread_local bool t_grad_enabled = true;

bool any_requires_grad(std::span<const Tensor> inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [](const Tensor& t) {
    return t.defined() && t.requires_grad();
  });
}

std::span<const Tensor> as_span(std::initializer_list<Tensor> inputs) {
  return {inputs.begin(), inputs.size()};
}

}  // namespace

bool grad_enabled() { return t_grad_enabled; }
void set_grad_enabled(bool on) { t_grad_enabled = on; }

Tensor record(const char* name, Tensor out, std::span<const Tensor> inputs) {
  if (t_grad_enabled && is_floating(out.dtype()) && any_requires_grad(inputs)) {
    out.set_grad_fn(std::make_shared<Node>(Node{name}));
  }
  return out;
}

Tensor record(const char* name, Tensor out,
              std::initializer_list<Tensor> inputs) {
  return record(name, std::move(out), as_span(inputs));
}

void check_writable(const Tensor& self) {
  if (!t_grad_enabled || !self.requires_grad()) return;
  const Tensor base = self.base();
  if (base.defined()) {
    if (self.view_origin() == ViewOrigin::one_of_many) {
      const std::string made_by =
          self.grad_fn() ? self.grad_fn()->name : "UnbindBackward0";
      throw RuntimeError(fmt::format(
          "Output 0 of {} is a view and is being modified inplace. This view "
          "is the output of a function that returns multiple views. Such "
          "functions do not allow the output views to be modified inplace. You "
          "should replace the inplace operation by an out-of-place one.",
          made_by));
    }
    if (base.requires_grad() && base.is_leaf()) {
      throw RuntimeError(
          "a view of a leaf Variable that requires grad is being used in an "
          "in-place operation.");
    }
  }
  if (self.is_leaf()) {
    throw RuntimeError(
        "a leaf Variable that requires grad is being used in an in-place "
        "operation.");
  }
}

void record_in_place(const char* name, const Tensor& self,
                     std::initializer_list<Tensor> inputs) {
  const bool recorded =
      t_grad_enabled && is_floating(self.dtype()) &&
      (self.requires_grad() || any_requires_grad(as_span(inputs)));
  self.bump_version();
  if (!recorded) return;
  Tensor base = self.base();
  const bool is_view = base.defined();
  if (!is_view) base = self;
  base.set_grad_fn(std::make_shared<Node>(Node{is_view ? "CopySlices" : name}));
}

}  // namespace mha
