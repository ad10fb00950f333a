#include "pictures/heatmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/maker.h"
#include "tensor/views.h"

namespace mha::pictures {

namespace {

// Matrices of one heatmap: a picture of more is a wall.
constexpr int64_t kMostPanels = 16;

}  // namespace

std::shared_ptr<const Picture> make_heatmap(const Maker& maker, const std::string& expression) {
  auto picture = std::make_shared<Heatmap>();
  Heatmap& p = *picture;
  p.tensor = clone(maker.tensor(expression));
  const int64_t rank = p.tensor.dim();
  if (rank == 0 || p.tensor.numel() == 0) {
    throw Error("PictureError", "`" + expression + "` has no rows to draw");
  }
  p.columns = maker.words(p.tensor.size(-1));
  if (rank == 1) return picture;
  p.rows = maker.words(p.tensor.size(-2));
  const int64_t panels = p.tensor.numel() / p.tensor.size(-1) / p.tensor.size(-2);
  if (rank == 2) return picture;
  // The leading axis is known by the sizes that the lesson has names for.
  const int64_t first = p.tensor.size(0);
  const bool heads = maker.has_size({"num_heads", "n_heads", "heads"}, first);
  const bool batch = maker.has_size({"batch_size", "batch", "b"}, first) ||
                     static_cast<int64_t>(maker.sentences()) == first;
  const Shape leading(p.tensor.shape().begin(), p.tensor.shape().end() - 2);
  for (int64_t i = 0; i < std::min(panels, kMostPanels); ++i) {
    const Shape index = index_of(leading, i);
    if (rank == 4) {
      p.panels.push_back(first == 1 ? fmt::format("head {}", index[1])
                                    : fmt::format("batch {}, head {}", index[0], index[1]));
    } else if (rank == 3 && heads != batch) {
      p.panels.push_back(fmt::format("{} {}", heads ? "head" : "batch", i));
    } else {
      p.panels.push_back(indexable(expression) + index_text(index));
    }
  }
  return picture;
}

namespace {

constexpr std::array<const char*, 5> kBlocks = {" ", "░", "▒", "▓", "█"};
constexpr std::array<const char*, 5> kSigns = {" ", ".", "o", "O", "@"};
// Backgrounds from dark to light of the 256-colour palette, with a foreground
// that can be read on each.
constexpr std::array<const char*, 5> kBackgrounds = {
    "48;5;234;38;5;252", "48;5;24;38;5;255", "48;5;31;38;5;255",
    "48;5;74;38;5;16", "48;5;159;38;5;16"};
constexpr const char* kMasked = "48;5;234;38;5;242";

constexpr int64_t kMostRows = 16;
constexpr int kGap = 3;  // between matrices side by side
// Less than this part of the range is as good as nothing.
constexpr double kNothing = 0.02;

/// Which of the five shades a value gets, over the range of what is shown.
size_t shade(double v, double low, double high) {
  if (!std::isfinite(v)) return v > 0 ? 4 : 0;
  if (!(high > low)) return 2;
  const double part = (v - low) / (high - low);
  return part < kNothing ? 0 : static_cast<size_t>(std::ceil(std::min(part, 1.0) * 4));
}

std::string number(const Tensor& t, double v, int decimals) {
  if (t.dtype() == DType::bool_) return v != 0 ? "True" : "False";
  if (!is_floating(t.dtype())) return fmt::format("{:.0f}", v);
  if (!std::isfinite(v)) return number_text(v);
  return fmt::format("{:.{}f}", v, decimals);
}

/// How the matrices of one picture are set, the same for all of them.
struct Setting {
  double low = 0, high = 0;
  int decimals = 2;
  int label = 0;    // columns that the rows' words take, 0 for none
  int number = 4;   // columns of a number
  int cell = 7;     // of a number with its shade
  bool compact = false;  // one column of shade, not a blank and two
  int64_t shown = 0;     // columns of the matrix
  int width() const { return (label > 0 ? label + 1 : 0) + static_cast<int>(shown) * (cell + 1) - 1; }
};

class HeatmapView {
 public:
  HeatmapView(const Style& style, const Heatmap& p) : style_(style), p_(p) {
    const int64_t columns = p.tensor.size(-1);
    const int64_t rows = p.tensor.dim() < 2 ? 1 : p.tensor.size(-2);
    const bool one_row = rows == 1 && p.rows.empty();
    rows_ = p.rows;
    columns_ = p.columns;
    // Without words the indices stand there, where there is more than one.
    for (int64_t i = 0; rows_.empty() && !one_row && i < rows; ++i) row_indices_.push_back(std::to_string(i));
    for (int64_t j = 0; columns_.empty() && columns > 1 && j < columns; ++j) column_indices_.push_back(std::to_string(j));
    const Tensor flat = reshape(p.tensor, {-1, rows, columns});
    const int64_t count = p.panels.empty() ? 1 : static_cast<int64_t>(p.panels.size());
    for (int64_t i = 0; i < count; ++i) matrices_.push_back(select(flat, 0, i));
    left_out_ = flat.size(0) - count;
    measure(columns);
  }

