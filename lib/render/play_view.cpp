#include "render/play_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.h"
#include "render/markdown.h"

namespace mha::render {

namespace {

using lesson::Knob;
using lesson::KnobValue;
using lesson::PlayKeys;
using lesson::Playing;
using Lines = std::vector<std::string>;

constexpr int kGap = 3;        // between what stands side by side
constexpr int kSlider = 24;    // most columns of a number's way from end to end
constexpr int kMostTask = 3;       // lines
constexpr size_t kMostError = 6;
constexpr int kLeastBody = 4;   // lines for what follows from the knobs
constexpr int kLow = 20;        // a screen with fewer lines has none to leave empty
constexpr size_t kChanges = 6;
constexpr size_t kLongCell = 7;  // a number of more characters is shown as PyTorch prints it

/// Marks a changed number: bold and underlined; without colour in reverse
/// video, which then hides no background.
std::string changed_sgr(const Style& style) { return style.colour ? "1;4" : "7"; }

/// A run of characters without a space or brackets and commas around it, and its place in
/// the line.
struct Token {
  std::string text;  // without escapes
  size_t begin = 0, end = 0;
  std::string sgr;   // the escapes in force where it begins
};

bool counts(const Token& t) {
  return std::any_of(t.text.begin(), t.text.end(), [](unsigned char c) { return std::isalnum(c); });
}

std::vector<Token> tokens_of(const std::string& line) {
  std::vector<Token> tokens;
  std::string sgr;
  bool inside = false;
  const auto finish = [&] {
    inside = false;
    if (tokens.empty()) return;
    if (!counts(tokens.back())) return tokens.pop_back();
    Token& t = tokens.back();
    const size_t first = t.text.find_first_not_of("(["), last = t.text.find_last_not_of(")],");
    t.end = t.begin + last + 1;
    t.begin += first;
    t.text = t.text.substr(first, last + 1 - first);
  };
  for (size_t i = 0; i < line.size();) {
    if (line[i] == '\033') {
      const size_t end = past_character(line, i);
      const std::string escape = line.substr(i, end - i);
      sgr = escape == "\033[0m" ? "" : sgr + escape;
      if (inside) finish();
      i = end;
    } else if (line[i] == ' ') {
      if (inside) finish();
      ++i;
    } else {
      if (!inside) tokens.push_back({"", i, i, sgr});
      inside = true;
      tokens.back().text += line[i++];
      tokens.back().end = i;
    }
  }
  if (inside) finish();
  return tokens;
}

std::string marked_line(const Style& style, const std::string& line, const std::vector<Token>& now,
                        const std::vector<Token>& before) {
  std::string out;
  size_t at = 0;
  for (size_t i = 0; i < now.size(); ++i) {
    if (now[i].text == before[i].text) continue;
    out += line.substr(at, now[i].begin - at) + "\033[" + changed_sgr(style) + "m" + now[i].text + "\033[0m" + now[i].sgr;
    at = now[i].end;
  }
  return out + line.substr(at);
}

/// One screen, put together from top to bottom.
class PlayView {
 public:
  PlayView(const Style& style, int height, const PlayKeys& keys, const std::string& where)
      : style_(style), height_(height), keys_(keys), playing_(keys.playing()), where_(where) {}

  Lines lines() const {
    if (style_.width < kLeastPlayWidth || height_ < kLeastPlayHeight) return too_small();
    Lines screen = head();
    const Lines below = foot();
    const int room = std::max(1, height_ - static_cast<int>(screen.size() + below.size()));
    const Lines middle = pages(keys_.help() ? help() : body(room), room);
    screen.insert(screen.end(), middle.begin(), middle.end());
    screen.resize(static_cast<size_t>(height_) - below.size());
    screen.insert(screen.end(), below.begin(), below.end());
    for (std::string& line : screen) line = cut(line);
    return screen;
  }

 private:
  int room() const { return style_.width - 1; }

