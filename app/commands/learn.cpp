#include <fmt/format.h>

#include <memory>

#include "base/error.h"
#include "commands/command.h"
#include "lesson/session.h"
#include "render/lesson_view.h"
#include "terminal.h"

namespace mha::app {

namespace {

using lesson::Lesson;
using lesson::Progress;
using lesson::Session;
using lesson::Waiting;

/// A line, and the further lines of a block that it opens.
std::optional<std::string> read_answer(const render::Style& style, const Session& session) {
  std::optional<std::string> text = read_line(render::prompt_text(style, session));
  if (!text) return std::nullopt;
  while (session.needs_more(*text)) {
    const std::optional<std::string> more = read_line("... ");
    if (!more) break;
    *text += "\n" + *more;
    if (more->empty()) {
      *text += "\n";
      if (!session.needs_more(*text)) break;
    }
  }
  return text;
}

/// What comes after a lesson that was walked to its end, or null.
const Lesson* next_of(const Lesson& lesson) {
  for (const Lesson& l : lesson::course()) {
    if (l.number > lesson.number) return &l;
  }
  return nullptr;
}

/// Walks one lesson. True if it was walked to its end.
bool walk(const render::Style& style, const Lesson& lesson, Progress& progress, int step) {
  progress.set_current(lesson.id);
  lesson::LessonProgress& mine = progress.lesson(lesson.id);
  Session session(lesson, mine, step, {});
  write_out("\n" + render::lesson_text(style, lesson, session.begin()));
  progress.save();
  while (session.waiting() != Waiting::finished && session.waiting() != Waiting::left) {
    write_out("\n");
    const std::optional<std::string> line = read_answer(style, session);
    if (!line) {
      write_out("\n");
      break;
    }
    std::vector<lesson::Event> events;
    {
      const InterruptScope scope([&] { session.interrupt(); });
      events = session.take(*line);
    }
    if (!events.empty()) write_out("\n" + render::lesson_text(style, lesson, events));
    progress.save();
  }
  if (session.waiting() == Waiting::finished) return true;
  write_out(render::paint(style, render::Role::faint,
                          "Your place is kept: mha-tutor goes on from here.") + "\n");
  return false;
}

/// Lesson after lesson, until the learner leaves.
int walk_on(const Lesson* lesson, Progress& progress, int step) {
  const render::Style style = output_style();
  while (lesson && walk(style, *lesson, progress, step)) {
    lesson = next_of(*lesson);
    step = 0;
    if (!lesson) {
      write_out("\nThat was the last lesson so far.\n");
      break;
    }
    progress.set_current(lesson->id);
    progress.save();
    const std::optional<std::string> answer = read_line(fmt::format(
        "\nNext: {}. Enter goes on, quit leaves > ", lesson->title));
    if (!answer || !answer->empty()) break;
  }
  return 0;
}

int read_whole(const Lesson& lesson) {
  render::Style style = output_style();
  write_out(render::lesson_text(style, lesson, lesson::read_through(lesson, {})));
  return 0;
}

int learn(const std::string& name, bool plain) {
  try {
    const std::vector<Lesson>& course = lesson::course();
    if (plain || !is_interactive()) {
      return read_whole(name.empty() ? course.front() : lesson::find_lesson(course, name));
    }
    Progress progress(Progress::default_path());
    const std::string id = name.empty() ? progress.current() : name;
    const Lesson& lesson = id.empty() ? course.front() : lesson::find_lesson(course, id);
    const lesson::LessonProgress* before = progress.find(lesson.id);
    return walk_on(&lesson, progress, before ? before->step : 0);
  } catch (const Error& e) {
    write_err("mha-tutor: " + e.message() + "\n");
    return e.kind() == "LessonError" ? 2 : 1;
  }
}

}  // namespace

void add_learn(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("learn", "The course, one step at a time");
  struct Options {
    std::string lesson;
    bool plain = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("LESSON", options->lesson, "a number or a name, as `list` shows them");
  command->add_flag("--plain", options->plain, "print the whole lesson and ask nothing");
  command->callback([options, &outcome] {
    outcome.exit_code = learn(options->lesson, options->plain);
  });
}

int resume() {
  const render::Style style = output_style();
  try {
    Progress progress(Progress::default_path());
    const std::vector<Lesson>& course = lesson::course();
    const bool fresh = progress.current().empty();
    const Lesson& lesson = fresh ? course.front() : lesson::find_lesson(course, progress.current());
    const lesson::LessonProgress* before = progress.find(lesson.id);
    const int step = before ? before->step : 0;
    if (fresh) {
      write_out(render::paint(style, render::Role::title, "mha-tutor") +
                ": learn multi-head attention by predicting, running and changing it.\n\n");
    }
    write_out(render::course_text(style, course, &progress));
    write_out("\n" + (fresh ? fmt::format("Start with lesson {}: {}", lesson.number, lesson.title)
                            : fmt::format("You are in lesson {}, step {} of {}: {}", lesson.number,
                                          step + 1, lesson.steps.size(), lesson.title)) + "\n");
    if (!is_interactive()) return 0;
    const std::optional<std::string> answer = read_line("Enter goes on, quit leaves > ");
    if (!answer || !answer->empty()) return 0;
    return walk_on(&lesson, progress, step);
  } catch (const Error& e) {
    write_err("mha-tutor: " + e.message() + "\n");
    return 1;
  }
}

}  // namespace mha::app
