#include "lang/runtime/run_stack.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <cstdint>
#include <exception>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#define MHA_FIBER_SANITIZER 1
#else
#define MHA_FIBER_SANITIZER 0
#endif

namespace mha::lang {

namespace {
constexpr size_t kLargest = size_t{1} << 30, kSmallest = size_t{1} << 24;
constexpr size_t kGuard = size_t{1} << 16;
thread_local bool on_run_stack = false;
}

struct StackState {
  void* memory = nullptr;
  size_t size = 0;
  ucontext_t inside{}, outside{};
  void (*call)(void*) = nullptr;
  void* body = nullptr;
  std::exception_ptr thrown;
  // For the address sanitizer, which must be told of every change of stacks.
  void* outside_fake = nullptr;
  const void* outside_bottom = nullptr;
  size_t outside_size = 0;

  void reserve();
  [[gnu::noinline]] void change_over();
  void work() noexcept;
  static void entry(unsigned high, unsigned low);
};

void StackState::reserve() {
  for (size = kLargest; size >= kSmallest; size /= 2) {
    memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    mprotect(memory, kGuard, PROT_NONE);  // an overflow stops there
    return;
  }
  memory = nullptr;
}

/// What runs on the new stack. Nothing is thrown out of it: an exception waits
/// in `thrown` until the old stack is back.
void StackState::work() noexcept {
#if MHA_FIBER_SANITIZER
  __sanitizer_finish_switch_fiber(nullptr, &outside_bottom, &outside_size);
#endif
  try {
    call(body);
  } catch (...) {
    thrown = std::current_exception();
  }
#if MHA_FIBER_SANITIZER
  __sanitizer_start_switch_fiber(nullptr, outside_bottom, outside_size);
#endif
}

void StackState::entry(unsigned high, unsigned low) {
  // makecontext hands over ints only: the pointer comes in two halves.
  auto* self = reinterpret_cast<StackState*>(
      (static_cast<uintptr_t>(high) << 32) | static_cast<uintptr_t>(low));
  self->work();
  setcontext(&self->outside);
}

void StackState::change_over() {
  getcontext(&inside);
  inside.uc_stack.ss_sp = memory;
  inside.uc_stack.ss_size = size;
  inside.uc_link = nullptr;
  const auto self = reinterpret_cast<uintptr_t>(this);
  makecontext(&inside, reinterpret_cast<void (*)()>(&entry), 2,
              static_cast<unsigned>(self >> 32), static_cast<unsigned>(self));
  // As swapcontext does, of which the address sanitizer warns: it returns here
  // a second time, when the work is done.
  volatile bool done = false;
  getcontext(&outside);
  if (done) return;
  done = true;
  setcontext(&inside);
}

RunStack::RunStack() = default;

RunStack::~RunStack() {
  if (state_ && state_->memory) munmap(state_->memory, state_->size);
}

void RunStack::run_erased(void (*call)(void*), void* body) {
  if (on_run_stack) return call(body);
  if (!state_) {
    state_ = std::make_unique<StackState>();
    state_->reserve();
  }
  StackState& s = *state_;
  if (!s.memory) return call(body);
  s.call = call;
  s.body = body;
  s.thrown = nullptr;
  on_run_stack = true;
#if MHA_FIBER_SANITIZER
  __sanitizer_start_switch_fiber(&s.outside_fake, s.memory, s.size);
#endif
  s.change_over();
#if MHA_FIBER_SANITIZER
  __sanitizer_finish_switch_fiber(s.outside_fake, nullptr, nullptr);
#endif
  on_run_stack = false;
  if (s.thrown) std::rethrow_exception(std::exchange(s.thrown, nullptr));
}

}  // namespace mha::lang
