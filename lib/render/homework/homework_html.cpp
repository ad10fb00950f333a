#include "render/homework/homework_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/front_end.h"
#include "base/text.h"
#include "render/homework/homework_words.h"
#include "render/page/html.h"
#include "render/page/markdown_html.h"

namespace mha::render {

namespace {

using homework::Finding;
using homework::Location;
using homework::Result;
using homework::StageResult;
using homework::StageVerdict;
using homework::Verdict;

class Page {
 public:
  Page(const Result& result, int hints) : result_(result), hints_(hints) {}

  std::string text() {
    add("<main class=\"report\">\n<h1>{}</h1>\n", html_escaped(result_.file));
    heading();
    if (const StageResult* s = result_.first_wrong()) first_wrong(*s);
    const bool elsewhere = result_.error_elsewhere;
    if (result_.verdict == Verdict::wrong) experiment();
    if (result_.error && !elsewhere) error("The program stops with an error");
    findings();
    if (result_.error && elsewhere) error("Elsewhere the program stops with an error");
    properties();
    // Below what is wrong, which a phone would not show beside them.
    stages();
    remarks();
    add("<p class=\"soft\">Made by mha-tutor, seed {}.</p>\n</main>\n", result_.seed);
    return html_page(fmt::format("{}: {}", result_.file, verdict()), out_);
  }

 private:
  template <typename... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...);
  }

  std::string verdict() const {
    return result_.verdict == Verdict::right   ? "right"
           : result_.verdict == Verdict::wrong ? "not right yet"
                                               : "could not be judged";
  }

  void heading() {
    std::string about = subject_text(result_);
    if (result_.place.known()) about += fmt::format(" ({})", line_text(result_, result_.place));
    if (!result_.assignment.empty()) {
      add("<p class=\"soft\">{}, as homework <code>{}</code>: {}</p>\n", html_escaped(about),
          html_escaped(result_.assignment), html_escaped(result_.title));
    }
    const bool right = result_.verdict == Verdict::right;
    if (result_.verdict == Verdict::unjudged) {
      add("<p class=\"wrong\">✗ It could not be judged: {}</p>\n", html_escaped(result_.trouble));
      experiment();
      if (!result_.help.empty()) add("{}\n", markdown_html(result_.help));
      return;
    }
    add("<p class=\"{}\">{}{}</p>\n", right ? "right" : "count", right ? "✓ " : "", count_sentence(result_));
    const std::string cases = probes_sentence(result_);
    if (!cases.empty()) add("<p>{}{}</p>\n", right ? "" : "Cases tried: ", html_escaped(cases));
  }

  void experiment() {
    if (!result_.next) return;
    add("<p class=\"count\">{}</p>\n<pre><code>{}</code></pre>\n<p>{}</p>\n", html_escaped(experiment_lead(result_)),
        html_escaped(result_.next->code), html_escaped(experiment_sentence(result_)));
  }

  void stages() {
    if (result_.stages.empty()) return;
    add("<h2>Stages</h2>\n<table>\n<tr><th scope=\"col\">verdict</th><th scope=\"col\">stage</th><th scope=\"col\">where</th>"
        "<th scope=\"col\" class=\"number\">points</th></tr>\n");
    for (const StageResult& s : result_.stages) {
      const char* look = is_wrong(s.verdict) ? "wrong" : s.verdict == StageVerdict::right ? "right" : "soft";
      add("<tr><td class=\"{}\">{} {}</td><td>{}</td><td>{}</td><td class=\"number\">{} of {}</td></tr>\n", look,
          verdict_mark(s.verdict),
          verdict_word(s.verdict) + (s.verdict == StageVerdict::right && follows_wrong(result_, s)
                                         ? ", given its input" : ""), html_escaped(s.title),
          html_escaped(line_text(result_, place_of(result_, s))), s.points, s.of);
    }
    add("</table>\n");
  }

  /// The line of the source, with the relevant part marked.
  void excerpt(const Location& place) {
    if (!place.known()) return;
    const Source& source = *place.source;
    const int number = source.place(place.span.begin).line;
    const std::string_view line = source.line(number);
    const uint32_t start = source.line_start(number);
    const size_t from = std::min<size_t>(place.span.begin - start, line.size());
    const size_t to = std::clamp<size_t>(place.span.end - std::min(place.span.end, start), from, line.size());
    const size_t indent = std::min(line.find_first_not_of(" \t"), from);
    const auto part = [&](size_t a, size_t b) {
      return html_escaped(harmless(std::string(line.substr(a, b - a))));
    };
    add("<pre><code><span class=\"soft\">{:4}  </span>{}<mark>{}</mark>{}</code></pre>\n", number,
        part(indent, from), from < to ? part(from, to) : "&nbsp;", part(to, line.size()));
  }

  void row(const char* name, const std::string& value) {
    if (!value.empty()) add("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", name, html_escaped(value));
  }

