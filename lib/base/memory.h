#pragma once

#include <cstdint>

namespace mha {

// The size of a value is known and asked for before the value is made. Every block
// of memory comes through here, whoever needs it: operator new and GMP for text,
// ints, lists and dicts, Storage for tensors. What makes a value out of many blocks,
// or takes long over a large one, asks for all of it at first.

/// Whoever holds a program to its limits.
class MemoryKeeper {
 public:
  /// So many bytes are wanted now, or have been taken bit by bit since the last call.
  /// Throws BudgetError to refuse.
  virtual void asked(int64_t bytes) = 0;
  /// So much has been taken, where nothing may be thrown, that the next is asked for.
  virtual void taken() noexcept = 0;

 protected:
  ~MemoryKeeper() = default;
};

namespace memory {
/// What this thread may take before its keeper is asked; without one, all there is.
extern constinit thread_local int64_t room;
[[gnu::cold]] void ask_keeper(int64_t bytes);
[[gnu::cold]] void tell_keeper() noexcept;
}  // namespace memory

/// Asks for a value of so many bytes. Throws BudgetError if the program that runs on
/// this thread may not have it; costs next to nothing for a small one.
inline void ask_memory(int64_t bytes) {
  if ((memory::room -= bytes) < 0) [[unlikely]] memory::ask_keeper(bytes);
}

inline void ask_memory(int64_t count, int64_t bytes_each) {
  int64_t bytes = 0;
  ask_memory(__builtin_mul_overflow(count, bytes_each, &bytes) ? INT64_MAX : bytes);
}

/// Counts a small block that is taken anyway; never throws.
inline void count_memory(int64_t bytes) noexcept {
  if ((memory::room -= bytes) < 0) [[unlikely]] memory::tell_keeper();
}

/// While it lives, `keeper` is asked on this thread; with null, nobody is.
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

/// For a keeper that has looked at what is taken without being asked.
void memory_was_looked_at();

/// Who is asked on this thread, or null.
MemoryKeeper* memory_keeper();

}  // namespace mha
