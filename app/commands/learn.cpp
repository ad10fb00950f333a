#include <fmt/format.h>

#include <memory>

#include "base/error.h"
#include "commands/candidates.h"
#include "commands/command.h"
#include "commands/conversation.h"
#include "commands/course.h"
#include "commands/page_file.h"
#include "lesson/recap.h"
#include "lesson/review.h"
#include "lesson/session.h"
#include "lesson/steering.h"
#include "render/page/html.h"
#include "render/page/lesson_html.h"
#include "render/lesson_view.h"
#include "render/markdown.h"
#include "terminal.h"

namespace mha::app {

namespace {

using lesson::Lesson;
using lesson::Progress;
using lesson::Session;

using Course = std::vector<Lesson>;

// This many missed questions fit on a screen.
constexpr size_t kMissed = 4;

/// The lesson after this one, or null.
const Lesson* next_of(const Course& course, const Lesson& lesson) {
  for (const Lesson& l : course) {
    if (l.number > lesson.number) return &l;
  }
  return nullptr;
}

/// How many steps of the lesson the learner has finished.
int step_of(const Progress& progress, const Lesson& lesson) {
  const lesson::LessonProgress* before = progress.find(lesson.id);
  return before ? before->step : 0;
}

std::string way_back(const Lesson& lesson) {
  return fmt::format("Your place in lesson {0} is kept: `learn {0}` goes back to it.", lesson.number);
}

/// Asks until the learner says whether to go on, to go elsewhere, or to leave.
bool goes_on(const render::Style& style, const std::string& prompt, Elsewhere& elsewhere) {
  for (;;) {
    const Typed answer = read_line(prompt);
    if (answer.end == Typed::End::given_up) continue;
    if (answer.end == Typed::End::input) {
      write_out("\n");
      return false;
    }
    const std::string command = lesson::command_of(answer.text);
    if (command == "next" || answer.is_yes()) return true;
    if (command == "quit" || answer.text == "no") return false;
    if (command == "learn" || command == "list") {
      if (elsewhere.take(answer.text)) return true;
      continue;
    }
    write_screen(style, render::markdown(style, "Enter goes on to the lesson, where you can type your own code, `hint`, "
                                                "`help` and more. `quit` leaves."));
  }
}

/// What comes after a lesson: the next one, or null. `left` is the lesson that the learner left for
/// this one, or null.
const Lesson* tell_next(const Settings& settings, const Lesson& lesson, const Lesson* left, Progress& progress) {
  const render::Style style = output_style();
  const Course& course = course_of(settings);
  const Lesson* next = next_of(course, lesson);
  if (next) {
    progress.set_current(next->id);
    Keeper(progress).keep();
    std::string text = fmt::format("**Next: {}.** {}", next->title, next->goal);
    if (left && left != next && !progress.lesson(left->id).done) text += "\n\n" + way_back(*left);
    write_screen(style, render::markdown(style, text) + "\n");
  } else {
    write_screen(style, render::markdown(style, lesson::missed_most(course, progress, kMissed)) + "\n");
    write_screen(style, render::markdown(style, "That was the last lesson. `mha-tutor review` helps you remember; "
                                                "`mha-tutor quiz` asks what each part is for.") + "\n");
  }
  return next;
}

/// Runs one lesson. The lesson to go to then, or null if the learner leaves. `left` is the lesson
/// that was left for this one, or null; if the learner leaves this one before its end, it is.
const Lesson* walk(const Settings& settings, const Lesson& lesson, Progress& progress, const Lesson*& left) {
  using lesson::Waiting;
  progress.set_current(lesson.id);
  Session session(lesson, progress.lesson(lesson.id), step_of(progress, lesson), {});
  Keeper keeper(progress);
  Elsewhere elsewhere(settings, progress, &lesson, way_back(lesson));
  // Asks for the style at every step, because the terminal may change its size.
  render::Style now = output_style();
  const Lesson* next = nullptr;
  bool told = false;
  const auto prompt = [&] {
    now = output_style();
    if (session.waiting() != Waiting::finished) {
      told = false;
      return render::prompt_text(now, session);
    }
    if (!told) next = tell_next(settings, lesson, left, progress);
    told = true;
    return std::string(next ? "Enter goes on, quit leaves > " : "Enter or quit leaves > ");
  };
  const bool finished = converse(
      now, session, keeper, elsewhere,
      [&](const lesson::Events& events) { return render::lesson_text(now = output_style(), lesson, events); }, prompt,
      /*open=*/true);
  if (finished) return next;
  const bool done = progress.lesson(lesson.id).done;
  if (!done) left = &lesson;
  if (!done && !elsewhere.wanted() && keeper.kept()) {
    write_screen(now, render::paint(now, render::Role::faint, "Your place is kept: mha-tutor goes on from here.") + "\n");
  }
  return elsewhere.wanted();
}

/// The lesson last worked on, if this course has it; else the first.
const Lesson& current_of(const Course& course, const Progress& progress) {
  for (const Lesson& l : course) {
    if (l.id == progress.current()) return l;
  }
  return course.front();
}

int read_whole(const Lesson& lesson) {
  const render::Style style = output_style();
  write_screen(style, render::lesson_text(style, lesson, lesson::read_through(lesson, {})));
  return 0;
}

void write_whole(const Lesson& lesson, const PageFile& page) {
  constexpr int kWidth = 90;
  page.check();
  const std::string body = render::lesson_html(lesson, lesson::read_through(lesson, {}), kWidth);
  page.write(render::html_page(fmt::format("Lesson {}: {}", lesson.number, lesson.title), "<main>\n" + body + "</main>\n"));
}

int learn(const Settings& settings, const std::string& name, bool plain, const PageFile& page) {
  try {
    const Course& course = course_of(settings);
    if (page.wanted()) {
      write_whole(name.empty() ? course.front() : lesson::find_lesson(course, name), page);
      return 0;
    }
    if (plain || !is_interactive()) {
      return read_whole(name.empty() ? course.front() : lesson::find_lesson(course, name));
    }
    Progress progress = progress_of(settings);
    learn_from(settings, name.empty() ? current_of(course, progress) : lesson::find_lesson(course, name), progress);
    return 0;
  } catch (const Error& e) {
    write_err("mha-tutor: " + e.message() + "\n");
    return e.kind() == "LessonError" ? 2 : 1;
  }
}

}  // namespace

void learn_from(const Settings& settings, const Lesson& first, Progress& progress) {
  const Lesson* left = nullptr;
  for (const Lesson* lesson = &first; lesson;) lesson = walk(settings, *lesson, progress, left);
}

void add_learn(Command program, Outcome& outcome) {
  const Command command = program.add_command("learn", "The course, one step at a time");
  struct Options {
    std::string lesson;
    bool plain = false;
    PageFile page;
  };
  auto options = std::make_shared<Options>();
  command.add_option("LESSON", options->lesson, "a number or a name, as `list` shows them").completes(lesson_names());
  command.add_flag("--plain", options->plain, "print the whole lesson and ask nothing");
  options->page.add_to(command, "write the whole lesson as a page to this file, and ask nothing");
  command.manual(
      "Each question comes before its answer. At every step you can type an expression and see its "
      "value. If standard input or output is not a terminal, it prints the whole lesson.");
  command.callback([options, &outcome] {
    outcome.exit_code = learn(outcome.settings, options->lesson, options->plain, options->page);
  });
}

int resume(const Settings& settings) {
  const render::Style style = output_style();
  try {
    Progress progress = progress_of(settings);
    const Course& course = course_of(settings);
    const Lesson& lesson = current_of(course, progress);
    const int step = step_of(progress, lesson);
    const size_t due = lesson::due_items(course, progress, lesson::unix_now()).size();
    write_screen(style, render::welcome_text(style, course, progress, lesson, step, due));
    if (!is_interactive()) return 0;
    Elsewhere elsewhere(settings, progress, nullptr, "");
    if (!goes_on(style, "Enter goes on, quit leaves > ", elsewhere)) return 0;
    learn_from(settings, elsewhere.wanted() ? *elsewhere.wanted() : lesson, progress);
    return 0;
  } catch (const Error& e) {
    write_err("mha-tutor: " + e.message() + "\n");
    return 1;
  }
}

}  // namespace mha::app
