#include "pictures/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/kinds.h"
#include "pictures/maker.h"
#include "tensor/core/views.h"

namespace mha::pictures {

namespace {

// More numbers than these are counted, not drawn.
constexpr int64_t kMostBars = 20;
constexpr int kLongestBar = 40;

bool is_row(const Tensor& t) { return t.dim() > 0 && t.numel() > 0 && t.numel() == t.size(-1); }

/// The columns on either side of zero, and the number of columns for 1.
struct Sides {
  int below = 0;  // 0 if no number is negative; then there is no zero line
  int above = 0;
  double unit = 0;
};

/// Gives both sides the same scale.
Sides sides_of(const Tensor& values, int columns) {
  double low = 0, high = 0;
  bool below = false, above = false;
  for (int64_t i = 0; i < values.numel(); ++i) {
    const double v = values.at({i}).to_double();
    below = below || v < 0;
    above = above || v > 0;
    if (std::isfinite(v)) low = std::max(low, -v), high = std::max(high, v);
  }
  Sides sides;
  if (below) {
    constexpr int kShortest = 2;  // for an arrow, where all of a side is infinite
    const int all = columns - 1;  // the line is one
    const double share = low + high > 0 ? low / (low + high) : above ? 0.5 : 1;
    sides.below = std::clamp(static_cast<int>(std::lround(share * all)), kShortest, all - (above ? kShortest : 0));
  }
  sides.above = columns - sides.below - (below ? 1 : 0);
  const double of_low = low > 0 ? sides.below / low : HUGE_VAL;
  const double of_high = high > 0 ? sides.above / high : HUGE_VAL;
  sides.unit = low + high > 0 ? std::min(of_low, of_high) : 0;
  return sides;
}

/// A bar that ends at the zero line: in halves of a column, because no
/// characters show less at the right side.
std::string bar_below(const Style& style, double part, int columns) {
  const int halves = std::max(static_cast<int>(std::lround(part * columns * 2)), part >= kNothing ? 1 : 0);
  std::string out = halves % 2 == 0 ? "" : style.unicode ? "▐" : ":";
  for (int i = 0; i < halves / 2; ++i) out += style.unicode ? "█" : "#";
  return padded_left(out, columns);
}

/// The bar of an infinite number: a line with an arrow, as long as the longest
/// bar.
std::string arrow(const Style& style, bool below, int columns) {
  std::string line;
  for (int i = 1; i < columns; ++i) line += style.unicode ? "─" : "-";
  return below ? (style.unicode ? "◀" : "<") + line : line + (style.unicode ? "▶" : ">");
}

std::string bar_of(const Style& style, double v, const Sides& sides) {
  std::string below(static_cast<size_t>(sides.below), ' ');
  std::string above;
  // nan has no bar.
  if (std::isnan(v)) {
    above = "?";
  } else if (v < 0) {
    below = std::isinf(v) ? arrow(style, true, sides.below) : bar_below(style, -v * sides.unit / sides.below, sides.below);
  } else {
    above = std::isinf(v) ? arrow(style, false, sides.above) : bar(style, sides.above > 0 ? v * sides.unit / sides.above : 0, sides.above);
  }
  const std::string zero = sides.below == 0 ? "" : paint(style, Role::faint, style.unicode ? "│" : "|");
  return paint(style, Role::wrong, below) + zero + paint(style, std::isnan(v) ? Role::wrong : Role::prompt, above);
}

/// A number in words for a screen reader.
std::string spoken(double v, const std::string& cell) {
  if (std::isnan(v)) return "not a number";
  if (std::isinf(v)) return v < 0 ? "minus infinity" : "infinity";
  return cell;
}

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
  picture->words = maker.words(t.numel(), maker.sentence(expression, t));
  return picture;
}

std::vector<Part> Bars::parts() const {
  const int64_t count = std::min(values.numel(), kMostBars);
  const std::vector<std::string> numbers = tensor_cells(values);
  double longest = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (const double v = values.at({i}).to_double(); std::isfinite(v)) longest = std::max(longest, std::abs(v));
  }
  Part part;
  for (int64_t i = 0; i < count; ++i) {
    const double v = values.at({i}).to_double();
    const auto at = static_cast<size_t>(i);
    part.rows.push_back(words.empty() ? std::to_string(i) : words[at]);
    Cell cell{numbers[at], (words.empty() ? "place " : "") + part.rows.back() + ": " + spoken(v, numbers[at])};
    cell.bar = std::isinf(v) ? std::copysign(1, v) : longest > 0 && !std::isnan(v) ? v / longest : 0;
    part.cells.push_back({std::move(cell)});
  }
  if (values.numel() > count) part.note = "(" + plural(values.numel() - count, "more number") + " not shown)";
  return {part};
}

std::string Bars::drawn(const Style& style) const {
  const int64_t count = std::min(values.numel(), kMostBars);
  std::vector<std::string> labels = words;
  for (int64_t i = 0; words.empty() && i < values.numel(); ++i) labels.push_back(std::to_string(i));
  labels.resize(static_cast<size_t>(count));
  const std::vector<std::string> numbers = tensor_cells(values);
  const int room = style.width - 1;
  const int label = std::min(widest(labels), std::max(5, room / 4));
  const int number = widest(numbers);
  const Sides sides = sides_of(values, std::clamp(room - label - number - 3, 4, kLongestBar));
  std::string out;
  for (int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    const std::string name = padded_right(shortened(style, labels[at], label), label);
    out += (words.empty() ? paint(style, Role::faint, name) : name) + " " + padded_left(numbers[at], number) + " " +
           bar_of(style, values.at({i}).to_double(), sides) + "\n";
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
    parts.push_back((words.empty() ? fmt::format("place {}", i) : words[at]) + " " +
                    spoken(values.at({i}).to_double(), numbers[at]));
  }
  if (values.numel() > kMostBars) parts.push_back(plural(values.numel() - kMostBars, "more number"));
  return sentence(style, join(parts, ", ") + ".", 2);
}

}  // namespace mha::pictures
