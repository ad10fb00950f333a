#include "lang/run_stack.h"

#include <sys/mman.h>
#include <ucontext.h>

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
}

struct StackState {
  void* memory = nullptr;
  size_t size = 0;
  bool running = false;
  ucontext_t inside{}, outside{};
  void (*call)(void*) = nullptr;
  void* body = nullptr;
  std::exception_ptr thrown;
  // For the address sanitizer, which must be told of every change of stacks.
  void* outside_fake = nullptr;
  const void* outside_bottom = nullptr;
  size_t outside_size = 0;

  void reserve();
  static void entry(unsigned high, unsigned low);
};

void StackState::reserve() {
  for (size = kLargest; size >= kSmallest; size /= 2) {
    memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) return;
  }
  memory = nullptr;
}

void StackState::entry(unsigned high, unsigned low) {
  // makecontext hands over ints only: the pointer comes in two halves.
  auto* self = reinterpret_cast<StackState*>(
      (static_cast<uintptr_t>(high) << 32) | static_cast<uintptr_t>(low));
#if MHA_FIBER_SANITIZER
  __sanitizer_finish_switch_fiber(nullptr, &self->outside_bottom,
                                  &self->outside_size);
#endif
  try {
    self->call(self->body);
  } catch (...) {
    self->thrown = std::current_exception();
  }
#if MHA_FIBER_SANITIZER
  __sanitizer_start_switch_fiber(nullptr, self->outside_bottom,
                                 self->outside_size);
#endif
  setcontext(&self->outside);
}

RunStack::RunStack() = default;

RunStack::~RunStack() {
  if (state_ && state_->memory) munmap(state_->memory, state_->size);
}

void RunStack::run_erased(void (*call)(void*), void* body) {
  if (!state_) {
    state_ = std::make_unique<StackState>();
    state_->reserve();
  }
  StackState& s = *state_;
  if (s.running || !s.memory) return call(body);
  s.call = call;
  s.body = body;
  s.thrown = nullptr;
  getcontext(&s.inside);
  s.inside.uc_stack.ss_sp = s.memory;
  s.inside.uc_stack.ss_size = s.size;
  s.inside.uc_link = nullptr;
  const auto self = reinterpret_cast<uintptr_t>(&s);
  makecontext(&s.inside, reinterpret_cast<void (*)()>(&StackState::entry), 2,
              static_cast<unsigned>(self >> 32), static_cast<unsigned>(self));
  s.running = true;
#if MHA_FIBER_SANITIZER
  __sanitizer_start_switch_fiber(&s.outside_fake, s.memory, s.size);
#endif
  swapcontext(&s.outside, &s.inside);
#if MHA_FIBER_SANITIZER
  __sanitizer_finish_switch_fiber(s.outside_fake, nullptr, nullptr);
#endif
  s.running = false;
  if (s.thrown) std::rethrow_exception(std::exchange(s.thrown, nullptr));
}

}  // namespace mha::lang