  std::string text() const {
    std::string out;
    const int fits = std::max(1, (style_.width - 1 + kGap) / (set_.width() + kGap));
    for (size_t first = 0; first < matrices_.size(); first += static_cast<size_t>(fits)) {
      const size_t end = std::min(matrices_.size(), first + static_cast<size_t>(fits));
      std::vector<std::vector<std::string>> panels;
      for (size_t i = first; i < end; ++i) panels.push_back(matrix(i));
      if (first > 0) out += "\n";
      for (size_t line = 0; line < panels[0].size(); ++line) {
        std::string all;
        for (const auto& panel : panels) {
          if (!all.empty()) all += std::string(kGap, ' ');
          all += padded_right(panel[line], set_.width());
        }
        out += all + "\n";
      }
    }
    const int64_t rows = matrices_[0].size(0);
    const int64_t columns = matrices_[0].size(1);
    std::vector<std::string> missing;
    const auto left_out = [&](int64_t n, const char* one, const char* many) {
      if (n > 0) missing.push_back(fmt::format("{} more {}", n, n == 1 ? one : many));
    };
    left_out(columns - set_.shown, "column", "columns");
    left_out(rows - kMostRows, "row", "rows");
    left_out(left_out_, "matrix", "matrices");
    if (!missing.empty()) {
      out += sentence(style_, "(" + join(missing, " and ") + " not shown)");
    }
    return without_trailing_blanks(out);
  }

 private:
  void measure(int64_t columns) {
    set_.low = INFINITY;
    set_.high = -INFINITY;
    double largest = 0;
    const auto each = [&](const auto& use) {
      for (const Tensor& m : matrices_) {
        for (int64_t i = 0; i < m.size(0); ++i) {
          for (int64_t j = 0; j < m.size(1); ++j) use(m.at({i, j}).to_double());
        }
      }
    };
    each([&](double v) {
      if (!std::isfinite(v)) return;
      set_.low = std::min(set_.low, v);
      set_.high = std::max(set_.high, v);
      largest = std::max(largest, std::abs(v));
    });
    set_.low = std::min(set_.low, 0.0);
    set_.decimals = largest >= 1000 ? 0 : largest >= 100 ? 1 : largest < 0.05 && largest > 0 ? 4 : 2;
    each([&](double v) {
      set_.number = std::max(set_.number, display_width(number(p_.tensor, v, set_.decimals)));
    });
    const int room = style_.width - 1;
    set_.label = std::max(widest(rows_), widest(row_indices_));
    set_.cell = std::max(set_.number + 3, widest(columns_));
    set_.shown = columns;
    const bool alone = matrices_.size() > 1 && 2 * set_.width() + kGap > room;
    const bool boolean = p_.tensor.dtype() == DType::bool_;
    Setting narrow = set_;
    narrow.compact = true;
    narrow.cell = set_.number + (boolean ? 0 : 1);
    if (alone && 2 * narrow.width() + kGap <= room) {
      // Heads are compared side by side.
      set_ = narrow;
    } else if (set_.width() > room) {
      // Narrower: less of a shade, and words cut short.
      set_ = narrow;
      set_.label = std::min(set_.label, std::max(5, room / 5));
      if (set_.width() > room && set_.decimals == 2) {
        set_.decimals = 1;
        set_.number = 4;
        each([&](double v) {
          set_.number = std::max(set_.number, display_width(number(p_.tensor, v, set_.decimals)));
        });
        set_.cell = set_.number + (boolean ? 0 : 1);
      }
      while (set_.shown > 1 && set_.width() > room) --set_.shown;
    }
  }

