#pragma once

#include <string>
#include <string_view>

#include "io/reading.h"

/// NumPy's .npy: a magic word, a header that is a Python dict, the numbers.
namespace mha::io {

constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// The array of a .npy; all bytes of the stream belong to it. An array in
/// Fortran order keeps it in its strides, as torch.from_numpy() does. Objects
/// (which NumPy pickles), text, dates and complex numbers are refused by name.
Tensor read_npy(ByteStream& stream, Collection& collection);

std::string write_npy(const Tensor& tensor);

}  // namespace mha::io
