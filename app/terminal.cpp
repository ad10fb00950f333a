#include "terminal.h"

#include <fmt/format.h>
#include <langinfo.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>

#include "base/text.h"
#include "render/fold.h"

namespace mha::app {

namespace {

constexpr int kNarrowest = 20;
constexpr int kDefaultWidth = 80;

int terminal_width() {
  if (const int columns = screen_size().columns; columns > 0) return std::max(kNarrowest, columns);
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
  if (++interrupts_seen > 1 || !interrupt_action) return end_by(signal);
  interrupt_action();
}

/// Everything typed at the prompts of this process.
std::vector<std::string>& history() {
  static std::vector<std::string> texts;
  return texts;
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
  // Redirected output goes to programs and files, which expect UTF-8.
  style.unicode = !::isatty(STDOUT_FILENO) ||
                  std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0;
  style.spoken = asked_for("MHA_SPOKEN");
  style.width = terminal_width();
  if (plain_wanted()) {
    style.colour = style.unicode = false;
    style.width = kDefaultWidth;
  }
  return style;
}

bool plain_wanted() { return asked_for("MHA_PLAIN"); }

int output_height() {
  return screen_size().rows;
}

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  ::localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
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

int guarded(std::string_view command, const std::function<int()>& work, int failed, std::string_view usage) {
  try {
    return work();
  } catch (const Error& e) {
    write_error(command, e);
    return e.kind() == usage ? 2 : failed;
  }
}

void write_screen(const render::Style& style, std::string_view text) {
  write_out(render::fold(style, text));
}

void write_pages(const render::Style& style, std::string_view text) {
  const std::vector<std::string> lines = split_lines(render::fold(style, text));
  const size_t height = output_height() > 2 ? static_cast<size_t>(output_height()) - 1 : 0;
  const bool pages = height > 0 && can_edit() && !style.spoken && !plain_wanted();
  constexpr std::string_view kMore = "-- more: any key goes on, q leaves --";
  for (size_t n = 0; n < lines.size(); ++n) {
    if (pages && n > 0 && n % height == 0 && lines.size() - n > 1) {
      write_out(render::paint(style, render::Role::prompt, kMore));
      const Key key = wait_for_key();
      write_out("\r\033[K");
      const bool leaves = key.kind == Key::escape || key.kind == Key::interrupt || key.kind == Key::end_of_input || key.kind == Key::closed ||
                          (key.kind == Key::text && (key.characters == "q" || key.characters == "Q"));
      if (leaves) return;
    }
    write_out(lines[n] + "\n");
  }
}

Typed read_text(const std::string& prompt, const Helpers& helpers) {
  const size_t last = prompt.rfind('\n') + 1;
  write_out(prompt.substr(0, last));
  Typed typed;
  if (can_edit()) {
    typed = edit_text(prompt.substr(last), helpers, history());
  } else {
    // Ctrl-C at the prompt drops the text and does not end the program.
    const InterruptScope scope([] {});
    typed = plain_text(prompt.substr(last), helpers);
  }
  if (typed.end == Typed::End::given_up) {
    static bool told = false;
    const char* dropped = typed.text.find('\n') == std::string::npos ? "line" : "block";
    write_out(told ? "\n" : fmt::format("\nThat {} is dropped. Ctrl-D leaves.\n", dropped));
    told = true;
  }
  return typed;
}

Typed read_line(const std::string& prompt) {
  return read_text(prompt, {});
}

void remember(const std::string& text) {
  if (!text.empty() && (history().empty() || history().back() != text)) history().push_back(text);
}

Typed read_input_line() {
  std::string line;
  if (!std::getline(std::cin, line)) return {Typed::End::input, ""};
  return {Typed::End::line, std::move(line)};
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
