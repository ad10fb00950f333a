#include "render/lesson_view.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "lesson/world.h"

using namespace mha;

TEST_CASE("lesson: pictures that follow each other stand side by side where there is room") {
  lesson::World world{{}};
  world.run("cell", "import torch\na = torch.tensor([[0.5, 0.25], [1., 0.]])\nb = torch.zeros(3, 2)\n");
  const lesson::Events events = {lesson::drawing(world.picture({"heatmap", "a"})),
                                 lesson::drawing(world.picture({"heatmap", "b"}))};
  render::Style style;
  style.unicode = false;
  CHECK("\n" + render::lesson_text(style, {}, events) == R"(
     0       1           0       1
0 0.50 #  0.25 :    0 0.00    0.00
1 1.00 ## 0.00      1 0.00    0.00
                    2 0.00    0.00
)");
  style.width = 30;
  const std::string narrow = render::lesson_text(style, {}, events);
  CHECK(narrow.find("1 1.00 ## 0.00\n\n") != std::string::npos);
  for (const std::string& line : split_lines(narrow)) CHECK(display_width(line) < 30);
}
