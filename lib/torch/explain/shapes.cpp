// Shapes that do not fit: broadcasting, masks, view, dims, cat and stack.

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/pattern.h"
#include "base/text.h"
#include "torch/explain/subjects.h"

namespace mha::torch {

namespace {

/// The first pair of sizes, from the right, that cannot be broadcast.
std::optional<size_t> clash(const Shape& a, const Shape& b) {
  for (size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    const int64_t m = a[a.size() - i];
    const int64_t n = b[b.size() - i];
    if (m != n && m != 1 && n != 1) return i;
  }
  return std::nullopt;
}

/// Whether a tensor was made before the function at hand, and is not cut yet: a mask for
/// longer texts. What the function itself has made of its input is as long as the text,
/// and so no mask to be cut.
bool is_made_for_longer(const Failure& f, const SeenTensor& t) {
  const bool plain = std::all_of(t.text.begin(), t.text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  });
  if (!plain) return false;
  const bool in_function = trim(f.around).starts_with("def ");
  return !in_function || f.around.find(t.text + " = ") == std::string::npos;
}

bool is_square(const Shape& shape) { return shape.size() >= 2 && shape[shape.size() - 2] == shape.back(); }

/// Whether a square says which pairs may meet: True and False, ones and zeros, or -inf.
/// Looks at its corner only.
bool is_mask(const Tensor& t) {
  constexpr int64_t kCorner = 32;
  constexpr double kHides = -1e4;
  if (!is_square(t.shape()) || t.numel() == 0) return false;
  if (t.dtype() == DType::bool_) return true;
  Shape at(t.shape().size(), 0);
  const int64_t n = std::min(t.size(-1), kCorner);
  for (int64_t i = 0; i < n * n; ++i) {
    at[at.size() - 2] = i / n;
    at.back() = i % n;
    const double v = t.at(at).to_double();
    if (v != 0 && v != 1 && !(v <= kHides)) return false;
  }
  return true;
}

/// Whether the function cuts into heads, and nowhere puts them before the words: then scores
/// have heads on their last two axes, and the mask is not at fault.
bool may_compare_heads(const Failure& f) {
  static const Pattern kCuts(R"(\.(?:view|reshape)\((?:[^(),]+,){3}[^(),]+\))");
  static const Pattern kExchanges(R"((?:transpose|swapaxes|swapdims)\( *(?:1, *2|2, *1|-3, *-2|-2, *-3) *\)|permute|movedim|rearrange|einsum)");
  return kCuts.is_in(f.around) && !kExchanges.is_in(f.around);
}

/// What is not the mask's fault, or cannot be mended by a cut.
bool doubt_mask(const Failure& f, const SeenTensor& mask, const SeenTensor& scores, Explanation& out) {
  const Shape& shape = scores.tensor.shape();
  if (!is_mask(mask.tensor) || !is_square(shape) || mask.tensor.size(-1) == shape.back()) return false;
  if (shape.size() == 4 && may_compare_heads(f)) {
    out.help = fmt::format("a mask has words on both axes; are the last two axes of {}, {} and {}, words, too, or heads?",
                           scores.text, shape.back(), shape.back());
    return true;
  }
  if (mask.tensor.size(-1) > shape.back() || is_mask(scores.tensor)) return false;
  out.help = fmt::format("a mask of at least {} by {} is needed", shape.back(), shape.back());
  return true;
}

/// A mask made for longer texts, cut to these: mask[:T, :T].
bool offer_cut(const Failure& f, const SeenTensor& big, const SeenTensor& other,
               Explanation& out) {
  const Shape& shape = big.tensor.shape();
  const Shape& wanted = other.tensor.shape();
  if (!is_square(wanted) || !is_mask(big.tensor) || !is_made_for_longer(f, big)) return false;
  const int64_t rows = wanted[wanted.size() - 2];
  const int64_t columns = wanted.back();
  Shape cut = shape;
  const size_t n = shape.size();
  if (cut[n - 2] < rows || cut[n - 1] < columns) return false;
  cut[n - 2] = std::min(cut[n - 2], rows);
  cut[n - 1] = std::min(cut[n - 1], columns);
  if (cut == shape || !broadcasts(cut, wanted)) return false;
  out.help = fmt::format("{}{}{}, :{}] is {}, which would fit", big.text,
                         n > 2 ? "[..., :" : "[:", cut[n - 2], cut[n - 1], shape_text(cut));
  return true;
}

/// A sum, mean or the like over the last dimension, written in place.
bool is_reduction(const std::string& text) {
  static constexpr const char* kReductions[] = {
      "sum(", "mean(", "std(", "var(", "norm(", "amax(", "amin(", "logsumexp("};
  if (text.find("keepdim") != std::string::npos) return false;
  return std::any_of(
      std::begin(kReductions), std::end(kReductions),
      [&](const char* name) { return text.find(name) != std::string::npos; });
}

bool offer_unsqueeze(const SeenTensor& small, const SeenTensor& other,
                     bool last_first, Explanation& out) {
  const Shape& shape = small.tensor.shape();
  if (shape.size() >= other.tensor.shape().size()) return false;
  std::vector<size_t> dims;
  for (size_t d = 0; d <= shape.size(); ++d) dims.push_back(d);
  if (last_first) std::reverse(dims.begin(), dims.end());
  for (size_t d : dims) {
    const Shape tried = unsqueezed(shape, d);
    if (!broadcasts(tried, other.tensor.shape())) continue;
    const bool last = d == shape.size();
    if (last && is_reduction(small.text)) {
      out.help = std::string("with ") + (small.is_array ? "keepdims" : "keepdim") + "=True, " + small.text + " is " +
                 shape_text(tried) + ", which would fit";
      return true;
    }
    const std::string at = last ? "-1" : std::to_string(d);
    out.help = (small.is_array ? "np.expand_dims(" + small.text + ", " + at + ")"
                               : atom(small.text) + ".unsqueeze(" + at + ")") +
               " is " + shape_text(tried) + ", which would fit";
    return true;
  }
  return false;
}

bool offer_swap(const SeenTensor& t, const SeenTensor& other,
                Explanation& out) {
  const Shape tried = swapped(t.tensor.shape());
  if (tried.size() < 2 || tried == t.tensor.shape() ||
      !broadcasts(tried, other.tensor.shape())) {
    return false;
  }
  out.help = swapped_text(t) + " is " + shape_text(tried) + ", which would fit";
  return true;
}

bool explain_broadcast(const Failure& f, Explanation& out) {
  if (f.tensors.size() < 2) return false;
  const SeenTensor& a = f.tensors[0];
  const SeenTensor& b = f.tensors[1];
  const Shape& m = a.tensor.shape();
  const Shape& n = b.tensor.shape();
  const auto at = clash(m, n);
  if (!at) return false;
  out.note = fmt::format("{}; aligned from the right, the sizes {} and {} at dim -{} differ",
                         are_shapes(a, b), m[m.size() - *at], n[n.size() - *at], *at);
  const std::string& op = f.error.operation;
  const bool last_first = op == "/" || op == "-" || op == "div" || op == "sub";
  if (doubt_mask(f, b, a, out) || doubt_mask(f, a, b, out)) return true;
  if (offer_cut(f, b, a, out) || offer_cut(f, a, b, out)) return true;
  if (offer_unsqueeze(b, a, last_first, out) || offer_unsqueeze(a, b, last_first, out)) {
    // Weights times rows: who means a mix means `@`, and needs no further axis.
    const std::string mix = op == "*" ? vector_product(a, b) : "";
    if (!mix.empty()) out.help = mix + ", with the products added up; without adding up, " + out.help;
    return true;
  }
  if (op == "*" && m.size() == 2 && multiplies(m, n) && (b.text.ends_with(".T") || b.text.ends_with(')'))) {
    out.help = a.text + " @ " + b.text + " is the matrix product; * multiplies number by number";
    return true;
  }
  if (offer_swap(b, a, out)) return true;
  return true;
}

bool explain_in_place(const Failure& f, Explanation& out) {
  if (f.tensors.empty()) return false;
  out.note = is_shape(f.tensors[0]) + ", and an operation in place keeps that shape";
  for (const std::string op : {"+", "-", "*", "/"}) {
    if (f.line.find(" " + op + "= ") == std::string::npos) continue;
    out.help = "`a = a " + op + " b` makes a new tensor of the larger shape";
    return true;
  }
  out.help = "the form without the underscore makes a new tensor of the larger shape";
  return true;
}

// ------------------------------------------------------------- view and reshape

bool explain_view_strides(const Failure& f, Explanation& out) {
  if (f.tensors.empty()) return false;
  const SeenTensor& x = f.tensors[0];
  if (x.tensor.is_contiguous()) return false;
  // A transpose leaves strides that rise somewhere; what is cut out of something
  // wider, by split() or a slice, has gaps.
  const Shape& strides = x.tensor.strides();
  const bool in_order = std::is_sorted(strides.rbegin(), strides.rend());
  out.note = x.text + " is " + shape_text(x.tensor.shape()) + " with strides " +
             shape_text(strides) +
             (in_order ? ": it is cut out of a wider tensor, and its rows do not lie "
                         "next to each other, so no view can take these dimensions apart or join them"
                       : ": a transpose changed how the numbers are read, not where they "
                         "lie, so no view can join these dimensions");
  out.help = atom(x.text) + ".contiguous().view(...) or " + atom(x.text) +
             ".reshape(...) puts the numbers in order first";
  return true;
}

/// The sizes between the quotes of "shape '[2, 5]' is invalid".
std::optional<Shape> sizes_in(const std::string& text) {
  Shape out;
  size_t i = 0;
  while (i < text.size()) {
    const bool negative = text[i] == '-';
    size_t end = i + (negative ? 1 : 0);
    int64_t n = 0;
    const size_t first = end;
    for (; end < text.size() && text[end] >= '0' && text[end] <= '9'; ++end) {
      if (n > (int64_t{1} << 50)) return std::nullopt;
      n = n * 10 + (text[end] - '0');
    }
    if (end > first) out.push_back(negative ? -n : n);
    i = end > first ? end : i + 1;
  }
  return out;
}

bool explain_view_sizes(const Failure& f, Explanation& out) {
  const auto asked = sizes_in(f.between("shape '[", "]'"));
  const auto numbers = f.numbers();
  if (!asked || asked->empty() || numbers.empty()) return false;
  const int64_t numel = numbers.back();
  std::string product;
  int64_t total = 1;
  bool inferred = false;
  for (int64_t n : *asked) {
    if (n == -1) {
      inferred = true;
      continue;
    }
    product += (product.empty() ? "" : " * ") + std::to_string(n);
    total *= n;
  }
  const std::string subject =
      f.tensors.empty() ? "the tensor"
                        : is_shape(f.tensors[0]) + ", which";
  out.note = subject + (f.tensors.empty() ? " has " : " holds ") +
             std::to_string(numel) + " numbers; ";
  if (inferred) {
    const std::string number = std::to_string(total);
    out.note += "that is no multiple of " + (product == number ? number : product + " = " + number);
    return true;
  }
  out.note += product + " is " + std::to_string(total);
  if (total == 0) return true;
  // One size that could be another: said only if there is no choice. Sizes
  // that the tensor has in the same place are taken as meant.
  std::optional<size_t> only;
  int fitting = 0;
  for (size_t i = 0; i < asked->size(); ++i) {
    if (!f.tensors.empty() && i < f.tensors[0].tensor.shape().size() &&
        f.tensors[0].tensor.shape()[i] == (*asked)[i]) {
      continue;
    }
    const int64_t others = (*asked)[i] ? total / (*asked)[i] : 0;
    if (others > 0 && numel % others == 0) {
      ++fitting;
      only = i;
    }
  }
  if (fitting == 1) {
    const int64_t size = numel / (total / (*asked)[*only]);
    out.help = fmt::format("with {} in place of {} the sizes multiply to {}", size, (*asked)[*only],
                           numel);
  }
  return true;
}

bool explain_float_size(const Failure& f, Explanation& out) {
  for (const lang::Operand& o : f.error.operands) {
    if (!o.value.is_float()) continue;
    const double v = o.value.as_float();
    out.note = fmt::format("{} is {}, a float; sizes are ints", o.text, f.interp.repr(o.value));
    if (o.text.find('/') != std::string::npos &&
        o.text.find("//") == std::string::npos) {
      out.help = "// divides ints into an int";
    } else if (v == static_cast<double>(static_cast<int64_t>(v))) {
      out.help = "if it came from /, // gives an int";
    }
    return true;
  }
  if (!f.says("float")) return false;
  out.help = "sizes are ints: / always gives a float, // gives an int";
  return true;
}

// ------------------------------------------------------------------- dimensions

bool explain_dim(const Failure& f, Explanation& out) {
  if (f.tensors.empty()) return false;
  const SeenTensor& x = f.tensors[0];
  const auto numbers = f.numbers();
  const int64_t rank = x.tensor.dim();
  if (numbers.empty() || rank == 0) {
    if (rank == 0) out.note = x.text + " is 0-d: it has no dimensions";
    return rank == 0;
  }
  out.note = fmt::format("{}: its dims are 0 to {}, or -{} to -1", is_shape(x), rank - 1, rank);
  if (numbers.back() == rank && rank >= 2) {
    const Shape batched = unsqueezed(x.tensor.shape(), 0);
    out.help = "if a batch dimension is missing: " + atom(x.text) +
               ".unsqueeze(0) is " + shape_text(batched);
  }
  return true;
}

bool explain_permute(const Failure& f, Explanation& out) {
  if (f.tensors.empty()) return false;
  const SeenTensor& x = f.tensors[0];
  out.note = is_shape(x) + ": permute() wants each of its " +
             std::to_string(x.tensor.dim()) + " dims once";
  return true;
}

bool explain_transpose(const Failure& f, Explanation& out) {
  if (!f.says("got (int, int, int")) return false;
  out.help = "transpose swaps two dims; permute puts all of them in a new order";
  return true;
}

// ----------------------------------------------------------------- cat and stack

bool explain_join(const Failure& f, Explanation& out) {
  if (f.tensors.size() < 2) return false;
  std::string shapes;
  for (size_t i = 0; i < f.tensors.size() && i < 6; ++i) {
    shapes += (i ? ", " : "") + shape_text(f.tensors[i].tensor.shape());
  }
  if (f.tensors.size() > 6) shapes += ", ...";
  out.note = "the tensors are " + shapes;
  const Shape& first = f.tensors[0].tensor.shape();
  for (size_t d = 0; d < first.size(); ++d) {
    bool fits = true;
    for (const SeenTensor& t : f.tensors) {
      Shape other = t.tensor.shape();
      if (other.size() != first.size()) {
        fits = false;
        break;
      }
      other[d] = first[d];
      fits = fits && other == first;
    }
    if (!fits) continue;
    out.help = "torch.cat along dim=" + std::to_string(d) + " would fit";
    break;
  }
  return true;
}

bool explain_join_one(const Failure& f, Explanation& out) {
  const std::string& op = f.error.operation;
  if (op != "cat" && op != "stack" && op != "concat" && op != "hstack" &&
      op != "vstack") {
    return false;
  }
  out.help = fmt::format("torch.{} takes the tensors in one list: torch.{}([a, b], ...)", op, op);
  return true;
}

bool explain_expand(const Failure& f, Explanation& out) {
  if (f.tensors.empty()) return false;
  out.note = is_shape(f.tensors[0]) +
             "; only dimensions of size 1 can be expanded, and new ones come "
             "in front";
  return true;
}

constexpr Subject kShapeSubjects[] = {
    {"RuntimeError", "must match the size of tensor b", explain_broadcast},
    {"RuntimeError", "not broadcastable", explain_broadcast},
    {"RuntimeError", "doesn't match the broadcast shape", explain_in_place},
    {"ValueError", "could not be broadcast together with shapes", explain_broadcast},
    {"RuntimeError", "view size is not compatible", explain_view_strides},
    {"RuntimeError", "is invalid for input of size", explain_view_sizes},
    {"TypeError", "found element of type float", explain_float_size},
    {"TypeError", "type must be tuple of ints,but got float", explain_float_size},
    {"TypeError", "empty() received an invalid combination of arguments", explain_float_size},
    {"TypeError", "'float' object cannot be interpreted as an integer",
     explain_float_size},
    {"IndexError", "Dimension out of range", explain_dim},
    {"IndexError", "Dimension specified as 0 but tensor has no dimensions",
     explain_dim},
    {"RuntimeError", "permute(", explain_permute},
    {"TypeError", "transpose() received an invalid combination",
     explain_transpose},
    {"RuntimeError", "Sizes of tensors must match except", explain_join},
    {"RuntimeError", "stack expects each tensor to be equal size", explain_join},
    {"RuntimeError", "Tensors must have same number of dimensions", explain_join},
    {"TypeError", "must be tuple of Tensors, not Tensor", explain_join_one},
    {"TypeError", "received an invalid combination of arguments",
     explain_join_one},
    {"RuntimeError", "must match the existing size", explain_expand},
    {"RuntimeError", "expand(", explain_expand},
};

}  // namespace

std::span<const Subject> shape_subjects() { return kShapeSubjects; }

}  // namespace mha::torch
