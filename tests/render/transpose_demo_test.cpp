#include "render/transpose_demo.h"

#include <doctest/doctest.h>

#include "base/error.h"

using namespace mha;

namespace {

bool demo_shows(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("demo transpose: scores with heads first, and what comes without") {
  const std::string text = render::transpose_demo({}, {1, 3, 2, 4}, 1, 2);
  // Head 0 holds the rows (0..3), (8..11), (16..19): 0+1+4+9 = 14 and
  // 0*8 + 1*9 + 2*10 + 3*11 = 62.
  CHECK(demo_shows(text, "tensor([[  14,   62,  110],"));
  CHECK(demo_shows(text, "Scores of head 1:"));
  // Without, token 0 compares its two heads: (0..3) with (4..7) is 38.
  CHECK(demo_shows(text, "tensor([[ 14,  38],\n        [ 38, 126]])"));
  CHECK(demo_shows(text, "torch.Size([1, 3, 2, 2]) = [batch, tokens, heads, heads]"));
  CHECK(demo_shows(text, "(24, 8, 4, 1) before, (24, 4, 8, 1) after"));
  CHECK(demo_shows(text, "Token0: [Head0 0..3 | Head1 4..7]"));
  CHECK(demo_shows(text, "Head1: [Token0 4..7 | Token1 12..15 | Token2 20..23]"));
}

TEST_CASE("demo transpose: any shape and any two axes, or a reason why not") {
  CHECK(demo_shows(render::transpose_demo({}, {2, 3}, 0, 1), "torch.Size([3, 2])"));
  CHECK(demo_shows(render::transpose_demo({}, {4, 2, 3}, -3, -2), "torch.Size([2, 4, 3])"));
  CHECK(demo_shows(render::transpose_demo({}, {2, 2, 2, 2, 2}, 1, 4), "torch.Size([2, 2, 2, 2, 2])"));
  CHECK(demo_shows(render::transpose_demo({}, {50, 40, 2, 2}, 1, 2), "..."));
  CHECK_THROWS_AS(render::transpose_demo({}, {2, 3}, 0, 2), Error);
  CHECK_THROWS_AS(render::transpose_demo({}, {2, 0}, 0, 1), Error);
  CHECK_THROWS_AS(render::transpose_demo({}, {100000, 100000}, 0, 1), Error);
  CHECK_THROWS_AS(render::transpose_demo({}, {}, 0, 1), Error);
}
