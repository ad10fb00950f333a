#include "commands/program_options.h"

#include <iostream>
#include <iterator>

#include "base/error.h"
#include "base/files.h"

namespace mha::app {

namespace {

// A program that someone wrote by hand is far smaller; a notebook carries
// pictures.
constexpr int64_t kMaxFile = 32 << 20;

}  // namespace

void ProgramOptions::add_to(CLI::App& command) {
  command.add_option("FILE", path_, "a .py or .ipynb file; - reads standard input")
      ->required();
  command
      .add_option("--dropout-rng", dropout_rng_,
                  "whose dropout masks: plain, or mkl as PyTorch's x86 wheels draw them")
      ->check(CLI::IsMember({"plain", "mkl"}))
      ->capture_default_str();
  const auto limit = [&](const char* name, auto& value, const char* help) {
    return command.add_option(name, value, help)
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->group("Limits (0: none)");
  };
  limit("--max-steps", budget_.steps, "statements and expressions evaluated");
  limit("--max-memory", budget_.memory, "bytes held, such as 500MB")
      ->transform(CLI::AsSizeValue(/*kb_is_1000=*/false));
  limit("--max-depth", budget_.depth, "calls within calls");
  limit("--max-seconds", budget_.seconds, "time it may take");
  limit("--max-output", budget_.output, "bytes it may print");
}

std::string ProgramOptions::read() const {
  if (path_ != "-") return read_file(path_, kMaxFile);
  std::string text(std::istreambuf_iterator<char>(std::cin), {});
  if (static_cast<int64_t>(text.size()) > kMaxFile) {
    throw ValueError("standard input: more than 32 MiB is no program to run");
  }
  return text;
}

void ProgramOptions::apply(lang::Interpreter& interp) const {
  interp.budget = budget_;
}

torch::TorchOptions ProgramOptions::torch() const {
  torch::TorchOptions options;
  options.mkl_dropout = dropout_rng_ == "mkl";
  return options;
}

}  // namespace mha::app
