#pragma once

// Applies an edit to a loaded program temporarily, without loading it again.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "homework/mend/edits.h"

namespace mha::homework {

/// While this object lives, the program's functions have the bodies of the edited text. Objects
/// that exist already are affected too.
class Edited {
 public:
  /// Parses only the class or function that contains the edit.
  explicit Edited(const Edit& edit);
  ~Edited();
  Edited(const Edited&) = delete;
  Edited& operator=(const Edited&) = delete;
  /// False if the edited text has a syntax error or other functions.
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
