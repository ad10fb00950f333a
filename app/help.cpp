#include "help.h"

#include <CLI/CLI.hpp>

#include <string>

#include "render/fold.h"
#include "terminal.h"

namespace mha::app {

namespace {

class FoldedHelp : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return render::fold(output_style(), Formatter::make_help(app, name, mode));
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return described(option->get_description());
  }

  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_name(), described(command->get_description()),
                             get_column_width());
    return out.str();
  }

 private:
  // What stands in the second column. On a narrow terminal it is left to make_help.
  std::string described(const std::string& text) const {
    render::Style style = output_style();
    style.width -= static_cast<int>(get_column_width());
    return style.width < 24 ? text : render::fold(style, text);
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<FoldedHelp>();
}

}  // namespace mha::app
