#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/code.h"
#include "pictures/kinds.h"
#include "pictures/maker.h"
#include "pictures/palette.h"
#include "tensor/core/views.h"

namespace mha::pictures {

namespace {

/// Memory as a strip of cells, and below it, for each tensor that shares it,
/// the order in which the tensor reads the cells.
struct Tape : Picture {
  struct Walk {
    std::string expression;
    Shape shape, strides;
    int64_t offset = 0;
    bool contiguous = false;
    std::vector<int64_t> cells;  // of each element, in reading order
    std::string error;  // if there is no such tensor: why
  };
  /// One storage and the tensors that share it.
  struct Strip {
    Tensor cells;  // 1-d: the whole storage
    std::vector<Walk> walks;
  };
  std::vector<Strip> strips;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
  std::vector<Part> parts() const override;
};

}  // namespace

// Numbered elements, or views in another order than memory, suggest a picture
// of memory; `x, x.T` can be no other picture.
int suits_tape(const Maker&, const std::string& expression, const Tensor& t) {
  constexpr int64_t kMostSeen = 32;
  if (!t.defined()) {
    const ParsedExpression parsed = parse_expression(expression);
    return parsed.expr && parsed.expr->kind == lang::ExprKind::tuple ? 5 : 0;
  }
  const bool counted = !is_floating(t.dtype()) && t.dtype() != DType::bool_;
  return counted && !t.is_contiguous() && t.dim() > 1 && t.numel() <= kMostSeen ? 2 : 0;
}

/// Of one expression, or of several: "x, x.T".
std::shared_ptr<const Picture> make_tape(const Maker& maker, const std::string& expression) {
  auto picture = std::make_shared<Tape>();
  const ParsedExpression parsed = parse_expression(expression);
  std::vector<std::string> expressions;
  if (parsed.expr && parsed.expr->kind == lang::ExprKind::tuple) {
    for (const auto& item : static_cast<const lang::Sequence&>(*parsed.expr).items) {
      expressions.push_back(parsed.text(*item));
    }
  } else {
    expressions.push_back(expression);
  }
  std::vector<Tensor> alive;  // so that no storage is used again
  std::vector<Tape::Strip>& strips = picture->strips;
  size_t at = 0;  // the strip that was walked last
  for (const std::string& one : expressions) {
    const Evaluated e = maker.evaluate(one);
    Tape::Walk walk;
    walk.expression = one;
    if (!e.tensor.defined()) {
      walk.error = e.problem;
      if (strips.empty()) throw Error("PictureError", e.problem);
      strips[at].walks.push_back(std::move(walk));
      continue;
    }
    const Tensor& t = e.tensor;
    alive.push_back(t);
    walk.shape = t.shape();
    walk.strides = t.strides();
    walk.offset = t.storage_offset();
    walk.contiguous = t.is_contiguous();
    for (int64_t i = 0; i < t.numel(); ++i) {
      walk.cells.push_back(cell_of(t, index_of(t.shape(), i)));
    }
    at = 0;
    while (at < strips.size() && strips[at].cells.storage() != t.storage()) ++at;
    if (at == strips.size()) {
      const auto cells = t.storage()->bytes() / static_cast<int64_t>(size_of(t.dtype()));
      strips.push_back({Tensor::over(t.storage(), t.dtype(), {cells}, {1}, 0), {}});
    }
    strips[at].walks.push_back(std::move(walk));
  }
  for (Tape::Strip& strip : strips) strip.cells = clone(strip.cells);
  return picture;
}

namespace {

using Strip = Tape::Strip;
using Walk = Tape::Walk;

// More cells of a storage than this are counted, not drawn.
constexpr int64_t kMostCells = 96;
// Tensors whose rows are drawn as lanes: few enough to be seen at a glance.
constexpr int64_t kMostLanes = 9;
// Where the first cell begins.
constexpr int kMargin = 7;
constexpr const char* kLegend = "1, 2, 3, ...: the order in which the elements are read.";

int64_t rows_of(const Walk& w) {
  return w.shape.size() < 2 || w.shape.back() == 0 ? 1
         : static_cast<int64_t>(w.cells.size()) / w.shape.back();
}

/// The position in reading order, from 1, at which the tensor reads each cell;
/// "3+" if it reads the cell more than once.
std::map<int64_t, std::string> visits(const Walk& w, int64_t from, int64_t count) {
  std::map<int64_t, std::string> at;
  for (int64_t i = from; i < from + count; ++i) {
    std::string& text = at[w.cells[static_cast<size_t>(i)]];
    if (text.empty()) {
      text = std::to_string(i + 1);
    } else if (!text.ends_with('+')) {
      text += '+';
    }
  }
  return at;
}

class TapeView {
 public:
  TapeView(const Style& style, const Strip& strip, std::string name)
      : style_(style), strip_(strip), name_(std::move(name)) {
    const int64_t cells = strip.cells.numel();
    shown_ = std::min(cells, kMostCells);
    labels_ = tensor_cells(Tensor::over(strip.cells.storage(), strip.cells.dtype(), {shown_}, {1}, 0));
    cell_ = std::max(widest(labels_), static_cast<int>(std::to_string(shown_).size()));
    int64_t lanes = 0;
    for (const Walk& w : strip.walks) {
      lanes += rows_of(w);
      for (const auto& [at, text] : visits(w, 0, static_cast<int64_t>(w.cells.size()))) {
        if (at < shown_) cell_ = std::max(cell_, display_width(text));
      }
    }
    // Bars between the cells, if memory then fits a line.
    margin_ = kMargin + (name_.size() > 6 ? 1 : 0);
    const int room = style.width - 1 - margin_;
    bars_ = shown_ * (cell_ + 3) + 1 <= room;
    const int fits = std::max(1, bars_ ? static_cast<int>(shown_) : (room + 1) / (cell_ + 1));
    // A fold falls between rows where it can.
    per_line_ = std::min<int64_t>(fits, shown_);
    if (per_line_ < shown_) {
      for (const Walk& w : strip.walks) {
        const int64_t row = w.shape.empty() ? 1 : w.shape.back();
        if (w.contiguous && row > 1 && row <= fits) {
          per_line_ = fits / row * row;
          break;
        }
      }
    }
    lanes_ = per_line_ >= shown_ && lanes <= kMostLanes;
  }

