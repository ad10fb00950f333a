#include "tensor/core/tensor.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "tensor/core/factory.h"

namespace mha {
namespace {

template <typename E, typename F>
std::string message_of(F f) {
  try {
    f();
  } catch (const E& error) {
    return error.message();
  }
  return "nothing thrown";
}

TEST_CASE("promote: kinds go bool, int, float; uint8 with int8 is int16") {
  CHECK(promote(DType::bool_, DType::uint8) == DType::uint8);
  CHECK(promote(DType::uint8, DType::int8) == DType::int16);
  CHECK(promote(DType::int64, DType::float16) == DType::float16);
  CHECK(promote(DType::float16, DType::bfloat16) == DType::float32);
  CHECK(promote(DType::float32, DType::float64) == DType::float64);
}

TEST_CASE("empty: a size that no memory has is refused before it is asked for") {
  CHECK(message_of<RuntimeError>([] {
          Tensor::empty({int64_t{1} << 40, int64_t{1} << 40});
        }) ==
        "Storage size calculation overflowed with sizes=[1099511627776, "
        "1099511627776]");
  CHECK(message_of<RuntimeError>([] { Tensor::empty({2, -1}); }) ==
        "Trying to create tensor with negative dimension -1: [2, -1]");
}

TEST_CASE("MemoryMeter: what is over the limit is a BudgetError") {
  const int64_t before = MemoryMeter::live_bytes();
  {
    const Tensor t = Tensor::empty({256});
    CHECK(MemoryMeter::live_bytes() == before + 1024);
  }
  CHECK(MemoryMeter::live_bytes() == before);
  MemoryMeter::set_limit(int64_t{2} << 30);
  const std::string text =
      message_of<BudgetError>([] { Tensor::empty({1000000000000}); });
  MemoryMeter::set_limit(0);
  CHECK(text ==
        "this needs 3.6 TiB for one tensor; the limit is 2 GiB (--max-memory)");
}

TEST_CASE("item: one element, whatever the shape") {
  CHECK(Tensor::of({1, 1}, {2.5}).item().to_double() == 2.5);
  CHECK(message_of<RuntimeError>([] { Tensor::of({3}, {1, 2, 3}).item(); }) ==
        "a Tensor with 3 elements cannot be converted to Scalar");
}

TEST_CASE("arange: float32 digits are those of double steps") {
  const Tensor t = arange(0, 1.0, 0.1);
  CHECK(t.numel() == 10);
  CHECK(t.at({3}).to_double() == static_cast<double>(0.3F));
  CHECK(arange(0, 5).dtype() == DType::int64);
  CHECK(message_of<RuntimeError>([] { arange(0, 3, 0); }) ==
        "step must be nonzero");
}

TEST_CASE("to: float to int truncates towards zero, anything but 0 is true") {
  const Tensor t = Tensor::of({3}, {-1.7, 0, 2.9});
  CHECK(to(t, DType::int64).at({0}).to_int() == -1);
  CHECK(to(t, DType::int64).at({2}).to_int() == 2);
  CHECK_FALSE(to(t, DType::bool_).at({1}).to_bool());
  CHECK(to(t, DType::float32).is_same(t));
}

}  // namespace
}  // namespace mha
