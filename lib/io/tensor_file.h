#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensor/core/tensor.h"

/// Tensors that were computed elsewhere, from the bytes of a file and back.
/// Start here; a file pair for each format lies beside it.
namespace mha {

struct NamedTensor {
  /// As the file says: "layers.0.weight" for what lies in dicts and lists of a
  /// .pt; the file's own name without its ending where it holds one array
  /// without a name; empty for a print without a name.
  std::string name;
  Tensor tensor;
  /// How far a number may be from the one meant: half a unit of the last digit
  /// printed, and what its dtype rounds. 0 where the file is exact.
  double precision = 0;
  /// The same for each number, float64 of the tensor's shape, where they were
  /// printed with exponents; `precision` is then the largest. Undefined
  /// otherwise.
  Tensor half_units = {};
};

/// Whether the name ends as a file of tensors does: .npy .npz .pt .pth
/// .safetensors .json .csv .txt, in letters of either case.
bool is_tensor_file(std::string_view path);

/// All tensors of a file, in its order. The format is told by the name's
/// ending, and by the bytes where the ending says nothing. Nothing in the file
/// is executed; what it claims is checked against what is there before memory
/// is taken for it, and its tensors have at most 1 GiB together.
///
/// Tensors of a .pt share storage and have strides as they had when saved;
/// none requires gradients. In .json, .csv and prints without a dtype, numbers
/// have the one that torch.tensor() would give them (NumPy's for its prints).
///
/// Throws ValueError with words for a learner: what the file is, what was
/// found in it, and, as help, how to save it so that it can be read.
std::vector<NamedTensor> read_tensors(const std::string& file_name,
                                      std::string_view bytes);

// The bytes of a file with these tensors. Names are taken as they are and must
// differ; throws ValueError if they do not, or if the format cannot hold one.
// The same tensors give the same bytes.

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
