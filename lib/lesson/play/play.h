#pragma once

// A `play` view in use: its knobs, their values, and the results. A state
// machine without input or output; play_keys.h turns keys into calls of it, and
// the prompt passes `set` lines as typed.

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lesson/scene.h"

namespace mha::lesson {

/// The value of a knob, in the member for its kind.
struct KnobValue {
  enum class Kind { number, whole, tensor, option, text };
  Kind kind = Kind::number;
  double number = 0;   // number, whole
  Tensor tensor;       // never written to: a change makes a new one
  size_t option = 0;   // of Knob::options
  std::string words;   // text; of an option, another number than these, as it was typed

  /// The value as it would be typed; of a tensor, cell number `cell` in reading
  /// order.
  std::string text(const Knob& knob, int64_t cell = 0) const;
};

/// A picture of the view, and its tensor, if it shows one.
struct PlayPicture {
  pictures::Shown picture;
  Tensor value;
};

/// The knobs at one moment, and the results.
struct PlayMoment {
  std::vector<KnobValue> knobs;
  std::string output;                    // what the code printed
  std::optional<torch::Report> failure;  // the error it ended in
  /// The pictures that could be made; after a failure perhaps none.
  std::vector<PlayPicture> pictures;
  bool reached = false;                  // the goal
};

class Playing {
 public:
  /// `world` has run the cells that the view needs; `play` must outlive the
  /// object.
  Playing(const Play& play, std::unique_ptr<World> world);

  const Play& play() const { return play_; }
  /// Why the view cannot be used: a knob whose start value has no number. Then
  /// call nothing else.
  const std::string& problem() const { return problem_; }

  /// The state now, and before the last change.
  const PlayMoment& now() const { return now_; }
  const PlayMoment& before() const { return before_; }
  /// What is told of a failure: what was turned, and the error's own words. The code that
  /// failed is on no screen, so neither a place in it nor its names say anything.
  std::string failure_text() const;
  /// The settings that reached the goal last; none if it has never been reached.
  const std::optional<std::string>& reached_with() const { return reached_with_; }

  /// Carries out "divisor = 4", "scores[0, 2] = 3", "scores = [[1, 2], [3,
  /// 4]]"; the value may be an expression. Returns empty, or changes nothing
  /// and returns a sentence that says what is wrong.
  std::string set(const std::string& assignment);
  /// The same for one knob, and cell; the text is only the value.
  std::string set(size_t knob, int64_t cell, const std::string& value);
  /// Moves a knob by that many steps, back if negative, and stops at the ends.
  /// A choice wraps around; a text stays as it is.
  void turn(size_t knob, int64_t cell, int64_t steps);
  /// Takes the last change back.
  void undo();
  /// Resets one knob, or all.
  void reset(std::optional<size_t> knob);

  /// "weights[0, 1]: 0.12 -> 0.3" for each shown number that the last change
  /// altered; at most `most`, and then how many more.
  std::vector<std::string> changes(size_t most) const;
  /// The knob's number in `name`, in any case, such as "divisor"; none if there is no such knob.
  std::optional<size_t> knob_named(const std::string& name) const;
  /// Whether the text is a value that the knob could have: a number in digits or in words.
  bool reads(size_t knob, const std::string& text);
  /// The picture of an expression with the view's values, as `show` asks for it.
  pictures::Shown show(const std::string& request) { return world_->show(request); }
  /// True if picture `i` looks the same as before the last change, as far as
  /// one can tell.
  bool unchanged(size_t i) const;
  /// The knobs that are not as at the start, as `set` takes them, by "; ".
  std::string settings() const;
  /// The labels of an axis of that length, if the lesson has as many `tokens`.
  std::vector<std::string> words(int64_t length) const;
  /// "divisor, from 0.25 to 16".
  std::string knob_text(size_t knob) const;
  /// By how much one step turns it.
  double step_of(size_t knob) const;

 private:
  void start();
  void recompute();
  /// Changes knobs, and computes what follows from them. Returns no complaint.
  std::string change(const std::function<void()>& knobs);
  std::string set_cells(size_t knob, const std::string& value);
  std::string set_option(size_t knob, const std::string& value);
  bool is_numeric(const Knob& knob);
  std::optional<double> number_of(const std::string& text);
  std::string refusal(size_t knob, double value) const;
  void write(size_t knob, int64_t cell, double value);

  const Play& play_;
  std::unique_ptr<World> world_;
  lang::ModulePtr code_;
  std::string problem_;
  std::vector<KnobValue> first_;
  PlayMoment now_, before_;
  std::set<std::string> shares_;  // the pictures of what are shares at the start: their scale stays
  std::optional<std::string> reached_with_;
};

/// A view of a lesson with the values of the lesson's own cells at its step.
std::unique_ptr<Playing> make_playing(const Lesson& lesson, const Play& play,
                                      torch::TorchOptions options);

/// The views of a lesson, in order.
std::vector<const Play*> plays_of(const Lesson& lesson);

/// The same shape, type and numbers, NaN among them; or both undefined.
bool same_tensor(const Tensor& a, const Tensor& b);

/// True if the cell has different numbers in the two, or the shapes differ.
bool cell_differs(const Tensor& a, const Tensor& b, int64_t cell);

/// The index of a cell, the number `cell` in reading order: "[0, 2]". A single number
/// has none.
std::string cell_text(const Shape& shape, int64_t cell);

}  // namespace mha::lesson
