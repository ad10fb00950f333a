#pragma once

#include <cstdint>
#include <functional>

namespace mha {

/// How many threads large ops may use; at first, one a processor. 1 means that
/// no thread is ever started.
int thread_count();
/// At least 1; always 1 where there is no OpenMP.
void set_thread_count(int count);

/// Calls body(begin, end) on parts of [0, n) that together cover it, at once on
/// several threads; on the caller's alone if n is not above `grain`, the least
/// that is worth a thread. The parts end at multiples of `grain`. What a body or
/// checkpoint() throws is thrown here when all threads are done; parts that were
/// not begun are left out then. The body must not touch what is thread-local.
void parallel_for(int64_t n, int64_t grain,
                  const std::function<void(int64_t, int64_t)>& body);

/// Long ops call it between their parts, on each thread that works on them. It
/// calls what was set, which ends the op by throwing: a limit was met, say. It
/// throws as well once the op has failed on another thread.
void checkpoint();
/// For all ops of this process; null: nothing is called.
void set_checkpoint(void (*function)());

}  // namespace mha