  Lines too_small() const {
    const std::string text = fmt::format("This view needs {} columns and {} lines: make the terminal larger, or press q.",
                                         kLeastPlayWidth, kLeastPlayHeight);
    Lines lines = wrap(text, std::max(1, room()));
    lines.resize(static_cast<size_t>(std::max(1, height_)));
    return lines;
  }

  /// The line cut at the screen's edge, with a mark, because half a number
  /// would be a different number. Escapes count no columns.
  std::string cut(const std::string& line) const {
    if (display_width(line) <= room()) return line;
    std::string out;
    int used = 0;
    bool marked = false;
    for (size_t i = 0, end = 0; i < line.size(); i = end) {
      end = past_character(line, i);
      const std::string piece = line.substr(i, end - i);
      used += display_width(piece);
      if (line[i] == '\033' || used < room()) {
        out += piece;
      } else if (!marked) {
        out += style_.unicode ? "…" : ">";
        marked = true;
      }
    }
    return out;
  }

  size_t most_task() const { return static_cast<size_t>(std::clamp(height_ - kLeastPlayHeight + 1, 1, kMostTask)); }

  Lines head() const {
    Style narrower = style_;
    narrower.width = style_.width - 2;
    Lines lines = {title()};
    Lines task = split_lines(markdown(narrower, playing_.play().task));
    const size_t most = most_task();
    if (task.size() > most) {
      task.resize(most);
      task.back() += style_.unicode ? " …" : " ...";  // ? has the rest
    }
    for (size_t i = 0; i < task.size(); ++i) {
      lines.push_back((i == 0 ? paint(style_, Role::question, "?") : " ") + (" " + task[i]));
    }
    lines.push_back(playing_.now().reached ? paint(style_, Role::right, style_.unicode ? "✓ Reached." : "+ Reached.") + " q goes on."
                    : playing_.reached_with() ? paint(style_, Role::faint, "  Reached before, but not now.")
                                             : paint(style_, Role::faint, "  Not yet."));
    if (height_ >= kLow) lines.emplace_back();
    const Lines knobs = knob_lines(height_ - static_cast<int>(lines.size()) - 3 - kLeastBody);
    lines.insert(lines.end(), knobs.begin(), knobs.end());
    if (height_ >= kLow && !lines.back().empty()) lines.emplace_back();
    return lines;
  }

  /// The name and what there is to see; then the lesson, where there is room.
  std::string title() const {
    const std::string& name = playing_.play().name;
    const std::string seen = fit_charset(style_, playing_.play().title), where = fit_charset(style_, where_);
    std::string line = paint(style_, Role::title, name) + (seen.empty() ? "" : "  " + seen);
    if (display_width(line) + 2 + display_width(where) <= room()) line += "  " + paint(style_, Role::faint, where);
    return line;
  }

  /// What is turned and is no tensor: all, or as many as there is room for, around the
  /// one that is chosen.
  Lines knob_lines(int most) const {
    Lines all;
    size_t mine = 0;
    for (size_t i = 0; i < playing_.play().knobs.size(); ++i) {
      if (value(i).kind == KnobValue::Kind::tensor) continue;
      if (i <= keys_.knob()) mine = all.size();
      all.push_back(knob_line(i));
    }
    const auto room = static_cast<size_t>(std::max(1, most));
    if (all.size() <= room) return all;
    const size_t first = std::min(mine, all.size() - room);
    return Lines(all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + room));
  }

  const KnobValue& value(size_t knob) const { return playing_.now().knobs[knob]; }

  std::string pointer(size_t knob) const {
    return knob == keys_.knob() ? paint(style_, Role::prompt, style_.unicode ? "▸ " : "> ") : "  ";
  }

  /// Shows the selected item in brackets and in reverse video.
  std::string chosen(const std::string& text) const { return "\033[7m[" + text + "]\033[0m"; }

