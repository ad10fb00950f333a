#pragma once

#include <cstddef>
#include <cstdint>

namespace mha {

/// A block of bytes, 64-byte aligned, that tensors share. Its initial contents
/// are undefined. On destruction it keeps a large block for the next one of its
/// size, up to 256 MiB in all.
class Storage {
 public:
  /// Calls checkpoint() for a large block. Throws BudgetError if it would
  /// exceed MemoryMeter's limit, RuntimeError in PyTorch's words if the system
  /// has not enough memory.
  explicit Storage(int64_t bytes);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  std::byte* data() const { return data_; }
  int64_t bytes() const { return bytes_; }

  /// The number of writes by in-place ops, by which backward() knows that what
  /// it needs is no longer there.
  uint32_t version = 0;
  /// Whether it was made in torch.inference_mode(): no derivative may need it.
  bool is_inference = false;

 private:
  void* block_ = nullptr;  // as allocated
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
  /// Bytes of blocks that are kept for a later Storage.
  static int64_t kept_bytes();
  /// Frees those blocks.
  static void drop_kept();
};

}  // namespace mha
