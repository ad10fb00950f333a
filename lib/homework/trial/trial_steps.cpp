// join_steps(): tables whose rows a loop made one by one.

#include "homework/trial/trial_parts.h"

#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "tensor/core/factory.h"

namespace mha::homework {

namespace {

/// A row of a growing table: (..., 1, n) or (..., n), where n counts the steps.
struct Row {
  const Made* made = nullptr;
  int64_t before = 1;  // product of the axes before the last
};

std::optional<Row> row_of(const Made& made, int64_t length) {
  const Shape& shape = made.numbers.shape;
  if (made.secondary() || shape.size() < 2 || shape.back() != length) return std::nullopt;
  return Row{&made, made.numbers.count() / length};
}

/// Rows of length 1, 2, ... as a square table, filled up with `rest`.
Tensor table_of(const std::vector<Row>& rows, double rest) {
  const auto n = static_cast<int64_t>(rows.size());
  const int64_t texts = rows[0].before;
  Tensor t = full({texts, n, n}, rest, DType::float32);
  for (int64_t i = 0; i < n; ++i) {
    const Row& row = rows[static_cast<size_t>(i)];
    for (int64_t b = 0; b < texts; ++b) {
      for (int64_t j = 0; j <= i; ++j) {
        t.data<float>()[(b * n + i) * n + j] =
            static_cast<float>(row.made->numbers.values[static_cast<size_t>(b * (i + 1) + j)]);
      }
    }
  }
  return t;
}

}  // namespace

void join_steps(Recording& recording) {
  // For each place in the program: the rows so far.
  std::map<std::pair<const Source*, std::pair<uint32_t, uint32_t>>, std::vector<Row>> growing;
  std::vector<Made> tables;
  const auto finish = [&](std::vector<Row>& rows) {
    if (rows.size() > 1) {
      // Attention weights are filled up with 0, scores with minus infinity.
      for (const double rest : {0.0, -std::numeric_limits<double>::infinity()}) {
        Made table = *rows[0].made;
        table.numbers = numbers_of(table_of(rows, rest));
        table.joined = true;
        tables.push_back(std::move(table));
      }
    }
    rows.clear();
  };
  for (const Made& made : recording.made()) {
    std::vector<Row>& rows = growing[{made.source, {made.span.begin, made.span.end}}];
    const auto next = static_cast<int64_t>(rows.size()) + 1;
    std::optional<Row> row = row_of(made, next);
    if (row && !rows.empty() && row->before != rows[0].before) row.reset();
    if (!row) {
      finish(rows);
      row = row_of(made, 1);
    }
    if (row) rows.push_back(*row);
  }
  for (auto& [place, rows] : growing) finish(rows);
  for (Made& t : tables) recording.add(std::move(t));
}

}  // namespace mha::homework
