#include <fmt/format.h>

#include <memory>

#include "base/text.h"
#include "commands/command.h"
#include "commands/page_file.h"
#include "commands/program_options.h"
#include "commands/program_world.h"
#include "pictures/svg.h"
#include "render/page/html.h"
#include "render/page/lesson_html.h"
#include "terminal.h"

namespace mha::app {

namespace {

/// The picture with its description, which says the same in sentences.
std::string page_of(const std::string& what, const pictures::Shown& shown) {
  render::Style spoken;
  spoken.spoken = true;
  return render::html_page("show " + what, fmt::format("<main>\n<h1>{}</h1>\n{}<details><summary>In words</summary><pre>{}</pre></details>\n</main>\n",
                                                      html_escaped(what), render::picture_html(shown), html_escaped(pictures::text(spoken, shown))));
}

int show(const std::string& what, const ProgramOptions& options, const PageFile& svg, const PageFile& html) {
  svg.check();
  html.check();
  // Never destroyed, as in `run`.
  static lesson::World* const world = new lesson::World(options.torch());
  options.apply(world->interpreter());
  if (!run_file(*world, options)) return 1;
  const pictures::Shown shown = world->show(what);
  if (!shown.picture) {
    write_err(pictures::text(output_style(), shown));
    return 1;
  }
  if (svg.wanted()) svg.write(pictures::svg_file(shown));
  if (html.wanted()) html.write(page_of(what, shown));
  if (!svg.wanted() && !html.wanted()) write_screen(output_style(), pictures::text(output_style(), shown));
  return 0;
}

}  // namespace

void add_show(Command program, Outcome& outcome) {
  const Command command = program.add_command("show", "A picture of a value of your program, as `show` draws it at a prompt");
  struct Options {
    std::string what;
    ProgramOptions program;
    PageFile svg, html;
  };
  auto options = std::make_shared<Options>();
  command.add_option("WHAT", options->what, "an expression, or a kind of picture before it: 'tape x, x.T'").required();
  options->program.add_to(command);
  options->svg.add_to(command, "draw it into this file instead", "svg");
  options->html.add_to(command, "write a page with it to this file instead");
  command.manual("It runs the program, and draws what the expression then is. The kinds are those of the prompt: heatmap, "
                 "bars, line, tape, heads, matmul, why.");
  command.callback([options, &outcome] {
    outcome.exit_code = guarded("show", [&] { return show(options->what, options->program, options->svg, options->html); });
  });
}

}  // namespace mha::app
