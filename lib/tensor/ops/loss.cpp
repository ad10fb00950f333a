// Implements the losses of nn.h.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "tensor/core/dispatch.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/index.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/softmax.h"
#include "tensor/ops/unary.h"

namespace mha {
namespace {

enum class Reduction { none, mean, sum };

Reduction parse_reduction(const std::string& name) {
  if (name == "none") return Reduction::none;
  if (name == "mean") return Reduction::mean;
  if (name == "sum") return Reduction::sum;
  throw ValueError(name + " is not a valid value for reduction");
}

Tensor reduce(const Tensor& loss, Reduction reduction) {
  switch (reduction) {
    case Reduction::mean:
      return mean(loss);
    case Reduction::sum:
      return sum(loss);
    case Reduction::none:
      break;
  }
  return loss;
}

// The running sum of PyTorch's nll_loss: eight levels, each added to the next
// at positions that depend only on the index.
class LossSum {
 public:
  explicit LossSum(int64_t count) {
    const int log2 = count <= 2 ? 1
                                : static_cast<int>(std::bit_width(
                                      static_cast<uint64_t>(count - 1)));
    power_ = std::max(4, log2 / kLevels);
  }

  /// Subtracts the loss of element `i`.
  void subtract(int64_t i, float v) {
    level_[0] -= v;
    const int64_t mask = (int64_t{1} << power_) - 1;
    for (int j = 0; j + 1 < kLevels; ++j) {
      if ((i & (mask << (j * power_))) != 0) return;
      level_[static_cast<size_t>(j + 1)] += level_[static_cast<size_t>(j)];
      level_[static_cast<size_t>(j)] = 0;
    }
  }
  float total() const {
    float sum = 0;
    for (const float v : level_) sum += v;
    return sum;
  }

