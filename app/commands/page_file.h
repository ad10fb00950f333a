#pragma once

#include <string>

#include "command_line.h"

namespace mha::app {

/// A file to which a command writes what it shows, as a page (--html) or a picture (--svg).
class PageFile {
 public:
  void add_to(const Command& command, const std::string& help, const std::string& ending = "html");
  bool wanted() const { return !path_.empty(); }
  /// Throws Error if the folder is missing, or another kind of file has that name: that is never overwritten.
  void check() const;
  void write(const std::string& content) const;

 private:
  std::string path_, ending_;
};

}  // namespace mha::app
