#include "tensor/core/storage.h"

#include <fmt/format.h>
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <deque>
#include <limits>
#include <mutex>
#include <new>

#include "base/memory.h"
#include "tensor/core/internal.h"

namespace mha {
namespace {

std::atomic<int64_t> g_live_bytes{0};
std::atomic<int64_t> g_limit{0};

constexpr size_t kAlignment = 64;

size_t rounded(int64_t bytes) {
  return (static_cast<size_t>(bytes) + kAlignment - 1) / kAlignment * kAlignment;
}

std::string human_bytes(int64_t bytes) {
  static constexpr std::array<const char*, 5> kUnits{"bytes", "KiB", "MiB",
                                                     "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  std::string number = fmt::format("{:.1f}", value);
  if (number.ends_with(".0")) number.resize(number.size() - 2);
  return number + " " + kUnits[unit];
}

constexpr int64_t kLarge = int64_t{1} << 18;  // 256 KiB
constexpr size_t kMostInHeap = size_t{1} << 25;  // 32 MiB

// Keeps freed blocks that are too large for the heap, for the next block of the
// same size: the system needs as long to zero fresh pages as arithmetic on them
// takes.
class KeptBlocks {
 public:
  /// A kept block of that size, or null.
  void* take(size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(blocks_.begin(), blocks_.end(),
                                 [&](const Block& b) { return b.bytes == bytes; });
    if (at == blocks_.end()) return nullptr;
    void* const data = at->data;
    kept_ -= bytes;
    blocks_.erase(at);
    return data;
  }
  /// Keeps it or frees it; the oldest go first.
  void give(void* data, size_t bytes) {
    constexpr size_t kMost = size_t{1} << 28;  // 256 MiB
    if (bytes <= kMostInHeap || bytes > kMost) return std::free(data);
    const std::lock_guard lock(mutex_);
    try {
      blocks_.push_back({data, bytes});
    } catch (const std::bad_alloc&) {
      return std::free(data);
    }
    kept_ += bytes;
    drop_to(kMost);
  }
  size_t bytes() const { return kept_; }
  /// Frees blocks until no more than so many bytes are kept.
  void shrink(size_t most) {
    if (kept_ <= most) return;
    const std::lock_guard lock(mutex_);
    drop_to(most);
  }

 private:
  struct Block {
    void* data;
    size_t bytes;
  };
  void drop_to(size_t most) {
    while (kept_ > most) {
      std::free(blocks_.front().data);
      kept_ -= blocks_.front().bytes;
      blocks_.pop_front();
    }
  }

  std::mutex mutex_;
  std::deque<Block> blocks_;
  std::atomic<size_t> kept_{0};
};

// Never destroyed: tensors may be freed after all static objects.
KeptBlocks& kept_blocks() {
  static KeptBlocks& blocks = *new KeptBlocks;
  return blocks;
}

// Fresh pages cost more than the arithmetic on them, so a large block is a kept
// one or comes from the heap, which reuses freed blocks; it lies in huge pages.
// A small block comes from malloc(), with room to align its data: twice as fast
// as an aligned allocation, for which malloc() caches no freed blocks.
void* allocate(size_t bytes) {
  if (bytes < static_cast<size_t>(kLarge)) return std::malloc(bytes + kAlignment - 1);
  if (bytes > kMostInHeap) {
    if (void* const data = kept_blocks().take(bytes)) return data;
  }
#if defined(__GLIBC__)
  constexpr size_t kHugePage = size_t{1} << 21;
  constexpr int kHeapGrowth = 1 << 26;  // 64 MiB
  // What a step of training frees, the next one needs.
  constexpr int kMostFreeInHeap = std::numeric_limits<int>::max();  // 2 GiB
  static const bool kept_in_heap =
      mallopt(M_MMAP_THRESHOLD, static_cast<int>(kMostInHeap)) != 0 &&
      mallopt(M_TRIM_THRESHOLD, kMostFreeInHeap) != 0 &&
      mallopt(M_TOP_PAD, kHeapGrowth) != 0;
  void* const data = std::aligned_alloc(kAlignment, bytes);
  if (data == nullptr || !kept_in_heap) return data;
  // Also advises the memory by which the heap has grown, before malloc's header
  // after this block makes a small page of it. If the system cannot follow the
  // advice, nothing is lost.
  const auto begin = reinterpret_cast<uintptr_t>(data) / kHugePage * kHugePage;
  madvise(reinterpret_cast<void*>(begin), bytes + kHugePage + kHeapGrowth,
          MADV_HUGEPAGE);
  return data;
#else
  return std::aligned_alloc(kAlignment, bytes);
#endif
}

}  // namespace

Storage::Storage(int64_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  // Filling it takes long.
  if (bytes >= kLarge) checkpoint();
  const int64_t limit = g_limit.load(std::memory_order_relaxed);
  const int64_t before =
      g_live_bytes.fetch_add(bytes, std::memory_order_relaxed);
  if (limit > 0 && bytes > limit - before) {
    g_live_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    if (bytes > limit) {
      throw BudgetError(
          fmt::format("this needs {} for one tensor; the limit is {} "
                      "(--max-memory)",
                      human_bytes(bytes), human_bytes(limit)));
    }
    throw BudgetError(
        fmt::format("the tensors of this program need {}; the limit is {} "
                    "(--max-memory)",
                    human_bytes(before + bytes), human_bytes(limit)));
  }
  try {
    ask_memory(bytes);  // besides everything else in the program
  } catch (...) {
    g_live_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    throw;
  }
  // Kept blocks count against the limit, too.
  if (limit > 0) kept_blocks().shrink(static_cast<size_t>(limit - before - bytes));
  block_ = allocate(rounded(bytes));
  if (block_ == nullptr) {
    kept_blocks().shrink(0);
    block_ = allocate(rounded(bytes));
  }
  if (block_ == nullptr) {
    g_live_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    throw_error(
        "[enforce fail at alloc_cpu.cpp:66] . DefaultCPUAllocator: can't allocate memory: you "
        "tried to allocate {} bytes. Error code 12 (Cannot allocate memory)",
        bytes);
  }
  const auto address = reinterpret_cast<uintptr_t>(block_);
  data_ = static_cast<std::byte*>(block_) + (-address & (kAlignment - 1));
}

Storage::~Storage() {
  if (block_ == nullptr) return;
  kept_blocks().give(block_, rounded(bytes_));
  g_live_bytes.fetch_sub(bytes_, std::memory_order_relaxed);
}

int64_t MemoryMeter::live_bytes() { return g_live_bytes; }
int64_t MemoryMeter::limit() { return g_limit; }
void MemoryMeter::set_limit(int64_t bytes) { g_limit = bytes; }
int64_t MemoryMeter::kept_bytes() { return static_cast<int64_t>(kept_blocks().bytes()); }
void MemoryMeter::drop_kept() { kept_blocks().shrink(0); }

}  // namespace mha
