// The limits of a run: steps, time, memory, nesting.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/platform.h"
#include "lang/runtime/world.h"
#include "tensor/core/parallel.h"
#include "tensor/core/storage.h"

namespace mha::lang {

namespace {

using Clock = std::chrono::steady_clock;
/// Steps between two looks at the clock; fewer where a step takes long.
constexpr int64_t kInterval = 1000;
/// The least seconds between two looks at everything else.
constexpr double kBetweenLooks = 0.005;

/// The budget's limit, or the platform's if that is lower; 0: none.
int64_t memory_limit(const Budget& budget) {
  const int64_t most = platform::most_memory();
  if (budget.memory > 0) return std::min(budget.memory, most);
  return most == INT64_MAX ? 0 : most;
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string size_text(int64_t bytes) {
  if (bytes >= int64_t{1} << 30)
    return fmt::format("{:.3g} GiB",
                       static_cast<double>(bytes) / double(int64_t{1} << 30));
  return fmt::format("{:.3g} MiB", static_cast<double>(bytes) / double(1 << 20));
}

}  // namespace

/// Between the parts of a long op, on the thread that runs the program only.
static void look_within_op() {
  if (MemoryKeeper* keeper = memory_keeper()) {
    // Programs are run by interpreters alone.
    static_cast<Interpreter::Impl*>(keeper)->look_within_op();
  }
}

void Interpreter::Impl::start_budget() {
  steps = interp.spent_before.steps;
  output = 0;
  dropped.clear();  // of a run that met its limit
  interval = countdown = kInterval;
  owed = false;
  started = looked = Clock::now();
  memory_base = -1;  // measured when it is first asked for
  MemoryMeter::set_limit(memory_limit(interp.budget));
  set_checkpoint(&mha::lang::look_within_op);
}

bool Interpreter::Impl::is_stopped() const {
  return interp.interrupt.load(std::memory_order_relaxed) ||
         (interp.stop && interp.stop->load(std::memory_order_relaxed));
}

void Interpreter::Impl::look_within_op() {
  constexpr double kSeldom = 0.01;  // seconds
  if (is_stopped() || seconds_since(looked) > kSeldom) look();
}

void Interpreter::Impl::look() {
  steps += interval - countdown;
  countdown = interval;
  if (is_stopped()) {
    interp.interrupt = false;
    countdown = interval = kInterval;
    throw PyError(interp.make_exception("KeyboardInterrupt", {}));
  }
  const Budget& budget = interp.budget;
  if (budget.steps > 0 && steps >= budget.steps)
    throw BudgetError(fmt::format(
        "the program took more than {} steps (--max-steps); does a loop of it "
        "never end?", budget.steps));
  const double took = seconds_since(looked);
  if (took < kBetweenLooks && !owed) {
    interval = std::min(interval * 4, kInterval);
    if (budget.steps > 0) interval = std::min(interval, budget.steps - steps);
    countdown = interval;
    return;
  }
  owed = false;
  if (budget.seconds > 0 && interp.spent().seconds > budget.seconds)
    throw BudgetError(
        fmt::format("the program ran longer than {:g} seconds (--max-seconds)",
                    budget.seconds));
  check_memory(0);
  memory_was_looked_at();
  looked = Clock::now();
  if (took > 4 * kBetweenLooks) interval = std::max<int64_t>(interval / 4, 1);
  if (budget.steps > 0)
    interval = std::max<int64_t>(1, std::min(interval, budget.steps - steps));
  countdown = interval;
  if (!dropped.empty()) taken();  // a statement that begins looks again, and closes them
}

void Interpreter::Impl::asked(int64_t bytes) {
  check_memory(bytes);
  look_within_op();  // what is large takes long
}

void Interpreter::Impl::taken() noexcept {
  owed = true;
  interval -= countdown - 1;  // the next step looks
  countdown = 1;
}

void Interpreter::Impl::check_memory(int64_t more) {
  const int64_t limit = memory_limit(interp.budget);
  if (limit <= 0) return;
  const auto fits = [&](int64_t resident) {
    if (memory_base < 0) memory_base = resident;
    return more <= limit && resident - memory_base <= limit - more;
  };
  if (fits(platform::resident_bytes())) return;
  // What is free already may still be held for the next that asks.
  MemoryMeter::drop_kept();
  platform::give_back_memory();
  if (fits(platform::resident_bytes())) return;
  throw BudgetError(fmt::format(
      "the program needs more than {} of memory (--max-memory)",
      size_text(limit)));
}

Spent Interpreter::spent() const {
  return {impl_->steps + impl_->interval - impl_->countdown,
          spent_before.seconds + seconds_since(impl_->started)};
}

void Interpreter::tick(int64_t count) {
  impl_->countdown -= count;
  if (impl_->countdown <= 0 || interrupt.load(std::memory_order_relaxed))
    impl_->look();
}

Nesting::Nesting(Interpreter& interp) : interp_(interp) {
  // The guard's level is kept until the destructor gives it back.
  const DepthGuard guard(interp.impl());
  ++interp.impl().depth;
}

Nesting::~Nesting() { --interp_.impl().depth; }

void DepthGuard::too_deep(const char* where) {
  --impl_.depth;
  throw PyError(impl_.interp.make_exception(
      "RecursionError", {str(std::string(kTooDeep) + where)}));
}

}  // namespace mha::lang
