#include "render/page/lesson_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "pictures/code.h"
#include "render/error_view.h"
#include "render/page/html.h"
#include "render/page/markdown_html.h"
#include "render/source_view.h"

namespace mha::render {

namespace {

using lesson::Event;

/// Markdown behind a label such as "Right:".
std::string prose(const char* kind, const std::string& label, const std::string& text) {
  std::string html = text.empty() && !label.empty() ? "<p></p>" : markdown_html(text);
  if (!label.empty()) html.insert(html.starts_with("<p>") ? 3 : 0, "<strong class=\"label\">" + html_escaped(label) + "</strong> ");
  return fmt::format("<div class=\"{}\">{}</div>\n", kind, html);
}

/// Text that keeps its columns: it scrolls sideways, also by keyboard.
std::string fixed(const char* kind, const char* name, std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return fmt::format("<pre class=\"{}\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}</pre>\n", kind, name, html_of(text));
}

std::string title(const lesson::Lesson& lesson, const Event& e) {
  return fmt::format("<header class=\"title\">{}<h2>{}</h2>\n{}</header>\n",
                     lesson.number > 0 ? fmt::format("<p class=\"number\">Lesson {}</p>", lesson.number) : "", html_escaped(e.text),
                     e.detail.empty() ? "" : prose("goal", "Goal:", e.detail));
}

std::string line_html(const Style& style, const Event& e) {
  if (e.text.find('`') != std::string::npos) return prose("option line", e.detail + ")", e.text);
  return fmt::format("<div class=\"option line\"><strong class=\"label\">{}) </strong><code>{}</code></div>\n", html_escaped(e.detail),
                     html_of(paint_code(style, e.text)));
}

/// Most texts begin with the word, which is then the label.
std::string right(const std::string& text) {
  const size_t word = text.starts_with("Right") && text.find_first_of(".:,") == 5 ? 6 : 0;
  return prose("right", word > 0 ? text.substr(0, word) : "Right:", std::string(trim(text.substr(word))));
}

std::string event_html(const Style& style, const lesson::Lesson& lesson, const Event& e) {
  using K = Event::Kind;
  switch (e.kind) {
    case K::title: return title(lesson, e);
    case K::heading: return "<h3>" + html_escaped(e.text) + "</h3>\n";
    case K::prose: return prose("prose", "", e.text);
    case K::code: return fixed("code", "code", paint_code(style, e.text));
    case K::starter:
      return "<div class=\"starter\"><p class=\"soft\">Start from:</p>\n" + fixed("code", "code", paint_code(style, e.text)) + "</div>\n";
    case K::output: return fixed("output", "output", e.text);
    case K::failure: return fixed("failure", "error", error_text(style, *e.report));
    case K::picture: return picture_html(*e.picture, style.width);
    case K::source: return fixed("source", "source", e.listing ? source_text(style, *e.listing) : source_index(style));
    case K::question:
      return fmt::format("<div class=\"question\">{}{}</div>\n", prose("asked", "?", e.text), prose("soft", "", e.detail));
    case K::option: return prose("option", e.detail + ")", e.text);
    case K::line: return line_html(style, e);
    case K::right: return right(e.text);
    case K::wrong: return prose("wrong", e.text.starts_with("Not yet:") ? "" : "Not yet:", e.text);
    case K::compared:
      return fmt::format("<div class=\"compared\"><p><span class=\"soft\">you said: </span><code>{}</code></p>\n<p class=\"soft\">it is:</p>\n{}</div>\n",
                         html_escaped(e.text), fixed("output", "the value", e.detail));
    case K::hint: return prose("hint", "Hint " + e.detail + ":", e.text);
    case K::note: return prose("note", e.detail, e.text);
    case K::done: return prose("done", "Done:", e.text + (e.detail.empty() ? "" : "\n\n" + e.detail + "."));
  }
  return "";
}

}  // namespace

std::string picture_html(const pictures::Shown& shown, int width) {
  if (!shown.picture) return "<p class=\"note\">" + html_escaped(text(html_style(10'000), shown)) + "</p>\n";
  return "<figure class=\"picture\"><div class=\"drawing\" tabindex=\"0\">" + svg(shown, std::min(width, pictures::kMostColumns)) + "</div></figure>\n";
}

std::string lesson_html(const lesson::Lesson& lesson, const lesson::Events& events, int width) {
  std::string out;
  for (const Event& e : events) out += event_html(html_style(width), lesson, e);
  return out;
}

}  // namespace mha::render
