#pragma once

// A learner's program: its statements have run once, and the classes and functions that may
// answer the assignment are listed as candidates.

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "homework/compare/recording.h"
#include "lang/runtime/interpreter.h"
#include "lesson/world.h"
#include "random/generator.h"

namespace mha::homework {

/// A class or function that can be called with tensors.
struct Candidate {
  std::string name;
  lang::Value object;       // the class or function itself
  bool is_class = false;
  bool is_maker = false;    // a function that returns the function to be called
  bool is_lambda = false;   // bound to a name, in a program without classes and functions
  Location place;
  /// `init` builds the object: __init__ (null if there is none) or the maker. `call` is what the
  /// trial calls: forward, __call__, or the function itself.
  const lang::FunctionObject* init = nullptr;
  const lang::FunctionObject* call = nullptr;
  std::vector<lang::Value> kept;  // keeps `init` and `call` alive if nothing else does
  /// Whether an object has to be built before it can be called.
  bool is_made() const { return is_class || is_maker; }
  /// The method that is called if the class is not a module and has no __call__; or, for an
  /// additional candidate, the method that it stands for.
  std::string method;
  bool beside = false;
  /// "Heads", or "Heads.merge" for an additional method.
  std::string subject() const { return beside ? name + "." + method : name; }
  /// Whether another candidate uses it: a part rather than the whole.
  bool part = false;
  /// Whether it is a function without a value to return: an answer that lacks one, or one that prints.
  bool gives_nothing = false;
  /// Layers such as an embedding, which show that the class is a whole model.
  std::vector<std::string> model_layers;
};

/// Arguments by the names of their parameters.
using OwnArguments = std::map<std::string, lang::Value>;

/// Records what a program makes; NumPy arrays count as tensors.
class TensorObserver : public lang::Observer {
 public:
  explicit TensorObserver(Recording& to) : to_(to) {}
  void on_value(const Source& source, const lang::Expr& expr, std::string_view operation,
                const lang::Value& value) override;
  void on_assign(const Source& source, Span target, const lang::Value& value) override;
  /// Records a tensor after an assignment to its elements. A loop that fills in one number at a
  /// time is recorded when it is done.
  void on_store(const Source& source, const lang::Subscript& target, const lang::Value& object,
                const lang::Value& index) override;
  bool is_tensor(const lang::Value& v) const override;
  lang::Interpreter* interp = nullptr;

 private:
  lang::Value as_seen(const lang::Value& value) const;
  Recording& to_;
};

/// How a program finds the modules beside it; empty if it has none.
using ModuleFinder = decltype(lang::Interpreter::find_module);

/// Thrown by a program as soon as it would run something after it was stopped from outside.
struct Stopped {};

class Program {
 public:
  /// Reads a .py or .ipynb and runs its statements. If one fails, failure() holds the error, and
  /// of the rest only classes, functions and imports are run. Throws Error if the file cannot be
  /// read as a program at all. The code under `if __name__ == "__main__":` is skipped as `import`
  /// does, unless `as_main` is set or the file has nothing to judge outside it. Setting `stop`
  /// ends what runs, and lets nothing begin: that throws Stopped. `world` is used as it is; null makes a new one.
  Program(const std::string& file, const std::string& bytes,
          const std::atomic<bool>* stop = nullptr, bool as_main = false,
          std::shared_ptr<lesson::World> world = nullptr, ModuleFinder find_module = {});
  ~Program();

  /// Whether the code there stands under `if __name__ == "__main__":` and was skipped.
  bool skips(const lang::Module& module, Span span) const;

  /// Runs C++ that calls into the program. All these calls share one budget: after a limit is
  /// reached, nothing more runs and every call returns that failure.
  lesson::Outcome perform(const std::function<lang::Value()>& work);

  /// Whether a limit was reached; renew_budget() grants the whole budget again, and several times as
  /// many steps to what was right before.
  bool met_limit() const { return limit_.has_value(); }
  void renew_budget(bool was_right = false);

  /// Gives the lists and dicts of the module what they held when its statements had run: a trial may
  /// have called a function that registers something.
  void restore_containers();

  /// While this object lives, each call has its own limit of steps, and none counts against the
  /// budget that the other calls share.
  class Apart {
   public:
    Apart(Program& program, int64_t steps);
    ~Apart();
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;

