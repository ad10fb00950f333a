#include "pictures/heatmap.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/text.h"

using namespace mha;

TEST_CASE("heatmap: words on both axes, a shade that grows with the number") {
  pictures::Heatmap p;
  p.tensor = Tensor::of({2, 2}, {0.0, 1.0, 0.5, -INFINITY});
  p.rows = {"Cats", "chase"};
  p.columns = p.rows;
  pictures::Style style;
  style.unicode = false;
  CHECK(p.drawn(style) ==
        "         Cats   chase\n"
        "Cats  0.00    1.00 @\n"
        "chase 0.50 o  -inf\n");
}

TEST_CASE("heatmap: columns that do not fit are counted, not wrapped") {
  pictures::Heatmap p;
  p.tensor = Tensor::empty({1, 30});
  for (int i = 0; i < 30; ++i) p.tensor.data<float>()[i] = static_cast<float>(i);
  pictures::Style style;
  style.width = 40;
  const std::string text = p.drawn(style);
  for (const std::string& line : split_lines(text)) CHECK(display_width(line) < 40);
  // 40 columns hold 6 cells of 5, as in "29.0@": 30 - 6 = 24 are left.
  CHECK(text.find("(24 more columns not shown)") != std::string::npos);
}
