#include "tensor/core/parallel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.h"
#include "outcomes.h"
#include "tensor/core/factory.h"
#include "tensor/core/storage.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/join.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/softmax.h"

namespace mha {
namespace {

TEST_CASE("parallel_for: the parts cover all, once each, and end at grains") {
  const ThreadCount threads(4);
  for (const int64_t n : {0, 1, 7, 8, 9, 1000, 1003}) {
    std::vector<std::atomic<int>> seen(static_cast<size_t>(n));
    std::atomic<int> ragged = 0;
    parallel_for(n, 8, [&](int64_t begin, int64_t end) {
      if (begin % 8 != 0 || (end % 8 != 0 && end != n)) ++ragged;
      for (int64_t i = begin; i < end; ++i) ++seen[static_cast<size_t>(i)];
    });
    CHECK(ragged == 0);
    CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& x) { return x == 1; }));
  }
}

TEST_CASE("parallel_for: one within another runs where it is") {
  const ThreadCount threads(4);
  std::atomic<int64_t> sum = 0;
  parallel_for(100, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      parallel_for(100, 1, [&](int64_t b, int64_t e) { sum += e - b; });
    }
  });
  CHECK(sum == 100 * 100);
}

TEST_CASE("parallel_for: what a part throws comes out, and no part begins after it") {
  for (const int count : {1, 3}) {
    const ThreadCount threads(count);
    std::atomic<int> begun = 0;
    const auto refuse_third = [&] {
      parallel_for(1000, 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          if (++begun == 3) throw RuntimeError("the third");
        }
      });
    };
    CHECK(error_of(refuse_third) == "RuntimeError: the third");
    CHECK(begun < 1000);
  }
}

TEST_CASE("checkpoint: a long op asks, and ends by what is thrown") {
  struct Asked {
    explicit Asked(void (*function)()) { set_checkpoint(function); }
    ~Asked() { set_checkpoint(nullptr); }
  };
  const Tensor a = ones({600, 200}), b = ones({200, 300});
  const Tensor whole = ones({600, 200}, DType::int64), many = ones({200, 300}, DType::int64);
  for (const int count : {1, 3}) {
    const ThreadCount threads(count);
    const Asked asked([] { throw BudgetError("enough"); });
    CHECK(error_of([&] { matmul(a, b); }) == "BudgetError: enough");
    CHECK(error_of([&] { matmul(whole, many); }) == "BudgetError: enough");
  }
  CHECK(matmul(a, b).at({599, 299}).to_double() == 200);
}

/// Whether two parts can run at once here.
bool at_once() { return thread_count() > 1 && std::thread::hardware_concurrency() > 1; }

TEST_CASE("parallel_for: a part that asks ends once another has failed") {
  const ThreadCount threads(2);
  if (!at_once()) return;
  std::atomic<int> inside = 0;
  const auto work = [&] {
    parallel_for(2, 1, [&](int64_t begin, int64_t) {
      ++inside;
      while (inside < 2) std::this_thread::yield();
      if (begin == 0) throw RuntimeError("the first");
      for (;;) checkpoint();
    });
  };
  CHECK(error_of(work) == "RuntimeError: the first");
}

