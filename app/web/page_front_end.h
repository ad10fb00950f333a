#pragma once

#include "base/front_end.h"

namespace mha::web {

/// What a page has: buttons by their names, and a line for commands below the console. What stands in a report
/// as a button of its own needs no words.
class PageFrontEnd : public FrontEnd {
 public:
  std::string homework() const override { return "**Homework**"; }
  std::string task(const std::string&) const override { return "**Homework**"; }
  std::string start() const override { return "its **Start**"; }
  std::string check_as(const std::string&) const override { return "press **Check** beside its name under **Homework**"; }
  std::string numbers(const std::string&, const std::string&) const override { return ""; }
  std::string seed(const std::string&) const override { return ""; }
  std::string modules() const override { return ""; }
  std::string lesson(const std::string&) const override { return ""; }
  std::string run() const override { return "Run"; }
  std::string missing(const std::string& file) const override { return "drop " + file + " onto the page, or put what it needs of it into this file"; }
  std::string trace() const override { return "**Shapes**"; }
  std::string lessons() const override { return "Course"; }
  std::string glossary() const override { return "`explain`"; }
  std::string course() const override { return "Lesson"; }
  std::string views() const override { return "Others have some."; }
  std::string refusal(const std::string& command) const override {
    return command == "file"    ? "Write it in the editor: Hand in gives it to the tutor. A file of yours opens there when you drop it onto the page."
           : command == "shell" ? "Commands go into the line below the console."
           : command == "edit"  ? "The editor is open: write there."
           : command == "play"  ? "There is no view here; lessons have some."
                                : "There are no lessons here: Course lists them.";
  }
};

}  // namespace mha::web
