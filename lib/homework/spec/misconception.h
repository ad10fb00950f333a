#pragma once

#include "homework/spec/assignment.h"
#include "lesson/course/document.h"
#include "reading/rewrite.h"

namespace mha::homework {

/// A mistake that people make, as its file in lessons/misconceptions says it.
struct Misconception {
  std::string id;      // "scale-by-model-size", from the file name
  std::string title;
  std::string stage;   // id of the first stage that its variants replace
  std::string until;   // of the last, if there is more than one
  std::string lesson;  // id
  bool remark = false; // right, and worth a word
  bool remark_if_right = false;  // a mistake only where something else is wrong
  /// What must be seen in the source: a clue's id, and one of its subjects, or
  /// any if none is listed.
  std::string clue;
  std::vector<std::string> clue_subjects;
  bool is_told_by(const std::string& seen, const std::string& subject) const;
  std::string property;  // kind of the property that it breaks, or empty
  std::vector<std::string> breaks;  // kinds of properties that fail because of it
  std::string error;     // pattern of the error's text, with * for anything
  std::vector<std::string> at;  // calls in which the mistake sits
  /// The mistake sits in what the step is given, and lies where that is made: beside the
  /// stages' own tensors in another "tensor", a mask, or in a "number", a size; or in the
  /// stages' own, if one of these calls made it last.
  std::vector<std::string> in;
  /// Words of which one stands in a program that has it, or is one of its
  /// operations; empty: it may be written in any way.
  std::vector<std::string> needs;
  std::string place;   // id of the stage whose line shows it: of a step left out
  std::vector<Snippet> variants;
  /// What would mend it: rules, and kinds of changes that edit_kinds.h makes ("constant",
  /// "name", ...). `price` says how unlikely such a mend is: 0 is tried first.
  std::vector<reading::Rewrite> rewrites;
  std::vector<std::string> mends;
  int price = 0;
  /// Whether it is known by its mend alone: there are many ways to make it.
  bool by_mend_only() const;
  std::string text, why, effect;  // Markdown
  std::vector<std::string> hints;
  SourcePtr file;
};

Misconception read_misconception(const SourcePtr& file,
                                 std::vector<lesson::Problem>& problems);

/// Those that are built into the program, by id.
const std::vector<Misconception>& misconceptions();

/// One of them, or null.
const Misconception* find_misconception(const std::string& id);

/// True if `text` fits the pattern: * stands for anything.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace mha::homework
