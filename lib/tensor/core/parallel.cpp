#include "tensor/core/parallel.h"

#ifdef MHA_THREADS
#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace mha {
namespace {

std::atomic<void (*)()> g_checkpoint{nullptr};

#ifdef MHA_THREADS
std::atomic<int> g_threads{0};

/// Thrown to end a part of an op that has failed on another thread.
struct Abandoned {};
// Whether the op that this thread is working on has failed; null outside of parallel_for().
constinit thread_local const std::atomic<bool>* has_failed = nullptr;

/// Runs the parts on TBB's threads, which sleep as soon as there is nothing to do: a program that
/// trains beside others must not take their time by waiting.
void share(int64_t n, int64_t part, int threads, const std::function<void(int64_t, int64_t)>& body) {
  std::atomic<bool> failed{false};
  const auto work = [&](const tbb::blocked_range<int64_t>& parts) {
    for (int64_t i = parts.begin(); i < parts.end() && !failed; ++i) {
      has_failed = &failed;
      try {
        checkpoint();
        body(i * part, std::min(n, (i + 1) * part));
      } catch (...) {
        has_failed = nullptr;
        // The first failure is the one to tell.
        if (failed.exchange(true)) return;
        throw;
      }
      has_failed = nullptr;
    }
  };
  const auto run = [&] {
    tbb::parallel_for(tbb::blocked_range<int64_t>(0, (n + part - 1) / part), work, tbb::simple_partitioner());
  };
  if (threads == tbb::info::default_concurrency()) return run();
  tbb::task_arena(threads).execute(run);
}
#endif

}  // namespace

#ifdef MHA_THREADS
int thread_count() {
  if (g_threads == 0) {
    const char* asked = std::getenv("OMP_NUM_THREADS");
    const int count = asked ? std::atoi(asked) : 0;
    g_threads = count > 0 ? count : tbb::info::default_concurrency();
  }
  return g_threads;
}

void set_thread_count(int count) { g_threads = std::max(1, count); }
#else
int thread_count() { return 1; }
void set_thread_count(int) {}
#endif

void checkpoint() {
#ifdef MHA_THREADS
  if (has_failed && has_failed->load(std::memory_order_relaxed)) throw Abandoned();
#endif
  if (auto* const function = g_checkpoint.load(std::memory_order_relaxed)) function();
}

void set_checkpoint(void (*function)()) { g_checkpoint = function; }

void parallel_for(int64_t n, int64_t grain,
                  const std::function<void(int64_t, int64_t)>& body) {
  if (n <= 0) return;
#ifdef MHA_THREADS
  const int threads = thread_count();
  if (n > grain && threads > 1 && !has_failed) {
    // More parts than threads, so that a slow thread delays little.
    const int64_t grains = (n + grain - 1) / grain;
    return share(n, std::max<int64_t>(1, grains / (threads * int64_t{4})) * grain, threads, body);
  }
#endif
  body(0, n);
}

}  // namespace mha
