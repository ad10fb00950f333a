// Implements the loss of nn.h, which others are made of.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "tensor/core/internal.h"
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
  throw_error<ValueError>("{} is not a valid value for reduction", name);
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

void check_target(const Tensor& target) {
  throw_if(target.dtype() != DType::int64, "expected scalar type Long but found {}",
           scalar_type_name(target.dtype()));
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
      throw_if<IndexError>(c < 0 || c >= count, "Target {} is out of bounds.", c);
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

void check_batch_sizes(const Tensor& input, const Tensor& target) {
  throw_if<ValueError>(input.dim() == 0, "Expected 1 or more dimensions (got 0)");
  const int64_t texts = target.dim() == 0 ? input.size(0) : target.size(0);
  throw_if<ValueError>(input.dim() > 1 && input.size(0) != texts,
                       "Expected input batch_size ({}) to match target batch_size ({}).",
                       input.size(0), texts);
}

}  // namespace

Tensor nll_loss(const Tensor& input, const Tensor& target, const Tensor& weight,
                int64_t ignore_index, const std::string& reduction) {
  const Reduction how = parse_reduction(reduction);
  check_batch_sizes(input, target);
  throw_if(!is_floating(input.dtype()), "\"nll_loss_out_frame\" not implemented for '{}'",
           scalar_type_name(input.dtype()));
  check_target(target);
  const int64_t classes = input.dim() == 1 ? input.size(0) : input.size(1);
  if (weight.defined() && (weight.dim() != 1 || weight.numel() != classes)) {
    throw_error(
        "weight tensor should be defined either for all {} classes or no classes but got weight "
        "tensor of shape: {}",
        classes, weight.shape());
  }
  Shape expected = input.shape();
  expected.erase(expected.begin() + (input.dim() == 1 ? 0 : 1));
  const bool spatial = input.dim() > 2;
  const bool fits =
      expected == target.shape() || (input.dim() == 1 && target.numel() == 1);
  throw_if(!fits && spatial, "Expected target size {}, got {}", expected, target.shape());
  throw_if(!fits && target.dim() > 1,
           "0D or 1D target tensor expected, multi-target not supported");
  throw_if(!fits, "size mismatch (got input: {}, target: {})", input.shape(), target.shape());
  return record({spatial ? "NllLoss2DBackward0" : "NllLossBackward0", "nll_loss"},
                nll_rows(input, target, weight, ignore_index, how), {input},
                [&](Node& node) {
                  node.with_shape_of(0).save(target).save(weight).with(ignore_index);
                  node.with(interned(reduction));
                });
}

}  // namespace mha
