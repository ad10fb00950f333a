#include "tensor/parallel.h"

#include <doctest/doctest.h>

#include <atomic>

#include "outcomes.h"
#include "tensor/factory.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_join.h"
#include "tensor/ops_nn.h"
#include "tensor/ops_reduce.h"
#include "tensor/softmax.h"
#include "tensor/storage.h"
#include "tensor/views.h"

namespace mha {
namespace {

/// The processor's number of threads is put back at the end.
struct Threads {
  explicit Threads(int count) { set_thread_count(count); }
  ~Threads() { set_thread_count(before); }
  int before = thread_count();
};

TEST_CASE("parallel_for: the parts cover all, once each, and end at grains") {
  const Threads threads(4);
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
  const Threads threads(4);
  std::atomic<int64_t> sum = 0;
  parallel_for(100, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      parallel_for(100, 1, [&](int64_t b, int64_t e) { sum += e - b; });
    }
  });
  CHECK(sum == 100 * 100);
}

// 1 / 1, 1 / 2, ...: sums that show the order in which they were made.
Tensor fractions(const Shape& shape) {
  int64_t n = 1;
  for (const int64_t size : shape) n *= size;
  return view(to(div(1, arange(1, n + 1)), DType::float32), shape);
}

TEST_CASE("large ops: the same to the last bit on any number of threads") {
  const Tensor x = fractions({3, 401, 333});
  const auto all = [&] {
    return std::vector<Tensor>{sum(x, {2}),       sum(x, {0}),          sum(x, {1}),
                               sum(x, {0, 2}),    sum(x, {}),           softmax(x, -1),
                               softmax(x, 1),     cat(std::vector{x, x}, 1),
                               mul(x, x),         contiguous(transpose(x, 1, 2)),
                               layer_norm(x, {333}, Tensor(), Tensor(), 1e-5)};
  };
  std::vector<Tensor> alone, together;
  {
    const Threads threads(1);
    alone = all();
  }
  {
    const Threads threads(5);
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
      const Threads threads(1);
      alone = both();
    }
    {
      const Threads threads(5);
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
  const std::byte* first = nullptr;
  {
    const Storage storage(kLarge);
    first = storage.data();
  }
  const Storage again(kLarge), other(kLarge);
  CHECK(again.data() == first);
  CHECK(other.data() != first);
}

TEST_CASE("Storage: what is kept for later is no obstacle to a limit") {
  constexpr int64_t kLarge = int64_t{48} << 20;
  const int64_t before = MemoryMeter::live_bytes();
  { const Storage storage(kLarge); }
  CHECK(MemoryMeter::live_bytes() == before);
  MemoryMeter::set_limit(before + kLarge + 100);
  CHECK(error_of([] { const Storage storage(kLarge + 64); }) == "nothing thrown");
  CHECK(error_of([] { const Storage storage(kLarge + 6400); }).starts_with("BudgetError"));
  MemoryMeter::set_limit(0);
}

}  // namespace
}  // namespace mha
