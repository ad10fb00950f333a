// What a tensor holds: dtypes, masks, single numbers, indices, gradients,
// saved states.

#include <algorithm>

#include "base/text.h"
#include "tensor/core/factory.h"
#include "torch/explain/subjects.h"

namespace mha::torch {

namespace {

const SeenTensor* first(const Failure& f) {
  return f.tensors.empty() ? nullptr : &f.tensors[0];
}

std::string is_dtype(const SeenTensor& t) {
  return t.text + " is " + dtype_text(t.tensor);
}

// ----------------------------------------------------------------------- dtypes

bool explain_mask_dtype(const Failure& f, Explanation& out) {
  for (const SeenTensor& t : f.tensors) {
    if (&t == &f.tensors[0] && f.tensors.size() > 1) continue;
    if (t.tensor.dtype() == DType::bool_) continue;
    out.note = is_dtype(t) + "; a mask is torch.bool, true where to fill";
    out.help = atom(t.text) + ".bool() is true where it is not 0, " +
               atom(t.text) + " == 0 where it is 0";
    return true;
  }
  return false;
}

bool explain_invert(const Failure& f, Explanation& out) {
  const SeenTensor* x = first(f);
  if (!x || !is_floating(x->tensor.dtype())) return false;
  out.note = is_dtype(*x);
  out.help = "~" + atom(x->text) + ".bool() inverts a mask";
  return true;
}

/// A function that wants fractions got whole numbers.
bool explain_needs_float(const Failure& f, Explanation& out) {
  for (const SeenTensor& t : f.tensors) {
    if (is_floating(t.tensor.dtype())) continue;
    out.note = is_dtype(t);
    out.help = atom(t.text) + ".float() is torch.float32";
    return true;
  }
  return false;
}

bool explain_needs_long(const Failure& f, Explanation& out) {
  for (const SeenTensor& t : f.tensors) {
    if (!is_floating(t.tensor.dtype())) continue;
    out.note = is_dtype(t) + "; indices are whole numbers";
    out.help = atom(t.text) + ".long() is torch.int64";
    return true;
  }
  return false;
}

bool explain_result_type(const Failure& f, Explanation& out) {
  const SeenTensor* x = first(f);
  if (!x) return false;
  out.note = is_dtype(*x) + ", and an operation in place keeps that dtype";
  out.help = "the form without the underscore makes a new tensor of the right "
             "dtype";
  return f.error.operation.empty() || f.error.operation.back() == '_' ||
         f.error.operation.back() == '=';
}

// ------------------------------------------------------------------ one number

bool explain_item(const Failure& f, Explanation& out) {
  const SeenTensor* x = first(f);
  if (!x) return false;
  out.note = fmt::format("{}: {} numbers", is_shape(*x), x->tensor.numel());
  if (x->tensor.numel() > 1) {
    out.help = atom(x->text) + ".tolist() gives all of them, an index picks one";
  }
  return true;
}

bool explain_truth(const Failure& f, Explanation& out) {
  if (const SeenTensor* x = first(f)) {
    out.note = fmt::format("{}: each of its {} elements is true or false on its own", is_shape(*x),
                           x->tensor.numel());
  }
  const std::string_view line = trim(f.line);
  const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
  const std::string asked(trim(f.code));
  const bool asks_if_there = line.starts_with("if " + asked + ":") || line.starts_with("if not " + asked + ":") ||
                             has(" if " + asked + " else");
  if (asks_if_there && asked.find_first_of(" (<>=") == std::string::npos) {
    out.help = "`" + asked + " is not None` asks whether there is one";
  } else if (has(" or ") || has(" and ") || line.starts_with("not ") || has(" not ")) {
    out.help = "`|`, `&` and `~` stand for or, and, not of masks, element by element: (a < 0) | (a > n)";
  } else {
    out.help = "torch.equal(a, b) and torch.allclose(a, b) compare whole tensors; "
               ".all() and .any() sum up a bool one";
  }
  return true;
}

// -------------------------------------------------------------------- gradients

bool explain_leaf(const Failure& f, Explanation& out) {
  if (const SeenTensor* x = first(f); x && x->tensor.requires_grad()) {
    out.note = x->text + " requires gradients, as every parameter does";
  }
  out.help = "write to it inside `with torch.no_grad():`";
  return true;
}

bool explain_no_history(const Failure&, Explanation& out) {
  out.note = "nothing that this was computed from requires gradients";
  out.help = "a parameter made anew inside no_grad(), or by detach(), no longer does: `with torch.no_grad(): "
             "W -= rate * W.grad` changes the old one";
  return true;
}

bool explain_numpy(const Failure&, Explanation& out) {
  out.help = "detach() gives the same numbers without their history";
  return true;
}

bool explain_cuda(const Failure&, Explanation& out) {
  out.note = "programs run on the CPU here";
  out.help = "device = \"cuda\" if torch.cuda.is_available() else \"cpu\" works "
             "everywhere";
  return true;
}

// ---------------------------------------------------------------------- indices

bool explain_index(const Failure& f, Explanation& out) {
  const SeenTensor* x = first(f);
  const auto numbers = f.numbers();
  if (!x || numbers.size() < 3) return false;
  const int64_t size = numbers.back();
  const int64_t dim = numbers[numbers.size() - 2];
  if (dim >= x->tensor.dim() || dim < 0) return false;
  out.note = fmt::format("{}: along dim {} the indices are {}", is_shape(*x), dim,
                         size > 0 ? "0 to " + std::to_string(size - 1) : "none at all");
  return true;
}

bool explain_many_indices(const Failure& f, Explanation& out) {
  const SeenTensor* x = first(f);
  if (!x) return false;
  out.note = is_shape(*x) + ": " + std::to_string(x->tensor.dim()) +
             (x->tensor.dim() == 1 ? " dimension" : " dimensions");
  return true;
}

bool explain_embedding_index(const Failure& f, Explanation& out) {
  const Value layer = f.find_module("Embedding");
  Tensor weight;
  Tensor indices;
  if (layer.defined()) {
    const Value w = f.interp.find_attr(layer, lang::Symbol("weight"));
    if (w.defined() && as_tensor(w)) weight = *as_tensor(w);
  }
  for (const SeenTensor& t : f.tensors) {
    if (is_floating(t.tensor.dtype())) {
      weight = t.tensor;
    } else {
      indices = t.tensor;
    }
  }
  if (!weight.defined() || !indices.defined() || indices.numel() == 0) {
    return false;
  }
  int64_t low = 0;
  int64_t high = 0;
  for (const Scalar& s : to_scalars(indices)) {
    low = std::min(low, s.to_int());
    high = std::max(high, s.to_int());
  }
  const int64_t rows = weight.size(0);
  if (high >= rows) {
    out.note = fmt::format("the largest index is {}; a table of {} rows has 0 to {}", high, rows,
                           rows - 1);
  } else if (low < 0) {
    out.note = "the index " + std::to_string(low) + " is negative";
  }
  return !out.note.empty();
}

// ----------------------------------------------------------------- saved states

std::vector<std::string> quoted_names(const std::string& text) {
  std::vector<std::string> out;
  size_t at = 0;
  while ((at = text.find('"', at)) != std::string::npos) {
    const size_t end = text.find('"', at + 1);
    if (end == std::string::npos) break;
    out.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

/// Names that were given and not wanted, beside the ones that they may mean.
bool explain_state(const Failure& f, Explanation& out) {
  const auto missing = quoted_names(f.between("Missing key(s) in state_dict: ", "\n\t"));
  const auto all_missing =
      missing.empty() ? quoted_names(f.between("Missing key(s) in state_dict: ", ""))
                      : missing;
  const auto unexpected =
      quoted_names(f.between("Unexpected key(s) in state_dict: ", ""));
  for (const std::string& name : unexpected) {
    const std::string near = nearest(name, all_missing);
    if (near.empty()) continue;
    out.help = "\"" + name + "\" may be meant as \"" + near + "\"";
    return true;
  }
  if (f.says("size mismatch")) {
    out.help = "the module was made with other sizes than the saved one";
    return true;
  }
  return false;
}

/// A list where a tensor is expected.
bool explain_list(const Failure& f, Explanation& out) {
  out.help = "a list is no tensor: torch.tensor(...) makes one of numbers, torch.stack(...) one of tensors";
  for (const lang::Operand& o : f.error.operands) {
    const auto* list = o.value.get<lang::ListObject>();
    if (!list || list->items.empty()) continue;
    const bool tensors = as_tensor(list->items[0]) != nullptr;
    out.note = o.text + " is a list";
    out.help = (tensors ? "torch.stack(" : "torch.tensor(") + o.text + ") makes a tensor of it";
    break;
  }
  return true;
}

// --------------------------------------------------------------------- softmax

bool explain_softmax_dim(const Failure& f, Explanation& out) {
  const std::string& op = f.error.operation;
  if (op != "softmax" && op != "log_softmax") return false;
  if (f.code.find("dim") != std::string::npos) return false;
  out.help = "softmax wants the dimension to sum over: dim=-1 makes each row of "
             "scores sum to 1";
  return f.tensors.size() == 1;
}

constexpr Subject kValueSubjects[] = {
    {"RuntimeError", "only supports boolean masks", explain_mask_dtype},
    {"RuntimeError", "where expected condition to be a boolean",
     explain_mask_dtype},
    {"TypeError", "~ (operator.invert) is only implemented", explain_invert},
    {"RuntimeError", "could not infer output dtype", explain_needs_float},
    {"RuntimeError", "not implemented for 'Long'", explain_needs_float},
    {"RuntimeError", "not implemented for 'Int'", explain_needs_float},
    {"RuntimeError", "not implemented for 'Bool'", explain_needs_float},
    {"RuntimeError", "only support floating point", explain_needs_float},
    {"RuntimeError", "Only Tensors of floating point", explain_needs_float},
    {"RuntimeError", "scalar types: Long, Int; but got", explain_needs_long},
    {"RuntimeError", "expected scalar type Long but found", explain_needs_long},
    {"IndexError", "tensors used as indices must be", explain_needs_long},
    {"RuntimeError", "can't be cast to the desired output type",
     explain_result_type},
    {"RuntimeError", "cannot be converted to Scalar", explain_item},
    {"ValueError", "only one element tensors can be converted", explain_item},
    {"TypeError", "only integer tensors of a single element", explain_item},
    {"RuntimeError", "Boolean value of Tensor with", explain_truth},
    {"RuntimeError", "a leaf Variable that requires grad", explain_leaf},
    {"RuntimeError", "a view of a leaf Variable", explain_leaf},
    {"RuntimeError", "does not require grad and does not have a grad_fn", explain_no_history},
    {"RuntimeError", "Can't call numpy()", explain_numpy},
    {"AssertionError", "not compiled with CUDA", explain_cuda},
    {"RuntimeError", "No CUDA GPUs", explain_cuda},
    {"IndexError", "is out of bounds for dimension", explain_index},
    {"IndexError", "too many indices for tensor", explain_many_indices},
    {"IndexError", "index out of range in self", explain_embedding_index},
    {"RuntimeError", "in loading state_dict", explain_state},
    {"TypeError", "got (list", explain_list},
    {"TypeError", "must be Tensor, not list", explain_list},
    {"TypeError", "softmax() received an invalid combination",
     explain_softmax_dim},
    {"TypeError", "missing 1 required positional argument", explain_softmax_dim},
};

}  // namespace

std::span<const Subject> value_subjects() { return kValueSubjects; }

}  // namespace mha::torch