  /// The words over the columns, or their indices.
  std::string heading() const {
    std::string line(static_cast<size_t>(set_.label > 0 ? set_.label + 1 : 0), ' ');
    for (size_t j = 0; j < static_cast<size_t>(set_.shown); ++j) {
      const bool words = !columns_.empty();
      const std::string text = words ? columns_[j] : column_indices_[j];
      // An index stands over its number, a word over the whole cell.
      const std::string cell = words ? padded_left(shortened(style_, text, set_.cell), set_.cell)
                                     : padded_right(padded_left(text, set_.number), set_.cell);
      line += (words ? cell : paint(style_, Role::faint, cell)) + " ";
    }
    return line;
  }

  std::vector<std::string> matrix(size_t which) const {
    const Tensor& m = matrices_[which];
    std::vector<std::string> lines;
    if (!p_.panels.empty()) {
      lines.push_back(paint(style_, Role::heading, shortened(style_, p_.panels[which], set_.width())));
    }
    if (!columns_.empty() || !column_indices_.empty()) lines.push_back(heading());
    for (int64_t i = 0; i < std::min(m.size(0), kMostRows); ++i) {
      std::string line;
      if (set_.label > 0) {
        const bool words = !rows_.empty();
        const std::string text = words ? rows_[static_cast<size_t>(i)] : row_indices_[static_cast<size_t>(i)];
        const std::string label = padded_right(shortened(style_, text, set_.label), set_.label);
        line += (words ? label : paint(style_, Role::faint, label)) + " ";
      }
      for (int64_t j = 0; j < set_.shown; ++j) line += cell(m.at({i, j}).to_double()) + " ";
      line.pop_back();
      lines.push_back(std::move(line));
    }
    return lines;
  }

  std::string cell(double v) const {
    const std::string text = number(p_.tensor, v, set_.decimals);
    const bool masked = std::isinf(v) && v < 0;
    const size_t s = shade(v, set_.low, set_.high);
    if (style_.colour) {
      const int used = set_.compact ? set_.cell : set_.number + 3;
      const std::string padded = set_.compact ? padded_right(padded_left(text, set_.number), set_.cell)
                                              : " " + padded_left(text, set_.number + 1) + " ";
      return std::string(static_cast<size_t>(set_.cell - used), ' ') +
             coloured(style_, masked ? kMasked : kBackgrounds[s], padded);
    }
    const std::string block = style_.unicode ? kBlocks[s] : kSigns[s];
    std::string out = padded_left(text, set_.number);
    if (set_.compact) return set_.cell > set_.number ? out + block : out;
    out += " " + block + (style_.unicode ? block : " ");
    return padded_left(out, set_.cell);
  }

