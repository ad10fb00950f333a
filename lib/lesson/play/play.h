#pragma once

// A view being played with: its knobs, what they are set to, and what follows
// from it. A state machine without input or output; play_keys.h turns keys into
// calls of it, and the prompt's `set` lines come here as they are typed.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lesson/scene.h"

namespace mha::lesson {

/// What a knob is set to: the member that its kind has.
struct KnobValue {
  enum class Kind { number, whole, tensor, option };
  Kind kind = Kind::number;
  double number = 0;   // number, whole
  Tensor tensor;       // never written to: a turn makes a new one
  size_t option = 0;   // of Knob::options

  /// As it would be typed; of a tensor, its cell number `cell` in reading order.
  std::string text(const Knob& knob, int64_t cell = 0) const;
};

/// A picture of the view, and the tensor it is of, where it is of one.
struct PlayPicture {
  pictures::Shown picture;
  Tensor value;
};

/// The knobs at one moment, and all that followed from them.
struct PlayMoment {
  std::vector<KnobValue> knobs;
  std::string output;                    // what the code printed
  std::optional<torch::Report> failure;  // what it ended in
  /// Of the pictures, those that could be made: after a failure perhaps none.
  std::vector<PlayPicture> pictures;
  bool reached = false;                  // the goal
};

class Playing {
 public:
  /// `world` has run the cells that the view builds on; `play` outlives it.
  Playing(const Play& play, std::unique_ptr<World> world);

  const Play& play() const { return play_; }
  /// Why there is nothing to play with: a knob whose start has no number. Then
  /// nothing else is to be called.
  const std::string& problem() const { return problem_; }

  /// What it looks like now, and looked like before the last turn.
  const PlayMoment& now() const { return now_; }
  const PlayMoment& before() const { return before_; }
  /// The goal has been reached at some moment.
  bool was_reached() const { return was_reached_; }

  /// Takes "divisor = 4", "scores[0, 2] = 3", "scores = [[1, 2], [3, 4]]"; the
  /// value may be an expression. What is wrong with it, in a sentence, and
  /// nothing has changed then; or empty.
  std::string set(const std::string& assignment);
  /// The same of one knob, and cell, by a text that holds the value alone.
  std::string set(size_t knob, int64_t cell, const std::string& value);
  /// Goes on by that many steps, back if negative, and stops at the ends. A
  /// choice goes to its next option and round again.
  void turn(size_t knob, int64_t cell, int64_t steps);
  /// Back to the start: one knob, or all.
  void reset(std::optional<size_t> knob);

  /// "weights[0, 1]: 0.12 -> 0.3", of each number shown that the last turn has
  /// changed; no more than `most`, and then how many more.
  std::vector<std::string> changes(size_t most) const;
  /// True if picture `i` looks as before the last turn, as far as that can be told.
  bool unchanged(size_t i) const;
  /// The knobs that are not as at the start, as `set` takes them, by "; ".
  std::string settings() const;
  /// The words of an axis of that length, where the lesson has as many `tokens`.
  std::vector<std::string> words(int64_t length) const;
  /// "divisor, from 0.25 to 16".
  std::string knob_text(size_t knob) const;

 private:
  void start();
  void recompute();
  std::string set_cells(size_t knob, const std::string& value);
  std::string set_option(size_t knob, const std::string& value);
  std::optional<double> number_of(const std::string& text);
  std::string refusal(size_t knob, double value) const;
  double step_of(size_t knob) const;
  void write(size_t knob, int64_t cell, double value);

  const Play& play_;
  std::unique_ptr<World> world_;
  lang::ModulePtr code_;
  std::string problem_;
  std::vector<KnobValue> first_;
  PlayMoment now_, before_;
  bool was_reached_ = false;
};

/// A view of a lesson, where its step begins: as the lesson's own cells have it.
std::unique_ptr<Playing> make_playing(const Lesson& lesson, const Play& play,
                                      torch::TorchOptions options);

/// The views of a lesson, in order.
std::vector<const Play*> plays_of(const Lesson& lesson);

/// The same shape, type and numbers, NaN among them; or both undefined.
bool same_tensor(const Tensor& a, const Tensor& b);

/// True if the cell does not hold the same number in both, or the shapes differ.
bool cell_differs(const Tensor& a, const Tensor& b, int64_t cell);

/// The index of a cell, the number `cell` in reading order: "[0, 2]". A single number
/// has none.
std::string cell_text(const Shape& shape, int64_t cell);

}  // namespace mha::lesson
