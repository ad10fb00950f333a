#include "tensor/backward/derivatives.h"

#include <atomic>
#include <cctype>
#include <string_view>
#include <unordered_map>

#include "tensor/core/internal.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/unary.h"

// The table of native derivatives, and those of arithmetic.

namespace mha {
namespace {

std::atomic<bool> g_native{true};

Tensor scaled(const Tensor& grad, Scalar by) {
  return by.to_double() == 1 ? grad : mul(grad, by);
}

void of_add(const Node& node, Grads grads, Inputs inputs) {
  if (node.needs(0)) inputs[0] = grads[0];
  if (node.needs(1)) inputs[1] = scaled(grads[0], param<Scalar>(node, 0));
}

void of_sub(const Node& node, Grads grads, Inputs inputs) {
  if (node.needs(0)) inputs[0] = grads[0];
  if (node.needs(1)) inputs[1] = scaled(neg(grads[0]), param<Scalar>(node, 0));
}

void of_mul(const Node& node, Grads grads, Inputs inputs) {
  if (node.needs(0)) inputs[0] = mul(grads[0], operand_param(node, 1));
  if (node.needs(1)) inputs[1] = mul(grads[0], operand_param(node, 0));
}

void of_div(const Node& node, Grads grads, Inputs inputs) {
  const Operand b = operand_param(node, 1);
  if (node.needs(0)) inputs[0] = div(grads[0], b);
  if (node.inputs.size() > 1 && node.needs(1)) {
    inputs[1] = mul(neg(grads[0]), div(div(operand_param(node, 0), b), b));
  }
}

void of_neg(const Node&, Grads grads, Inputs inputs) { inputs[0] = neg(grads[0]); }

void of_relu(const Node& node, Grads grads, Inputs inputs) {
  inputs[0] = where(le(node.saved(0), 0), Scalar(0.0), grads[0]);  // nan passes
}

void of_tanh(const Node& node, Grads grads, Inputs inputs) {
  const Tensor y = node.saved(0);
  inputs[0] = mul(grads[0], rsub(mul(y, y), 1));
}

void of_exp(const Node& node, Grads grads, Inputs inputs) {
  inputs[0] = mul(grads[0], node.saved(0));
}

void of_masked_fill(const Node& node, Grads grads, Inputs inputs) {
  const Tensor mask = node.saved(0);
  if (node.needs(0)) inputs[0] = masked_fill(grads[0], mask, 0);
  if (node.inputs.size() > 1 && node.needs(1)) {
    inputs[1] = sum(where(mask, grads[0], Scalar(0.0)));
  }
}

/// The gradient of a reduced tensor, with its dimensions back, as `shape`.
Tensor spread(const Tensor& grad, const Shape& shape, const Shape& dims, bool keepdim) {
  if (keepdim || dims.empty() || shape.empty()) return expand(grad, shape);
  Shape kept = shape;
  for (const int64_t dim : dims) {
    kept[static_cast<size_t>(wrap_dim(dim, static_cast<int64_t>(shape.size())))] = 1;
  }
  return expand(reshape(grad, kept), shape);
}

void of_sum(const Node& node, Grads grads, Inputs inputs) {
  inputs[0] = spread(grads[0], shape_param(node, 0), param<Shape>(node, 1), param<bool>(node, 2));
}

void of_mean(const Node& node, Grads grads, Inputs inputs) {
  of_sum(node, grads, inputs);
  const int64_t results = grads[0].numel();
  const int64_t count = results == 0 ? 1 : inputs[0].numel() / results;
  inputs[0] = div(inputs[0], count);
}

constexpr NativeRow kArithmeticDerivatives[] = {
    {"add", of_add}, {"sub", of_sub},   {"mul", of_mul},   {"div", of_div},
    {"neg", of_neg}, {"relu", of_relu}, {"tanh", of_tanh}, {"exp", of_exp},
    {"masked_fill", of_masked_fill},    {"sum", of_sum},   {"mean", of_mean},
};

NativeDerivative find(std::string_view rule) {
  for (const auto rows : {view_derivatives(), arithmetic_derivatives(), product_derivatives(),
                          layer_derivatives()}) {
    for (const NativeRow& row : rows) {
      if (rule == row.rule) return row.derivative;
    }
  }
  return nullptr;
}

}  // namespace

std::span<const NativeRow> arithmetic_derivatives() { return kArithmeticDerivatives; }

Operand operand_param(const Node& node, size_t i) {
  if (const auto* number = std::get_if<SavedNumber>(&node.params[i])) return number->value;
  return node.saved(i);
}

std::string rule_of(const Node& node) {
  if (node.rule) return node.rule;
  std::string_view name = node.name;
  name = name.substr(0, name.find("Backward"));
  std::string out;
  for (const char c : name) {
    const bool upper = std::isupper(static_cast<unsigned char>(c)) != 0;
    if (upper && !out.empty()) out += '_';
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

NativeDerivative native_derivative(const Node& node) {
  // Names and rules are literals or interned: their addresses stand for them.
  thread_local std::unordered_map<const char*, NativeDerivative> known;
  const auto [at, is_new] = known.emplace(node.rule ? node.rule : node.name, nullptr);
  if (is_new) at->second = find(rule_of(node));
  if (g_native.load(std::memory_order_relaxed)) return at->second;
  return rule_of(node) == "as_strided" ? at->second : nullptr;  // it has no other
}

void use_native_derivatives(bool on) { g_native = on; }

}  // namespace mha
