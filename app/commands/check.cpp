#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/text.h"
#include "commands/checking.h"
#include "commands/command.h"
#include "render/class_view.h"
#include "render/homework/homework_json.h"
#include "terminal.h"

namespace mha::app {

namespace {

constexpr int kWrong = 1, kNotFollowed = 3;

/// The exit code for several files: wrong if one is wrong, else "not followed"
/// if one could not be.
int together(int before, int now) {
  if (before == kWrong || now == kWrong) return kWrong;
  return before != 0 || now != 0 ? kNotFollowed : 0;
}

/// Prints a line, a row or an object for each file, as soon as it is judged. It
/// leaves out no file.
int check_class(const Checking& checking, bool csv) {
  const render::Style style = checking.style();
  int width = 0, code = 0;
  for (const std::string& file : checking.files()) width = std::max(width, display_width(file));
  if (csv) write_out(render::class_csv_head());
  for (const std::string& file : checking.files()) {
    const homework::Result result = checking.check_one(file);
    if (csv) {
      write_out(render::class_csv(result));
    } else if (checking.json()) {
      write_out(render::homework_json(result, /*one_line=*/true));
    } else {
      write_out(render::class_line(style, result, std::min(width, style.width / 3)));
    }
    std::fflush(stdout);
    code = together(code, exit_code(result));
  }
  return code;
}

/// A report for each answer in one file.
int check_answers(const Checking& checking) {
  int code = 0;
  bool first = true;
  for (const homework::Result& result : checking.check_all()) {
    if (!first && !checking.json()) write_out("\n");
    first = false;
    checking.show(result, /*one_line=*/true);
    code = together(code, exit_code(result));
  }
  return code;
}

}  // namespace

void add_check(Command program, Outcome& outcome) {
  const Command command = program.add_command(
      "check", "Judge your homework: what is right, the first wrong stage, and the name of the mistake");
  auto checking = std::make_shared<Checking>();
  auto csv = std::make_shared<bool>(false), all = std::make_shared<bool>(false);
  checking->add_to(command, "check");
  command.add_flag("--csv", *csv, "print a row for each file, for a spreadsheet");
  command.add_flag("--all", *all, "if a file has several answers, print a report for each");
  command.manual(
      "It says stage by stage what is right, shows the first wrong stage with its line and its first wrong "
      "number, and names the mistake that gives exactly these numbers. It never changes your file; it keeps "
      "the result of each attempt. `mha-tutor check --help` describes the format of --json.");
  command.callback([checking, csv, all, &outcome] {
    outcome.exit_code = guarded("check", [&] {
      checking->resolve(/*several=*/true);
      if (checking->files().size() > 1 || *csv) return check_class(*checking, *csv);
      if (*all) return check_answers(*checking);
      const homework::Result result = checking->check();
      checking->show(result, /*one_line=*/false);
      return exit_code(result);
    }, 2);
  });
}

}  // namespace mha::app
