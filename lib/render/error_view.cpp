#include "render/error_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace mha::render {

namespace {

std::string place_text(const Source& source, Span span) {
  const Place p = source.place(span.begin);
  return fmt::format("{}:{}:{}", source.name(), p.line, p.column);
}

/// A remark under the caret; further lines are set under its first word.
std::string remark(const Style& style, Role role, const std::string& label,
                   const std::string& text) {
  const int indent = static_cast<int>(label.size()) + 2;
  return hung(paint(style, role, label + ":") + " ", wrap(fit_charset(style, text), style.width - 1 - indent), indent);
}

// Python prints the whole message; one screen of it is enough here.
constexpr size_t kLongestMessage = 4000;

/// The first part of a very long text, whole characters, and how long it was.
std::string shortened(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (text[most] & 0xC0) == 0x80) --most;
  return text.substr(0, most) +
         fmt::format("... ({} characters)", codepoint_count(text));
}

// Shows only the ends of a deep recursion.
constexpr size_t kCallsShown = 4;

}  // namespace

std::string source_excerpt(const Style& style, const Source& source, Span span) {
  if (style.unicode) return caret_excerpt(source, span, style.width);
  // Aligns the carets with the characters as shown.
  const std::string& text = source.text();
  const size_t end = std::min<size_t>(span.end, text.size());
  const size_t begin = std::min<size_t>(span.begin, end);
  std::string shown = fit_charset(style, std::string_view(text).substr(0, begin));
  Span at;
  at.begin = static_cast<uint32_t>(shown.size());
  shown += fit_charset(style, std::string_view(text).substr(begin, end - begin));
  at.end = static_cast<uint32_t>(shown.size());
  shown += fit_charset(style, std::string_view(text).substr(end));
  return caret_excerpt(Source(source.name(), shown), at, style.width);
}

std::string error_text(const Style& style, const torch::Report& r) {
  std::string head = r.kind;
  if (!r.message.empty()) {
    head += ": " + shortened(r.message, kLongestMessage);
  }
  head = fit_charset(style, head);
  while (head.ends_with('\n')) head.pop_back();
  std::string out;
  if (r.source) out += fit_charset(style, place_text(*r.source, r.span)) + ": ";
  out += paint(style, Role::error, head) + "\n";
  if (r.source) out += source_excerpt(style, *r.source, r.span);
  // The calls that led there, nearest first: the place itself is above.
  const size_t callers = r.calls.empty() ? 0 : r.calls.size() - 1;
  for (size_t i = 0; i < callers; ++i) {
    if (i == kCallsShown && callers > kCallsShown + 1) {
      out += paint(style, Role::faint,
                   fmt::format("  ... {} more calls", callers - kCallsShown)) + "\n";
      break;
    }
    const lang::TraceEntry& inner = r.calls[callers - i];
    const lang::TraceEntry& outer = r.calls[callers - i - 1];
    const Place p = outer.source->place(outer.span.begin);
    const std::string code =
        shortened(std::string(trim(outer.source->line(p.line))), 200);
    out += paint(style, Role::faint,
                 fit_charset(style, fmt::format("  in {}, called at {}: {}", inner.function,
                                                place_text(*outer.source, outer.span), code))) + "\n";
  }
  if (!r.note.empty()) out += remark(style, Role::strong, "note", r.note);
  if (!r.help.empty()) out += remark(style, Role::hint, "help", r.help);
  return out;
}

std::string problem_text(const Style& style, const lesson::Problem& p) {
  std::string out = place_text(*p.source, p.span) + ": " +
                    paint(style, Role::error, p.message) + "\n" +
                    source_excerpt(style, *p.source, p.span);
  if (!p.help.empty()) out += remark(style, Role::hint, "help", p.help);
  return out;
}

}  // namespace mha::render