  std::string knob_line(size_t i) const {
    int names = 0;
    for (const Knob& k : playing_.play().knobs) names = std::max(names, display_width(k.name));
    const Knob& knob = playing_.play().knobs[i];
    const std::string name = pointer(i) + paint(style_, Role::strong, padded_right(knob.name, names)) + "  ";
    const bool mine = i == keys_.knob();
    const auto set = [&](const std::string& text) { return mine ? chosen(text) : "[" + text + "]"; };
    if (value(i).kind == KnobValue::Kind::option) {
      std::string all;
      for (size_t n = 0; n < knob.options.size(); ++n) {
        const bool now = n == value(i).option && value(i).words.empty();
        all += (n == 0 ? "" : " ") + (now ? set(knob.options[n]) : " " + knob.options[n] + " ");
      }
      if (!value(i).words.empty()) all += " " + set(value(i).words);
      if (display_width(name + all) <= room()) return name + all;
      const bool listed = value(i).words.empty();
      return name + set(value(i).text(knob)) + (listed ? fmt::format("  {} of {}", value(i).option + 1, knob.options.size()) : "");
    }
    const std::string number = value(i).text(knob);
    std::string line = name + set(number) + std::string(static_cast<size_t>(std::max(1, 8 - display_width(number))), ' ');
    if (knob.low) line += slider(value(i).number, *knob.low, *knob.high, room() - display_width(line));
    return line;
  }

  /// The number's place between its bounds, in at most that many columns.
  std::string slider(double number, double low, double high, int columns) const {
    const std::string left = fmt::format("{:g} ", low), right = fmt::format(" {:g}", high);
    const int way = std::clamp(columns - display_width(left + right), 2, kSlider);
    const auto at = static_cast<int>(std::lround((number - low) / (high - low) * (way - 1)));
    std::string line;
    for (int i = 0; i < way; ++i) {
      line += i == at ? (style_.unicode ? "●" : "O") : style_.unicode ? "─" : "-";
    }
    return paint(style_, Role::faint, left) + line + paint(style_, Role::faint, right);
  }

  /// A tensor that is turned: its cells, the chosen one in brackets.
  Lines grid(size_t i) const {
    const Tensor& t = value(i).tensor;
    const Tensor& old = playing_.before().knobs[i].tensor;
    const int64_t columns = t.shape().back(), rows = t.numel() / columns;
    const bool flat = t.dim() == 1;
    const Lines above = playing_.words(columns);
    const Lines beside = flat ? Lines() : playing_.words(rows);
    Lines cells;
    for (int64_t c = 0; c < t.numel(); ++c) {
      std::string text = value(i).text(playing_.play().knobs[i], c);
      if (text.size() > kLongCell) text = pictures::number_text(std::stod(text));
      cells.push_back(std::move(text));
    }
    const int label = widest(beside);
    const int width = std::max(widest(cells), std::min(widest(above), 6));
    const bool mine = i == keys_.knob();
    Lines lines = {pointer(i) + paint(style_, Role::strong, playing_.play().knobs[i].name)};
    std::string heading(static_cast<size_t>(label), ' ');
    for (int64_t c = 0; c < columns; ++c) {
      heading += padded_left(above.empty() ? std::to_string(c) : shortened(style_, above[static_cast<size_t>(c)], width + 1), width + 1) + " ";
    }
    lines.push_back(above.empty() ? paint(style_, Role::faint, heading) : heading);
    for (int64_t r = 0; r < rows; ++r) {
      std::string line = padded_right(beside.empty() ? "" : beside[static_cast<size_t>(r)], label);
      for (int64_t c = 0; c < columns; ++c) {
        const int64_t cell = r * columns + c;
        const std::string& text = cells[static_cast<size_t>(cell)];
        const std::string blanks(static_cast<size_t>(std::max(0, width - display_width(text))), ' ');
        const bool changed = lesson::cell_differs(t, old, cell);
        line += blanks + (mine && cell == keys_.cell() ? chosen(text)
                          : changed                    ? " \033[" + changed_sgr(style_) + "m" + text + "\033[0m "
                                                       : " " + text + " ");
      }
      lines.push_back(std::move(line));
    }
    return lines;
  }

