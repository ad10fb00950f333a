#pragma once

#include <span>
#include <string>
#include <vector>

#include "lang/values/class_object.h"

namespace mha::torch {

/// PyTorch's message for a call that fits none of several overloads: "NAME()
/// received an invalid combination of arguments - got (list, int), but
/// expected one of: ...". `options` are the overloads as Signature::display()
/// gives them.
std::string invalid_arguments(const std::string& name,
                              const std::vector<std::string>& options,
                              std::span<const lang::Value> positional,
                              std::span<const lang::KeywordArg> keywords);

}  // namespace mha::torch
