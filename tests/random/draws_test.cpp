#include "random/draws.h"

#include <doctest/doctest.h>

#include "../tensor/outcomes.h"
#include "base/error.h"
#include "tensor/core/views.h"

// Expected numbers are what PyTorch draws after torch.manual_seed(123).

namespace mha {
namespace {

Generator seeded() { return Generator(123); }

}  // namespace

TEST_CASE("rand: every bit") {
  Generator g = seeded();
  CHECK(values(rand({3}, g)) ==
        std::vector<double>{0x1.2f37f8p-2, 0x1.087adap-1, 0x1.01b5f8p-2});
}

TEST_CASE("randn: fewer than 16 come by pairs, and the second of one waits") {
  Generator g = seeded();
  CHECK(values(randn({3}, g)) ==
        std::vector<double>{-0x1.c891bep-4, 0x1.ed01b2p-4, -0x1.7a8178p-2});
  CHECK(rand({1}, g).item().to_double() == 0x1.78f298p-3);
  CHECK(randn({1}, g).item().to_double() == -0x1.ec6042p-3);
}

TEST_CASE("randn: 16 and more come in blocks, the last drawn over again") {
  Generator g = seeded();
  const std::vector<double> x = values(randn({17}, g));
  CHECK(x[0] == 0x1.597792p-2);
  CHECK(x[1] == -0x1.053da6p+0);
  CHECK(x[16] == -0x1.91d84cp-1);
}

TEST_CASE("normal_: memory that is not contiguous is filled one by one") {
  Generator g = seeded();
  const Tensor x = normal_(t(empty({6, 3})), 0, 1, g);
  CHECK(x.at({0, 0}).to_double() == -0.11146711558103561);
  CHECK(x.at({0, 1}).to_double() == -0.2404179722070694);
}

TEST_CASE("float64: its own draws, and exponential_") {
  Generator g = seeded();
  CHECK(values(randn({2}, g, DType::float64)) ==
        std::vector<double>{-0.11146711634581082, 0.12036294405744884});
  CHECK(values(exponential_(empty({3}), 1, g)) ==
        std::vector<double>{0.895949125289917, 0.09721523523330688,
                            0.6395152807235718});
}

TEST_CASE("randint and randperm") {
  Generator g = seeded();
  CHECK(values(randint(0, 10, {6}, g)) ==
        std::vector<double>{2, 9, 2, 0, 0, 2});
  g = seeded();
  CHECK(values(randperm(8, g)) == std::vector<double>{6, 2, 1, 3, 4, 7, 0, 5});
  CHECK(error_of([&] { randint(5, 5, {1}, g); }) ==
        "RuntimeError: random_ expects 'from' to be less than 'to', but got "
        "from=5 >= to=5");
}

TEST_CASE("multinomial: with and without replacement") {
  Generator g = seeded();
  const Tensor weights = Tensor::of({4}, {0.1, 0.2, 0.3, 0.4});
  CHECK(values(multinomial(weights, 5, /*replacement=*/true, g)) ==
        std::vector<double>{2, 0, 2, 0, 2});
  g = seeded();
  CHECK(values(multinomial(weights, 3, /*replacement=*/false, g)) ==
        std::vector<double>{1, 3, 2});
}

TEST_CASE("Generator: a state brings back the stream and the waiting half") {
  Generator g = seeded();
  randn({3}, g);
  const Generator::State state = g.state();
  const std::vector<double> once = values(randn({3}, g));
  CHECK(g.set_state(state));
  CHECK(values(randn({3}, g)) == once);
  CHECK(g.seed() == 123);
}

}  // namespace mha
