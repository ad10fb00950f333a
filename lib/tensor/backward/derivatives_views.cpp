#include <algorithm>
#include <array>

#include "tensor/backward/derivatives.h"
#include "tensor/core/internal.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/index.h"
#include "tensor/ops/join.h"

// Of what only moves numbers, and of writes through views.

namespace mha {
namespace {

void of_unchanged(const Node&, Grads grads, Inputs inputs) { inputs[0] = grads[0]; }

void of_reshape(const Node& node, Grads grads, Inputs inputs) {
  inputs[0] = reshape(grads[0], shape_param(node, 0));
}

void of_transpose(const Node& node, Grads grads, Inputs inputs) {
  inputs[0] = transpose(grads[0], param<int64_t>(node, 0), param<int64_t>(node, 1));
}

void of_permute(const Node& node, Grads grads, Inputs inputs) {
  const auto& order = param<Shape>(node, 0);
  Shape back(order.size());
  for (size_t d = 0; d < order.size(); ++d) {
    back[static_cast<size_t>(order[d])] = static_cast<int64_t>(d);
  }
  inputs[0] = permute(grads[0], back);
}

void of_slice(const Node& node, Grads grads, Inputs inputs) {
  const int64_t first = param<int64_t>(node, 2), step = param<int64_t>(node, 4);
  const int64_t length = param<int64_t>(node, 3);
  inputs[0] = zeros(shape_param(node, 0), grads[0].dtype());
  const int64_t last = length == 0 ? first : first + (length - 1) * step + 1;
  copy_elements(slice(inputs[0], param<int64_t>(node, 1), first, last, step), grads[0]);
}

void of_select(const Node& node, Grads grads, Inputs inputs) {
  inputs[0] = zeros(shape_param(node, 0), grads[0].dtype());
  copy_elements(select(inputs[0], param<int64_t>(node, 1), param<int64_t>(node, 2)), grads[0]);
}

/// The gradients of all parts, with 0 for those that nothing came for.
std::vector<Tensor> filled(const Node& node, Grads grads) {
  std::vector<Tensor> parts(grads.begin(), grads.end());
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].defined()) parts[i] = zeros(node.results[i].sizes(), node.results[i].dtype);
  }
  return parts;
}

void of_split(const Node& node, Grads grads, Inputs inputs) {
  // An empty 1-d part among others would count as nothing, whatever the shapes.
  inputs[0] = reshape(cat(filled(node, grads), param<int64_t>(node, 2)), shape_param(node, 1));
}

void of_unbind(const Node& node, Grads grads, Inputs inputs) {
  inputs[0] = stack(filled(node, grads), param<int64_t>(node, 1));
}

void of_cat(const Node& node, Grads grads, Inputs inputs) {
  const auto& shapes = param<std::vector<Shape>>(node, 0);
  const int64_t dim = param<int64_t>(node, 1);
  int64_t start = 0;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const bool skipped = shapes[i].size() == 1 && shapes[i][0] == 0;
    const int64_t length = skipped ? 0 : shapes[i][static_cast<size_t>(dim)];
    if (node.needs(i)) {
      inputs[i] = skipped ? zeros(shapes[i], grads[0].dtype())
                          : narrow(grads[0], dim, start, length);
    }
    start += length;
  }
}

void of_stack(const Node& node, Grads grads, Inputs inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (node.needs(i)) {
      inputs[i] = select(grads[0], param<int64_t>(node, 0), static_cast<int64_t>(i));
    }
  }
}

// Where a view lies in its base, once the base's memory is dense from 0 on.
struct Geometry {
  Shape base_shape, base_strides, shape, strides;
  int64_t offset = 0;
  int64_t numel = 0;  // of the memory that the base spans
};

Geometry geometry(const Node& node) {
  Geometry g{param<Shape>(node, 0), param<Shape>(node, 1), param<Shape>(node, 3),
             param<Shape>(node, 4), 0, 1};
  g.offset = param<int64_t>(node, 5) - param<int64_t>(node, 2);
  for (size_t d = 0; d < g.base_shape.size(); ++d) {
    g.numel += (g.base_shape[d] - 1) * g.base_strides[d];
  }
  for (const int64_t size : g.base_shape) {
    if (size == 0) g.numel = 0;
  }
  // A view may reach further than its base, by as_strided().
  int64_t reach = g.offset + 1;
  for (size_t d = 0; d < g.shape.size(); ++d) reach += (g.shape[d] - 1) * g.strides[d];
  g.numel = std::max(g.numel, reach);
  return g;
}

