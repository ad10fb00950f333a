#include "render/lesson_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/error_view.h"
#include "render/markdown.h"
#include "render/picture_view.h"

namespace mha::render {

namespace {

using lesson::Event;

/// Text under a mark: "+ Right. ...", wrapped and set under its first word.
std::string marked(const Style& style, Role role, const std::string& mark,
                   const std::string& text) {
  Style narrower = style;
  narrower.width = style.text_width() + 1 - display_width(mark) - 1;
  std::string out;
  std::string lead = paint(style, role, mark) + " ";
  for (const std::string& line : split_lines(markdown(narrower, text))) {
    out += lead + line + "\n";
    lead.assign(static_cast<size_t>(display_width(mark)) + 1, ' ');
  }
  return out;
}

std::string code_text(const Style& style, const std::string& code) {
  std::string out;
  const std::string bar = paint(style, Role::faint, style.unicode ? "│" : "|");
  for (const std::string& line : split_lines(code)) {
    out += "  " + bar + (line.empty() ? "" : " " + paint(style, Role::code, line)) + "\n";
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
      const std::string title = fmt::format("Lesson {}: {}", lesson.number, e.text);
      return heading_text(style, Role::title, title) +
             marked(style, Role::strong, "Goal:", e.detail);
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
      return picture_text(style, *e.picture);
    case Event::Kind::question:
      return marked(style, Role::question, "?", e.text) +
             marked(style, Role::faint, " ", "(" + e.detail + ")");
    case Event::Kind::option:
      return marked(style, Role::question, "  " + e.detail + ")", e.text);
    case Event::Kind::line: {
      // Code as it stands: the blanks in front of it matter.
      const std::string mark = "  " + e.detail + ")";
      if (e.text.find('`') != std::string::npos ||
          display_width(mark + " " + e.text) > style.text_width()) {
        return marked(style, Role::question, mark, e.text);
      }
      return "  " + paint(style, Role::question, e.detail + ")") + " " +
             paint(style, Role::code, fit_charset(style, e.text)) + "\n";
    }
    case Event::Kind::right:
      return marked(style, Role::right, u ? "✓" : "+", e.text);
    case Event::Kind::wrong:
      return marked(style, Role::wrong, u ? "✗" : "x", e.text);
    case Event::Kind::compared: {
      // What was said stays beside what came: on one line where both are short.
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
                        marked(style, Role::right, u ? "✓" : "+", e.text);
      if (!e.detail.empty()) out += "  " + e.detail + ".\n";
      return out;
    }
  }
  return "";
}

/// Events that belong closely together are not parted by an empty line.
bool joined(const Event& before, const Event& e) {
  using K = Event::Kind;
  if (e.kind == K::option || e.kind == K::line) return true;
  if (before.kind == K::note && e.kind == K::note) return true;
  if (e.kind == K::output || e.kind == K::failure) return before.kind == K::output;
  if (e.kind == K::compared || e.kind == K::note) return before.kind == K::right || before.kind == K::wrong;
  return false;
}

}  // namespace

std::string lesson_text(const Style& style, const lesson::Lesson& lesson,
                        const std::vector<Event>& events) {
  std::string out;
  for (size_t i = 0; i < events.size(); ++i) {
    const std::string text = event_text(style, lesson, events[i]);
    if (text.empty()) continue;
    if (i > 0 && !joined(events[i - 1], events[i])) out += "\n";
    out += text;
  }
  return out;
}

std::string course_text(const Style& style,
                        const std::vector<lesson::Lesson>& lessons,
                        const lesson::Progress* progress) {
  std::string out;
  for (const lesson::Lesson& l : lessons) {
    const lesson::LessonProgress* p = progress ? progress->find(l.id) : nullptr;
    std::string mark = " ";
    std::string state;
    if (p && p->done) {
      mark = paint(style, Role::right, style.unicode ? "✓" : "x");
      state = "done";
    } else if (p && p->step > 0) {
      mark = paint(style, Role::wrong, ">");
      state = fmt::format("step {} of {}", p->step + 1, l.steps.size());
    } else if (l.minutes > 0) {
      state = fmt::format("{} minutes", l.minutes);
    }
    out += fmt::format("{} {:>2}  ", mark, l.number) +
           paint(style, Role::strong, l.title) +
           (state.empty() ? "" : "  " + paint(style, Role::faint, "(" + state + ")")) + "\n";
    for (const std::string& line : wrap(l.goal, style.text_width() - 6)) {
      out += "      " + fit_charset(style, line) + "\n";
    }
    out += "      " + paint(style, Role::faint, "mha-tutor learn " + l.id) + "\n";
  }
  return out;
}

std::string prompt_text(const Style& style, const lesson::Session& session) {
  const std::string place =
      fmt::format("[{}/{}]", session.step() + 1, session.step_count());
  switch (session.waiting()) {
    case lesson::Waiting::enter:
      return paint(style, Role::prompt, place + " Enter goes on >") + " ";
    case lesson::Waiting::code:
      return paint(style, Role::prompt, place + " code >") + " ";
    default:
      return paint(style, Role::prompt, place + " your answer >") + " ";
  }
}

}  // namespace mha::render
