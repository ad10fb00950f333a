#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "lesson/lesson.h"
#include "pictures/cells.h"
#include "pictures/picture.h"
#include "pictures/provenance/origins.h"
#include "tensor/core/tensor.h"
#include "torch/explain/report.h"
#include "torch/register.h"

namespace mha::lesson {

/// The result of running code. The value lives as long as its World.
struct Outcome {
  std::string output;                   // printed, and a last value's repr
  lang::Value value;                    // of a last expression, or undefined
  std::optional<torch::Report> failure;
};

/// The environment of a lesson: an interpreter with torch that runs the cells,
/// the learner's lines and the answers. Worlds share nothing; each has its own
/// random generator, too.
class World {
 public:
  /// `models`: what the lesson may load.
  explicit World(torch::TorchOptions options, std::shared_ptr<const Models> models = nullptr);
  ~World();

  /// Restores the names and the random generator to the last mark_beginning()
  /// or, without one, to construction. Modules stay imported, and writes into
  /// tensors stay.
  void begin_anew();
  void mark_beginning();
  Outcome run(const SourcePtr& code);
  Outcome run(const std::string& name, const std::string& code);
  /// Runs parsed code, or only its statement `only`, without the repr of a last
  /// value.
  Outcome run(const lang::ModulePtr& code, const lang::Stmt* only = nullptr);
  /// The same; returns the text of the error if it fails, or empty.
  std::string attempt(const lang::ModulePtr& code);
  /// Runs an expression without side effects on random numbers: later draws
  /// stay the same.
  Outcome evaluate(const std::string& expression);
  /// The same without the repr of its value.
  Outcome value_of(const std::string& expression);
  /// Runs C++ that calls into the program; an exception becomes the failure.
  Outcome perform(const std::function<lang::Value()>& work);
  /// Names with their values, which live as long as the world that has them.
  using Names = std::vector<std::pair<lang::Symbol, lang::Value>>;
  /// Those that `other` does not have.
  Names names_beyond(const World& other) const;
  /// Defines those of this world's names again that it has lost.
  void add(const Names& names);
  /// Whether the lesson or the learner has defined this name.
  bool has_name(const std::string& name) const;
  /// The same, including built-in names.
  bool knows(const std::string& name);
  lang::Interpreter& interpreter() { return *interp_; }
  /// Whether errors get a note and a help, which take longer than a short run; true at first.
  bool explain_errors(bool on) { return std::exchange(explains_, on); }
  /// The picture of an expression's current value.
  pictures::Shown picture(const Picture& picture);
  /// The picture for `show REQUEST` (pictures/show.h).
  pictures::Shown show(const std::string& request);

  /// Stops the code running in any world (Ctrl-C). A signal handler may call
  /// it.
  static void interrupt_running();

 private:
  struct Settings;
  class AtWork;
  pictures::Shown drawn(const std::function<pictures::Shown(const pictures::Maker&)>& draw);
  Outcome outcome_of(const std::function<lang::Value()>& work);
  std::unique_ptr<Settings> settings_, first_settings_;
  std::string output_;
  bool explains_ = true;
  pictures::Origins origins_;
  std::unique_ptr<lang::Interpreter> interp_;
  Names first_names_;
};

}  // namespace mha::lesson
