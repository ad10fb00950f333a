#pragma once

// Tells what a mend shows: the name and the place of what it changes, and what stays wrong beside it.

#include "homework/mend/mend.h"
#include "homework/verdict/findings.h"
#include "homework/verdict/in_turn.h"
#include "homework/verdict/judge.h"

namespace mha::homework {

/// Adds the findings for edits to what was found so far.
class MendFindings {
 public:
  /// `trial` is the one that was judged; `result` gets the findings.
  MendFindings(const Program& program, const Choice& choice, const Trial& trial, Named& result)
      : program_(program), choice_(choice), trial_(trial), result_(result) {}

  /// For an edit that makes the program right; with `right_numbers` only a property failed.
  void name(const Mend& mend, const Judge& judge, bool right_numbers);
  /// For a first edit, and what is wrong besides.
  void name(InTurn& turns, const Judge& judge);

 private:
  bool undoes_right_step(const Edit& edit, const Judge& judge) const;
  std::vector<Finding> take_unmended(const lang::Module* module, const std::string& mended, int line);
  Finding told(const Edit& edit, const Misconception* known, const Judge& judge, const Source& mended) const;
  MendResult told(const Mend& mend) const;
  const Misconception* name_for(const Misconception* mended) const;
  std::optional<Location> computed_behind(const Edit& edit, const Judge& judge) const;
  std::optional<Location> handed_over(const Edit& edit) const;
  Location place_of(const Edit& e) const;
  std::string first_wrong() const;
  int not_earned() const;

  const Program& program_;
  const Choice& choice_;
  const Trial& trial_;
  Named& result_;
};

}  // namespace mha::homework
