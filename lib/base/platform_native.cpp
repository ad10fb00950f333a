#include <cfenv>
#include <cstdio>

#ifdef __linux__
#include <unistd.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/platform.h"

namespace mha::platform {

int64_t resident_bytes() {
#ifdef __linux__
  long long pages = 0, resident = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return 0;
  const int fields = std::fscanf(file, "%lld %lld", &pages, &resident);
  std::fclose(file);
  return fields == 2 ? resident * sysconf(_SC_PAGESIZE) : 0;
#else
  return 0;
#endif
}

void give_back_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

int64_t most_memory() { return INT64_MAX; }

void clear_float_flags() { std::feclearexcept(FE_ALL_EXCEPT); }

FloatFlags float_flags() {
  const int raised = std::fetestexcept(FE_DIVBYZERO | FE_OVERFLOW | FE_INVALID);
  return {(raised & FE_DIVBYZERO) != 0, (raised & FE_OVERFLOW) != 0, (raised & FE_INVALID) != 0};
}

void raise_float_flags(FloatFlags flags) {
  std::feraiseexcept((flags.divided_by_zero ? FE_DIVBYZERO : 0) | (flags.overflow ? FE_OVERFLOW : 0) | (flags.invalid ? FE_INVALID : 0));
}

void note_loss(double) {}

}  // namespace mha::platform
