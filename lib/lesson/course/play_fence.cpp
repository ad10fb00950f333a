// The `play` fence: lines that begin with `turn`, `show`, `goal` or `set`, and
// the code between them.

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/text.h"
#include "lang/syntax/parser.h"
#include "lesson/course/fences.h"

namespace mha::lesson {

namespace {

/// A part of a line, and its place in the file.
struct Part {
  std::string_view text;
  uint32_t begin = 0;
  Span span() const { return {begin, begin + static_cast<uint32_t>(text.size())}; }
  std::string str() const { return std::string(text); }

  Part from(size_t at) const { return Part{text.substr(at), begin + static_cast<uint32_t>(at)}.trimmed(); }
  Part trimmed() const {
    const std::string_view inner = trim(text);
    return {inner, begin + static_cast<uint32_t>(inner.empty() ? 0 : inner.data() - text.data())};
  }
};

bool is_name(std::string_view text) {
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) || c == '_';
         });
}

/// Takes `WORD VALUE` from the end of the line, but for the blank before it; nothing if
/// it has no such word.
std::optional<Part> take_last(Part& line, std::string_view word) {
  const std::string between = " " + std::string(word) + " ";
  const size_t at = line.text.rfind(between);
  if (at == std::string_view::npos) return std::nullopt;
  const Part value = line.from(at + between.size());
  line.text = line.text.substr(0, at + 1);
  return value;
}

class PlayReader {
 public:
  PlayReader(const Fence& fence, Complaints& complaints) : fence_(fence), complaints_(complaints) {}

  std::optional<Play> read() {
    play_.span = fence_.head;
    const size_t mark = fence_.rest.find(" ? ");
    play_.name = trim(fence_.rest.substr(0, mark));
    if (mark != std::string::npos) play_.task = trim(fence_.rest.substr(mark + 3));
    play_.id = question_id("play", play_.name);
    if (!is_name(play_.name) || play_.task.empty()) {
      complaints_.add(fence_.head, "play needs a name of one word, and a task",
                      "```play divisor ? Turn the divisor until ...");
      return std::nullopt;
    }
    lines();
    const bool parses = complaints_.parses(play_.code.text, fence_.content.begin);
    if (play_.knobs.empty()) problem(fence_.head, "nothing to turn: a line `turn name = 1.0 by 0.5`");
    if (play_.goal.text.empty()) problem(fence_.head, "nothing to reach: a line `goal EXPR` that is true at the end");
    if (play_.way.empty()) problem(fence_.head, "no way to the goal: lines `set name = value`");
    if (play_.pictures.empty() && play_.code.text.find("print(") == std::string::npos) {
      problem(fence_.head, "nothing to see: a line `show KIND EXPR`, or a print()");
    }
    return sound_ && parses ? std::optional(std::move(play_)) : std::nullopt;
  }

 private:
  void problem(Span span, std::string message, std::string help = "") {
    complaints_.add(span, std::move(message), std::move(help));
    sound_ = false;
  }

  void lines() {
    uint32_t at = fence_.content.begin;
    for (const std::string& line : split_lines(fence_.body)) {
      const Part whole{line, at};
      at += static_cast<uint32_t>(line.size()) + 1;
      const size_t blank = std::min(line.find(' '), line.size());
      const std::string_view word = std::string_view(line).substr(0, blank);
      const Part rest = whole.from(blank);
      // `goal = 3` is code.
      const bool ours = !rest.text.empty() && !rest.text.starts_with('=') &&
                        (word == "turn" || word == "show" || word == "goal" || word == "set" || word == "title");
      // A line of ours leaves an empty one: code keeps its place in the file.
      play_.code.text += (ours ? std::string(line.size(), ' ') : line) + "\n";
      if (!ours) continue;
      if (word == "turn") turn(rest, whole.span());
      if (word == "show") show(rest, whole.span());
      if (word == "goal") goal(rest);
      if (word == "set") set(rest);
      if (word == "title") play_.title = rest.str();
    }
    play_.code.span = fence_.content;
  }

