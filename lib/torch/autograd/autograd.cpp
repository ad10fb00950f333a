#include "torch/autograd/autograd.h"

#include "base/platform.h"
#include "tensor/core/grad.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "torch/binding/convert.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

std::vector<Tensor> tensors_of(Interpreter& interp, const Value& v) {
  std::vector<Tensor> out;
  for (const Value& item : interp.to_vector(v)) {
    const Tensor* t = as_tensor(item);
    out.push_back(t ? *t : Tensor());
  }
  return out;
}

/// run_backward(tensors, grads, keep_graph, create_graph, inputs, accumulate, stop_at_nan)
Value core_backward(Interpreter& interp, Args& a) {
  const std::vector<Tensor> roots = tensors_of(interp, a.positional[0]);
  const std::vector<Tensor> grads = tensors_of(interp, a.positional[1]);
  BackwardOptions options;
  options.keep_graph = interp.truth(a.positional[2]);
  options.create_graph = interp.truth(a.positional[3]);
  options.inputs = tensors_of(interp, a.positional[4]);
  options.accumulate = interp.truth(a.positional[5]);
  options.stop_at_nan = interp.truth(a.positional[6]);
  const auto results = run_backward(roots, grads, options, python_derivative(interp));
  if (roots.size() == 1 && options.accumulate && roots[0].numel() == 1) platform::note_loss(roots[0].item().to_double());
  std::vector<Value> values;
  for (const Tensor& t : results) values.push_back(t.defined() ? fresh(t) : Value::none());
  return lang::tuple(std::move(values));
}

/// record(name, inputs, outs, saved, function): the tensors `outs`, as results of one operation
/// of `inputs` that prints as `name`. Its derivative is `function`: of the list of the results'
/// gradients, None where there is none, and of the tensors `saved`.
Value core_record(Interpreter& interp, Args& a) {
  const char* name = interned(interp.str(a.positional[0]));
  const std::vector<Tensor> inputs = tensors_of(interp, a.positional[1]);
  const std::vector<Tensor> given = tensors_of(interp, a.positional[2]);
  const std::vector<Tensor> saved = tensors_of(interp, a.positional[3]);
  std::vector<Tensor> outs;
  for (const Tensor& t : given) outs.push_back(detach(t));
  begin_record_many({name, "own_function"}, outs, inputs, [&](Node& node) {
    node.with(std::shared_ptr<void>(std::make_shared<Value>(a.positional[4]))).save_all(saved);
    auto& kept = std::get<std::vector<SavedTensor>>(node.params[1]);
    for (size_t i = 0; i < saved.size(); ++i) {
      // A result that the node kept with its history would keep the node.
      for (uint32_t k = 0; k < given.size(); ++k) {
        if (saved[i].is_same(given[k])) kept[i] = {outs[k].without_history(), outs[k].version(), true, k};
      }
    }
  });
  std::vector<Value> made;
  for (Tensor& t : outs) made.push_back(lang::tensor(std::move(t)));
  return lang::list(std::move(made));
}

/// What PyTorch calls the object in which a leaf's gradients are added up.
constexpr const char* kLeafNode = "AccumulateGrad";

Value node_value(Interpreter& interp, const Edge& edge);

Value next_functions(Interpreter& interp, const Value& self) {
  std::vector<Value> items;
  const auto& node = *self.get<lang::NativeObject>()->payload<std::shared_ptr<Node>>();
  for (const Edge& edge : node->inputs) {
    items.push_back(
        lang::tuple({node_value(interp, edge), Value(static_cast<int64_t>(edge.output))}));
  }
  return lang::tuple(std::move(items));
}

ClassObject* node_class(Interpreter& interp, const std::string& name) {
  ClassObject*& cls = types(interp).others["grad_fn." + name];
  if (cls) return cls;
  cls = interp.make_class(name, "").get();
  cls->set_instance_kind(lang::ObjectKind::native);
  const std::string in_full = name == kLeafNode ? "torch::autograd::" + name : name;
  cls->method("name", "self", [in_full](Interpreter&, Args&) { return lang::str(in_full); });
  cls->method("__repr__", [name](Interpreter&, Args& a) {
    char address[32];
    std::snprintf(address, sizeof address, "%p", static_cast<void*>(a.positional[0].object()));
    return lang::str("<" + name + " object at " + address + ">");
  });
  if (name == kLeafNode) {
    cls->property("next_functions", [](Interpreter&, const Value&) { return lang::tuple({}); });
    cls->property("variable", [](Interpreter&, const Value& v) {
      return fresh(*v.get<lang::NativeObject>()->payload<Tensor>());
    });
  } else {
    cls->property("next_functions", next_functions);
  }
  return cls;
}

Value node_value(Interpreter& interp, const Edge& edge) {
  if (edge.node) {
    return lang::make<lang::NativeObject>(node_class(interp, edge.node->name),
                                          std::make_shared<std::shared_ptr<Node>>(edge.node));
  }
  if (!edge.leaf.defined()) return Value::none();
  return lang::make<lang::NativeObject>(node_class(interp, kLeafNode),
                                        std::make_shared<Tensor>(edge.leaf));
}

}  // namespace