  std::string text() const {
    std::string out;
    if (lanes_) {
      out += memory(0, shown_);
      for (const Walk& w : strip_.walks) {
        out += about(w, w.expression, 0);
        if (w.error.empty()) out += lanes(w);
      }
    } else {
      char letter = 'A';
      for (const Walk& w : strip_.walks) {
        if (w.error.empty()) {
          out += about(w, fmt::format("{}: {}", letter++, w.expression), 3);
        } else {
          out += about(w, "   " + w.expression, 3);
        }
      }
      for (int64_t from = 0; from < shown_; from += per_line_) {
        const int64_t to = std::min(shown_, from + per_line_);
        out += memory(from, to);
        letter = 'A';
        for (const Walk& w : strip_.walks) {
          if (w.error.empty()) out += line_of(w, letter++, from, to);
        }
      }
    }
    const int64_t missing = strip_.cells.numel() - shown_;
    if (missing > 0) {
      out += sentence(style_, fmt::format("({} more cells of this memory not shown)", missing));
    }
    return out;
  }

 private:
  std::string margin(const std::string& text) const { return padded_right(text, margin_); }

  /// Addresses and contents.
  std::string memory(int64_t from, int64_t to) const {
    std::string addresses, contents;
    const std::string bar = bars_ ? paint(style_, Role::faint, style_.unicode ? "│" : "|") : "";
    const std::string blank = bars_ ? " " : "";
    for (int64_t i = from; i < to; ++i) {
      const std::string label = padded_left(labels_[static_cast<size_t>(i)], cell_);
      addresses += blank + blank + padded_left(std::to_string(i), cell_) + (bars_ ? " " : i + 1 < to ? " " : "");
      contents += bar + blank + paint(style_, Role::strong, label) + (bars_ ? " " : i + 1 < to ? " " : "");
    }
    return margin("cell") + paint(style_, Role::faint, addresses) + "\n" + margin(name_) + contents + bar + "\n";
  }

