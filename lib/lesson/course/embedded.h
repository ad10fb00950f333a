#pragma once

#include "base/embedded.h"
#include "base/source.h"

namespace mha::lesson {

/// The files of lessons/, Markdown and models, as they were when the program was built.
std::span<const EmbeddedFile> embedded_lessons();

/// The file of that name, which must exist.
SourcePtr embedded_source(std::string_view name);

}  // namespace mha::lesson
