#pragma once

// What drops numbers in a program: where it stands, and how it is spread.

#include <string>
#include <string_view>
#include <vector>

#include "homework/diagnosis/diagnosis.h"
#include "homework/mend/edits.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// The words that stand where a program drops: the functions, its layers, and the names for
/// what they give.
class Drops {
 public:
  Drops(const std::vector<const lang::Module*>& modules, const lang::Value& object);
  /// Whether an edit is to a statement that drops, or brings in what does; of a line that
  /// makes layers, only the call that makes one which drops.
  bool are_in(const Edit& edit) const;

 private:
  bool are_made_in(const Edit& edit) const;
  bool told_by(std::string_view code) const;

  std::vector<std::string> words_;
};

}  // namespace mha::homework
