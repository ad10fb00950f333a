#pragma once

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "commands/course.h"
#include "lesson/completion.h"
#include "lesson/event.h"
#include "lesson/progress.h"
#include "lesson/steering.h"
#include "own_editor.h"
#include "pictures/code.h"
#include "play_screen.h"
#include "terminal.h"

namespace mha::app {

/// Saves a learner's progress step by step. If it cannot (a full disk), it
/// warns once, and the conversation goes on.
class Keeper {
 public:
  explicit Keeper(lesson::Progress& progress) : progress_(progress) {}

  void keep() {
    try {
      progress_.save();
      told_ = false;
    } catch (const Error& e) {
      if (!told_) write_err("mha-tutor: your progress could not be saved: " + e.message() + "\n");
      told_ = true;
    }
  }
  /// Whether all is saved.
  bool kept() const { return !told_; }

 private:
  lesson::Progress& progress_;
  bool told_ = false;
};

/// Writes what a line has led to; sources a page at a time.
inline void write_events(const render::Style& style, const lesson::Events& events, const std::string& text) {
  const bool long_text = std::any_of(events.begin(), events.end(), [](const lesson::Event& e) {
    return e.kind == lesson::Event::Kind::source;
  });
  long_text ? write_pages(style, text) : write_screen(style, text);
}

/// What the editor at the prompt asks a session about. It does not colour an
/// answer in words.
template <typename Session>
Helpers helpers_of(const render::Style& style, Session& session) {
  const auto ending = [&session](const std::string& text) { return lesson::ending_at(session.waiting(), text); };
  Helpers helpers{ending,
                  [&session](const std::string& before) {
                    lesson::Completions found = session.completions(before);
                    return Completions{found.typed, std::move(found.words)};
                  },
                  [&session](const std::string& text) { return session.missing(text); }, session.draft()};
  if (style.colour && session.waiting() != lesson::Waiting::answer) {
    helpers.painted = [style](const std::string& text) { return pictures::paint_code(style, text); };
  }
  return helpers;
}

/// Handles `edit` and `file`: passes code from another editor to `take` as if
/// it had been typed. False if the text is another command.
template <typename Session, typename Take>
bool take_outside(const render::Style& style, Session& session, const std::string& typed, const Take& take) {
  const std::string command = lesson::command_of(std::string(trim(typed)));
  const bool to_file = command == "file" && !session.exercise().empty();
  if (command != "edit" && !to_file) return false;
  if (!to_file && session.waiting() == lesson::Waiting::answer) {
    write_screen(style, "\nNo code is asked for here: type your answer at the prompt.\n");
    return true;
  }
  const auto hand_in = [&](const std::string& code) {
    remember(code);
    take(code);
    return !session.exercise().empty();
  };
  try {
    if (to_file) {
      texts_from_file(style, session.exercise(), session.draft(), hand_in);
    } else if (const std::string code = text_from_editor(style, session.draft()); !code.empty()) {
      hand_in(code);
    }
  } catch (const Error& e) {
    write_screen(style, "\n" + render::fit_charset(style, e.message()) + ".\n");
  }
  return true;
}

/// Runs a Session (or a ReviewSession) until it is finished or the learner
/// leaves, perhaps to go elsewhere. `text` and `prompt` render its events and
/// its prompt. At the end of a session that is `open`, there is a last prompt:
/// the session may go on from there. True if it was finished.
template <typename Session, typename Text, typename Prompt>
bool converse(const render::Style& style, Session& session, Keeper& keeper, Elsewhere& elsewhere,
              const Text& text, const Prompt& prompt, bool open = false) {
  using lesson::Waiting;
  const auto take = [&](const std::string& typed) {
    lesson::Events events;
    {
      const Unechoed unechoed;
      const InterruptScope scope([&] { session.interrupt(); });
      events = session.take(typed);
    }
    // A `play` view takes the whole screen, if there is one.
    if constexpr (requires { session.play_wanted(); }) {
      if (session.play_wanted() && has_play_screen(style)) {
        play_on_screen(*session.play_wanted(), session.place());
        events = session.played();
      }
    }
    if (!events.empty()) write_events(style, events, "\n" + text(events));
    keeper.keep();
  };
  {
    const Unechoed unechoed;  // what was done before may take a while
    write_screen(style, "\n" + text(session.begin()));
  }
  keeper.keep();
  while (session.waiting() != Waiting::left && (open || session.waiting() != Waiting::finished)) {
    write_out("\n");
    const Typed answer = read_text(prompt(), helpers_of(style, session));
    if (answer.end == Typed::End::given_up) continue;
    if (answer.end == Typed::End::input) {
      write_out("\n");
      break;
    }
    const std::string command = lesson::command_of(std::string(trim(answer.text)));
    if (session.waiting() == Waiting::finished && (command == "next" || command == "skip" || answer.is_yes())) break;
    if (!take_outside(style, session, answer.text, take)) take(answer.text);
    if (!session.elsewhere().empty() && elsewhere.take(session.elsewhere())) return false;
  }
  return session.waiting() == Waiting::finished;
}

}  // namespace mha::app
