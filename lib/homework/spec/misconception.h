#pragma once

#include "homework/spec/assignment.h"
#include "lesson/course/document.h"
#include "reading/rewrite.h"

namespace mha::homework {

/// What a learner is told of a mistake.
struct MistakeText {
  std::string id;      // "scale-by-model-size", from the file name
  std::string title;
  std::string text;    // what the learner did, Markdown
  std::string why;     // why people think so, Markdown
  std::string effect;  // what it does to a model, Markdown
  std::vector<std::string> hints;
  std::string lesson;  // "the-scale", or empty
};

/// A known mistake, as its Markdown file in lessons/misconceptions describes it: how to
/// recognise it, and what to tell the learner.
struct Misconception : MistakeText {
  std::string stage;   // id of the first stage that its variants replace
  std::string until;   // id of the last one, if there are several
  bool remark = false; // not a mistake, but worth a note
  bool remark_if_right = false;  // a mistake only if something else is wrong too
  /// The clue that must be found in the source, and the subjects that it may have; no
  /// subjects: any.
  std::string clue;
  std::vector<std::string> clue_subjects;
  bool is_told_by(const std::string& seen, const std::string& subject) const;
  std::string property;  // kind of the property that this mistake must break, or empty
  std::vector<std::string> breaks;  // kinds of properties that may fail because of it
  std::string error;     // pattern of the error's text; * matches anything
  std::vector<std::string> at;  // calls in which the mistake sits
  /// Set if the mistake sits in an argument of the stage, and is reported where that is made:
  /// "tensor" for a tensor that is not a stage's, such as a mask; "number" for a size; or
  /// the calls that made the stage's own tensor last.
  std::vector<std::string> in;
  /// The program must contain one of these words or operations; empty: no such condition.
  std::vector<std::string> needs;
  /// `input: known`: an input with an unknown name may be made for just what the program does with it.
  bool of_known_input = false;
  std::string place;   // id of the stage whose line is reported if the stage itself is missing
  std::vector<Snippet> variants;
  /// What would repair it: rewrite rules, and kinds of edits from edit_kinds.h ("constant",
  /// "name", ...). `price` says how unlikely the repair is: 0 is tried first.
  std::vector<reading::Rewrite> rewrites;
  std::vector<std::string> mends;
  int price = 0;
  /// Whether only its repair identifies it, because the mistake takes too many forms.
  bool by_mend_only() const;
  SourcePtr file;
};

Misconception read_misconception(const SourcePtr& file,
                                 std::vector<lesson::Problem>& problems);

/// The misconceptions that are built into mha-tutor, by id.
const std::vector<Misconception>& misconceptions();

/// The misconception with this id, or null.
const Misconception* find_misconception(const std::string& id);

/// Whether `text` matches the pattern, in which * matches anything.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace mha::homework
