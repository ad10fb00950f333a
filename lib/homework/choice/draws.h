#pragma once

// Compares dropout by its statistics over many runs in training.

#include <vector>

#include "homework/diagnosis/diagnosis.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// Statistics of many runs in training: for each number, the sum and the sum of squares.
struct Drawn {
  int runs = 0;  // 0 if a run failed
  struct Sums {
    std::vector<double> sum, squares;
  };
  /// For single numbers, row sums and column sums. Dropping whole rows or columns at once does
  /// not change the statistics of single numbers.
  Sums cells, rows, columns;
};
/// Enough for most programs. Where few draws decide most numbers, as those of a first token do, only
/// more runs tell chance from a mistake.
constexpr int kManyRuns = 200, kMoreRuns = 1000;
Drawn many_runs(TrialRunner& trials, Trial& trial, int runs = kManyRuns);
/// The same for the homework's own stages, with the weights of that matching.
Drawn many_runs(Diagnosis& diagnosis, size_t matching, int runs = kManyRuns);

/// Whether two programs' numbers agree in mean and variance, within what that many runs can
/// tell: if the means are equal, their squared differences are as large as the variances predict.
bool alike(const Drawn& a, const Drawn& b);

}  // namespace mha::homework
