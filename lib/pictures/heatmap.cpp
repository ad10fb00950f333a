#include "pictures/heatmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/pattern.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/code.h"
#include "pictures/kinds.h"
#include "pictures/maker.h"
#include "pictures/palette.h"
#include "tensor/core/views.h"

namespace mha::pictures {

namespace {

// The maximum number of matrices in one heatmap.
constexpr int64_t kMostPanels = 16;

/// `weights[0, :2][1]` as `weights[0, 1]`.
std::string panel_name(const std::string& expression, const Shape& index) {
  static const Pattern kFromTheFirst(R"((.*[\[ ,]):\d*\])");
  const PatternMatch found = kFromTheFirst.fullmatch(expression);
  if (index.size() != 1 || !found) return expression + index_text(index);
  return found[1] + std::to_string(index[0]) + "]";
}

}  // namespace

int suits_heatmap(const Maker&, const std::string&, const Tensor& t) {
  return t.defined() && t.dim() > 0 && t.numel() > 0 ? 1 : 0;
}

std::shared_ptr<const Picture> make_heatmap(const Maker& maker, const std::string& expression) {
  auto picture = std::make_shared<Heatmap>();
  Heatmap& p = *picture;
  const Tensor t = maker.tensor(expression);
  p.tensor = clone(t);
  p.says_query = maker.knows_any([](std::string_view name) { return role_of_name(name) == Role::query; });
  p.says_masked = maker.knows_any([](std::string_view name) { return name.find("mask") != std::string_view::npos; });
  const int64_t rank = p.tensor.dim();
  if (rank == 0 || p.tensor.numel() == 0) {
    throw Error("PictureError", "`" + expression + "` has no rows to draw");
  }
  const std::optional<int64_t> sentence = maker.sentence(expression, t);
  p.columns = maker.words(p.tensor.size(-1), sentence);
  if (rank == 1) return picture;
  p.rows = maker.words(p.tensor.size(-2), sentence);
  const int64_t panels = p.tensor.numel() / p.tensor.size(-1) / p.tensor.size(-2);
  if (rank == 2) return picture;
  // The leading axis is known by the sizes that the lesson has names for.
  const int64_t first = p.tensor.size(0);
  const Maker::Leading leads = maker.leading(t);
  const Shape leading(p.tensor.shape().begin(), p.tensor.shape().end() - 2);
  for (int64_t i = 0; i < std::min(panels, kMostPanels); ++i) {
    const Shape index = index_of(leading, i);
    if (leads == Maker::Leading::batch) {
      const std::optional<int64_t> one = maker.sentence(expression, t, index);
      p.row_words.push_back(maker.words(p.tensor.size(-2), one));
      p.column_words.push_back(maker.words(p.tensor.size(-1), one));
    }
    if (maker.has_heads_second(t)) {
      p.panels.push_back(first == 1 ? fmt::format("head {}", index[1])
                                    : fmt::format("batch {}, head {}", index[0], index[1]));
    } else if (rank == 3 && leads != Maker::Leading::unknown) {
      p.panels.push_back(fmt::format("{} {}", leads == Maker::Leading::heads ? "head" : "batch", i));
    } else {
      p.panels.push_back(panel_name(indexable(expression), index));
    }
  }
  return picture;
}

namespace {

constexpr int64_t kMostRows = 16;
constexpr int kGap = 3;  // between matrices side by side
/// The position of a value on its scale, from 0 to 1.
double part_of(double v, const Heatmap::Scale& scale) {
  if (!std::isfinite(v)) return v > 0 ? 1 : 0;
  return scale.high > scale.low ? std::clamp((v - scale.low) / (scale.high - scale.low), 0.0, 1.0) : 0;
}

/// The scale from 0, or the smallest number below 0, to the largest. False if
/// there is none.
bool find_scale(const Tensor& t, Heatmap::Scale& scale) {
  scale = {INFINITY, -INFINITY};
  for (int64_t i = 0; i < t.numel(); ++i) {
    const double v = t.at(index_of(t.shape(), i)).to_double();
    if (!std::isfinite(v)) continue;
    scale.low = std::min(scale.low, v);
    scale.high = std::max(scale.high, v);
  }
  if (scale.low > scale.high) return false;
  scale.low = std::min(scale.low, 0.0);
  return true;
}

std::string number(const Tensor& t, double v, int decimals) {
  if (t.dtype() == DType::bool_) return v != 0 ? "True" : "False";
  if (!is_floating(t.dtype())) return fmt::format("{:.0f}", v);
  if (!std::isfinite(v)) return number_text(v);
  return fmt::format("{:.{}f}", v, decimals);
}

bool is_minus_infinity(double v) { return std::isinf(v) && v < 0; }

int decimals_of(const Heatmap::Scale& scale) {
  const double largest = std::max(std::abs(scale.low), std::abs(scale.high));
  return largest >= 1000 ? 0 : largest >= 100 ? 1 : largest < 0.05 && largest > 0 ? 4 : 2;
}

/// "(2 more rows and 1 more matrix not shown)", or empty.
std::string not_shown(int64_t rows, int64_t columns, int64_t matrices) {
  std::vector<std::string> missing;
  const auto add = [&](int64_t n, const char* one, const char* many) {
    if (n > 0) missing.push_back(fmt::format("{} more {}", n, n == 1 ? one : many));
  };
  add(columns, "column", "columns");
  add(rows, "row", "rows");
  add(matrices, "matrix", "matrices");
  return missing.empty() ? "" : "(" + join(missing, " and ") + " not shown)";
}

/// The layout of the matrices of one picture, the same for all.
struct Setting {
  Heatmap::Scale scale;
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
    const Tensor flat = reshape(p.tensor, {-1, rows, columns});
    const int64_t count = p.panels.empty() ? 1 : static_cast<int64_t>(p.panels.size());
    for (int64_t i = 0; i < count; ++i) {
      matrices_.push_back(select(flat, 0, i));
      rows_.push_back(labels(p.rows_of(static_cast<size_t>(i)), rows));
      columns_.push_back(labels(p.columns_of(static_cast<size_t>(i)), columns));
    }
    left_out_ = flat.size(0) - count;
    measure(columns);
  }

