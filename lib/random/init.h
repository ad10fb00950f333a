#pragma once

#include <string>

#include "random/generator.h"
#include "tensor/tensor.h"

/// torch.nn.init and what layers start from. Each fills `self` in place,
/// outside the recording of gradients, and returns it.
namespace mha::init {

Tensor uniform_(const Tensor& self, double a = 0, double b = 1);
Tensor normal_(const Tensor& self, double mean = 0, double std = 1);
/// N(mean, std) cut at a and b.
Tensor trunc_normal_(const Tensor& self, double mean = 0, double std = 1,
                     double a = -2, double b = 2);
Tensor constant_(const Tensor& self, Scalar value);
Tensor ones_(const Tensor& self);
Tensor zeros_(const Tensor& self);
Tensor eye_(const Tensor& self);
Tensor xavier_uniform_(const Tensor& self, double gain = 1);
Tensor xavier_normal_(const Tensor& self, double gain = 1);
/// `mode` is "fan_in" or "fan_out"; `a` is the slope of a leaky_relu.
Tensor kaiming_uniform_(const Tensor& self, double a = 0,
                        const std::string& mode = "fan_in",
                        const std::string& nonlinearity = "leaky_relu");
Tensor kaiming_normal_(const Tensor& self, double a = 0,
                       const std::string& mode = "fan_in",
                       const std::string& nonlinearity = "leaky_relu");

/// Throws ValueError "Unsupported nonlinearity ...". Without `param`, a
/// leaky_relu has the slope 0.01.
double calculate_gain(const std::string& nonlinearity, double param = 0.01);
/// Throws ValueError for tensors of fewer than 2 dimensions.
struct Fans {
  int64_t in;
  int64_t out;
};
Fans fan_in_and_fan_out(const Tensor& self);

/// What nn.Linear starts from, in its order of draws: weight (out, in), then
/// bias (out), which may be undefined.
void linear_(const Tensor& weight, const Tensor& bias);
/// What nn.Embedding starts from: N(0, 1), and zeros at `padding_idx` (-1: no
/// such row).
void embedding_(const Tensor& weight, int64_t padding_idx = -1);

}  // namespace mha::init
