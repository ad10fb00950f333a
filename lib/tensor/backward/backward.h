#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tensor/core/node.h"

/// Goes back through the graph of recorded ops and adds up gradients.
namespace mha {

/// Computes the gradients of a node's inputs from those of its results. Both may
/// be undefined, which counts as 0; only inputs that node.needs() are asked for.
/// A gradient may be larger than its input where the op broadcast: the engine
/// sums it, and converts it to the input's dtype.
using Derivative = std::function<void(const std::shared_ptr<Node>&,
                                      std::span<const Tensor> results, std::span<Tensor> inputs)>;

/// The rule of a node: "matmul", or what its name says: "exp" of "ExpBackward0".
std::string rule_of(const Node& node);
/// The derivative of that rule, if it is one of those that are C++ for speed.
using NativeDerivative = void (*)(const Node&, std::span<const Tensor>, std::span<Tensor>);
NativeDerivative native_derivative(const Node& node);
/// Tests turn them off, to compare.
void use_native_derivatives(bool on);

struct BackwardOptions {
  bool keep_graph = false;
  bool create_graph = false;
  /// If there are any, only their gradients are computed.
  std::vector<Tensor> inputs;
  /// Gradients are added to .grad; otherwise they are the result.
  bool accumulate = true;
  /// Throws PyTorch's RuntimeError, which names the op, where a derivative is nan.
  bool stop_at_nan = false;
};

/// Starts from the gradients of `roots`. `other` is for nodes without a native
/// derivative. Returns the gradients of `inputs` unless it accumulates; those
/// of inputs that the roots do not depend on are undefined.
std::vector<Tensor> run_backward(std::span<const Tensor> roots, std::span<const Tensor> grads,
                                 const BackwardOptions& options, const Derivative& other);

/// Sums what was broadcast from `shape`. Throws RuntimeError in PyTorch's words
/// if it was not.
Tensor sum_to(const Tensor& grad, const Shape& shape, const Node& node, size_t input);

}  // namespace mha
