#pragma once

#include <span>
#include <string_view>

namespace mha {

/// A file built into the program.
struct EmbeddedFile {
  std::string_view name;  // below the folder it came from: "01-one-query.md"
  std::string_view text;
};

}  // namespace mha
