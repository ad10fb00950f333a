#include "render/heatmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"

namespace mha::render {

namespace {

constexpr std::array<const char*, 5> kBlocks = {"  ", "░░", "▒▒", "▓▓", "██"};
constexpr std::array<const char*, 5> kSigns = {"  ", ". ", "o ", "O ", "@ "};
// Backgrounds from dark to light of the 256-colour palette, with a foreground
// that can be read on each.
constexpr std::array<const char*, 5> kBackgrounds = {
    "48;5;234;38;5;252", "48;5;24;38;5;255", "48;5;31;38;5;255",
    "48;5;74;38;5;16", "48;5;159;38;5;16"};

std::string padded_left(const std::string& text, int width) {
  return std::string(static_cast<size_t>(std::max(0, width - display_width(text))), ' ') + text;
}

std::string padded_right(const std::string& text, int width) {
  return text + std::string(static_cast<size_t>(std::max(0, width - display_width(text))), ' ');
}

// Less than this part of the range is as good as nothing.
constexpr double kNothing = 0.02;

/// Which of the five shades a value gets, over the range of what is shown.
size_t shade(double v, double low, double high) {
  if (!(high > low)) return 2;
  const double part = (v - low) / (high - low);
  return part < kNothing ? 0 : static_cast<size_t>(std::ceil(std::min(part, 1.0) * 4));
}

}  // namespace

std::string heatmap(const Style& style, const lesson::PictureData& p) {
  if (!p.tensor.defined() || p.tensor.dim() != 2) return "";
  const int64_t rows = p.tensor.size(0);
  const int64_t columns = p.tensor.size(1);
  double low = INFINITY;
  double high = -INFINITY;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      const double v = p.tensor.at({i, j}).to_double();
      if (!std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  low = std::min(low, 0.0);
  int label = 0;
  for (const std::string& w : p.rows) label = std::max(label, display_width(w));
  // A cell is a number and its shade: "0.21 ▒▒"; columns are as wide as that
  // or as their word.
  int cell = 7;
  for (const std::string& w : p.columns) cell = std::max(cell, display_width(w));
  const int fits = std::max<int>(1, (style.width - 1 - label - 1) / (cell + 1));
  const int64_t shown = std::min<int64_t>(columns, fits);

  std::string out;
  if (!p.columns.empty()) {
    std::string line(static_cast<size_t>(label + 1), ' ');
    for (int64_t j = 0; j < shown; ++j) {
      line += padded_left(p.columns[static_cast<size_t>(j)], cell) + " ";
    }
    out += std::string(trim("." + line)).substr(1) + "\n";
  }
  for (int64_t i = 0; i < rows; ++i) {
    out += padded_right(p.rows.empty() ? "" : p.rows[static_cast<size_t>(i)], label) + " ";
    for (int64_t j = 0; j < shown; ++j) {
      const double v = p.tensor.at({i, j}).to_double();
      const bool masked = std::isinf(v) && v < 0;
      const std::string number = masked ? "-inf" : fmt::format("{:.2f}", v);
      const size_t s = masked ? 0 : shade(v, low, high);
      const std::string blank(static_cast<size_t>(std::max(0, cell - 7)), ' ');
      if (style.colour) {
        out += blank + fmt::format("\033[{}m {:>5} \033[0m", kBackgrounds[s], number);
      } else {
        out += blank + fmt::format("{:>4} {}", number, style.unicode ? kBlocks[s] : kSigns[s]);
      }
      out += " ";
    }
    while (out.ends_with(' ')) out.pop_back();
    out += "\n";
  }
  if (shown < columns) {
    out += fmt::format("({} more columns do not fit)\n", columns - shown);
  }
  return out;
}

std::string picture_text(const Style& style, const lesson::PictureData& picture) {
  return heatmap(style, picture);
}

}  // namespace mha::render
