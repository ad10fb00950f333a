#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lesson/event.h"
#include "lesson/world.h"

namespace mha::lesson {

/// One step of a lesson while it runs: the cells up to it have run, and
/// learners may run their own lines. Those lines never change what the lesson
/// computes: it goes on with its own values.
class Scene {
 public:
  /// `lesson` must outlive the object.
  Scene(const Lesson& lesson, torch::TorchOptions options);

  /// Goes to a step and runs its cells; if there is an `out`, shows its blocks
  /// except for the question.
  void enter(int step, Events* out);
  /// Gives the step's question new numbers, drawn from `seed`, and shows them.
  void renew(uint32_t seed, Events& out);
  /// The seed of the new numbers; none: the lesson's own.
  std::optional<uint32_t> seed() const { return seed_; }

  int step() const { return step_; }
  const Step& now() const { return lesson_.steps[static_cast<size_t>(step_)]; }
  const Lesson& lesson() const { return lesson_; }

  /// Runs a line of the learner's and shows the result.
  Outcome live(const std::string& line, Events& out);
  /// Shows a picture that the learner asks for (pictures/show.h).
  void show(const std::string& request, Events& out);
  /// Where the learner's lines run.
  World& world() { return *world_; }
  /// A world with the lesson's own values, whatever the learner's lines did.
  World& pristine();
  /// Another such world, with the lesson's own numbers or new ones.
  std::unique_ptr<World> make_world(std::optional<uint32_t> seed) const;
  /// The learner's lines since the step was entered.
  const std::vector<std::string>& typed() const { return typed_; }

 private:
  void show_blocks(Events* out);
  Outcome run_fresh(World& world, uint32_t seed) const;

  const Lesson& lesson_;
  torch::TorchOptions options_;
  int step_ = -1;  // the step whose cells have run in world_
  std::optional<uint32_t> seed_;
  std::unique_ptr<World> world_;
  std::unique_ptr<World> second_;  // pristine, while world_ is not
  std::vector<std::string> typed_;
};

}  // namespace mha::lesson