TEST_CASE("parallel_for: more than one thread works") {
  const ThreadCount threads(2);
  if (!at_once()) return;
  std::mutex mutex;
  std::set<std::thread::id> seen;
  std::atomic<int> inside = 0;
  parallel_for(2, 1, [&](int64_t, int64_t) {
    // Each part waits for the other: one thread alone would never come to it.
    ++inside;
    while (inside < 2) std::this_thread::yield();
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  CHECK(seen.size() == 2);
}

// 1 / 1, 1 / 2, ...: sums that show the order in which they were made.
Tensor fractions(const Shape& shape) {
  int64_t n = 1;
  for (const int64_t size : shape) n *= size;
  return view(to(div(1, arange(1, n + 1)), DType::float32), shape);
}

TEST_CASE("large ops: the same to the last bit on any number of threads") {
  const Tensor x = fractions({3, 401, 333});
  const Tensor a = fractions({700, 401}), b = transpose(fractions({90, 401}), 0, 1);
  const auto all = [&] {
    return std::vector<Tensor>{sum(x, {2}),       sum(x, {0}),          sum(x, {1}),
                               sum(x, {0, 2}),    sum(x, {}),           softmax(x, -1),
                               softmax(x, 1),     cat(std::vector{x, x}, 1),
                               mul(x, x),         contiguous(transpose(x, 1, 2)),
                               layer_norm(x, {333}, Tensor(), Tensor(), 1e-5),
                               matmul(a, b),      matmul(transpose(b, 0, 1), transpose(a, 0, 1))};
  };
  std::vector<Tensor> alone, together;
  {
    const ThreadCount threads(1);
    alone = all();
  }
  {
    const ThreadCount threads(5);
    together = all();
  }
  for (size_t i = 0; i < alone.size(); ++i) {
    CAPTURE(i);
    CHECK(equal(alone[i], together[i]));
  }
}

TEST_CASE("sum: columns that fill no vector are summed the same, shared or not") {
  for (int64_t columns = 30; columns <= 72; ++columns) {
    const Tensor x = fractions({700, columns}), deep = fractions({3, 300, columns});
    const auto both = [&] { return cat(std::vector{view(sum(x, {0}), {1, columns}), sum(deep, {1})}); };
    Tensor alone, together;
    {
      const ThreadCount threads(1);
      alone = both();
    }
    {
      const ThreadCount threads(5);
      together = both();
    }
    CAPTURE(columns);
    CHECK(equal(alone, together));
  }
}

TEST_CASE("cat: what lies row by row joins as what does not") {
  const auto otherwise = [](const Tensor& t) {
    return transpose(contiguous(transpose(t, 0, 1)), 0, 1);
  };
  const Tensor a = fractions({40, 3, 5}), b = mul(fractions({40, 3, 5}), 2);
  for (const int64_t dim : {0, 1, 2}) {
    CHECK(equal(cat(std::vector{a, b, a}, dim),
                cat(std::vector{otherwise(a), otherwise(b), otherwise(a)}, dim)));
  }
  // By long custom an empty 1-d tensor joins whatever the others are.
  CHECK(equal(cat(std::vector{a, ones({0}), b}, 1), cat(std::vector{a, b}, 1)));
  CHECK(cat(std::vector{ones({0}), ones({0})}, 5).shape() == Shape{0});
  CHECK(cat(std::vector{ones({2, 0}), ones({2, 0})}, 1).shape() == Shape{2, 0});
  CHECK(equal(cat(std::vector{ones({2, 0}), ones({2, 3}), ones({2, 0})}, 1), ones({2, 3})));
  CHECK(values(cat(std::vector{arange(0, 2), ones({2})}, 0)) == std::vector<double>{0, 1, 1, 1});
  CHECK(values(cat(std::vector{view(arange(0, 2), {2, 1}), ones({2, 2}, DType::int64)}, 1)) ==
        std::vector<double>{0, 1, 1, 1, 1, 1});
}

TEST_CASE("Storage: a large block is used again for one of its size") {
  constexpr int64_t kLarge = int64_t{48} << 20;
  MemoryMeter::drop_kept();
  const std::byte* first = nullptr;
  {
    const Storage storage(kLarge);
    first = storage.data();
  }
  const Storage again(kLarge), other(kLarge);
  CHECK(again.data() == first);
  CHECK(other.data() != first);
  CHECK(MemoryMeter::kept_bytes() == 0);
}

TEST_CASE("Storage: what is kept for later is no obstacle to a limit") {
  constexpr int64_t kLarge = int64_t{48} << 20;
  const int64_t before = MemoryMeter::live_bytes();
  MemoryMeter::drop_kept();
  { const Storage storage(kLarge); }
  CHECK(MemoryMeter::live_bytes() == before);
  CHECK(MemoryMeter::kept_bytes() == kLarge);
  MemoryMeter::set_limit(before + kLarge + 100);
  {
    const Storage storage(kLarge + 64);
    CHECK(MemoryMeter::kept_bytes() == 0);
  }
  CHECK(error_of([] { const Storage storage(kLarge + 6400); }).starts_with("BudgetError"));
  MemoryMeter::set_limit(0);
}

}  // namespace
}  // namespace mha