 private:
  static constexpr int kLevels = 8;
  int power_ = 4;
  std::array<float, kLevels> level_{};
};

// For the derivative of a loss of two tensors.
auto saving_pair(const Tensor& input, const Tensor& target,
                 const std::string& reduction) {
  return [&](Node& node) { node.save(input).save(target).with(interned(reduction)); };
}

void check_target(const Tensor& target) {
  if (target.dtype() != DType::int64) {
    throw RuntimeError(fmt::format("expected scalar type Long but found {}",
                                   scalar_type_name(target.dtype())));
  }
}

// Class scores last: (N, C, d...) as (N * d..., C).
Tensor scores_by_row(const Tensor& input) {
  const int64_t classes = input.dim() == 1 ? input.size(0) : input.size(1);
  const Tensor x = detach(input);
  return contiguous(
      reshape(x.dim() <= 2 ? x : movedim(x, {1}, {-1}), {-1, classes}));
}

Tensor nll_rows(const Tensor& input, const Tensor& target, const Tensor& weight,
                int64_t ignore_index, Reduction reduction) {
  const DType dtype = input.dtype();
  const Tensor rows = to(scores_by_row(input), DType::float64);
  const Tensor classes = contiguous(reshape(target, {-1}));
  const int64_t n = classes.numel();
  const int64_t count = rows.size(1);
  const Tensor w = weight.defined()
                       ? contiguous(to(detach(weight), DType::float64))
                       : weight;
  const Tensor each = zeros(target.shape(), dtype);
  const Tensor each_flat = reshape(each, {-1});
  const bool wide = dtype == DType::float64;
  LossSum narrow_sum(n);
  LossSum narrow_weight(n);
  double wide_sum = 0;
  double total_weight = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t c = classes.data<int64_t>()[i];
    if (c != ignore_index) {
      if (c < 0 || c >= count) {
        throw IndexError(fmt::format("Target {} is out of bounds.", c));
      }
      const double scale = w.defined() ? w.data<double>()[c] : 1.0;
      const double score = rows.data<double>()[i * count + c];
      total_weight += scale;
      if (reduction == Reduction::none) {
        fill_(select(each_flat, 0, i), -score * scale);
      } else if (wide) {
        wide_sum -= score * scale;
      } else {
        narrow_weight.subtract(i, -static_cast<float>(scale));
        narrow_sum.subtract(
            i, static_cast<float>(score) * static_cast<float>(scale));
      }
    }
  }
  if (reduction == Reduction::none) return each;
  if (wide) {
    const bool average = reduction == Reduction::mean;
    return full({}, average ? wide_sum / total_weight : wide_sum, dtype);
  }
  float total = narrow_sum.total();
  if (reduction == Reduction::mean) total /= narrow_weight.total();
  return full({}, static_cast<double>(total), dtype);
}

Tensor smoothed(const Tensor& input, const Tensor& target, const Tensor& weight,
                int64_t ignore_index, Reduction reduction, double smoothing) {
  const int64_t class_dim = input.dim() == 1 ? 0 : 1;
  const Tensor log_odds = log_softmax(input, class_dim);
  const char* names[] = {"none", "mean", "sum"};
  const Tensor nll = nll_loss(log_odds, target, weight, ignore_index,
                              names[static_cast<int>(reduction)]);
  Tensor weighted = log_odds;
  if (weight.defined()) {
    Shape shape(static_cast<size_t>(input.dim()), 1);
    shape[static_cast<size_t>(class_dim)] = weight.numel();
    weighted = mul(log_odds, view(weight, shape));
  }
  Tensor smooth = neg(sum(weighted, {class_dim}));
  const Tensor ignored = eq(target, ignore_index);
  smooth = masked_fill(smooth, ignored, 0.0);
  if (reduction == Reduction::mean) {
    if (weight.defined()) {
      const Tensor own =
          gather(weight, 0, reshape(masked_fill(target, ignored, 0), {-1}));
      const Tensor counted = masked_fill(own, reshape(ignored, {-1}), 0.0);
      smooth = div(sum(smooth), sum(counted));
    } else {
      smooth = div(sum(smooth), sum(logical_not(ignored)));
    }
  } else if (reduction == Reduction::sum) {
    smooth = sum(smooth);
  }
  const double share = smoothing / static_cast<double>(input.size(class_dim));
  return add(mul(nll, 1 - smoothing), mul(smooth, share));
}

Tensor from_odds(const Tensor& input, const Tensor& target,
                 const Tensor& weight, Reduction reduction, double smoothing) {
  const int64_t class_dim = input.dim() == 1 ? 0 : 1;
  const int64_t classes = input.size(class_dim);
  Tensor odds = target;
  if (smoothing > 0) {
    odds = add(mul(target, 1 - smoothing),
               smoothing / static_cast<double>(classes));
  }
  Tensor product = mul(log_softmax(input, class_dim), odds);
  if (weight.defined()) {
    Shape shape(static_cast<size_t>(input.dim()), 1);
    shape[static_cast<size_t>(class_dim)] = classes;
    product = mul(product, view(weight, shape));
  }
  if (reduction == Reduction::none) return neg(sum(product, {class_dim}));
  const Tensor total = neg(sum(product));
  if (reduction == Reduction::sum) return total;
  const int64_t rows = classes ? input.numel() / classes : 0;
  // DivBackward1, because PyTorch divides by a symbolic size here.
  return record({"DivBackward1", "div"}, div(detach(total), rows), {total},
                [&](Node& node) { node.with(std::monostate()).save(Operand(rows)); });
}

void check_batch_sizes(const Tensor& input, const Tensor& target) {
  if (input.dim() == 0) {
    throw ValueError("Expected 1 or more dimensions (got 0)");
  }
  if (input.dim() > 1 && target.dim() > 0 && input.size(0) != target.size(0)) {
    throw ValueError(
        fmt::format("Expected input batch_size ({}) to match target batch_size "
                    "({}).",
                    input.size(0), target.size(0)));
  }
}

}  // namespace

Tensor nll_loss(const Tensor& input, const Tensor& target, const Tensor& weight,
                int64_t ignore_index, const std::string& reduction) {
  const Reduction how = parse_reduction(reduction);
  check_batch_sizes(input, target);
  if (!is_floating(input.dtype())) {
    throw RuntimeError(
        fmt::format("\"nll_loss_out_frame\" not implemented for '{}'",
                    scalar_type_name(input.dtype())));
  }
  check_target(target);
  const int64_t classes = input.dim() == 1 ? input.size(0) : input.size(1);
  if (weight.defined() && (weight.dim() != 1 || weight.numel() != classes)) {
    throw RuntimeError(fmt::format(
        "weight tensor should be defined either for all {} classes or no "
        "classes but got weight tensor of shape: {}",
        classes, to_string(weight.shape())));
  }
  Shape expected = input.shape();
  expected.erase(expected.begin() + (input.dim() == 1 ? 0 : 1));
  const bool spatial = input.dim() > 2;
  const bool fits =
      expected == target.shape() || (input.dim() == 1 && target.numel() == 1);
  if (!fits && spatial) {
    throw RuntimeError(fmt::format("Expected target size {}, got {}",
                                   to_string(expected),
                                   to_string(target.shape())));
  }
  if (!fits && target.dim() > 1)
    throw RuntimeError("0D or 1D target tensor expected, multi-target not supported");
  if (!fits) {
    throw RuntimeError(fmt::format("size mismatch (got input: {}, target: {})",
                                   to_string(input.shape()),
                                   to_string(target.shape())));
  }
  return record({spatial ? "NllLoss2DBackward0" : "NllLossBackward0", "nll_loss"},
                nll_rows(input, target, weight, ignore_index, how), {input},
                [&](Node& node) {
                  node.with_shape_of(0).save(target).save(weight).with(ignore_index);
                  node.with(interned(reduction));
                });
}

