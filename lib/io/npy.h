#pragma once

#include <string>
#include <string_view>

#include "io/reading.h"

/// NumPy's .npy: a magic word, a header that is a Python dict, the numbers.
namespace mha::io {

constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// The array of a .npy, which takes all bytes of the stream. An array in
/// Fortran order gets such strides, as from torch.from_numpy(). Throws
/// ValueError, which names the type, for objects (which NumPy pickles), text,
/// dates and complex numbers.
Tensor read_npy(ByteStream& stream, Collection& collection);

std::string write_npy(const Tensor& tensor);

}  // namespace mha::io