   private:
    Program& program_;
    std::optional<torch::Report> limit_;
    lang::Spent spent_;
    int64_t steps_;
    bool explains_;
  };

  /// The value of an expression in the program's world, with these definitions and names, and
  /// nothing of the program's own. Call it within perform().
  lang::Value made_apart(const std::string& definitions, const std::string& expression,
                         const std::map<std::string, lang::Value>& names);

  const std::vector<Candidate>& candidates() const { return candidates_; }
  /// Methods of the candidates that may each be an answer: no other method calls them.
  const std::vector<Candidate>& methods() const { return methods_; }
  /// Classes that look like whole models and use the candidates as parts.
  const std::vector<Candidate>& models() const { return models_; }
  /// What its author calls wrong, so that it is no candidate.
  const std::vector<Candidate>& marked_wrong() const { return marked_wrong_; }
  const std::optional<torch::Report>& failure() const { return failure_; }
  /// Whether the file has a syntax error.
  bool unreadable() const { return unreadable_; }
  const std::vector<lang::ModulePtr>& modules() const { return modules_; }
  /// Whether its text has a word outside of comments.
  bool mentions(const std::string& word) const;
  SourcePtr source_of(const Source* source) const;
  lang::Interpreter& interpreter() { return world_->interpreter(); }
  const lang::Interpreter& interpreter() const { return world_->interpreter(); }
  /// Records every tensor while its `on` is set.
  Recording& recording() { return recording_; }
  /// The arguments that the program passes to a class, for each call that consists of plain
  /// numbers and names.
  std::vector<OwnArguments> own_arguments(const Candidate& candidate);
  /// Cache for own_tensors(), by the names of the function and its parameter.
  std::map<std::pair<std::string, std::string>, std::vector<Numbers>>& own_uses() const { return own_uses_; }

  /// What was recorded while its own statements ran.
  const Recording& at_start() const { return at_start_; }
  /// The same file, run with the code under `if __name__ == "__main__":`.
  const Program& as_main() const;
  /// Whether dropout may have zeroed some of its tensors while its own statements ran; then these
  /// cannot be computed again.
  bool drops();
  /// Whether its own statements left an nn.Dropout with a rate above 0 in this mode.
  bool has_dropout(bool training);
  /// The same file with other text in one module, run as this one was. If such programs are made
  /// one at a time they share a world, since making one costs more than running a short script.
  std::unique_ptr<Program> with_text(const lang::Module& module, const std::string& text) const;
  /// The same file, run in a world that these lines have changed; it cannot see their names.
  std::unique_ptr<Program> after(const std::string& lines) const;
  bool is_notebook() const { return file_.ends_with(".ipynb"); }

 private:
  Program(const std::string& file, const std::string& bytes, std::vector<SourcePtr> sources,
          const std::atomic<bool>* stop, bool as_main, std::shared_ptr<lesson::World> world,
          ModuleFinder find_module);
  /// Runs the classes, functions and imports after the statement that failed.
  void define_what_is_behind(const lang::ModulePtr& module);
  void record_what_is_left();
  void find_candidates();
  void remember_containers();
  void keep_limit(const lesson::Outcome& outcome);
  void throw_if_stopped() const;

  std::string file_, bytes_;
  const std::atomic<bool>* stop_;
  ModuleFinder find_module_;
  mutable std::map<std::pair<std::string, std::string>, std::vector<Numbers>> own_uses_;
  mutable std::map<std::string, bool> mentioned_;
  mutable std::unique_ptr<Program> as_main_;
  mutable std::shared_ptr<lesson::World> other_world_;  // for with_text()
  std::vector<SourcePtr> sources_;
  std::vector<lang::ModulePtr> modules_;
  Recording recording_, at_start_;
  TensorObserver observer_{recording_};
  std::shared_ptr<lesson::World> world_;
  std::optional<torch::Report> failure_;
  std::optional<torch::Report> limit_;  // the limit that was reached
  lang::Spent spent_;                   // by all calls so far
  bool unreadable_ = false;
  std::vector<Candidate> candidates_, models_, methods_, marked_wrong_;
  std::vector<std::pair<lang::Value, std::vector<lang::Value>>> containers_;  // with their items, of a dict also the keys
};

}  // namespace mha::homework
