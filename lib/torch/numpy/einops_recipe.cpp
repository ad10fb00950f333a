#include <algorithm>
#include <numeric>

#include "tensor/core/views.h"
#include "tensor/ops/reduce.h"
#include "torch/binding/convert.h"
#include "torch/numpy/einops.h"

// From a pattern to what is done to a tensor, in the order of einops: so views
// are views where it gives views, and the last step names the grad_fn.

namespace mha::torch {

using lang::Interpreter;

namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// {'a', 'b'}, as Python prints a set of axes.
std::string set_text(const Names& names) {
  std::string out = "{";
  for (size_t i = 0; i < names.size(); ++i) {
    const size_t mark = names[i].find('#');
    out += i ? ", " : "";
    out += mark == std::string::npos ? "'" + names[i] + "'" : names[i].substr(0, mark) + "-axis";
  }
  return out + "}";
}

Names without(const Names& names, const Names& others) {
  Names out;
  for (const std::string& n : names) {
    if (!contains(others, n)) out.push_back(n);
  }
  return out;
}

bool is_number(const std::string& axis) { return axis.find('#') != std::string::npos; }

/// The size of a composed axis.
int64_t times(int64_t a, int64_t b) {
  int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) {
    throw RuntimeError("numel: integer multiplication overflow");
  }
  return out;
}

/// A number in a pattern; what no axis can have is cut.
int64_t number_of(const std::string& axis) {
  int64_t out = 0;
  for (const char c : axis.substr(0, axis.find('#'))) {
    out = std::min<int64_t>(out * 10 + (c - '0'), int64_t{1} << 50);
  }
  return out;
}

constexpr const char* kReductions[] = {"min", "max", "sum", "mean", "prod", "any", "all"};

std::pair<std::string, std::string> sides(const std::string& pattern) {
  size_t parts = 1;
  for (size_t at = pattern.find("->"); at != std::string::npos; at = pattern.find("->", at + 2)) ++parts;
  if (parts == 1) throw ValueError("not enough values to unpack (expected 2, got 1)");
  if (parts > 2) throw ValueError("too many values to unpack (expected 2)");
  const size_t arrow = pattern.find("->");
  return {pattern.substr(0, arrow), pattern.substr(arrow + 2)};
}

}  // namespace

EinopsRecipe::EinopsRecipe(Interpreter& interp, const std::string& pattern, std::string operation,
                           const Names& sized_axes, int64_t dims)
    : interp_(interp), operation_(std::move(operation)),
      left_(interp, sides(pattern).first), right_(interp, sides(pattern).second) {
  const auto fail = [&](const std::string& text) { throw einops_error(interp, text); };
  if (!left_.has_ellipsis && right_.has_ellipsis) {
    fail("Ellipsis found in right side, but not left side of a pattern " + pattern);
  }
  if (left_.ellipsis_in_brackets) {
    fail("Ellipsis inside parenthesis in the left side is not allowed: " + pattern);
  }
  const Names only_left = without(left_.identifiers, right_.identifiers);
  const Names only_right = without(right_.identifiers, left_.identifiers);
  if (operation_ == "rearrange") {
    if (left_.has_numbers || right_.has_numbers) {
      fail("Non-unitary anonymous axes are not supported in rearrange (exception is length 1)");
    }
    Names both = only_left;
    both.insert(both.end(), only_right.begin(), only_right.end());
    if (!both.empty()) {
      fail("Identifiers only on one side of expression (should be on both): " + set_text(both));
    }
  } else if (operation_ == "repeat") {
    if (!only_left.empty()) {
      fail("Unexpected identifiers on the left side of repeat: " + set_text(only_left));
    }
    Names unsized;
    for (const std::string& axis : only_right) {
      if (!is_number(axis) && !contains(sized_axes, axis)) unsized.push_back(axis);
    }
    if (!unsized.empty()) fail("Specify sizes for new axes in repeat: " + set_text(unsized));
  } else if (contains(Names(std::begin(kReductions), std::end(kReductions)), operation_)) {
    if (!only_right.empty()) {
      fail("Unexpected identifiers on the right side of reduce " + operation_ + ": " +
           set_text(only_right));
    }
  } else {
    fail("Unknown reduction " + operation_ +
         ". Expect one of ('min', 'max', 'sum', 'mean', 'prod', 'any', 'all').");
  }
  expand_ellipsis(dims);

  for (const auto& group : left_.groups) axes_.insert(axes_.end(), group.axes.begin(), group.axes.end());
  left_count_ = axes_.size();
  for (const auto& group : right_.groups) {
    for (const std::string& axis : group.axes) {
      if (!contains(axes_, axis)) axes_.push_back(axis);
    }
  }
  for (const std::string& axis : sized_axes) {
    if (axis.empty() || axis.front() == '_' || axis.back() == '_') {
      fail("('Invalid name for an axis', '" + axis + "')");
    }
    if (!contains(axes_, axis)) fail("Axis " + axis + " is not used in transform");
  }
  for (const auto& group : left_.groups) {
    std::vector<int64_t> known, unknown;
    Names names;
    for (const std::string& axis : group.axes) {
      const bool is_known = is_number(axis) || contains(sized_axes, axis);
      (is_known ? known : unknown).push_back(position(axis));
      if (!is_known) names.push_back(axis);
    }
    if (unknown.size() > 1) fail("Could not infer sizes for " + set_text(names));
    known_.push_back(std::move(known));
    unknown_.push_back(std::move(unknown));
  }
}

