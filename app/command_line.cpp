#include "command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "render/fold.h"
#include "terminal.h"

namespace mha::app {

namespace {

constexpr int kUsageError = 2;

/// Formats --help: keeps its two columns and folds every line to the terminal's
/// width.
class FoldedHelp : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return render::fold(output_style(), Formatter::make_help(app, name, mode));
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return described(option->get_description());
  }

  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_name(), described(command->get_description()), get_column_width());
    return out.str();
  }

 private:
  // The text of the second column. On a narrow terminal make_help() folds it.
  std::string described(const std::string& text) const {
    render::Style style = output_style();
    style.width -= static_cast<int>(get_column_width());
    return style.width < 24 ? text : render::fold(style, text);
  }
};

std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](CLI::App*) { return true; });
}

std::vector<std::string> command_names(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* c : commands_of(app)) names.push_back(c->get_name());
  return names;
}

/// "mha-tutor homework"
std::string full_name(const CLI::App& app) {
  return (app.get_parent() ? full_name(*app.get_parent()) + " " : "") + app.get_name();
}

/// The error for a word that is no command.
std::string unknown_command(CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = command_names(app);
  std::string near = nearest(word, names);
  const bool is_program = word.ends_with(".py") || word.ends_with(".ipynb");
  if (is_program && !app.get_parent()) near = "run " + word;
  return full_name(app) + ": no command '" + word + "'; " +
         (!near.empty()       ? "did you mean '" + near + "'?"
          : names.size() == 1 ? "there is " + names[0]
                              : "there are " + join(names, ", ")) +
         "\n";
}

/// The error for an unknown option: "--halp", "--max-step=5".
std::string unknown_option(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* a = &app; a != nullptr; a = a->get_parent()) {
    for (const CLI::Option* option : a->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  const std::string name = word.substr(0, word.find('='));
  const std::string near = nearest(name, names);
  return full_name(app) + ": no option '" + name + "'; " +
         (near.empty() ? "'" + full_name(app) + " --help' lists them"
                       : "did you mean '" + near + "'?") +
         "\n";
}

int usage_error(const std::string& text) {
  const render::Style style = output_style();
  write_err(render::fold(style, render::fit_charset(style, text)));
  return kUsageError;
}

OptionRow row_of(const CLI::Option& option, const CommandNotes& notes) {
  OptionRow row;
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  row.operand = row.names.empty();
  if (row.operand) row.names.push_back(option.get_name());
  row.help = option.get_description();
  row.initial = option.get_default_str();
  row.required = option.get_required();
  row.repeated = option.get_expected_max() > 2;
  if (const auto it = notes.candidates.find(&option); it != notes.candidates.end()) row.candidates = it->second;
  if (const auto it = notes.words.find(&option); it != notes.words.end()) row.words = it->second;
  const std::vector<std::string>& endings = row.candidates.endings;
  const bool is_text = option.get_type_name().empty() || option.get_type_name().starts_with("TEXT");
  row.value = row.operand                       ? row.names[0]
              : option.get_items_expected_max() == 0 ? ""
              : !row.words.empty()              ? join(row.words, "|")
              : option.get_expected_max() == 2  ? "N,N"
              : !is_text                        ? "N"
              : endings.empty()                 ? "NAME"
              : endings == std::vector<std::string>{"/"} ? "DIR"
                                                : "FILE";
  return row;
}

/// A value for an option, as an example: "--svg show.svg", "--hints 3".
std::string example_of(const CLI::App& command, const OptionRow& option) {
  const std::vector<std::string>& endings = option.candidates.endings;
  const std::string value = !option.words.empty()     ? option.words[0]
                            : option.value == "DIR"   ? "folder/"
                            : !endings.empty()        ? command.get_name() + endings[0]
                            : option.value == "N"     ? "3"
                            : option.value == "N,N"   ? "1,2"
                                                      : option.value;
  return option.names[0] + " " + value;
}

/// What is wrong with an option without its value, or with one that took the command's file for it; empty if there is none.
std::string mistaken_option(const CLI::App& command, const std::string& problem, const CommandNotes& notes) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty()) continue;
    const OptionRow row = row_of(*option, notes);
    const std::string name = option->get_name(), example = example_of(command, row);
    if (problem.starts_with(name + ": 1 required ")) {
      const char* const what = row.value == "FILE" ? "the name of a file" : row.value == "DIR" ? "the name of a folder" : "a value";
      return name + " needs " + what + ", such as '" + example + "'";
    }
    const bool writes = row.value == "FILE" && row.candidates.endings.size() == 1 && !option->empty();
    const std::string taken = writes ? option->as<std::string>() : "";
    if (problem == "FILE is required" && taken.ends_with(".py")) {
      return problem + "; " + name + " took " + taken + " for its own: '" + example + " " + taken + "' names both";
    }
  }
  return "";
}

