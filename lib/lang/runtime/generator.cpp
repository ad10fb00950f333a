#include "lang/runtime/generator.h"

#include <fmt/format.h>

#include "lang/runtime/world.h"

namespace mha::lang {

namespace {

bool is_a(Interpreter& interp, const PyError& e, std::string_view cls) {
  return interp.is_instance(e.exception, interp.builtin_class(cls));
}

// A StopIteration out of a generator's own code would end the loop over it unseen.
PyError as_runtime_error(Interpreter& interp, const PyError& stop) {
  PyError error(interp.make_exception("RuntimeError", {str("generator raised StopIteration")}));
  for (const char* link : {"__cause__", "__context__"})
    interp.generic_set_attr(error.exception, Symbol(link), stop.exception);
  error.trace = stop.trace;
  error.help = "next() raises StopIteration when nothing is left; a generator ends with return, "
               "and next(it, None) gives None instead";
  return error;
}

}  // namespace

GeneratorObject::GeneratorObject(Interpreter& interp, std::shared_ptr<GeneratorRun> run,
                                 std::string qualname)
    : IteratorObject(interp.builtin_class("generator"),
                     [this](Value& out) { return send(Value::none(), out); }),
      interp_(interp),
      run_(std::move(run)),
      qualname_(std::move(qualname)) {}

GeneratorObject::~GeneratorObject() {
  if (run_ && run_->started && interp_.impl().frame && run_->must_be_closed()) {
    interp_.impl().dropped.push_back(std::move(run_));
    interp_.impl().taken();  // the next step looks
  }
}

void GeneratorObject::clear() {
  IteratorObject::clear();
  run_.reset();
  result_ = Value::none();
}

template <typename F>
bool GeneratorObject::resume(F&& go_on) {
  const Ref<GeneratorObject> held(this);
  const std::shared_ptr<GeneratorRun> run = run_;
  running_ = run->started = true;
  const auto end = [&] {
    running_ = false;
    run_.reset();
  };
  try {
    Interpreter::Impl& impl = interp_.impl();
    const DepthGuard guard(impl);
    const FrameScope scope(impl, run->frame);
    impl.step();
    const FunctionCode* const code = run->code();
    bool more = false;
    if (interp_.observer && code) {
      const Visit visit(*interp_.observer, *code);
      more = go_on(*run);
    } else {
      more = go_on(*run);
    }
    if (more) {
      running_ = false;
      return true;
    }
  } catch (PyError& e) {
    end();
    if (!is_a(interp_, e, "StopIteration")) throw;
    throw as_runtime_error(interp_, e);
  } catch (...) {
    end();
    throw;
  }
  result_ = run->frame.result.defined() ? std::move(run->frame.result) : Value::none();
  end();
  return false;
}

bool GeneratorObject::send(Value sent, Value& out) {
  if (running_) throw ValueError("generator already executing");
  if (!run_) return false;
  if (!run_->started && !sent.is_none())
    throw TypeError("can't send non-None value to a just-started generator");
  return resume([&](GeneratorRun& run) { return run.resume(std::move(sent), out); });
}

bool GeneratorObject::raise(PyError error, Value& out) {
  if (running_) throw ValueError("generator already executing");
  if (!run_) throw error;
  return resume([&](GeneratorRun& run) { return run.raise(std::move(error), out); });
}

void GeneratorObject::close() {
  if (running_) throw ValueError("generator already executing");
  if (!run_) return;
  if (!run_->started) return run_.reset();
  bool more = false;
  try {
    Value out;
    more = raise(PyError(interp_.make_exception("GeneratorExit", {})), out);
  } catch (const PyError& e) {
    if (!is_a(interp_, e, "GeneratorExit")) throw;
  }
  if (more) throw RuntimeError("generator ignored GeneratorExit");
}

GeneratorObject* as_generator(const Value& v) {
  return dynamic_cast<GeneratorObject*>(v.get<IteratorObject>());
}

PyError stop_of(Interpreter& interp, const Value& iterator) {
  auto* const generator = as_generator(iterator);
  Value result = generator ? generator->take_result() : Value::none();
  std::vector<Value> arguments;
  if (!result.is_none()) arguments.push_back(std::move(result));
  return PyError(interp.make_exception("StopIteration", std::move(arguments)));
}

void close_dropped(Interpreter& interp) {
  const auto dropped = std::exchange(interp.impl().dropped, {});
  for (const auto& run : dropped) {
    const auto object = make<GeneratorObject>(interp, run, run->code()->name.str());
    std::string told;
    try {
      object->close();
    } catch (const PyError& e) {
      told = e.what();
    } catch (const BudgetError&) {
      object->clear();
      throw;
    } catch (const Error& e) {
      told = e.kind() + ": " + e.message();
    }
    object->clear();
    if (!told.empty())
      interp.print_err(fmt::format("Exception ignored in: <generator object {}>\n{}\n",
                                   object->qualname(), told));
  }
}

// ---------------------------------------------------------- generators of C++

namespace {

/// What goes on by a function of C++, which nothing can be sent to.
class NativeRun final : public GeneratorRun {
 public:
  NativeRun(Interpreter& interp, std::function<bool(Value&)> next)
      : GeneratorRun(interp, kNoNames), next_(std::move(next)) {}
  bool resume(Value, Value& out) override { return next_(out); }
  bool raise(PyError error, Value&) override { throw error; }

 private:
  inline static const ScopeInfo kNoNames;
  std::function<bool(Value&)> next_;
};

}  // namespace

Value native_generator(Interpreter& interp, std::string qualname,
                       std::function<bool(Value&)> next) {
  return make<GeneratorObject>(interp, std::make_shared<NativeRun>(interp, std::move(next)),
                               std::move(qualname));
}

}  // namespace mha::lang
