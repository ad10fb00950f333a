#include "lesson/recap.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "lesson/answers/choosing.h"
#include "lesson/answers/compare.h"
#include "lesson/asking.h"
#include "lesson/scene.h"
#include "pictures/cells.h"

namespace mha::lesson {

namespace {

// An answer that was shown counts as so many tries.
constexpr int kShown = 3;

/// "right on the first try", "right after 2 tries and 1 hint", "shown after 3 tries".
std::string how_it_went(const Answer& a) {
  if (a.at_once()) return "right on the first try";
  std::string text = a.right ? "right" : "shown";
  if (a.tries > 1 || (a.tries == 1 && !a.right)) {
    text += " after " + (a.tries == 1 ? "1 try" : std::to_string(a.tries) + " tries");
    if (a.hints > 0) text += " and " + pictures::plural(a.hints, "hint");
  } else if (a.hints > 0) {
    text += " after " + pictures::plural(a.hints, "hint");
  }
  return a.looked_up ? text + ", once its value had been printed" : text;
}

std::string fenced(const std::string& language, const std::string& text) {
  return "```" + language + "\n" + std::string(trim(text)) + "\n```\n";
}

/// The lesson's own answer to a question.
std::string answer_markdown(Scene& scene) {
  if (const auto* play = std::get_if<Play>(scene.now().question())) {
    // Its pictures are for a screen.
    std::string way;
    for (const Text& line : play->way) way += "set " + line.text + "\n";
    return fenced("", way) + "\n";
  }
  Asking asking(scene);
  Events events;
  asking.give_up(events);
  std::string out, lines;
  for (const Event& e : events) {
    if (e.kind == Event::Kind::line) {
      lines += e.text + "\n";
      continue;
    }
    if (!lines.empty()) out += fenced("", std::exchange(lines, "")) + "\n";
    switch (e.kind) {
      case Event::Kind::code: out += fenced("python", e.text); break;
      case Event::Kind::output: out += fenced("", e.text); break;
      default: out += e.text + "\n"; break;
    }
    out += "\n";
  }
  return lines.empty() ? out : out + fenced("", lines) + "\n";
}

/// True if a right answer is not right for the lesson's own numbers, because it
/// was given to new numbers, in `review` or after `fresh`.
bool of_other_numbers(Scene& scene, const Block& question, const Answer& a) {
  const auto* predict = std::get_if<Predict>(&question);
  if (!predict || !a.right || !predict->fresh) return false;
  World& world = scene.pristine();
  return compare(world, world.evaluate(predict->expression).value, a.said) != Match::right;
}

std::string said_markdown(Scene& scene, const Block& question, const Answer& a) {
  const std::string went = " (" + how_it_went(a) +
                           (of_other_numbers(scene, question, a) ? ", with other numbers" : "") +
                           ")\n\n";
  if (std::holds_alternative<Exercise>(question) && !a.skipped()) {
    return "You wrote" + went + fenced("python", a.said) + "\n";
  }
  if (a.skipped()) return "You did not answer; it was shown" + (a.hints > 0 ? " after " + pictures::plural(a.hints, "hint") : "") + ".\n\n";
  return "You said: `" + a.said + "`" + went;
}

std::string question_markdown(const Block& question) {
  const auto* predict = std::get_if<Predict>(&question);
  if (predict && predict->question.empty()) return "What is `" + predict->expression + "`?";
  const auto* exercise = std::get_if<Exercise>(&question);
  if (exercise) return "Write `" + exercise->name + "`.";
  return question_text(question);
}

/// What there was to choose from.
std::string options_markdown(const Block& question) {
  const auto* choice = std::get_if<Choice>(&question);
  if (!choice) return "";
  std::string out;
  for (size_t i = 0; i < choice->options.size(); ++i)
    out += "- " + option_letter(i) + ") " + choice->options[i].text + "\n";
  return out + "\n";
}

}  // namespace

std::string recap(const Lesson& lesson, const LessonProgress* progress) {
  std::string out = "# Lesson " + std::to_string(lesson.number) + ": " + lesson.title +
                    "\n\n" + lesson.goal + "\n\n";
  const LessonProgress mine = progress ? *progress : LessonProgress();
  Scene scene(lesson, {});
  std::string heading;
  // The section of the last question says what to remember; later steps are
  // only for looking and trying.
  size_t opening = 0, closing = 0, last = 0;
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    if (!lesson.steps[i].heading.empty()) opening = i;
    if (!lesson.steps[i].question()) continue;
    closing = opening;
    last = i;
  }
  for (size_t i = 0; i <= last; ++i) {
    const Step& step = lesson.steps[i];
    if (!step.heading.empty()) heading = step.heading;
    std::string kept;
    for (const Block& b : step.blocks) {
      const auto* prose = std::get_if<Prose>(&b);
      if (prose && i >= closing) kept += prose->markdown + "\n\n";
    }
    const Block* question = step.question();
    if (!question && kept.empty()) continue;
    if (!heading.empty()) {
      out += "## " + heading + "\n\n";
      heading.clear();
    }
    out += kept;
    if (!question) continue;
    out += "**" + question_markdown(*question) + "**\n\n" + options_markdown(*question);
    const auto answer = mine.answers.find(question_of(*question)->id);
    if (answer == mine.answers.end()) {
      out += "Not answered yet.\n\n";
      continue;
    }
    scene.enter(static_cast<int>(i), nullptr);
    out += said_markdown(scene, *question, answer->second);
    if (!std::holds_alternative<Exercise>(*question) || !answer->second.right) {
      out += answer_markdown(scene);
    }
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

std::string missed_most(const std::vector<Lesson>& course, const Progress& progress,
                        size_t most) {
  std::vector<std::pair<std::pair<int, int64_t>, std::string>> missed;  // how much it took, and when; its line
  std::vector<std::string> unfinished;
  bool answered = false;
  for (const Lesson& lesson : course) {
    const LessonProgress* mine = progress.find(lesson.id);
    if (!mine || !mine->done) unfinished.push_back(std::to_string(lesson.number));
    for (const Step& step : lesson.steps) {
      const Block* question = step.question();
      if (!question || !mine) continue;
      const auto a = mine->answers.find(question_of(*question)->id);
      answered = answered || a != mine->answers.end();
      if (a == mine->answers.end() || a->second.at_once()) continue;
      const Answer& answer = a->second;
      const int took = answer.tries + answer.hints + (answer.right ? 0 : kShown);
      missed.push_back({{took, answer.when}, "- Lesson " + std::to_string(lesson.number) + ": " +
                                  question_markdown(*question) + " (" +
                                  how_it_went(answer) + ")\n"});
    }
  }
  std::string out = "## What you missed most\n\n";
  if (missed.empty()) {
    out += answered ? "Nothing: what you have answered was right on the first try.\n" : "Nothing yet: no question has been answered.\n";
  } else {
    std::stable_sort(missed.begin(), missed.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    missed.resize(std::min(missed.size(), most));
    for (const auto& [rank, line] : missed) out += line;
    out += "\n`mha-tutor review` asks for these again, with new numbers where there are any.\n";
  }
  if (!unfinished.empty()) {
    out += "\nNot finished yet: lesson" + std::string(unfinished.size() > 1 ? "s " : " ") +
           join(unfinished, ", ") + ".\n";
  }
  return out;
}

}  // namespace mha::lesson
