#include "random/pcg64.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <vector>

// Expected numbers are those of NumPy 1.24.2: a method of default_rng(42) where no
// other seed is named. A sum is of every bit pattern by its place, from 1, in 64 bits:
// (x.view(np.uint64) * np.arange(1, n + 1, dtype=np.uint64)).sum().

namespace mha {
namespace {

Pcg64 pcg_of(std::vector<uint32_t> seed = {42}) { return Pcg64(seed); }

template <typename F>
uint64_t weighted(uint64_t n, F draw) {
  uint64_t sum = 0;
  for (uint64_t place = 1; place <= n; ++place) sum += place * draw();
  return sum;
}

}  // namespace

TEST_CASE("pcg64: seeds of one int, of a long one and of several") {
  CHECK(pcg_of().next64() == 0xc621fbcd16d92688);
  Pcg64 zero = pcg_of({0}), longer = pcg_of({7, 0, 1}), several = pcg_of({1, 2, 3, 4, 5, 6});
  CHECK(zero.next64() == 0xa30febcfd9c2825f);
  CHECK(longer.next64() == 0xd54af20fba8a1b7d);
  CHECK(several.next64() == 0x9f2e9b7b6e265292);
}

TEST_CASE("pcg64: a 32-bit draw is half of one of 64 bits, and the other half waits") {
  Pcg64 r = pcg_of();
  CHECK(r.next32() == 0x16d92688);
  CHECK(r.next64() == 0x705a5661a791ffc1);
  CHECK(r.next32() == 0xc621fbcd);
  CHECK(r.next32() == 0x6eda1624);
}

TEST_CASE("pcg64: random(100000), in both types") {
  Pcg64 r = pcg_of(), single = pcg_of();
  CHECK(weighted(100000, [&] { return std::bit_cast<uint64_t>(r.uniform<double>()); }) ==
        0x4acd264340d4a43b);
  CHECK(weighted(100000, [&] { return std::bit_cast<uint32_t>(single.uniform<float>()); }) ==
        0x490d4bdf2de53e5a);
}

TEST_CASE("pcg64: standard_normal(1000000), every bit, and the tails are among them") {
  int beyond = 0;
  const auto bits = [&beyond](auto x) {
    beyond += std::abs(x) > 3.6541528853610088;
    if constexpr (sizeof x == 8) return std::bit_cast<uint64_t>(x);
    else return std::bit_cast<uint32_t>(x);
  };
  Pcg64 r = pcg_of(), single = pcg_of();
  CHECK(weighted(1000000, [&] { return bits(r.normal<double>()); }) == 0x776ef272e40de96f);
  CHECK(beyond == 279);
  CHECK(weighted(1000000, [&] { return bits(single.normal<float>()); }) == 0xcb7ed435209de9e8);
  CHECK(beyond == 279 + 277);
}

TEST_CASE("pcg64: integers up to a number of 32 bits and of 64, one stream for all") {
  Pcg64 r = pcg_of();
  const auto sum = [&r](uint64_t most) { return weighted(99999, [&] { return r.bounded(most); }); };
  CHECK(sum(9) == 0x53e66af08);
  CHECK(sum(uint64_t{3} << 30) == 0x6fcaa71df3f7c166);
  CHECK(sum(0xffffffff) == 0x951da47acef4c07d);
  CHECK(sum(uint64_t{3} << 61) == 0x4ac737d812ef6020);
  CHECK(sum(UINT64_MAX) == 0xf0c0aa24279a7468);
  CHECK(r.bounded(0xffffffff) == 1166840864);
}

}  // namespace mha
