#pragma once

#include <cstdint>
#include <functional>

namespace mha {

/// How many threads large ops may use; by default as many as OMP_NUM_THREADS says, or one for each
/// processor. With 1, no thread is ever started.
int thread_count();
/// `count` is at least 1. Without TBB the number stays 1.
void set_thread_count(int count);

/// Another number of threads, as long as this lives.
class ThreadCount {
 public:
  explicit ThreadCount(int count) { set_thread_count(count); }
  ~ThreadCount() { set_thread_count(before_); }
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  const int before_ = thread_count();
};

/// Calls body(begin, end) on parts of [0, n) that together cover it, on several
/// threads at once; only on the caller's thread if n is not above `grain`, the
/// least work worth a thread. The parts end at multiples of `grain`. If a body
/// or checkpoint() throws, the exception is thrown here when all threads are
/// done, and parts that had not begun are skipped. The body must not use
/// thread-local data.
void parallel_for(int64_t n, int64_t grain,
                  const std::function<void(int64_t, int64_t)>& body);

/// Long ops call this between their parts, on each thread that works on them.
/// It calls the function that was set, which may throw to end the op, for
/// instance because a limit was reached. It also throws once the op has failed
/// on another thread.
void checkpoint();
/// Sets the function for all ops of this process; null for none.
void set_checkpoint(void (*function)());

}  // namespace mha
