#pragma once

// The keys of a full-screen `play` view, and what each does. It knows nothing
// about terminals; lib/render draws the view, and the program reads the keys.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lesson/play/play.h"

namespace mha::lesson {

class PlayKeys {
 public:
  /// `playing` must outlive the object.
  explicit PlayKeys(Playing& playing) : playing_(playing) {}

  /// A key by its name (up, down, left, right, page-up, page-down, home, end, tab,
  /// back-tab, enter, escape, backspace) or the character it types.
  void press(const std::string& key);
  /// Whether the knob turns by itself: then tick() is called again and again, a
  /// little time apart, until a key is pressed.
  bool going() const { return going_; }
  /// Turns the knob by one step; at its end, or after a failure, it stands still.
  void tick();

  const Playing& playing() const { return playing_; }
  /// The selected knob, and its cell in reading order if it is a tensor.
  size_t knob() const { return knob_; }
  int64_t cell() const { return cell_; }
  /// The value being typed, or none.
  const std::optional<std::string>& entry() const { return entry_; }
  /// Whether that is a number so far: then `-` changes its sign.
  bool types_number() const;
  /// What was wrong with the last value typed, or empty.
  const std::string& remark() const { return remark_; }
  bool help() const { return help_; }
  /// How many screens the pictures are scrolled down.
  int page() const { return page_; }
  bool left() const { return left_; }

 private:
  void type(const std::string& key);
  void move(int rows, int columns);
  void go_to(size_t knob);
  void turn(int64_t steps);

  Playing& playing_;
  size_t knob_ = 0;
  int64_t cell_ = 0;
  std::optional<std::string> entry_;
  std::string remark_;
  bool help_ = false;
  bool going_ = false;
  int page_ = 0;
  bool left_ = false;
  bool minus_ = false;    // the last key was -, and not the one before it
  bool stepped_ = false;  // and turned the knob
};

/// The keys for the help screen: (keys, what they do).
const std::vector<std::pair<std::string, std::string>>& play_keys();

}  // namespace mha::lesson
