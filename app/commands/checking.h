#pragma once

#include <CLI/CLI.hpp>

#include <atomic>
#include <cstdint>
#include <string>

#include "homework/result.h"
#include "render/style.h"

namespace mha::app {

/// What `check` and `watch` share: what is checked, and how it is shown.
class Checking {
 public:
  /// `name` is that of the command.
  void add_to(CLI::App& command, const std::string& name);

  const std::string& file() const { return file_; }
  bool json() const { return json_; }
  /// As the terminal is, or as --plain asks.
  render::Style style() const;

  /// Reads the file and judges it; a file that cannot be read gives a result
  /// that says so. Keeps the attempt. Throws Error for what is wrong with the
  /// command line. If `stop` becomes true meanwhile, the check ends early, and what
  /// it gives is neither kept nor of any use.
  homework::Result check(const std::atomic<bool>* stop = nullptr) const;
  /// The report or JSON on standard output, and the page for --html.
  void show(const homework::Result& result, bool one_line) const;

 private:
  std::string name_;
  std::string file_;
  std::string assignment_;
  std::string html_;
  int hints_ = 1;
  bool json_ = false;
  bool plain_ = false;
  uint32_t seed_ = 1;
};

/// The exit code: 0 right, 1 wrong, 2 could not be judged.
int exit_code(const homework::Result& result);

}  // namespace mha::app
