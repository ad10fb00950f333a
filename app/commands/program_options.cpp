#include "commands/program_options.h"

#include <filesystem>
#include <iostream>
#include <system_error>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "commands/candidates.h"

namespace mha::app {

namespace {

// A program that a person wrote is far smaller; a notebook may contain
// pictures.
constexpr int64_t kMostProgram = 32 << 20;

/// What to do about a file that cannot be read.
std::string advice(const std::string& kind, const std::filesystem::path& path) {
  if (kind == "ValueError") return "a program is a text file; is this the right file?";
  if (kind == "IsADirectoryError") return "name the .py or .ipynb file in it";
  if (kind == "PermissionError") return "you may not read this file: `chmod u+r` lets its owner read it";
  if (kind != "FileNotFoundError") return "copy the program to an ordinary file, or give it as standard input: mha-tutor run - < FILE";
  return missing_file_help(path);
}

}  // namespace

std::string missing_file_help(const std::filesystem::path& named) {
  // A slash at the end of a folder is not part of its name.
  const std::filesystem::path path = named.has_filename() ? named : named.parent_path();
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const std::string near = nearest(path.filename().string(), entries_in(folder));
  if (near.empty()) return "check the spelling of the name, and whether the file is in this folder";
  return "did you mean '" + (path.has_parent_path() ? (folder / near).string() : near) + "'?";
}

void ProgramOptions::add_to(const Command& command, File file) {
  if (file == File::required) {
    command.add_option("FILE", path_, "a .py or .ipynb file; - reads standard input")
        .completes(program_files())
        .required_without(command.add_option("-c", code_, "the program itself, instead of a file"));
  } else {
    command.add_option("FILE", path_, "a .py or .ipynb file to run first").completes(program_files());
  }
  command
      .add_option("--dropout-rng", dropout_rng_,
                  "which dropout masks: plain, or mkl as in PyTorch's x86 wheels")
      .one_of({"plain", "mkl"});
  const auto limit = [&](const char* name, auto& value, const char* help) {
    return command.add_option(name, value, help).from_zero().group("Limits (0: none)");
  };
  limit("--max-steps", budget_.steps, "statements and expressions evaluated");
  limit("--max-memory", budget_.memory, "bytes in use, such as 500MB").in_bytes();
  limit("--max-depth", budget_.depth, "calls within calls");
  limit("--max-seconds", budget_.seconds, "seconds that it may take");
  limit("--max-output", budget_.output, "bytes it may print");
}

std::string ProgramOptions::name() const {
  if (path_.empty()) return "<string>";
  return path_ == "-" ? "<stdin>" : path_;
}

std::string ProgramOptions::read() const {
  std::string text;
  if (path_.empty()) {
    text = code_;
  } else if (path_ == "-") {
    char block[1 << 16];
    while (std::cin.read(block, sizeof block), std::cin.gcount() > 0) {
      text.append(block, static_cast<size_t>(std::cin.gcount()));
      if (static_cast<int64_t>(text.size()) > kMostProgram) {
        throw ValueError("standard input: more than 32 MiB, too large for a program");
      }
    }
  } else {
    try {
      text = read_file(path_, kMostProgram);
    } catch (Error& e) {
      e.with_help(advice(e.kind(), path_));
      throw;
    }
  }
  if (trim(text).empty() && !path_.empty()) {
    ValueError error((path_ == "-" ? "standard input" : "'" + name() + "'") +
                     " is empty: there is no program to run");
    error.with_help("has the editor saved the file?");
    throw error;
  }
  return text;
}

decltype(lang::Interpreter::find_module) module_finder(std::shared_ptr<ProgramFolder> folder) {
  return [folder = std::move(folder)](const std::string& name) -> std::optional<lang::Interpreter::FoundModule> {
    const auto found = folder->find_module(name);
    if (!found) {
      const std::string guess = did_you_mean(name, folder->beside(name));
      if (!guess.empty()) throw Error("ModuleNotFoundError", "No module named '" + name + "'").with_help(guess);
      return std::nullopt;
    }
    return lang::Interpreter::FoundModule{found->source, found->is_package};
  };
}

std::shared_ptr<ProgramFolder> ProgramOptions::apply(lang::Interpreter& interp) const {
  interp.budget = budget_;
  const bool is_file = path_ != "-" && !path_.empty();
  const auto files = std::make_shared<ProgramFolder>(
      is_file ? std::filesystem::path(path_).parent_path() : std::filesystem::path());
  interp.find_module = module_finder(files);
  interp.read_text = [files](const std::string& path) { return files->text_of(path); };
  interp.read_bytes = [files](const std::string& path) { return files->bytes_of(path); };
  return files;
}

torch::TorchOptions ProgramOptions::torch() const {
  torch::TorchOptions options;
  options.mkl_dropout = dropout_rng_ == "mkl";
  return options;
}

}  // namespace mha::app
