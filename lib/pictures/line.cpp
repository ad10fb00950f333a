#include "pictures/line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/kinds.h"
#include "pictures/maker.h"

namespace mha::pictures {

namespace {

constexpr int kRows = 8;
constexpr int kLevels = 2 * kRows;  // a character shows two
constexpr int kWidestLine = 60;

/// The heights at the bottom and the top: zero is always one of them, or
/// between, so that a loss is seen against none at all.
struct Heights {
  double low = 0, high = 0;

  /// From 0 at the bottom to kLevels - 1.
  int level(double v) const {
    return high > low ? static_cast<int>(std::lround((v - low) / (high - low) * (kLevels - 1))) : 0;
  }
};

Heights heights_of(const std::vector<double>& values) {
  Heights heights;
  for (const double v : values) {
    if (std::isfinite(v)) heights.low = std::min(heights.low, v), heights.high = std::max(heights.high, v);
  }
  return heights;
}

/// The line through all the numbers, between two of them too.
double height_at(const std::vector<double>& values, double place) {
  const double last = static_cast<double>(values.size() - 1);
  place = std::clamp(place, 0.0, last);
  const auto left = static_cast<size_t>(place);
  const double part = place - std::floor(place);
  return part == 0 ? values[left] : values[left] * (1 - part) + values[left + 1] * part;
}

/// The levels that the line passes in one column; none, with last < first, where it
/// is not finite.
struct Passed {
  int first = 0, last = -1;
};

/// Every number counts, however many share a column: a single spike is seen.
std::vector<Passed> passed(const std::vector<double>& values, const Heights& heights, int columns) {
  std::vector<Passed> all(static_cast<size_t>(columns));
  const double step = static_cast<double>(values.size() - 1) / (columns - 1);
  for (int c = 0; c < columns; ++c) {
    const double from = std::max(0.0, (c - 0.5) * step);
    const double to = std::min((c + 0.5) * step, static_cast<double>(values.size() - 1));
    Passed& here = all[static_cast<size_t>(c)];
    const auto pass = [&](double v) {
      if (!std::isfinite(v)) return;
      const int level = heights.level(v);
      here.first = here.last < here.first ? level : std::min(here.first, level);
      here.last = std::max(here.last, level);
    };
    pass(height_at(values, from));
    for (double i = std::ceil(from); i <= to; ++i) pass(values[static_cast<size_t>(i)]);
    pass(height_at(values, to));
  }
  return all;
}

std::string_view mark(const Style& style, bool upper, bool lower) {
  if (upper && lower) return style.unicode ? "█" : "|";
  if (upper) return style.unicode ? "▀" : "'";
  return lower ? (style.unicode ? "▄" : ".") : " ";
}

/// The numbers that no line can show.
std::string left_out(const std::vector<double>& values) {
  const auto finite = [](double v) { return std::isfinite(v); };
  const int64_t lost = std::count_if(values.begin(), values.end(), std::not_fn(finite));
  return lost == 0 ? "" : "; " + plural(lost, "number") + " of nan or infinity left out";
}

}  // namespace

int suits_line(const Maker&, const std::string&, const Tensor& t) {
  // Fewer numbers have bars.
  constexpr int64_t kMostWhole = 60;  // whole numbers that are still read one by one, such as ids
  return t.defined() && t.dim() == 1 && t.dtype() != DType::bool_ && t.numel() > (is_floating(t.dtype()) ? 20 : kMostWhole) ? 3 : 0;
}

std::shared_ptr<const Picture> make_line(const Maker& maker, const std::string& expression) {
  const Tensor t = maker.tensor(expression);
  if (t.dim() != 1 || t.numel() < 2) {
    throw Error("PictureError", "a line is of one row of two numbers or more, and `" + expression + "` has the shape " +
                                    shape_text(t.shape()));
  }
  auto picture = std::make_shared<Line>();
  for (int64_t i = 0; i < t.numel(); ++i) picture->values.push_back(t.at({i}).to_double());
  if (std::none_of(picture->values.begin(), picture->values.end(), [](double v) { return std::isfinite(v); })) {
    throw Error("PictureError", "none of its numbers is finite");
  }
  return picture;
}

std::vector<Part> Line::parts() const {
  Part part;
  part.line = values;
  part.note = "first " + number_text(values.front()) + ", last " + number_text(values.back()) + left_out(values);
  return {part};
}

std::string Line::drawn(const Style& style) const {
  const Heights heights = heights_of(values);
  const std::vector<std::string> ends = number_cells({heights.high, heights.low});
  const int label = widest(ends);
  const int columns = std::clamp(style.width - label - 3, 2, kWidestLine);
  const std::vector<Passed> line = passed(values, heights, columns);
  const std::string wall = style.unicode ? "│" : "|";
  const int zero = heights.level(0) / 2;  // counted from the bottom
  std::string out;
  for (int row = kRows - 1; row >= 0; --row) {
    const std::string name = row == kRows - 1 ? ends[0] : row == 0 ? ends[1] : row == zero ? "0" : "";
    out += padded_left(name, label) + " " + paint(style, Role::faint, wall);
    std::string marks;
    for (const Passed& p : line) {
      const auto has = [&](int level) { return p.first <= level && level <= p.last; };
      marks += mark(style, has(2 * row + 1), has(2 * row));
    }
    out += paint(style, Role::prompt, marks) + "\n";
  }
  std::string floor = style.unicode ? "└" : "+";
  for (int c = 0; c < columns; ++c) floor += style.unicode ? "─" : "-";
  out += std::string(static_cast<size_t>(label) + 1, ' ') + paint(style, Role::faint, floor) + "\n";
  const std::string end = std::to_string(values.size() - 1);
  out += std::string(static_cast<size_t>(label) + 2, ' ') + "0" + padded_left(end, columns - 1) + "\n";
  out += sentence(style, "first " + number_text(values.front()) + ", last " + number_text(values.back()) + left_out(values));
  return without_trailing_blanks(out);
}

std::string Line::told(const Style& style) const {
  std::vector<std::string> parts;
  constexpr size_t kStations = 5;  // of the way, its ends among them
  const size_t last = values.size() - 1;
  size_t before = values.size();
  for (size_t i = 0; i < kStations; ++i) {
    const size_t at = last * i / (kStations - 1);
    if (at == before) continue;
    before = at;
    parts.push_back(fmt::format("place {} {}", at, number_text(values[at])));
  }
  const auto less = [](double a, double b) { return std::isfinite(a) && (!std::isfinite(b) || a < b); };
  const auto lowest = std::min_element(values.begin(), values.end(), less);
  parts.push_back(fmt::format("lowest at place {}, {}", lowest - values.begin(), number_text(*lowest)));
  return sentence(style, plural(static_cast<int64_t>(values.size()), "number") + ": " + join(parts, ", ") + left_out(values) + ".", 2);
}

}  // namespace mha::pictures
