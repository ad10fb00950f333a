#include "lang/runtime/run_stack.h"

namespace mha::lang {

struct StackState {};

// A page cannot exchange its stack; stack_end says how much of it there is.
RunStack::RunStack() = default;
RunStack::~RunStack() = default;
void RunStack::run_erased(void (*call)(void*), void* body) { call(body); }

}  // namespace mha::lang
