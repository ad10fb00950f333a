#include "lesson/workbench.h"

#include "base/text.h"
#include "lang/syntax/typed.h"
#include "lesson/answers/typed_code.h"
#include "lesson/play/play_lines.h"
#include "lesson/steering.h"
#include "pictures/show.h"

namespace mha::lesson {

namespace {

/// Commands that only control a lesson.
const std::vector<std::string> kMeaningless = {"next", "back", "forward", "hint", "skip", "again", "fresh", "file", "play", "learn", "list", "quit"};

/// Commands for a lesson, or for a shell.
bool for_elsewhere(const std::string& text) { return lesson_request(text) || trim(text).starts_with("mha-tutor "); }

}  // namespace

Completions Workbench::completions(const std::string& before_cursor) {
  return complete(world_, before_cursor, command_words(kMeaningless));
}

bool Workbench::is_command(const std::string& text) {
  const std::string command = command_of(std::string(trim(text)));
  // q is the name of the queries.
  const bool quits = command == "quit" && trim(text) != "q";
  return quits || command == "help" || command == "edit" || command == "play" || for_elsewhere(text) ||
         pictures::show_request(text) || explain_request(text) || source_request(text);
}

Events Workbench::take(const std::string& typed) {
  Events out;
  const std::string text = lang::handed_in(typed);
  const std::string command = command_of(std::string(trim(text)));
  const auto show = [&](const std::string& request) { out.push_back(drawing(world_.show(request))); };
  if (command == "quit" && is_command(text)) {
    left_ = true;
  } else if (command == "help") {
    show_help(kMeaningless, out);
    out.add(Event::Kind::note, "leave, as does Ctrl-D", "quit");
  } else if (command == "edit" || command == "play" || for_elsewhere(text)) {
    refuse_outside(command, out);
  } else if (trim(text).empty() || take_explain(text, out) || take_source(text, world_, out) || take_show(text, show, out) || refuse_set(text, out)) {
    return out;
  } else {
    last_ = text;
    Outcome o = world_.run("your line", text);
    if (!o.output.empty()) out.add(Event::Kind::output, o.output);
    left_ = o.failure && o.failure->kind == "SystemExit";
    if (o.failure && !left_) out.push_back(failure(*o.failure));
    if (const std::string slip = slip_of_python(text); !slip.empty()) out.add(Event::Kind::note, "(" + slip + ")");
  }
  return out;
}

}  // namespace mha::lesson
