#pragma once

// Generators: functions that yield, and generator expressions. One that waits is data, a
// frame and the place in it that it has come to; no stack of its own stands behind it.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lang/runtime/evaluator.h"

namespace mha::lang {

/// How far a generator has come, and the way from there to its next value. What a function
/// does is in evaluator_generators.cpp, an expression in evaluator_comprehensions.cpp.
class GeneratorRun {
 public:
  GeneratorRun(Interpreter& interp, const ScopeInfo& scope)
      : evaluator(interp), locals(scope.locals.size()), cells(scope.cells.size()) {}
  virtual ~GeneratorRun() = default;
  GeneratorRun(const GeneratorRun&) = delete;
  GeneratorRun& operator=(const GeneratorRun&) = delete;

  /// Goes on to the next value, with what was sent to the yield that waits. False at the
  /// end: frame.result is what was returned then, or undefined.
  virtual bool resume(Value sent, Value& out) = 0;
  /// The same where the yield that waits raises this error.
  virtual bool raise(PyError error, Value& out) = 0;
  /// Whether a finally, except or __exit__ may have to run before it goes.
  virtual bool must_be_closed() const { return false; }
  /// Observers are told when its code begins and ends; null: they are not.
  virtual const FunctionCode* code() const { return nullptr; }

  Evaluator evaluator;
  std::vector<Value> locals;
  std::vector<Ref<CellObject>> cells;
  Frame frame;
  bool started = false;
};

class GeneratorObject : public IteratorObject {
 public:
  GeneratorObject(Interpreter& interp, std::shared_ptr<GeneratorRun> run, std::string qualname);
  /// One that still has something to close is left to the interpreter, if a program runs.
  ~GeneratorObject() override;

  /// generator.send() and next(): false at the end, and take_result() is what it returned.
  bool send(Value sent, Value& out);
  /// generator.throw().
  bool raise(PyError error, Value& out);
  void close();
  Value take_result() { return std::exchange(result_, Value::none()); }
  const std::string& qualname() const { return qualname_; }
  /// Forgets what it was about to do: nothing of it runs any more.
  void clear() override;

 private:
  template <typename F>
  bool resume(F&& go_on);

  Interpreter& interp_;
  std::shared_ptr<GeneratorRun> run_;  // null once it has ended
  std::string qualname_;
  Value result_ = Value::none();
  bool running_ = false;
};

/// A generator whose values a function of C++ gives, until it returns false.
Value native_generator(Interpreter& interp, std::string qualname,
                       std::function<bool(Value&)> next);
/// Null for all but generators.
GeneratorObject* as_generator(const Value& v);
/// The StopIteration that next() raises where `iterator` has ended.
PyError stop_of(Interpreter& interp, const Value& iterator);
/// Runs what the generators that went in a try or with have still to do. What that raises
/// is told as a warning is, as Python does.
void close_dropped(Interpreter& interp);
void add_generator_type(Interpreter& interp);

}  // namespace mha::lang