/// Prints what is wrong with the line, or the help that it asks for. The exit
/// code.
int explain(CLI::App& app, const CLI::ParseError& e, const CommandNotes& notes) {
  CLI::App* last = &app;
  while (!last->get_subcommands().empty()) last = last->get_subcommands().front();
  const std::vector<std::string> words = app.remaining(/*recurse=*/true);
  const bool expects_command = !command_names(*last).empty();
  if (expects_command && !words.empty() && !words[0].starts_with('-')) {
    return usage_error(unknown_command(*last, words[0]));
  }
  const auto option =
      std::find_if(words.begin(), words.end(), [](const auto& word) { return word.starts_with('-'); });
  if (e.get_exit_code() != 0 && option != words.end()) return usage_error(unknown_option(*last, *option));
  if (expects_command && words.empty() && last->get_require_subcommand_min() > 0) {
    write_err(last->help(full_name(*last->get_parent())));
    return kUsageError;
  }
  if (const std::string mistake = mistaken_option(*last, e.what(), notes); !mistake.empty()) {
    return usage_error(full_name(*last) + ": " + mistake + "\n");
  }
  if (dynamic_cast<const CLI::RequiredError*>(&e) != nullptr) {
    return usage_error(full_name(*last) + ": " + e.what() + "; '" + full_name(*last) + " --help' tells more\n");
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr && !words.empty()) {
    return usage_error(full_name(*last) + ": '" + words.front() + "' is more than it takes; '" + full_name(*last) + " --help' tells more\n");
  }
  return app.exit(e) == 0 ? 0 : kUsageError;
}

CommandRow row_of(CLI::App& app, const CommandNotes& notes) {
  CommandRow row{app.get_name(), app.get_description(), "", {}, {}};
  if (const auto it = notes.manuals.find(&app); it != notes.manuals.end()) row.manual = it->second;
  for (const CLI::Option* option : app.get_options()) row.options.push_back(row_of(*option, notes));
  for (CLI::App* command : commands_of(app)) row.commands.push_back(row_of(*command, notes));
  return row;
}

/// The error for a number that is not 0 or more; empty if it is.
std::string below_zero(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool fits = end != text.c_str() && std::isfinite(number) && number >= 0;
  return fits ? "" : "'" + text + "' is not a number of at least 0";
}

}  // namespace

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::required_without(const Option& other) const {
  notes_->instead[option_] = other.option_;
  return excludes(other);
}

Option Option::one_of(const std::vector<std::string>& words) const {
  option_->check(CLI::IsMember(words));
  notes_->words[option_] = words;
  return *this;
}

Option Option::between(int low, int high) const {
  option_->check(CLI::Range(low, high));
  return *this;
}

Option Option::from_zero() const {
  option_->check(CLI::Validator([](std::string& text) { return below_zero(text); }, "", "from_zero"));
  return *this;
}

Option Option::in_bytes() const {
  option_->transform(CLI::AsSizeValue(/*kb_is_1000=*/false));
  return *this;
}

Option Option::pair() const {
  option_->delimiter(',')->expected(2);
  return *this;
}

Option Option::untyped() const {
  option_->type_name("");
  return *this;
}

Option Option::group(const std::string& title) const {
  option_->group(title);
  return *this;
}

Option Option::excludes(const Option& other) const {
  option_->excludes(other.option_);
  return *this;
}

Option Option::completes(Candidates candidates) const {
  notes_->candidates[option_] = std::move(candidates);
  return *this;
}

bool Option::given() const { return option_->count() > 0; }

Command Command::add_command(const std::string& name, const std::string& help) const {
  return {app_->add_subcommand(name, help), notes_};
}

template <typename T>
Option Command::add_option(const std::string& name, T& variable, const std::string& help) const {
  CLI::Option* option = app_->add_option(name, variable, help);
  if (variable != T()) option->capture_default_str();
  return {option, notes_};
}
template Option Command::add_option(const std::string&, std::string&, const std::string&) const;
template Option Command::add_option(const std::string&, int&, const std::string&) const;
template Option Command::add_option(const std::string&, int64_t&, const std::string&) const;
template Option Command::add_option(const std::string&, uint32_t&, const std::string&) const;
template Option Command::add_option(const std::string&, double&, const std::string&) const;
template Option Command::add_option(const std::string&, std::vector<std::string>&, const std::string&) const;
template Option Command::add_option(const std::string&, std::vector<int64_t>&, const std::string&) const;

Option Command::add_flag(const std::string& name, bool& variable, const std::string& help) const {
  return {app_->add_flag(name, variable, help), notes_};
}

Option Command::add_flag(const std::string& name, std::function<void()> when_given, const std::string& help) const {
  return {app_->add_flag_callback(name, std::move(when_given), help), notes_};
}

void Command::expects_commands(int least, int most) const {
  app_->require_subcommand(static_cast<size_t>(least), static_cast<size_t>(most));
}

bool Command::has_chosen() const { return !app_->get_subcommands().empty(); }

void Command::callback(std::function<void()> run) const {
  app_->callback([run = std::move(run), app = app_, notes = notes_] {
    for (const CLI::Option* option : app->get_options()) {
      const auto other = notes->instead.find(option);
      if (other != notes->instead.end() && option->empty() && other->second->empty()) {
        throw CLI::RequiredError(option->get_name());
      }
    }
    run();
  });
}

void Command::footer(const std::string& text) const { app_->footer(text); }

void Command::manual(const std::string& text) const { notes_->manuals[app_] = text; }

CommandLine::CommandLine(const std::string& name, const std::string& help, const std::string& version)
    : app_(std::make_unique<CLI::App>(help, name)) {
  app_->formatter(std::make_shared<FoldedHelp>());
  app_->set_version_flag("--version", name + " " + version);
  // Global options may also follow the command.
  app_->fallthrough();
}

CommandLine::~CommandLine() = default;

bool CommandLine::parse(int argc, char** argv, int& exit_code) {
  try {
    app_->parse(argc, argv);
    return true;
  } catch (const CLI::ParseError& e) {
    exit_code = explain(*app_, e, notes_);
    return false;
  }
}

CommandRow CommandLine::rows() const { return row_of(*app_, notes_); }

}  // namespace mha::app
