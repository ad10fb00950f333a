// Implements the normalisation of nn.h.

#include <algorithm>
#include <cmath>
#include <limits>

#include "tensor/core/internal.h"
#include "tensor/core/numerics.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/unary.h"

namespace mha {
namespace {

// Numbers that are worth a thread of their own.
constexpr int64_t kNumbersWorthAThread = 1 << 15;

void check_shapes(const Tensor& x, const Shape& over, const Tensor& weight,
                  const Tensor& bias) {
  throw_if(over.empty(),
           "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
           "element, but got normalized_shape = []");
  for (const auto& [t, name] :
       {std::pair(&weight, "weight"), {&bias, "bias"}}) {
    if (t->defined() && t->shape() != over) {
      throw_error(
          "Expected {0} to be of same shape as normalized_shape, but got {0} of shape {1} and "
          "normalized_shape = {2}",
          name, t->shape(), over);
    }
  }
  const Shape& shape = x.shape();
  if (shape.size() < over.size() ||
      !std::equal(over.rbegin(), over.rend(), shape.rbegin())) {
    std::string sizes = to_string(over);
    throw_error(
        "Given normalized_shape={}, expected input with shape [*, {}, but got input of size{}",
        sizes, sizes.substr(1), shape);
  }
}

// Over rows of n numbers, in fused steps.
template <typename T>
void layer_norm_rows(const T* x, T* out, int64_t rows, int64_t n, const T* weight, const T* bias,
                     T eps) {
  for (int64_t i = 0; i < rows; ++i, x += n, out += n) {
    const Moments<T> m = moments(x, n);
    const T scale = T(1) / std::sqrt(std::max(m.variance, T(0)) + eps);
    const T shift = -scale * m.mean;
    for (int64_t j = 0; j < n; ++j) out[j] = std::fma(x[j], scale, shift);
    if (weight && bias) {
      for (int64_t j = 0; j < n; ++j) out[j] = std::fma(out[j], weight[j], bias[j]);
    } else if (weight) {
      for (int64_t j = 0; j < n; ++j) out[j] = std::fma(out[j], weight[j], T(0));
    } else {
      for (int64_t j = 0; j < n; ++j) out[j] = out[j] + (bias ? bias[j] : T(0));
    }
  }
}

Tensor ready(const Tensor& t, DType dtype) {
  return t.defined() ? contiguous(to(detach(t), dtype)) : t;
}

}  // namespace

Tensor layer_norm(const Tensor& input, const Shape& normalized_shape,
                  const Tensor& weight, const Tensor& bias, double eps) {
  check_shapes(input, normalized_shape, weight, bias);
  throw_if(!is_floating(input.dtype()), "\"LayerNormKernelImpl\" not implemented for '{}'",
           scalar_type_name(input.dtype()));
  for (const Tensor* t : {&weight, &bias}) {
    if (t->defined() && t->dtype() != input.dtype()) {
      throw_error("expected scalar type {} but found {}", scalar_type_name(input.dtype()),
                  scalar_type_name(t->dtype()));
    }
  }
  const DType inner = compute_dtype(input.dtype());
  const Tensor x = ready(input, inner);
  const Tensor w = ready(weight, inner);
  const Tensor b = ready(bias, inner);
  const Tensor out = Tensor::empty(x.shape(), inner);
  int64_t n = 1;
  for (const int64_t size : normalized_shape) n *= size;
  if (x.numel() > 0) {
    const auto run = [&]<typename T>(Type<T>) {
      const T* from = x.data<T>();
      T* to = out.data<T>();
      const T* by = w.defined() ? w.data<T>() : nullptr;
      const T* onto = b.defined() ? b.data<T>() : nullptr;
      const int64_t grain = std::max<int64_t>(1, kNumbersWorthAThread / n);
      parallel_for(x.numel() / n, grain, [&](int64_t begin, int64_t end) {
        layer_norm_rows(from + begin * n, to + begin * n, end - begin, n, by, onto,
                        static_cast<T>(eps));
      });
    };
    inner == DType::float64 ? run(Type<double>{}) : run(Type<float>{});
  }
  return record({"NativeLayerNormBackward0", "layer_norm"}, to(out, input.dtype()),
                {input, weight, bias}, [&](Node& node) {
                  node.save(input).save(weight).with(normalized_shape).with(eps);
                });
}

Tensor rms_norm(const Tensor& x, const Shape& normalized_shape,
                const Tensor& weight, std::optional<double> eps) {
  check_shapes(x, normalized_shape, weight, {});
  const bool wide = x.dtype() == DType::float64;
  const double least = eps.value_or(
      wide ? std::numeric_limits<double>::epsilon()
           : static_cast<double>(std::numeric_limits<float>::epsilon()));
  Shape dims;
  for (int64_t d = -static_cast<int64_t>(normalized_shape.size()); d < 0; ++d) {
    dims.push_back(d);
  }
  const Tensor power = mean(square(x), dims, /*keepdim=*/true);
  const Tensor out = mul(x, rsqrt(add(power, least)));
  return weight.defined() ? mul(out, weight) : out;
}

}  // namespace mha
