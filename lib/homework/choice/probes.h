#pragma once

// Runs a program on every probe of its assignment: other sizes, other inputs, training mode.

#include <memory>
#include <vector>

#include "homework/choice/choice.h"

namespace mha::homework {

/// A probe and its outcome.
struct Probed {
  ProbeSpec spec;
  std::shared_ptr<Trial> trial;
  std::shared_ptr<Diagnosis> diagnosis;
  bool right = false;
  CallOptions options = {};  // with which it was called
  bool own_form = false;  // it has an optional input in a form in which the file hands it in
};

/// Runs the chosen candidate on every probe that applies, the main one first; then with each
/// optional input, and without each optional input that it was given. Never empty.
/// `until_wrong` stops at the first probe that is wrong.
std::vector<Probed> probe(const Choice& choice, bool until_wrong = false);

/// The probe whose stages are reported: the first that is wrong, or the first one if all are
/// right. `probes` must not be empty.
const Probed& judged(const std::vector<Probed>& probes);

}  // namespace mha::homework
