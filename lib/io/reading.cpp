#include "io/reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "tensor/core/views.h"

// Numbers are read and written as they lie in memory.
static_assert(std::endian::native == std::endian::little);

namespace mha::io {

void refuse(std::string what, std::string help) {
  ValueError error(std::move(what));
  error.with_help(std::move(help));
  throw error;
}

std::string shown(std::string_view text) {
  constexpr int kLongest = 60;
  std::string out = "'";
  size_t pos = 0;
  for (int n = 0; pos < text.size(); ++n) {
    if (n == kLongest) {
      out += "...";
      break;
    }
    const char32_t c = next_codepoint(text, pos);
    const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0) ||
                         (c >= 0x200b && c <= 0x200f) ||
                         (c >= 0x2028 && c <= 0x202e) ||
                         (c >= 0x2066 && c <= 0x2069) || c == 0xfffd;
    append_utf8(out, control ? U'?' : c);
  }
  return out + "'";
}

std::string counted(int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::optional<DType> dtype_named(std::string_view name) {
  constexpr std::string_view kPrefix = "torch.";
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  for (const DType dtype :
       {DType::uint8, DType::int8, DType::int16, DType::int32, DType::int64, DType::float16,
        DType::bfloat16, DType::float32, DType::float64, DType::bool_}) {
    if (torch_name(dtype).substr(kPrefix.size()) == name) return dtype;
  }
  return std::nullopt;
}

int64_t Collection::bytes_of(const Shape& shape, DType dtype) const {
  if (shape.size() > kMaxDims) {
    refuse(fmt::format("an array of {} dimensions; {} is the most",
                       shape.size(), kMaxDims));
  }
  int64_t bytes = static_cast<int64_t>(size_of(dtype));
  bool empty = false;
  for (const int64_t size : shape) {
    if (size < 0) {
      refuse(
          fmt::format("the shape {} has a negative size", shape_text(shape)));
    }
    empty = empty || size == 0;
    // The limit also applies to sizes beside a 0, because strides are computed
    // from them.
    if (size > 0 && __builtin_mul_overflow(bytes, size, &bytes)) {
      bytes = kMaxBytes + 1;
    }
    if (bytes > kMaxBytes) {
      refuse(
          fmt::format("the shape {} asks for more than 1 GiB, the most that "
                      "is read",
                      shape_text(shape)));
    }
  }
  return empty ? 0 : bytes;
}

void Collection::claim(int64_t bytes) {
  claimed_ += bytes;
  if (claimed_ > kMaxBytes) {
    refuse("its tensors take more than 1 GiB together, the most that is read",
           "hand in only the tensors asked for");
  }
}

Tensor Collection::allocate(Shape shape, DType dtype) {
  claim(bytes_of(shape, dtype));
  return Tensor::empty(std::move(shape), dtype);
}

void Collection::add(NamedTensor tensor, bool may_repeat) {
  const std::string& name = tensor.name;
  check_name(name);
  if (!may_repeat && !names_.insert(name).second) {
    refuse(fmt::format("two tensors have the name {}", shown(name)),
           "give each tensor its own name");
  }
  viewed_ += bytes_of(tensor.tensor.shape(), tensor.tensor.dtype());
  if (viewed_ > kMaxBytes) {
    refuse("its tensors hold more than 1 GiB together, the most that is read",
           "hand in only the tensors asked for");
  }
  if (static_cast<int64_t>(tensors_.size()) >= kMaxTensors) {
    refuse(fmt::format("it holds more than {} tensors", kMaxTensors),
           "hand in only the tensors asked for");
  }
  tensors_.push_back(std::move(tensor));
}

void MemoryStream::read(std::span<std::byte> to) {
  if (bytes_.size() < to.size()) {
    refuse(fmt::format("the file ends too early: {} more bytes should follow",
                       to.size() - bytes_.size()));
  }
  if (!to.empty()) std::memcpy(to.data(), bytes_.data(), to.size());
  bytes_.remove_prefix(to.size());
}

void put_in_order(Storage& storage, DType dtype, bool big_endian) {
  std::byte* const begin = storage.data();
  std::byte* const end = begin + storage.bytes();
  if (dtype == DType::bool_) {
    for (std::byte* b = begin; b != end; ++b) {
      *b = std::byte{*b != std::byte{0}};
    }
  }
  const auto width = static_cast<std::ptrdiff_t>(size_of(dtype));
  if (!big_endian || width == 1) return;
  for (std::byte* b = begin; end - b >= width; b += width) {
    std::reverse(b, b + width);
  }
}

uint64_t little_endian(std::string_view bytes) {
  uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  return value;
}

void append_little_endian(std::string& out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    out += static_cast<char>(value >> (8 * i) & 0xff);
  }
}

std::string element_bytes(const Tensor& tensor) {
  const Tensor whole = contiguous(tensor);
  return {reinterpret_cast<const char*>(whole.data_ptr()),
          static_cast<size_t>(whole.numel()) * size_of(whole.dtype())};
}

void check_name(std::string_view name) {
  if (name.size() > kMaxName || !is_valid_utf8(name) ||
      std::any_of(name.begin(), name.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
      })) {
    refuse(fmt::format("a tensor's name is not readable text: {}", shown(name)));
  }
}

void check_names(const std::vector<NamedTensor>& tensors) {
  std::set<std::string_view> names;
  for (const NamedTensor& tensor : tensors) {
    check_name(tensor.name);
    if (!names.insert(tensor.name).second) {
      refuse(fmt::format("two tensors have the name {}", shown(tensor.name)),
             "give each tensor its own name");
    }
  }
}

}  // namespace mha::io
