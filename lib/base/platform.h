#pragma once

#include <cstdint>

// What an operating system does, and a page in a browser does in its own way. This header has two
// sides, platform_native.cpp and platform_web.cpp, of which CMake builds one. Files and the clock
// are POSIX's and C++'s on both; a program's stack has two sides of its own (run_stack.h).
namespace mha::platform {

/// Bytes that the process holds in memory; 0 where the system does not say.
int64_t resident_bytes();

/// Gives memory that is free back to the system, as far as it takes it.
void give_back_memory();

/// More than a program may use, whatever its budget says.
int64_t most_memory();

/// What floating-point operations have met since clear_float_flags(); nothing
/// but what was raised, where the processor does not keep count.
struct FloatFlags {
  bool divided_by_zero = false, overflow = false, invalid = false;
};
void clear_float_flags();
FloatFlags float_flags();
/// As if an operation had met them.
void raise_float_flags(FloatFlags flags);

/// A loss, from which a program's backward() has gone back. A page draws it while the program runs.
void note_loss(double loss);

}  // namespace mha::platform