  /// What was printed, its lines broken at the edge of the screen.
  std::string folded(const std::string& output) const {
    Lines lines;
    for (const std::string& line : split_lines(fit_charset(style_, output))) {
      if (display_width(line) <= room()) lines.push_back(line);
      else for (std::string& part : wrap(line, room())) lines.push_back(std::move(part));
    }
    return join(lines, "\n") + "\n";
  }

  /// The blocks that follow from the knobs; a picture is drawn for that width, if nothing of
  /// it is lost then.
  std::vector<Lines> blocks(int width) const {
    std::vector<Lines> all;
    Style narrow = style_, wide = style_;
    narrow.width = width;
    wide.width = room();
    for (size_t i = 0; i < playing_.play().knobs.size(); ++i) {
      if (value(i).kind == KnobValue::Kind::tensor) all.push_back(grid(i));
    }
    const lesson::PlayMoment &now = playing_.now(), &before = playing_.before();
    if (!now.output.empty()) {
      all.push_back(split_lines(mark_changes(style_, folded(now.output), folded(before.output))));
    }
    for (size_t i = 0; i < now.pictures.size(); ++i) {
      const pictures::Shown& shown = now.pictures[i].picture;
      if (is_knob(shown)) continue;
      const Style& fit = !shown.picture || shown.picture->whole(narrow) ? narrow : wide;
      const std::string drawn = pictures::text(fit, shown);
      const auto old = std::find_if(before.pictures.begin(), before.pictures.end(), [&](const lesson::PlayPicture& p) {
        return p.picture.kind == shown.kind && p.picture.expression == shown.expression;
      });
      const std::string was = old == before.pictures.end() ? drawn : pictures::text(fit, old->picture);
      const std::string marked = mark_changes(style_, drawn, was);
      Lines lines = {paint(style_, Role::strong, shown.expression) + (marked == drawn && drawn != was ? " (changed)" : "")};
      for (std::string& line : split_lines(marked)) lines.push_back(std::move(line));
      all.push_back(std::move(lines));
    }
    if (now.failure) {
      Lines lines = wrap(fit_charset(style_, playing_.failure_text()), narrow.text_width());
      lines.resize(std::min(lines.size(), kMostError));
      for (std::string& line : lines) line = paint(style_, Role::error, line);
      all.push_back(std::move(lines));
    }
    return all;
  }

  /// Whether the picture is of a knob's tensor, which is on the screen already.
  bool is_knob(const pictures::Shown& shown) const {
    const auto& knobs = playing_.play().knobs;
    for (size_t i = 0; i < knobs.size(); ++i) {
      if (value(i).kind == KnobValue::Kind::tensor && knobs[i].name == shown.expression && shown.kind == "heatmap") return true;
    }
    return false;
  }

  /// Places blocks side by side while there is room, then below.
  Lines flow(const std::vector<Lines>& blocks) const {
    Lines all, row;
    int used = 0;
    const auto finish = [&] {
      if (row.empty()) return;
      if (!all.empty()) all.emplace_back();
      all.insert(all.end(), row.begin(), row.end());
      row.clear();
      used = 0;
    };
    for (const Lines& block : blocks) {
      const int width = widest(block);
      if (used > 0 && used + kGap + width > room()) finish();
      const int left = used > 0 ? used + kGap : 0;
      if (row.size() < block.size()) row.resize(block.size());
      for (size_t i = 0; i < block.size(); ++i) row[i] = padded_right(row[i], left) + block[i];
      used = left + width;
    }
    finish();
    return all;
  }

  /// Drawn as wide as there is room for or, if it then fits the screen, narrower and
  /// side by side.
  Lines body(int height) const {
    const Lines wide = flow(blocks(room()));
    if (static_cast<int>(wide.size()) <= height) return wide;
    const Lines narrow = flow(blocks((style_.width - kGap) / 2 + 1));
    return narrow.size() < wide.size() ? narrow : wide;
  }