  /// NAME = EXPR from A to B by STEP, NAME = "TEXT", or NAME in EXPR, EXPR.
  void turn(Part rest, Span span) {
    Knob knob;
    knob.span = span;
    const size_t end = std::min(rest.text.find(' '), rest.text.size());
    knob.name = rest.text.substr(0, end);
    if (!is_name(knob.name)) {
      problem(span, "turn needs the name of what is turned", "turn scale = 1.0 from 0 to 4 by 0.5");
      return;
    }
    if (std::any_of(play_.knobs.begin(), play_.knobs.end(), [&](const Knob& k) { return k.name == knob.name; })) {
      problem(span, "'" + knob.name + "' is turned already");
      return;
    }
    rest = rest.from(end);
    if (rest.text.starts_with("in ")) {
      options(knob, rest.from(3));
    } else {
      number(knob, rest);
    }
    play_.knobs.push_back(std::move(knob));
  }

  void options(Knob& knob, const Part& list) {
    const lang::ModulePtr code = complaints_.parsed(list.str(), list.begin);
    sound_ = sound_ && code;
    if (!code) return;
    const auto* line = code->body.size() == 1 && code->body[0]->kind == lang::StmtKind::expr
                           ? static_cast<const lang::ExprStmt*>(code->body[0].get()) : nullptr;
    const auto* tuple = line && line->value->kind == lang::ExprKind::tuple
                            ? static_cast<const lang::Sequence*>(line->value.get()) : nullptr;
    if (!tuple || tuple->items.size() < 2) {
      problem(list.span(), "there is one value to choose: turn " + knob.name + " in 1, 2, 4");
      return;
    }
    for (const auto& item : tuple->items) {
      knob.options.emplace_back(list.text.substr(item->span.begin, item->span.end - item->span.begin));
    }
    knob.start = knob.options[0];
  }

  /// A number, a tensor or a text.
  void number(Knob& knob, const Part& rest) {
    if (rest.text.starts_with("= \"")) {  // whose words are its own
      knob.start = rest.from(1).str();
      sound_ = complaints_.parses(knob.start, rest.from(1).begin) && sound_;
      return;
    }
    // The words may stand at the beginning, too.
    const std::string text = " " + rest.str();
    Part line{text, rest.begin - 1};
    const auto value = [&](std::string_view word) -> std::optional<double> {
      const std::optional<Part> part = take_last(line, word);
      if (!part) return std::nullopt;
      double number = 0;
      const char* last = part->text.data() + part->text.size();
      const auto read = std::from_chars(part->text.data(), last, number);
      if (read.ec != std::errc() || read.ptr != last) {
        problem(part->span(), "'" + std::string(word) + "' is followed by a number, not by '" + part->str() + "'");
      }
      return number;
    };
    knob.step = value("by");
    knob.high = value("to");
    knob.low = value("from");
    const Part left = line.trimmed();
    if (knob.low.has_value() != knob.high.has_value() || (knob.low && !(*knob.low < *knob.high))) {
      problem(knob.span, "it goes from the smaller number to the larger: from 0 to 4");
    }
    if (knob.step && !(*knob.step > 0)) problem(knob.span, "a step is larger than 0");
    knob.start = knob.name;  // the lesson's own
    if (left.text.empty()) return;
    if (!left.text.starts_with('=')) {
      problem(rest.span(), "expected '= value', 'in value, value' or 'by step' after the name: " + rest.str());
      return;
    }
    knob.start = left.from(1).str();
    sound_ = complaints_.parses(knob.start, left.from(1).begin) && sound_;
  }

  void show(const Part& rest, Span span) {
    Fence line;
    line.role = "show";
    line.rest = rest.str();
    line.head = span;
    if (auto picture = read_picture(line, complaints_)) {
      play_.pictures.push_back(std::move(*picture));
    } else {
      sound_ = false;
    }
  }

  void goal(const Part& rest) {
    if (!play_.goal.text.empty()) problem(rest.span(), "there is a goal already", "`and` joins two");
    play_.goal = {rest.str(), rest.span()};
    sound_ = complaints_.parses(play_.goal.text, rest.begin) && sound_;
  }

  void set(const Part& rest) {
    play_.way.push_back({rest.str(), rest.span()});
    if (rest.text.find('=') == std::string_view::npos) problem(rest.span(), "set needs a name and a value: set scale = 2");
  }

  const Fence& fence_;
  Complaints& complaints_;
  Play play_;
  bool sound_ = true;
};

}  // namespace

std::optional<Play> read_play(const Fence& fence, Complaints& complaints) {
  return PlayReader(fence, complaints).read();
}

}  // namespace mha::lesson