void add_autograd_core(Interpreter& interp) {
  interp.add_module("torch._C._engine", [](Interpreter&, lang::ModuleObject& m) {
    m.attributes().set(Symbol("run_backward"),
                       lang::make<NativeFunction>("run_backward", core_backward));
    m.attributes().set(Symbol("record"), lang::make<NativeFunction>("record", core_record));
    // Whether operations are recorded from here on; returns whether they were.
    const auto set_enabled = [](Interpreter& i, Args& a) {
      const bool before = grad_enabled();
      set_grad_enabled(i.truth(a.positional[0]));
      return Value(before);
    };
    m.attributes().set(Symbol("set_enabled"), lang::make<NativeFunction>("set_enabled", set_enabled));
    // The same for whether what is made is marked as made in inference_mode().
    const auto set_inference = [](Interpreter& i, Args& a) {
      const bool before = inference_mode();
      set_inference_mode(i.truth(a.positional[0]));
      return Value(before);
    };
    m.attributes().set(Symbol("set_inference"),
                       lang::make<NativeFunction>("set_inference", set_inference));
  });
}

Value register_tensor_hook(Interpreter& interp, const Tensor& tensor, const Value& hook) {
  throw_if(!tensor.requires_grad(),
           "cannot register a hook on a tensor that doesn't require gradient");
  // The handle takes the hook out of a dict of its own.
  const Value holder = lang::make<DictObject>();
  const Value handle =
      interp.call(interp.get_attr(interp.import("torch.utils.hooks"), "RemovableHandle"), {holder, hook});
  const GradHook call = [&interp, holder](const Tensor& grad) -> Tensor {
    const Value* f = holder.get<lang::DictObject>()->find(Value(0));
    if (!f) return {};
    const Value out = interp.call(*f, {fresh(grad)});
    if (out.is_none()) return {};
    const Tensor* changed = as_tensor(out);
    if (!changed) {
      throw_error<TypeError>("expected Variable, but hook returned '{}'", interp.type_name(out));
    }
    throw_if(changed->shape() != grad.shape(), "hook '{}' has changed the size of value",
             interp.str(interp.get_attr(*f, "__name__")));
    return *changed;
  };
  if (const auto& node = tensor.grad_fn()) {
    node->hooks.push_back({tensor.output_number(), false, call});
  } else {
    tensor.make_grad_slot().hooks.push_back(call);
  }
  return handle;
}

void retain_grad(const Tensor& tensor) {
  throw_if(!tensor.requires_grad(), "can't retain_grad on Tensor that has requires_grad=False");
  const auto& node = tensor.grad_fn();
  if (!node || (tensor.grad_slot() && tensor.grad_slot()->retains)) return;
  tensor.make_grad_slot().retains = true;
  const Tensor::Weak weak(tensor);
  node->hooks.push_back({tensor.output_number(), true, [weak](const Tensor& grad) -> Tensor {
    // Its gradients of several passes are added up.
    if (const Tensor t = weak.lock(); t.defined()) {
      Tensor& sum = t.make_grad_slot().grad;
      sum = sum.defined() ? add(sum, grad) : clone(grad);
    }
    return {};
  }});
}

Value grad_fn_value(Interpreter& interp, const Tensor& t) {
  return t.grad_fn() ? node_value(interp, {t.grad_fn(), {}, 0}) : Value::none();
}

Value gradient_of(Interpreter& interp, const Value& self) {
  const Tensor& t = *as_tensor(self);
  const GradSlot* slot = t.grad_slot();
  if (slot && slot->grad.defined()) {
    Value& known = self.get<lang::TensorObject>()->grad;
    const Tensor* before = as_tensor(known);
    if (!before || !before->is_same(slot->grad)) known = fresh(slot->grad);
    return known;
  }
  if (t.requires_grad() && !t.is_leaf() && !(slot && slot->retains)) {
    interp.warn(
        "UserWarning",
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. "
        "Its .grad attribute won't be populated during autograd.backward(). If you "
        "indeed want the .grad field to be populated for a non-leaf Tensor, use "
        ".retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by "
        "mistake, make sure you access the leaf Tensor instead. See "
        "github.com/pytorch/pytorch/pull/30531 for more informations.");
  }
  return Value::none();
}

void set_gradient(Interpreter&, const Value& self, const Value& grad) {
  const Tensor& t = *as_tensor(self);
  Value& known = self.get<lang::TensorObject>()->grad;
  if (grad.is_none()) {
    if (t.grad_slot()) t.grad_slot()->grad = {};
    known = Value();
    return;
  }
  const Tensor* g = as_tensor(grad);
  if (!g) {
    throw_error<TypeError>("assigned grad expected to be a Tensor or None but got grad of type {}",
                           type_text(grad));
  }
  if (g->is_same(t)) throw RuntimeError("can't assign Variable as its own grad");
  if (g->dtype() != t.dtype()) throw RuntimeError("assigned grad has data of a different type");
  if (g->shape() != t.shape()) throw RuntimeError("assigned grad has data of a different size");
  t.make_grad_slot().grad = *g;
  known = grad;
}

}  // namespace mha::torch
