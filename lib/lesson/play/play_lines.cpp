#include "lesson/play/play_lines.h"

#include <algorithm>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/typed_code.h"
#include "lesson/asking.h"

namespace mha::lesson {

namespace {

using Kind = Event::Kind;

// More changed numbers are counted, not listed.
constexpr size_t kChanges = 3;

/// A knob's value now; of a tensor with one or two axes and a few cells, all of them.
std::string now_text(const Knob& knob, const KnobValue& now) {
  constexpr int64_t kCells = 25;
  if (now.kind != KnobValue::Kind::tensor) return now.text(knob);
  const Shape& shape = now.tensor.shape();
  if (shape.size() > 2 || now.tensor.numel() > kCells) return "";
  std::vector<std::string> rows;
  const int64_t columns = shape.back();
  for (int64_t at = 0; at < now.tensor.numel(); at += columns) {
    std::vector<std::string> cells;
    for (int64_t i = 0; i < columns; ++i) cells.push_back(now.text(knob, at + i));
    rows.push_back("[" + join(cells, ", ") + "]");
  }
  return shape.size() == 1 ? rows[0] : "[" + join(rows, ", ") + "]";
}

void show_values(const Playing& playing, bool only_changed, Events& out) {
  const PlayMoment& now = playing.now();
  // One line is a remark on these values, as long as it holds.
  const bool remark = std::count(now.output.begin(), now.output.end(), '\n') == 1;
  if (!now.output.empty() && !(only_changed && !remark && now.output == playing.before().output)) {
    out.add(Kind::output, now.output);
  }
  for (size_t i = 0; i < now.pictures.size(); ++i) {
    if (only_changed && playing.unchanged(i)) continue;
    out.add(Kind::note, "`" + now.pictures[i].picture.expression + "`:");
    out.push_back({Kind::picture, "", "", nullptr, std::make_shared<pictures::Shown>(now.pictures[i].picture)});
  }
  if (now.failure) out.add(Kind::output, playing.failure_text() + "\n");
}

}  // namespace

std::optional<std::string> set_line(const std::string& line) {
  const std::string_view text = trim(line);
  if (text == "set") return "";
  if (lower(text.substr(0, 4)) != "set ") return std::nullopt;
  const std::string_view rest = trim(text.substr(4));
  // A name `set` of the learner's own goes on with a sign.
  if (rest.starts_with('=') || rest.starts_with('.') || rest.starts_with('(')) return std::nullopt;
  // "set row to 4", "set row 4"
  static const Pattern kTo(R"(([A-Za-z_]\w*(?:\[[^\]]*\])?) +(?:to +)?([^= ].*))");
  const PatternMatch to = kTo.fullmatch(rest);
  return to && rest.find('=') == std::string_view::npos ? to[1] + " = " + to[2] : std::string(rest);
}

bool refuse_set(const std::string& line, Events& out) {
  const std::optional<std::string> set = set_line(line);
  if (!set || set->find('=') == std::string::npos || line.find_first_of("=[") == std::string::npos) return false;
  out.add(Kind::note, "`set` belongs to `play`. Here you assign as Python does: type `" + *set + "`.");
  return true;
}

/// As set_line(), also where it is said shorter: "row = 4", "row 4", "row += 1" and, of a
/// view with one number to set, the number alone.
static std::optional<std::string> set_in(Playing& playing, const std::string& line) {
  if (const std::optional<std::string> set = set_line(line)) return set;
  if (!playing.problem().empty()) return std::nullopt;
  const std::vector<Knob>& knobs = playing.play().knobs;
  const std::string text(trim(line));
  static const Pattern kNamed(R"((([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?)\s*(?:(\+|-|\*|/)?=([^=].*)|(?: to| is|:)? +(?![-+*/] )(.+)))");
  const PatternMatch named = kNamed.fullmatch(text);
  if (const std::optional<size_t> knob = named ? playing.knob_named(named[2]) : std::nullopt) {
    if (!named[3].empty()) return named[1] + " = " + named[1] + " " + named[3] + " (" + named[4] + ")";
    if (!named[4].empty()) return text;
    if (playing.reads(*knob, named[5])) return named[1] + " = " + named[5];
  }
  const KnobValue::Kind kind = playing.now().knobs[0].kind;
  const bool alone = knobs.size() == 1 && kind != KnobValue::Kind::tensor && kind != KnobValue::Kind::text;
  return alone && playing.reads(0, text) ? std::optional(knobs[0].name + " = " + text) : std::nullopt;
}

std::string play_usage(const Playing& playing) {
  std::vector<std::string> ways;
  const Play& play = playing.play();
  for (size_t i = 0; i < play.knobs.size() && playing.problem().empty(); ++i) {
    const KnobValue& now = playing.now().knobs[i];
    ways.push_back("`set " + play.knobs[i].name +
                   (now.kind == KnobValue::Kind::tensor ? cell_text(now.tensor.shape(), 0) : "") + " = " +
                   now.text(play.knobs[i]) + "`");
  }
  return "Type " + join(ways, " or ") + " with a value of your own, or `reset`.";
}

std::string play_form(const Playing& playing) {
  std::string usage = play_usage(playing);
  usage[0] = 't';
  usage.pop_back();
  return "Enter shows the view; or " + usage;
}

void show_knobs(const Playing& playing, Events& out) {
  for (size_t i = 0; i < playing.play().knobs.size(); ++i) {
    const std::string now = now_text(playing.play().knobs[i], playing.now().knobs[i]);
    out.add(Kind::note, "- " + playing.knob_text(i) + (now.empty() ? "" : "; now " + now));
  }
}

void show_play(const Playing& playing, Events& out) {
  if (const std::string& title = playing.play().title; !title.empty()) out.add(Kind::note, title);
  out.add(Kind::question, playing.play().task, play_usage(playing));
  show_knobs(playing, out);
  show_values(playing, /*only_changed=*/false, out);
}

bool take_play_line(Playing& playing, const std::string& line, Events& out) {
  const std::optional<std::string> set = set_in(playing, line);
  if (!set && trim(line) != "reset") return false;
  const std::string settings = playing.settings();
  std::vector<std::string> changes;
  if (set) {
    // "row = 0, column = 4"
    static const Pattern kNext(R"( *[,;] *(?:and +)?(?:set +)?(?=[A-Za-z_]\w*(?:\[[^\]]*\])? *=[^=]))");
    for (const std::string& one : kNext.split(*set)) {
      if (const std::string why = playing.set(one); !why.empty()) {
        out.add(Kind::note, why);
        return true;
      }
      for (std::string& change : playing.changes(kChanges)) changes.push_back(std::move(change));
    }
  } else {
    playing.reset(std::nullopt);
    changes = playing.changes(kChanges);
  }
  if (playing.settings() == settings) {
    out.add(Kind::note, "It already has that value: nothing has changed.");
    return true;
  }
  Events values;
  show_values(playing, /*only_changed=*/true, values);
  if (!changes.empty()) {
    out.add(Kind::note, "Changed: " + join(changes, "; ") + ".");
  } else if (values.empty()) {
    out.add(Kind::note, "No number that is shown has changed.");
  }
  std::move(values.begin(), values.end(), std::back_inserter(out));
  return true;
}

void show_way(const Play& play, Playing& playing, Events& out) {
  playing.reset(std::nullopt);
  std::string lines;
  for (const Text& line : play.way) {
    lines += "set " + line.text + "\n";
    playing.set(line.text);
  }
  out.add(Kind::note, "One way to reach it:");
  out.add(Kind::code, lines);
  show_values(playing, /*only_changed=*/false, out);
}

// ------------------------------------------------------ as a lesson's question

Playing* Asking::playing() {
  const auto* play = std::get_if<Play>(&block_);
  if (play && !playing_) playing_ = std::make_unique<Playing>(*play, scene_.make_world(scene_.seed()));
  return playing_.get();
}

void Asking::take_play(const Play&, const std::string& line, Events& out) {
  if (set_in(*playing(), line)) ++answer_.tries;
  if (take_play_line(*playing(), line, out)) {
    played(out);
  } else if (code_of(scene_.world(), line).is_code) {
    try_line(line, out);
  } else {
    not_an_answer("", "a change, `set NAME = VALUE`; Enter shows the view", out);
  }
}

void Asking::played(Events& out) {
  if (!open_) return;
  const std::optional<std::string> reached = playing()->reached_with();
  if (!reached) {
    out.add(Kind::note, "Not there yet: Enter shows the view. `hint` helps, `skip` shows a way.");
    return;
  }
  // Counts no tries: changing numbers is the task, not a wrong answer.
  answer_.tries = 1;
  settle(true, "set " + *reached);
  out.add(Kind::right, "Right: reached with " + *reached + ".");
  say_why(out);
}

}  // namespace mha::lesson
