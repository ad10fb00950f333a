#include "lesson/prompting.h"

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/typed_code.h"
#include "lesson/play/play_lines.h"
#include "lesson/steering.h"

namespace mha::lesson {

using Kind = Event::Kind;

Waiting Prompting::waiting() const {
  if (left_) return Waiting::left;
  if (finished_) return Waiting::finished;
  return asking_ ? asking_->waiting() : Waiting::enter;
}

Completions Prompting::completions(const std::string& before_cursor) {
  return complete(scene().world(), before_cursor, command_words(meaningless()));
}

std::string Prompting::command_in(const std::string& line) {
  elsewhere_.clear();
  // The short for quit, unless a tensor has that name: `quit` still ends.
  if (trim(line) == "q" && scene().world().has_name("q")) return "code";
  return asks() && asking_->takes_as_answer(line) ? "code" : command_of(std::string(trim(line)));
}

bool Prompting::take_common(const std::string& line, const std::string& command, Events& out) {
  if (command == "quit") {
    left_ = true;
  } else if (command == "help") {
    show_help(meaningless(), out);
  } else if (command == "learn" || command == "list") {
    elsewhere_ = trim(line);
  } else if (command == "edit" || command == "file" || command == "shell") {
    refuse_outside(command, out);
  } else if (command == "hint" && asks()) {
    asking_->hint(out);
    keep_answer(out);
  } else if (command == "skip" && asks()) {
    asking_->give_up(out);
    keep_answer(out);
  } else if (command == "next" && asks()) {
    out.add(Kind::note, asking_->answer().tries > 0 ? "The question is still open: try again, or type `hint`, or `skip`."
                                                    : "Have a guess first: a wrong one teaches as much. Or type `hint`, or `skip`.");
  } else {
    // At a view, with the values that it shows.
    Playing* view = asks() ? asking_->playing() : nullptr;
    const auto show = [&](const std::string& request) {
      if (view) out.push_back(drawing(view->show(request)));
      else scene().show(request, out);
    };
    return command == "code" && (take_explain(line, out) || take_source(line, scene().world(), out) || take_show(line, show, out));
  }
  return true;
}

/// Runs a line where nothing is asked. People write a calculation with its result, "768 * 768 = 589824".
static void run_line(Scene& scene, const std::string& line, Events& out) {
  static const Pattern kWithResult(R"( *([-+*/^(). \d]*\d[ )]*[-+*/^][-+*/^(). \d]*?) *= *[-\d.,]+ *)");
  const PatternMatch calculation = kWithResult.fullmatch(line);
  scene.live(calculation ? calculation[1] : line, out);
}

void Prompting::take_text(const std::string& line, Events& out) {
  const bool plays = asks() && asking_->playing();
  if (!plays && refuse_set(line, out)) return;
  if (asks() && is_question(line)) {
    out.add(Kind::note, "That reads as a question. An answer counts without the question mark; "
                        "`hint` helps, `explain WORD` looks a word up. (You lose no try.)");
  } else if (asks()) {
    asking_->take(line, out);
    keep_answer(out);
  } else if (const std::string call = missing_brackets(scene().world(), line); !call.empty()) {
    out.add(Kind::note, call);
  } else if (is_prose(scene().world(), line)) {
    out.add(Kind::note, "This step asks nothing: press Enter to go on. You can also run code, or look a word up: `explain attention`.");
  } else {
    run_line(scene(), line, out);
  }
}

}  // namespace mha::lesson
