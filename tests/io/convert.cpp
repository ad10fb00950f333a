#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "io/tensor_file.h"
#include "tensor/core/dtype.h"
#include "tensor/core/views.h"

// convert read FILE...        a line for each tensor: name, dtype, shape,
//                             precision and bytes in hex, parted by tabs
// convert write FILE PREFIX   PREFIX.npz, .pt, .safetensors and .json of FILE
// For oracle_io, which holds both against PyTorch and NumPy.
namespace {

using namespace mha;

std::vector<NamedTensor> load(const std::string& path) {
  return read_tensors(path, read_file(path, int64_t{1} << 31));
}

void print_tensors(const std::string& path) {
  fmt::print("file\t{}\n", path);
  try {
    for (const NamedTensor& named : load(path)) {
      const Tensor tensor = contiguous(named.tensor);
      std::string hex;
      const auto bytes = static_cast<int64_t>(
          static_cast<size_t>(tensor.numel()) * size_of(tensor.dtype()));
      for (int64_t i = 0; i < bytes; ++i) {
        hex +=
            fmt::format("{:02x}", static_cast<unsigned>(tensor.data_ptr()[i]));
      }
      fmt::print("tensor\t{}\t{}\t{}\t{}\t{}\n", named.name,
                 torch_name(tensor.dtype()), fmt::join(tensor.shape(), ","),
                 named.precision, hex);
    }
  } catch (const Error& error) {
    fmt::print("{}\t{}\t{}\n", error.kind(), error.message(), error.help());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 3 && arguments[0] == "write") {
    const std::vector<NamedTensor> tensors = load(arguments[1]);
    const std::string& prefix = arguments[2];
    write_file_atomic(prefix + ".npz", write_npz(tensors));
    write_file_atomic(prefix + ".pt", write_pt(tensors));
    write_file_atomic(prefix + ".safetensors", write_safetensors(tensors));
    write_file_atomic(prefix + ".json", write_json(tensors));
    return 0;
  }
  if (arguments.size() < 2 || arguments[0] != "read") return 2;
  for (size_t i = 1; i < arguments.size(); ++i) print_tensors(arguments[i]);
  return 0;
}
