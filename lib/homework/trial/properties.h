#pragma once

#include <vector>

#include "homework/trial/choice.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// What must hold beside the numbers: in eval two calls agree, the output
/// depends on the input and the input is not written to; and what the
/// assignment asks for. Of a program that ran.
std::vector<PropertyResult> check_properties(const Choice& choice);

}  // namespace mha::homework
