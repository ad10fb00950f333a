#include "lesson/recap.h"

#include "base/text.h"
#include "lesson/asking.h"
#include "lesson/scene.h"
#include "lesson/session.h"

namespace mha::lesson {

namespace {

std::string counted(int n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// "right at once", "right after 2 tries and 1 hint", "shown after 3 tries".
std::string how_it_went(const Answer& a) {
  if (a.at_once()) return "right at once";
  std::string text = a.right ? "right" : "shown";
  if (a.tries > 1 || (a.tries == 1 && !a.right)) {
    text += " after " + (a.tries == 1 ? "1 try" : std::to_string(a.tries) + " tries");
    if (a.hints > 0) text += " and " + counted(a.hints, "hint");
  } else if (a.hints > 0) {
    text += " after " + counted(a.hints, "hint");
  }
  return a.looked_up ? text + ", once its value had been printed" : text;
}

std::string fenced(const std::string& language, const std::string& text) {
  return "```" + language + "\n" + std::string(trim(text)) + "\n```\n";
}

/// A question's answer, as the lesson itself gives it.
std::string answer_markdown(Scene& scene) {
  Asking asking(scene);
  Events events;
  asking.give_up(events);
  std::string out;
  for (const Event& e : events) {
    switch (e.kind) {
      case Event::Kind::code: out += fenced("python", e.text); break;
      case Event::Kind::output: out += fenced("", e.text); break;
      case Event::Kind::line: out += "    " + e.text + "\n"; continue;
      default: out += e.text + "\n"; break;
    }
    out += "\n";
  }
  return out;
}

std::string said_markdown(const Block& question, const Answer& a) {
  const std::string went = " (" + how_it_went(a) + ")\n\n";
  if (std::holds_alternative<Exercise>(question) && a.right) {
    return "You wrote" + went + fenced("python", a.said) + "\n";
  }
  if (a.skipped()) return "You skipped it.\n\n";
  return "You said: `" + a.said + "`" + went;
}

std::string question_markdown(const Block& question) {
  const auto* predict = std::get_if<Predict>(&question);
  if (predict && predict->question.empty()) return "What is `" + predict->expression + "`?";
  const auto* exercise = std::get_if<Exercise>(&question);
  if (exercise) return "Write `" + exercise->name + "`.";
  return question_text(question);
}

}  // namespace

std::string recap(const Lesson& lesson, const LessonProgress* progress) {
  std::string out = "# Lesson " + std::to_string(lesson.number) + ": " + lesson.title +
                    "\n\n" + lesson.goal + "\n\n";
  LessonProgress mine = progress ? *progress : LessonProgress();
  adopt_answers(lesson, mine);
  Scene scene(lesson, {});
  std::string heading;
  size_t closing = 0;  // the step that opens the last section
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    if (!lesson.steps[i].heading.empty()) closing = i;
  }
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    if (!step.heading.empty()) heading = step.heading;
    // The last section says what to remember.
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
    out += "**" + question_markdown(*question) + "**\n\n";
    const auto answer = mine.answers.find(question_of(*question)->id);
    if (answer == mine.answers.end()) {
      out += "Not answered yet.\n\n";
      continue;
    }
    scene.enter(static_cast<int>(i), nullptr);
    out += said_markdown(*question, answer->second);
    if (!std::holds_alternative<Exercise>(*question) || !answer->second.right) {
      out += answer_markdown(scene);
    }
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace mha::lesson