  Lines pages(const Lines& all, int height) const {
    if (static_cast<int>(all.size()) <= height) return all;
    const int shown = std::max(1, height - 1);  // the last line tells of the rest
    const int count = (static_cast<int>(all.size()) + shown - 1) / shown;
    const int page = keys_.page() % count;
    const auto first = all.begin() + page * shown;
    Lines lines(first, all.end() - first > shown ? first + shown : all.end());
    lines.resize(static_cast<size_t>(shown));
    lines.push_back(paint(style_, Role::faint, fmt::format("({} of {} screens: Space shows the next)", page + 1, count)));
    return lines;
  }

  Lines help() const {
    Lines lines = split_lines(markdown(style_, playing_.play().task));
    if (lines.size() > most_task()) lines.emplace_back();
    else lines.clear();  // it stands above
    Style narrower = style_;
    narrower.width = style_.width - 18;
    for (const auto& [keys, what] : lesson::play_keys()) {
      const std::string lead = paint(style_, Role::strong, padded_right(keys, 16)) + " ";
      for (std::string& line : split_lines(hung(lead, wrap(what, narrower.text_width())))) lines.push_back(std::move(line));
    }
    lines.push_back(paint(style_, Role::faint, "Any key goes back."));
    return lines;
  }

  /// The end of a line that is being typed, where it is longer than the screen.
  std::string typed(const std::string& line) const {
    size_t begin = 0;
    while (display_width(std::string_view(line).substr(begin)) > room() - 1) next_codepoint(line, begin);
    return line.substr(begin);
  }

  Lines foot() const {
    const Knob& knob = playing_.play().knobs[keys_.knob()];
    const bool tensor = value(keys_.knob()).kind == KnobValue::Kind::tensor;
    const bool is_text = value(keys_.knob()).kind == KnobValue::Kind::text;
    std::string said;
    if (keys_.entry()) {
      said = typed(knob.name + (tensor ? lesson::cell_text(value(keys_.knob()).tensor.shape(), keys_.cell()) : "") + " = " +
                   *keys_.entry()) + "\033[7m \033[0m";
    } else if (!keys_.remark().empty()) {
      said = paint(style_, Role::wrong, fit_charset(style_, keys_.remark()));
    } else {
      said = paint(style_, Role::faint, shortened(style_, changes_text(), room()));
    }
    const std::string keys = keys_.types_number() ? "Enter sets it   Escape drops it   - changes its sign"
                             : keys_.entry() ? "Enter sets it   Escape drops it"
                             : keys_.going() ? "any key stops it   q leave"
                             : is_text ? "Enter types another text   Tab next   r reset   ? help   q leave"
                             : room() >= 70 ? "arrows choose   + - change   g go   Tab next   r reset   ? help   q leave"
                                          : "arrows + - Tab r   ? help   q leave";
    return {said, paint(style_, Role::prompt, keys)};
  }

  /// As many changes as there is room for, and how many more there are.
  std::string changes_text() const {
    std::string text;
    for (size_t most = kChanges; most > 0; --most) {
      const Lines changes = playing_.changes(most);
      text = changes.empty() ? "" : "Changed: " + join(changes, "; ");
      if (display_width(text) <= room()) break;
    }
    return text;
  }

  const Style& style_;
  int height_;
  const PlayKeys& keys_;
  const Playing& playing_;
  const std::string& where_;
};

}  // namespace

std::string mark_changes(const Style& style, const std::string& now, const std::string& before) {
  if (now == before) return now;
  const Lines lines = split_lines(now), old = split_lines(before);
  if (lines.size() != old.size()) return now;
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::vector<Token> tokens = tokens_of(lines[i]), was = tokens_of(old[i]);
    if (tokens.size() != was.size()) return now;
    out += marked_line(style, lines[i], tokens, was) + "\n";
  }
  return out;
}

std::vector<std::string> play_screen(const Style& style, int height, const PlayKeys& keys, const std::string& where) {
  return PlayView(style, height, keys, where).lines();
}

}  // namespace mha::render
