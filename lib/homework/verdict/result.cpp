#include "homework/verdict/result.h"

namespace mha::homework {

int Result::points() const {
  int sum = 0;
  for (const StageResult& s : stages) sum += s.points;
  return sum - lost;
}

int Result::of() const {
  int sum = 0;
  for (const StageResult& s : stages) sum += s.of;
  return sum;
}

const StageResult* Result::first_wrong() const {
  for (const StageResult& s : stages) {
    if (s.verdict == StageVerdict::wrong_value || s.verdict == StageVerdict::wrong_shape ||
        s.verdict == StageVerdict::wrong_layout) {
      return &s;
    }
  }
  return nullptr;
}

}  // namespace mha::homework
