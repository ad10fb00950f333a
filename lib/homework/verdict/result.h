#pragma once

// What a check came to. How it looks is lib/render's business.

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
#include "tensor/core/tensor.h"
#include "torch/explain/report.h"

namespace mha::homework {

enum class Verdict { right, wrong, unjudged };

enum class StageVerdict {
  right,
  wrong_value,
  wrong_shape,
  wrong_layout,  // the right numbers, in the wrong places
  unseen,        // no tensor of it was seen; what comes after it is right
  not_reached,   // the program stopped before
  not_judged     // what it is made of is wrong, and it was not seen
};

constexpr bool is_wrong(StageVerdict v) {
  return v == StageVerdict::wrong_value || v == StageVerdict::wrong_shape || v == StageVerdict::wrong_layout;
}
/// Right, or not seen while all that follows from it is right.
constexpr bool is_earned(StageVerdict v) { return v == StageVerdict::right || v == StageVerdict::unseen; }

struct StageResult {
  std::string id;     // "scores"
  std::string title;
  std::string code;   // the reference's lines
  std::vector<std::string> axes;  // of expected_shape
  StageVerdict verdict = StageVerdict::not_judged;
  Location place;     // what made the tensor, if it was seen
  Location done;      // of the last stage: what made the right one, if another was given back
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
struct Finding {
  /// What speaks for it: just these numbers come out; its own numbers are among
  /// the program's, where more is wrong; the source; the same error; a property; what
  /// the layers are called, of a program whose numbers are right; a small change of
  /// the program that makes it right.
  enum class Evidence { numbers, steps, source, error, property, names, mend };
  std::string id;      // "scale-by-model-size"
  std::string title;
  std::string text;    // what was done, Markdown
  std::string why;     // why people think so, Markdown
  std::string effect;  // what it does to a model, Markdown
  std::vector<std::string> hints;
  std::string lesson;  // "the-scale", or empty
  std::string stage;   // id of the first stage it touches, or empty
  Evidence evidence = Evidence::numbers;
  Location place;      // where the mistake is, and is to be mended
  bool settled = false;  // its place was seen to be it: no change says it better
  Location cause;      // where it shows first, if that is elsewhere: what it was used for
  std::string seen;    // of the source: "the result of `...` is not kept"
  std::string before, after;  // of a change: the line as it is, and as it would be
  /// Others that give the same numbers here.
  std::vector<std::string> alternatives;
};

/// A small change of the program's text that makes it right.
struct MendResult {
  Location place;      // of the change, or of the first
  std::string kind;    // id of what it says: "another-axis"
  int stages = 0;      // that become right
  bool other_weights = false;  // it makes another model of it, with more weights or fewer
  std::string text;    // the whole program, mended
  /// Where other changes would do as much.
  std::vector<Location> rivals;
};

/// A line to type into the program, and what it should show.
struct Experiment {
  Location place;       // of the statement that it goes behind, or before
  bool before = false;
  std::string code;     // "print(scores.shape)"
  std::string expected; // "(2, 4, 6, 6) is expected: batch, head, query, key"
  std::string stage;    // title of the step that this would be, where that is a guess
};

struct ProbeResult {
  std::string name;    // "one head"
  std::map<std::string, std::string> sizes;  // as it was called: {"heads", "1"}
  bool right = false;
  double largest_error = 0;
  bool stopped = false; // with an error
  std::string trouble;  // why it could not be compared: an error, a shape
};

/// Another answer in the same file, in a line.
struct AnswerLine {
  std::string kind, subject;  // as in Result
  Location place;
  std::string assignment;
  Verdict verdict = Verdict::unjudged;
};

struct Result {
  Verdict verdict = Verdict::unjudged;
  /// All answers of the file, this one among them, in the order of the file; empty
  /// if it is the only one.
  std::vector<AnswerLine> answers;
  std::string file;
  bool read = true;  // else there was no such file, or it could not be opened
  std::string assignment;  // id, or empty: none fits
  std::string title;       // of the assignment
  /// Whether the assignment was named by who asked, not found.
  bool named = false;
  std::string kind;        // "class", "function", "script", "tensors"
  std::string subject;     // "MultiHeadAttention"
  Location place;          // of its definition
  /// On which probe the stages were judged: the first that went wrong.
  std::string probe;
  /// Whether that was with other sizes than the file writes down: with its own it is right.
  bool other_sizes = false;
  double tolerance = 0;    // largest difference that counts as equal
  std::vector<StageResult> stages;
  std::vector<Finding> findings;  // mistakes, the first wrong stage's first
  std::vector<Finding> remarks;   // right, and worth a word
  std::optional<MendResult> mend;
  std::vector<ProbeResult> probes;
  std::vector<PropertyResult> properties;
  std::optional<torch::Report> error;  // that ended the program
  /// Whether that was in lines which none of the calls that were tried runs.
  bool error_elsewhere = false;
  /// Why it could not be judged, and what helps.
  std::string trouble;
  std::string help;
  std::optional<Experiment> next;  // where no cause is known
  uint32_t seed = 0;
  /// Points that are taken off for what is wrong beside the stages: nothing is given
  /// back, say.
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
