#include "tensor/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <atomic>
#include <thread>

namespace mha {
namespace {

std::atomic<int> g_threads{0};

bool is_within_parallel() {
#ifdef _OPENMP
  return omp_in_parallel() != 0;
#else
  return true;
#endif
}

}  // namespace

int thread_count() {
  if (g_threads == 0) {
    g_threads =
        std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }
  return g_threads;
}

void set_thread_count(int count) { g_threads = std::max(1, count); }

void parallel_for(int64_t n, int64_t grain,
                  const std::function<void(int64_t, int64_t)>& body) {
  if (n <= 0) return;
  const int threads = thread_count();
  if (n <= grain || threads == 1 || is_within_parallel()) {
    body(0, n);
    return;
  }
  // More parts than threads, so that one held up delays little.
  const int64_t grains = (n + grain - 1) / grain;
  const int64_t part = std::max<int64_t>(1, grains / (threads * int64_t{4})) * grain;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(std::min<int64_t>(threads, grains))
#endif
  for (int64_t begin = 0; begin < n; begin += part) body(begin, std::min(n, begin + part));
}

}  // namespace mha
