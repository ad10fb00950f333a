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
/// computes: they run in a world of their own, in which each step begins with
/// the lesson's values again. Names that only the learner defined stay there to
/// the end of the lesson.
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
  /// The names that the prompt knows: the lesson's and the learner's.
  World& world() { return own_ ? *own_ : *world_; }
  /// Where code of the learner's runs.
  World& own();
  /// The lesson's own values, whatever the learner's lines did.
  World& pristine() { return *world_; }
  /// Another world like pristine(), with the lesson's own numbers or new ones.
  std::unique_ptr<World> make_world(std::optional<uint32_t> seed) const;
  /// The same, after all that the learner has typed in the lesson; the names of
  /// the lesson then have their values from it, or those that the learner gave
  /// them in this step.
  std::unique_ptr<World> make_own_world(std::optional<uint32_t> seed, bool lessons_values) const;
  /// Where an earlier lesson of the course makes a function or a class of that name: "`attend`
  /// was made in lesson 9; each lesson starts with its own names"; or empty.
  std::string origin_of(const std::string& name) const;
  /// That nothing here has the name, and where it comes from: an earlier lesson, an import, a tensor.
  std::string no_such_name(const std::string& name);
  /// The event of an error in the learner's code, with the origin of a name that is not defined.
  Event failed(torch::Report report) const;
  /// Whether the learner has typed any code.
  bool typed() const { return !typed_.empty() || !earlier_.empty(); }

 private:
  void show_blocks(Events* out);
  Outcome run_fresh(World& world, uint32_t seed) const;
  void run_step(World& world, int step) const;
  void run_cells(World& world, std::optional<uint32_t> seed) const;
  /// Ends the learner's work at a step. Returns the names that only they defined.
  World::Names turn_page();
  /// Puts the lesson's values back into a world, beside the learner's names.
  void begin_step(World& own, const World::Names& theirs,
                  std::optional<uint32_t> seed) const;

  const Lesson& lesson_;
  torch::TorchOptions options_;
  int step_ = -1;  // the step whose cells have run in world_
  std::optional<uint32_t> seed_;
  std::unique_ptr<World> world_;  // the lesson's
  std::unique_ptr<World> own_;    // the learner's, from their first line on
  bool touched_ = false;          // whether code may have run in own_ since the step was entered
  // The learner's lines that ended by themselves.
  std::vector<std::string> earlier_;  // before this step was entered
  std::vector<std::string> typed_;    // since
};

}  // namespace mha::lesson
