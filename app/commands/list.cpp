#include <memory>

#include "base/error.h"
#include "commands/command.h"
#include "commands/course.h"
#include "learner_files.h"
#include "lesson/progress.h"
#include "render/lesson_view.h"
#include "terminal.h"

namespace mha::app {

void add_list(Command program, Outcome& outcome) {
  const Command command = program.add_command("list", "The lessons, and what you have done");
  auto goals = std::make_shared<bool>(false);
  command.add_flag("--goals", *goals, "also print the goal of each lesson");
  command.callback([goals, &outcome] {
    const render::Style style = output_style();
    const lesson::Progress* progress = nullptr;
    std::unique_ptr<lesson::Progress> kept;
    try {
      kept = std::make_unique<lesson::Progress>(progress_file(outcome.settings));
      progress = kept.get();
    } catch (const Error& e) {
      write_err("mha-tutor: " + e.message() + "\n");
      outcome.exit_code = 1;
    }
    try {
      write_screen(style, render::course_text(style, course_of(outcome.settings), progress, *goals));
    } catch (const Error& e) {
      write_err("mha-tutor: " + e.message() + "\n");
      outcome.exit_code = 1;
    }
  });
}

}  // namespace mha::app
