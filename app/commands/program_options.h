#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/source.h"
#include "command_line.h"
#include "io/program_folder.h"
#include "lang/runtime/interpreter.h"
#include "torch/register.h"

namespace mha::app {

/// Help for a missing file: the nearest name in its folder.
std::string missing_file_help(const std::filesystem::path& path);

/// Has imports find the modules of a folder.
decltype(lang::Interpreter::find_module) module_finder(std::shared_ptr<ProgramFolder> folder);

/// What `run` and `trace` share: the file, the limits, the dropout masks.
class ProgramOptions {
 public:
  enum class File { required, optional };
  void add_to(const Command& command, File file = File::required);
  /// Whether the program comes from standard input.
  void take_input() { path_ = "-"; }

  const std::string& path() const { return path_; }
  /// As Python names it in messages: "<stdin>", "<string>" of -c.
  std::string name() const;
  /// The text of the file ("-": standard input). Throws Error if it is missing
  /// or too large.
  std::string read() const;
  /// Sets the limits, and lets the program import and open the files beside it.
  std::shared_ptr<ProgramFolder> apply(lang::Interpreter& interp) const;
  torch::TorchOptions torch() const;

 private:
  std::string path_, code_;
  lang::Budget budget_;
  std::string dropout_rng_ = "plain";
};

}  // namespace mha::app
