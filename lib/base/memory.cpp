#include "base/memory.h"

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace mha {
namespace {

/// How much may be taken before the keeper is asked again.
constexpr int64_t kUnseen = int64_t{16} << 20;
/// The smallest block that operator new may refuse.
[[maybe_unused]] constexpr int64_t kLargeBlock = int64_t{4} << 20;

constinit thread_local MemoryKeeper* keeper = nullptr;

int64_t room_under(const MemoryKeeper* k) { return k ? kUnseen : INT64_MAX; }

}  // namespace

constinit thread_local int64_t memory::room = INT64_MAX;

void memory::ask_keeper(int64_t bytes) {
  MemoryKeeper* const asked = keeper;
  room = room_under(asked);
  if (!asked) return;
  const MemoryWatch off(nullptr);  // memory for the answer itself is not limited
  asked->asked(bytes);
}

void memory::tell_keeper() noexcept {
  room = keeper ? 0 : INT64_MAX;  // whoever may be refused is asked next
  if (keeper) keeper->taken();
}

void memory_was_looked_at() { memory::room = room_under(keeper); }

MemoryWatch::MemoryWatch(MemoryKeeper* k)
    : previous_(std::exchange(keeper, k)),
      room_(std::exchange(memory::room, room_under(k))) {}

MemoryWatch::~MemoryWatch() {
  keeper = previous_;
  memory::room = room_;
}

MemoryKeeper* memory_keeper() { return keeper; }

}  // namespace mha

#if !defined(__SANITIZE_ADDRESS__)  // which brings an operator new of its own

// Destructors and code that must not fail allocate only small blocks. Those are
// counted, and the evaluator checks the limit at its next step.

void* operator new(std::size_t size) {
  const auto bytes = static_cast<int64_t>(size);
  if ((mha::memory::room -= bytes) < 0) [[unlikely]] {
    if (bytes >= mha::kLargeBlock || bytes < 0)
      mha::memory::ask_keeper(bytes < 0 ? INT64_MAX : bytes);
    else
      mha::memory::tell_keeper();
  }
  if (void* block = std::malloc(size ? size : 1)) return block;
  throw std::bad_alloc();
}

void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

#endif
