// Where one number came from. origins.h records the operations as they run;
// provenance_steps.h explains each kind.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/code.h"
#include "pictures/kinds.h"
#include "pictures/provenance/provenance_steps.h"

namespace mha::pictures {

double number_at(const Tensor& t, const Shape& index) { return t.at(index).to_double(); }

std::string shown_number(const Tensor& t, double v) {
  return t.dtype() == DType::bool_ ? (v == 0 ? "False" : "True") : number_text(v);
}

bool agrees(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= 1e-4 * std::max({1e-3, std::abs(a), std::abs(b)});
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Shape broadcast_index(const Shape& shape, const Shape& index) {
  Shape result(shape.size());
  const size_t skipped = index.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i) result[i] = shape[i] == 1 ? 0 : index[i + skipped];
  return result;
}

bool broadcasts(const Shape& shape, const Shape& to) {
  if (shape.size() > to.size()) return false;
  const size_t skipped = to.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != 1 && shape[i] != to[i + skipped]) return false;
  }
  return true;
}

double NumberPlace::value() const { return number_at(tensor, index); }

std::string NumberPlace::number() const {
  return index.empty() ? text : indexable(text) + index_text(index);
}

NumberPlace operand_place(const Maker& maker, const NumberPlace& of,
                          size_t operand, const Shape& index) {
  const Origin::Operand& o = of.origin->operands[operand];
  const bool in_place = o.tensor.is_same(of.tensor);
  return {o.text, o.tensor, index, in_place ? of.origin->before : maker.origins().find(o.tensor)};
}

namespace {

// Follows a chain of operations at most so far back.
constexpr size_t kMostSteps = 3;

/// Code on one line, its end left out where it is long.
std::string brief(const std::string& code) {
  constexpr size_t kLongest = 100;
  std::string line = join(wrap(code, static_cast<int>(code.size()) + 1), " ");
  if (line.size() <= kLongest || !is_valid_utf8(line.substr(0, kLongest))) return line;
  return line.substr(0, kLongest) + " ...";
}

/// One step back: the operation that made the number, and its input if that is
/// a single number.
ProvenanceStep explain(const Maker& maker, const NumberPlace& place,
                       std::optional<NumberPlace>& next) {
  ProvenanceStep step;
  step.number = place.number();
  step.value = shown_number(place.tensor, place.value());
  if (!place.origin) {
    step.arithmetic = "It was there as it is: no operation is known to have made it.";
    return step;
  }
  step.code = brief(place.origin->code);
  if (explain_by_lines(maker, place, step) || explain_by_one(maker, place, step, next) ||
      explain_by_each(maker, place, step, next)) {
    return step;
  }
  const std::string& made_by = place.origin->operation;
  const bool as_made = (made_by.starts_with("zeros") && place.value() == 0) ||
                       (made_by.starts_with("ones") && place.value() == 1);
  if (!as_made && is_one_of(made_by, {"empty", "zeros", "ones", "empty_like", "zeros_like", "ones_like", "full"})) {
    step.arithmetic = "That made the room; the number was written into it later.";
  } else if (as_made || is_one_of(made_by, {"tensor", "Tensor", "arange", "eye", "linspace"})) {
    step.arithmetic = "It was written there as it is.";
  } else if (is_one_of(made_by, {"rand", "randn", "randint", "rand_like", "randn_like", "randperm"})) {
    step.arithmetic = "It was drawn at random.";
  } else {
    step.arithmetic = "That made it, as a whole.";
  }
  return step;
}

}  // namespace

// One number, by its place in a tensor.
int suits_provenance(const Maker&, const std::string& expression, const Tensor& t) {
  if (!t.defined() || t.dim() != 0) return 0;
  const ParsedExpression parsed = parse_expression(expression);
  return parsed.expr && parsed.expr->kind == lang::ExprKind::subscript ? 4 : 0;
}

/// Of a place in a tensor: "scores[2, 1]".
std::shared_ptr<const Picture> make_provenance(const Maker& maker, const std::string& expression) {
  const ParsedExpression parsed = parse_expression(expression);
  if (!parsed.expr) throw Error("PictureError", maker.evaluate(expression).problem);
  const auto* subscript = parsed.expr->kind == lang::ExprKind::subscript
                              ? static_cast<const lang::Subscript*>(parsed.expr) : nullptr;
  NumberPlace place;
  place.text = subscript ? parsed.text(*subscript->object) : expression;
  place.tensor = maker.tensor(place.text);
  if (subscript) place.index = maker.index(parsed.text(*subscript->index));
  const Shape& shape = place.tensor.shape();
  bool inside = place.index.size() == shape.size();
  for (size_t i = 0; inside && i < shape.size(); ++i) {
    if (place.index[i] < 0) place.index[i] += shape[i];
    inside = place.index[i] >= 0 && place.index[i] < shape[i];
  }
  if (!inside) {
    const bool outside = place.index.size() == shape.size();
    throw Error("PictureError", "`" + expression + (outside ? "` is not there: `" : "` is not one number: `") +
                                    place.text + "` has the shape " + shape_text(shape));
  }
  place.origin = maker.origins().find(place.tensor);
  auto picture = std::make_shared<Provenance>();
  std::vector<Provenance::Step>& steps = picture->steps;
  std::optional<NumberPlace> next = place;
  while (next && steps.size() < kMostSteps) {
    const NumberPlace now = *next;
    next.reset();
    ProvenanceStep step = explain(maker, now, next);
    // A number without an operation explains nothing more.
    if (step.code.empty() && !steps.empty()) break;
    steps.push_back(std::move(step));
  }
  return picture;
}

