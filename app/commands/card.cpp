#include "render/card.h"

#include <memory>

#include "commands/command.h"
#include "terminal.h"

namespace mha::app {

void add_card(Command program, Outcome& outcome) {
  const Command command = program.add_command("card", "The reference card: stages, rules, slips");
  auto steps = std::make_shared<int>(12);
  command.add_option("--steps", *steps, "how the stages are counted")
      .one_of({"6", "10", "12"});
  command.callback([steps, &outcome] {
    const render::Style style = output_style();
    write_screen(style, render::card_text(style, *steps));
    outcome.exit_code = 0;
  });
}

}  // namespace mha::app
