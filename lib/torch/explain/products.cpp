// Products whose sizes do not fit: @, matmul, mm, bmm, mv, dot, nn.Linear.

#include "torch/explain/subjects.h"
#include "base/pattern.h"
#include "torch/nn/support.h"

namespace mha::torch {

namespace {

struct Candidate {
  std::string text;
  Shape shape;
};

/// Other ways to look at one operand.
std::vector<Candidate> ways(const SeenTensor& t) {
  std::vector<Candidate> out;
  const Shape& shape = t.tensor.shape();
  if (shape.size() >= 2) {
    out.push_back({swapped_text(t), swapped(shape)});
  }
  // (T, H, D) beside (H, ...): heads first.
  if (shape.size() >= 3) {
    Shape heads = shape;
    const size_t n = shape.size();
    std::swap(heads[n - 3], heads[n - 2]);
    out.push_back({atom(t.text) + (t.is_array ? ".swapaxes(-3, -2)" : ".transpose(-3, -2)"), heads});
  }
  return out;
}

void offer(const Candidate& c, Explanation& out) {
  out.help = c.text + " is " + shape_text(c.shape) + ", which would fit";
}

/// What stands before a last .T or .transpose(1, 2), and its shape; false if there is none.
bool before_turning(const SeenTensor& t, SeenTensor& plain, Shape& shape, std::string& turned) {
  const Shape& now = t.tensor.shape();
  shape.assign(now.rbegin(), now.rend());
  size_t end = t.text.size();
  if (t.text.ends_with(".T")) {
    end -= 2;
  } else {
    static const Pattern kSwap(R"(\.(?:transpose|swapaxes)\((-?\d), *(-?\d)\)$)");
    const PatternMatch found = kSwap.search(t.text);
    if (!found) return false;
    const auto rank = static_cast<int64_t>(now.size());
    const auto axis = [&](size_t group) {
      const int64_t d = std::stoll(found[group]);
      return d < 0 ? d + rank : d;
    };
    const int64_t a = axis(1), b = axis(2);
    if (a < 0 || b < 0 || a >= rank || b >= rank) return false;
    shape = now;
    std::swap(shape[static_cast<size_t>(a)], shape[static_cast<size_t>(b)]);
    end = static_cast<size_t>(found.begin());
  }
  plain = t;
  plain.text.resize(end);
  turned = t.text.substr(end + 1);
  return true;
}

/// keys.T or keys.transpose(1, 2), where only the last two axes were to be exchanged.
bool offer_last_two(const Shape& left, const SeenTensor& t, Explanation& out) {
  SeenTensor plain;
  Shape original;
  std::string turned;
  if (t.tensor.dim() < 3 || !before_turning(t, plain, original, turned)) return false;
  if (swapped(original) == t.tensor.shape() || !multiplies(left, swapped(original))) return false;
  offer({swapped_text(plain), swapped(original)}, out);
  out.help = (turned == "T" ? ".T turns all axes round; "
                            : turned + " does not exchange the last two axes; ") +
             out.help;
  return true;
}

std::string name_of_linear(const Failure& f) {
  return f.error.operation.empty() ? "the layer" : f.error.operation;
}

/// x went into a Linear that takes another number of features.
bool explain_linear(const Failure& f, Explanation& out) {
  const Value layer = f.find_module("Linear");
  if (!layer.defined() || f.tensors.empty()) return false;
  const SeenTensor& x = f.tensors.back();
  const Value weight = f.interp.find_attr(layer, lang::Symbol("weight"));
  const Tensor* w = weight.defined() ? as_tensor(weight) : nullptr;
  if (!w || w->dim() != 2 || x.tensor.dim() == 0) return false;
  const int64_t takes = w->size(1);
  const int64_t has = x.tensor.size(-1);
  if (takes == has) return false;
  out.note = fmt::format("{}: {} features; {} takes {} (in_features)", is_shape(x), has,
                         name_of_linear(f), takes);
  const Shape& shape = x.tensor.shape();
  if (shape.size() >= 2 && shape[shape.size() - 2] == takes) {
    offer({swapped_text(x), swapped(shape)}, out);
  } else {
    out.help = fmt::format("nn.Linear({}, {}) would take it", has, w->size(0));
  }
  return true;
}

bool explain_product(const Failure& f, Explanation& out) {
  if (explain_linear(f, out)) return true;
  if (f.tensors.size() < 2) return false;
  // addmm(bias, a, b) has its operands last.
  const SeenTensor& a = f.tensors[f.tensors.size() - 2];
  const SeenTensor& b = f.tensors[f.tensors.size() - 1];
  const Shape& m = a.tensor.shape();
  const Shape& n = b.tensor.shape();
  out.note = are_shapes(a, b);
  if (m.empty() || n.empty()) {
    out.note += "; a 0-d tensor is one number";
    out.help = "multiply by it with *";
    return true;
  }
  const bool strict = f.error.operation == "mm" || f.error.operation == "bmm";
  const int64_t inner = n.size() == 1 ? n[0] : n[n.size() - 2];
  if (m.back() != inner) {
    out.note += fmt::format("; the inner sizes, {} and {}, differ", m.back(), inner);
  } else if (!multiplies(m, n) || (strict && m.size() >= 3)) {
    out.note += "; the batch sizes in front differ";
  } else {
    return false;
  }
  // A vector goes to the other side before a matrix is turned.
  if (const std::string turned = vector_product(a, b); !turned.empty()) {
    out.help = turned + ", which would fit";
    return true;
  }
  if (offer_last_two(m, b, out)) return true;
  // Weights, words by words, mix from the left.
  if (m.size() == 2 && n.size() == 2 && n[0] == n[1] && m[0] != m[1] && multiplies(n, m)) {
    offer({atom(b.text) + " @ " + atom(a.text), m}, out);
    return true;
  }
  for (const Candidate& c : ways(b)) {
    if (multiplies(m, c.shape)) return offer(c, out), true;
  }
  for (const Candidate& c : ways(a)) {
    if (multiplies(c.shape, n)) return offer(c, out), true;
  }
  for (const Candidate& c : ways(a)) {
    for (const Candidate& d : ways(b)) {
      if (!multiplies(c.shape, d.shape)) continue;
      out.help = c.text + " is " + shape_text(c.shape) + " and " + d.text +
                 " is " + shape_text(d.shape) + ", which would fit";
      return true;
    }
  }
  return true;
}

/// mm and bmm want an exact number of dimensions.
bool explain_rank(const Failure& f, Explanation& out) {
  if (f.tensors.size() < 2) return false;
  const SeenTensor& a = f.tensors[0];
  const SeenTensor& b = f.tensors[1];
  out.note = are_shapes(a, b);
  if (multiplies(a.tensor.shape(), b.tensor.shape())) {
    out.help = fmt::format("{} @ {} takes any number of dimensions", atom(a.text), atom(b.text));
  } else {
    out.help = vector_product(a, b);
  }
  return true;
}

bool explain_product_dtype(const Failure& f, Explanation& out) {
  const Value layer = f.find_module("Linear");
  if (layer.defined() && !f.tensors.empty()) {
    const Value weight = f.interp.find_attr(layer, lang::Symbol("weight"));
    const Tensor* w = weight.defined() ? as_tensor(weight) : nullptr;
    const SeenTensor& x = f.tensors.back();
    if (!w || w->dtype() == x.tensor.dtype()) return false;
    out.note = x.text + " is " + dtype_text(x.tensor) + " and the weight of " +
               name_of_linear(f) + " is " + dtype_text(*w);
    out.help = atom(x.text) + ".to(" + dtype_text(*w) + ") has its dtype";
    return true;
  }
  if (f.tensors.size() < 2) return false;
  const SeenTensor& a = f.tensors[f.tensors.size() - 2];
  const SeenTensor& b = f.tensors[f.tensors.size() - 1];
  if (a.tensor.dtype() == b.tensor.dtype()) return false;
  out.note = a.text + " is " + dtype_text(a.tensor) + " and " + b.text + " is " +
             dtype_text(b.tensor);
  const bool left = is_floating(b.tensor.dtype());
  const SeenTensor& change = left ? a : b;
  const SeenTensor& keep = left ? b : a;
  out.help = atom(change.text) + ".to(" + dtype_text(keep.tensor) +
             ") has the dtype of " + keep.text;
  return true;
}

bool explain_einsum(const Failure& f, Explanation& out) {
  if (f.error.operation != "einsum" || f.tensors.empty()) return false;
  for (const SeenTensor& t : f.tensors) {
    out.note += (out.note.empty() ? "" : ", ") + is_shape(t);
  }
  return true;
}

bool is_product(const Failure& f) {
  for (const char* name : {"@", "matmul", "bmm", "mm", "mv", "dot", "@="}) {
    if (f.error.operation == name) return true;
  }
  return false;
}

constexpr Subject kProductSubjects[] = {
    {"RuntimeError", "shapes cannot be multiplied", explain_product},
    {"RuntimeError", "Expected size for first two dimensions", explain_product},
    {"RuntimeError", "size mismatch, got", explain_product},
    {"RuntimeError", "inconsistent tensor size", explain_product},
    {"RuntimeError", "both arguments to matmul need to be", explain_product},
    {"RuntimeError", "must be a matrix", explain_rank},
    {"RuntimeError", "must be a 3D tensor", explain_rank},
    {"RuntimeError", "1D tensors expected", explain_rank},
    {"RuntimeError", "must match the size of tensor b",
     [](const Failure& f, Explanation& out) {
       return is_product(f) && explain_product(f, out);
     }},
    {"RuntimeError", "must have the same dtype", explain_product_dtype},
    {"RuntimeError", "expected scalar type", explain_product_dtype},
    {"RuntimeError", "expected m1 and m2 to have the same dtype",
     explain_product_dtype},
    {"RuntimeError", "einsum(", explain_einsum},
    {"ValueError", "einsum(", explain_einsum},
    {"ValueError", "mismatch in its core dimension", explain_product},
    {"ValueError", "not aligned: ", explain_product},
    {"ValueError", "remapped shapes", explain_product},
};

}  // namespace

std::span<const Subject> product_subjects() { return kProductSubjects; }

}  // namespace mha::torch
