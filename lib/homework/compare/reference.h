#pragma once

// The assignment's own side: sizes, inputs, stages and variants are run here.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "homework/compare/recording.h"
#include "homework/spec/assignment.h"
#include "homework/spec/misconception.h"
#include "lesson/world.h"

namespace mha::homework {

/// Names of the assignment and what they stand for: sizes, inputs, weights, the
/// tensors of the stages.
using Names = std::map<std::string, lang::Value>;

/// A weight as a linear layer has it: x @ weight + bias; or a vector.
struct LinearMap {
  Tensor weight;  // (in, out); (out) of a vector
  Tensor bias;    // (out), or undefined
};

/// The weights of an assignment, by the names that it has for them.
using Roles = std::map<std::string, LinearMap>;

/// One choice of sizes, and the numbers that go with them.
struct Setting {
  std::map<std::string, lang::Value> sizes;
  double spread = 1;
  bool training = false;
  uint32_t seed = 1;
};

class Reference {
 public:
  /// `assignment` outlives it.
  explicit Reference(const Assignment& assignment);
  const Assignment& assignment() const { return assignment_; }

  /// The sizes of a probe; an expression may name sizes before it. `fixed` are
  /// those that the program decides; they go before the probe's own.
  std::map<std::string, lang::Value> sizes(const ProbeSpec& probe,
                                           const std::map<std::string, lang::Value>& fixed = {});
  /// The value of an input; `which` counts its alternatives.
  lang::Value input(const Setting& setting, const std::string& name, size_t which);
  size_t alternatives(const std::string& name) const;

  /// The names that a stage may read: sizes, inputs, what the setup makes. An
  /// absent input is None; one in `given` is what stands there.
  Names start(const Setting& setting, const std::map<std::string, size_t>& which,
              const std::set<std::string>& absent = {}, const Names& given = {});
  /// What a stage has for a weight: a layer, or the vector itself.
  lang::Value layer(const LinearMap& map);
  /// Runs lines; what they make is added. The message of the error if they
  /// fail, empty if not.
  std::string run(const Snippet& snippet, Names& names);
  /// One stage; weights that may be missing and are not there are passed over.
  std::string run(const StageSpec& stage, Names& names);

  /// Work that runs many lines: together they take less time.
  void perform(const std::function<void()>& work);

  /// Hears of every tensor that the lines make from now on; null: nobody does.
  void watch(Recording* recording);

  /// Whether a name of code is there without the assignment: torch, range, ...
  bool knows(const std::string& name) const;

  /// Whether a stage finds under this name something to call, though a size may have
  /// it too: dropout is what drops, not how much.
  static bool is_callable(const std::string& name);

  /// What `dropout(t)` gives in the stages: by default t itself.
  std::function<Tensor(const Tensor&)> dropout;

 private:
  const Assignment& assignment_;
  std::unique_ptr<lesson::World> world_;
  std::vector<std::pair<lang::Symbol, lang::Value>> clean_;
  mutable std::map<std::string, bool> known_;
};

const Tensor* tensor_in(const Names& names, const std::string& name);

}  // namespace mha::homework
