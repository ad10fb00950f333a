#pragma once

// Finds the dropout in a program, so that edits can be limited to it.

#include <string>
#include <string_view>
#include <vector>

#include "homework/diagnosis/diagnosis.h"
#include "homework/mend/edits.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// The words that show dropout in a program's text: its functions, its layers, and the names of
/// their results.
class Drops {
 public:
  Drops(const std::vector<const lang::Module*>& modules, const lang::Value& object);
  /// Whether an edit changes, or adds, dropout in a statement. If a statement makes several layers,
  /// only the call that makes a dropout layer counts.
  bool are_in(const Edit& edit) const;

 private:
  bool are_made_in(const Edit& edit) const;
  bool told_by(std::string_view code) const;

  std::vector<std::string> words_;
};

}  // namespace mha::homework
