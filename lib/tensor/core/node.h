#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tensor/core/operand.h"
#include "tensor/core/tensor.h"

/// The graph that backward() goes through: a node for each recorded op. A node
/// knows which op it was, what came in, and what that op's derivative will
/// need; the derivatives themselves are elsewhere (tensor/backward,
/// lib/library/torch/autograd), found by the node's rule.
namespace mha {

/// A list with room for N in itself.
template <typename T, size_t N>
class Few {
 public:
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return size_ > N ? more_.data() : few_.data(); }
  T* end() { return begin() + size_; }
  const T* begin() const { return size_ > N ? more_.data() : few_.data(); }
  const T* end() const { return begin() + size_; }
  T& operator[](size_t i) { return begin()[i]; }
  const T& operator[](size_t i) const { return begin()[i]; }
  void push_back(T value) {
    if (size_ == N) {
      more_.assign(std::make_move_iterator(few_.begin()), std::make_move_iterator(few_.end()));
    }
    if (size_ < N) {
      few_[size_] = std::move(value);
    } else {
      more_.push_back(std::move(value));
    }
    ++size_;
  }
  void clear() {
    for (size_t i = 0; i < std::min(size_, N); ++i) few_[i] = T();
    more_.clear();
    size_ = 0;
  }

 private:
  std::array<T, N> few_{};
  std::vector<T> more_;
  size_t size_ = 0;
};

/// Where the gradient of an op's input goes: to the op that made the input, or
/// to a leaf. Neither, if the input needs no gradient.
struct Edge {
  std::shared_ptr<Node> node;
  Tensor leaf;
  uint32_t output = 0;  // which of the node's results

  bool needed() const { return node || leaf.defined(); }
};

Edge edge_to(const Tensor& tensor);

/// A tensor that a derivative will need, as it was.
struct SavedTensor {
  Tensor tensor;
  uint32_t version = 0;
  bool is_result = false;
  uint32_t output = 0;  // which of the node's results
};
/// The shape that an input of the op had, by its number.
struct InputShape {
  size_t input = 0;
};
/// A number in place of a tensor: saved, and freed, like one.
struct SavedNumber {
  Scalar value;
};
using Param = std::variant<std::monostate, SavedTensor, InputShape, SavedNumber,
                           Scalar, int64_t, bool, double, const char*, Shape,
                           std::vector<SavedTensor>, std::vector<Shape>,
                           std::shared_ptr<Node>, std::shared_ptr<void>>;

/// What backward() must know of an op's result to sum a gradient to its size.
struct ResultMeta {
  Few<int64_t, 5> shape;
  DType dtype = DType::float32;

  void set(const Tensor& result);
  Shape sizes() const { return {shape.begin(), shape.end()}; }
};

/// A function of a gradient; an undefined result leaves it as it is.
using GradHook = std::function<Tensor(const Tensor&)>;

/// What a leaf, or a tensor that retains it, has of its gradient.
struct GradSlot {
  Tensor grad;
  bool retains = false;
  std::vector<GradHook> hooks;
};

struct Node {
  Node(const char* name, const char* rule);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const char* name;  // as PyTorch prints it: "MmBackward0"
  /// Whose derivative this is, if not what `name` says: "matmul".
  const char* rule;
  uint64_t sequence;
  bool freed = false;
  Few<Edge, 3> inputs;
  Few<Param, 4> params;
  Few<ResultMeta, 1> results;
  /// For the gradient of a result, by its number: hooks, and who retains it.
  struct ResultHook {
    uint32_t output = 0;
    bool retains = false;
    GradHook call;
  };
  std::vector<ResultHook> hooks;
  /// While the op is recorded: what it has written to.
  const Tensor* target = nullptr;

  bool needs(size_t input) const { return inputs[input].needed(); }
  Shape shape_of_input(size_t input) const;

  // What the op's derivative needs, in the order of its parameters.
  Node& save(const Tensor& tensor);
  Node& save(const Operand& operand);
  /// Only if this input needs a gradient; undefined otherwise.
  template <typename T>
  Node& save_for(size_t input, const T& what) {
    if (needs(input)) return save(what);
    params.push_back({});
    return *this;
  }
  Node& save_result(const Tensor& result);
  Node& save_all(std::span<const Tensor> tensors);
  template <typename T>
  Node& with(T&& value) {
    params.push_back(std::forward<T>(value));
    return *this;
  }
  Node& with_shape_of(size_t input) { return with(InputShape{input}); }

  /// A saved tensor; undefined if none was. Throws PyTorch's RuntimeError if it
  /// has been overwritten or freed since.
  Tensor saved(size_t param) const;
  Tensor unpack(const SavedTensor& saved) const;
  /// Lets go of what was saved.
  void release();
  /// Throws PyTorch's RuntimeError if something was saved and let go.
  void check_not_freed() const;
};

/// The node of a view of `base` whose own way there is lost.
std::shared_ptr<Node> strided_node(const Tensor& base, Shape shape, Shape strides,
                                   int64_t offset);

/// An entry of a table that lives as long as the program, for names made at
/// run time.
const char* interned(const std::string& name);

}  // namespace mha
