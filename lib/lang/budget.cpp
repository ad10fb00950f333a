// The limits of a run: steps, time, memory, nesting.

#include <fmt/format.h>

#include <cstdio>

#ifdef __linux__
#include <unistd.h>
#endif

#include "lang/world.h"
#include "tensor/storage.h"

namespace mha::lang {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int64_t kFirstInterval = 1000, kLongestInterval = 100'000;
constexpr int64_t kMeasureEvery = int64_t{16} << 20;

/// Bytes that the process holds in memory; 0 where the system does not say.
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

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string size_text(int64_t bytes) {
  if (bytes >= int64_t{1} << 30)
    return fmt::format("{:.3g} GB",
                       static_cast<double>(bytes) / double(int64_t{1} << 30));
  return fmt::format("{:.3g} MB", static_cast<double>(bytes) / double(1 << 20));
}

}  // namespace

void Interpreter::Impl::start_budget() {
  steps = output = charged = 0;
  interval = countdown = kFirstInterval;
  started = looked = Clock::now();
  memory_base = -1;  // measured when it is first asked for
  MemoryMeter::set_limit(interp.budget.memory);
}

void Interpreter::Impl::look() {
  steps += interval - countdown;
  if (interp.interrupt.exchange(false)) {
    countdown = interval = kFirstInterval;
    throw PyError(interp.make_exception("KeyboardInterrupt", {}));
  }
  const Budget& budget = interp.budget;
  if (budget.steps > 0 && steps >= budget.steps)
    throw BudgetError(fmt::format(
        "the program took more than {} steps (--max-steps); does a loop of it "
        "never end?", budget.steps));
  if (budget.seconds > 0 && seconds_since(started) > budget.seconds)
    throw BudgetError(
        fmt::format("the program ran longer than {:g} seconds (--max-seconds)",
                    budget.seconds));
  check_memory(0);
  const double took = seconds_since(looked);
  looked = Clock::now();
  if (took > 0.02)
    interval = std::max<int64_t>(interval / 4, 1);
  else if (took < 0.005)
    interval = std::min(interval * 4, kLongestInterval);
  if (budget.steps > 0)
    interval = std::max<int64_t>(1, std::min(interval, budget.steps - steps));
  countdown = interval;
}

void Interpreter::Impl::check_memory(int64_t more) {
  const int64_t limit = interp.budget.memory;
  if (limit <= 0) return;
  charged = 0;
  const int64_t now = resident_bytes();
  if (memory_base < 0) memory_base = now;
  if (more <= limit && now - memory_base <= limit - more) return;
  throw BudgetError(fmt::format(
      "the program needs more than {} of memory (--max-memory)",
      size_text(limit)));
}

void Interpreter::charge_memory(int64_t bytes) {
  const int64_t limit = budget.memory;
  impl_->charged += bytes;
  if (limit > 0 &&
      (impl_->charged >= kMeasureEvery || impl_->charged >= limit))
    impl_->check_memory(bytes);
}

void Interpreter::tick(int64_t count) {
  impl_->countdown -= count;
  if (impl_->countdown <= 0 || interrupt.load(std::memory_order_relaxed))
    impl_->look();
}

void DepthGuard::too_deep(const char* where) {
  --impl_.depth;
  throw PyError(impl_.interp.make_exception(
      "RecursionError", {str(std::string(kTooDeep) + where)}));
}

}  // namespace mha::lang
