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

class Pool {
 public:
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  void run(const std::shared_ptr<Job>& job, int threads) {
    {
      const std::lock_guard lock(mutex_);
      while (static_cast<int>(workers_.size()) < threads - 1) {
        workers_.emplace_back([this] { work(); });
      }
      job_ = job;
      ++round_;
    }
    wake_.notify_all();
    job->run();
    while (job->undone.load() > 0) std::this_thread::yield();
    const std::lock_guard lock(mutex_);
    job_.reset();
  }

 private:
  void work() {
    uint64_t seen = 0;
    for (;;) {
      std::shared_ptr<Job> job;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return stop_ || round_ != seen; });
        if (stop_) return;
        seen = round_;
        job = job_;
      }
      if (job) job->run();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::thread> workers_;
  std::shared_ptr<Job> job_;
  uint64_t round_ = 0;
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