  /// Whether all columns are shown, with the decimals that the numbers should have.
  bool whole() const { return set_.shown == matrices_[0].size(1) && set_.decimals == decimals_of(set_.scale); }

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
    const std::string missing = not_shown(rows - kMostRows, columns - set_.shown, left_out_);
    if (!missing.empty()) out += sentence(style_, missing);
    return without_trailing_blanks(out);
  }

 private:
  /// Words, or else the indices, where there is more than one.
  struct Labels {
    std::vector<std::string> texts;
    bool words = false;
  };
  static Labels labels(const std::vector<std::string>& words, int64_t count) {
    Labels l{words, !words.empty()};
    for (int64_t i = 0; words.empty() && count > 1 && i < count; ++i) l.texts.push_back(std::to_string(i));
    return l;
  }

  void measure(int64_t columns) {
    Heatmap::Scale own;
    find_scale(p_.tensor, own);
    set_.scale = p_.scale.value_or(own);
    const auto each = [&](const auto& use) {
      for (const Tensor& m : matrices_) {
        for (int64_t i = 0; i < m.size(0); ++i) {
          for (int64_t j = 0; j < m.size(1); ++j) use(m.at({i, j}).to_double());
        }
      }
    };
    set_.decimals = decimals_of(set_.scale);
    each([&](double v) {
      set_.number = std::max(set_.number, display_width(number(p_.tensor, v, set_.decimals)));
    });
    const int room = style_.width - 1;
    set_.cell = set_.number + 3;
    for (const Labels& l : rows_) set_.label = std::max(set_.label, widest(l.texts));
    for (const Labels& l : columns_) set_.cell = std::max(set_.cell, l.words ? widest(l.texts) : 0);
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
  std::string heading(const Labels& labels) const {
    std::string line(static_cast<size_t>(set_.label > 0 ? set_.label + 1 : 0), ' ');
    for (size_t j = 0; j < static_cast<size_t>(set_.shown); ++j) {
      const std::string& text = labels.texts[j];
      // An index stands over its number, a word over the whole cell.
      const std::string cell = labels.words ? padded_left(shortened(style_, text, set_.cell), set_.cell)
                                     : padded_right(padded_left(text, set_.number), set_.cell);
      line += (labels.words ? cell : paint(style_, Role::faint, cell)) + " ";
    }
    return line;
  }

  std::vector<std::string> matrix(size_t which) const {
    const Tensor& m = matrices_[which];
    std::vector<std::string> lines;
    if (!p_.panels.empty()) {
      std::string title = p_.panels[which];
      // The index tells the matrices apart, so it is what stays.
      if (display_width(title) > set_.width() && title.ends_with(']')) title.erase(0, title.rfind('['));
      lines.push_back(paint_names(style_, Role::heading, shortened(style_, title, set_.width())));
    }
    if (!columns_[which].texts.empty()) lines.push_back(heading(columns_[which]));
    for (int64_t i = 0; i < std::min(m.size(0), kMostRows); ++i) {
      std::string line;
      if (set_.label > 0) {
        const Labels& rows = rows_[which];
        const std::string text = rows.texts.empty() ? "" : rows.texts[static_cast<size_t>(i)];
        const std::string label = padded_right(shortened(style_, text, set_.label), set_.label);
        line += (rows.words ? label : paint(style_, Role::faint, label)) + " ";
      }
      for (int64_t j = 0; j < set_.shown; ++j) {
        line += cell(m.at({i, j}).to_double()) + " ";
      }
      line.pop_back();
      lines.push_back(std::move(line));
    }
    return lines;
  }

  std::string cell(double v) const {
    const std::string text = number(p_.tensor, v, set_.decimals);
    const double part = part_of(v, set_.scale);
    if (style_.colour && style_.colours != Colours::sixteen) {
      const int used = set_.compact ? set_.cell : set_.number + 3;
      const std::string padded = set_.compact ? padded_right(padded_left(text, set_.number), set_.cell)
                                              : " " + padded_left(text, set_.number + 1) + " ";
      return std::string(static_cast<size_t>(set_.cell - used), ' ') +
             coloured(style_, (is_minus_infinity(v) ? masked_heat(style_) : heat(style_, heat_level(style_, part))).sgr, padded);
    }
    const std::string shown = padded_left(text, set_.number);
    if (!set_.compact) return padded_left(shown + " " + bar(style_, part, 2), set_.cell);
    return set_.cell == set_.number ? shown : shown + bar(style_, part, 1);
  }

  const Style& style_;
  const Heatmap& p_;
  Setting set_;
  std::vector<Labels> rows_, columns_;  // of each matrix
  std::vector<Tensor> matrices_;
  int64_t left_out_ = 0;
};

}  // namespace

