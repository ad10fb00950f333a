#include "pictures/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/maker.h"
#include "tensor/views.h"

namespace mha::pictures {

namespace {

// More numbers than these are counted, not drawn.
constexpr int64_t kMostBars = 20;
constexpr int kLongestBar = 40;

bool is_row(const Tensor& t) { return t.dim() > 0 && t.numel() > 0 && t.numel() == t.size(-1); }

}  // namespace

int suits_bars(const Maker&, const std::string&, const Tensor& t) {
  return t.defined() && t.dim() == 1 && is_floating(t.dtype()) && t.numel() > 1 && t.numel() <= kMostBars ? 3 : 0;
}

std::shared_ptr<const Picture> make_bars(const Maker& maker, const std::string& expression) {
  const Tensor t = maker.tensor(expression);
  if (!is_row(t)) {
    throw Error("PictureError", "bars are of one row, and `" + expression + "` has the shape " + shape_text(t.shape()));
  }
  auto picture = std::make_shared<Bars>();
  picture->values = clone(reshape(t, {-1}));
  picture->words = maker.words(t.numel());
  return picture;
}

std::string Bars::drawn(const Style& style) const {
  const int64_t count = std::min(values.numel(), kMostBars);
  std::vector<std::string> labels = words;
  for (int64_t i = 0; words.empty() && i < values.numel(); ++i) labels.push_back(std::to_string(i));
  labels.resize(static_cast<size_t>(count));
  const std::vector<std::string> numbers = tensor_cells(values);
  double most = full;
  for (int64_t i = 0; full == 0 && i < values.numel(); ++i) {
    const double v = std::abs(values.at({i}).to_double());
    if (std::isfinite(v)) most = std::max(most, v);
  }
  const int room = style.width - 1;
  const int label = std::min(widest(labels), std::max(5, room / 4));
  const int number = widest(numbers);
  const int length = std::clamp(room - label - number - 3, 4, kLongestBar);
  std::string out;
  for (int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    const double v = values.at({i}).to_double();
    const std::string name = padded_right(shortened(style, labels[at], label), label);
    const std::string text = padded_left(numbers[at], number);
    const double part = std::isinf(v) ? (v > 0 ? 1 : 0) : std::isnan(v) || most == 0 ? 0 : std::abs(v) / most;
    const bool marked = changed.contains(i);
    out += (words.empty() ? paint(style, Role::faint, name) : name) + " " +
           (marked ? paint(style, Role::marked, text) + "*" : text + " ") +
           paint(style, v < 0 ? Role::wrong : Role::prompt, bar(style, part, length)) + "\n";
  }
  if (values.numel() > count) {
    out += sentence(style, "(" + plural(values.numel() - count, "more number") + " not shown)");
  }
  return without_trailing_blanks(out);
}

std::string Bars::told(const Style& style) const {
  const std::vector<std::string> numbers = tensor_cells(values);
  std::vector<std::string> parts;
  for (int64_t i = 0; i < std::min(values.numel(), kMostBars); ++i) {
    const auto at = static_cast<size_t>(i);
    parts.push_back((words.empty() ? fmt::format("place {}", i) : words[at]) + " " + numbers[at]);
  }
  if (values.numel() > kMostBars) parts.push_back(plural(values.numel() - kMostBars, "more number"));
  return sentence(style, join(parts, ", ") + ".", 2);
}

}  // namespace mha::pictures
