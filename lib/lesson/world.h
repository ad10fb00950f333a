#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
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

using pictures::shape_text;

/// What running a piece of code came to. The value lives as long as its World.
struct Outcome {
  std::string output;                   // printed, and a last value's repr
  lang::Value value;                    // of a last expression, or undefined
  std::optional<torch::Report> failure;
};

/// The environment of a lesson: an interpreter with torch in it, in which the
/// cells, the learner's lines and the answers are run. Worlds share nothing: each
/// has its own stream of random numbers, too.
class World {
 public:
  explicit World(torch::TorchOptions options);
  ~World();

  /// As it was when it was made or, after that, at the last mark_beginning(): its
  /// names and draws. Modules stay imported, and tensors keep what was written
  /// into them.
  void begin_anew();
  void mark_beginning();
  Outcome run(const SourcePtr& code);
  Outcome run(const std::string& name, const std::string& code);
  /// Runs what was parsed before, or one of its statements `only`; without the repr of a
  /// last value.
  Outcome run(const lang::ModulePtr& code, const lang::Stmt* only = nullptr);
  /// The same; the text of the error if it fails, or empty.
  std::string attempt(const lang::ModulePtr& code);
  /// Runs an expression as if it had not been run: later draws are the same.
  Outcome evaluate(const std::string& expression);
  /// The same without the repr of its value.
  Outcome value_of(const std::string& expression);
  /// Runs C++ that calls into the program; what that throws is the failure.
  Outcome perform(const std::function<lang::Value()>& work);
  /// Whether a name stands for something here: one of the lesson's or the learner's own.
  bool has_name(const std::string& name) const;
  /// The same, built-in names among them.
  bool knows(const std::string& name);
  lang::Interpreter& interpreter() { return *interp_; }
  /// What the expression of a picture shows, now.
  pictures::Shown picture(const Picture& picture);
  /// What `show REQUEST` shows (pictures/show.h).
  pictures::Shown show(const std::string& request);

  /// Ends the code that is running in any world (Ctrl-C). It may be called from
  /// a signal handler.
  static void interrupt_running();

 private:
  struct Settings;
  class AtWork;
  pictures::Shown drawn(const std::function<pictures::Shown(const pictures::Maker&)>& draw);
  Outcome outcome_of(const std::function<lang::Value()>& work);
  std::unique_ptr<Settings> settings_, first_settings_;
  std::string output_;
  pictures::Origins origins_;
  std::unique_ptr<lang::Interpreter> interp_;
  std::vector<std::pair<lang::Symbol, lang::Value>> first_names_;
};

}  // namespace mha::lesson
