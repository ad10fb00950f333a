// Pictures as sentences, for those who have them read aloud: plain words in
// reading order, no drawing, no signs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lesson/origins.h"
#include "render/cells.h"
#include "render/picture_view.h"
#include "tensor/views.h"

namespace mha::render {

namespace {

// More than these are counted, not read out.
constexpr int64_t kMostRows = 16;
constexpr size_t kMostRuns = 24;

std::string plural(int64_t n, const std::string& one) {
  return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

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

std::string heatmap_words(const Style& style, const lesson::PictureData& p) {
  const int64_t columns = p.tensor.size(-1);
  const int64_t rows = p.tensor.dim() < 2 ? 1 : p.tensor.size(-2);
  const Tensor flat = reshape(p.tensor, {-1, rows, columns});
  std::string out;
  const int64_t panels = p.panels.empty() ? 1 : static_cast<int64_t>(p.panels.size());
  for (int64_t k = 0; k < panels; ++k) {
    const Tensor m = select(flat, 0, k);
    const bool shares = is_shares(m);
    const bool causal = is_causal(m);
    std::vector<std::string> cells;
    for (const std::string& c : tensor_cells(m)) cells.push_back(c);
    if (is_floating(m.dtype())) {
      for (size_t n = 0; n < cells.size(); ++n) {
        const double v = m.at({static_cast<int64_t>(n) / columns, static_cast<int64_t>(n) % columns}).to_double();
        if (std::isfinite(v) && std::abs(v) < 1000) cells[n] = fmt::format("{:.2f}", v == 0 ? 0.0 : v);
      }
    }
    if (!p.panels.empty()) out += sentence(style, p.panels[static_cast<size_t>(k)] + ":");
    for (int64_t i = 0; i < std::min(rows, kMostRows); ++i) {
      // Where both axes are words, a row is the query that asks the columns.
      const bool query = !p.rows.empty() && !p.columns.empty();
      std::string name = p.rows.empty() ? fmt::format("row {}", i) : p.rows[static_cast<size_t>(i)];
      if (query) name = "query " + name;
      const std::string text = row_text(m, i, p.columns, cells, shares, causal);
      out += sentence(style, (rows == 1 && p.rows.empty() ? "" : name + ": ") + text + ".", 2);
    }
    if (rows > kMostRows) out += sentence(style, plural(rows - kMostRows, "more row") + ".");
  }
  return out;
}

/// "0, 1, 2, then 6" in few words: "0 to 2, 6".
std::string runs_text(const std::vector<int64_t>& cells) {
  std::vector<std::string> runs;
  size_t i = 0;
  while (i < cells.size() && runs.size() < kMostRuns) {
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

std::string tape_words(const Style& style, const lesson::PictureData& p) {
  std::string out;
  for (size_t s = 0; s < p.tape.strips.size(); ++s) {
    const auto& strip = p.tape.strips[s];
    const int64_t n = strip.cells.numel();
    std::vector<std::string> cells = tensor_cells(
        Tensor::over(strip.cells.storage(), strip.cells.dtype(), {std::min<int64_t>(n, kMostRuns)}, {1}, 0));
    out += sentence(style, fmt::format("{}emory of {}: {}{}.",
                                       p.tape.strips.size() > 1 ? fmt::format("Memory {}, m", s + 1) : "M",
                                       plural(n, "cell"), join(cells, ", "),
                                       n > static_cast<int64_t>(kMostRuns) ? " and so on" : ""), 2);
    for (const auto& w : strip.walks) {
      if (!w.error.empty()) {
        out += sentence(style, w.expression + " cannot be: " + w.error, 2);
        continue;
      }
      out += sentence(style, fmt::format("{}: shape {}, strides {}, {}contiguous. It reads cells {}.",
                                         w.expression, lesson::shape_text(w.shape), lesson::shape_text(w.strides),
                                         w.contiguous ? "" : "not ", runs_text(w.cells)), 2);
    }
  }
  return out;
}

std::string heads_words(const Style& style, const lesson::PictureData& p) {
  const auto& h = p.heads;
  std::string out = sentence(style, fmt::format("{}: shape {}.", p.expression, lesson::shape_text(p.tensor.shape())), 2);
  const int64_t last = p.tensor.shape().back();
  const auto rows = static_cast<int64_t>(h.labels.size()) / std::max<int64_t>(1, last);
  for (int64_t r = 0; r < std::min(rows, kMostRows); ++r) {
    const Shape outer(p.tensor.shape().begin(), p.tensor.shape().end() - 1);
    std::vector<std::string> index;
    for (const int64_t i : lesson::index_of(outer, r)) index.push_back(std::to_string(i));
    // Stretches that belong to one token and head.
    std::vector<std::string> parts;
    for (int64_t j = 0; j < last; ++j) {
      const auto& l = h.labels[static_cast<size_t>(r * last + j)];
      int64_t end = j;
      while (end + 1 < last) {
        const auto& next = h.labels[static_cast<size_t>(r * last + end + 1)];
        if (next.token != l.token || next.head != l.head || next.batch != l.batch ||
            next.number != h.labels[static_cast<size_t>(r * last + end)].number + 1) {
          break;
        }
        ++end;
      }
      std::string part = fmt::format("{}token {} head {} ", h.batches > 1 ? fmt::format("batch {} ", l.batch) : "", l.token, l.head);
      part += end > j ? fmt::format("numbers {} to {}", l.number, l.number + end - j) : fmt::format("number {}", l.number);
      parts.push_back(std::move(part));
      j = end;
    }
    out += sentence(style, (index.empty() ? "" : "[" + join(index, ", ") + "]: ") + join(parts, ", ") + ".", 2);
  }
  if (rows > kMostRows) out += sentence(style, plural(rows - kMostRows, "more row") + ".");
  return out + sentence(style, heads_verdict(p), 2);
}

std::string product_words(const Style& style, const lesson::PictureData& p) {
  const auto& m = p.product;
  std::string out = sentence(style, fmt::format("{}, shape {}, times {}, shape {}.", m.left_text, lesson::shape_text(m.left_shape),
                                                m.right_text, lesson::shape_text(m.right_shape)), 2);
  if (!m.fits) {
    return out + sentence(style, product_misfit(p), 2);
  }
  out += sentence(style, fmt::format("The result has shape {}.", lesson::shape_text(m.shape)), 2);
  std::vector<std::string> parts;
  const int64_t n = m.left.size(1);
  for (int64_t k = 0; k < std::min(n, kMostRows); ++k) {
    parts.push_back(lesson::number_text(m.left.at({m.row, k}).to_double()) + " times " +
                    lesson::number_text(m.right.at({k, m.column}).to_double()));
  }
  if (n > kMostRows) parts.push_back(plural(n - kMostRows, "more product"));
  out += sentence(style, fmt::format("Row {} and column {} make one number of it: {}, together {}.", m.row, m.column,
                                     join(parts, ", "), lesson::number_text(m.result.at({m.row, m.column}).to_double())), 2);
  return out;
}

std::string provenance_words(const Style& style, const lesson::PictureData& p) {
  std::string out;
  for (const auto& step : p.provenance.steps) {
    out += sentence(style, fmt::format("{} is {}{}.", step.number, lesson::number_text(step.value),
                                       step.code.empty() ? "" : ", made by " + step.code), 2);
    for (const auto& row : step.rows) {
      const std::vector<std::string> cells = number_cells(row.values);
      std::vector<std::string> parts;
      for (size_t j = 0; j < std::min<size_t>(cells.size(), kMostRuns); ++j) {
        parts.push_back((step.headings.empty() ? "" : step.headings[j] + " ") + cells[j]);
      }
      if (cells.size() > kMostRuns) parts.push_back(plural(static_cast<int64_t>(cells.size() - kMostRuns), "more number"));
      out += sentence(style, row.label + ": " + join(parts, ", ") + ".", 2);
    }
    out += sentence(style, step.arithmetic, 2);
  }
  return out;
}

}  // namespace

std::string spoken_picture(const Style& style, const lesson::PictureData& p) {
  if (p.kind == "tape") return tape_words(style, p);
  if (p.kind == "heads") return heads_words(style, p);
  if (p.kind == "matmul") return product_words(style, p);
  if (p.kind == "provenance") return provenance_words(style, p);
  return p.tensor.defined() && p.tensor.numel() > 0 && p.tensor.dim() > 0 ? heatmap_words(style, p) : "";
}

}  // namespace mha::render
