#pragma once

#include <string>

#include "tensor/core/check.h"
#include "torch/binding/convert.h"

namespace mha::torch {

/// torch.device: "cpu", "cuda:0". Only the CPU exists here.
struct Device {
  std::string type = "cpu";
  int64_t index = -1;  // none
};

/// A torch.device, a str or (for CUDA) an int. Throws RuntimeError in
/// PyTorch's words on a name that is none.
Device to_device(lang::Interpreter& interp, const lang::Value& v);

/// The tensor behind a NumPy-like array (x.numpy()), or null.
const Tensor* as_array(lang::Interpreter& interp, const lang::Value& v);
lang::Value array_value(lang::Interpreter& interp, const Tensor& t);

// Of torch.Generator and torch.manual_seed().
uint64_t to_seed(const lang::Value& v);
lang::Value seed_value(uint64_t seed);
/// A seed that differs from run to run, as seed() asks for.
uint64_t fresh_seed();
lang::Value generator_state(const Generator& g);
void set_generator_state(Generator& g, const lang::Value& state);

/// Makes the classes of these and of Size, dtype, layout and Generator, and
/// the objects torch.float32, torch.strided, ...
void add_types(lang::Interpreter& interp);

}  // namespace mha::torch
