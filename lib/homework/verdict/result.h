#pragma once

// The result of a check. lib/render decides how it looks.

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "homework/choice/properties.h"
#include "homework/compare/numbers.h"
#include "homework/compare/recording.h"
#include "homework/spec/misconception.h"
#include "tensor/core/tensor.h"
#include "torch/explain/report.h"

namespace mha::homework {

enum class Verdict { right, wrong, unjudged };

enum class StageVerdict {
  right,
  wrong_value,
  wrong_shape,
  wrong_layout,  // the right numbers, in the wrong places
  unseen,        // its tensor was not seen, but what follows is right
  not_reached,   // the program failed before it
  not_judged     // it was not seen, and what it depends on is wrong
};

constexpr bool is_wrong(StageVerdict v) {
  return v == StageVerdict::wrong_value || v == StageVerdict::wrong_shape || v == StageVerdict::wrong_layout;
}
/// Right, or not seen while everything that follows from it is right.
constexpr bool is_earned(StageVerdict v) { return v == StageVerdict::right || v == StageVerdict::unseen; }

struct StageResult {
  std::string id;     // "scores"
  std::string title;
  std::string code;   // the reference's lines
  std::vector<std::string> axes;  // of expected_shape
  StageVerdict verdict = StageVerdict::not_judged;
  Location place;     // of the code that made the tensor, if it was seen
  Location done;      // of the last stage, if something else was returned: where the right one was made
  int points = 0;     // earned
  int of = 0;
  Shape expected_shape;
  Shape shape;        // the learner's; empty if it was not seen
  std::optional<Cell> first_wrong;
  double tolerance = 0;  // largest difference that counts as equal here
  double largest_error = 0;
  int64_t wrong_cells = 0;
  int64_t cells = 0;
};

/// A misconception that was found, or a remark.
struct Finding : MistakeText {
  /// What supports it: it gives exactly these numbers; its own numbers are among the program's,
  /// which has other mistakes too; the source; the same error; a property that fails; the names of
  /// the layers, in a program whose numbers are right; an edit that makes the program right.
  enum class Evidence { numbers, steps, source, error, property, names, mend };
  std::string stage;   // id of the first stage it touches, or empty
  Evidence evidence = Evidence::numbers;
  Location place;      // of the mistake, which is to be changed
  bool settled = false;  // the place is certain; an edit elsewhere does not replace it
  Location cause;      // where it shows first, if that is elsewhere
  std::string seen;    // in the source: "the result of `...` is not kept"
  std::string before, after;  // of an edit: the line before and after
  /// Other mistakes that give the same numbers here.
  std::vector<std::string> alternatives;
};

/// A small edit of the program's text that makes it right.
struct MendResult {
  Location place;      // of the edit, or of its first change
  std::string kind;    // id of the misconception that it corrects: "another-axis"
  int stages = 0;      // how many become right
  bool other_weights = false;  // it changes how many weights the model has
  std::string text;    // the whole program after the edit
  /// Where other edits would do as much.
  std::vector<Location> rivals;
};

/// A line to type into the program, and what it should print.
struct Experiment {
  Location place;       // of the statement to type it after, or before
  bool before = false;
  std::string code;     // "print(scores.shape)"
  std::string expected; // "(2, 4, 6, 6) is expected: batch, head, query, key"
  std::string stage;    // title of the step that this may be, if that is a guess
};

struct ProbeResult {
  std::string name;    // "one head"
  std::map<std::string, std::string> sizes;  // used for the call: {"heads", "1"}
  bool right = false;
  double largest_error = 0;
  bool stopped = false; // the program raised an error
  std::string trouble;  // why it could not be compared: an error, a shape
};

/// One line about another answer in the same file.
struct AnswerLine {
  std::string kind, subject;  // as in Result
  Location place;
  std::string assignment;
  Verdict verdict = Verdict::unjudged;
};

struct Result {
  Verdict verdict = Verdict::unjudged;
  /// All answers in the file, including this one, in the order of the file; empty if there is only
  /// this one.
  std::vector<AnswerLine> answers;
  std::string file;
  bool read = true;  // false if the file does not exist or could not be opened
  std::string assignment;  // id; empty if none fits
  std::string title;       // of the assignment
  /// Whether the learner named the assignment.
  bool named = false;
  std::string kind;        // "class", "function", "script", "tensors"
  std::string subject;     // "MultiHeadAttention"
  Location place;          // of its definition
  /// The probe on which the stages were judged: the first that is wrong.
  std::string probe;
  /// Whether that probe uses other sizes than the file; with the file's own sizes it is right.
  bool other_sizes = false;
  double tolerance = 0;    // largest difference that counts as equal
  std::vector<StageResult> stages;
  std::vector<Finding> findings;  // mistakes, in the order of stages
  std::vector<Finding> remarks;   // not mistakes, but worth a note
  std::optional<MendResult> mend;
  std::vector<ProbeResult> probes;
  std::vector<PropertyResult> properties;
  std::optional<torch::Report> error;  // raised by the program
  Location failing_call;               // see trial.h; unknown if the line of the error is at fault
  /// Whether the error is in lines that none of the calls runs.
  bool error_elsewhere = false;
  /// Why it could not be judged, and what would help.
  std::string trouble;
  std::string help;
  std::optional<Experiment> next;  // if the cause is unknown
  uint32_t seed = 0;
  /// Points taken off for mistakes outside the stages, such as a missing return.
  int lost = 0;
  int points() const {
    return std::accumulate(stages.begin(), stages.end(), -lost,
                           [](int sum, const StageResult& s) { return sum + s.points; });
  }
  int of() const {
    return std::accumulate(stages.begin(), stages.end(), 0, [](int sum, const StageResult& s) { return sum + s.of; });
  }
  /// The first stage that is wrong, or null.
  const StageResult* first_wrong() const {
    const auto it = std::find_if(stages.begin(), stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
    return it == stages.end() ? nullptr : &*it;
  }
};

}  // namespace mha::homework
