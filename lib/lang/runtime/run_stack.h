#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace mha::lang {

/// How many nested calls the stacks bear, whatever a program's budget says. Set it once, before
/// programs run, where that is less.
inline constinit int64_t deepest_calls = 20'000;

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
