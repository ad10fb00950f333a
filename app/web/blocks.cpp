#include "blocks.h"

#include <fmt/format.h>

#include "base/text.h"
#include "render/error_view.h"
#include "render/markdown_html.h"
#include "render/source_view.h"
#include "render/style.h"

namespace mha::web {

namespace {

using lesson::Event;
using nlohmann::json;

render::Style style_of(int width) {
  render::Style style;
  style.colour = true;
  style.colours = render::Colours::all;
  style.width = width;
  return style;
}

json html_block(const char* kind, const std::string& text, const std::string& label = "") {
  return {{"kind", kind}, {"html", render::markdown_html(text)}, {"label", label}};
}

json text_block(const char* kind, const std::string& text, const std::string& label = "") {
  return {{"kind", kind}, {"text", text}, {"label", label}};
}

json picture_block(const render::Style& style, const pictures::Shown& shown) {
  json out = text_block("picture", pictures::text(style, shown));
  render::Style spoken = style;
  spoken.spoken = true;
  spoken.colour = false;
  out["words"] = pictures::text(spoken, shown);
  out["name"] = fmt::format("{} of {}", shown.kind, shown.expression);
  return out;
}

json block(const render::Style& style, const lesson::Lesson& lesson, const Event& e) {
  using K = Event::Kind;
  switch (e.kind) {
    case K::title: {
      json out = html_block("title", e.detail, lesson.number > 0 ? fmt::format("Lesson {}", lesson.number) : "");
      out["text"] = e.text;
      return out;
    }
    case K::heading: return text_block("heading", e.text);
    case K::prose: return html_block("prose", e.text);
    case K::code: return text_block("code", render::paint_code(style, e.text));
    case K::starter: return text_block("starter", render::paint_code(style, e.text), "Start from:");
    case K::output: return text_block("output", e.text);
    case K::failure: return text_block("failure", render::error_text(style, *e.report));
    case K::picture: return picture_block(style, *e.picture);
    case K::source:
      return text_block("source", e.listing ? render::source_text(style, *e.listing) : render::source_index(style));
    case K::question: {
      json out = html_block("question", e.text);
      out["form"] = render::markdown_html(e.detail);
      return out;
    }
    case K::option: return html_block("option", e.text, e.detail);
    // Code keeps its indentation, which matters.
    case K::line:
      if (e.text.find('`') != std::string::npos) return html_block("line", e.text, e.detail);
      return text_block("line", render::paint_code(style, e.text), e.detail);
    case K::right: return html_block("right", e.text, "Right:");
    case K::wrong: return html_block("wrong", e.text, "Not yet:");
    case K::compared: {
      json out = text_block("compared", e.detail);
      out["said"] = e.text;
      return out;
    }
    case K::hint: return html_block("hint", e.text, "Hint " + e.detail + ":");
    case K::note: return html_block("note", e.text, e.detail);
    case K::done: {
      json out = html_block("done", e.text, "Done:");
      out["detail"] = e.detail;
      return out;
    }
  }
  return json::object();
}

}  // namespace

json blocks(const lesson::Lesson& lesson, const lesson::Events& events, int width) {
  json out = json::array();
  const render::Style style = style_of(width);
  for (const Event& e : events) out.push_back(block(style, lesson, e));
  return out;
}

}  // namespace mha::web
