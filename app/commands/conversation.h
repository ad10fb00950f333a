#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "lesson/event.h"
#include "lesson/progress.h"
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

/// Talks with a Session (or a ReviewSession) until it is finished or the
/// learner leaves. `text` and `prompt` say how its events and its prompt look.
/// True if it was finished.
template <typename Session, typename Text, typename Prompt>
bool converse(const render::Style& style, Session& session, Keeper& keeper,
              const Text& text, const Prompt& prompt) {
  using lesson::Waiting;
  write_screen(style, "\n" + text(session.begin()));
  keeper.keep();
  while (session.waiting() != Waiting::finished && session.waiting() != Waiting::left) {
    write_out("\n");
    const Typed answer = read_text(prompt(), {lang::ending_of, {}});
    if (answer.end == Typed::End::given_up) continue;
    if (answer.end == Typed::End::input) {
      write_out("\n");
      break;
    }
    lesson::Events events;
    {
      const InterruptScope scope([&] { session.interrupt(); });
      events = session.take(answer.text);
    }
    if (!events.empty()) write_screen(style, "\n" + text(events));
    keeper.keep();
  }
  return session.waiting() == Waiting::finished;
}

}  // namespace mha::app
