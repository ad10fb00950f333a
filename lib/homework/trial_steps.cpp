// What a loop makes step by step, as one table.

#include "homework/trial_parts.h"

#include <map>
#include <optional>
#include <utility>

#include "tensor/factory.h"

namespace mha::homework {

namespace {

/// A row of a growing table: (..., 1, n) or (..., n) with n the number of its step.
struct Row {
  const Numbers* numbers = nullptr;
  int64_t before = 1;  // numbers of the axes before the last
};

std::optional<Row> row_of(const Made& made, int64_t length) {
  const Shape& shape = made.numbers.shape;
  if (made.secondary() || shape.size() < 2 || shape.back() != length) return std::nullopt;
  return Row{&made.numbers, made.numbers.count() / length};
}

/// Rows of length 1, 2, ... as a square table with zeros behind them.
Tensor table_of(const std::vector<Row>& rows) {
  const auto n = static_cast<int64_t>(rows.size());
  const int64_t texts = rows[0].before;
  Tensor t = zeros({texts, n, n}, DType::float32);
  for (int64_t i = 0; i < n; ++i) {
    const Row& row = rows[static_cast<size_t>(i)];
    for (int64_t b = 0; b < texts; ++b) {
      for (int64_t j = 0; j <= i; ++j) {
        t.data<float>()[(b * n + i) * n + j] =
            static_cast<float>(row.numbers->values[static_cast<size_t>(b * (i + 1) + j)]);
      }
    }
  }
  return t;
}

}  // namespace

void join_steps(Recording& recording) {
  // By place in the program: the rows so far, and tables that are whole.
  std::map<std::pair<const Source*, std::pair<uint32_t, uint32_t>>, std::vector<Row>> growing;
  std::vector<Tensor> tables;
  const auto finish = [&](std::vector<Row>& rows) {
    if (rows.size() > 1) tables.push_back(table_of(rows));
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
  for (const Tensor& t : tables) recording.add("steps", t, 0);
}

}  // namespace mha::homework
