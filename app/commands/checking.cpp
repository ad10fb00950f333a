#include "commands/checking.h"

#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "commands/program_options.h"
#include "homework/attempts.h"
#include "homework/check.h"
#include "homework/draft.h"
#include "io/tensor_file.h"
#include "lesson/progress.h"
#include "render/homework_html.h"
#include "render/homework_json.h"
#include "render/homework_report.h"
#include "terminal.h"

namespace mha::app {

namespace {

// Tensors of a homework are small; a file far larger is another one.
constexpr int64_t kMaxFile = 256 << 20;
constexpr int kPlainWidth = 80;
// It was read, and could not be followed; 2 is the command line's.
constexpr int kUnjudged = 3;

/// A page may be written anew; any other file is left as it is.
void check_page(const std::filesystem::path& page) {
  std::error_code none;
  const std::filesystem::path folder = page.has_parent_path() ? page.parent_path() : ".";
  if (!std::filesystem::is_directory(folder, none)) {
    throw Error("FileNotFoundError", "[Errno 2] No such file or directory: '" + page.string() + "'");
  }
  if (!std::filesystem::exists(page, none)) return;
  const std::string ending = page.extension().string();
  if (ending == ".html" || ending == ".htm") return;
  throw Error("FileExistsError", page.string() + " exists already and is no page (.html); it is left as it is");
}

std::string help_for(const Error& e, const std::string& file) {
  if (!e.help().empty()) return e.help();
  if (file == "-") return "homework is judged by its file, not from standard input: save it and give its name";
  if (e.kind() == "FileNotFoundError") return missing_file_help(file);
  if (e.kind() == "IsADirectoryError") return "name the file that is in it";
  if (e.kind() == "PermissionError") return "chmod u+r gives its owner the right";
  return "hand in a program (.py, .ipynb) or tensors (.npz, .pt, .safetensors, .json, .txt)";
}

/// What hinders a file from being read, in plain words.
std::string trouble_of(const Error& e) {
  if (e.kind() == "FileNotFoundError") return "there is no such file";
  if (e.kind() == "IsADirectoryError") return "it is a folder";
  if (e.kind() == "PermissionError") return "it may not be read";
  return e.message();
}

/// Says once which file is meant, and names no option that check has not.
void tidy(homework::Result& result) {
  const std::string again = result.file + ": ";
  if (result.trouble.starts_with(again)) result.trouble.erase(0, again.size());
  if (!result.error) return;
  if (result.trouble.starts_with("no class or function")) result.trouble = "it stops with an error";
  if (result.error->kind != "BudgetError") return;
  std::string& message = result.error->message;
  const size_t option = message.find(" (--");
  if (option != std::string::npos) message.erase(option, message.find(')', option) + 1 - option);
  const size_t raise = result.error->help.find(", or raise");
  if (raise != std::string::npos) result.error->help.erase(raise);
}

/// More to the point where a program is only begun.
void explain_begun(homework::Result& result, const std::string& program) {
  if (result.verdict != homework::Verdict::unjudged || result.error) return;
  if (!homework::has_code(program)) {
    result.trouble = "nothing is written in it yet";
  } else if (homework::is_untouched(program)) {
    result.trouble = "the dots are still to be filled in";
    const auto name = homework::named_homework(program);
    result.help = "`mha-tutor homework show " + name.value_or("NAME") + "` tells the task";
  } else if (const std::string slip = homework::misnamed_method(result.file, program); !slip.empty()) {
    result.help = slip;
  }
}

/// What is kept is no part of the verdict: where it cannot be, that is said.
void keep(const homework::Result& result) {
  try {
    homework::Attempts::add_to(homework::Attempts::default_path(), result, lesson::unix_now());
  } catch (const Error& e) {
    write_err("mha-tutor: this attempt is not kept: " + e.message() + "\n");
  }
}

}  // namespace

void Checking::add_to(CLI::App& command, const std::string& name) {
  name_ = name;
  command
      .add_option("FILE", file_,
                  "a program (.py, .ipynb), or tensors (.npy, .npz, .pt, .safetensors, .json, .csv, .txt)")
      ->required();
  command.add_option("ASSIGNMENT", assignment_, "one of `homework list`; without it, the one that fits");
  command.add_option("--hints", hints_, "how many hints to show; 3: all, and why people think so")
      ->check(CLI::Range(0, 3))
      ->capture_default_str();
  command.add_flag("--json", json_, "for programs; its format is told below");
  command.add_flag("--plain", plain_, "no colour, ASCII only, 80 columns");
  command.add_option("--html", html_, "write a page of its own to this file, too");
  command.add_option("--seed", seed_, "of the inputs and weights that it is tried on")->capture_default_str();
  command.footer(render::homework_json_format());
}

render::Style Checking::style() const {
  render::Style style = output_style();
  if (plain_) {
    style.colour = style.unicode = false;
    style.width = kPlainWidth;
  }
  return style;
}

homework::Result Checking::check(const std::atomic<bool>* stop) const {
  if (!html_.empty()) check_page(html_);
  homework::Request request;
  request.file = file_;
  if (!assignment_.empty()) request.assignment = assignment_;
  request.seed = seed_;
  request.stop = stop;
  homework::Result result;
  try {
    request.bytes = read_file(file_, kMaxFile);
  } catch (const Error& e) {
    result.file = file_;
    result.trouble = trouble_of(e);
    result.help = help_for(e, file_);
    result.seed = seed_;
    return result;
  }
  if (!request.assignment && !is_tensor_file(file_)) request.assignment = homework::named_homework(request.bytes);
  result = homework::check(request);
  tidy(result);
  if (file_.ends_with(".py")) explain_begun(result, request.bytes);
  if (!stop || !*stop) keep(result);
  return result;
}

void Checking::show(const homework::Result& result, bool one_line) const {
  if (!html_.empty()) write_file_atomic(html_, render::homework_html(result, hints_));
  if (json_) {
    write_out(render::homework_json(result, one_line));
    return;
  }
  const render::Style look = style();
  render::HomeworkReportOptions options;
  options.hints = hints_;
  if (!plain_ && !look.spoken) options.height = output_height();
  write_screen(look, render::fit_charset(look, render::homework_report(look, result, options)));
}

int exit_code(const homework::Result& result) {
  return result.verdict == homework::Verdict::right   ? 0
         : result.verdict == homework::Verdict::wrong ? 1
                                                      : kUnjudged;
}

}  // namespace mha::app
