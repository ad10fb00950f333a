#include "samples.h"

#include <fmt/format.h>
#include <minizip/zip.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>

#include "base/error.h"
#include "base/files.h"
#include "io/reading.h"
#include "io/zip_archive.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"

namespace mha::samples {

std::vector<NamedTensor> all_dtypes() {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  std::vector<NamedTensor> out;
  for (const DType dtype : {DType::uint8, DType::int8, DType::int16,
                            DType::int32, DType::int64, DType::bool_}) {
    out.push_back({std::string(torch_name(dtype).substr(6)),
                   from_scalars({2, 2}, {0, 1, 100, 127}, dtype)});
  }
  for (const DType dtype :
       {DType::float16, DType::bfloat16, DType::float32, DType::float64}) {
    out.push_back(
        {std::string(torch_name(dtype).substr(6)),
         from_scalars({2, 3}, {1.5, NAN, -0.0, kInf, -kInf, 1e-3}, dtype)});
  }
  out.push_back({"scalar", scalar_tensor(2.5)});
  out.push_back({"empty", zeros({2, 0, 3})});
  out.push_back(
      {"turned", transpose(Tensor::of({2, 3}, {1, 2, 3, 4, 5, 6}), 0, 1)});
  return out;
}

std::string npy(std::string_view descr, std::string_view shape,
                std::string_view numbers, std::string_view order) {
  const std::string header =
      fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}\n",
                  descr, order, shape);
  std::string out("\x93NUMPY\x01\x00", 8);
  io::append_little_endian(out, header.size(), 2);
  return out.append(header).append(numbers);
}

std::string floats(std::initializer_list<float> values) {
  std::string out(values.size() * sizeof(float), '\0');
  std::memcpy(out.data(), values.begin(), out.size());
  return out;
}

std::string reversed(std::string bytes) {
  for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::reverse(bytes.data() + i, bytes.data() + i + 4);
  }
  return bytes;
}

std::string pt(std::string_view pickle,
               const std::vector<std::string>& storages) {
  io::ZipWriter writer;
  writer.add("archive/data.pkl", fmt::format("\x80\x02{}.", pickle));
  for (size_t i = 0; i < storages.size(); ++i) {
    writer.add(fmt::format("archive/data/{}", i), storages[i]);
  }
  writer.add("archive/version", "3\n");
  return writer.finish();
}

std::string pt_text(std::string_view text) {
  return fmt::format("\x8c{}{}", static_cast<char>(text.size()), text);
}

std::string pt_tensor(std::string_view key, int numel, int offset,
                      std::vector<int> shape, std::vector<int> strides,
                      std::string_view storage) {
  const auto integer = [](int value) {
    std::string out = "J";
    io::append_little_endian(out, static_cast<uint32_t>(value), 4);
    return out;
  };
  const auto tuple = [&](const std::vector<int>& values) {
    std::string out = "(";
    for (const int value : values) out += integer(value);
    return out + "t";
  };
  return "ctorch._utils\n_rebuild_tensor_v2\n((" + pt_text("storage") +
         fmt::format("ctorch\n{}\n", storage) + pt_text(key) + pt_text("cpu") +
         integer(numel) + "tQ" + integer(offset) + tuple(shape) +
         tuple(strides) + "\x89" + "ccollections\nOrderedDict\n)RtR";
}

std::string safetensors(std::string_view header, std::string_view numbers) {
  std::string out;
  io::append_little_endian(out, header.size(), 8);
  return out.append(header).append(numbers);
}

std::string deflated(
    const std::vector<std::pair<std::string, std::string>>& entries,
    int64_t claimed) {
  std::string path =
      (std::filesystem::temp_directory_path() / "mha-deflated-XXXXXX").string();
  ::close(::mkstemp(path.data()));
  zipFile const archive = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
  for (const auto& [name, content] : entries) {
    zipOpenNewFileInZip64(archive, name.c_str(), nullptr, nullptr, 0, nullptr,
                          0, nullptr, Z_DEFLATED, 1, 0);
    zipWriteInFileInZip(archive, content.data(),
                        static_cast<unsigned>(content.size()));
    zipCloseFileInZip(archive);
  }
  zipClose(archive, nullptr);
  std::string bytes = read_file(path, 1 << 30);
  std::filesystem::remove(path);
  if (claimed < 0) return bytes;
  // The size stands 22 bytes into what precedes each entry, and 24 bytes into
  // what the directory says of it.
  for (const auto& [record, offset] : {std::pair{"PK\x03\x04", 22},
                                       std::pair{"PK\x01\x02", 24}}) {
    for (size_t at = bytes.find(record); at != bytes.npos;
         at = bytes.find(record, at + 4)) {
      for (int i = 0; i < 4; ++i) {
        bytes[at + static_cast<size_t>(offset + i)] =
            static_cast<char>(claimed >> (8 * i) & 0xff);
      }
    }
  }
  return bytes;
}

std::string refusal(const std::string& name, std::string_view bytes) {
  try {
    read_tensors(name, bytes);
    return "";
  } catch (const ValueError& error) {
    return fmt::format("{} | {}", error.message(), error.help());
  } catch (const Error& error) {
    return fmt::format("{}: {}", error.kind(), error.message());
  }
}

bool identical(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() &&
         io::element_bytes(a) == io::element_bytes(b);
}

}  // namespace mha::samples
