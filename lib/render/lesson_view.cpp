#include "render/lesson_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/error_view.h"
#include "render/markdown.h"
#include "render/source_view.h"

namespace mha::render {

namespace {

using lesson::Event;

/// Text after a mark: "+ Right. ...", wrapped and aligned with its first word.
std::string marked(const Style& style, Role role, const std::string& mark,
                   const std::string& text) {
  Style narrower = style;
  narrower.width = style.text_width() + 1 - display_width(mark) - 1;
  return hung(paint(style, role, mark) + " ", split_lines(markdown(narrower, text)));
}

std::string code_text(const Style& style, const std::string& code) {
  std::string out;
  const std::string bar = paint(style, Role::faint, style.unicode ? "│" : "|");
  for (const std::string& line : split_lines(paint_code(style, code))) {
    out += "  " + bar + (line.empty() ? "" : " " + line) + "\n";
  }
  return out;
}

/// Wrapped, with a rule under it.
std::string heading_text(const Style& style, Role role, const std::string& text) {
  std::string out;
  int widest = 0;
  for (const std::string& line : wrap(fit_charset(style, text), style.text_width())) {
    out += paint(style, role, line) + "\n";
    widest = std::max(widest, display_width(line));
  }
  return out + paint(style, Role::faint, rule(style, widest)) + "\n";
}

std::string with_newline(std::string text) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text;
}

std::string event_text(const Style& style, const lesson::Lesson& lesson,
                       const Event& e) {
  const bool u = style.unicode;
  switch (e.kind) {
    case Event::Kind::title: {
      // The quiz has no number.
      const std::string title =
          lesson.number > 0 ? fmt::format("Lesson {}: {}", lesson.number, e.text) : e.text;
      return heading_text(style, Role::title, title) +
             (e.detail.empty() ? "" : marked(style, Role::strong, "Goal:", e.detail));
    }
    case Event::Kind::heading:
      return heading_text(style, Role::heading, e.text);
    case Event::Kind::prose:
      return markdown(style, e.text);
    case Event::Kind::code:
      return code_text(style, e.text);
    case Event::Kind::starter:
      return paint(style, Role::faint, "Start from:") + "\n" + code_text(style, e.text);
    case Event::Kind::output:
      return with_newline(e.text);
    case Event::Kind::failure:
      return error_text(style, *e.report);
    case Event::Kind::picture:
      return pictures::text(style, *e.picture);
    case Event::Kind::source:
      return e.listing ? source_text(style, *e.listing) : source_index(style);
    case Event::Kind::question:
      return marked(style, Role::question, "?", e.text) +
             marked(style, Role::faint, " ", "(" + e.detail + ")");
    case Event::Kind::option:
      return marked(style, Role::question, "  " + e.detail + ")", e.text);
    case Event::Kind::line: {
      // Prints code unchanged, because its indentation matters.
      const std::string mark = "  " + e.detail + ")";
      if (e.text.find('`') != std::string::npos ||
          display_width(mark + " " + e.text) > style.text_width()) {
        return marked(style, Role::question, mark, e.text);
      }
      return "  " + paint(style, Role::question, e.detail + ")") + " " +
             paint_code(style, fit_charset(style, e.text)) + "\n";
    }
    case Event::Kind::right:
      return marked(style, Role::right, u ? "✓" : "+", e.text);
    case Event::Kind::wrong:
      return marked(style, Role::wrong, u ? "✗" : "x", e.text);
    case Event::Kind::compared: {
      // Shows the learner's answer beside the right value, on one line if both
      // are short.
      std::string out = paint(style, Role::faint, "  you said: ") + e.text + "\n";
      const bool one_line = e.detail.find('\n') == std::string::npos;
      out += paint(style, Role::faint, one_line ? "  it is:    " : "  it is:\n") + e.detail + "\n";
      return out;
    }
    case Event::Kind::hint:
      return marked(style, Role::hint, "Hint " + e.detail + ":", e.text);
    case Event::Kind::note:
      if (!e.detail.empty()) {
        return marked(style, Role::strong, fmt::format("  {:<9}", e.detail), e.text);
      }
      return markdown(style, e.text);
    case Event::Kind::done: {
      std::string out = paint(style, Role::faint, rule(style, style.text_width())) + "\n" +
                        (e.detail.empty() ? markdown(style, e.text) : marked(style, Role::right, u ? "✓" : "+", e.text));
      if (!e.detail.empty()) out += "  " + e.detail + ".\n";
      return out;
    }
  }
  return "";
}

/// Whether two events belong together, with no empty line between them.
bool joined(const Event& before, const Event& e) {
  using K = Event::Kind;
  if (e.kind == K::option || e.kind == K::line) return true;
  if (before.kind == K::note && e.kind == K::note) return true;
  if (e.kind == K::output || e.kind == K::failure) return before.kind == K::output;
  if (e.kind == K::compared || e.kind == K::note) return before.kind == K::right || before.kind == K::wrong;
  return false;
}

/// Two texts side by side, or nothing if the terminal is too narrow.
std::string beside(const Style& style, const std::string& left, const std::string& right) {
  constexpr int kGap = 4;
  const std::vector<std::string> a = split_lines(left), b = split_lines(right);
  const int width = widest(a);
  if (style.spoken || width + kGap + widest(b) > style.width - 1) return "";
  std::string out;
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string line = i < a.size() ? a[i] : "";
    out += (i < b.size() ? padded_right(line, width + kGap) + b[i] : line) + "\n";
  }
  return without_trailing_blanks(out);
}

}  // namespace

