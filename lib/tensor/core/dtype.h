#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mha {

/// The type of a tensor's elements. The fast paths are for float32, float64,
/// int64, int32 and bool; tensors of the other dtypes can be made, converted,
/// printed and computed with as on PyTorch's CPU.
enum class DType : uint8_t {
  uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, bool_
};

/// Bytes of one element.
size_t size_of(DType dtype);
bool is_floating(DType dtype);
/// uint8, int8, int16, int32, int64; not bool.
bool is_integral(DType dtype);
/// The three names of a dtype in messages: "torch.float32", "Float",
/// "torch.FloatTensor".
std::string_view torch_name(DType dtype);
std::string_view scalar_type_name(DType dtype);
std::string_view tensor_type_name(DType dtype);
/// The dtype of the result of an op on both, by PyTorch's promotion table.
DType promote(DType a, DType b);

}  // namespace mha
