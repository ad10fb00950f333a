#include "commands/page_file.h"

#include <filesystem>

#include "base/error.h"
#include "base/files.h"

namespace mha::app {

void PageFile::add_to(const Command& command, const std::string& help, const std::string& ending) {
  ending_ = "." + ending;
  command.add_option("--" + ending, path_, help).completes({.endings = {ending_}});
}

void PageFile::check() const {
  if (!wanted()) return;
  const std::filesystem::path page = path_;
  std::error_code none;
  check_folder_of(page);
  if (!std::filesystem::exists(page, none) || page.extension().string().starts_with(ending_.substr(0, 4))) return;
  throw Error("FileExistsError", path_ + " already exists and is not a " + (ending_ == ".svg" ? "picture" : "page") + " (" + ending_ + "); it was not changed");
}

void PageFile::write(const std::string& content) const {
  if (wanted()) write_file_atomic(path_, content);
}

}  // namespace mha::app