std::string lesson_text(const Style& style, const lesson::Lesson& lesson,
                        const std::vector<Event>& events) {
  std::string out;
  for (size_t i = 0; i < events.size(); ++i) {
    std::string text = event_text(style, lesson, events[i]);
    if (text.empty()) continue;
    if (i > 0 && !joined(events[i - 1], events[i])) out += "\n";
    // Pictures that follow each other are meant to be compared.
    while (events[i].picture && i + 1 < events.size() && events[i + 1].picture) {
      const std::string both = beside(style, text, event_text(style, lesson, events[i + 1]));
      if (both.empty()) break;
      text = both;
      ++i;
    }
    out += text;
  }
  return out;
}

namespace {

/// "done", "step 3/14", "15 min".
std::string state_of(const lesson::Lesson& lesson, const lesson::LessonProgress* p) {
  if (p && p->done) return "done";
  if (p && p->step > 0) return fmt::format("step {}/{}", p->step + 1, lesson.steps.size());
  return lesson.minutes > 0 ? fmt::format("{} min", lesson.minutes) : "";
}

}  // namespace

std::string course_text(const Style& style,
                        const std::vector<lesson::Lesson>& lessons,
                        const lesson::Progress* progress, bool goals) {
  const auto of = [&](const lesson::Lesson& l) {
    return progress ? progress->find(l.id) : nullptr;
  };
  int title_width = 0, state_width = 0;
  for (const lesson::Lesson& l : lessons) {
    title_width = std::max(title_width, display_width(l.title));
    state_width = std::max(state_width, display_width(state_of(l, of(l))));
  }
  std::string out;
  for (const lesson::Lesson& l : lessons) {
    const lesson::LessonProgress* p = of(l);
    const bool done = p && p->done, begun = p && !done && p->step > 0;
    const std::string mark = done    ? paint(style, Role::right, style.unicode ? "✓" : "x")
                             : begun ? paint(style, Role::wrong, ">")
                                     : " ";
    out += fmt::format("{} {:>2}  ", mark, l.number) +
           paint(style, Role::strong, padded_right(fit_charset(style, l.title), title_width)) + "  " +
           padded_right(state_of(l, p), state_width) + "  " + paint(style, Role::faint, l.id) + "\n";
    if (goals) out += hung("      ", wrap(fit_charset(style, l.goal), style.text_width() - 6));
  }
  return out;
}

std::string welcome_text(const Style& style,
                         const std::vector<lesson::Lesson>& lessons,
                         const lesson::Progress& progress,
                         const lesson::Lesson& now, int step, size_t due) {
  std::string out;
  const auto paragraph = [&](const std::string& text) { out += markdown(style, text); };
  const bool fresh = progress.current().empty();
  if (fresh) {
    out += paint(style, Role::title, "mha-tutor") + "\n\n";
    paragraph(fmt::format(
        "Learn multi-head attention by predicting, running and changing it: {} lessons, from "
        "what attention is to writing it from an empty file.", lessons.size()));
    out += "\n";
    paragraph("You are asked before you are shown. At every prompt you can also type code of "
              "your own, or `hint`, `back`, `help`, `quit`.");
  } else {
    const auto done = std::count_if(lessons.begin(), lessons.end(), [&](const lesson::Lesson& l) {
      const lesson::LessonProgress* p = progress.find(l.id);
      return p && p->done;
    });
    paragraph(fmt::format("{} of {} lessons done.{}", done, lessons.size(),
                          due > 0 ? fmt::format(" {} due for `mha-tutor review`.",
                                                due == 1 ? "1 question is" : fmt::format("{} questions are", due))
                                  : ""));
  }
  const std::string place = fresh ? fmt::format("Start with lesson {}: {}", now.number, now.title)
                                  : fmt::format("You are in lesson {}, step {} of {}: {}", now.number,
                                                step + 1, now.steps.size(), now.title);
  out += "\n" + paint(style, Role::strong, fit_charset(style, place)) + "\n";
  out += hung("  ", wrap(fit_charset(style, now.goal), style.text_width() - 2));
  out += "\n" + paint(style, Role::faint, "mha-tutor list shows all lessons, mha-tutor --help everything else.") + "\n";
  return out;
}

namespace {

std::string prompt(const Style& style, int index, int count, lesson::Waiting waiting) {
  const std::string place = fmt::format("[{}/{}] ", index + 1, count);
  const bool last = index + 1 == count;
  const char* wanted = waiting == lesson::Waiting::enter  ? last ? "Enter ends it" : "Enter goes on"
                       : waiting == lesson::Waiting::code ? "code"
                       : waiting == lesson::Waiting::play ? "Enter plays"
                                                          : "your answer";
  return paint(style, Role::prompt, place + wanted + " >") + " ";
}

}  // namespace

std::string prompt_text(const Style& style, const lesson::Session& session) {
  return prompt(style, session.step(), session.step_count(), session.waiting());
}

std::string review_prompt(const Style& style, const lesson::ReviewSession& session) {
  return prompt(style, session.index(), session.count(), session.waiting());
}

}  // namespace mha::render
