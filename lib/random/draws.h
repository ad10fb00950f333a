#pragma once

#include <optional>

#include "random/generator.h"
#include "tensor/core/factory.h"
#include "tensor/core/tensor.h"

/// Random tensors, bit for bit PyTorch's on a CPU. Every op takes its numbers
/// from `generator`; the checks and their words are PyTorch's.
namespace mha {

// New tensors.
Tensor rand(const Shape& shape, Generator& generator = default_generator(),
            DType dtype = default_dtype());
Tensor randn(const Shape& shape, Generator& generator = default_generator(),
             DType dtype = default_dtype());
/// Integers from `low` to `high` - 1, of any dtype.
Tensor randint(int64_t low, int64_t high, const Shape& shape,
               Generator& generator = default_generator(),
               DType dtype = DType::int64);
Tensor randperm(int64_t n, Generator& generator = default_generator(),
                DType dtype = DType::int64);
Tensor rand_like(const Tensor& self, std::optional<DType> dtype = {});
Tensor randn_like(const Tensor& self, std::optional<DType> dtype = {});
Tensor randint_like(const Tensor& self, int64_t low, int64_t high,
                    std::optional<DType> dtype = {});
/// torch.normal with a tensor for the mean, the deviation or both.
Tensor normal(const Tensor& mean, double std,
              Generator& generator = default_generator());
Tensor normal(double mean, const Tensor& std,
              Generator& generator = default_generator());
Tensor normal(const Tensor& mean, const Tensor& std,
              Generator& generator = default_generator());
Tensor normal(double mean, double std, const Shape& shape,
              Generator& generator = default_generator());
/// 0 or 1, each 1 with the probability in its element of the tensor; or always
/// with p.
Tensor bernoulli(const Tensor& self,
                 Generator& generator = default_generator());
Tensor bernoulli(const Tensor& self, double p,
                 Generator& generator = default_generator());
/// Draws indices by the weights in each row.
Tensor multinomial(const Tensor& weights, int64_t samples,
                   bool replacement = false,
                   Generator& generator = default_generator());

// In place; each returns `self`. They draw in memory order.
Tensor uniform_(const Tensor& self, double from = 0, double to = 1,
                Generator& generator = default_generator());
Tensor normal_(const Tensor& self, double mean = 0, double std = 1,
               Generator& generator = default_generator());
Tensor bernoulli_(const Tensor& self, double p = 0.5,
                  Generator& generator = default_generator());
Tensor bernoulli_(const Tensor& self, const Tensor& p,
                  Generator& generator = default_generator());
Tensor exponential_(const Tensor& self, double lambda = 1,
                    Generator& generator = default_generator());
/// Integers in [from, to); without bounds, all integers that the dtype holds
/// exactly.
Tensor random_(const Tensor& self, Generator& generator = default_generator());
Tensor random_(const Tensor& self, int64_t from, std::optional<int64_t> to,
               Generator& generator = default_generator());

// Dropout.
/// Which dropout masks to draw: those of PyTorch builds without MKL (as in most
/// books) or those of the x86 wheels. One value for the process.
enum class DropoutRng : uint8_t { plain, mkl };
void set_dropout_rng(DropoutRng rng);

/// Zeroes elements with probability p and scales the rest by 1 / (1 - p).
/// Returns `self` itself if not `training` or p is 0. Throws ValueError for a p
/// outside [0, 1], as F.dropout does.
Tensor dropout(const Tensor& x, double p = 0.5, bool training = true);
Tensor dropout_(const Tensor& x, double p = 0.5, bool training = true);

}  // namespace mha