  /// Shape and strides, beside the name where both fit a line; or why there is
  /// no such tensor.
  std::string about(const Walk& w, const std::string& name, int indent) const {
    const auto titled = [&](const std::string& text) {
      std::string lines;
      for (const std::string& line : split_lines(sentence(style_, text, indent))) {
        lines += paint_names(style_, Role::heading, line) + "\n";
      }
      return lines;
    };
    const int hang = std::max(2, indent);
    const std::string margin(static_cast<size_t>(hang), ' ');
    if (!w.error.empty()) {
      const std::string no = paint(style_, Role::wrong, style_.unicode ? "✗" : "x");
      return titled(name) + margin + sentence(style_, no + " " + w.error, 4);
    }
    std::string facts = "shape " + shape_text(w.shape) + ", strides " + shape_text(w.strides);
    if (w.offset != 0) facts += fmt::format(", from cell {}", w.offset);
    facts += w.contiguous ? ", contiguous" : ", not contiguous";
    if (w.shape.size() == 2) {
      facts += fmt::format(": next row {:+}, next column {:+}", w.strides[0], w.strides[1]);
    }
    if (display_width(name) + 2 + display_width(facts) <= style_.text_width()) {
      return paint_names(style_, Role::heading, name) + "  " + facts + "\n";
    }
    return titled(name) + margin + sentence(style_, facts, hang);
  }

  std::string marks(const std::map<int64_t, std::string>& at, int64_t from, int64_t to,
                    const std::string& nothing, const std::string& colour) const {
    std::string out;
    for (int64_t i = from; i < to; ++i) {
      const auto it = at.find(i);
      if (bars_) out += "  ";
      const std::string text = padded_left(it == at.end() ? nothing : it->second, cell_);
      out += (nothing.empty() && it == at.end() ? text
              : it == at.end() ? paint(style_, Role::faint, text)
                               : coloured(style_, colour, text));
      if (bars_ || i + 1 < to) out += " ";
    }
    return out;
  }

  /// A line per row of the tensor, under the cells that the row takes.
  std::string lanes(const Walk& w) const {
    const int64_t rows = rows_of(w);
    const int64_t length = rows == 0 ? 0 : static_cast<int64_t>(w.cells.size()) / rows;
    std::string out;
    for (int64_t r = 0; r < rows; ++r) {
      std::string name = w.shape.size() < 2 ? "all" : index_text(index_of(Shape(w.shape.begin(), w.shape.end() - 1), r));
      std::erase(name, ' ');
      const std::string colour = nth_colour(style_, static_cast<size_t>(r));
      out += margin(" " + name) + marks(visits(w, r * length, length), 0, shown_, "", colour) + "\n";
    }
    return out;
  }

  /// The order in which a tensor reads this part of memory, in one line.
  std::string line_of(const Walk& w, char letter, int64_t from, int64_t to) const {
    const auto all = visits(w, 0, static_cast<int64_t>(w.cells.size()));
    const std::string colour = nth_colour(style_, static_cast<size_t>(letter - 'A'));
    return margin(fmt::format("read {}", letter)) +
           marks(all, from, to, style_.unicode ? "·" : ".", colour) + "\n";
  }

