#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "command_line.h"
#include "homework/verdict/check.h"
#include "homework/verdict/result.h"
#include "render/style.h"

namespace mha::app {

/// What `check` and `watch` share: what is checked, and how it is shown.
class Checking {
 public:
  /// `name` is that of the command. Only what is checked and how; or how it is shown,
  /// too.
  void add_file_to(const Command& command, const std::string& name);
  void add_to(const Command& command, const std::string& name);

  /// The files that were named, and those of named folders; at least one.
  const std::vector<std::string>& files() const { return files_; }
  const std::string& file() const { return files_[0]; }
  /// Takes the words of the command line apart: what is no file at their end is the
  /// homework. To be called first. Throws Error if there is nothing to check.
  void resolve(bool several);
  bool json() const { return json_; }
  /// As the terminal is, or as --plain asks.
  render::Style style() const;

  /// Reads the file and judges it; a file that cannot be read gives a result
  /// that says so. Keeps the attempt. Throws Error for what is wrong with the
  /// command line. If `stop` becomes true meanwhile, the check ends early, and what
  /// it gives is neither kept nor of any use.
  homework::Result check(const std::atomic<bool>* stop = nullptr) const;
  /// All answers of the file; nothing is kept.
  std::vector<homework::Result> check_all() const;
  /// One of several files; nothing is kept.
  homework::Result check_one(const std::string& file) const;
  /// The report or JSON on standard output, and the page for --html.
  void show(const homework::Result& result, bool one_line) const;
  /// The report, made brief where it is longer than so many lines; 0: any number.
  std::string report_text(const homework::Result& result, int height) const;
  /// What is to be written beside the report: the page for --html.
  void write_page(const homework::Result& result) const;

 private:
  homework::Request request_for(const std::string& file, homework::Result& trouble) const;

  std::string name_;
  std::vector<std::string> words_, files_;
  std::string assignment_;
  std::string html_;
  int hints_ = 1;
  bool json_ = false;
  bool plain_ = false;
  uint32_t seed_ = 1;
};

/// The exit code: 0 right, 1 wrong, 3 could not be followed, 2 could not be read.
int exit_code(const homework::Result& result);

}  // namespace mha::app
