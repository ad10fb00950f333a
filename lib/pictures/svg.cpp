#include "pictures/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/palette.h"

namespace mha::pictures {

namespace {

// Pixels. A character of the fonts named below is 0.6 of its size wide.
constexpr double kSize = 14, kCharacter = 0.61 * kSize, kRow = 24, kPad = 7, kBetween = 24, kBar = 200;
constexpr double kWide = 720;  // parts that stand beside each other, together
constexpr int kNarrow = 60;    // columns of a place where they are no wider than it
constexpr double kLineHeight = 140;

double pixels(const std::string& text) { return display_width(text) * kCharacter; }

std::string hex(Rgb c) { return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue); }

std::string readable(const std::string& text) { return html_escaped(harmless(text)); }

/// The parts, drawn one after the other.
class Canvas {
 public:
  Canvas(const std::vector<Part>& parts, int columns) : columns_(columns) {
    style_.colour = true;
    style_.colours = Colours::all;
    const double wide = columns < kNarrow ? columns * kCharacter : kWide;
    double x = 0, below = 0;  // where the next part stands, and where the row of parts ends
    for (const Part& part : parts) {
      const double width = width_of(part);
      if (!part.beside || x + width > wide) {
        x = 0;
        y_ = below + (below > 0 ? kRow / 2 : 0);
      }
      below = std::max(below, draw(part, x, y_));
      right_ = std::max(right_, x + width);
      x += width + kBetween;
    }
    bottom_ = below;
  }

  std::string text() const { return out_; }
  double width() const { return right_; }
  double height() const { return bottom_; }

 private:
  std::vector<std::string> folded(const std::string& text) const {
    if (text.empty()) return {};
    return display_width(text) <= columns_ ? std::vector<std::string>{text} : wrap(text, columns_);
  }

  static double labels_of(const Part& part) {
    const int label = widest(part.rows);
    return label == 0 ? 0 : label * kCharacter + kPad;
  }

  /// The widths of the columns.
  static std::vector<double> columns_of(const Part& part) {
    std::vector<double> widths;
    for (const std::string& name : part.columns) widths.push_back(pixels(name) + kPad);
    for (const auto& row : part.cells) {
      widths.resize(std::max(widths.size(), row.size()), kPad);
      for (size_t j = 0; j < row.size(); ++j) {
        if (row[j].look == Cell::Look::bare) continue;
        widths[j] = std::max(widths[j], pixels(row[j].text) + 2 * kPad + (row[j].bar ? kBar : 0));
      }
    }
    return widths;
  }

  /// The lines of a row that is only words, which nothing beside them keeps from folding.
  std::vector<std::string> words_of(const std::vector<Cell>& row) const {
    return row.size() == 1 && row[0].look == Cell::Look::bare ? folded(row[0].text) : std::vector<std::string>();
  }

  double width_of(const Part& part) const {
    double width = labels_of(part);
    for (const double w : columns_of(part)) width += w;
    // What is written across the columns.
    const auto across = [&](double from, const std::string& text) { width = std::max(width, from + pixels(text)); };
    for (const std::string& text : {part.title, part.note}) {
      for (const std::string& line : folded(text)) across(0, line);
    }
    for (const auto& row : part.cells) {
      const std::vector<std::string> words = words_of(row);
      for (const std::string& line : words) across(labels_of(part), line);
      if (!words.empty()) continue;
      double x = labels_of(part);
      for (size_t j = 0; j < row.size(); ++j) {
        if (row[j].look == Cell::Look::bare) across(x, row[j].text);
        x += columns_of(part)[j];
      }
    }
    return part.line.empty() ? width : std::max(width, kLine + kPad * 2 + 8 * kCharacter);
  }

  void write(double x, double y, const std::string& text, const char* how = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y + 0.7 * kRow, how, readable(text));
  }

  /// Where the part ends, below.
  double draw(const Part& part, double left, double y) {
    y = write_lines(left, y, folded(part.title), " font-weight=\"bold\"");
    const std::vector<double> widths = columns_of(part);
    double x = left + labels_of(part);
    for (size_t j = 0; j < part.columns.size(); ++j) {
      write(x + widths[j] / 2, y, part.columns[j], " text-anchor=\"middle\" fill-opacity=\".75\"");
      x += widths[j];
    }
    if (!part.columns.empty()) y += kRow;
    for (size_t i = 0; i < part.cells.size(); ++i, ++row_, y += kRow) {
      if (i < part.rows.size() && !part.rows[i].empty()) write(left, y, part.rows[i], " fill-opacity=\".75\"");
      x = left + labels_of(part);
      if (const std::vector<std::string> words = words_of(part.cells[i]); !words.empty()) {
        y = write_lines(x, y, words) - kRow;
        continue;
      }
      for (size_t j = 0; j < part.cells[i].size(); ++j) {
        cell(part.cells[i][j], x, y, widths[j], j);
        x += widths[j];
      }
    }
    if (!part.line.empty()) y = curve(part.line, left, y);
    return write_lines(left, y, folded(part.note));
  }

