#include <fmt/format.h>

#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "commands/candidates.h"
#include "commands/command.h"
#include "homework/spec/assignment.h"
#include "homework/spec/draft.h"
#include "homework/verdict/attempts.h"
#include "homework/verdict/handout.h"
#include "io/tensor_file.h"
#include "learner_files.h"
#include "render/homework/homework_list.h"
#include "terminal.h"

namespace mha::app {

namespace {

struct Options {
  std::string name;
  std::string to;
  std::string format = "npz";
  uint32_t seed = 1;
  bool give_up = false;
};

/// The attempts so far; null, after a warning, if they cannot be read.
std::unique_ptr<homework::Attempts> attempts() {
  try {
    return std::make_unique<homework::Attempts>(attempts_file());
  } catch (const Error& e) {
    write_err("mha-tutor homework: " + e.message() + "\n");
    return nullptr;
  }
}

int list_homework() {
  const render::Style style = output_style();
  write_screen(style, render::fit_charset(style, render::homework_list(style, homework::assignments(), attempts().get())));
  return 0;
}

int show_homework(const Options& options) {
  const render::Style style = output_style();
  write_screen(style, render::fit_charset(style, render::homework_task(style, homework::find_assignment(options.name), attempts().get())));
  return 0;
}

int start(const Options& options) {
  const homework::Assignment& a = homework::find_assignment(options.name);
  const std::string file = options.to.empty() ? a.id + ".py" : options.to;
  write_new_file(file, homework::draft(a));
  write_out(fmt::format("Written: {0}\nThe task: mha-tutor homework show {1}\n"
                        "Fill in the dots, then: mha-tutor check {0}\n"
                        "To check it at every save: mha-tutor watch {0}\n", file, a.id));
  return 0;
}

int export_to(const Options& options) {
  const homework::Assignment& a = homework::find_assignment(options.name);
  const std::string file = options.to.empty() ? a.id + "." + options.format : options.to;
  homework::Reference reference(a);
  const std::vector<NamedTensor> tensors = homework::tensors_of(homework::handout(reference, options.seed), a);
  write_new_file(file, write_tensors(options.format, tensors));
  write_out(render::homework_export(output_style(), a, tensors, file, options.seed));
  return 0;
}

/// Solving it is the best part, so the learner must confirm before seeing the
/// solution early.
bool agreed_to_see(const Options& options) {
  if (!options.give_up || !is_interactive()) return options.give_up;
  return read_line("Once you have seen it, you cannot find it yourself. See it? yes or no > ").is_yes();
}

int solution(const Options& options) {
  const homework::Assignment& a = homework::find_assignment(options.name);
  const auto kept = attempts();
  if (!(kept && kept->passed(a.id)) && !agreed_to_see(options)) {
    const render::Style style = output_style();
    write_screen(style, render::homework_no_solution(style, a, kept.get()));
    return 1;
  }
  write_out(a.solution);
  return 0;
}

}  // namespace

void add_homework(Command program, Outcome& outcome) {
  const Command command = program.add_command("homework", "Homework to write yourself: list, show, start, export, solution");
  command.expects_commands(0, 1);
  auto options = std::make_shared<Options>();
  const auto run = [options, &outcome](const char* name, auto work) {
    outcome.exit_code = guarded(std::string("homework ") + name, [&] { return work(*options); }, 1, "HomeworkError");
  };
  const auto listed = [](const Options&) { return list_homework(); };
  command.callback([command, options, run, listed] {
    if (command.has_chosen()) return;
    if (options->name.empty()) {
      run("list", listed);
    } else {
      run("show", show_homework);
    }
  });
  command.add_option("NAME", options->name, "the homework to show; without it, all are listed")
      .completes(homework_names());
  const auto add = [&](const char* name, const char* help, auto work) {
    const Command sub = command.add_command(name, help);
    sub.callback([work, name, run] { run(name, work); });
    return sub;
  };
  const auto with_name = [&](const Command& sub) {
    sub.add_option("NAME", options->name, "one of `homework list`, or how it begins")
        .required()
        .completes(homework_names());
    return sub;
  };
  add("list", "List the homework, and what you have done of it", listed);
  with_name(add("show", "Show the task, and what it is judged by", show_homework));
  with_name(add("start", "Write a file to start from; it overwrites nothing", start))
      .add_option("--to", options->to, "the new file; without it, NAME.py");
  const Command exporting = with_name(add("export", "Write inputs and weights, to compute with elsewhere", export_to));
  exporting.add_option("--to", options->to, "the new file; without it, NAME and the format");
  exporting.add_option("--format", options->format, join(written_formats(), ", "))
      .one_of(written_formats());
  exporting.add_option("--seed", options->seed, "the seed of the numbers; give check the same");
  exporting.manual("Compute with them in any framework, and give the result to `mha-tutor check`.");
  with_name(add("solution", "Show one way to write it, once yours has passed", solution))
      .add_flag("--give-up", options->give_up, "show it before that");
}

}  // namespace mha::app
