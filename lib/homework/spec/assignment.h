#pragma once

// Homework as its file in lessons/homework says it. Nothing here knows what the
// homework is about.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "homework/spec/snippet.h"
#include "lesson/lesson.h"
#include "reading/vocabulary.h"

namespace mha::homework {

struct StageSpec {
  std::string id;     // "scores"
  std::string title;
  std::vector<std::string> axes;  // of what it makes
  int points = 1;
  Snippet snippet;
  std::string why;    // Markdown
};

struct InputSpec {
  std::string name;  // "x"; several of one name are alternatives
  std::string expression;
  bool optional = false;  // None in the stages where the program does not take it
  bool unnamed = false;   // a form that is not what the task says: right where nobody names it
};

/// A matrix, (in, out), that a stage calls like a layer; or without `in` a vector,
/// (out), that a stage reads as a tensor.
struct WeightSpec {
  std::string name;     // "W_query"
  std::string in, out;  // sizes: "d_in", "d_out"
  bool optional = false;
  bool is_vector() const { return in.empty(); }
};

/// One call of the program: what is not said is as in the assignment's sizes.
struct ProbeSpec {
  std::string name;
  std::map<std::string, std::string> sizes;
  double spread = 1;    // the inputs are multiplied by it
  bool training = false;
};

struct PropertySpec {
  std::string kind;   // "causal", "independent"
  std::string input;  // the one that is changed
  std::string title;
};

/// Homework, or one form of it: what a program may leave out, or start from,
/// makes an assignment of its own with the same id.
struct Assignment {
  std::string id;     // "multi-head", from the file name
  std::string form;   // "without a mask"; empty: all of it
  std::string title;
  std::string lesson; // id
  int order = 0;
  std::string made_of; // how its weights are kept: "layers", "parameters", "fused", "heads"
  std::vector<std::string> signs;  // words in a program that speak for it
  std::vector<std::string> parts;  // ids of homework that its inner classes may be
  std::vector<std::string> scripts;  // ids of homework that a script may be instead
  /// Whether a program for which nobody names a homework is taken for this one only
  /// if it is right.
  bool unnamed_if_right = false;
  std::string text;   // Markdown
  std::string starter, solution;  // programs
  /// Axes that count words, and the words: cells are told by them.
  std::vector<std::string> word_axes, words;
  std::vector<std::pair<std::string, std::string>> sizes;  // in order
  std::vector<InputSpec> inputs;
  /// What a program without weights is given in place of an input: the tensor
  /// of a stage.
  std::map<std::string, std::string> given;
  std::vector<WeightSpec> weights;
  std::string setup;
  std::vector<ProbeSpec> probes;  // the first has the sizes themselves
  std::vector<PropertySpec> properties;
  std::vector<StageSpec> stages;
  std::vector<Assignment> forms;  // the other forms that are right as well
  SourcePtr file;
  /// What learners call its sizes, inputs and weights, where it has words of its own.
  std::shared_ptr<const reading::Vocabulary> words_for_names;

  /// Its own words, and those for all homework.
  const reading::Vocabulary& vocabulary() const {
    return words_for_names ? *words_for_names : reading::vocabulary();
  }
  int points() const;
  std::vector<std::string> size_names() const;  // in order
  bool has_size(const std::string& name) const;
  /// Index of the stage of that id, or of the one that makes that name; -1.
  int stage_of(const std::string& name) const;
  const WeightSpec* weight(const std::string& name) const;
  /// Whether a stage reads this name.
  bool stages_read(const std::string& name) const;
  /// Whether a program may do without an input.
  bool is_optional(const std::string& input) const;
  /// Whether the alternative `which` of an input may be given to a program that is said to
  /// be this homework, or is not.
  bool may_be_given(const std::string& input, size_t which, bool named) const;
  /// Whether an input is another name of one that is there: "query: x".
  bool is_alias(const InputSpec& input) const;
  /// Whether a size is a plain number, and follows from no other.
  bool is_plain(const std::string& size) const;
};

/// Reads one file, as lesson::read_lesson() does.
Assignment read_assignment(const SourcePtr& file, std::vector<lesson::Problem>& problems,
                           bool proven = false);

/// The assignments that are built into the program, in order.
const std::vector<Assignment>& assignments();

/// By id or its unambiguous beginning. Throws Error of kind "HomeworkError" with
/// the nearest id.
const Assignment& find_assignment(const std::string& name);

}  // namespace mha::homework