/// Adds `part` to the numbers of `memory` at a view's places, some of which may
/// be the same.
void add_at(const Tensor& memory, const Geometry& g, const Tensor& part) {
  const Tensor view = Tensor::over(memory.storage(), memory.dtype(), g.shape, g.strides, g.offset);
  const StridedLoop<2> loop(g.shape.data(), static_cast<int>(g.shape.size()),
                            {Layout(view), Layout(part)});
  with_type(memory.dtype(), [&]<typename T>(Type<T>) {
    T* to = view.data<T>();
    const T* from = part.data<T>();
    loop.run([&](const std::array<int64_t, 2>& at, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        T& sum = to[at[0] + i * loop.inner_step(0)];
        sum = static_cast<T>(sum + from[at[1] + i * loop.inner_step(1)]);
      }
    });
  });
}

void of_as_strided(const Node& node, Grads grads, Inputs inputs) {
  const Geometry g = geometry(node);
  const Tensor memory = zeros({g.numel}, grads[0].dtype());
  if (grads[0].numel() > 0) add_at(memory, g, grads[0]);
  inputs[0] = row_major_copy(
      Tensor::over(memory.storage(), memory.dtype(), g.base_shape, g.base_strides, 0));
}

constexpr NativeRow kViewDerivatives[] = {
    {"unchanged", of_unchanged}, {"reshape", of_reshape}, {"transpose", of_transpose},
    {"permute", of_permute},     {"slice", of_slice},     {"select", of_select},
    {"split", of_split},         {"unbind", of_unbind},   {"cat", of_cat},
    {"stack", of_stack},         {"as_strided", of_as_strided},
};

}  // namespace

std::span<const NativeRow> view_derivatives() { return kViewDerivatives; }

namespace {

/// The same by recorded ops, for a graph of the gradient.
void of_copy_slices_recorded(const Node& node, const Geometry& g, const Tensor& grad,
                             Inputs inputs, const Derivative& of_inner) {
  const Tensor flat = reshape(grad, {grad.numel()});
  const auto& inner = param<std::shared_ptr<Node>>(node, 6);
  const Tensor memory = arange(0, g.numel, 1);
  const Tensor part_of_memory = as_strided(memory, g.shape, g.strides, g.offset);
  const Shape line{part_of_memory.numel()};
  Tensor places = reshape(part_of_memory, line);
  if (g.base_strides != contiguous_strides(g.base_shape)) {
    // Where each place in memory comes when the base is read row by row.
    const Tensor rows = reshape(as_strided(memory, g.base_shape, g.base_strides, 0), flat.shape());
    places = index_select(scatter(memory, 0, rows, arange(0, flat.numel(), 1)), 0, places);
  }
  const std::array<Tensor, 1> of_part{reshape(index_select(flat, 0, places), g.shape)};
  std::vector<Tensor> given(inner->inputs.size());
  of_inner(inner, of_part, given);
  const Tensor part = given[0].defined() ? expand(given[0], g.shape) : zeros(g.shape, grad.dtype());
  inputs[0] = reshape(scatter(flat, 0, places, reshape(part, line)), g.base_shape);
  for (size_t i = 1; i < given.size(); ++i) inputs[i] = given[i];
}

}  // namespace

void of_copy_slices(const Node& node, Grads grads, Inputs inputs, const Derivative& of_inner) {
  const Geometry g = geometry(node);
  if (grad_enabled()) return of_copy_slices_recorded(node, g, grads[0], inputs, of_inner);
  const Tensor memory = zeros({g.numel}, grads[0].dtype());
  const Tensor whole =
      Tensor::over(memory.storage(), memory.dtype(), g.base_shape, g.base_strides, 0);
  copy_elements(whole, grads[0]);
  const Tensor part =
      Tensor::over(memory.storage(), memory.dtype(), g.shape, g.strides, g.offset);
  const auto& inner = param<std::shared_ptr<Node>>(node, 6);
  const std::array<Tensor, 1> of_part{row_major_copy(part)};
  std::vector<Tensor> given(inner->inputs.size());
  of_inner(inner, of_part, given);
  if (given[0].defined()) {
    copy_elements(part, expand(given[0], part.shape()));
  } else {
    copy_elements(part, zeros(part.shape(), part.dtype()));
  }
  inputs[0] = whole;
  for (size_t i = 1; i < given.size(); ++i) inputs[i] = given[i];
}

}  // namespace mha
