#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/einsum.h"
#include "tensor/ops/join.h"
#include "torch/binding/device.h"
#include "torch/binding/table.h"
#include "torch/binding/torch_module.h"

// Functions of torch that PyTorch itself writes in Python: most take any number
// of tensors.

namespace mha::torch {

using lang::Args;
using lang::Interpreter;
using lang::Value;

namespace {

/// The tensors given one by one or as one list. `position` is that of the list
/// in messages.
std::vector<Tensor> tensors_of(std::span<Value> args, int position) {
  std::span<const Value> items = args;
  if (args.size() == 1) {
    if (const auto* l = args[0].get<lang::ListObject>()) items = l->items;
    if (const auto* t = args[0].get<lang::TupleObject>()) items = t->items;
  }
  std::vector<Tensor> out;
  for (size_t i = 0; i < items.size(); ++i) {
    const Tensor* t = as_tensor(items[i]);
    if (!t) {
      throw TypeError("expected Tensor as element " + std::to_string(i) + " in argument " +
                      std::to_string(position) + ", but got " + type_text(items[i]));
    }
    out.push_back(*t);
  }
  return out;
}

Value run_einsum(Interpreter&, Args& a) {
  if (a.positional.size() < 2) {
    throw ValueError(
        "einsum(): must specify the equation string and at least one operand, or at "
        "least one operand and its subscripts list");
  }
  const auto* equation = a.positional[0].get<lang::StrObject>();
  if (!equation) {
    throw Refusal("einsum() with lists of subscripts is not supported here")
        .with_help("give the equation as text: torch.einsum(\"ij,jk->ik\", a, b)");
  }
  const std::vector<Tensor> operands = tensors_of(a.positional.subspan(1), 1);
  return fresh(einsum(equation->text(), operands));
}

Value run_meshgrid(Interpreter& interp, Args& a) {
  const std::vector<Tensor> tensors = tensors_of(a.positional, 0);
  const Value* indexing = a.keyword("indexing");
  if (!indexing) {
    interp.warn("UserWarning",
                "torch.meshgrid: in an upcoming release, it will be required to pass "
                "the indexing argument.");
    return to_value(meshgrid(tensors));
  }
  return to_value(meshgrid(tensors, interp.str(*indexing)));
}

Value run_broadcast_tensors(Interpreter&, Args& a) {
  return to_value(broadcast_tensors(tensors_of(a.positional, 0)));
}

Value run_broadcast_shapes(Interpreter& interp, Args& a) {
  Shape shape;
  for (const Value& v : a.positional) {
    Shape one;
    if (v.is_int()) {
      one = {v.as_int()};
    } else {
      for (const Value& item : interp.to_vector(v)) one.push_back(interp.to_index(item));
    }
    shape = broadcast_shapes(shape, one);
  }
  return size_value(interp, shape);
}

/// Adds dimensions until there are `rank`, as atleast_1d, 2d and 3d place them.
template <int kRank>
Value at_least(Interpreter&, Args& a) {
  const auto widened = [](Tensor x) {
    if (x.dim() == 0) x = reshape(x, {1});
    if (kRank >= 2 && x.dim() == 1) x = unsqueeze(x, 0);
    if (kRank >= 3 && x.dim() == 2) x = unsqueeze(x, -1);
    return x;
  };
  if (a.positional.size() == 1 && as_tensor(a.positional[0])) {
    return fresh(widened(*as_tensor(a.positional[0])));
  }
  std::vector<Tensor> out = tensors_of(a.positional, 0);
  for (Tensor& t : out) t = widened(t);
  return to_value(std::move(out));
}

Value run_cartesian_prod(Interpreter&, Args& a) {
  const std::vector<Tensor> tensors = tensors_of(a.positional, 0);
  if (tensors.size() == 1) return fresh(tensors[0]);
  std::vector<Tensor> columns;
  for (const Tensor& t : meshgrid(tensors)) columns.push_back(flatten(t));
  return fresh(stack(columns, 1));
}

Value run_from_numpy(Interpreter& interp, Args& a) {
  const Tensor* array = as_array(interp, a.positional[0]);
  if (!array) throw TypeError("expected np.ndarray (got " + type_text(a.positional[0]) + ")");
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
    {"meshgrid", nullptr, run_meshgrid},
    {"broadcast_tensors", nullptr, run_broadcast_tensors},
    {"broadcast_shapes", nullptr, run_broadcast_shapes},
    {"atleast_1d", nullptr, at_least<1>},
    {"atleast_2d", nullptr, at_least<2>},
    {"atleast_3d", nullptr, at_least<3>},
    {"cartesian_prod", nullptr, run_cartesian_prod},
    {"from_numpy", "ndarray", run_from_numpy},
    {"is_tensor", "obj",
     [](Interpreter&, Args& a) { return Value(as_tensor(a.positional[0]) != nullptr); }},
    {"is_storage", "obj", [](Interpreter&, Args&) { return Value(false); }},
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
