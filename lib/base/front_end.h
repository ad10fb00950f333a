#pragma once

#include <string>
#include <utility>

namespace mha {

/// How a learner does things in the program around lessons and checks: sentences that send somebody somewhere
/// take the way from here. In Markdown; "" where a front end has no such way. These are the terminal's.
class FrontEnd {
 public:
  virtual ~FrontEnd() = default;

  // Homework.
  /// "... shows all homework".
  virtual std::string homework() const { return "`mha-tutor homework list`"; }
  /// "... shows the task".
  virtual std::string task(const std::string& name) const { return "`mha-tutor homework show " + name + "`"; }
  /// "... writes a file to start from".
  virtual std::string start() const { return "`mha-tutor homework start NAME`"; }
  /// "if it answers one, say which: ..."
  virtual std::string check_as(const std::string& file) const { return "`mha-tutor check " + file + " NAME`"; }
  /// "compute with the numbers of ..."; `options` choose other numbers.
  virtual std::string numbers(const std::string& name, const std::string& options) const { return "`mha-tutor homework export " + name + options + "`"; }
  /// "check them with ..."
  virtual std::string seed(const std::string& number) const { return "`--seed " + number + "`"; }
  /// "... lets it import the modules of that folder".
  virtual std::string modules() const { return "`--with FOLDER`"; }
  /// "Lesson: ..."
  virtual std::string lesson(const std::string& name) const { return "`mha-tutor learn " + name + "`"; }

  // Programs.
  /// "... opens files, lessons and `check` do not".
  virtual std::string run() const { return "`mha-tutor run`"; }
  /// What helps a program whose module is missing.
  virtual std::string missing(const std::string& file) const { return "put " + file + " into the program's folder, or what it needs of it into this file"; }
  /// "... shows the shape after every line".
  virtual std::string trace() const { return "`mha-tutor trace FILE`"; }

  // Lessons.
  /// "'...' shows what there is".
  virtual std::string lessons() const { return "'mha-tutor list'"; }
  /// "'...' lists its words".
  virtual std::string glossary() const { return "'mha-tutor explain'"; }
  /// "Nothing to review yet: ... goes on with the course."
  virtual std::string course() const { return "`mha-tutor`"; }
  /// What is said of the views where a lesson has none.
  virtual std::string views() const { return "In your shell, `mha-tutor play` lists those there are."; }
  /// Why a command does nothing here; "shell" is one of mha-tutor's.
  virtual std::string refusal(const std::string& command) const {
    return command == "file"    ? "`file` is for an exercise, while it is open."
           : command == "shell" ? "That is for your shell: in another window, or here after `quit`."
           : command == "edit"  ? "No other editor opens here."
           : command == "play"  ? "There is no view here: `mha-tutor play` in your shell opens one."
                                : "There are no lessons here: `quit` leaves, then `mha-tutor learn` goes to one.";
  }
};

namespace front_end_detail {
inline const FrontEnd kTerminal;
inline const FrontEnd* used = &kTerminal;
}  // namespace front_end_detail

/// The one that sentences are for.
inline const FrontEnd& front_end() { return *front_end_detail::used; }
/// Sets another one, before sentences are made, which outlives them. The one before.
inline const FrontEnd& set_front_end(const FrontEnd& front) { return *std::exchange(front_end_detail::used, &front); }

}  // namespace mha
