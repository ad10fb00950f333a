#include <memory>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "commands/candidates.h"
#include "commands/command.h"
#include "lesson/course/glossary.h"
#include "render/markdown.h"
#include "terminal.h"

namespace mha::app {

namespace {

std::string term_text(const render::Style& style, const lesson::Term& term) {
  std::string text = render::paint(style, render::Role::title, term.name);
  if (!term.also.empty()) text += "  (also: " + join(term.also, ", ") + ")";
  return text + "\n" + render::markdown(style, term.markdown);
}

std::string all_names(const render::Style& style) {
  std::vector<std::string> names;
  for (const lesson::Term& term : lesson::glossary()) names.push_back(term.name);
  return join(wrap(join(names, ", "), style.text_width()), "\n") + "\n";
}

}  // namespace

void add_explain(Command program, Outcome& outcome) {
  const Command command = program.add_command("explain", "What a word means; without one, all words");
  auto words = std::make_shared<std::vector<std::string>>();
  command.add_option("TERM", *words, "a word of the course, such as head_dim").completes(term_names());
  command.callback([words, &outcome] {
    const render::Style style = output_style();
    try {
      write_screen(style, words->empty() ? all_names(style)
                                         : term_text(style, lesson::find_term(lesson::glossary(),
                                                                              join(*words, " "))));
    } catch (const Error& e) {
      write_err(join(wrap("mha-tutor explain: " + e.message(), style.text_width()), "\n") + "\n");
      outcome.exit_code = 1;
    }
  });
}

}  // namespace mha::app
