#include "tensor/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace mha {
namespace {

using Body = std::function<void(int64_t, int64_t)>;

// One parallel_for. It is shared, since a worker may wake when it is over.
struct Job {
  const Body* body = nullptr;
  int64_t n = 0;
  int64_t part = 0;
  std::atomic<int64_t> next{0};
  std::atomic<int64_t> undone{0};

  void run() {
    for (;;) {
      const int64_t begin = next.fetch_add(part);
      if (begin >= n) return;
      const int64_t end = std::min(n, begin + part);
      (*body)(begin, end);
      undone.fetch_sub(end - begin);
    }
  }
};

// A moment of waiting that leaves the core's other work alone.
void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

class Pool {
 public:
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      ++round_;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  void run(const std::shared_ptr<Job>& job, int threads) {
    bool asleep = false;
    {
      const std::lock_guard lock(mutex_);
      while (static_cast<int>(workers_.size()) < threads - 1) {
        workers_.emplace_back([this, seen = round_.load()] { work(seen); });
      }
      job_ = job;
      ++round_;
      asleep = sleeping_ > 0;
    }
    if (asleep) wake_.notify_all();
    job->run();
    for (int i = 0; job->undone.load() > 0; ++i) {
      if (i < kPauses) {
        pause();
      } else {
        std::this_thread::yield();
      }
    }
    const std::lock_guard lock(mutex_);
    job_.reset();
  }

 private:
  // About 50 microseconds: one op often follows another, and waking a sleeper
  // takes as long as a small one.
  static constexpr int kPauses = 2000;

  void work(uint64_t seen) {
    for (;;) {
      for (int i = 0; i < kPauses && round_.load() == seen; ++i) pause();
      std::shared_ptr<Job> job;
      {
        std::unique_lock lock(mutex_);
        ++sleeping_;
        wake_.wait(lock, [&] { return round_.load() != seen; });
        --sleeping_;
        if (stop_) return;
        seen = round_.load();
        job = job_;
      }
      if (job) job->run();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::thread> workers_;
  std::shared_ptr<Job> job_;
  std::atomic<uint64_t> round_{0};
  int sleeping_ = 0;
  bool stop_ = false;
};

std::atomic<int> g_threads{0};
std::mutex g_pool_in_use;

}  // namespace

int thread_count() {
  if (g_threads == 0) {
    g_threads =
        std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }
  return g_threads;
}

void set_thread_count(int count) { g_threads = std::max(1, count); }

void parallel_for(int64_t n, int64_t grain, const Body& body) {
  if (n <= 0) return;
  const int threads = thread_count();
  std::unique_lock lock(g_pool_in_use, std::defer_lock);
  // A call from within a body finds the pool in use and runs on its own thread.
  if (n <= grain || threads == 1 || !lock.try_lock()) {
    body(0, n);
    return;
  }
  static Pool pool;
  // More parts than threads, so that one held up delays little.
  const int64_t grains = (n + grain - 1) / grain;
  const int64_t share = std::max<int64_t>(1, grains / (threads * int64_t{4}));
  auto job = std::make_shared<Job>();
  job->body = &body;
  job->n = n;
  job->part = share * grain;
  job->undone = n;
  pool.run(job, static_cast<int>(std::min<int64_t>(threads, grains)));
}

}  // namespace mha
