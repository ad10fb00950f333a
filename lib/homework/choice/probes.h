#pragma once

// A program tried on every probe of its assignment: other sizes, other inputs,
// in training.

#include <memory>
#include <vector>

#include "homework/choice/choice.h"

namespace mha::homework {

/// A probe and what came of it.
struct Probed {
  ProbeSpec spec;
  std::shared_ptr<Trial> trial;
  std::shared_ptr<Diagnosis> diagnosis;
  bool right = false;
};

/// Calls what was chosen on all probes that can be put to it, the choice's own
/// first; then with each input that it may be given, and without those that it
/// was given and may do without, if it is wrong then. At least one. `until_wrong` ends
/// with the first that is.
std::vector<Probed> probe(const Choice& choice, bool until_wrong = false);

/// The probe whose stages are shown: the first that is wrong; if all are right,
/// the first. Of at least one.
const Probed& judged(const std::vector<Probed>& probes);

}  // namespace mha::homework