  /// Where they end, below.
  double write_lines(double x, double y, const std::vector<std::string>& lines, const char* how = "") {
    for (const std::string& line : lines) {
      write(x, y, line, how);
      y += kRow;
    }
    return y;
  }

  void cell(const Cell& c, double x, double y, double width, size_t column) {
    if (c.text.empty()) return;
    if (c.look == Cell::Look::bare) return write(x, y, c.text);
    const bool marked = c.look == Cell::Look::marked;
    std::string box = "fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".3\"", ink;
    if (c.heat) {
      const Heat h = *c.heat < 0 ? masked_heat(style_) : heat(style_, heat_level(style_, *c.heat));
      box = fmt::format("fill=\"{}\"", hex(h.ground));
      ink = fmt::format(" fill=\"{}\"", hex(h.text));
    } else if (c.hue >= 0) {
      const std::string colour = hex(nth_rgb(static_cast<size_t>(c.hue)));
      box = fmt::format("fill=\"none\" stroke=\"{}\"", colour);
      ink = fmt::format(" fill=\"{}\"", colour);
    }
    if (marked) box = "fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\"";
    const double room = width - (c.bar ? kBar : 0);
    out_ += fmt::format("<g class=\"cell\" data-row=\"{}\" data-column=\"{}\"><title>{}</title>"
                        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"2\" {}/>"
                        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\"{}{}>{}</text>",
                        row_, column, readable(c.read), x + 1, y + 1, room - 2, kRow - 2, box, x + room / 2, y + 0.7 * kRow,
                        ink, marked ? " font-weight=\"bold\"" : "", readable(c.text));
    if (c.bar) bar(*c.bar, x + room, y);
    out_ += "</g>\n";
  }

  /// A bar from a zero line in the middle, to the left where it is below 0.
  void bar(double share, double x, double y) {
    const double zero = x + kBar / 2, length = std::abs(share) * (kBar / 2 - 4);
    out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>"
                        "<path d=\"M{:.1f} {:.1f}v{:.1f}\" stroke=\"currentColor\" stroke-opacity=\".5\"/>",
                        share < 0 ? zero - length : zero, y + 4, length, kRow - 8, hex(nth_rgb(share < 0 ? 3 : 4)), zero, y, kRow);
  }

  /// A line through the numbers, over an axis at 0 or below; it breaks where they are not finite.
  double curve(const std::vector<double>& values, double left, double y) {
    double low = 0, high = 0;
    for (const double v : values) {
      if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
    }
    const std::vector<std::string> ends = number_cells({high, low});
    const double x = left + widest(ends) * kCharacter + kPad, step = kLine / std::max<double>(1, static_cast<double>(values.size() - 1));
    const auto at = [&](double v) { return y + kRow / 2 + (high > low ? (high - v) / (high - low) : 1) * kLineHeight; };
    write(left, at(high) - kRow / 2, ends[0], " fill-opacity=\".75\"");
    write(left, at(low) - kRow / 2, ends[1], " fill-opacity=\".75\"");
    std::string path;
    bool drawing = false;
    for (size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i])) path += fmt::format("{}{:.1f} {:.1f}", drawing ? "L" : "M", x + static_cast<double>(i) * step, at(values[i]));
      drawing = std::isfinite(values[i]);
    }
    out_ += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".5\"/>\n"
                        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\"/>\n",
                        x, at(high), at(low), x + kLine, path, hex(nth_rgb(4)));
    const double below = at(low) + 4;
    write(x, below, "0", " fill-opacity=\".75\"");
    write(x + kLine, below, std::to_string(values.size() - 1), " text-anchor=\"end\" fill-opacity=\".75\"");
    return below + kRow;
  }

  static constexpr double kLine = 480;
  Style style_;
  std::string out_;
  double y_ = 0, right_ = 0, bottom_ = 0;
  size_t row_ = 0;  // of cells, in the whole picture
  int columns_;
};

std::string drawn(const Shown& shown, const std::string& look, int columns) {
  if (!shown.picture) return "";
  std::vector<Part> parts = shown.picture->parts();
  if (!shown.title.empty()) {
    if (!parts.empty()) parts[0].beside = false;
    parts.insert(parts.begin(), Part{shown.title});
  }
  const Canvas canvas(parts, columns);
  Style spoken;
  spoken.spoken = true;
  const std::string name = shown.kind + (shown.expression.empty() ? "" : " of " + shown.expression);
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                     "viewBox=\"-4 -4 {0:.0f} {1:.0f}\" fill=\"currentColor\" font-size=\"{2}\" "
                     "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n{3}"
                     "<title>{4}</title>\n<desc>{5}</desc>\n{6}</svg>\n",
                     canvas.width() + 8, canvas.height() + 8, kSize, look, readable(name), readable(text(spoken, shown)), canvas.text());
}

}  // namespace

std::string svg(const Shown& shown, int columns) { return drawn(shown, "", columns); }

std::string svg_file(const Shown& shown) {
  return drawn(shown, "<style>svg { color: #1b1b1d; background: #fff } "
                      "@media (prefers-color-scheme: dark) { svg { color: #e9e9e6; background: #000 } }</style>\n", kMostColumns);
}

}  // namespace mha::pictures