int64_t EinopsRecipe::position(const std::string& axis) const {
  return std::find(axes_.begin(), axes_.end(), axis) - axes_.begin();
}

void EinopsRecipe::expand_ellipsis(int64_t dims) {
  const auto groups = static_cast<int64_t>(left_.groups.size());
  const auto wrong = [&](const std::string& expected) {
    throw einops_error(interp_, "Wrong shape: expected " + expected + " dims. Received " +
                                    std::to_string(dims) + "-dim tensor.");
  };
  if (!left_.has_ellipsis) {
    if (dims != groups) wrong(std::to_string(groups));
    return;
  }
  if (dims < groups - 1) wrong(">=" + std::to_string(groups - 1));
  Names axes;
  for (int64_t i = 0; i < dims - groups + 1; ++i) axes.push_back(kEllipsisAxis + std::to_string(i));
  for (EinopsExpression* side : {&left_, &right_}) {
    std::vector<EinopsExpression::Group> out;
    for (const auto& group : side->groups) {
      if (group.is_ellipsis) {
        for (const std::string& axis : axes) out.push_back({{axis}, false, false});
        continue;
      }
      EinopsExpression::Group one{{}, false, group.in_brackets};
      for (const std::string& axis : group.axes) {
        if (axis == kEllipsisAxis) {
          one.axes.insert(one.axes.end(), axes.begin(), axes.end());
        } else {
          one.axes.push_back(axis);
        }
      }
      out.push_back(std::move(one));
    }
    side->groups = std::move(out);
  }
}

/// Over everything after the first `kept` dimensions.
Tensor EinopsRecipe::reduce(Tensor x, size_t kept) const {
  Shape dims;
  for (auto d = static_cast<int64_t>(kept); d < x.dim(); ++d) dims.push_back(d);
  if (operation_ == "min") return amin(x, dims);
  if (operation_ == "max") return amax(x, dims);
  if (operation_ == "sum") return sum(x, dims);
  if (operation_ == "mean") {
    if (!is_floating(x.dtype())) {
      throw Error("NotImplementedError", "reduce_mean is not available for non-floating tensors");
    }
    return mean(x, dims);
  }
  for (auto d = dims.rbegin(); d != dims.rend(); ++d) {
    x = operation_ == "prod" ? prod(x, *d) : operation_ == "any" ? any(x, *d) : all(x, *d);
  }
  return x;
}

Tensor EinopsRecipe::apply(const Tensor& input, const AxisSizes& sizes) const {
  std::vector<int64_t> length(axes_.size(), 0);
  for (size_t i = 0; i < axes_.size(); ++i) {
    if (is_number(axes_[i])) length[i] = number_of(axes_[i]);
  }
  for (const auto& [axis, size] : sizes) length[static_cast<size_t>(position(axis))] = size;
  bool split = false;
  for (size_t i = 0; i < known_.size(); ++i) {
    const int64_t whole = input.shape()[i];
    split = split || known_[i].size() + unknown_[i].size() != 1;
    if (known_[i].empty() && unknown_[i].size() == 1) {
      length[static_cast<size_t>(unknown_[i][0])] = whole;
      continue;
    }
    int64_t product = 1;
    for (const int64_t axis : known_[i]) product = times(product, length[static_cast<size_t>(axis)]);
    if (unknown_[i].empty()) {
      if (whole != product) {
        throw einops_error(interp_, "Shape mismatch, " + std::to_string(whole) +
                                        " != " + std::to_string(product));
      }
      continue;
    }
    if (product == 0) throw Error("ZeroDivisionError", "integer division or modulo by zero");
    if (whole % product != 0) {
      throw einops_error(interp_, "Shape mismatch, can't divide axis of length " +
                                      std::to_string(whole) + " in chunks of " +
                                      std::to_string(product));
    }
    length[static_cast<size_t>(unknown_[i][0])] = whole / product;
  }

  // 1. Take composed axes apart.
  Tensor x = input;
  if (split) x = reshape(x, Shape(length.begin(), length.begin() + static_cast<int64_t>(left_count_)));

  // 2. Bring the axes into the order of the right side; those to reduce last.
  std::vector<int64_t> order, final_axes;
  for (const auto& group : right_.groups) {
    for (const std::string& axis : group.axes) {
      final_axes.push_back(position(axis));
      if (position(axis) < static_cast<int64_t>(left_count_)) order.push_back(position(axis));
    }
  }
  const size_t kept = order.size();
  for (int64_t i = 0; i < static_cast<int64_t>(left_count_); ++i) {
    if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
  }
  if (!std::is_sorted(order.begin(), order.end())) x = permute(x, order);

  // 3. Reduce.
  if (order.size() > kept) x = reduce(x, kept);

  // 4. Add the new axes.
  if (axes_.size() > left_count_) {
    Shape repeats(final_axes.size(), -1);
    for (size_t i = 0; i < final_axes.size(); ++i) {
      if (final_axes[i] < static_cast<int64_t>(left_count_)) continue;
      x = unsqueeze(x, static_cast<int64_t>(i));
      repeats[i] = length[static_cast<size_t>(final_axes[i])];
    }
    x = expand(x, repeats);
  }

  // 5. Put composed axes together.
  bool joined = false;
  Shape shape;
  for (const auto& group : right_.groups) {
    int64_t size = 1;
    for (const std::string& axis : group.axes) size = times(size, length[static_cast<size_t>(position(axis))]);
    shape.push_back(size);
    joined = joined || group.axes.size() != 1;
  }
  return joined ? reshape(x, shape) : x;
}

}  // namespace mha::torch
