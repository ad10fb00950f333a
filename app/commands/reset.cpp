#include <fmt/format.h>

#include <memory>

#include "commands/candidates.h"
#include "commands/command.h"
#include "commands/course.h"
#include "learner_files.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "terminal.h"

namespace mha::app {

namespace {

struct ResetOptions {
  std::string lesson;
  bool yes = false;
};

/// Whether the learner agrees; without a terminal only --yes counts.
bool agreed_to_forget(const ResetOptions& options, const std::string& what) {
  if (options.yes) return true;
  if (!is_interactive()) {
    write_err("mha-tutor reset: say --yes to forget " + what + "\n");
    return false;
  }
  if (read_line(fmt::format("Forget {}? yes or no > ", what)).is_yes()) return true;
  write_out("Nothing was forgotten.\n");
  return false;
}

int reset(const Settings& settings, const ResetOptions& options) {
  lesson::Progress progress(progress_file(settings));
  if (options.lesson.empty()) {
    if (!agreed_to_forget(options, "what you did in all lessons")) return 1;
    progress.forget_all();
  } else {
    const lesson::Lesson& lesson = options.lesson == lesson::kQuiz
                                       ? lesson::quiz()
                                       : lesson::find_lesson(course_of(settings), options.lesson);
    if (!progress.find(lesson.id)) {
      write_out(fmt::format("There is nothing to forget about \"{}\".\n", lesson.title));
      return 0;
    }
    if (!agreed_to_forget(options, fmt::format("what you did in \"{}\"", lesson.title))) return 1;
    progress.forget(lesson.id);
  }
  progress.save();
  write_out("Done. Your progress is saved in " + progress.path().string() + "\n");
  return 0;
}

}  // namespace

void add_reset(Command program, Outcome& outcome) {
  const Command command = program.add_command("reset", "Forget what you did in a lesson, or in all");
  auto options = std::make_shared<ResetOptions>();
  command.add_option("LESSON", options->lesson, "a number or a name, or quiz; without it, all of them")
      .completes(lesson_names());
  command.add_flag("--yes", options->yes, "do not ask first");
  command.callback([options, &outcome] {
    outcome.exit_code = guarded("reset", [&] { return reset(outcome.settings, *options); }, 1, "LessonError");
  });
}

}  // namespace mha::app
