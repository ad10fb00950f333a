#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tensor_file.h"
#include "tensor/core/print.h"

/// What all readers share: errors, limits on memory, byte streams. For the
/// sources of lib/io only.
namespace mha::io {

constexpr int64_t kMaxBytes = int64_t{1} << 30;
constexpr int64_t kMaxTensors = 100'000;
constexpr size_t kMaxDims = 64;
constexpr size_t kMaxName = 1000;
/// The maximum nesting depth of lists and dicts in a file.
constexpr int kMaxDepth = 64;

/// Throws ValueError. `what` says what was found, without the file's name,
/// which read_tensors() puts before it; without help, it adds its format's.
[[noreturn]] void refuse(std::string what, std::string help = {});

/// Text from a file as a message may show it: in quotes, cut short, control
/// characters and invalid UTF-8 as '?'.
std::string shown(std::string_view text);
/// "1 byte", "2 bytes".
std::string counted(int64_t count, std::string_view what);

/// float32 for "float32" and for "torch.float32"; nothing for what is no dtype.
std::optional<DType> dtype_named(std::string_view name);

/// The tensors read so far, and the memory that is left for more.
class Collection {
 public:
  /// The bytes that a tensor of this shape takes. Throws if a size is negative
  /// or the tensor is larger than a file may have.
  int64_t bytes_of(const Shape& shape, DType dtype) const;
  /// Counts memory against the limit, before it is allocated.
  void claim(int64_t bytes);
  /// bytes_of(), claim() and Tensor::empty() in one.
  Tensor allocate(Shape shape, DType dtype);

  /// Throws if the name is not printable text. Names may repeat only in printed
  /// tensors.
  void add(NamedTensor tensor, bool may_repeat = false);
  void add(std::string name, Tensor tensor) {
    add({std::move(name), std::move(tensor)});
  }

  std::vector<NamedTensor>& tensors() { return tensors_; }

 private:
  std::vector<NamedTensor> tensors_;
  std::set<std::string, std::less<>> names_;
  int64_t claimed_ = 0;  // memory
  int64_t viewed_ = 0;   // numbers, counted once for each view of them
};

/// A stream of bytes whose length is known beforehand.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// The number of bytes left, as the file claims.
  virtual int64_t left() const = 0;
  /// Fills all of `to`; throws if the stream ends before that.
  virtual void read(std::span<std::byte> to) = 0;
};

class MemoryStream : public ByteStream {
 public:
  explicit MemoryStream(std::string_view bytes) : bytes_(bytes) {}
  int64_t left() const override { return static_cast<int64_t>(bytes_.size()); }
  void read(std::span<std::byte> to) override;

 private:
  std::string_view bytes_;
};

/// Swaps the bytes of each number if `big_endian`, and makes every bool 0 or 1,
/// so that `storage` holds only valid values.
void put_in_order(Storage& storage, DType dtype, bool big_endian);

/// A number of 1 to 8 bytes, lowest first.
uint64_t little_endian(std::string_view bytes);
void append_little_endian(std::string& out, uint64_t value, int bytes);

/// The numbers in row-major order, lowest byte first.
std::string element_bytes(const Tensor& tensor);
/// Throws ValueError if the name is not printable text.
void check_name(std::string_view name);
/// Throws ValueError if names repeat or are not printable text.
void check_names(const std::vector<NamedTensor>& tensors);

}  // namespace mha::io
