#include "render/screens.h"

#include <fmt/format.h>

#include "base/text.h"
#include "render/fold.h"
#include "render/lesson_view.h"

namespace mha::render {

namespace {

// The prompt takes a line, and an empty one stands on either side of a step.
constexpr size_t kRoom = 21;

/// The place of a step in its file: that of its first block with a place.
Span step_place(const lesson::Step& step) {
  for (const lesson::Block& b : step.blocks) {
    if (const auto* cell = std::get_if<lesson::Cell>(&b)) return cell->span;
    if (const auto* picture = std::get_if<lesson::Picture>(&b)) return picture->span;
    if (const auto* question = lesson::question_of(b)) return question->span;
  }
  return {};
}

}  // namespace

std::vector<lesson::Problem> tall_steps(const lesson::Lesson& lesson) {
  std::vector<lesson::Problem> problems;
  lesson::LessonProgress progress;
  lesson::Session session(lesson, progress, 0, {});
  lesson::Events events = session.begin();
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    const std::string text = fold({}, lesson_text({}, lesson, events));
    if (const size_t lines = split_lines(text).size(); lines > kRoom) {
      problems.push_back({lesson.file, step_place(lesson.steps[i]),
                          fmt::format("step {} takes {} lines; with the prompt, {} fit a "
                                      "terminal of 80x24", i + 1, lines, kRoom),
                          "a line `---` makes two steps of it"});
    }
    if (i + 1 == lesson.steps.size()) break;
    if (session.waiting() != lesson::Waiting::enter) session.take("skip");
    events = session.take("next");
  }
  return problems;
}

}  // namespace mha::render
