#include <memory>
#include <string>

#include "base/error.h"
#include "commands/command.h"
#include "render/source_view.h"
#include "terminal.h"
#include "torch/explain/listing.h"
#include "torch/register.h"

namespace mha::app {

namespace {

int source(const std::string& name, bool grad) {
  const render::Style style = output_style();
  if (name.empty()) {
    write_pages(style, render::source_index(style));
    return 0;
  }
  // Left to the system at the end, as `run` leaves it.
  static lang::Interpreter* const world = new lang::Interpreter;
  torch::add_torch(*world);
  try {
    torch::Listing listing;
    if (grad)
      listing = torch::find_derivative(name);
    else
      world->perform([&] { listing = torch::find_listing(*world, name.ends_with("()") ? name.substr(0, name.size() - 2) : name); });
    write_pages(style, render::source_text(style, listing));
    return 0;
  } catch (const Error& e) {
    write_error("source", e);
    return 1;
  }
}

}  // namespace

void add_source(Command program, Outcome& outcome) {
  const Command command = program.add_command(
      "source", "The source of a layer or function of the library; without a name, what there is");
  auto name = std::make_shared<std::string>();
  command.add_option("NAME", *name, "such as nn.MultiheadAttention, F.gelu, einops.rearrange, torch.nn.init");
  auto grad = std::make_shared<bool>(false);
  command.add_flag("--grad", *grad, "its derivative, as backward() uses it: source --grad softmax");
  command.manual(
      "It prints a class, function, method or module with the line numbers of its file, at a terminal a "
      "screen at a time. Of what is C++ it says how it is called and what it does. At every prompt the same "
      "line also takes names of your own: of an object it prints the class.");
  command.callback([name, grad, &outcome] { outcome.exit_code = source(*name, *grad); });
}

}  // namespace mha::app
