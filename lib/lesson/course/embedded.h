#pragma once

#include "base/embedded.h"

namespace mha::lesson {

/// The Markdown files of lessons/, as they were when the program was built.
std::span<const EmbeddedFile> embedded_lessons();

}  // namespace mha::lesson