  const Style& style_;
  const Heatmap& p_;
  Setting set_;
  std::vector<std::string> rows_, columns_, row_indices_, column_indices_;
  std::vector<Tensor> matrices_;
  int64_t left_out_ = 0;
};

}  // namespace

std::string Heatmap::drawn(const Style& style) const {
  if (!tensor.defined() || tensor.dim() == 0 || tensor.numel() == 0) return "";
  return HeatmapView(style, *this).text();
}

namespace {

// More than these are counted, not read out.
constexpr int64_t kMostRead = 16;

/// What a matrix of shares looks like: rows that add up to 1.
bool is_shares(const Tensor& m) {
  if (!is_floating(m.dtype())) return false;
  for (int64_t i = 0; i < m.size(0); ++i) {
    double sum = 0;
    for (int64_t j = 0; j < m.size(1); ++j) {
      const double v = m.at({i, j}).to_double();
      if (v < 0) return false;
      sum += v;
    }
    if (!(std::abs(sum - 1) < 1e-3)) return false;
  }
  return true;
}

/// Zero above the diagonal everywhere, as a causal mask leaves it.
bool is_causal(const Tensor& m) {
  if (!is_floating(m.dtype()) || m.size(0) != m.size(1) || m.size(0) < 2) return false;
  for (int64_t i = 0; i < m.size(0); ++i) {
    for (int64_t j = i + 1; j < m.size(1); ++j) {
      if (m.at({i, j}).to_double() != 0) return false;
    }
  }
  return true;
}

/// "Your 0.55, journey 0.45, the rest masked".
std::string row_text(const Tensor& m, int64_t i, const std::vector<std::string>& words,
                     const std::vector<std::string>& cells, bool shares, bool causal) {
  const int64_t columns = m.size(1);
  std::vector<std::string> parts, masked;
  int64_t last_shown = -1;
  for (int64_t j = 0; j < columns; ++j) {
    const double v = m.at({i, j}).to_double();
    const std::string name = words.empty() ? fmt::format("column {}", j) : words[static_cast<size_t>(j)];
    const bool hidden = (std::isinf(v) && v < 0) || (v == 0 && (shares || (causal && j > i)));
    if (hidden) {
      masked.push_back(name);
      continue;
    }
    last_shown = j;
    parts.push_back(name + " " + cells[static_cast<size_t>(i * columns + j)]);
  }
  if (parts.empty()) return "all masked";
  if (!masked.empty()) {
    // The rest, where all of them come behind what was read out.
    const bool rest = last_shown + 1 + static_cast<int64_t>(masked.size()) == columns && masked.size() > 1;
    parts.push_back((rest ? "the rest" : join(masked, " and ")) + " masked");
  }
  return join(parts, ", ");
}

}  // namespace

std::string Heatmap::told(const Style& style) const {
  const int64_t width = tensor.size(-1);
  const int64_t height = tensor.dim() < 2 ? 1 : tensor.size(-2);
  const Tensor flat = reshape(tensor, {-1, height, width});
  std::string out;
  const int64_t count = panels.empty() ? 1 : static_cast<int64_t>(panels.size());
  for (int64_t k = 0; k < count; ++k) {
    const Tensor m = select(flat, 0, k);
    const bool shares = is_shares(m);
    const bool causal = is_causal(m);
    std::vector<std::string> cells;
    for (const std::string& c : tensor_cells(m)) cells.push_back(c);
    if (is_floating(m.dtype())) {
      for (size_t n = 0; n < cells.size(); ++n) {
        const double v = m.at({static_cast<int64_t>(n) / width, static_cast<int64_t>(n) % width}).to_double();
        if (std::isfinite(v) && std::abs(v) < 1000) cells[n] = fmt::format("{:.2f}", v == 0 ? 0.0 : v);
      }
    }
    if (!panels.empty()) out += sentence(style, panels[static_cast<size_t>(k)] + ":");
    for (int64_t i = 0; i < std::min(height, kMostRead); ++i) {
      // Where both axes are words, a row is the query that asks the columns.
      const bool query = !rows.empty() && !columns.empty();
      std::string name = rows.empty() ? fmt::format("row {}", i) : rows[static_cast<size_t>(i)];
      if (query) name = "query " + name;
      const std::string text = row_text(m, i, columns, cells, shares, causal);
      out += sentence(style, (height == 1 && rows.empty() ? "" : name + ": ") + text + ".", 2);
    }
    if (height > kMostRead) out += sentence(style, plural(height - kMostRead, "more row") + ".");
  }
  return out;
}

}  // namespace mha::pictures
