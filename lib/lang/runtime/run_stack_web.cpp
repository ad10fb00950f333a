#include "lang/runtime/run_stack.h"

namespace mha::lang {

struct StackState {};

// A page cannot exchange its stack; set_deepest_calls() says how much this one bears.
RunStack::RunStack() = default;
RunStack::~RunStack() = default;
void RunStack::run_erased(void (*call)(void*), void* body) { call(body); }

}  // namespace mha::lang
