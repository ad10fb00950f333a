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

/// Saves what a learner has done as they do it. Where it cannot (a full disk),
/// they are told once, and the conversation goes on.
class Keeper {
 public:
  explicit Keeper(lesson::Progress& progress) : progress_(progress) {}

  void keep() {
    try {
      progress_.save();
      told_ = false;
    } catch (const Error& e) {
      if (!told_) write_err("mha-tutor: your progress is not kept: " + e.message() + "\n");
      told_ = true;
    }
  }
  /// Whether all is saved.
  bool kept() const { return !told_; }

 private:
  lesson::Progress& progress_;
  bool told_ = false;
};

/// What the editor at the prompt knows of a session. An answer in words has no colours.
template <typename Session>
Helpers helpers_of(const render::Style& style, Session& session) {
  const auto ending = [&session](const std::string& text) {
    // An answer in figures, or what is to be shown, goes on in no other line.
    const bool letters = std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c); });
    const bool figures = session.waiting() == lesson::Waiting::answer && !letters;
    return figures || trim(text).starts_with("show ") ? lang::Ending::whole : lang::ending_of(text);
  };
  Helpers helpers{ending,
                  [&session](const std::string& before) {
                    lesson::Completions found = session.completions(before);
                    return Completions{found.typed, std::move(found.words)};
                  },
                  session.draft()};
  if (style.colour && session.waiting() != lesson::Waiting::answer) {
    helpers.painted = [style](const std::string& text) { return pictures::paint_code(style, text); };
  }
  return helpers;
}

/// `edit` and `file`: code that comes from elsewhere, handed to `take` as if it had been
/// typed. False if the text is something else.
template <typename Session, typename Take>
bool take_outside(const render::Style& style, Session& session, const std::string& typed, const Take& take) {
  const std::string command = lesson::command_of(std::string(trim(typed)));
  const bool to_file = command == "file" && !session.exercise().empty();
  if (command != "edit" && !to_file) return false;
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

/// Talks with a Session (or a ReviewSession) until it is finished or the
/// learner leaves, also to go elsewhere. `text` and `prompt` say how its events and its
/// prompt look. True if it was finished.
template <typename Session, typename Text, typename Prompt>
bool converse(const render::Style& style, Session& session, Keeper& keeper, Elsewhere& elsewhere,
              const Text& text, const Prompt& prompt) {
  using lesson::Waiting;
  const auto take = [&](const std::string& typed) {
    lesson::Events events;
    {
      const InterruptScope scope([&] { session.interrupt(); });
      events = session.take(typed);
    }
    // A view that is asked for is played with on a screen of its own, if there is one.
    if constexpr (requires { session.play_wanted(); }) {
      if (session.play_wanted() && has_play_screen(style)) {
        play_on_screen(*session.play_wanted(), session.place());
        events = session.played();
      }
    }
    if (!events.empty()) write_screen(style, "\n" + text(events));
    keeper.keep();
  };
  write_screen(style, "\n" + text(session.begin()));
  keeper.keep();
  while (session.waiting() != Waiting::finished && session.waiting() != Waiting::left) {
    write_out("\n");
    const Typed answer = read_text(prompt(), helpers_of(style, session));
    if (answer.end == Typed::End::given_up) continue;
    if (answer.end == Typed::End::input) {
      write_out("\n");
      break;
    }
    if (!take_outside(style, session, answer.text, take)) take(answer.text);
    if (!session.elsewhere().empty() && elsewhere.take(session.elsewhere())) return false;
  }
  return session.waiting() == Waiting::finished;
}

}  // namespace mha::app
