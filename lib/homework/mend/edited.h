#pragma once

// A program that reads otherwise for a while: its functions get the bodies that an edited
// text has.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "homework/mend/edits.h"

namespace mha::homework {

/// A program whose functions have other bodies, as long as it lives: all objects
/// that were made of them before follow.
class Edited {
 public:
  /// No more is read than the class or function that the edit is in.
  explicit Edited(const Edit& edit);
  ~Edited();
  Edited(const Edited&) = delete;
  Edited& operator=(const Edited&) = delete;
  /// False if the text is no Python, or has other functions.
  bool made() const { return made_; }

 private:
  bool parse(const lang::Module& module, const std::string& text);
  void take();
  void exchange();

  lang::ModulePtr edited_;
  std::vector<std::shared_ptr<lang::FunctionCode>> own_, other_;
  bool made_ = false;
};

}  // namespace mha::homework