  const Style& style_;
  const Strip& strip_;
  std::string name_;
  std::vector<std::string> labels_;
  int64_t shown_ = 0, per_line_ = 1;
  int cell_ = 1;
  int margin_ = kMargin;
  bool bars_ = false;
  bool lanes_ = false;
};

}  // namespace

namespace {

/// The tensor's lanes, as TapeView has them: a row for each of its rows, or all in one.
void add_lanes(const Walk& w, int64_t shown, bool all_in_one, size_t hue, Part& part) {
  const int64_t count = all_in_one ? 1 : rows_of(w);
  const int64_t length = count == 0 ? 0 : static_cast<int64_t>(w.cells.size()) / count;
  for (int64_t r = 0; r < count; ++r) {
    const std::string name = all_in_one || w.shape.size() < 2 ? "all" : index_text(index_of(Shape(w.shape.begin(), w.shape.end() - 1), r));
    part.rows.push_back(name);
    part.cells.emplace_back(static_cast<size_t>(shown));
    for (const auto& [at, text] : visits(w, r * length, length)) {
      if (at >= shown) continue;
      std::string index;
      for (int64_t i = r * length; i < (r + 1) * length && index.empty(); ++i) {
        if (w.cells[static_cast<size_t>(i)] == at) index = index_text(index_of(w.shape, i));
      }
      part.cells.back()[static_cast<size_t>(at)] = {text, fmt::format("{}{} is cell {}, read as number {}", w.expression, index, at, text)};
      part.cells.back()[static_cast<size_t>(at)].hue = static_cast<int>(all_in_one ? hue : static_cast<size_t>(r));
    }
  }
}

}  // namespace

std::vector<Part> Tape::parts() const {
  std::vector<Part> out;
  for (const Strip& strip : strips) {
    Part part;
    const int64_t shown = std::min(strip.cells.numel(), kMostCells);
    const std::vector<std::string> labels = tensor_cells(Tensor::over(strip.cells.storage(), strip.cells.dtype(), {shown}, {1}, 0));
    part.rows.push_back(strips.size() == 1 ? "memory" : fmt::format("memory{}", out.size() + 1));
    part.cells.emplace_back();
    for (int64_t i = 0; i < shown; ++i) {
      const std::string& label = labels[static_cast<size_t>(i)];
      part.columns.push_back(std::to_string(i));
      part.cells[0].push_back({label, fmt::format("cell {} holds {}", i, label)});
    }
    for (size_t k = 0; k < strip.walks.size(); ++k) {
      const Walk& w = strip.walks[k];
      const std::string facts = w.error.empty() ? "shape " + shape_text(w.shape) + ", strides " + shape_text(w.strides) +
                                                      (w.contiguous ? ", contiguous" : ", not contiguous")
                                                : "cannot be: " + w.error;
      part.rows.emplace_back();
      part.cells.push_back({Cell::words(w.expression + "  " + facts)});
      if (w.error.empty()) add_lanes(w, shown, rows_of(w) > kMostLanes, k, part);
    }
    const int64_t missing = strip.cells.numel() - shown;
    part.note = std::string(kLegend) + (missing > 0 ? fmt::format(" ({} more cells of this memory not shown)", missing) : "");
    out.push_back(std::move(part));
  }
  return out;
}

std::string Tape::drawn(const Style& style) const {
  std::string out;
  for (size_t i = 0; i < strips.size(); ++i) {
    if (i > 0) out += "\n";
    out += TapeView(style, strips[i], strips.size() == 1 ? "memory" : fmt::format("memory{}", i + 1)).text();
  }
  std::string legend = kLegend;
  const bool again = std::any_of(strips.begin(), strips.end(), [](const Strip& strip) {
    return std::any_of(strip.walks.begin(), strip.walks.end(), [](const Walk& w) {
      return std::set<int64_t>(w.cells.begin(), w.cells.end()).size() < w.cells.size();
    });
  });
  if (again) legend += " A + marks a cell that is read more than once.";
  for (const std::string& line : split_lines(sentence(style, legend))) {
    out += paint(style, Role::faint, line) + "\n";
  }
  return without_trailing_blanks(out);
}

namespace {

// More numbers than this are counted, not listed.
constexpr size_t kMostRunsOfTape = 24;

/// "0, 1, 2, then 6" in few words: "0 to 2, 6".
std::string runs_text(const std::vector<int64_t>& cells) {
  std::vector<std::string> runs;
  size_t i = 0;
  while (i < cells.size() && runs.size() < kMostRunsOfTape) {
    size_t end = i;
    while (end + 1 < cells.size() && cells[end + 1] == cells[end] + 1) ++end;
    if (end > i + 1) {
      runs.push_back(fmt::format("{} to {}", cells[i], cells[end]));
      i = end + 1;
    } else {
      runs.push_back(std::to_string(cells[i++]));
    }
  }
  return join(runs, ", ") + (i < cells.size() ? fmt::format(", and {} more", cells.size() - i) : "");
}

}  // namespace

std::string Tape::told(const Style& style) const {
  std::string out;
  for (size_t s = 0; s < strips.size(); ++s) {
    const auto& strip = strips[s];
    const int64_t n = strip.cells.numel();
    std::vector<std::string> cells = tensor_cells(
        Tensor::over(strip.cells.storage(), strip.cells.dtype(), {std::min<int64_t>(n, kMostRunsOfTape)}, {1}, 0));
    out += sentence(style, fmt::format("{}emory of {}: {}{}.",
                                       strips.size() > 1 ? fmt::format("Memory {}, m", s + 1) : "M",
                                       plural(n, "cell"), join(cells, ", "),
                                       n > static_cast<int64_t>(kMostRunsOfTape) ? " and so on" : ""), 2);
    for (const auto& w : strip.walks) {
      if (!w.error.empty()) {
        out += sentence(style, w.expression + " cannot be: " + w.error, 2);
        continue;
      }
      out += sentence(style, fmt::format("{}: shape {}, strides {}, {}contiguous. It reads cells {}.",
                                         w.expression, shape_text(w.shape), shape_text(w.strides),
                                         w.contiguous ? "" : "not ", runs_text(w.cells)), 2);
    }
  }
  return out;
}

}  // namespace mha::pictures
