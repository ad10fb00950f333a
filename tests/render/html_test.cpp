#include "render/page/html.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "lesson/session.h"
#include "pictures/palette.h"
#include "render/page/lesson_html.h"

using namespace mha;
using lesson::Event;

namespace {

bool html_has(const std::string& page, const std::string& part) { return page.find(part) != std::string::npos; }

std::string html_for(Event::Kind kind, const std::string& text, const std::string& detail = "") {
  lesson::Events events;
  events.add(kind, text, detail);
  return render::lesson_html({}, events, 80);
}

}  // namespace

TEST_CASE("html: colours and attributes become classes, other sequences go") {
  const render::Style style = render::html_style(80);
  CHECK(render::html_of(render::paint(style, render::Role::keyword, "for") + " x < 1") ==
        "<span class=\"bold ink-c33ab5\">for</span> x &lt; 1");
  CHECK(render::html_of("\033[2Ka\033[1mb\033[4mc\033[0md\033") == "a<span class=\"bold\">b</span><span class=\"underline\">c</span>d");
}

TEST_CASE("html: page.css has a rule for each colour of a text") {
  for (const pictures::Tint& t : pictures::tints()) {
    const std::string hex = fmt::format("{:02x}{:02x}{:02x}", t.all.red, t.all.green, t.all.blue);
    CHECK(html_has(std::string(render::page_files()[0].text), ".ink-" + hex + " { color: #" + hex + "; }"));
  }
}

TEST_CASE("html: a page loads nothing, and its title is text") {
  const std::string page = render::html_page("<a> & b", "<main></main>\n");
  CHECK(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  CHECK(html_has(page, "<title>&lt;a&gt; &amp; b</title>"));
  CHECK(html_has(page, "default-src 'none'; style-src 'unsafe-inline'"));
  CHECK(!html_has(page, "src="));
}

TEST_CASE("lesson as html: labels stand in their paragraph, code keeps its lines, text is never markup") {
  CHECK(html_for(Event::Kind::right, "Yes: `a < b`.") ==
        "<div class=\"right\"><p><strong class=\"label\">Right:</strong> Yes: <code>a &lt; b</code>.</p></div>\n");
  CHECK(html_for(Event::Kind::right, "Right. It *is*.") == "<div class=\"right\"><p><strong class=\"label\">Right.</strong> It <em>is</em>.</p></div>\n");
  CHECK(html_for(Event::Kind::right, "Right.") == "<div class=\"right\"><p><strong class=\"label\">Right.</strong> </p></div>\n");
  CHECK(html_for(Event::Kind::output, "a\n  b\n") == "<pre class=\"output\" tabindex=\"0\" role=\"group\" aria-label=\"output\">a\n  b</pre>\n");
  CHECK(html_has(html_for(Event::Kind::code, "x = '<script>'"), "&lt;script&gt;"));
  CHECK(html_for(Event::Kind::option, "the *rows*", "b") ==
        "<div class=\"option\"><p><strong class=\"label\">b)</strong> the <em>rows</em></p></div>\n");
  CHECK(html_has(html_for(Event::Kind::line, "x = 1", "a"), "<div class=\"option line\">"));
  CHECK(html_for(Event::Kind::wrong, "Not yet: this gives None.") == "<div class=\"wrong\"><p>Not yet: this gives None.</p></div>\n");
  CHECK(html_for(Event::Kind::wrong, "It is a shape.") ==
        "<div class=\"wrong\"><p><strong class=\"label\">Not yet:</strong> It is a shape.</p></div>\n");
  CHECK(html_has(html_for(Event::Kind::compared, "<b>", "tensor(1)"), "<code>&lt;b&gt;</code>"));
}

TEST_CASE("lesson as html: a picture is a figure that the keyboard reaches, or says why there is none") {
  lesson::World world{{}};
  REQUIRE(!world.run("cell", "import torch\nx = torch.ones(2, 2)").failure);
  CHECK(render::picture_html(world.show("x")).starts_with("<figure class=\"picture\"><div class=\"drawing\" tabindex=\"0\"><svg "));
  CHECK(html_has(render::picture_html(world.show("y")), "<p class=\"note\">No picture of y: NameError"));
}
