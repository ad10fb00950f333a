#include "lesson/recap.h"

#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "commands/candidates.h"
#include "commands/command.h"
#include "commands/course.h"
#include "render/markdown.h"
#include "terminal.h"

namespace mha::app {

namespace {

struct RecapOptions {
  std::string lesson;
  std::string file;
};

/// The lesson that the learner is in or, if nothing in it is answered yet, the last one in
/// which something is.
std::string latest(const std::vector<lesson::Lesson>& course, const lesson::Progress& progress) {
  std::string name = progress.current();
  const auto begun = [&](const std::string& id) {
    const lesson::LessonProgress* mine = progress.find(id);
    return mine && !mine->answers.empty();
  };
  if (begun(name)) return name;
  for (const lesson::Lesson& l : course) {
    if (begun(l.id)) name = l.id;
  }
  return name;
}

void recap(const Settings& settings, const RecapOptions& options) {
  const lesson::Progress progress = progress_of(settings);
  const std::string name = options.lesson.empty() ? latest(course_of(settings), progress) : options.lesson;
  if (name.empty()) throw Error("LessonError", "you have not started a lesson; name one");
  const lesson::Lesson& lesson = lesson::find_lesson(course_of(settings), name);
  const std::string text = lesson::recap(lesson, progress.find(lesson.id));
  if (options.file.empty()) {
    // Formatted at a terminal, plain Markdown elsewhere.
    if (is_interactive()) {
      const render::Style style = output_style();
      write_screen(style, render::markdown(style, text));
    } else {
      write_out(text);
    }
    return;
  }
  write_new_file(options.file, text);
  write_err("Written: " + options.file + "\n");
}

}  // namespace

void add_recap(Command program, Outcome& outcome) {
  const Command command = program.add_command("recap", "Print a lesson's questions, your answers and what to remember");
  auto options = std::make_shared<RecapOptions>();
  command.add_option("LESSON", options->lesson, "a number or a name; without it, the one you are in")
      .completes(lesson_names());
  command.add_option("-o,--output", options->file, "a new file to write it to").completes({.endings = {".md"}});
  command.callback([options, &outcome] {
    outcome.exit_code = guarded("recap", [&] {
      recap(outcome.settings, *options);
      return 0;
    });
  });
}

}  // namespace mha::app
