#include <unordered_map>

#include "library/library.h"
#include "tensor/core/grad.h"
#include "torch/autograd/autograd.h"
#include "torch/binding/convert.h"

namespace mha::torch {

namespace {

Value number(Scalar s) { return to_value(s); }

Value shape_value(Interpreter& interp, const Shape& shape) { return size_value(interp, shape); }

/// A parameter of a node as the argument of a function.
class ToValue {
 public:
  ToValue(Interpreter& interp, const std::shared_ptr<Node>& node) : interp_(interp), node_(node) {}

  Value operator()(std::monostate) const { return Value::none(); }
  Value operator()(const SavedTensor& s) const {
    Tensor t = node_->unpack(s);
    if (!t.defined()) return Value::none();
    // The result again, for a graph of the gradient.
    if (s.is_result && grad_enabled()) t.set_grad_fn(node_, s.output);
    return lang::tensor(std::move(t));
  }
  Value operator()(const InputShape& s) const {
    return shape_value(interp_, node_->shape_of_input(s.input));
  }
  Value operator()(const SavedNumber& s) const { return number(s.value); }
  Value operator()(const Scalar& s) const { return number(s); }
  Value operator()(int64_t i) const { return Value(i); }
  Value operator()(bool b) const { return Value(b); }
  Value operator()(double d) const { return Value(d); }
  Value operator()(const char* text) const { return lang::str(std::string(text)); }
  Value operator()(const Shape& s) const { return shape_value(interp_, s); }
  Value operator()(const std::vector<SavedTensor>& all) const {
    std::vector<Value> items;
    for (const SavedTensor& s : all) items.push_back((*this)(s));
    return lang::list(std::move(items));
  }
  Value operator()(const std::vector<Shape>& all) const {
    std::vector<Value> items;
    for (const Shape& s : all) items.push_back(shape_value(interp_, s));
    return lang::list(std::move(items));
  }
  Value operator()(const std::shared_ptr<Node>&) const { return Value::none(); }
  Value operator()(const std::shared_ptr<void>& p) const { return *static_cast<Value*>(p.get()); }

 private:
  Interpreter& interp_;
  const std::shared_ptr<Node>& node_;
};

Value function_of(Interpreter& interp, const Node& node) {
  const std::string rule = rule_of(node);
  for (const EmbeddedFile& file : library::files()) {
    const std::string module = library::module_name(file);
    if (!module.starts_with("torch.autograd.derivatives.") || rule.starts_with('_')) continue;
    for (const library::Definition& d : library::definitions(module)) {
      if (d.name == rule) return interp.get_attr(interp.import(module), rule);
    }
  }
  const bool is_known = node.name != std::string("NotImplemented");
  if (!is_known && node.rule) throw RuntimeError("derivative for aten::" + rule + " is not implemented");
  const std::string op = is_known ? rule : "this operation";
  throw Refusal("the gradient of " + op + " is not supported here (" + node.name + ")")
      .with_help("everything up to there runs; x.detach() keeps gradients out of it");
}

Tensor computed(Interpreter& interp, const Node& node, const Value& v) {
  const Tensor* t = as_tensor(v);
  if (t) return *t;
  if (v.is_none()) return {};
  const Value made = interp.call(v);
  if (made.is_none()) return {};
  t = as_tensor(made);
  if (!t) throw TypeError("the derivative of " + rule_of(node) + " gave " + interp.type_name(made));
  return *t;
}

}  // namespace

Derivative python_derivative(Interpreter& interp) {
  const auto known = std::make_shared<std::unordered_map<const char*, Value>>();
  return [&interp, known](const std::shared_ptr<Node>& node, std::span<const Tensor> grads,
                          std::span<Tensor> inputs) {
    Value& function = (*known)[node->rule ? node->rule : node->name];
    if (!function.defined()) function = function_of(interp, *node);
    std::vector<Value> args;
    if (node->results.size() == 1) {
      args.push_back(lang::tensor(grads[0]));
    } else {
      std::vector<Value> all;
      for (const Tensor& g : grads) all.push_back(g.defined() ? lang::tensor(g) : Value::none());
      args.push_back(lang::list(std::move(all)));
    }
    for (const mha::Param& param : node->params) args.push_back(std::visit(ToValue(interp, node), param));
    const Value out = interp.call(function, args);
    std::vector<Value> results{out};
    if (out.get<lang::TupleObject>() || out.get<lang::ListObject>()) results = interp.to_vector(out);
    for (size_t i = 0; i < std::min(results.size(), inputs.size()); ++i) {
      if (node->needs(i)) inputs[i] = computed(interp, *node, results[i]);
    }
  };
}

}  // namespace mha::torch
