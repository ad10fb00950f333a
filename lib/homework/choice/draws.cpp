#include "homework/choice/draws.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace mha::homework {

static void add(Drawn::Sums& sums, const std::vector<double>& values) {
  sums.sum.resize(values.size());
  sums.squares.resize(values.size());
  for (size_t k = 0; k < values.size(); ++k) {
    sums.sum[k] += values[k];
    sums.squares[k] += values[k] * values[k];
  }
}

/// Collects the statistics of many runs; `run` is told whether it is the first.
static Drawn many(int runs, const std::function<std::optional<Numbers>(bool)>& run) {
  Drawn out;
  for (int i = 0; i < runs; ++i) {
    const std::optional<Numbers> now = run(i == 0);
    if (!now || now->shape.empty() || (i > 0 && now->values.size() != out.cells.sum.size())) return {};
    const auto width = static_cast<size_t>(now->shape.back());
    if (width == 0) return {};
    std::vector<double> rows(now->values.size() / width), columns(width);
    for (size_t k = 0; k < now->values.size(); ++k) {
      rows[k / width] += now->values[k];
      columns[k % width] += now->values[k];
    }
    add(out.cells, now->values);
    add(out.rows, rows);
    add(out.columns, columns);
    ++out.runs;
  }
  return out;
}

Drawn many_runs(TrialRunner& trials, Trial& trial, int runs) {
  return many(runs, [&](bool first) { return trials.again(trial, trial.names, /*training=*/true, /*reseed=*/first); });
}

Drawn many_runs(Diagnosis& diagnosis, size_t matching, int runs) {
  return many(runs, [&](bool) { return diagnosis.redrawn_output(matching); });
}

static bool alike(const Drawn::Sums& a, const Drawn::Sums& b, double runs) {
  if (a.sum.size() != b.sum.size()) return false;
  double differences = 0, variance_a = 0, variance_b = 0;
  for (size_t k = 0; k < a.sum.size(); ++k) {
    const double mean_a = a.sum[k] / runs, mean_b = b.sum[k] / runs;
    variance_a += a.squares[k] / runs - mean_a * mean_a;
    variance_b += b.squares[k] / runs - mean_b * mean_b;
    differences += (mean_a - mean_b) * (mean_a - mean_b);
  }
  constexpr double kTimes = 2, kShare = 0.2;
  const double expected = (variance_a + variance_b) / runs;
  return differences <= kTimes * expected && std::fabs(variance_a - variance_b) <= kShare * std::max(variance_a, variance_b);
}

bool alike(const Drawn& a, const Drawn& b) {
  if (a.runs == 0 || b.runs != a.runs) return false;
  return alike(a.cells, b.cells, a.runs) && alike(a.rows, b.rows, a.runs) && alike(a.columns, b.columns, a.runs);
}

}  // namespace mha::homework
