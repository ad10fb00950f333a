#include "terminal.h"

#include <editline/readline.h>
#include <langinfo.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "render/fold.h"

namespace mha::app {

namespace {

constexpr int kNarrowest = 20;
constexpr int kDefaultWidth = 80;

int terminal_width() {
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::max<int>(kNarrowest, size.ws_col);
  }
  const char* columns = std::getenv("COLUMNS");
  const int n = columns ? std::atoi(columns) : 0;
  return n > 0 ? std::max(kNarrowest, n) : kDefaultWidth;
}

render::Colours terminal_colours(const std::string& term) {
  const char* named = std::getenv("COLORTERM");
  const std::string value = named ? named : "";
  if (value == "truecolor" || value == "24bit" || term.ends_with("-direct")) return render::Colours::all;
  return term.find("256color") != std::string::npos ? render::Colours::many : render::Colours::sixteen;
}

bool asked_for(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value && std::strcmp(value, "0") != 0;
}

std::function<void()> interrupt_action;
std::atomic<int> interrupts_seen{0};

extern "C" void handle_interrupt(int signal) {
  if (++interrupts_seen > 1 || !interrupt_action) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  interrupt_action();
}

/// The prompt with its escape sequences between the marks that tell the line
/// editor not to count or change them.
std::string marked_prompt(const std::string& prompt) {
  std::string out;
  for (size_t i = 0; i < prompt.size(); ++i) {
    if (prompt[i] != '\033') {
      out += prompt[i];
      continue;
    }
    const size_t end = std::min(prompt.find('m', i), prompt.size() - 1);
    out += RL_PROMPT_START_IGNORE + prompt.substr(i, end - i + 1) + RL_PROMPT_END_IGNORE;
    i = end;
  }
  return out;
}

}  // namespace

render::Style output_style() {
  std::setlocale(LC_CTYPE, "");
  render::Style style;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  style.colour = ::isatty(STDOUT_FILENO) && !(no_color && *no_color) && term &&
                 std::strcmp(term, "dumb") != 0;
  style.colours = terminal_colours(term ? term : "");
  // Redirected output is for programs and files, which are UTF-8 these days.
  style.unicode = !::isatty(STDOUT_FILENO) ||
                  std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0;
  style.spoken = asked_for("MHA_SPOKEN");
  style.width = terminal_width();
  if (asked_for("MHA_PLAIN")) {
    style.colour = style.unicode = false;
    style.width = kDefaultWidth;
  }
  return style;
}

int output_height() {
  winsize size = {};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

bool is_interactive() {
  return ::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO);
}

void write_out(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void write_err(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void write_error(std::string_view command, const Error& error) {
  std::string text = "mha-tutor " + std::string(command) + ": " + error.message() + "\n";
  if (!error.help().empty()) text += "help: " + error.help() + "\n";
  const render::Style style = output_style();
  write_err(render::fold(style, render::fit_charset(style, text)));
}

void write_screen(const render::Style& style, std::string_view text) {
  write_out(render::fold(style, text));
}

Typed read_line(const std::string& prompt) {
  std::fflush(stdout);
  // Ctrl-C at the prompt gives up the line, not the program.
  const InterruptScope scope([] {});
  char* line = ::readline(marked_prompt(prompt).c_str());
  if (!line) {
    if (interrupts_seen == 0) return {Typed::End::input, ""};
    static bool told = false;
    write_out(told ? "\n" : "\nThat line is dropped. Ctrl-D leaves.\n");
    told = true;
    return {Typed::End::given_up, ""};
  }
  Typed typed{Typed::End::line, line};
  std::free(line);
  if (!typed.text.empty()) ::add_history(typed.text.c_str());
  return typed;
}

InterruptScope::InterruptScope(std::function<void()> on_interrupt) {
  interrupt_action = std::move(on_interrupt);
  interrupts_seen = 0;
  struct sigaction action = {};
  action.sa_handler = handle_interrupt;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
}

InterruptScope::~InterruptScope() {
  ::signal(SIGINT, SIG_DFL);
  interrupt_action = nullptr;
}

}  // namespace mha::app
