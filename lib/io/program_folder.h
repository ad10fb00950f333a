#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace mha {

/// The files beside a program, which its imports find and which it opens: in its own
/// folder and below, never above, and never through a link that leads out of it.
class ProgramFolder {
 public:
  /// `folder` is as it is to be shown in messages; "" is the current one.
  explicit ProgramFolder(std::filesystem::path folder);

  struct Found {
    SourcePtr source;         // null: a folder without __init__.py
    bool is_package = false;  // a folder, which has modules in it
  };
  /// What `import a.b` reads: a/b/__init__.py, a/b.py, or the folder a/b. Nothing if
  /// there is none, or if a part of the name is no name. Throws Error in Python's words
  /// if the file cannot be read or is larger than a megabyte.
  std::optional<Found> find_module(const std::string& module);
  /// The modules in the folder that this one would be in, for a name that is mistyped.
  std::vector<std::string> beside(const std::string& module) const;

  /// The text of a file, by its path from the folder. Throws Error in Python's words if
  /// there is none or it is no text, Refusal if it is elsewhere or larger than 64 MB.
  std::string text_of(const std::string& path) const;
  /// The same for a file of any kind.
  std::string bytes_of(const std::string& path) const;

  /// The modules that were found, in order.
  const std::vector<SourcePtr>& read() const { return read_; }

 private:
  std::optional<Found> look_for(std::string_view module);
  bool is_inside(const std::filesystem::path& path) const;

  std::filesystem::path folder_, real_folder_;
  std::map<std::string, std::optional<Found>> known_;
  std::vector<SourcePtr> read_;
};

}  // namespace mha
