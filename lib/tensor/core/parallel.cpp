#include "tensor/core/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <atomic>
#include <exception>

namespace mha {
namespace {

#ifdef _OPENMP
std::atomic<int> g_threads{0};
#endif
std::atomic<void (*)()> g_checkpoint{nullptr};

/// Thrown to end a part of an op that has failed on another thread.
struct Abandoned {};
// Whether the op that this thread is working on has failed.
constinit thread_local const std::atomic<bool>* has_failed = nullptr;

}  // namespace

int thread_count() {
#ifdef _OPENMP
  if (g_threads == 0) {
    g_threads = std::max(1, omp_get_max_threads());
  }
  return g_threads;
#else
  return 1;
#endif
}

void set_thread_count([[maybe_unused]] int count) {
#ifdef _OPENMP
  g_threads = std::max(1, count);
#endif
}

void checkpoint() {
  if (has_failed && has_failed->load(std::memory_order_relaxed)) throw Abandoned();
  if (auto* const function = g_checkpoint.load(std::memory_order_relaxed)) function();
}

void set_checkpoint(void (*function)()) { g_checkpoint = function; }

void parallel_for(int64_t n, int64_t grain,
                  const std::function<void(int64_t, int64_t)>& body) {
  if (n <= 0) return;
#ifdef _OPENMP
  const int threads = thread_count();
  if (n > grain && threads > 1 && omp_in_parallel() == 0) {
    // More parts than threads, so that a slow thread delays little.
    const int64_t grains = (n + grain - 1) / grain;
    const int64_t part = std::max<int64_t>(1, grains / (threads * int64_t{4})) * grain;
    std::atomic<bool> failed{false};
    std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic) num_threads(std::min<int64_t>(threads, grains))
    for (int64_t begin = 0; begin < n; begin += part) {
      if (failed) continue;
      has_failed = &failed;
      try {
        checkpoint();
        body(begin, std::min(n, begin + part));
      } catch (...) {
        if (!failed.exchange(true)) failure = std::current_exception();
      }
      has_failed = nullptr;
    }
    if (failure) std::rethrow_exception(failure);
    return;
  }
#endif
  body(0, n);
}

}  // namespace mha
