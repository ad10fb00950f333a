#pragma once

#include <vector>

#include "homework/choice/properties.h"

namespace mha::homework {

struct Trial;
class Program;

/// Adds the properties of the object as it was built: what its weights start with, which of them an
/// optimiser sees, what its switches turn off.
void check_object(const Choice& choice, const Trial& trial, std::vector<PropertyResult>& out);

/// Places a failure where a call stores a value in the object, if there is only one such place.
void place_kept(const Program& program, PropertyResult& p);

}  // namespace mha::homework
