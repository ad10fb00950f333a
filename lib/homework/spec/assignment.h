#pragma once

// A homework assignment, as its Markdown file in lessons/homework describes it: sizes, inputs,
// weights, and the stages in which the answer is computed. No code here knows the subject.

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
  std::vector<std::string> axes;  // of the tensor that it makes
  int points = 1;
  bool optional = false;  // the task lets the author leave it out
  Snippet snippet;
  std::string why;    // Markdown
};

struct InputSpec {
  std::string name;  // "x"; inputs that share a name are alternatives
  std::string expression;
  bool optional = false;  // None in the stages if the program does not take it
  bool unnamed = false;   // not what the task asks for; accepted unless the homework is named
  /// Its axes: "batch", "tokens", "d_out" of `torch.randn(batch, tokens, d_out)`.
  std::vector<std::string> axes() const;
};

/// A weight of the reference: a matrix (in, out), which a stage calls like a layer, or, if `in`
/// is empty, a vector (out), which a stage reads as a tensor.
struct WeightSpec {
  std::string name;     // "W_query"
  std::string in, out;  // sizes: "d_in", "d_out"
  bool optional = false;
  bool is_vector() const { return in.empty(); }
};

/// One call of the program. What it does not set is as in the assignment's own sizes.
struct ProbeSpec {
  std::string name;
  std::map<std::string, std::string> sizes;
  double spread = 1;    // the inputs are multiplied by this
  bool training = false;
};

struct PropertySpec {
  std::string kind;   // "causal", "independent"
  std::string input;  // the input that is changed
  std::string title;
};

/// A homework, or one form of it. A form is a variation that is also right, such as the same
/// homework without a mask; it has the id of the homework that it belongs to.
struct Assignment {
  std::string id;     // "multi-head", from the file name
  std::string form;   // "without a mask"; empty for the full homework
  std::string title;
  std::string lesson; // id
  int order = 0;
  std::string made_of; // how it keeps its weights: "layers", "parameters", "fused", "heads"
  std::vector<std::string> signs;  // words in a program that suggest this homework
  std::vector<std::string> parts;  // ids of homework that its inner classes may answer
  std::vector<std::string> scripts;  // ids of homework that a script may answer instead
  /// Where nobody names a homework, a program is judged as this one only if it turns out
  /// to be right.
  bool unnamed_if_right = false;
  std::string text;   // Markdown
  std::string starter, solution;  // programs
  /// The axes that count words, and those words: they locate a cell for the learner.
  std::vector<std::string> word_axes, words;
  std::vector<std::pair<std::string, std::string>> sizes;  // in order
  std::vector<InputSpec> inputs;
  std::vector<WeightSpec> weights;
  std::string setup;
  /// Classes and functions for the stages, and for inputs that are not tensors: `model: Model(vocab)`.
  /// They run in the program's own world too, where each call gets an object of its own.
  std::string objects;
  /// Whether the program draws random numbers: two calls with one input then differ.
  bool draws = false;
  std::vector<ProbeSpec> probes;  // the first uses the assignment's own sizes
  std::vector<PropertySpec> properties;
  std::vector<StageSpec> stages;
  std::vector<Assignment> forms;  // the other forms that are right as well
  std::vector<Assignment> script_forms;  // right only as scripts, which nobody can call
  SourcePtr file;
  /// What learners call its sizes, inputs and weights, if the file lists words for them.
  std::shared_ptr<const reading::Vocabulary> words_for_names;

  /// The words of this file together with those that all homework shares.
  const reading::Vocabulary& vocabulary() const {
    return words_for_names ? *words_for_names : reading::vocabulary();
  }
  int points() const;
  int tensors() const;  // how many the stages make
  bool has_size(const std::string& name) const;
  /// The index of the stage with this id, or of the stage that makes this name; -1 if none.
  int stage_of(const std::string& name) const;
  const WeightSpec* weight(const std::string& name) const;
  /// Whether a stage reads this name.
  bool stages_read(const std::string& name) const;
  /// Whether the task lets the author leave out the stage that reads this name.
  bool may_leave_out(const std::string& name) const;
  /// Whether a program may leave this input out.
  bool is_optional(const std::string& input) const;
  /// Whether every answer takes this input, as the starter does: not a mask that a program may make.
  bool always_gives(const std::string& input) const;
  /// Whether an input is an object of a class in `objects`.
  bool is_object(const std::string& input) const;
  /// Whether a program may be given alternative `which` of an input. `named` says that the
  /// learner named this homework.
  bool may_be_given(const std::string& input, size_t which, bool named) const;
  /// Whether an input only renames another one: "query: x".
  bool is_alias(const InputSpec& input) const;
  /// Whether a size is a plain number rather than computed from other sizes.
  bool is_plain(const std::string& size) const;
  /// Whether a size is computed from others: head_dim**0.5.
  bool follows_from_others(const std::string& size) const;
};

/// Reads one file, as lesson::read_lesson() does.
Assignment read_assignment(const SourcePtr& file, std::vector<lesson::Problem>& problems,
                           bool proven = false);

/// The assignments that are built into mha-tutor, in order.
const std::vector<Assignment>& assignments();

/// Looks an assignment up by its id or an unambiguous prefix of it. Throws Error of kind
/// "HomeworkError" that suggests the nearest id.
const Assignment& find_assignment(const std::string& name);

}  // namespace mha::homework
