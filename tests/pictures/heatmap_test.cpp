#include "pictures/heatmap.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/text.h"
#include "tensor/core/factory.h"

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
        "Cats  0.00    1.00 ##\n"
        "chase 0.50 #  -inf\n");
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

TEST_CASE("heatmap: of a title that does not fit, the index stays") {
  pictures::Heatmap p;
  p.tensor = zeros({2, 2, 2});
  p.panels = {"torch.zeros(2, 2, 2)[0]", "torch.zeros(2, 2, 2)[1]"};
  const std::string text = p.drawn({});
  CHECK(text.find("torch") == std::string::npos);
  CHECK(text.find("[1]") != std::string::npos);
}

TEST_CASE("heatmap: numbers that differ look different") {
  pictures::Heatmap p;
  p.tensor = Tensor::of({1, 5}, {0.03, 0.25, 0.30, 0.40, 1.0});
  const auto looks = [&](bool unicode, bool colour, pictures::Colours colours) {
    pictures::Style style;
    style.unicode = unicode;
    style.colour = colour;
    style.colours = colours;
    return p.drawn(style);
  };
  CHECK(looks(true, false, {}) == "   0       1       2       3       4\n"
                                  "0.03 ▏  0.25 ▌  0.30 ▋  0.40 ▊  1.00 ██\n");
  CHECK(looks(false, false, {}) == "   0       1       2       3       4\n"
                                   "0.03 .  0.25 :  0.30 :  0.40 o  1.00 ##\n");
  CHECK(looks(true, true, pictures::Colours::many).find("\033[48;5;18;38;5;231m  0.03 \033[0m \033[48;5;20;38;5;231m  0.25 ") !=
        std::string::npos);
}
