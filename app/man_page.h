#pragma once

#include <string>

#include "command_line.h"

namespace mha::app {

/// The sections COMMANDS and OPTIONS of the man page, in roff. CMake puts them into
/// mha-tutor.1.in, which holds the others.
std::string manual_text(const CommandRow& program);

}  // namespace mha::app
