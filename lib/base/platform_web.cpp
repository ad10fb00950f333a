#include <emscripten.h>
#include <unistd.h>

#include "base/platform.h"

namespace mha::platform {

// The heap only grows: what is free stays in it for the next that asks.
int64_t resident_bytes() { return static_cast<int64_t>(reinterpret_cast<uintptr_t>(::sbrk(0))); }
void give_back_memory() {}

// Addresses have 32 bits, and app/web/CMakeLists.txt lets a page have 2 GiB.
int64_t most_memory() { return int64_t{1} << 30; }

// WebAssembly keeps no flags.
static FloatFlags raised;
void clear_float_flags() { raised = {}; }
FloatFlags float_flags() { return raised; }
void raise_float_flags(FloatFlags flags) {
  raised = {raised.divided_by_zero || flags.divided_by_zero, raised.overflow || flags.overflow, raised.invalid || flags.invalid};
}

void note_loss(double loss) { EM_ASM({ if (Module.onLoss) Module.onLoss($0); }, loss); }

}  // namespace mha::platform
