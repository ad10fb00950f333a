#include "base/error.h"
#include "commands/command.h"
#include "lesson/progress.h"
#include "render/lesson_view.h"
#include "terminal.h"

namespace mha::app {

void add_list(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("list", "The lessons, and what you have done");
  command->callback([&outcome] {
    const render::Style style = output_style();
    try {
      const lesson::Progress progress(lesson::Progress::default_path());
      write_screen(style, render::course_text(style, lesson::course(), &progress));
    } catch (const Error& e) {
      write_screen(style, render::course_text(style, lesson::course(), nullptr));
      write_err("mha-tutor: " + e.message() + "\n");
      outcome.exit_code = 1;
    }
  });
}

}  // namespace mha::app
