#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace mha::lang {

/// Calls nest no deeper than to this address, whatever a program's budget says: for a page, whose
/// stack cannot be exchanged. Set it once, before programs run.
inline constinit uintptr_t stack_end = 0;

/// A stack of its own for running programs, so large that a thousand nested
/// calls fit it whatever the thread's own stack is. Memory is reserved at
/// first use and taken by the system only as far as it is touched.
class RunStack {
 public:
  RunStack();
  ~RunStack();
  RunStack(const RunStack&) = delete;
  RunStack& operator=(const RunStack&) = delete;

  /// Runs `body` on this stack; what it throws comes out here. On a thread that
  /// runs on such a stack already, this one or another, it just calls.
  template <typename F>
  void run(F&& body) {
    run_erased([](void* f) { (*static_cast<F*>(f))(); }, &body);
  }

 private:
  void run_erased(void (*call)(void*), void* body);
  std::unique_ptr<struct StackState> state_;
};

}  // namespace mha::lang