  void first_wrong(const StageResult& s) {
    add("<h2>First wrong: {} <span class=\"wrong\">({})</span></h2>\n", html_escaped(s.title),
        verdict_word(s.verdict));
    const Location fault = fault_of(result_), shows = place_of(result_, s);
    excerpt(fault);
    add("<table>\n");
    if (!same_line(fault, shows)) row("shows in", line_text(result_, shows));
    row("case", judged_case(result_));
    const std::string shape = fmt::format("{}: {}", shape_text(s.expected_shape), named_shape(s.expected_shape, s.axes));
    if (s.shape != s.expected_shape) {
      row("expected shape", shape);
      row("your shape", own_shape(s));
    } else {
      if (!s.expected_shape.empty()) row("shape", shape + ", as expected");
      if (s.first_wrong) {
        row("first at", s.first_wrong->words);
        row("numbers", numbers_sentence(s));
      }
      row("in all", difference_sentence(s));
    }
    add("</table>\n");
  }

  void error(const char* heading) {
    const torch::Report& e = *result_.error;
    add("<h2>{}</h2>\n<p class=\"wrong\">✗ {}{}{}</p>\n", heading, html_escaped(e.kind),
        e.message.empty() ? "" : ": ", html_escaped(e.message));
    excerpt({e.source, e.span});
    if (!e.note.empty()) add("<p>{}</p>\n", html_escaped(e.note));
    if (const std::string help = help_of_error(result_); !help.empty()) add("<p>{}</p>\n", html_escaped(help));
  }

  void findings() {
    if (result_.verdict != Verdict::wrong) return;
    const auto groups = grouped(result_.findings);
    const bool stopped = result_.error && !result_.error_elsewhere;
    const StageResult* first = result_.first_wrong();
    if (!first && !stopped) add("<p class=\"count\">{}</p>\n", html_escaped(hidden_fault_sentence(result_)));
    if (groups.empty() && first && !stopped) {
      add("<h2>Cause unknown</h2>\n<p>{}</p>\n", html_escaped(unknown_sentence(result_, *first)));
    }
    for (const auto& group : groups) {
      const bool perhaps = group.size() > 1;
      if (perhaps) add("<h2>{}</h2>\n", html_escaped(alike_sentence(*group.front(), group.size())));
      for (const Finding* f : group) {
        finding(*f, perhaps                    ? "Perhaps"
                    : &group == &groups.front() ? "What your code does"
                                                : "Also", groups.size() > 1 || perhaps);
      }
    }
    if (groups.size() > 1 && explained_together(result_)) {
      add("<p>{}</p>\n", html_escaped(together_sentence(result_, groups.size())));
    }
  }

  /// `several`: other mistakes were found too, so the numbers support all of them together.
  void finding(const Finding& f, const std::string& label, bool several) {
    add("<{0}>{1}: {2}</{0}>\n", label == "Perhaps" ? "h3" : "h2", label, html_escaped(f.title));
    out_ += markdown_html(f.text) + "\n";
    const bool stood = result_.first_wrong() && same_line(fault_of(result_), f.place);
    if (f.place.known() && !stood) {
      add("<p>It is in {}:</p>\n", html_escaped(line_text(result_, f.place)));
      excerpt(f.place);
    }
    if (!several || f.evidence != Finding::Evidence::numbers || !f.seen.empty()) {
      out_ += "<div class=\"soft\">" + markdown_html(evidence_sentence(result_, f)) + "</div>\n";
    }
    const auto shown = std::min(f.hints.size(), hints_ >= 3 ? f.hints.size() : static_cast<size_t>(std::max(0, hints_)));
    for (size_t i = 0; i < shown; ++i) {
      add("<div class=\"hint\"><strong>Hint {} of {}</strong>{}</div>\n", i + 1, f.hints.size(),
          markdown_html(f.hints[i]));
    }
    if (hints_ >= 3) {
      more("Why people think so", f.why);
      more("What it does to a model", f.effect);
    }
    const std::string lesson = f.lesson.empty() ? "" : front_end().lesson(f.lesson);
    if (!lesson.empty()) out_ += markdown_html("Lesson: " + lesson) + "\n";
  }

  void more(const char* title, const std::string& text) {
    if (!text.empty()) add("<details><summary>{}</summary>{}</details>\n", title, markdown_html(text));
  }

  void properties() {
    const auto broken = std::count_if(result_.properties.begin(), result_.properties.end(),
                                      [](const auto& p) { return !p.holds; });
    if (broken == 0) return;
    add("<h2>What should be true, but is not</h2>\n<ul>\n");
    for (const homework::PropertyResult& p : result_.properties) {
      if (!p.holds) {
        add("<li><span class=\"wrong\">✗</span> {} {}</li>\n", html_escaped(p.title),
            p.detail.empty() ? "" : "Here " + html_escaped(p.detail) + ".");
      }
    }
    add("</ul>\n");
  }

  void remarks() {
    if (result_.remarks.empty()) return;
    add("<h2>Not a mistake, but good to know</h2>\n");
    for (const Finding& f : result_.remarks) {
      const std::string where = line_text(result_, f.place);
      add("<h3>{}{}</h3>\n{}\n", html_escaped(f.title), where.empty() ? "" : " (" + html_escaped(where) + ")",
          markdown_html(f.text));
      if (f.evidence == Finding::Evidence::names) {
        add("<p>{}</p>\n", html_escaped(evidence_sentence(result_, f)));
      }
    }
  }

  const Result& result_;
  int hints_;
  std::string out_;
};

}  // namespace

std::string homework_html(const Result& result, int hints) {
  const Result shown = harmless(result);
  return Page(shown, hints).text();
}

}  // namespace mha::render
