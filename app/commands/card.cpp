#include "render/card.h"

#include <memory>

#include "commands/command.h"
#include "terminal.h"

namespace mha::app {

void add_card(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("card", "The reference card: stages, rules, slips");
  auto steps = std::make_shared<int>(12);
  command->add_option("--steps", *steps, "how the stages are counted")
      ->check(CLI::IsMember({6, 10, 12}))
      ->capture_default_str();
  command->callback([steps, &outcome] {
    const render::Style style = output_style();
    write_screen(style, render::card_text(style, *steps));
    outcome.exit_code = 0;
  });
}

}  // namespace mha::app
