#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/cells.h"
#include "render/picture_view.h"

namespace mha::render {

namespace {

using Step = lesson::ProvenancePicture::Step;

// Lines that are folded more often than this are cut instead.
constexpr int64_t kMostFolds = 3;

/// Lines that are multiplied with each other have the same decimals.
std::vector<std::vector<std::string>> alike(const Step& step) {
  std::vector<double> all;
  for (const auto& row : step.rows) all.insert(all.end(), row.values.begin(), row.values.end());
  const std::vector<std::string> texts = number_cells(all);
  std::vector<std::vector<std::string>> cells;
  for (size_t at = 0; at < texts.size(); at += step.rows[0].values.size()) {
    cells.emplace_back(texts.begin() + static_cast<std::ptrdiff_t>(at),
                       texts.begin() + static_cast<std::ptrdiff_t>(at + step.rows[0].values.size()));
  }
  return cells;
}

/// The lines of numbers of a step, under each other.
std::string table(const Style& style, const Step& step) {
  const int room = style.width - 1;
  const auto count = static_cast<int64_t>(step.rows[0].values.size());
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> cells;
  int cell = widest(step.headings);
  for (const auto& row : step.rows) {
    names.push_back(fit_charset(style, row.label));
    cells.push_back(number_cells(row.values));
  }
  if (step.marked < 0) cells = alike(step);
  for (const auto& row : cells) cell = std::max(cell, widest(row));
  const int label = std::min(widest(names), std::max(12, room / 4));
  const int64_t fits = std::max(1, (room - label - 1) / (cell + 2));
  std::vector<int64_t> shown = shown_indices(count, count, 0);
  if (count > fits * kMostFolds) shown = shown_indices(count, std::max<int64_t>(fits, 4), std::max<int64_t>(0, step.marked));
  std::string out;
  const auto line = [&](const std::string& name, const std::vector<std::string>& texts, size_t from, bool heading) {
    out += paint(style, Role::faint, padded_right(shortened(style, name, label), label)) + " ";
    for (size_t i = from; i < std::min(shown.size(), from + static_cast<size_t>(fits)); ++i) {
      const int64_t j = shown[i];
      if (j < 0) {
        out += paint(style, Role::faint, padded_left(style.unicode ? "…" : "..", cell + 1)) + " ";
        continue;
      }
      const bool marked = j == step.marked && !heading;
      const std::string& text = texts[static_cast<size_t>(j)];
      if (marked && style.colour) {
        out += coloured(style, "1;30;43", padded_left(text, cell + 1) + " ");
      } else if (marked) {
        out += padded_left("[" + text, cell + 1) + "]";
      } else {
        out += padded_left(text, cell + 1) + " ";
      }
    }
    out += "\n";
  };
  for (size_t from = 0; from < shown.size(); from += static_cast<size_t>(fits)) {
    if (!step.headings.empty()) line("", step.headings, from, true);
    for (size_t i = 0; i < names.size(); ++i) line(names[i], cells[i], from, false);
  }
  const auto left_out = count - std::count_if(shown.begin(), shown.end(), [](int64_t j) { return j >= 0; });
  if (left_out > 0) out += sentence(style, fmt::format("({} more numbers in each line)", left_out));
  return out;
}

}  // namespace

std::string provenance(const Style& style, const lesson::PictureData& p) {
  std::string out;
  for (const Step& step : p.provenance.steps) {
    if (!out.empty()) out += "\n";
    std::string head = step.number + " = " + lesson::number_text(step.value);
    if (!step.code.empty()) head += ", from " + step.code;
    const std::vector<std::string> lines = split_lines(sentence(style, head, 2));
    for (const std::string& l : lines) out += paint(style, Role::heading, l) + "\n";
    if (!step.rows.empty()) out += table(style, step);
    out += sentence(style, step.arithmetic);
  }
  return without_trailing_blanks(out);
}

}  // namespace mha::render
