#pragma once

#include <cstdint>

namespace mha {

// Memory limits. Code asks for the size of a value before it makes the value.
// Every allocation comes through here: operator new and GMP for text, ints,
// lists and dicts, Storage for tensors. Code that makes a value from many
// blocks, or works long on a large one, asks for the whole size first.

/// Enforces a program's memory limit.
class MemoryKeeper {
 public:
  /// Called when so many bytes are needed now, or have been taken in small
  /// blocks since the last call. Throws BudgetError to refuse.
  virtual void asked(int64_t bytes) = 0;
  /// Called where nothing may be thrown, when so much was taken in small blocks
  /// that the keeper must be asked next time.
  virtual void taken() noexcept = 0;

 protected:
  ~MemoryKeeper() = default;
};

namespace memory {
/// How much this thread may take before it asks its keeper; unlimited without
/// one.
extern constinit thread_local int64_t room;
[[gnu::cold]] void ask_keeper(int64_t bytes);
[[gnu::cold]] void tell_keeper() noexcept;
}  // namespace memory

/// Asks for a value of so many bytes. Throws BudgetError if the program on this
/// thread may not have it; costs almost nothing for a small value.
inline void ask_memory(int64_t bytes) {
  if ((memory::room -= bytes) < 0) [[unlikely]] memory::ask_keeper(bytes);
}

inline void ask_memory(int64_t count, int64_t bytes_each) {
  int64_t bytes = 0;
  ask_memory(__builtin_mul_overflow(count, bytes_each, &bytes) ? INT64_MAX : bytes);
}

/// Counts a small block, which is allocated anyway; never throws.
inline void count_memory(int64_t bytes) noexcept {
  if ((memory::room -= bytes) < 0) [[unlikely]] memory::tell_keeper();
}

/// While it lives, `keeper` is this thread's keeper; with null there is none.
class MemoryWatch {
 public:
  explicit MemoryWatch(MemoryKeeper* keeper);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

 private:
  MemoryKeeper* previous_;
  int64_t room_;
};

/// Resets the count, for a keeper that has checked the memory on its own.
void memory_was_looked_at();

/// This thread's keeper, or null.
MemoryKeeper* memory_keeper();

}  // namespace mha
