#pragma once

#include <cstdint>
#include <functional>

namespace mha {

/// How many threads large ops may use; at first, one a processor. 1 means that
/// no thread is ever started.
int thread_count();
void set_thread_count(int count);

/// Calls body(begin, end) on parts of [0, n) that together cover it, at once on
/// several threads; on the caller's alone if n is not above `grain`, the least
/// that is worth a thread. The parts end at multiples of `grain`. The body must
/// neither throw nor touch what is thread-local.
void parallel_for(int64_t n, int64_t grain,
                  const std::function<void(int64_t, int64_t)>& body);

}  // namespace mha
