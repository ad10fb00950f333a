#include "tensor/kernels/elementwise.h"

namespace mha {

void check_target(const Tensor& target, const Shape& shape, DType dtype,
                  const Operand& other) {
  check_writable(target);
  throw_if(target.shape() != shape, "output with shape {} doesn't match the broadcast shape {}",
           target.shape(), shape);
  const DType to = target.dtype();
  const bool loses = (is_floating(dtype) && !is_floating(to)) ||
                     (dtype != DType::bool_ && to == DType::bool_);
  throw_if(loses, "result type {} can't be cast to the desired output type {}",
           scalar_type_name(dtype), scalar_type_name(to));
  for (size_t d = 0; d < shape.size(); ++d) {
    throw_if(target.strides()[d] == 0 && shape[d] > 1,
             "unsupported operation: more than one element of the written-to tensor refers to a "
             "single memory location. Please clone() the tensor before performing the operation.");
  }
  if (!other.is_tensor() || other.tensor().is_same(target)) return;
  const Tensor& from = other.tensor();
  if (from.storage() != target.storage() || from.numel() == 0) return;
  const bool same = from.storage_offset() == target.storage_offset() &&
                    from.shape() == target.shape() &&
                    from.strides() == target.strides();
  if (same || !is_dense(from) || !is_dense(target)) return;
  const int64_t begin = from.storage_offset();
  const int64_t start = target.storage_offset();
  throw_if(
      begin < start + target.numel() && start < begin + from.numel(),
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to "
      "a single memory location. Please clone() the tensor before performing the operation.");
}

namespace {

template <int N>
const Kernel<N>& kernel_for(std::span<const Kernel<N>> kernels, const Elementwise& op) {
  const DType compute = compute_dtype(op.compute);
  for (const Kernel<N>& kernel : kernels) {
    if (kernel.in == compute) return kernel;
  }
  not_implemented(op.kernel, op.compute);
}

/// The op over inputs that are of the kernel's dtype, into a result of this shape.
template <int N>
Tensor run_over(const Elementwise& op, Shape shape, const std::array<const Input*, N - 1>& inputs,
                const Kernel<N>& kernel, const void* function) {
  const bool direct = op.target.defined() && op.target.dtype() == kernel.out;
  Tensor work;
  if (direct) {
    work = op.target;
  } else if constexpr (N == 2) {
    work = fresh_result(std::move(shape), kernel.out, {inputs[0]->layout()});
  } else {
    work = fresh_result(std::move(shape), kernel.out, {inputs[0]->layout(), inputs[1]->layout()});
  }
  std::array<Layout, N> layouts{Layout(work)};
  std::array<std::byte*, N> begin{const_cast<std::byte*>(work.data_ptr())};
  std::array<int64_t, N> size{static_cast<int64_t>(size_of(kernel.out))};
  for (size_t k = 1; k < N; ++k) {
    layouts[k] = inputs[k - 1]->layout();
    begin[k] = const_cast<std::byte*>(inputs[k - 1]->bytes());
    size[k] = static_cast<int64_t>(size_of(kernel.in));
  }
  const StridedLoop<N> loop(work.shape().data(), static_cast<int>(work.dim()), layouts);
  NumberRun<N> all{};
  for (int k = 0; k < N; ++k) all.step[static_cast<size_t>(k)] = loop.inner_step(k);
  const auto part = [&](const std::array<int64_t, N>& offset, int64_t n) {
    NumberRun<N> run = all;
    for (size_t k = 0; k < N; ++k) run.at[k] = begin[k] + offset[k] * size[k];
    run.count = n;
    kernel.work(function, run);
  };
  if (kernel.shared) {
    loop.run_shared(part);
  } else {
    loop.run(part);
  }
  return store_result(std::move(work), op.result, op.target);
}

}  // namespace

Tensor run_elementwise(const Elementwise& op, const Operand& a, const Operand& b,
                       std::span<const Kernel<3>> kernels, const void* function) {
  Shape shape = broadcast_shapes(shape_of(a), shape_of(b));
  if (op.target.defined()) check_target(op.target, shape, op.result, b);
  const Input x(a, op.compute);
  const Input y(b, op.compute);
  return run_over<3>(op, std::move(shape), {&x, &y}, kernel_for(kernels, op), function);
}

Tensor run_elementwise(const Elementwise& op, const Tensor& self,
                       std::span<const Kernel<2>> kernels, const void* function) {
  if (op.target.defined()) check_target(op.target, self.shape(), op.result, self);
  const Input x(self, op.compute);
  return run_over<2>(op, self.shape(), {&x}, kernel_for(kernels, op), function);
}

}  // namespace mha
