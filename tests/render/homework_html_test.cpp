#include "render/homework/homework_html.h"

#include <doctest/doctest.h>

#include "base/front_end.h"
#include "homework_samples.h"
#include "render/page/markdown_html.h"

using mha::render::homework_html;
using mha::render::markdown_html;
namespace samples = mha::samples;

namespace {

bool page_has(const std::string& page, const std::string& part) { return page.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("homework page: marks and words, line, numbers, mistake, hint") {
  const std::string page = homework_html(samples::wrong_value(), 1);
  CHECK(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  CHECK(page_has(page, "<title>mha.py: not right yet</title>"));
  CHECK(page_has(page, "✗ wrong numbers</td><td>Scores divided by the root of head_dim</td><td>line 24</td>"));
  CHECK(page_has(page, "self.scale = <mark>d_out**0.5</mark>"));
  CHECK(page_has(page, "query 0 &quot;Your&quot;"));
  CHECK(page_has(page, "<h2>What your code does: The scale uses the model size instead of the head size</h2>"));
  CHECK(page_has(page, "<strong>Hint 1 of 3</strong>"));
  CHECK(!page_has(page, "Hint 2"));
}

TEST_CASE("homework page: what the report says of several mistakes, of none, and of axes") {
  CHECK(page_has(homework_html(samples::two_candidates(), 1), "Two mistakes that give exactly these numbers; it may be one of them:"));
  CHECK(page_has(homework_html(samples::two_mistakes(), 1), "<h2>Also: "));
  CHECK(page_has(homework_html(samples::two_mistakes(), 1), "Together, these two mistakes give exactly your numbers"));
  CHECK(page_has(homework_html(samples::unknown_cause(), 1), "the input of this step is right"));
  CHECK(page_has(homework_html(samples::broken_property(), 1), "These numbers are right, but something else is wrong:"));
}

TEST_CASE("homework page: what is wrong comes before the table of stages, and the lesson is named as the front end does") {
  const std::string page = homework_html(samples::wrong_value(), 1);
  CHECK(page.find("<h2>First wrong") < page.find("<h2>Stages</h2>"));
  CHECK(page.find("Hint 1 of 3") < page.find("<h2>Stages</h2>"));
  CHECK(page_has(page, "<p>Lesson: <code>mha-tutor learn the-scale</code></p>"));
  struct Page : mha::FrontEnd {
    std::string lesson(const std::string&) const override { return ""; }
  };
  static const Page buttons;
  const mha::FrontEnd& terminal = mha::set_front_end(buttons);
  CHECK(!page_has(homework_html(samples::wrong_value(), 1), "Lesson:"));
  mha::set_front_end(terminal);
}

TEST_CASE("homework page: loads nothing and runs nothing") {
  const std::string page = homework_html(samples::two_mistakes(), 3);
  CHECK(!page_has(page, "<script"));
  CHECK(!page_has(page, "http://"));
  CHECK(!page_has(page, "https://"));
  CHECK(!page_has(page, "src="));
  CHECK(page_has(page, "prefers-color-scheme: dark"));
}

TEST_CASE("homework page: what was handed in is text, never markup") {
  mha::homework::Result result = samples::stopped();
  const std::string evil = "<script>alert('x')</script>\033";
  result.file = result.subject = result.error->message = result.error->help = evil;
  result.findings[0].seen = evil;
  result.findings[0].evidence = mha::homework::Finding::Evidence::source;
  result.probes[0].trouble = evil;
  const std::string page = homework_html(result, 3);
  CHECK(!page_has(page, "<script"));
  CHECK(page.find('\033') == std::string::npos);
  CHECK(page_has(page, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;?"));
}

TEST_CASE("markdown as html: paragraphs, code, lists; html and links are text") {
  CHECK(markdown_html("one\ntwo `a < b` *three*\n\n- x\n- **y**\n") ==
        "<p>one\ntwo <code>a &lt; b</code> <em>three</em></p><ul><li>x</li><li><strong>y</strong></li></ul>");
  CHECK(markdown_html("<b>no</b>") == "<p>&lt;b&gt;no&lt;/b&gt;</p>");
  CHECK(markdown_html("[a](javascript:b)") == "<p>a</p>");
}
