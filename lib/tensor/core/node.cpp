#include "tensor/core/node.h"

#include <fmt/format.h>

#include <deque>
#include <mutex>
#include <unordered_set>

#include "tensor/core/internal.h"

namespace mha {
namespace {

thread_local uint64_t t_sequence = 0;

// What dying nodes held. A chain of nodes would otherwise be destroyed by as
// many nested calls as it is long.
struct Remains {
  decltype(Node::inputs) inputs;
  decltype(Node::params) params;
};
thread_local std::deque<Remains>* t_remains = nullptr;

}  // namespace

Node::Node(const char* the_name, const char* the_rule)
    : name(the_name), rule(the_rule), sequence(t_sequence++) {}

Node::~Node() {
  bool chained = false;
  for (const Edge& edge : inputs) chained = chained || edge.node;
  if (!chained) return;
  if (t_remains) {
    t_remains->push_back({std::move(inputs), std::move(params)});
    return;
  }
  std::deque<Remains> remains;
  t_remains = &remains;
  remains.push_back({std::move(inputs), std::move(params)});
  while (!remains.empty()) {
    const Remains first = std::move(remains.front());
    remains.pop_front();
  }
  t_remains = nullptr;
}

Edge edge_to(const Tensor& tensor) {
  if (!tensor.defined()) return {};
  if (const auto& node = tensor.grad_fn()) return {node, {}, tensor.output_number()};
  if (tensor.requires_grad()) return {nullptr, tensor, 0};
  return {};
}

void ResultMeta::set(const Tensor& result) {
  shape.clear();
  for (const int64_t size : result.shape()) shape.push_back(size);
  dtype = result.dtype();
}

Shape Node::shape_of_input(size_t input) const {
  const Edge& edge = inputs[input];
  if (edge.node) return edge.node->results[edge.output].sizes();
  if (edge.leaf.defined()) return edge.leaf.shape();
  return results[0].sizes();  // of an in-place op on what needed no gradient
}

namespace {

/// A view without its base, but with its history: a later write to the base would have
/// the base's node hold, through this one, the base itself.
Tensor apart(const Tensor& tensor) {
  throw_if(tensor.is_inference(),
           "Inference tensors cannot be saved for backward. To work around you can make a clone to "
           "get a normal tensor and use it in autograd.");
  if (!tensor.base().defined()) return tensor;
  const std::shared_ptr<Node> made_by = tensor.grad_fn();
  if (!made_by && tensor.requires_grad()) return tensor;
  Tensor alone = tensor.without_history();
  if (made_by) alone.set_grad_fn(made_by, tensor.output_number());
  return alone;
}

}  // namespace

Node& Node::save(const Tensor& tensor) {
  if (!tensor.defined()) return with(std::monostate());
  const bool overwritten = target && tensor.storage() == target->storage();
  const uint32_t version = tensor.version() - (overwritten ? 1 : 0);
  // A tensor that will have this node as its own must not be kept by it.
  const bool own = target && tensor.is_same(*target);
  return with(SavedTensor{own ? tensor.without_history() : apart(tensor), version, own});
}

Node& Node::save(const Operand& operand) {
  if (operand.is_tensor()) return save(operand.tensor());
  return with(SavedNumber{operand.scalar()});
}

Node& Node::save_result(const Tensor& result) {
  return with(SavedTensor{result.without_history(), result.version(), true});
}

Node& Node::save_all(std::span<const Tensor> tensors) {
  std::vector<SavedTensor> all;
  for (const Tensor& t : tensors) {
    all.push_back({t.defined() ? apart(t) : t, t.defined() ? t.version() : 0, false});
  }
  return with(std::move(all));
}

Tensor Node::saved(size_t param) const {
  const auto* s = std::get_if<SavedTensor>(&params[param]);
  return s ? unpack(*s) : Tensor();
}

Tensor Node::unpack(const SavedTensor& s) const {
  if (!s.tensor.defined()) return {};
  const uint32_t version = s.tensor.version();
  if (version == s.version) return s.tensor;
  const Node* maker = s.is_result ? this : s.tensor.grad_fn().get();
  const std::string made_by =
      maker ? fmt::format(", which is output {} of {},",
                          s.is_result ? s.output : s.tensor.output_number(), maker->name)
            : "";
  throw_error(
      "one of the variables needed for gradient computation has been modified by an inplace "
      "operation: [{} {}]{} is at version {}; expected version {} instead. Hint: enable anomaly "
      "detection to find the operation that failed to compute its gradient, with "
      "torch.autograd.set_detect_anomaly(True).",
      tensor_type_name(s.tensor.dtype()), s.tensor.shape(), made_by, version, s.version);
}

void Node::release() {
  for (Param& param : params) {
    const auto* many = std::get_if<std::vector<SavedTensor>>(&param);
    const bool was_saved = std::holds_alternative<SavedTensor>(param) ||
                           std::holds_alternative<SavedNumber>(param) ||
                           (many && !many->empty());
    // An inner node may be in the graph by itself, too: then it is not done with yet.
    auto* inner = std::get_if<std::shared_ptr<Node>>(&param);
    if (inner && inner->use_count() == 1) (*inner)->release();
    if (!was_saved) continue;
    freed = true;
    param = std::monostate();
  }
}

void Node::check_not_freed() const {
  bool gone = freed;
  for (const Param& param : params) {
    const auto* inner = std::get_if<std::shared_ptr<Node>>(&param);
    gone = gone || (inner && (*inner)->freed);
  }
  if (!gone) return;
  throw RuntimeError(
      "Trying to backward through the graph a second time (or directly access "
      "saved tensors after they have already been freed). Saved intermediate "
      "values of the graph are freed when you call .backward() or "
      "autograd.grad(). Specify retain_graph=True if you need to backward through "
      "the graph a second time or if you need to access saved tensors after "
      "calling backward.");
}

std::shared_ptr<Node> strided_node(const Tensor& base, Shape shape, Shape strides,
                                   int64_t offset) {
  auto node = std::make_shared<Node>("AsStridedBackward0", nullptr);
  node->inputs.push_back(edge_to(base));
  ResultMeta meta;
  for (const int64_t size : shape) meta.shape.push_back(size);
  meta.dtype = base.dtype();
  node->results.push_back(std::move(meta));
  node->with(base.shape()).with(base.strides()).with(base.storage_offset());
  node->with(std::move(shape)).with(std::move(strides)).with(offset);
  return node;
}

const char* interned(const std::string& name) {
  static auto& names = *new std::unordered_set<std::string>;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  return names.insert(name).first->c_str();
}

}  // namespace mha
