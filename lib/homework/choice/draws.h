#pragma once

// What dropout comes to: how the numbers of many runs in training are spread.

#include <vector>

#include "homework/diagnosis/diagnosis.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// What many runs in training gave: the sums of each number, and of its squares.
struct Drawn {
  int runs = 0;  // 0 where one of them came to no end
  struct Sums {
    std::vector<double> sum, squares;
  };
  /// Of the numbers; of what each row adds up to, and each column: whether what falls falls
  /// for a whole row or column at once does not show in single numbers.
  Sums cells, rows, columns;
};
Drawn many_runs(TrialRunner& trials, Trial& trial);
/// The same of the homework's own stages, with the weights of that casting.
Drawn many_runs(Diagnosis& diagnosis, size_t casting);

/// Whether two programs' numbers have the same means and variances, as far as so many runs
/// tell: of means that are the same, the squares of their differences are as large as the
/// variances let expect.
bool alike(const Drawn& a, const Drawn& b);

}  // namespace mha::homework
