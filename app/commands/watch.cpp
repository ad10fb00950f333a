#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

#include "base/text.h"
#include "commands/checking.h"
#include "commands/command.h"
#include "editor/keyboard.h"
#include "file_watch.h"
#include "render/fold.h"
#include "render/homework/homework_report.h"
#include "terminal.h"

namespace mha::app {

namespace {

std::atomic<bool> stopped{false};
std::atomic<bool> dropped{false};  // whether the running check should end early

/// "── 11:32:05, check 3 ────", or only the words for a screen reader.
std::string heading(const render::Style& style, int number) {
  const std::string words = fmt::format("{}, check {}", time_of_day(), number);
  if (style.spoken) return words + ".\n";
  const std::string line = render::rule(style, 2) + " " + words + " ";
  return render::paint(style, render::Role::faint,
                       line + render::rule(style, std::max(2, style.text_width() - 4 - static_cast<int>(words.size())))) +
         "\n";
}

/// The change in short, because the top of the report may have scrolled off the
/// screen.
std::string last_line(const Checking& checking, const homework::Result* before, const homework::Result& now) {
  std::string text = "\nWatching " + checking.file();
  if (now.of() > 0) {
    text += fmt::format(": {} of {} points", now.points(), now.of());
    if (before && before->of() > 0) {
      text += before->points() == now.points() ? ", as before" : fmt::format(", {} before", before->points());
    }
  }
  return text + ". Ctrl-C ends it.\n";
}

/// Prints what one check found: first the change, which stays on the screen,
/// then as much of the report as fits below it.
std::string screen(const Checking& checking, int number, const homework::Result* before, const homework::Result& now) {
  const render::Style style = checking.style();
  const int height = style.spoken ? 0 : output_height();
  std::string head = "\n" + heading(style, number);
  if (before) head += render::homework_changes(style, *before, now) + "\n";
  const std::string tail = render::paint(style, render::Role::faint, last_line(checking, before, now));
  const auto lines = [&](const std::string& text) {
    const std::string folded = render::fold(style, text);
    return static_cast<int>(std::count(folded.begin(), folded.end(), '\n'));
  };
  if (height == 0) return head + checking.report_text(now, 0) + tail;
  // The first empty line may scroll off, and the cursor is on the last line.
  const int room = std::max(3, height - lines(head) - lines(tail));
  std::vector<std::string> report = split_lines(render::fold(style, checking.report_text(now, room)));
  if (static_cast<int>(report.size()) <= room) return head + join(report, "\n") + "\n" + tail;
  const size_t kept = static_cast<size_t>(room - 1);
  const std::string more = fmt::format("... {} more lines: mha-tutor check {}", report.size() - kept, checking.file());
  report.resize(kept);
  return head + join(report, "\n") + "\n" + render::paint(style, render::Role::faint, more) + "\n" + tail;
}

/// Watches for the next save while a check runs, and stops the check then.
class WhileChecking {
 public:
  explicit WhileChecking(FileWatch& changes) {
    dropped = false;
    looking_ = std::thread([this, &changes] {
      saved_ = changes.wait(done_);
      if (saved_) dropped = true;
    });
  }
  ~WhileChecking() { end(); }
  WhileChecking(const WhileChecking&) = delete;
  WhileChecking& operator=(const WhileChecking&) = delete;

  /// Stops watching. Whether the file was saved meanwhile.
  bool end() {
    done_ = true;
    if (looking_.joinable()) looking_.join();
    return saved_;
  }

 private:
  std::atomic<bool> done_{false};
  bool saved_ = false;
  std::thread looking_;
};

/// Tells when the terminal has another size than before, and keeps it for a moment.
class Resizing {
 public:
  bool settled() {
    const std::pair<int, int> now = size();
    still_ = now == last_ ? still_ + 1 : 0;
    last_ = now;
    if (now == drawn_ || still_ < kMoment) return false;
    drawn_ = now;
    return true;
  }

 private:
  static constexpr int kMoment = 4;  // looks, of which there are twenty a second
  static std::pair<int, int> size() { return {screen_size().columns, screen_size().rows}; }
  std::pair<int, int> drawn_ = size(), last_ = drawn_;
  int still_ = 0;
};

void watch(const Checking& checking) {
  const InterruptScope scope([] { stopped = dropped = true; });
  FileWatch changes(checking.file());
  std::shared_ptr<homework::Result> before;
  for (int number = 1; !stopped;) {
    WhileChecking running(changes);
    const auto now = std::make_shared<homework::Result>(checking.check(&dropped));
    if (dropped) continue;
    const auto draw = [&, before] {
      if (!checking.json()) write_screen(checking.style(), screen(checking, number, before.get(), *now));
      std::fflush(stdout);
    };
    Resizing resizing;
    if (checking.json()) checking.show(*now, /*one_line=*/true);
    else checking.write_page(*now);
    draw();
    // A file that could not be judged is nothing to compare the next one with.
    if (!before || now->verdict != homework::Verdict::unjudged) before = now;
    bool saved = running.end();
    changes.also(checking.modules_read());
    while (!saved && !stopped) {
      saved = changes.wait([&] { return stopped || (!checking.json() && resizing.settled()); });
      if (!saved && !stopped) draw();
    }
    ++number;
  }
}

}  // namespace

void add_watch(Command program, Outcome& outcome) {
  const Command command = program.add_command("watch", "Check your homework again at every save");
  auto checking = std::make_shared<Checking>();
  checking->add_to(command, "watch");
  command.manual(
      "It first says what has changed. A module that the file imports from the folder of --with counts as "
      "well. Ctrl-C ends it.");
  command.callback([checking, &outcome] {
    outcome.exit_code = guarded("watch", [&] {
      checking->resolve(/*several=*/false);
      watch(*checking);
      return 0;
    }, 2);
  });
}

}  // namespace mha::app
