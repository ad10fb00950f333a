#include "commands/checking.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "commands/candidates.h"
#include "commands/program_options.h"
#include "homework/spec/assignment.h"
#include "homework/spec/draft.h"
#include "homework/verdict/attempts.h"
#include "io/tensor_file.h"
#include "learner_files.h"
#include "lesson/progress.h"
#include "render/class_view.h"
#include "render/homework/homework_html.h"
#include "render/homework/homework_json.h"
#include "render/homework/homework_report.h"
#include "terminal.h"

namespace mha::app {

namespace {

// Tensors of a homework are small; a far larger file is something else.
constexpr int64_t kMostHandedIn = 256 << 20;
constexpr int kPlainWidth = 80;
// The file was read but could not be followed. A missing file is an error of
// the command line instead.
constexpr int kUnjudged = 3, kNoFile = 2;

bool is_program(const std::string& file) { return file.ends_with(".py") || file.ends_with(".ipynb"); }

/// The programs in a folder and below it, in order, without those in hidden
/// folders.
std::vector<std::string> homework_in(const std::string& folder) {
  std::vector<std::string> out;
  const auto options = std::filesystem::directory_options::skip_permission_denied;
  for (auto it = std::filesystem::recursive_directory_iterator(folder, options); it != std::filesystem::end(it); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (name.starts_with('.') || name == "__pycache__")) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file() && !name.starts_with('.') && is_program(name)) {
      out.push_back(it->path().string());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string help_for(const Error& e, const std::string& file) {
  if (!e.help().empty()) return e.help();
  if (file == "-") return "homework is judged from a file, not from standard input: save it and give its name";
  const bool is_homework = std::any_of(homework::assignments().begin(), homework::assignments().end(),
                                       [&](const homework::Assignment& a) { return a.id == file; });
  if (is_homework) return "that is a homework; name your file before it: `mha-tutor check FILE " + file + "`";
  if (e.kind() == "FileNotFoundError") return missing_file_help(file);
  if (e.kind() == "IsADirectoryError") return "name the file in it; `mha-tutor check` also takes a folder";
  if (e.kind() == "PermissionError") return "`chmod u+r` lets its owner read it";
  return "hand in a program (.py, .ipynb) or tensors (" + join(tensor_file_endings(), ", ") + ")";
}

/// Why a file could not be read, in plain words.
std::string trouble_of(const Error& e, const std::string& file) {
  const bool folder = file != "-" && std::filesystem::path(file).extension().empty();
  if (e.kind() == "FileNotFoundError") return folder ? "there is no such folder" : "there is no such file";
  if (e.kind() == "IsADirectoryError") return "it is a folder";
  if (e.kind() == "PermissionError") return "you may not read it";
  return e.message();
}

/// Keeps the attempt. If that fails, it prints a warning; the verdict does not
/// change.
void keep(const homework::Result& result) {
  try {
    homework::Attempts::add_to(attempts_file(), result, lesson::unix_now());
  } catch (const Error& e) {
    write_err("mha-tutor: this attempt could not be saved: " + e.message() + "\n");
  }
}

}  // namespace

void Checking::add_file_to(const Command& command, const std::string& name) {
  name_ = name;
  const bool several = name == "check";
  std::vector<std::string> endings = tensor_file_endings();
  endings.insert(endings.begin(), {".py", ".ipynb"});
  command
      .add_option("FILE", words_,
                  "a program (.py, .ipynb), or tensors (" + join(tensor_file_endings(), ", ") + ")" +
                      (several ? "; several, or a folder" : "") +
                      "; then the homework, one of `homework list`; without it, the one that fits")
      .untyped()
      .required()
      .completes({.endings = std::move(endings), .names = homework_names().names});
  command.add_option("--homework", assignment_, "the homework, if it does not follow the file").completes(homework_names());
  command.add_option("--with", modules_, "a folder whose modules the file may import: these are not judged")
      .completes({.endings = {"/"}});
  command.add_option("--seed", seed_, "the seed of the inputs and weights that it is tried on");
}

void Checking::add_to(const Command& command, const std::string& name) {
  add_file_to(command, name);
  command.add_option("--hints", hints_, "how many hints to show; with 3 also why people think so")
      .between(0, 3);
  command.add_flag("--json", json_, "for programs; the format is described below");
  command.add_flag("--plain", plain_, "no colour, ASCII only, 80 columns");
  html_.add_to(command, "also write the report as a page to this file");
  command.footer(render::homework_json_format());
}

void Checking::resolve(bool several) {
  std::error_code none;
  if (!modules_.empty() && !std::filesystem::is_directory(modules_, none)) {
    throw Error("UsageError", "--with: there is no folder " + modules_);
  }
  files_ = words_;
  if (files_.size() > 1 && assignment_.empty()) {
    const std::string& last = files_.back();
    if (!std::filesystem::exists(last, none) && !is_program(last) && !is_tensor_file(last) && !homework::is_pickle(last)) {
      assignment_ = last;
      files_.pop_back();
    }
  }
  if (!several) {
    if (files_.size() > 1) throw Error("UsageError", "give one file; `mha-tutor check` takes several");
    return;
  }
  std::vector<std::string> found;
  for (const std::string& file : files_) {
    if (!std::filesystem::is_directory(file, none)) {
      found.push_back(file);
      continue;
    }
    const std::vector<std::string> inside = homework_in(file);
    if (inside.empty()) throw Error("UsageError", "there is no program (.py, .ipynb) in the folder " + file);
    found.insert(found.end(), inside.begin(), inside.end());
  }
  files_ = std::move(found);
}

render::Style Checking::style() const {
  render::Style style = output_style();
  if (plain_) {
    style.colour = style.unicode = false;
    style.width = kPlainWidth;
  }
  return style;
}

homework::Request Checking::request_for(const std::string& file, homework::Result& trouble) const {
  homework::Request request;
  request.file = file;
  if (!assignment_.empty()) request.assignment = assignment_;
  request.seed = seed_;
  if (!modules_.empty()) {
    beside_ = std::make_shared<ProgramFolder>(modules_);
    request.find_module = module_finder(beside_);
  }
  trouble.file = file;
  trouble.seed = seed_;
  try {
    request.bytes = read_file(file, kMostHandedIn);
  } catch (const Error& e) {
    trouble.read = false;
    trouble.trouble = trouble_of(e, file);
    trouble.help = help_for(e, file);
    return request;
  }
  if (!request.assignment && !is_tensor_file(file)) request.assignment = homework::named_homework(request.bytes);
  return request;
}

homework::Result Checking::check(const std::atomic<bool>* stop) const {
  html_.check();
  homework::Result result;
  homework::Request request = request_for(file(), result);
  if (!result.read) return result;
  request.stop = stop;
  result = homework::check(request);
  if (!stop || !*stop) keep(result);
  return result;
}

std::vector<std::filesystem::path> Checking::modules_read() const {
  std::vector<std::filesystem::path> out;
  if (beside_) {
    for (const SourcePtr& module : beside_->read()) out.push_back(module->name());
  }
  return out;
}

homework::Result Checking::check_one(const std::string& file) const {
  homework::Result result;
  const homework::Request request = request_for(file, result);
  if (!result.read) return result;
  return homework::check(request);
}

std::vector<homework::Result> Checking::check_all() const {
  homework::Result trouble;
  const homework::Request request = request_for(file(), trouble);
  if (!trouble.read) return {std::move(trouble)};
  return homework::check_all(request);
}

void Checking::write_page(const homework::Result& result) const {
  if (html_.wanted()) html_.write(render::homework_html(result, hints_));
}

std::string Checking::report_text(const homework::Result& result, int height) const {
  const render::Style look = style();
  render::HomeworkReportOptions options;
  options.hints = hints_;
  options.height = height;
  return render::fit_charset(look, render::answer_lines(look, result) + render::homework_report(look, result, options));
}

void Checking::show(const homework::Result& result, bool one_line) const {
  write_page(result);
  if (json_) {
    write_out(render::homework_json(result, one_line));
    return;
  }
  const render::Style look = style();
  write_screen(look, report_text(result, plain_ || look.spoken ? 0 : output_height()));
}

int exit_code(const homework::Result& result) {
  return result.verdict == homework::Verdict::right   ? 0
         : result.verdict == homework::Verdict::wrong ? 1
         : result.read                                ? kUnjudged
                                                      : kNoFile;
}

}  // namespace mha::app
