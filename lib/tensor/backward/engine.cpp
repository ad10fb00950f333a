
#include <algorithm>
#include <unordered_map>

#include "tensor/backward/derivatives.h"
#include "tensor/core/internal.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/unary.h"

// Nodes are visited from the last that was recorded to the first: whatever used
// a node's results was recorded after it. This is PyTorch's order, too, on which
// the digits of a sum of gradients depend.

namespace mha {
namespace {

struct Task {
  std::shared_ptr<Node> node;
  Few<Tensor, 1> grads;  // of its results
  bool wanted = true;    // on the way to an input that was asked for
};

struct LeafTask {
  Tensor leaf;
  Tensor grad;
  size_t pending = 0;  // nodes that may still send something
  bool wanted = true;
  int64_t capture = -1;  // its place among the inputs asked for
};

void add_to(Tensor& sum, Tensor grad) {
  if (!grad.defined()) return;
  if (!sum.defined()) {
    sum = std::move(grad);
  } else if (!grad_enabled() && sum.is_unshared() && sum.dtype() == grad.dtype()) {
    add(sum, grad, 1, sum);
  } else {
    sum = add(sum, grad);
  }
}

/// A copy with the leaf's layout, or the gradient itself if it is no one else's.
Tensor owned(Tensor grad, const Tensor& leaf) {
  if (grad.is_unshared() && grad.strides() == leaf.strides()) return grad;
  if (grad_enabled()) return clone(grad);
  Tensor out = empty_like(leaf, grad.dtype());
  copy_elements(out, grad);
  return out;
}

class BackwardRun {
 public:
  BackwardRun(const BackwardOptions& options, const Derivative& other)
      : options_(options), other_(other), captured_(options.inputs.size()) {}

  std::vector<Tensor> go(std::span<const Tensor> roots, std::span<const Tensor> grads) {
    for (const Tensor& root : roots) discover(edge_to(root));
    std::sort(tasks_.begin(), tasks_.end(), [](const Task& a, const Task& b) {
      return a.node->sequence > b.node->sequence;
    });
    for (size_t i = 0; i < tasks_.size(); ++i) place_[tasks_[i].node.get()] = i;
    if (!options_.inputs.empty()) mark_wanted();
    for (size_t i = 0; i < roots.size(); ++i) send(edge_to(roots[i]), grads[i]);
    for (const Tensor& root : roots) {
      if (const Edge e = edge_to(root); e.leaf.defined()) arrived(e.leaf);
    }
    for (Task& task : tasks_) visit(task);
    return std::move(captured_);
  }

 private:
  void discover(const Edge& root) {
    std::vector<Node*> stack;
    const auto meet = [&](const Edge& edge) {
      if (edge.leaf.defined()) {
        LeafTask& leaf = leaves_[edge.leaf.id()];
        leaf.leaf = edge.leaf;
        ++leaf.pending;
      } else if (edge.node && place_.emplace(edge.node.get(), 0).second) {
        tasks_.push_back({edge.node, {}, true});
        for (size_t i = 0; i < edge.node->results.size(); ++i) {
          tasks_.back().grads.push_back({});
        }
        stack.push_back(edge.node.get());
      }
    };
    meet(root);
    while (!stack.empty()) {
      const Node* node = stack.back();
      stack.pop_back();
      for (const Edge& edge : node->inputs) meet(edge);
    }
  }

  // From the first recorded to the last: a node is wanted if one of its inputs
  // leads to what was asked for.
  void mark_wanted() {
    for (auto& [id, leaf] : leaves_) leaf.wanted = false;
    for (size_t i = 0; i < options_.inputs.size(); ++i) {
      const Edge edge = edge_to(options_.inputs[i]);
      if (edge.node) {
        capture_at_[edge.node.get()].push_back({edge.output, i});
      } else if (const auto at = leaves_.find(edge.leaf.id()); at != leaves_.end()) {
        at->second.wanted = true;
        at->second.capture = static_cast<int64_t>(i);
      }
    }
    for (size_t i = tasks_.size(); i-- > 0;) {
      Task& task = tasks_[i];
      task.wanted = false;
      for (const Edge& edge : task.node->inputs) {
        if (edge.node) task.wanted |= reaches(*edge.node);
        if (edge.leaf.defined()) task.wanted |= leaves_.at(edge.leaf.id()).wanted;
      }
    }
  }

  bool reaches(const Node& node) {
    return tasks_[place_.at(&node)].wanted || capture_at_.contains(&node);
  }

  void send(const Edge& edge, const Tensor& grad) {
    if (edge.leaf.defined()) {
      add_to(leaves_.at(edge.leaf.id()).grad, grad);
    } else if (edge.node) {
      add_to(tasks_[place_.at(edge.node.get())].grads[edge.output], grad);
    }
  }

  void visit(Task& task) {
    checkpoint();
    const std::shared_ptr<Node> node = std::move(task.node);
    if (const auto at = capture_at_.find(node.get()); at != capture_at_.end()) {
      for (const auto& [output, input] : at->second) capture(input, task.grads[output], *node);
    }
    bool any = false;
    for (const Tensor& grad : task.grads) any |= grad.defined();
    std::vector<Tensor> inputs(node->inputs.size());
    if (any && (task.wanted || !node->hooks.empty())) {
      run_hooks(*node, task.grads);
      if (task.wanted) differentiate(node, task.grads, inputs);
    }
    task.grads.clear();
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Edge& edge = node->inputs[i];
      send(edge, inputs[i]);
      inputs[i] = {};
      if (edge.leaf.defined()) arrived(edge.leaf);
    }
    if (any && task.wanted && !options_.keep_graph) node->release();
  }

