#include <memory>
#include <set>

#include "commands/command.h"
#include "commands/course.h"
#include "learner_files.h"
#include "lesson/quiz.h"
#include "lesson/review.h"
#include "lesson/session.h"
#include "render/lesson_view.h"
#include "terminal.h"

namespace mha::app {

namespace {

using lesson::Lesson;
using lesson::Progress;
using lesson::ReviewItem;

struct QuizOptions {
  std::string topic;
  int count = 0;  // 0: not given
  bool plain = false;
};

// The default number of questions.
constexpr int kAtOnce = 10;

/// A lesson of `count` of the questions, or of all if it is 0, in their order
/// and under their headings.
Lesson part_of(const Settings& settings, const Lesson& quiz, const std::string& topic, int count) {
  std::vector<ReviewItem> items = lesson::quiz_items(quiz, topic, Progress(progress_file(settings)));
  if (count > 0 && items.size() > static_cast<size_t>(count)) items.resize(static_cast<size_t>(count));
  std::set<int> kept;
  for (const ReviewItem& item : items) kept.insert(item.step);
  Lesson part = quiz;
  part.steps.clear();
  std::string heading, shown;
  for (size_t i = 0; i < quiz.steps.size(); ++i) {
    if (!quiz.steps[i].heading.empty()) heading = quiz.steps[i].heading;
    if (!kept.contains(static_cast<int>(i))) continue;
    part.steps.push_back(quiz.steps[i]);
    part.steps.back().heading = heading == shown ? "" : heading;
    shown = heading;
  }
  return part;
}

int quiz(const Settings& settings, const QuizOptions& options) {
  const Lesson& all = lesson::quiz();
  const std::string topic = options.topic.empty() ? "" : lesson::find_topic(all, options.topic);
  if (options.plain || !is_interactive()) {
    const Lesson part = part_of(settings, all, topic, options.count);
    const render::Style style = output_style();
    write_screen(style, render::lesson_text(style, part, lesson::read_through(part, {})));
    return 0;
  }
  Progress progress = progress_of(settings);
  std::vector<ReviewItem> items = lesson::quiz_items(all, topic, progress);
  const auto most = static_cast<size_t>(options.count > 0 ? options.count : kAtOnce);
  if (items.size() > most) items.resize(most);
  ask_again(settings, progress, std::move(items), "quiz");
  return 0;
}

}  // namespace

void add_quiz(Command program, Outcome& outcome) {
  const Command command = program.add_command("quiz", "Questions on what each part is for");
  auto options = std::make_shared<QuizOptions>();
  command.add_option("TOPIC", options->topic, "only this topic: a word of its title, such as mask");
  command.add_option("--count", options->count, "at most so many questions: 10 by default, all with --plain")
      .between(1, 1000);
  command.add_flag("--plain", options->plain, "print the questions with their answers and ask nothing, as without a terminal");
  command.manual(
      "In a pipe it prints them with their answers: all of them, or as many as --count says.");
  command.callback([options, &outcome] {
    outcome.exit_code = guarded("quiz", [&] { return quiz(outcome.settings, *options); });
  });
}

}  // namespace mha::app