std::string Heatmap::drawn(const Style& style) const {
  if (!tensor.defined() || tensor.dim() == 0 || tensor.numel() == 0) return "";
  return HeatmapView(style, *this).text();
}

bool Heatmap::whole(const Style& style) const {
  return !tensor.defined() || tensor.dim() == 0 || tensor.numel() == 0 || HeatmapView(style, *this).whole();
}

namespace {

// More numbers than this are counted, not listed.
constexpr int64_t kMostRowsRead = 16;

/// Whether a matrix looks like attention weights: rows that add up to 1.
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

/// Whether it is zero exactly above the diagonal, as weights are with a causal
/// mask.
bool is_causal(const Tensor& m) {
  if (!is_shares(m) || m.size(0) != m.size(1) || m.size(0) < 2) return false;
  for (int64_t i = 0; i < m.size(0); ++i) {
    for (int64_t j = 0; j < m.size(1); ++j) {
      if ((m.at({i, j}).to_double() == 0) != (j > i)) return false;
    }
  }
  return true;
}

/// "Your 0.55, journey 0.45, the rest masked".
std::string row_text(const Tensor& m, int64_t i, const std::vector<std::string>& words,
                     const std::vector<std::string>& cells, bool causal, bool says_masked) {
  const int64_t columns = m.size(1);
  std::vector<std::string> parts, masked;
  int64_t last_shown = -1;
  for (int64_t j = 0; j < columns; ++j) {
    const double v = m.at({i, j}).to_double();
    const std::string name = words.empty() ? fmt::format("column {}", j) : words[static_cast<size_t>(j)];
    const bool minus_infinity = is_minus_infinity(v);
    if (says_masked && (minus_infinity || (causal && j > i))) {
      masked.push_back(name);
      continue;
    }
    last_shown = j;
    parts.push_back(name + " " + (minus_infinity ? "minus infinity" : cells[static_cast<size_t>(i * columns + j)]));
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

std::vector<Part> Heatmap::parts() const {
  if (!tensor.defined() || tensor.dim() == 0 || tensor.numel() == 0) return {};
  constexpr int64_t kMostSide = 32;
  const int64_t width = tensor.size(-1), height = tensor.dim() < 2 ? 1 : tensor.size(-2);
  const int64_t shown_columns = std::min(width, kMostSide), shown_rows = std::min(height, kMostSide);
  const Tensor flat = reshape(tensor, {-1, height, width});
  Scale own;
  find_scale(tensor, own);
  const Scale used = scale.value_or(own);
  const auto word = [](const std::vector<std::string>& words, int64_t i) {
    return words.empty() ? std::to_string(i) : words[static_cast<size_t>(i)];
  };
  const int64_t count = panels.empty() ? 1 : static_cast<int64_t>(panels.size());
  std::vector<Part> out;
  for (int64_t k = 0; k < count; ++k) {
    const std::vector<std::string> &beside = rows_of(static_cast<size_t>(k)), &above = columns_of(static_cast<size_t>(k));
    const bool query = says_query && !beside.empty() && !above.empty();
    const std::string row = query ? "query " : beside.empty() ? "row " : "", column = query ? "key " : above.empty() ? "column " : "";
    Part part;
    part.beside = true;
    if (!panels.empty()) part.title = panels[static_cast<size_t>(k)];
    for (int64_t j = 0; j < shown_columns; ++j) part.columns.push_back(word(above, j));
    for (int64_t i = 0; i < shown_rows; ++i) {
      if (height > 1 || !beside.empty()) part.rows.push_back(word(beside, i));
      part.cells.emplace_back();
      for (int64_t j = 0; j < shown_columns; ++j) {
        const double v = flat.at({k, i, j}).to_double();
        Cell cell{number(tensor, v, decimals_of(used))};
        const std::string what = is_minus_infinity(v) ? (says_masked ? "masked" : "minus infinity")
                                 : tensor.dtype() == DType::bool_ ? cell.text : number_text(v);
        cell.read = (part.title.empty() ? "" : part.title + ", ") + (part.rows.empty() ? "" : row + word(beside, i) + ", ") + column +
                    word(above, j) + ": " + what;
        cell.heat = is_minus_infinity(v) ? -1 : part_of(v, used);
        part.cells.back().push_back(std::move(cell));
      }
    }
    out.push_back(std::move(part));
  }
  out.back().note = not_shown(height - shown_rows, width - shown_columns, flat.size(0) - count);
  return out;
}

std::string Heatmap::told(const Style& style) const {
  const int64_t width = tensor.size(-1);
  const int64_t height = tensor.dim() < 2 ? 1 : tensor.size(-2);
  const Tensor flat = reshape(tensor, {-1, height, width});
  std::string out;
  const int64_t count = panels.empty() ? 1 : static_cast<int64_t>(panels.size());
  for (int64_t k = 0; k < count; ++k) {
    const Tensor m = select(flat, 0, k);
    const bool causal = is_causal(m);
    std::vector<std::string> cells = tensor_cells(m);
    if (is_floating(m.dtype())) {
      for (size_t n = 0; n < cells.size(); ++n) {
        const double v = m.at({static_cast<int64_t>(n) / width, static_cast<int64_t>(n) % width}).to_double();
        if (std::isfinite(v) && std::abs(v) < 1000) cells[n] = fmt::format("{:.2f}", v == 0 ? 0.0 : v);
      }
    }
    const std::vector<std::string> &beside = rows_of(static_cast<size_t>(k)), &above = columns_of(static_cast<size_t>(k));
    if (!panels.empty()) out += sentence(style, panels[static_cast<size_t>(k)] + ":");
    for (int64_t i = 0; i < std::min(height, kMostRowsRead); ++i) {
      // Where both axes are words, a row is the query that asks the columns.
      const bool query = says_query && !beside.empty() && !above.empty();
      std::string name = beside.empty() ? fmt::format("row {}", i) : beside[static_cast<size_t>(i)];
      if (query) name = "query " + name;
      const std::string text = row_text(m, i, above, cells, causal, says_masked);
      out += sentence(style, (height == 1 && beside.empty() ? "" : name + ": ") + text + ".", 2);
    }
    if (height > kMostRowsRead) out += sentence(style, plural(height - kMostRowsRead, "more row") + ".");
  }
  return out;
}

namespace {

/// Numbers of one kind and size: shades that mean the same can be compared.
bool comparable(const Heatmap& a, const Heatmap::Scale& x, const Heatmap& b, const Heatmap::Scale& y) {
  static constexpr double kMostApart = 4;
  if (!is_floating(a.tensor.dtype()) || !is_floating(b.tensor.dtype())) return false;
  if ((x.low < 0) != (y.low < 0)) return false;
  const double p = x.high - x.low, q = y.high - y.low;
  return p > 0 && q > 0 && std::max(p, q) <= kMostApart * std::min(p, q);
}

}  // namespace

void share_scales(const std::vector<Shown*>& pictures) {
  std::vector<const Heatmap*> maps;
  std::vector<Heatmap::Scale> scales;
  for (const Shown* shown : pictures) {
    maps.push_back(dynamic_cast<const Heatmap*>(shown->picture.get()));
    scales.emplace_back();
    if (maps.back() && !find_scale(maps.back()->tensor, scales.back())) maps.back() = nullptr;
  }
  for (size_t first = 0, end = 0; first < maps.size(); first = end) {
    end = first + 1;
    if (!maps[first]) continue;
    Heatmap::Scale all = scales[first];
    while (end < maps.size() && maps[end] && comparable(*maps[end - 1], scales[end - 1], *maps[end], scales[end])) {
      all.low = std::min(all.low, scales[end].low);
      all.high = std::max(all.high, scales[end].high);
      ++end;
    }
    for (size_t i = first; end > first + 1 && i < end; ++i) {
      auto scaled = std::make_shared<Heatmap>(*maps[i]);
      scaled->scale = all;
      pictures[i]->picture = scaled;
    }
  }
}

bool shows_shares(const Shown& shown) {
  const auto* map = dynamic_cast<const Heatmap*>(shown.picture.get());
  if (!map || !is_floating(map->tensor.dtype())) return false;
  double sum = 0;
  for (int64_t i = 0; i < map->tensor.numel(); ++i) {
    const double v = map->tensor.at(index_of(map->tensor.shape(), i)).to_double();
    sum = i % map->tensor.size(-1) == 0 ? v : sum + v;
    if (!(v >= 0 && sum < 1 + 1e-3)) return false;
  }
  return true;
}

void scale_to_one(Shown& shown) {
  const auto* map = dynamic_cast<const Heatmap*>(shown.picture.get());
  Heatmap::Scale own;
  if (!map || !find_scale(map->tensor, own) || own.low < 0 || own.high > 1 + 1e-3) return;
  auto scaled = std::make_shared<Heatmap>(*map);
  scaled->scale = Heatmap::Scale{0, 1};
  shown.picture = std::move(scaled);
}

}  // namespace mha::pictures