namespace {

// More numbers than this are counted, not listed.
constexpr size_t kMostNumbersShown = 24;

using Step = Provenance::Step;

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

std::vector<std::vector<std::string>> numbers_of(const Step& step) {
  if (step.marked < 0) return alike(step);
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : step.rows) cells.push_back(number_cells(row.values));
  return cells;
}

/// The lines of numbers of a step, under each other.
std::string table(const Style& style, const Step& step) {
  const int room = style.width - 1;
  const auto count = static_cast<int64_t>(step.rows[0].values.size());
  std::vector<std::string> names;
  const std::vector<std::vector<std::string>> cells = numbers_of(step);
  int cell = widest(step.headings);
  for (const auto& row : step.rows) names.push_back(fit_charset(style, row.label));
  for (const auto& row : cells) cell = std::max(cell, widest(row));
  const auto beside = [&](int label) { return std::max<int64_t>(1, (room - label - 1) / (cell + 2)); };
  // A name is whole if that costs no further line.
  const int whole = widest(names), part = std::min(whole, std::max(12, room / 4));
  const bool free = (count - 1) / beside(whole) == (count - 1) / beside(part);
  const int label = free && whole < room / 2 ? whole : part;
  const int64_t fits = beside(label);
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
        out += paint(style, Role::marked, padded_left(text, cell + 1) + " ");
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

std::vector<Part> Provenance::parts() const {
  std::vector<Part> out;
  for (const Step& step : steps) {
    Part part;
    part.title = step.number + " = " + step.value + (step.code.empty() ? "" : ", from " + step.code);
    part.note = step.arithmetic;
    const std::vector<int64_t> shown = step.rows.empty() ? std::vector<int64_t>() : shown_indices(
        static_cast<int64_t>(step.rows[0].values.size()), static_cast<int64_t>(kMostNumbersShown), std::max<int64_t>(0, step.marked));
    for (const int64_t j : shown) {
      if (!step.headings.empty()) part.columns.push_back(j < 0 ? "" : step.headings[static_cast<size_t>(j)]);
    }
    const auto cells = step.rows.empty() ? std::vector<std::vector<std::string>>() : numbers_of(step);
    for (size_t i = 0; i < cells.size(); ++i) {
      part.rows.push_back(step.rows[i].label);
      part.cells.emplace_back();
      for (const int64_t j : shown) {
        if (j < 0) {
          part.cells.back().push_back(Cell::words("…"));
          continue;
        }
        const std::string& text = cells[i][static_cast<size_t>(j)];
        const std::string place = step.headings.empty() ? "place " + std::to_string(j) : step.headings[static_cast<size_t>(j)];
        part.cells.back().push_back({text, step.rows[i].label + ", " + place + ": " + text,
                                     j == step.marked ? Cell::Look::marked : Cell::Look::plain});
      }
    }
    out.push_back(std::move(part));
  }
  return out;
}

std::string Provenance::drawn(const Style& style) const {
  std::string out;
  for (const Step& step : steps) {
    if (!out.empty()) out += "\n";
    std::string head = step.number + " = " + step.value;
    if (!step.code.empty()) head += ", from " + step.code;
    const std::vector<std::string> lines = split_lines(sentence(style, head, 2));
    for (const std::string& l : lines) out += paint_names(style, Role::heading, l) + "\n";
    if (!step.rows.empty()) out += table(style, step);
    out += sentence(style, step.arithmetic);
  }
  return without_trailing_blanks(out);
}

std::string Provenance::told(const Style& style) const {
  std::string out;
  for (const auto& step : steps) {
    out += sentence(style, fmt::format("{} is {}{}.", step.number, step.value,
                                       step.code.empty() ? "" : ", made by " + step.code), 2);
    for (const auto& row : step.rows) {
      const std::vector<std::string> cells = number_cells(row.values);
      std::vector<std::string> parts;
      for (size_t j = 0; j < std::min<size_t>(cells.size(), kMostNumbersShown); ++j) {
        parts.push_back((step.headings.empty() ? "" : step.headings[j] + " ") + cells[j]);
      }
      if (cells.size() > kMostNumbersShown) parts.push_back(plural(static_cast<int64_t>(cells.size() - kMostNumbersShown), "more number"));
      out += sentence(style, row.label + ": " + join(parts, ", ") + ".", 2);
    }
    out += sentence(style, step.arithmetic, 2);
  }
  return out;
}

}  // namespace mha::pictures
