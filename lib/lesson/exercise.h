#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lesson/scene.h"

namespace mha::lesson {

/// The result of a program for an exercise: the values to compare.
struct Trial {
  std::shared_ptr<World> world;  // that the values live in
  std::string printed;
  std::vector<lang::Value> values;
  std::string shown;  // the values, as Python shows them
  std::string brief;  // the same, but of long ones only the shape
  std::optional<torch::Report> failure;
  bool ran = false;  // the program itself; a failure is of the check then
  bool unfinished = false;  // it ran, but did not define a name to compare
};

/// Whether the learner stopped it (Ctrl-C).
bool interrupted(const Trial& trial);

/// The judgement of a learner's program.
struct Verdict {
  Trial trial;  // on the numbers that the learner sees
  bool right = false;
  /// Why the values are not right; or the reply of the listed wrong program
  /// that has the same values.
  std::string reply;
  bool known = false;  // the reply of a listed wrong program
};

/// Judges programs for one exercise by their values: on the numbers shown and,
/// if the exercise can have new numbers, also on others, so that typed-in
/// results do not pass.
class ExerciseJudge {
 public:
  /// Both arguments must outlive the object.
  ExerciseJudge(Scene& scene, const Exercise& exercise);

  /// Runs the learner's program after their earlier lines, with the names from
  /// those, and alone; it is right if one of these is.
  Verdict judge(const std::string& code);

  /// What runs before a program, after the lesson's cells: all that the learner
  /// has typed; the same, but then the lesson's names have its values again.
  enum class Before { nothing, names, lines };
  /// Runs a program on the set of numbers `set` (0: those shown).
  Trial attempt(const std::string& code, size_t set, Before before = Before::nothing);
  size_t sets() const { return seeds_.size(); }
  /// The result of the solution.
  const Trial& reference(size_t set);
  /// True if both give the same values.
  bool agree(const Trial& a, const Trial& b) const;

 private:
  Verdict judge_after(Before before, const std::string& code);
  std::string wrong_reply(const std::string& code, Before before, const Trial& mine);
  std::string difference(const Trial& mine, const Trial& right) const;

  Scene& scene_;
  const Exercise& exercise_;
  std::vector<std::optional<uint32_t>> seeds_;  // of the sets of numbers
  std::vector<std::string> checks_;
  std::vector<std::optional<Trial>> references_;
};

}  // namespace mha::lesson
