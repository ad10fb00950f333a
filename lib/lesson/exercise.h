#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lesson/scene.h"

namespace mha::lesson {

/// What a program for an exercise came to: the values that are compared.
struct Trial {
  std::shared_ptr<World> world;  // that the values live in
  std::string printed;
  std::vector<lang::Value> values;
  std::string shown;  // the values, as Python shows them
  std::optional<torch::Report> failure;
  bool unfinished = false;  // it ran, but a name that is compared is not there
};

/// The learner has ended it (Ctrl-C).
bool interrupted(const Trial& trial);

/// What is said of a learner's program.
struct Verdict {
  Trial trial;  // on the numbers that the learner sees
  bool right = false;
  /// Of the values: why they are not right; or what is said to the wrong
  /// program that they agree with.
  std::string reply;
  bool known = false;  // the reply of a listed wrong program
};

/// Judges programs for one exercise by the values they give: on the numbers
/// that are shown and, where the exercise can have new ones, on others too, so
/// that numbers which were only typed in do not pass.
class ExerciseJudge {
 public:
  /// Both outlive it.
  ExerciseJudge(Scene& scene, const Exercise& exercise);

  /// The learner's program, run after the lines they have typed before, or
  /// alone: it is right if either is.
  Verdict judge(const std::string& code);

  /// What a program gives on the numbers number `set` (0: those shown).
  Trial attempt(const std::string& code, size_t set,
                const std::vector<std::string>& before = {});
  size_t sets() const { return seeds_.size(); }
  /// What the solution gives.
  const Trial& reference(size_t set);
  /// True if both give the same values.
  bool agree(const Trial& a, const Trial& b) const;

 private:
  Verdict judge_after(const std::vector<std::string>& before, const std::string& code);
  std::string wrong_reply(const std::string& code,
                          const std::vector<std::string>& before, const Trial& mine);
  std::string difference(const Trial& mine, const Trial& right) const;

  Scene& scene_;
  const Exercise& exercise_;
  std::vector<std::optional<uint32_t>> seeds_;  // of the sets of numbers
  std::vector<std::string> checks_;
  std::vector<std::optional<Trial>> references_;
};

}  // namespace mha::lesson
