#pragma once

#include <cstddef>
#include <cstdint>

namespace mha {

/// A block of bytes, 64-byte aligned, that tensors share.
class Storage {
 public:
  /// Throws BudgetError if the calling thread's MemoryMeter would be exceeded,
  /// RuntimeError in PyTorch's words if the system has no such memory.
  explicit Storage(int64_t bytes);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  std::byte* data() const { return data_; }
  int64_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  int64_t bytes_ = 0;
};

/// Counts the bytes of all live Storage of this process and holds a limit on
/// them. The interpreter's Budget sets the limit; 0 means none.
class MemoryMeter {
 public:
  static int64_t live_bytes();
  static int64_t limit();
  static void set_limit(int64_t bytes);
};

}  // namespace mha
