#include "lesson/play/play_keys.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"
#include "lesson/play/play_lines.h"

namespace mha::lesson {

namespace {

constexpr int64_t kMany = 10;  // steps at once

}  // namespace

const std::vector<std::pair<std::string, std::string>>& play_keys() {
  static const std::vector<std::pair<std::string, std::string>> keys = {
      {"+ -", "change it by a step (also = and _)"},
      {"PgUp PgDn", "change it by ten steps"},
      {"arrows, hjkl", "choose a cell or the next line; left and right change a number"},
      {"g", "let it go by itself, a step at a time; any key stops it"},
      {"Tab", "the next thing to change"},
      {"digits, Enter", "type a value, such as 3, -5 or inf, or a text; or a line, set NAME = VALUE"},
      {"r", "back to the start; R: everything"},
      {"Space", "more of the pictures, where they do not fit"},
      {"q, Esc", "leave"},
  };
  return keys;
}

void PlayKeys::press(const std::string& key) {
  if (entry_) {
    type(key);
    return;
  }
  remark_.clear();
  const bool went = std::exchange(going_, false), minus = std::exchange(minus_, false);
  if (help_) {
    help_ = key == " ";
    page_ = help_ ? page_ + 1 : 0;
    return;
  }
  if (key == "up" || key == "k") {
    move(-1, 0);
  } else if (key == "down" || key == "j") {
    move(1, 0);
  } else if (key == "left" || key == "h") {
    move(0, -1);
  } else if (key == "right" || key == "l") {
    move(0, 1);
  } else if (key == "+" || key == "=") {
    turn(1);
  } else if (key == "-" || key == "_") {
    const std::string before = playing_.settings();
    turn(-1);
    minus_ = key == "-" && !minus;
    stepped_ = playing_.settings() != before;
  } else if (key == "page-up") {
    turn(kMany);
  } else if (key == "page-down") {
    turn(-kMany);
  } else if (key == "tab") {
    go_to((knob_ + 1) % playing_.play().knobs.size());
  } else if (key == "back-tab") {
    go_to((knob_ + playing_.play().knobs.size() - 1) % playing_.play().knobs.size());
  } else if (key == "g") {
    going_ = !went;
  } else if (key == "r") {
    playing_.reset(knob_);
  } else if (key == "R") {
    playing_.reset(std::nullopt);
  } else if (key == " ") {
    ++page_;
  } else if (key == "?") {
    help_ = true;
    page_ = 0;
  } else if (key == "q" || key == "escape") {
    left_ = true;
  } else if (key == "enter") {
    entry_ = "";
  } else if (key.size() == 1 && playing_.now().knobs[knob_].kind == KnobValue::Kind::text && std::isalpha(static_cast<unsigned char>(key[0]))) {
    entry_ = key;  // a sentence typed without Enter
  } else if (key.size() == 1 && std::string_view("0123456789.is").find(key[0]) != std::string_view::npos) {
    // `i` begins inf; `s` a line as it is typed at the prompt: set scores[0, 2] = 3.
    const bool negative = minus && key != "s";
    // One - was no step down: it began a number, -5.
    if (negative && stepped_) playing_.undo();
    entry_ = (negative ? "-" : "") + key;
  }
}

void PlayKeys::tick() {
  const std::string before = playing_.settings();
  turn(1);
  going_ = playing_.settings() != before && !playing_.now().failure;
}

bool PlayKeys::types_number() const {
  const bool text = playing_.now().knobs[knob_].kind == KnobValue::Kind::text;
  return entry_ && !entry_->empty() && !text && (entry_->find_first_not_of("-+.0123456789") == std::string::npos || entry_->ends_with("inf"));
}

void PlayKeys::type(const std::string& key) {
  const bool text = playing_.now().knobs[knob_].kind == KnobValue::Kind::text;
  if (key == "escape" || (key == "q" && types_number())) {
    // No number contains a q, so it always means leaving.
    entry_.reset();
  } else if (key == "-" && types_number()) {
    // Before a number, - is a step down: here it may still become -5.
    entry_ = entry_->starts_with('-') ? entry_->substr(1) : "-" + *entry_;
  } else if (key == "backspace") {
    if (!entry_->empty()) entry_->pop_back();
    while (!entry_->empty() && (entry_->back() & 0x80)) entry_->pop_back();
  } else if (key == "enter") {
    const std::string value(trim(*entry_));
    entry_.reset();
    // A text may begin with the word `set`.
    const bool assigns = !text || value.find('=') != std::string::npos;
    const std::optional<std::string> line = assigns ? set_line(value) : std::nullopt;
    remark_ = value.empty() ? "" : line ? playing_.set(*line) : playing_.set(knob_, cell_, value);
  } else if (key.size() == 1 || (key[0] & 0x80)) {
    constexpr size_t kLongest = 60, kLongestText = 200;
    if (entry_->size() < (text ? kLongestText : kLongest)) *entry_ += key;
  }
}

void PlayKeys::go_to(size_t knob) {
  knob_ = knob;
  cell_ = 0;
}

void PlayKeys::turn(int64_t steps) {
  // Up a page is ten steps of a number, but one option.
  const KnobValue::Kind kind = playing_.now().knobs[knob_].kind;
  const std::string before = playing_.settings();
  playing_.turn(knob_, cell_, kind == KnobValue::Kind::option ? (steps > 0 ? 1 : -1) : steps);
  const PlayMoment& now = playing_.now();
  if (playing_.settings() == before) {
    remark_ = kind == KnobValue::Kind::text ? "Enter types another text." : playing_.knob_text(knob_) + ".";
  } else if (!now.failure && now.output == playing_.before().output && playing_.changes(1).empty()) {
    remark_ = "No number that is shown has changed.";
  }
}

void PlayKeys::move(int rows, int columns) {
  const KnobValue& now = playing_.now().knobs[knob_];
  const bool tensor = now.kind == KnobValue::Kind::tensor;
  if (!tensor && columns != 0) {
    turn(columns);
    return;
  }
  const int64_t width = tensor ? now.tensor.shape().back() : 1;
  const int64_t height = tensor ? now.tensor.numel() / width : 1;
  const int64_t row = cell_ / width + rows;
  const int64_t column = std::clamp<int64_t>(cell_ % width + columns, 0, width - 1);
  if (row >= 0 && row < height) {
    cell_ = row * width + column;
  } else if (row < 0 && knob_ > 0) {
    go_to(knob_ - 1);
    const KnobValue& above = playing_.now().knobs[knob_];
    if (above.kind == KnobValue::Kind::tensor) {
      const int64_t its = above.tensor.shape().back();
      cell_ = above.tensor.numel() - its + std::min(column, its - 1);
    }
  } else if (row >= height && knob_ + 1 < playing_.play().knobs.size()) {
    go_to(knob_ + 1);
  }
}

}  // namespace mha::lesson
