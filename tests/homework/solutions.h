#pragma once

#include <string>

#include "homework/spec/assignment.h"

/// A right program for the homework of that name.
inline std::string solution(const char* id) { return mha::homework::find_assignment(id).solution; }
