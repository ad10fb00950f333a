#include "tensor/core/grad.h"

#include <algorithm>

#include "tensor/core/internal.h"

namespace mha {
namespace {

thread_local bool t_grad_enabled = true;
thread_local bool t_inference_mode = false;

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
bool inference_mode() { return t_inference_mode; }
void set_inference_mode(bool on) { t_inference_mode = on; }

namespace {

std::shared_ptr<Node> node_of(GradName name, std::span<const Tensor> inputs) {
  auto node = std::make_shared<Node>(name.name, name.rule);
  for (const Tensor& input : inputs) node->inputs.push_back(edge_to(input));
  return node;
}

}  // namespace

Node* begin_record(GradName name, Tensor& out, std::span<const Tensor> inputs) {
  if (!t_grad_enabled || !is_floating(out.dtype()) || !any_requires_grad(inputs)) {
    return nullptr;
  }
  auto node = node_of(name, inputs);
  node->results.push_back({});
  node->results[0].set(out);
  Node* const made = node.get();
  out.set_grad_fn(std::move(node));
  return made;
}

void begin_record_many(GradName name, std::span<Tensor> outs, std::span<const Tensor> inputs,
                       const std::function<void(Node&)>& save) {
  if (!t_grad_enabled || !any_requires_grad(inputs)) return;
  const auto node = node_of(name, inputs);
  for (size_t i = 0; i < outs.size(); ++i) {
    node->results.push_back({});
    node->results[i].set(outs[i]);
    if (is_floating(outs[i].dtype())) outs[i].set_grad_fn(node, static_cast<uint32_t>(i));
  }
  if (save) save(*node);
}

void check_writable(const Tensor& self) {
  throw_if(self.is_inference() && !t_inference_mode,
           "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a "
           "clone to get a normal tensor before doing inplace update.See "
           "https://github.com/pytorch/rfcs/pull/17 for more details.");
  if (!t_grad_enabled || !self.requires_grad()) return;
  const Tensor base = self.base();
  if (base.defined()) {
    if (self.view_origin() == ViewOrigin::one_of_many) {
      const std::string made_by =
          self.grad_fn() ? std::string(self.grad_fn()->name) : "UnbindBackward0";
      throw_error(
          "Output 0 of {} is a view and is being modified inplace. This view is the output of a "
          "function that returns multiple views. Such functions do not allow the output views to "
          "be modified inplace. You should replace the inplace operation by an out-of-place one.",
          made_by);
    }
    throw_if(
        base.requires_grad() && base.is_leaf(),
        "a view of a leaf Variable that requires grad is being used in an in-place operation.");
  }
  throw_if(self.is_leaf(),
           "a leaf Variable that requires grad is being used in an in-place operation.");
}

namespace {

/// Makes `node` the one that made `tensor`, whose gradient, if it is retained, is from now on
/// that of the numbers written there.
void made_anew_by(Tensor tensor, std::shared_ptr<Node> node) {
  const GradSlot* slot = tensor.grad_slot();
  if (slot && slot->retains && tensor.grad_fn()) {
    auto& hooks = tensor.grad_fn()->hooks;
    const auto its = std::find_if(hooks.begin(), hooks.end(), [&](const Node::ResultHook& hook) {
      return hook.retains && hook.output == tensor.output_number();
    });
    if (its != hooks.end()) {
      node->hooks.push_back({0, true, its->call});
      hooks.erase(its);
    }
  }
  tensor.set_grad_fn(std::move(node));
}

}  // namespace

void record_in_place(GradName name, const Tensor& self,
                     std::initializer_list<Tensor> others,
                     const std::function<void(Node&)>& save) {
  const bool recorded =
      t_grad_enabled && is_floating(self.dtype()) &&
      (self.requires_grad() || any_requires_grad(as_span(others)));
  if (!recorded) return self.bump_version();
  std::vector<Tensor> inputs{self};
  inputs.insert(inputs.end(), others.begin(), others.end());
  auto node = node_of(name, inputs);  // with the edge to self as it was
  node->results.push_back({});
  node->results[0].set(self);
  Tensor base = self.base();
  const Edge base_edge = edge_to(base);
  self.bump_version();
  node->target = &self;
  if (save) save(*node);
  node->target = nullptr;
  if (!base.defined()) return made_anew_by(self, std::move(node));
  auto slices = std::make_shared<Node>("CopySlices", nullptr);
  slices->inputs.push_back(base_edge);
  for (size_t i = 1; i < node->inputs.size(); ++i) slices->inputs.push_back(node->inputs[i]);
  slices->results.push_back({});
  slices->results[0].set(base);
  slices->with(base.shape()).with(base.strides()).with(base.storage_offset());
  slices->with(self.shape()).with(self.strides()).with(self.storage_offset());
  slices->with(std::move(node));
  made_anew_by(std::move(base), std::move(slices));
}

}  // namespace mha
