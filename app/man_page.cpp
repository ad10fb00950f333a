#include "man_page.h"

#include "base/text.h"

namespace mha::app {

namespace {

/// A text as roff takes it; what stands between ` and ` is bold.
std::string roff(const std::string& text) {
  std::string out;
  bool bold = false;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '`') {
      bold = !bold;
      out += bold ? "\\fB" : "\\fR";
    } else {
      if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
      out += c;
    }
  }
  return out;
}

/// A sentence from words that --help lists.
std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (!text.empty() && text.back() != '.') text += '.';
  return roff(text);
}

std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

/// "--to FILE", "-o, --output FILE"
std::string option_title(const OptionRow& option) {
  std::string out;
  for (const std::string& name : option.names) out += (out.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  return out + (option.value.empty() ? "" : " " + italic(option.value));
}

/// "[LESSON]", "FILE..."
std::string operand_title(const OptionRow& operand) {
  const std::string name = italic(operand.names[0]) + (operand.repeated ? " ..." : "");
  return operand.required ? name : "[" + name + "]";
}

std::string options_text(const CommandRow& command) {
  std::string out;
  for (const OptionRow& option : command.options) {
    if (option.operand || option.names.back() == "--help" || option.names.back() == "--version") continue;
    out += ".TP\n" + option_title(option) + "\n" + sentence(option.help);
    if (!option.initial.empty()) out += " Without it: " + roff(option.initial) + ".";
    out += "\n";
  }
  return out;
}

std::string command_text(const CommandRow& command, const std::string& above) {
  const std::string name = above + command.name;
  std::string out;
  if (command.commands.empty() || !command.manual.empty()) {
    bool has_options = false;
    std::string title = "\\fB" + roff(name) + "\\fR", operands, told;
    for (const OptionRow& option : command.options) {
      if (option.operand) {
        operands += " " + operand_title(option);
        told += "\n.br\n" + italic(option.names[0]) + ": " + roff(option.help) + ".";
      } else {
        has_options = has_options || option.names.back() != "--help";
      }
    }
    out += ".TP\n" + title + (has_options ? " [" + italic("OPTIONS") + "]" : "") + operands + "\n";
    out += sentence(command.help) + (command.manual.empty() ? "" : " " + roff(command.manual)) + told + "\n";
    if (const std::string options = options_text(command); !options.empty()) out += ".RS\n" + options + ".RE\n";
  }
  for (const CommandRow& sub : command.commands) out += command_text(sub, name + " ");
  return out;
}

}  // namespace

std::string manual_text(const CommandRow& program) {
  std::string out = ".SH COMMANDS\n";
  for (const CommandRow& command : program.commands) out += command_text(command, "");
  return out + ".SH OPTIONS\nThese hold for every command; \\fB\\-\\-help\\fR says what one takes.\n" +
         options_text(program);
}

}  // namespace mha::app
