#pragma once

// The reference answer: runs the sizes, inputs, stages and variants of an assignment.

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

/// Names of the assignment and their values: sizes, inputs, weights, the stages' tensors.
using Names = std::map<std::string, lang::Value>;

/// A weight as a linear layer applies it, x @ weight + bias; or a vector.
struct LinearMap {
  Tensor weight;  // (in, out); a vector is (out)
  Tensor bias;    // (out), or undefined
};

/// The weights of an assignment by their names in it.
using Roles = std::map<std::string, LinearMap>;

/// The sizes of one call, and how its random numbers are made.
struct Setting {
  std::map<std::string, lang::Value> sizes;
  double spread = 1;
  bool training = false;
  uint32_t seed = 1;
};

/// The seed for the numbers of an input. Each has its own, so its numbers do not depend on which
/// others are made.
uint32_t seed_of(const Setting& setting, const std::string& input);

class Reference {
 public:
  /// `assignment` must outlive this object.
  explicit Reference(const Assignment& assignment);
  const Assignment& assignment() const { return assignment_; }

  /// The sizes of a probe; an expression may use the sizes before it. `fixed` holds the sizes
  /// that the program sets itself; they override the probe's.
  std::map<std::string, lang::Value> sizes(const ProbeSpec& probe,
                                           const std::map<std::string, lang::Value>& fixed = {});
  /// The value of an input; `which` selects among its alternatives.
  lang::Value input(const Setting& setting, const std::string& name, size_t which);
  size_t alternatives(const std::string& name) const;

  /// The names that a stage may read: sizes, inputs, what the setup makes, and `seed`, the seed at
  /// the start of the call, if the program draws random numbers. An absent input
  /// is None; `given` overrides values by name.
  Names start(const Setting& setting, const std::map<std::string, size_t>& which,
              const std::set<std::string>& absent = {}, const Names& given = {});
  /// A weight as the stages use it: a layer to call, or the vector itself.
  lang::Value layer(const LinearMap& map);
  /// Runs lines and adds what they make to `names`. Returns the error's message, or an
  /// empty string.
  std::string run(const Snippet& snippet, Names& names);
  /// Runs one stage; a call of an optional weight that is absent returns its input.
  std::string run(const StageSpec& stage, Names& names);

  /// Runs work that evaluates many snippets; entering the interpreter once saves time.
  void perform(const std::function<void()>& work);

  /// Records every tensor that the lines make from now on; null stops it.
  void watch(Recording* recording);

  /// Whether code can use a name without the assignment: torch, range, ...
  bool knows(const std::string& name) const;

  /// Whether stages can call this name even though a size shares it: dropout(t) is the
  /// function, never the rate.
  static bool is_callable(const std::string& name);

  /// What `dropout(t)` returns in the stages; t itself unless replaced.
  std::function<Tensor(const Tensor&)> dropout;
  /// What `drawn(shares, at)` returns in the stages: for each row of shares, (rows, 1), an index drawn
  /// by them, which becomes column `at` of the output. torch.multinomial unless replaced.
  std::function<std::optional<Tensor>(const Tensor&, int64_t)> drawn;

 private:
  const Assignment& assignment_;
  std::unique_ptr<lesson::World> world_;
  std::vector<std::pair<lang::Symbol, lang::Value>> clean_;
  mutable std::map<std::string, bool> known_;
};

const Tensor* tensor_in(const Names& names, const std::string& name);

}  // namespace mha::homework
