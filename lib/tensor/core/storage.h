#pragma once

#include <cstddef>
#include <cstdint>

namespace mha {

/// A block of bytes, 64-byte aligned, that tensors share. What is in it at first
/// is left over from before. When it goes, a large block is kept for the next
/// one of its size, up to 256 MiB of them.
class Storage {
 public:
  /// Calls checkpoint() for a large one. Throws BudgetError if MemoryMeter's limit
  /// would be exceeded, RuntimeError in PyTorch's words if the system has no such
  /// memory.
  explicit Storage(int64_t bytes);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  std::byte* data() const { return data_; }
  int64_t bytes() const { return bytes_; }

 private:
  void* block_ = nullptr;  // what was allocated
  std::byte* data_ = nullptr;  // the aligned part of it
  int64_t bytes_ = 0;
};

/// Counts the bytes of all live Storage of this process and holds a limit on
/// them. The interpreter's Budget sets the limit; 0 means none.
class MemoryMeter {
 public:
  static int64_t live_bytes();
  static int64_t limit();
  static void set_limit(int64_t bytes);
  /// Bytes of blocks that no Storage holds, but that are kept for one.
  static int64_t kept_bytes();
  /// Gives them back to the system.
  static void drop_kept();
};

}  // namespace mha
