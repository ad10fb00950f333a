#include <fmt/format.h>

#include <memory>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "commands/command.h"
#include "commands/conversation.h"
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
Lesson part_of(const Lesson& quiz, const std::string& topic, int count) {
  std::vector<ReviewItem> items = lesson::quiz_items(quiz, topic, Progress(Progress::default_path()).lesson(quiz.id));
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

void quiz(const Settings& settings, const QuizOptions& options) {
  render::Style style = output_style();  // asked at every step: terminals change their size
  const Lesson& all = lesson::quiz();
  const std::string topic = options.topic.empty() ? "" : lesson::find_topic(all, options.topic);
  if (options.plain || !is_interactive()) {
    const Lesson part = part_of(all, topic, options.count);
    write_screen(style, render::lesson_text(style, part, lesson::read_through(part, {})));
    return;
  }
  Progress progress(Progress::default_path());
  std::vector<ReviewItem> items = lesson::quiz_items(all, topic, progress.lesson(all.id));
  const auto most = static_cast<size_t>(options.count > 0 ? options.count : kAtOnce);
  if (items.size() > most) items.resize(most);
  lesson::ReviewSession session(std::move(items), progress, {});
  Keeper keeper(progress);
  Elsewhere elsewhere(settings, progress, nullptr,
                      "Your answers are saved: `mha-tutor quiz` asks the rest.");
  converse(
      style, session, keeper, elsewhere,
      [&](const lesson::Events& events) { return render::lesson_text(style = output_style(), all, events); },
      [&] { return render::review_prompt(style = output_style(), session); });
  if (elsewhere.wanted()) learn_from(settings, *elsewhere.wanted(), progress);
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
    try {
      quiz(outcome.settings, *options);
    } catch (const Error& e) {
      write_err("mha-tutor quiz: " + e.message() + "\n");
      outcome.exit_code = 1;
    }
  });
}

}  // namespace mha::app
