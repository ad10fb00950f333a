#include "lesson/review.h"

#include <fmt/format.h>

#include <memory>

#include "base/front_end.h"
#include "commands/command.h"
#include "commands/conversation.h"
#include "commands/course.h"
#include "render/lesson_view.h"
#include "terminal.h"

namespace mha::app {

namespace {

using lesson::Progress;
using lesson::ReviewItem;

constexpr int kDay = 24 * 60 * 60;

/// A sentence that says when the next question comes back.
std::string next_due(const Progress& progress, int64_t now) {
  int64_t next = 0;
  for (const auto& [id, mine] : progress.lessons()) {
    for (const auto& [question, answer] : mine.answers) {
      if (answer.due > now && (next == 0 || answer.due < next)) next = answer.due;
    }
  }
  if (next == 0) return "Nothing to review yet: " + front_end().course() + " goes on with the course.";
  const int64_t days = (next - now + kDay - 1) / kDay;
  return fmt::format("Nothing is due. The next question comes back {}.",
                     days <= 1 ? "tomorrow" : fmt::format("in {} days", days));
}

void review(const Settings& settings, int most) {
  const render::Style style = output_style();
  Progress progress = progress_of(settings);
  const int64_t now = lesson::unix_now();
  std::vector<ReviewItem> items = lesson::due_items(course_of(settings), progress, now);
  if (items.empty()) {
    write_screen(style, next_due(progress, now) + "\n");
    return;
  }
  const size_t due = items.size();
  if (items.size() > static_cast<size_t>(most)) items.resize(static_cast<size_t>(most));
  if (!is_interactive()) {
    write_screen(style, fmt::format("{} due:\n", due == 1 ? "1 question is" : fmt::format("{} questions are", due)));
    for (const ReviewItem& item : items) {
      write_screen(style, fmt::format("  lesson {}: {}{}\n", item.lesson->number,
                                      progress.lesson(item.lesson->id).answers[item.id].question,
                                      item.missed ? " (missed)" : ""));
    }
    return;
  }
  write_screen(style, fmt::format("{} of {} that are due: first those you missed, then those you have "
                                  "not seen for a long time.\n", items.size(), due));
  ask_again(settings, progress, std::move(items), "review");
}

}  // namespace

void ask_again(const Settings& settings, Progress& progress, std::vector<ReviewItem> items, const std::string& command) {
  render::Style style = output_style();  // asked at every step: terminals change their size
  lesson::ReviewSession session(std::move(items), progress, {});
  Keeper keeper(progress);
  Elsewhere elsewhere(settings, progress, nullptr, "Your answers are saved: `mha-tutor " + command + "` asks the rest.");
  converse(
      style, session, keeper, elsewhere,
      [&](const lesson::Events& events) {
        return render::lesson_text(style = output_style(), session.lesson(), events);
      },
      [&] { return render::review_prompt(style = output_style(), session); });
  if (elsewhere.wanted()) learn_from(settings, *elsewhere.wanted(), progress);
}

void add_review(Command program, Outcome& outcome) {
  const Command command = program.add_command("review", "Repeat what you missed or saw long ago, with new numbers");
  auto most = std::make_shared<int>(10);
  command.add_option("--count", *most, "at most so many questions").between(1, 1000);
  command.manual(
      "The intervals between repetitions grow.");
  command.callback([most, &outcome] {
    outcome.exit_code = guarded("review", [&] {
      review(outcome.settings, *most);
      return 0;
    });
  });
}

}  // namespace mha::app