  void capture(size_t input, const Tensor& grad, const Node&) {
    if (options_.accumulate) {
      if (grad.defined()) accumulate(options_.inputs[input], grad);
    } else {
      captured_[input] = grad;
    }
  }

  void run_hooks(const Node& node, Few<Tensor, 1>& grads) {
    const auto hooks = node.hooks;  // a hook may remove itself
    for (const Node::ResultHook& hook : hooks) {
      Tensor& grad = grads[hook.output];
      if (!grad.defined()) continue;
      if (Tensor changed = hook.call(grad); changed.defined()) grad = std::move(changed);
    }
  }

  void differentiate(const std::shared_ptr<Node>& made, Few<Tensor, 1>& grads,
                     std::vector<Tensor>& inputs) {
    const Node& node = *made;
    node.check_not_freed();
    const std::span<const Tensor> given(grads.begin(), grads.size());
    const std::string_view name = node.name;
    if (name == "CopySlices") {
      of_copy_slices(node, given, inputs,
                     [this](const auto& inner, auto g, auto in) { apply(inner, g, in); });
    } else {
      apply(made, given, inputs);
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i].defined()) continue;
      const Edge& edge = node.inputs[i];
      if (!edge.needed()) {
        inputs[i] = {};
      } else if (edge.node) {
        const ResultMeta& meta = edge.node->results[edge.output];
        fit(inputs[i], meta.sizes(), meta.dtype, node, i);
      } else {
        fit(inputs[i], edge.leaf.shape(), edge.leaf.dtype(), node, i);
      }
      throw_if(options_.stop_at_nan && inputs[i].defined() && any(isnan(inputs[i])).item().to_bool(),
               "Function '{}' returned nan values in its {}th output.", name, i);
    }
  }

  void apply(const std::shared_ptr<Node>& node, std::span<const Tensor> grads,
             std::span<Tensor> inputs) {
    const NativeDerivative native = options_.create_graph ? nullptr : native_derivative(*node);
    native ? native(*node, grads, inputs) : other_(node, grads, inputs);
  }

  static void fit(Tensor& grad, const Shape& shape, DType dtype, const Node& node, size_t i) {
    if (grad.shape() != shape) grad = sum_to(grad, shape, node, i);
    if (grad.dtype() != dtype) grad = to(grad, dtype);
  }

  /// One of a leaf's gradients has come in, or never will.
  void arrived(const Tensor& tensor) {
    LeafTask& leaf = leaves_.at(tensor.id());
    if (--leaf.pending > 0 || !leaf.wanted || !leaf.grad.defined()) return;
    Tensor grad = std::move(leaf.grad);
    if (leaf.capture >= 0 && !options_.accumulate) {
      captured_[static_cast<size_t>(leaf.capture)] = grad;
      return;
    }
    if (const GradSlot* slot = leaf.leaf.grad_slot()) {
      const auto hooks = slot->hooks;
      for (const GradHook& hook : hooks) {
        if (Tensor changed = hook(grad); changed.defined()) grad = std::move(changed);
      }
    }
    accumulate(leaf.leaf, std::move(grad));
  }

  static void accumulate(const Tensor& tensor, Tensor grad) {
    GradSlot& slot = tensor.make_grad_slot();
    if (!slot.grad.defined()) {
      slot.grad = owned(std::move(grad), tensor);
    } else if (grad_enabled()) {
      slot.grad = add(slot.grad, grad);
    } else {
      add(slot.grad, grad, 1, slot.grad);
    }
  }

  const BackwardOptions& options_;
  const Derivative& other_;
  std::vector<Task> tasks_;
  std::unordered_map<const Node*, size_t> place_;
  std::unordered_map<const void*, LeafTask> leaves_;
  std::unordered_map<const Node*, std::vector<std::pair<uint32_t, size_t>>> capture_at_;
  std::vector<Tensor> captured_;
};

}  // namespace

Tensor sum_to(const Tensor& grad, const Shape& shape, const Node& node, size_t input) {
  const size_t rank = grad.shape().size();
  const size_t leading = rank - std::min(rank, shape.size());
  bool fits = rank >= shape.size();
  Shape dims;
  for (size_t d = 0; fits && d < rank; ++d) {
    const int64_t size = grad.shape()[d];
    if (d < leading || (shape[d - leading] == 1 && size != 1)) {
      dims.push_back(static_cast<int64_t>(d));
    } else {
      fits = shape[d - leading] == size;
    }
  }
  throw_if(!fits,
           "Function {} returned an invalid gradient at index {} - got {} but expected shape "
           "compatible with {}",
           node.name, input, grad.shape(), shape);
  const Tensor sums = dims.empty() ? grad : sum(grad, dims, /*keepdim=*/true);
  return leading > 0 ? reshape(sums, shape) : sums;
}

std::vector<Tensor> run_backward(std::span<const Tensor> roots, std::span<const Tensor> grads,
                                 const BackwardOptions& options, const Derivative& other) {
  const GradModeScope mode(options.create_graph);
  return BackwardRun(options, other).go(roots, grads);
}

}  // namespace mha
