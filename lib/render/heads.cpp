#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "lesson/origins.h"
#include "render/cells.h"
#include "render/picture_view.h"

namespace mha::render {

namespace {

using lesson::HeadsPicture;
using Axis = HeadsPicture::Axis;
using Label = HeadsPicture::Label;

// A colour per head, in turn.
constexpr std::array<const char*, 6> kColours = {"38;5;81", "38;5;215", "38;5;114",
                                                 "38;5;177", "38;5;221", "38;5;203"};
constexpr size_t kMostLines = 14;

std::string label_text(const Label& l, bool with_batch) {
  return (with_batch ? fmt::format("b{}", l.batch) : "") +
         fmt::format("t{}h{}.{}", l.token, l.head, l.number);
}

/// The elements of the first item of the batch, where all the others hold
/// theirs in the same order; else all elements.
size_t elements_to_show(const lesson::PictureData& p) {
  const HeadsPicture& h = p.heads;
  const size_t all = h.labels.size();
  if (h.axes[0] != Axis::batch || h.batches < 2) return all;
  const size_t one = all / static_cast<size_t>(p.tensor.size(0));
  for (size_t i = 0; i < all; ++i) {
    const Label& first = h.labels[i % one];
    const Label& here = h.labels[i];
    if (here.token != first.token || here.head != first.head || here.number != first.number) return all;
  }
  return one;
}

std::string index_text(const Shape& shape, int64_t flat) {
  std::vector<std::string> parts;
  for (const int64_t i : lesson::index_of(shape, flat)) parts.push_back(std::to_string(i));
  return "[" + join(parts, ", ") + "]";
}

std::string list_text(const std::set<int64_t>& numbers) {
  std::vector<std::string> parts;
  for (const int64_t n : numbers) parts.push_back(std::to_string(n));
  if (parts.size() < 2) return join(parts, "");
  const std::string last = parts.back();
  parts.pop_back();
  return join(parts, ", ") + " and " + last;
}

}  // namespace

std::string heads_verdict(const lesson::PictureData& p) {
  const HeadsPicture& h = p.heads;
  const Shape& shape = p.tensor.shape();
  std::vector<std::string> told;
  for (size_t k = 0; k < h.axes.size(); ++k) {
    switch (h.axes[k]) {
      case Axis::batch: told.push_back(fmt::format("index {} is the batch", k)); break;
      case Axis::token: told.push_back(fmt::format("index {} is the token", k)); break;
      case Axis::head: told.push_back(fmt::format("index {} is the head", k)); break;
      case Axis::number: told.push_back(fmt::format("index {} is the number within a head", k)); break;
      case Axis::head_and_number: told.push_back(fmt::format("index {} runs through head after head", k)); break;
      case Axis::single:
      case Axis::mixed: break;
    }
  }
  std::string out = told.empty() ? "" : join(told, ", ") + ".";
  if (!out.empty()) out[0] = 'I';
  for (size_t k = 0; k < h.axes.size(); ++k) {
    if (h.axes[k] != Axis::mixed) continue;
    // What lies under index 0 of that axis says how it is mixed.
    std::set<int64_t> tokens, kept_heads;
    for (size_t i = 0; i < h.labels.size(); ++i) {
      const Shape index = lesson::index_of(shape, static_cast<int64_t>(i));
      bool first = true;
      for (size_t j = 0; j <= k; ++j) first = first && index[j] == 0;
      if (!first) continue;
      tokens.insert(h.labels[i].token);
      kept_heads.insert(h.labels[i].head);
    }
    Shape zeros(k + 1, 0);
    std::vector<std::string> parts(k + 1, "0");
    out += (out.empty() ? "" : " ") +
           fmt::format("Index {} is mixed up: it is neither token nor head. [{}] holds token{} {} and head{} {}.",
                       k, join(parts, ", "), tokens.size() == 1 ? "" : "s", list_text(tokens),
                       kept_heads.size() == 1 ? "" : "s", list_text(kept_heads));
    break;
  }
  return out;
}

std::string heads(const Style& style, const lesson::PictureData& p) {
  const HeadsPicture& h = p.heads;
  const Shape& shape = p.tensor.shape();
  if (shape.empty() || h.labels.empty()) return "";
  const int room = style.width - 1;
  std::string out = sentence(style, p.expression + "  " + lesson::shape_text(shape));
  if (style.colour) out = paint(style, Role::heading, trim(out)) + "\n";

  // A block is what stands between two bars: a vector of a head. A line holds
  // the blocks of one row where they fit, else one of them.
  const int64_t last = shape.back();
  const int64_t block = last % h.head_dim == 0 ? h.head_dim : last;
  const auto count = static_cast<int64_t>(elements_to_show(p));
  const bool one_of_batch = count < static_cast<int64_t>(h.labels.size());
  const bool with_batch = h.batches > 1 && !one_of_batch;
  int cell = 0;
  for (const Label& l : h.labels) cell = std::max(cell, static_cast<int>(label_text(l, with_batch).size()));
  const int block_width = static_cast<int>(block) * (cell + 1) + 2;
  int64_t per_line = block < last ? last : shape.size() < 2 ? last : last * shape[shape.size() - 2];
  const auto label_width = [&](int64_t line_length) {
    return display_width(index_text(Shape(shape.begin(), shape.end() - (line_length > last ? 2 : 1)), 0)) + 1;
  };
  if (label_width(per_line) + static_cast<int>(per_line / block) * block_width > room) per_line = last;
  if (label_width(per_line) + static_cast<int>(per_line / block) * block_width > room && block < last) per_line = block;
  const int64_t dims_in_line = per_line > last ? 2 : 1;
  const Shape outer(shape.begin(), shape.end() - dims_in_line);
  const int margin = display_width(index_text(outer, 0)) + 1;
  const std::string bar = paint(style, Role::faint, style.unicode ? "│ " : "| ");

  bool cut = false;
  size_t lines = 0;
  int64_t at = 0;
  int64_t group = -1;
  for (; at < count && lines < kMostLines; at += per_line, ++lines) {
    const int64_t row = at / (dims_in_line == 2 ? per_line : last);
    // An empty line between the matrices of three dimensions and more.
    if (dims_in_line == 1 && outer.size() >= 2) {
      const int64_t now = row / outer.back();
      if (group >= 0 && now != group) {
        out += "\n";
        ++lines;
      }
      group = now;
    }
    const bool begins = at % last == 0;
    out += paint(style, Role::faint, padded_right(begins && !outer.empty() ? index_text(outer, row) : "", margin));
    int used = margin;
    int64_t i = at;
    for (; i < at + per_line; ++i) {
      const bool opens = (i - at) % block == 0;
      if (used + (opens ? 2 : 0) + cell > room) break;
      if (opens) {
        out += bar;
        used += 2;
      }
      const Label& l = h.labels[static_cast<size_t>(i)];
      out += coloured(style, kColours[static_cast<size_t>(l.head) % kColours.size()],
                      padded_right(label_text(l, with_batch), cell)) + " ";
      used += cell + 1;
    }
    cut = cut || i < at + per_line;
    out += "\n";
  }
  if (cut) out += sentence(style, fmt::format("(rows of {} numbers are cut to fit)", per_line));
  if (at < count) {
    out += sentence(style, fmt::format("({} of {} elements shown)", at, count));
  }
  if (one_of_batch) {
    const int64_t others = p.tensor.size(0) - 1;
    out += sentence(style, others == 1 ? "[1] holds batch 1 in the same order."
                                       : fmt::format("[1] to [{}] hold the rest of the batch in the same order.", others));
  }
  out += sentence(style, heads_verdict(p));
  return without_trailing_blanks(out);
}

}  // namespace mha::render
