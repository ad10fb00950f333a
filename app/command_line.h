#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// CLI11, which command_line.cpp alone includes.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mha::app {

/// What completion offers for a word.
struct Candidates {
  /// Files whose names end so; "/" stands for folders.
  std::vector<std::string> endings = {};
  /// Names, and in a few words what each means.
  std::function<std::vector<std::pair<std::string, std::string>>()> names = {};
};

/// What we note about options and commands that CLI11 does not store.
struct CommandNotes {
  std::map<const CLI::Option*, Candidates> candidates;
  std::map<const CLI::Option*, std::vector<std::string>> words;
  std::map<const CLI::App*, std::string> manuals;
  std::map<const CLI::Option*, const CLI::Option*> instead;
};

/// One option of a command, or an operand. A copy of the handle is the same
/// option.
class Option {
 public:
  Option required() const;
  /// One of the two must be given.
  Option required_without(const Option& other) const;
  Option one_of(const std::vector<std::string>& words) const;
  Option between(int low, int high) const;
  /// At least 0; in_bytes() reads the unit after the number.
  Option from_zero() const;
  /// A unit may follow the number: 500MB.
  Option in_bytes() const;
  /// Two numbers, 1,2.
  Option pair() const;
  /// --help shows its name without a type.
  Option untyped() const;
  Option group(const std::string& title) const;
  Option excludes(const Option& other) const;
  Option completes(Candidates candidates) const;

  bool given() const;

 private:
  friend class Command;
  Option(CLI::Option* option, CommandNotes* notes) : option_(option), notes_(notes) {}
  CLI::Option* option_;
  CommandNotes* notes_;
};

/// A command and what may follow its name. A copy of the handle is the same
/// command.
class Command {
 public:
  Command add_command(const std::string& name, const std::string& help) const;
  /// "--name", "-n,--name" or, for an operand, "NAME". The variable's value is
  /// the default, which --help shows unless it is 0 or empty. The variable must
  /// live until the line has been parsed. T is a string, a number, or a vector
  /// of either.
  template <typename T>
  Option add_option(const std::string& name, T& variable, const std::string& help) const;
  Option add_flag(const std::string& name, bool& variable, const std::string& help) const;
  Option add_flag(const std::string& name, std::function<void()> when_given, const std::string& help) const;
  /// How many of its own commands the line must name.
  void expects_commands(int least, int most) const;
  /// Whether the line named one of its own commands.
  bool has_chosen() const;
  /// `run` is called during parse() if the line names this command.
  void callback(std::function<void()> run) const;
  /// What --help prints below the options.
  void footer(const std::string& text) const;
  /// What the man page says beyond --help.
  void manual(const std::string& text) const;

 private:
  friend class CommandLine;
  Command(CLI::App* app, CommandNotes* notes) : app_(app), notes_(notes) {}
  CLI::App* app_;
  CommandNotes* notes_;
};

/// An option or operand, as the man page and completion see it.
struct OptionRow {
  std::vector<std::string> names;  // "-o" and "--output"; of an operand "FILE"
  std::string value;               // "FILE", "N"; empty for flags
  std::string help, initial;       // `initial`: its default
  bool operand = false, required = false, repeated = false;
  std::vector<std::string> words;  // every value it may take, if that is a list
  Candidates candidates;
};
struct CommandRow {
  std::string name, help, manual;
  std::vector<OptionRow> options;
  std::vector<CommandRow> commands;
};

/// The command line of the program: add commands and options through top(),
/// then parse().
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& help, const std::string& version);
  ~CommandLine();

  Command top() { return {app_.get(), &notes_}; }
  /// Parses the line and so runs the command that it names. False if there was
  /// none to run: then it has printed the help or the error and set the exit
  /// code, 0 after --help, 2 after an error.
  bool parse(int argc, char** argv, int& exit_code);
  /// Everything that was added, for the man page and completion.
  CommandRow rows() const;

 private:
  std::unique_ptr<CLI::App> app_;
  CommandNotes notes_;
};

}  // namespace mha::app
