#pragma once

#include <span>
#include <string_view>

namespace mha::lesson {

struct EmbeddedFile {
  std::string_view name;  // below lessons/: "01-one-query.md"
  std::string_view text;
};

/// The Markdown files of lessons/, as they were when the program was built.
std::span<const EmbeddedFile> embedded_lessons();

}  // namespace mha::lesson
