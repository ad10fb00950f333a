#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/tensor_file.h"

/// Files for the tests of lib/io, good and bad.
namespace mha::samples {

/// A tensor of every dtype, with nan, inf, -0., a scalar and an empty one.
std::vector<NamedTensor> all_dtypes();

/// A .npy of version 1 with this header, whatever follows.
std::string npy(std::string_view descr, std::string_view shape,
                std::string_view numbers, std::string_view order = "False");

/// The bytes of floats.
std::string floats(std::initializer_list<float> values);
std::string reversed(std::string bytes);

/// A .pt with this pickle (after its protocol, before its stop) and storages.
std::string pt(std::string_view pickle,
               const std::vector<std::string>& storages = {});
/// The instructions for a tensor over storage `key`, in Python's own text
/// forms: shape and strides of up to three sizes below 256.
std::string pt_tensor(std::string_view key, int numel, int offset,
                      std::vector<int> shape, std::vector<int> strides,
                      std::string_view storage = "FloatStorage");
/// A text of fewer than 256 characters.
std::string pt_text(std::string_view text);

/// A .safetensors with this header, whatever follows.
std::string safetensors(std::string_view header, std::string_view numbers);

/// A deflated zip archive; `claimed`, if it is not negative, is the size that
/// every entry says it has.
std::string deflated(
    const std::vector<std::pair<std::string, std::string>>& entries,
    int64_t claimed = -1);

/// What is said when the file is refused: "message | help". Empty if it is
/// read; "kind: message" if the error is no ValueError.
std::string refusal(const std::string& name, std::string_view bytes);

/// The same dtype, shape and bits.
bool identical(const Tensor& a, const Tensor& b);

}  // namespace mha::samples
