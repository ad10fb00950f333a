#pragma once

#include <initializer_list>
#include <span>

#include "tensor/core/node.h"
#include "tensor/core/tensor.h"

namespace mha {

/// Whether ops record how they made their results (torch.no_grad clears it).
/// Each thread has its own flag.
bool grad_enabled();
void set_grad_enabled(bool on);

/// Whether this thread is in torch.inference_mode(), which marks what it makes.
bool inference_mode();
void set_inference_mode(bool on);

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

/// The name that PyTorch prints as grad_fn and, where the derivative is not that
/// of the op of this name, the name of the rule that is.
struct GradName {
  GradName(const char* the_name, const char* the_rule = nullptr)
      : name(the_name), rule(the_rule) {}
  const char* name;
  const char* rule;
};

/// Makes the node of an op with these inputs and this result, and makes it the
/// result's; null if recording is off, no input needs gradients, or the result
/// has no floating-point numbers.
Node* begin_record(GradName name, Tensor& out, std::span<const Tensor> inputs);

/// Marks `out` as made by an op. Every differentiable op ends with this call.
/// `save` is called with the Node if there is one, and hands over what the
/// derivative needs, in the order of its parameters.
template <typename Save>
Tensor record(GradName name, Tensor out, std::span<const Tensor> inputs, Save&& save) {
  if (Node* node = begin_record(name, out, inputs)) save(*node);
  return out;
}
template <typename Save>
Tensor record(GradName name, Tensor out, std::initializer_list<Tensor> inputs,
              Save&& save) {
  return record(name, std::move(out), std::span(inputs.begin(), inputs.size()),
                std::forward<Save>(save));
}
inline Tensor record(GradName name, Tensor out, std::initializer_list<Tensor> inputs) {
  begin_record(name, out, {inputs.begin(), inputs.size()});
  return out;
}
/// The same for an op whose results count as several results of one node.
void begin_record_many(GradName name, std::span<Tensor> outs, std::span<const Tensor> inputs,
                       const std::function<void(Node&)>& save);

/// PyTorch's check before an op writes into `self`. Throws RuntimeError for a
/// leaf that requires gradients (or a view of one) while recording is on.
void check_writable(const Tensor& self);

/// Records an in-place op on `self`, the first of its inputs, and on its base; a
/// base whose view was written to becomes "CopySlices".
void record_in_place(GradName name, const Tensor& self,
                     std::initializer_list<Tensor> others,
                     const std::function<void(Node&)>& save = {});

}  // namespace mha
