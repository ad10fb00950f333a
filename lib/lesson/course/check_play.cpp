#include "lesson/course/check_play.h"

#include <algorithm>

#include "base/text.h"
#include "lesson/play/play.h"
#include "pictures/cells.h"

namespace mha::lesson {

namespace {

/// Errors that a learner may cause by changing a knob: sizes that do not fit,
/// and the like. Any other error is the author's mistake.
bool may_be_met(const std::string& kind) {
  return kind == "RuntimeError" || kind == "AssertionError" || kind == "ValueError" || kind == "IndexError";
}

/// What a learner may type where any text may be typed.
const std::string kTexts[] = {"?!", "\"\"", "\"  \"", "\xc3\x89t\xc3\xa9 17", join(std::vector<std::string>(40, "cats"), " ")};

class PlayCheck {
 public:
  PlayCheck(const Lesson& lesson, const Play& play, torch::TorchOptions options, std::vector<Problem>& problems)
      : lesson_(lesson), play_(play), problems_(problems), playing_(make_playing(lesson, play, options)) {}

  void run() {
    if (!playing_->problem().empty()) {
      problem(play_.span, "there is nothing to turn: " + playing_->problem());
      return;
    }
    if (const auto& failure = playing_->now().failure) {
      problem(place_of(*failure), failure->kind + ": " + failure->message);
      return;
    }
    pictures("");
    if (problems_.size() > before_) return;
    if (playing_->now().reached) problem(play_.goal.span, "the goal is reached at the start");
    twice();
    for (size_t i = 0; i < play_.knobs.size(); ++i) ends(i);
    way();
    for (const Text& hint : play_.hints) says_all(hint);
  }

 private:
  void problem(Span span, std::string message, std::string help = "") {
    problems_.push_back({lesson_.file, span, std::move(message), std::move(help)});
  }

  Span place_of(const torch::Report& r) const {
    if (!r.source || r.source->text() != play_.code.text) return play_.span;
    return {play_.code.span.begin + r.span.begin, play_.code.span.begin + r.span.end};
  }

  void pictures(const std::string& where) {
    for (const PlayPicture& shown : playing_->now().pictures) {
      const std::string& why = shown.picture.problem;
      if (!why.empty()) problem(play_.span, where + "there is nothing to draw: " + why);
    }
  }

  /// Code that writes into a tensor of the lesson gives a different result each
  /// time.
  void twice() {
    const PlayMoment first = playing_->now();
    playing_->turn(0, 0, 1);
    if (is_text(0)) playing_->set(0, 0, kTexts[0]);
    playing_->reset(std::nullopt);
    const PlayMoment& second = playing_->now();
    bool same = first.output == second.output && first.pictures.size() == second.pictures.size();
    for (size_t i = 0; same && i < first.pictures.size(); ++i) {
      same = same_tensor(first.pictures[i].value, second.pictures[i].value);
    }
    if (!same) {
      problem(play_.span, "back at the start it does not show the same again",
              "a tensor of the lesson is written into: work on a clone of it");
    }
  }

  bool is_text(size_t knob) const { return playing_->now().knobs[knob].kind == KnobValue::Kind::text; }

  /// At both ends, at each option, with odd texts, the rest as at the start.
  void ends(size_t knob) {
    const Knob& k = play_.knobs[knob];
    std::vector<std::string> values = k.options;
    if (k.low) values = {pictures::number_text(*k.low), pictures::number_text(*k.high)};
    if (is_text(knob)) values.assign(std::begin(kTexts), std::end(kTexts));
    for (const std::string& value : values) {
      playing_->reset(std::nullopt);
      const std::string where = "with " + k.name + " = " + value + ", ";
      if (const std::string why = playing_->set(knob, 0, value); !why.empty()) {
        problem(k.span, where + why);
        continue;
      }
      const auto& failure = playing_->now().failure;
      if (failure && !may_be_met(failure->kind)) {
        problem(k.span, where + failure->kind + ": " + failure->message);
      }
      if (!failure) pictures(where);
    }
  }

  void way() {
    playing_->reset(std::nullopt);
    for (const Text& line : play_.way) {
      if (const std::string why = playing_->set(line.text); !why.empty()) problem(line.span, why);
    }
    if (playing_->now().reached) return;
    problem(play_.goal.span, "the lines `set` do not reach the goal");
  }

  void says_all(const Text& hint) {
    const bool all = std::all_of(play_.way.begin(), play_.way.end(), [&](const Text& line) {
      return hint.text.find(line.text) != std::string::npos;
    });
    if (all) problem(hint.span, "this hint is the whole answer", "lead to it, and leave the last step to the learner");
  }

  const Lesson& lesson_;
  const Play& play_;
  std::vector<Problem>& problems_;
  const size_t before_ = problems_.size();
  std::unique_ptr<Playing> playing_;
};

}  // namespace

void check_play(const Lesson& lesson, const Play& play, torch::TorchOptions options, std::vector<Problem>& problems) {
  PlayCheck(lesson, play, options, problems).run();
}

}  // namespace mha::lesson
