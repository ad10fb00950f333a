#include <fmt/format.h>

#include <memory>

#include "base/error.h"
#include "base/text.h"
#include "commands/candidates.h"
#include "commands/command.h"
#include "commands/course.h"
#include "lesson/play/play_lines.h"
#include "lesson/steering.h"
#include "play_screen.h"
#include "render/lesson_view.h"
#include "render/markdown.h"
#include "terminal.h"

namespace mha::app {

namespace {

using lesson::Lesson;
using lesson::Play;

struct View {
  const Lesson* lesson;
  const Play* play;
};

std::vector<View> views_of(const std::vector<Lesson>& course) {
  std::vector<View> views;
  for (const Lesson& l : course) {
    for (const Play* play : lesson::plays_of(l)) views.push_back({&l, play});
  }
  return views;
}

/// The view with that name or, if the lesson of that name has only one view,
/// that one.
View find_view(const std::vector<Lesson>& course, const std::string& name) {
  const std::vector<View> views = views_of(course);
  std::vector<std::string> names;
  for (const View& v : views) {
    if (v.play->name == name) return v;
    names.push_back(v.play->name);
  }
  const auto unknown = [&] {
    const std::string near = nearest(name, names);
    return Error("LessonError", "no view '" + name + "'; " +
                                    (!near.empty()   ? "did you mean '" + near + "'?"
                                     : names.empty() ? "this course has none"
                                                     : "there are " + join(names, ", ")));
  };
  const Lesson* lesson = nullptr;
  try {
    lesson = &lesson::find_lesson(course, name);
  } catch (const Error&) {
    throw unknown();
  }
  const std::vector<const Play*> plays = lesson::plays_of(*lesson);
  if (plays.empty()) {
    throw Error("LessonError", fmt::format("lesson {} has no view to play with; there are {}", lesson->number, join(names, ", ")));
  }
  return {lesson, plays[0]};
}

void list_plays(const render::Style& style, const std::vector<Lesson>& course) {
  size_t width = 0;
  for (const View& v : views_of(course)) width = std::max(width, v.play->name.size());
  for (const View& v : views_of(course)) {
    render::Style narrower = style;
    narrower.width = style.width - static_cast<int>(width) - 2;
    const std::string lead = render::paint(style, render::Role::strong, fmt::format("{:<{}}  ", v.play->name, width));
    const std::string text = fmt::format("lesson {}: {}", v.lesson->number, v.play->task);
    write_out(render::hung(lead, wrap(render::fit_charset(style, text), narrower.text_width())));
  }
  write_screen(style, "\n" + render::markdown(style, "`mha-tutor play NAME` opens one."));
}

/// Plays line by line: at a prompt, or from a file or a pipe.
void play_in_lines(const View& view, lesson::Playing& playing) {
  const auto show = [&](const lesson::Events& events) {
    const render::Style style = output_style();  // as wide as the terminal is now
    write_screen(style, render::lesson_text(style, *view.lesson, events));
  };
  size_t hints = 0;
  lesson::Events events;
  show_play(playing, events);
  show(events);
  bool reached = playing.now().reached;
  for (;;) {
    write_out("\n");
    const Typed typed = is_interactive() ? read_line("set, reset, quit > ") : read_input_line();
    if (typed.end == Typed::End::given_up) continue;
    const std::string command = lesson::command_of(typed.text);
    if (typed.end == Typed::End::input || command == "quit") break;
    if (!is_interactive()) write_out("> " + typed.text + "\n");
    events.clear();
    const auto draw = [&](const std::string& request) { events.push_back(lesson::drawing(playing.show(request))); };
    if (command == "hint" && hints < view.play->hints.size()) {
      events.add(lesson::Event::Kind::hint, view.play->hints[hints].text, fmt::format("{} of {}", hints + 1, view.play->hints.size()));
      ++hints;
    } else if (command == "skip") {
      lesson::show_way(*view.play, playing, events);
    } else if (lesson::take_show(typed.text, draw, events)) {
      // Drawn.
    } else if (!take_play_line(playing, typed.text, events)) {
      events.add(lesson::Event::Kind::note, lesson::play_usage(playing) + " `show EXPR` draws a value, `hint` helps, `show me` shows a way, `quit` leaves.");
      show_knobs(playing, events);
    } else if (playing.now().reached && !reached) {
      events.add(lesson::Event::Kind::right, "Reached with " + playing.settings() + ".");
    }
    reached = playing.now().reached;
    show(events);
  }
}

int play(const Settings& settings, const std::string& name) {
  const render::Style style = output_style();
  const std::vector<Lesson>& course = course_of(settings);
  if (name.empty()) {
    list_plays(style, course);
    return 0;
  }
  const View view = find_view(course, name);
  const std::unique_ptr<lesson::Playing> playing = lesson::make_playing(*view.lesson, *view.play, {});
  if (!playing->problem().empty()) throw Error("LessonError", "view '" + view.play->name + "': " + playing->problem());
  if (!has_play_screen(style)) {
    play_in_lines(view, *playing);
    return 0;
  }
  return play_on_screen(*playing, fmt::format("Lesson {}: {}", view.lesson->number, view.lesson->title)) ? kInterrupted : 0;
}

}  // namespace

void add_play(Command program, Outcome& outcome) {
  const Command command = program.add_command("play", "Change a number by hand, see what changes with it");
  auto name = std::make_shared<std::string>();
  command.add_option("NAME", *name, "a view, or the lesson it is in; without it, lists the views").completes(view_names());
  command.manual(
      "It redraws at once everything that depends on the number. Arrows choose, + and - change, q leaves, "
      "? shows the other keys. Without a screen (--plain, --spoken, a pipe) it reads lines such as "
      "`set scores[0, 2] = 3` and says what each changed.");
  command.callback([name, &outcome] {
    outcome.exit_code = guarded("play", [&] { return play(outcome.settings, *name); }, 2);
  });
}

}  // namespace mha::app
