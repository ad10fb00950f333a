#include "tensor/core/views.h"
#include "tensor/ops/einsum.h"
#include "torch/binding/device.h"
#include "torch/binding/table.h"
#include "torch/binding/torch_module.h"

// Functions of torch that take any number of tensors or none; others are in
// lib/library/torch/functional.py.

namespace mha::torch {

namespace {

/// The tensors given one by one or as one list. `position` is that of the list
/// in messages.
std::vector<Tensor> tensors_of(std::span<Value> args, int position) {
  std::span<const Value> items = args;
  if (args.size() == 1) items = items_in(args[0]).value_or(items);
  std::vector<Tensor> out;
  for (size_t i = 0; i < items.size(); ++i) {
    const Tensor* t = as_tensor(items[i]);
    if (!t) {
      throw_error<TypeError>("expected Tensor as element {} in argument {}, but got {}", i,
                             position, type_text(items[i]));
    }
    out.push_back(*t);
  }
  return out;
}

Value run_einsum(Interpreter&, Args& a) {
  throw_if<ValueError>(a.positional.size() < 2,
                       "einsum(): must specify the equation string and at least one operand, or at "
                       "least one operand and its subscripts list");
  const auto* equation = a.positional[0].get<lang::StrObject>();
  if (!equation) {
    throw Refusal("einsum() with lists of subscripts is not supported here")
        .with_help("give the equation as text: torch.einsum(\"ij,jk->ik\", a, b)");
  }
  const std::vector<Tensor> operands = tensors_of(a.positional.subspan(1), 1);
  return fresh(einsum(equation->text(), operands));
}

Value run_broadcast_shapes(Interpreter& interp, Args& a) {
  Shape shape;
  for (const Value& v : a.positional) shape = broadcast_shapes(shape, to_dims(interp, v));
  return size_value(interp, shape);
}

Value run_from_numpy(Interpreter& interp, Args& a) {
  const Tensor* array = as_array(interp, a.positional[0]);
  if (!array) throw_error<TypeError>("expected np.ndarray (got {})", type_text(a.positional[0]));
  return fresh(alias(*array));
}

Value run_typename(Interpreter& interp, Args& a) {
  if (const Tensor* t = as_tensor(a.positional[0])) {
    return lang::str(std::string(tensor_type_name(t->dtype())));
  }
  const lang::ClassObject* cls = interp.type_of(a.positional[0]);
  const bool plain = cls->module_name.empty() || cls->module_name == "builtins";
  return lang::str(plain ? cls->name() : cls->module_name + "." + cls->name());
}

[[noreturn]] void refuse(const char* what, const char* help) {
  throw Refusal(std::string(what) + " is not supported here").with_help(help);
}

const PlainRow kPlain[] = {
    {"einsum", nullptr, run_einsum},
    {"broadcast_shapes", nullptr, run_broadcast_shapes},
    {"from_numpy", "ndarray", run_from_numpy},
    {"is_tensor", "obj",
     [](Interpreter&, Args& a) { return Value(as_tensor(a.positional[0]) != nullptr); }},
    {"typename", "o", run_typename},
    {"save", nullptr,
     [](Interpreter&, Args&) -> Value {
       refuse("torch.save()", "programs here cannot write files; keep what you need in a "
                              "variable, such as state = model.state_dict()");
     }},
    {"load", nullptr,
     [](Interpreter&, Args&) -> Value {
       refuse("torch.load()", "programs here cannot read files; build the tensors in the "
                              "program, or load_state_dict() from a variable");
     }},
    {"compile", nullptr,
     [](Interpreter&, Args&) -> Value {
       refuse("torch.compile()", "leave the call out: it changes the speed, not the result");
     }},
    {"vmap", nullptr,
     [](Interpreter&, Args&) -> Value {
       refuse("torch.vmap()", "give the operation a batch dimension, or loop over it");
     }},
};

}  // namespace

std::span<const PlainRow> plain_rows() { return kPlain; }

}  // namespace mha::torch
