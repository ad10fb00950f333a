// Implements multinomial() of draws.h.

#include <algorithm>
#include <cmath>
#include <vector>

#include "random/draws.h"
#include "tensor/core/check.h"

namespace mha {

Tensor multinomial(const Tensor& weights, int64_t num_samples, bool replacement,
                   Generator& g) {
  throw_if(weights.dim() != 1 && weights.dim() != 2, "prob_dist must be 1 or 2 dim");
  throw_if(!is_floating(weights.dtype()),
           "multinomial only supports floating-point dtypes for input, got: {}",
           scalar_type_name(weights.dtype()));
  throw_if(num_samples <= 0, "cannot sample n_sample <= 0 samples");
  const int64_t categories = weights.size(-1);
  throw_if(!replacement && num_samples > categories,
           "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  const int64_t rows = weights.dim() == 2 ? weights.size(0) : 1;
  const std::vector<Scalar> values = to_scalars(weights);
  std::vector<double> w;
  for (const Scalar& v : values) {
    throw_if(!(v.to_double() >= 0) || std::isinf(v.to_double()),
             "probability tensor contains either `inf`, `nan` or element < 0");
    w.push_back(v.to_double());
  }
  std::vector<Scalar> picks(static_cast<size_t>(rows * num_samples));
  if (!replacement || num_samples == 1) {
    // The largest of w / q, q exponential, is drawn with probability w.
    Tensor q = exponential_(empty(weights.shape(), weights.dtype()), 1, g);
    const std::vector<Scalar> draws = to_scalars(q);
    for (int64_t r = 0; r < rows; ++r) {
      const auto row = w.begin() + r * categories;
      throw_if(std::all_of(row, row + categories, [](double x) { return x == 0; }),
               "invalid multinomial distribution (sum of probabilities <= 0)");
      std::vector<std::pair<float, int64_t>> order;
      for (int64_t c = 0; c < categories; ++c) {
        const auto i = static_cast<size_t>(r * categories + c);
        order.emplace_back(
            static_cast<float>(w[i]) / static_cast<float>(draws[i].to_double()),
            c);
      }
      std::stable_sort(
          order.begin(), order.end(),
          [](const auto& a, const auto& b) { return a.first > b.first; });
      for (int64_t s = 0; s < num_samples; ++s) {
        picks[static_cast<size_t>(r * num_samples + s)] =
            order[static_cast<size_t>(s)].second;
      }
    }
  } else {
    for (int64_t r = 0; r < rows; ++r) {
      std::vector<double> sums;
      double sum = 0;
      for (int64_t c = 0; c < categories; ++c) {
        sum += w[static_cast<size_t>(r * categories + c)];
        sums.push_back(sum);
      }
      throw_if(!(sum > 0), "invalid multinomial distribution (sum of probabilities <= 0)");
      for (double& s : sums)
        s = static_cast<double>(static_cast<float>(s / sum));
      sums.back() = 1;
      for (int64_t s = 0; s < num_samples; ++s) {
        const double u = g.uniform_double();
        const auto at =
            std::upper_bound(sums.begin(), sums.end(), u,
                             [](double x, double y) { return x <= y; });
        picks[static_cast<size_t>(r * num_samples + s)] = static_cast<int64_t>(
            std::min<ptrdiff_t>(at - sums.begin(), categories - 1));
      }
    }
  }
  Shape shape =
      weights.dim() == 2 ? Shape{rows, num_samples} : Shape{num_samples};
  return from_scalars(std::move(shape), picks, DType::int64);
}

}  // namespace mha
