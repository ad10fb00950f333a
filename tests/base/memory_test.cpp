#include "base/memory.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/error.h"

namespace mha {
namespace {

/// Remembers what it was asked, and refuses what is above a limit.
struct Keeper final : MemoryKeeper {
  void asked(int64_t bytes) override {
    all.push_back(bytes);
    if (bytes > limit) throw BudgetError("too much");
  }
  void taken() noexcept override { ++told; }
  int64_t limit = int64_t{1} << 30;
  std::vector<int64_t> all;
  int told = 0;
};

constexpr int64_t kMiB = int64_t{1} << 20;

TEST_CASE("memory: what is large is asked for, what is small adds up") {
  Keeper keeper;
  const MemoryWatch watch(&keeper);
  ask_memory(100);
  CHECK(keeper.all.empty());
  ask_memory(50 * kMiB);
  CHECK(keeper.all == std::vector<int64_t>{50 * kMiB});
  for (int i = 0; i < 9; ++i) ask_memory(5 * kMiB);
  CHECK(keeper.all == std::vector<int64_t>{50 * kMiB, 5 * kMiB, 5 * kMiB});
  CHECK_THROWS_AS(ask_memory(int64_t{2} << 30, 8), BudgetError);
  CHECK_THROWS_AS(ask_memory(INT64_MAX, 2), BudgetError);
  CHECK(keeper.all.back() == INT64_MAX);
}

TEST_CASE("memory: what cannot fail is counted and told") {
  Keeper keeper;
  keeper.limit = 0;
  const MemoryWatch watch(&keeper);
  for (int i = 0; i < 10; ++i) count_memory(4 * kMiB);
  CHECK(keeper.told == 6);  // the first that is too much, and all after it
  CHECK(keeper.all.empty());
  CHECK_THROWS_AS(ask_memory(1), BudgetError);
  CHECK_NOTHROW(ask_memory(1));
}

TEST_CASE("memory: nobody is asked without a keeper, or beside its thread's") {
  ask_memory(INT64_MAX);
  ask_memory(INT64_MAX);
  CHECK(memory_keeper() == nullptr);
  Keeper keeper;
  const MemoryWatch watch(&keeper);
  {
    const MemoryWatch off(nullptr);
    ask_memory(INT64_MAX);
  }
  CHECK(keeper.all.empty());
  CHECK(memory_keeper() == &keeper);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("memory: operator new asks before there is a large block") {
  Keeper keeper;
  keeper.limit = 10 * kMiB;
  const MemoryWatch watch(&keeper);
  CHECK_THROWS_AS(std::string(20 * kMiB, ' '), BudgetError);
  CHECK_NOTHROW(std::string(8 * kMiB, ' '));
  CHECK_THROWS_AS(std::vector<int64_t>(size_t{1} << 59), BudgetError);
}
#endif

}  // namespace
}  // namespace mha
