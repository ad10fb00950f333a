#include "samples.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "io/reading.h"
#include "io/zip_archive.h"
#include "tensor/factory.h"
#include "tensor/views.h"

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
  zip_source_t* const out = zip_source_buffer_create(nullptr, 0, 0, nullptr);
  zip_t* const archive = zip_open_from_source(out, ZIP_TRUNCATE, nullptr);
  zip_source_keep(out);
  for (const auto& [name, content] : entries) {
    zip_source_t* const source =
        zip_source_buffer(archive, content.data(), content.size(), 0);
    const zip_int64_t at = zip_file_add(archive, name.c_str(), source, 0);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(at),
                             ZIP_CM_DEFLATE, 1);
  }
  zip_close(archive);
  zip_stat_t stat;
  zip_source_stat(out, &stat);
  std::string bytes(stat.size, '\0');
  zip_source_open(out);
  zip_source_read(out, bytes.data(), bytes.size());
  zip_source_close(out);
  zip_source_free(out);
  if (claimed < 0) return bytes;
  // The size stands 24 bytes into each record of the central directory.
  for (size_t at = bytes.find("PK\x01\x02"); at != bytes.npos;
       at = bytes.find("PK\x01\x02", at + 4)) {
    for (size_t i = 0; i < 4; ++i) {
      bytes[at + 24 + i] = static_cast<char>(claimed >> (8 * i) & 0xff);
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
