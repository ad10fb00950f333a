#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "command_line.h"
#include "commands/page_file.h"
#include "homework/verdict/check.h"
#include "homework/verdict/result.h"
#include "io/program_folder.h"
#include "render/style.h"

namespace mha::app {

/// What `check`, `watch` and `mend` share: which files to check, how to judge
/// one, and how to show the result.
class Checking {
 public:
  /// Adds the options that say what to check; and, if asked for, those that say
  /// how to show it. `name` is the command's.
  void add_file_to(const Command& command, const std::string& name);
  void add_to(const Command& command, const std::string& name);

  /// The named files, and the programs of named folders; at least one.
  const std::vector<std::string>& files() const { return files_; }
  const std::string& file() const { return files_[0]; }
  /// Splits the words of the command line into files and homework: a last word
  /// that is no file is the homework. Call it first. Throws Error if there is
  /// nothing to check.
  void resolve(bool several);
  bool json() const { return json_; }
  /// The style of the terminal, or plain for --plain.
  render::Style style() const;

  /// Reads and judges the file, and keeps the attempt; for a file that cannot
  /// be read, the result says so. Throws Error for a mistake in the command
  /// line. If `stop` becomes true meanwhile, the check ends early; it keeps
  /// nothing, and its result means nothing.
  homework::Result check(const std::atomic<bool>* stop = nullptr) const;
  /// The modules that the last check() read.
  std::vector<std::filesystem::path> modules_read() const;
  /// Judges all answers in the file; keeps nothing.
  std::vector<homework::Result> check_all() const;
  /// Judges one of several files; keeps nothing.
  homework::Result check_one(const std::string& file) const;
  /// Writes the report or JSON to standard output, and the page for --html.
  void show(const homework::Result& result, bool one_line) const;
  /// The report, shortened if it has more than so many lines; 0 is no limit.
  std::string report_text(const homework::Result& result, int height) const;
  /// Writes the page for --html.
  void write_page(const homework::Result& result) const;

 private:
  homework::Request request_for(const std::string& file, homework::Result& trouble) const;

  std::string name_;
  std::vector<std::string> words_, files_;
  std::string assignment_;
  std::string modules_;  // a folder
  mutable std::shared_ptr<ProgramFolder> beside_;  // the same, as the last check found it
  PageFile html_;
  int hints_ = 1;
  bool json_ = false;
  bool plain_ = false;
  uint32_t seed_ = 1;
};

/// The exit code: 0 right, 1 wrong, 3 could not be followed, 2 could not be read.
int exit_code(const homework::Result& result);

}  // namespace mha::app
