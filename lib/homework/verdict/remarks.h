#pragma once

// What is worth saying of a program whatever its verdict: it never costs a point.

#include <vector>

#include "homework/choice/probes.h"
#include "homework/verdict/judge.h"

namespace mha::homework {

/// For a right program: layers that do not do what their names say, and matrices that start as
/// zeros. For any program: parameters that get no gradient.
std::vector<Finding> remarks_on(const Choice& choice, const Probed& judged, const Judge& judge);

}  // namespace mha::homework
