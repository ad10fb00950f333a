#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensor/core/tensor.h"

/// Reads tensors from the bytes of a file and writes them back. Start here. A format is a
/// source of its own in this folder and a row of the table in tensor_file.cpp.
namespace mha {

struct NamedTensor {
  /// The name in the file: "layers.0.weight" for a tensor in dicts and lists of
  /// a .pt; the file's own name without its ending if it holds one array
  /// without a name; empty for a printed tensor without a name.
  std::string name;
  Tensor tensor;
  /// How far a number may be from the original: half a unit of the last printed
  /// digit, and the rounding of its dtype. 0 if the file is exact.
  double precision = 0;
  /// The same for each number, float64 of the tensor's shape, if they were
  /// printed with exponents; `precision` is then the largest. Undefined
  /// otherwise.
  Tensor half_units = {};
};

/// Whether the name has the ending of a tensor file, in letters of either case.
bool is_tensor_file(std::string_view path);
/// ".npy", ".npz", ".pt", ...: the usual ending of each format.
std::vector<std::string> tensor_file_endings();

/// All tensors of a file, in its order. The name's ending gives the format or,
/// failing that, the bytes do. Executes nothing in the file; checks every
/// claimed size against the actual bytes before it allocates memory, and allows
/// at most 1 GiB for all tensors together.
///
/// Tensors of a .pt share storage and have strides as when saved; none requires
/// gradients. Without a dtype, numbers in .json, .csv and prints get the dtype
/// that torch.tensor() would give them (NumPy's dtype for its prints).
///
/// Throws ValueError with a message for learners: what the file is, what is
/// wrong and, as help, how to save it so that it can be read.
std::vector<NamedTensor> read_tensors(const std::string& file_name,
                                      std::string_view bytes);

// The bytes of a file with these tensors. Throws ValueError if two names are
// equal or the format cannot hold a tensor. The same tensors give the same
// bytes.

/// In one of written_formats(): "npz", "pt", ...
std::string write_tensors(std::string_view format, const std::vector<NamedTensor>& tensors);
std::vector<std::string> written_formats();

/// For np.load(). NumPy has no bfloat16: such a tensor is stored as float32.
std::string write_npz(const std::vector<NamedTensor>& tensors);
/// For torch.load(), also with weights_only=True: a dict.
std::string write_pt(const std::vector<NamedTensor>& tensors);
std::string write_safetensors(const std::vector<NamedTensor>& tensors);
/// {"name": {"shape": [2, 3], "dtype": "float32", "data": [six numbers]}}, the
/// numbers in row-major order; NaN, Infinity and -Infinity as Python's json
/// writes and reads them.
std::string write_json(const std::vector<NamedTensor>& tensors);

}  // namespace mha
