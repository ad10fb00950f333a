#pragma once

// What a learner wrote: run once, and the classes and functions in it that may
// be what the assignment asks for.

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
  bool is_maker = false;    // a function that gives back the function to be called
  bool is_lambda = false;   // with a name, in a program without classes and functions
  Location place;
  /// What is called: __init__, which may be missing, or the maker; `call` is forward,
  /// __call__ or the function itself.
  const lang::FunctionObject* init = nullptr;
  const lang::FunctionObject* call = nullptr;
  std::vector<lang::Value> kept;  // of these, what is no one else's: outlines
  /// Whether what is called has to be made first.
  bool is_made() const { return is_class || is_maker; }
  /// Of a class that is no module, and has no __call__: what is called instead. Of a method
  /// beside what is called, that one.
  std::string method;
  bool beside = false;
  /// "Heads", and "Heads.merge" of a method beside.
  std::string subject() const { return beside ? name + "." + method : name; }
  /// Used by another candidate: a part rather than the whole.
  bool part = false;
  /// Layers that speak for a whole model, of a class that puts others together.
  std::vector<std::string> model_layers;
};

/// Arguments by the names of their parameters.
using OwnArguments = std::map<std::string, lang::Value>;

/// Hands on what a program makes; NumPy's arrays as tensors.
class ArraysToo : public lang::Observer {
 public:
  explicit ArraysToo(Recording& to) : to_(to) {}
  void on_value(const Source& source, const lang::Expr& expr, std::string_view operation,
                const lang::Value& value) override;
  void on_assign(const Source& source, Span target, const lang::Value& value) override;
  /// What a mask wrote to shows there: a loop that fills in one number after another shows
  /// when it is done.
  void on_store(const Source& source, const lang::Subscript& target, const lang::Value& object,
                const lang::Value& index) override;
  bool is_tensor(const lang::Value& v) const override;
  lang::Interpreter* interp = nullptr;

 private:
  lang::Value as_seen(const lang::Value& value) const;
  Recording& to_;
};

class Program {
 public:
  /// Reads a .py or .ipynb and runs its statements. What ends that early is
  /// kept as failure(), and of what stands behind it only classes, functions and imports
  /// are run; throws Error if it cannot be read as a program at all.
  /// As `import` does, it passes over `if __name__ == "__main__":` where there is
  /// something to be judged outside, unless it is to run `as_main`. `stop` ends all
  /// that runs, from then on. It runs in `world` if there is one, as it is when it is made.
  Program(const std::string& file, const std::string& bytes,
          const std::atomic<bool>* stop = nullptr, bool as_main = false,
          std::shared_ptr<lesson::World> world = nullptr);
  ~Program();

  /// Runs C++ that calls into the program. All these calls share one budget: once
  /// a limit is met, no more is run, and every call gives that failure.
  lesson::Outcome perform(const std::function<lang::Value()>& work);

  /// Whether a limit was met; and the whole budget once more, after that.
  bool met_limit() const { return limit_.has_value(); }
  void renew_budget() {
    limit_.reset();
    spent_ = {};
  }

  /// Calls of their own, as long as it lives: each may take so many steps, and none
  /// counts against the budget of the others.
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
  };

  const std::vector<Candidate>& candidates() const { return candidates_; }
  /// Methods of the candidates that may be an answer of their own: no other method calls them.
  const std::vector<Candidate>& methods() const { return methods_; }
  /// Classes that look like whole models, of which the candidates are parts.
  const std::vector<Candidate>& models() const { return models_; }
  const std::optional<torch::Report>& failure() const { return failure_; }
  /// Whether it could not even be parsed.
  bool unreadable() const { return unreadable_; }
  const std::vector<lang::ModulePtr>& modules() const { return modules_; }
  SourcePtr source_of(const Source* source) const;
  lang::Interpreter& interpreter() { return world_->interpreter(); }
  const lang::Interpreter& interpreter() const { return world_->interpreter(); }
  /// Hears of every tensor while it is on.
  Recording& recording() { return recording_; }
  /// What the program itself constructs a class with, at each place where it says so in
  /// plain numbers and names.
  std::vector<OwnArguments> own_arguments(const Candidate& candidate);
  /// What own_tensors() found: of a function's parameter, by both their names.
  std::map<std::pair<std::string, std::string>, std::vector<Numbers>>& own_uses() const { return own_uses_; }

  /// The first `n` of a seed's normal numbers, or more; the same for every call, and
  /// drawn once.
  const std::vector<double>& normals(uint32_t seed, size_t n);
  /// The recording of its own statements.
  const Recording& at_start() const { return at_start_; }
  /// The same file run with what stands under `if __name__ == "__main__":`.
  const Program& as_main() const;
  /// Whether some of its tensors may have fallen to dropout as its own statements ran: what
  /// they came to is then nothing that could be computed again.
  bool drops();
  /// The same file with another text in one of its modules, run as this one was. Where there is
  /// one at a time, all share a world: making one takes longer than a script of a lesson's size.
  std::unique_ptr<Program> with_text(const lang::Module& module, const std::string& text) const;
  bool is_notebook() const { return file_.ends_with(".ipynb"); }

 private:
  Program(const std::string& file, const std::string& bytes, std::vector<SourcePtr> sources,
          const std::atomic<bool>* stop, bool as_main, std::shared_ptr<lesson::World> world);
  /// What was written into a tensor since it got its name.
  void define_what_is_behind(const lang::ModulePtr& module);
  void record_what_is_left();
  void find_candidates();
  void keep_limit(const lesson::Outcome& outcome);

  std::string file_, bytes_;
  const std::atomic<bool>* stop_;
  mutable std::map<std::pair<std::string, std::string>, std::vector<Numbers>> own_uses_;
  mutable std::unique_ptr<Program> as_main_;
  mutable std::shared_ptr<lesson::World> other_world_;  // of those with another text
  std::vector<SourcePtr> sources_;
  std::vector<lang::ModulePtr> modules_;
  Recording recording_, at_start_;
  ArraysToo observer_{recording_};
  std::shared_ptr<lesson::World> world_;
  std::optional<torch::Report> failure_;
  std::optional<torch::Report> limit_;  // that was met
  lang::Spent spent_;                   // by all calls so far
  bool unreadable_ = false;
  std::vector<Candidate> candidates_, models_, methods_;
  std::map<uint32_t, std::pair<Generator, std::vector<double>>> normals_;
};

}  // namespace mha::homework