Tensor cross_entropy(const Tensor& input, const Tensor& target,
                     const Tensor& weight, int64_t ignore_index,
                     const std::string& reduction, double label_smoothing) {
  const Reduction how = parse_reduction(reduction);
  if (label_smoothing < 0 || label_smoothing > 1) {
    throw RuntimeError(
        fmt::format("label_smoothing must be between 0.0 and 1.0. Got: {}",
                    label_smoothing));
  }
  if (target.shape() == input.shape()) {
    if (!is_floating(target.dtype())) {
      throw RuntimeError(fmt::format(
          "Expected floating point type for target with class probabilities, "
          "got {}",
          scalar_type_name(target.dtype())));
    }
    return from_odds(input, target, weight, how, label_smoothing);
  }
  check_batch_sizes(input, target);
  if (label_smoothing > 0) {
    check_target(target);
    return smoothed(input, target, weight, ignore_index, how, label_smoothing);
  }
  const int64_t class_dim = input.dim() == 1 ? 0 : 1;
  return nll_loss(log_softmax(input, class_dim), target, weight, ignore_index,
                  reduction);
}

Tensor mse_loss(const Tensor& input, const Tensor& target,
                const std::string& reduction) {
  const Reduction how = parse_reduction(reduction);
  const DType common = promote(input.dtype(), target.dtype());
  if (!is_floating(common)) {
    throw RuntimeError(fmt::format("\"mse_cpu\" not implemented for '{}'",
                                   scalar_type_name(common)));
  }
  const Tensor gap = sub(detach(input), detach(target));
  return record("MseLossBackward0", reduce(mul(gap, gap), how), {input, target},
                saving_pair(input, target, reduction));
}

Tensor l1_loss(const Tensor& input, const Tensor& target,
               const std::string& reduction) {
  return reduce(abs(sub(input, target)), parse_reduction(reduction));
}

Tensor binary_cross_entropy(const Tensor& input, const Tensor& target,
                            const std::string& reduction) {
  const Reduction how = parse_reduction(reduction);
  if (input.shape() != target.shape()) {
    throw ValueError(fmt::format(
        "Using a target size (torch.Size({})) that is different to the input "
        "size (torch.Size({})) is deprecated. Please ensure they have the same "
        "size.",
        to_string(target.shape()), to_string(input.shape())));
  }
  const Tensor x = detach(input);
  const Tensor y = detach(target);
  if (any(logical_or(lt(x, 0), gt(x, 1))).item().to_bool()) {
    throw RuntimeError("all elements of input should be between 0 and 1");
  }
  // Clamps logarithms at -100, so that a certain error has a finite loss.
  const Scalar least(-100.0);
  const Tensor miss = mul(sub(y, 1), clamp(log1p(neg(x)), least, {}));
  const Tensor hit = mul(y, clamp(log(x), least, {}));
  return record("BinaryCrossEntropyBackward0", reduce(sub(miss, hit), how),
                {input, target}, saving_pair(input, target, reduction));
}

Tensor binary_cross_entropy_with_logits(const Tensor& input,
                                        const Tensor& target,
                                        const std::string& reduction) {
  const Reduction how = parse_reduction(reduction);
  if (input.shape() != target.shape()) {
    throw ValueError(fmt::format(
        "Target size (torch.Size({})) must be the same as input size "
        "(torch.Size({}))",
        to_string(target.shape()), to_string(input.shape())));
  }
  const Tensor x = detach(input);
  const Tensor y = detach(target);
  const Tensor top = clamp(neg(x), Scalar(0), {});
  const Tensor spread = log(add(exp(neg(top)), exp(sub(neg(x), top))));
  const Tensor loss = add(add(mul(rsub(y, 1), x), top), spread);
  return record("BinaryCrossEntropyWithLogitsBackward0", reduce(loss, how),
                {input, target}, saving_pair(input, target, reduction));
}

}  // namespace mha
