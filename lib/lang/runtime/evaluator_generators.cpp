// Functions that yield, one value at a time. Statements without a yield are the
// Evaluator's; those around a yield are walked here, on a list of the blocks that are open.

#include <optional>

#include "lang/runtime/generator.h"

namespace mha::lang {

namespace {

/// What a try keeps while one of its blocks runs.
struct Trying {
  enum class Part : uint8_t { body, handler, otherwise, finally };
  Part part = Part::body;
  TryBody body;
  const ExceptClause* clause = nullptr;  // that runs
  std::optional<PyError> error;  // being handled, or raised again when finally ends
  Flow flow = Flow::normal;      // how the statement ends after finally
  Value result;                  // and what it returns
};

/// A block that has begun, and the statement it belongs to.
struct Level {
  const Stmt* owner = nullptr;  // null: the function itself
  const Block* block = nullptr;
  size_t next = 0;  // the statement of it that comes next
  Ref<IteratorObject> items;               // of a for
  const WithItem* item = nullptr;          // of a with: a level for each of its items
  Value manager, leave;
  std::unique_ptr<Trying> trying;          // of a try
};

}  // namespace

class FunctionRun : public GeneratorRun {
 public:
  FunctionRun(Interpreter& interp, FunctionObject& f, Value* arguments)
      : GeneratorRun(interp, f.code->scope), function_(&f) {
    for (size_t i = 0; i < locals.size(); ++i) locals[i] = std::move(arguments[i]);
    frame = frame_of(f, locals.data(), cells.data());
    open(nullptr, f.code->body);
  }

  bool resume(Value sent, Value& out) override { return run(std::move(sent), {}, out); }
  bool raise(PyError error, Value& out) override {
    return run(Value::none(), std::move(error), out);
  }
  bool must_be_closed() const override {
    for (const Level& l : levels_)
      if (l.trying || l.item) return true;
    return delegate_.defined() && !delegate_.get<IteratorObject>();
  }
  const FunctionCode* code() const override { return function_->code.get(); }

 private:
  Level& open(const Stmt* owner, const Block& block) {
    Level& level = levels_.emplace_back();
    level.owner = owner;
    level.block = &block;
    return level;
  }
  bool run(Value sent, std::optional<PyError> error, Value& out);
  bool walk(Value& out);
  // Into a statement that holds a yield; true if that gave a value.
  bool enter(const Stmt& s, Value& out);
  void enter_with(const With& s);
  bool begin_yield(const Stmt& s, Value& out);
  void finish_yield(Value sent);
  bool delegate(Value& sent, Value& out);
  bool raise_in_delegate(PyError& error, Value& sent, Value& out);
  bool raised(PyError error, Value& out);
  // Out of blocks that have ended.
  void end_block(Flow flow);
  bool again(Level& level);
  bool goes_on_in_try(Level& level, Flow& flow);
  bool finally(Level& level, Flow flow, std::optional<PyError> error);
  bool take(PyError& error);
  bool take_in_try(PyError& error);
  void leave_part(Trying& t);
  void handle(Trying& t, PyError error);

  Interpreter& interp() const { return evaluator.interp_; }
  Interpreter::Impl& impl() const { return evaluator.impl_; }

  Ref<FunctionObject> function_;
  std::vector<Level> levels_;  // innermost last
  const Stmt* waiting_ = nullptr;  // the statement whose yield has given a value
  Value delegate_;  // the iterator of a yield from that waits
  int handling_ = 0;  // the levels with an error that `raise` alone means
};

Value Evaluator::make_generator(FunctionObject& f, Value* locals) {
  return make<GeneratorObject>(interp_, std::make_shared<FunctionRun>(interp_, f, locals),
                               f.qualname);
}

// --------------------------------------------------------------- from yield to yield

bool FunctionRun::run(Value sent, std::optional<PyError> error, Value& out) {
  // While it waits, its errors are not those that others handle.
  struct Handled {
    explicit Handled(FunctionRun& r) : run(r), before(r.impl().handled.size()) {
      if (run.handling_ == 0) return;
      for (const Level& l : run.levels_)
        if (l.trying && l.trying->error) run.impl().handled.push_back(&*l.trying->error);
    }
    ~Handled() { run.impl().handled.resize(before); }
    FunctionRun& run;
    size_t before;
  } const handled(*this);

  bool resumes = waiting_ != nullptr;
  for (;;) {
    bool more = false;
    error = raised_by([&] {
      if (error) {
        PyError thrown = *std::exchange(error, std::nullopt);
        more = raised(std::move(thrown), out) || walk(out);
        return;
      }
      if (std::exchange(resumes, false)) {
        more = delegate_.defined() && delegate(sent, out);
        if (more) return;
        finish_yield(std::move(sent));
      }
      more = walk(out);
    });
    if (!error) return more;
    resumes = false;
    waiting_ = nullptr;
    delegate_ = Value();
    impl().frame = &frame;
    if (!take(*error)) throw PyError(std::move(*error));
    error.reset();
  }
}

/// From the statement that comes next to the next value; false at the end.
bool FunctionRun::walk(Value& out) {
  while (!levels_.empty()) {
    Level& top = levels_.back();
    if (top.next == top.block->size()) {
      end_block(Flow::normal);
      continue;
    }
    const Stmt& s = *(*top.block)[top.next++];
    if (s.yields) {
      if (enter(s, out)) return true;
    } else if (const Flow flow = evaluator.exec(frame, s); flow != Flow::normal) {
      end_block(flow);
    }
  }
  return false;
}

bool FunctionRun::enter(const Stmt& s, Value& out) {
  if (yield_of(s)) return begin_yield(s, out);
  evaluator.begin(frame, s);
  switch (s.kind) {
    case StmtKind::if_: {
      const auto& i = static_cast<const If&>(s);
      open(&s, evaluator.test(frame, *i.condition) ? i.then : i.otherwise);
      break;
    }
    case StmtKind::for_: {
      const auto& loop = static_cast<const For&>(s);
      const Value iterable = evaluator.eval(frame, *loop.iterable);
      Level& level = open(&s, loop.body);
      level.next = loop.body.size();  // its end asks for the next item, so for the first
      level.items = evaluator.guarded(frame, loop.iterable->span,
                                      [&] { return interp().iterate(iterable); });
      break;
    }
    case StmtKind::while_: {
      const auto& loop = static_cast<const While&>(s);
      open(&s, loop.body).next = loop.body.size();
      break;
    }
    case StmtKind::with: enter_with(static_cast<const With&>(s)); break;
    case StmtKind::try_: {
      const auto& t = static_cast<const Try&>(s);
      Level& level = open(&s, t.body);
      level.trying = std::make_unique<Trying>();
      level.trying->body = {&t, frame.trying};
      frame.trying = &level.trying->body;
      break;
    }
    default: break;
  }
  return false;
}

void FunctionRun::enter_with(const With& s) {
  static const Block nothing;
  for (const WithItem& item : s.items) {
    Evaluator::Context context;
    Value entered = evaluator.enter_context(frame, item, context);
    Level& level = open(&s, &item == &s.items.back() ? s.body : nothing);
    level.item = &item;
    level.manager = std::move(context.manager);
    level.leave = std::move(context.leave);
    if (item.target) evaluator.assign(frame, *item.target, std::move(entered));
  }
}

// ----------------------------------------------------------------------- yields

bool FunctionRun::begin_yield(const Stmt& s, Value& out) {
  const Yield& y = *yield_of(s);
  evaluator.begin(frame, s);
  Value value = y.value ? evaluator.eval(frame, *y.value) : Value::none();
  waiting_ = &s;
  if (!y.from) {
    out = std::move(value);
    return true;
  }
  delegate_ = evaluator.guarded(frame, y.value->span, [&] { return interp().iter(value); });
  Value sent = Value::none();
  if (delegate(sent, out)) return true;
  finish_yield(std::move(sent));
  return false;
}

/// The statement goes on: its yield comes to what was sent.
void FunctionRun::finish_yield(Value sent) {
  const Stmt& s = *std::exchange(waiting_, nullptr);
  frame.result = std::move(sent);
  if (s.kind == StmtKind::expr) return;
  if (const Flow flow = evaluator.exec_begun(frame, s); flow != Flow::normal) end_block(flow);
}

/// Hands `sent` on to the iterator of a yield from; false when that has ended, and `sent` is
/// what it returned.
bool FunctionRun::delegate(Value& sent, Value& out) {
  const Value to = delegate_;
  const bool more = evaluator.guarded(frame, yield_of(*waiting_)->span, [&] {
    if (auto* generator = as_generator(to)) {
      if (generator->send(std::move(sent), out)) return true;
      sent = generator->take_result();
      return false;
    }
    try {
      if (sent.is_none() && to.get<IteratorObject>()) return interp().next(to, out);
      out = sent.is_none() ? interp().call_method(to, "__next__")
                           : interp().call_method(to, "send", {sent});
      return true;
    } catch (const PyError& e) {
      if (!interp().is_instance(e.exception, interp().builtin_class("StopIteration"))) throw;
      sent = interp().get_attr(e.exception, "value");
      return false;
    }
  });
  if (!more) delegate_ = Value();
  return more;
}

/// The same for an error that is thrown in. GeneratorExit closes the iterator, and is then
/// raised here.
bool FunctionRun::raise_in_delegate(PyError& error, Value& sent, Value& out) {
  const Value to = delegate_;
  const bool closes =
      interp().is_instance(error.exception, interp().builtin_class("GeneratorExit"));
  auto* const generator = as_generator(to);
  const Value method = generator ? Value() : interp().find_attr(to, Symbol(closes ? "close" : "throw"));
  if (!generator && !method.defined()) throw error;
  if (closes) {
    if (generator)
      generator->close();
    else
      interp().call(method);
    throw error;
  }
  try {
    if (!generator) {
      out = interp().call(method, {error.exception});
      return true;
    }
    if (generator->raise(std::move(error), out)) return true;
    sent = generator->take_result();
  } catch (const PyError& e) {
    if (generator || !interp().is_instance(e.exception, interp().builtin_class("StopIteration")))
      throw;
    sent = interp().get_attr(e.exception, "value");
  }
  delegate_ = Value();
  return false;
}

/// The yield that waits raises; true if what it delegates to gave a value instead.
bool FunctionRun::raised(PyError error, Value& out) {
  if (!waiting_) {  // it has not begun
    levels_.clear();
    evaluator.add_place(frame, {frame.at, frame.at}, error);
    throw error;
  }
  Value sent = Value::none();
  const bool more = evaluator.guarded(frame, yield_of(*waiting_)->span, [&] {
    if (!delegate_.defined()) throw error;
    return raise_in_delegate(error, sent, out);
  });
  if (!more) finish_yield(std::move(sent));
  return more;
}

// -------------------------------------------------------------------- ends of blocks

/// The innermost block has ended so; closes those that end with it.
void FunctionRun::end_block(Flow flow) {
  while (!levels_.empty()) {
    Level& top = levels_.back();
    if (!top.owner) {
      if (flow == Flow::normal) frame.result = Value();
      levels_.clear();
      return;
    }
    switch (top.owner->kind) {
      case StmtKind::for_:
      case StmtKind::while_: {
        const bool in_body = top.owner->kind == StmtKind::for_
                                 ? top.block == &static_cast<const For&>(*top.owner).body
                                 : top.block == &static_cast<const While&>(*top.owner).body;
        if (in_body && flow != Flow::return_) {
          if (flow != Flow::break_ && again(top)) return;
          flow = Flow::normal;
        }
        break;
      }
      case StmtKind::with: {
        const Level with = std::move(top);
        levels_.pop_back();
        evaluator.leave_context(frame, *with.item, {with.manager, with.leave}, nullptr);
        if (flow == Flow::normal) return;
        continue;
      }
      case StmtKind::try_:
        if (goes_on_in_try(top, flow)) return;
        break;
      default: break;
    }
    levels_.pop_back();
    if (flow == Flow::normal) return;
  }
}

/// The next round of a loop, or else its else; false if there is none.
bool FunctionRun::again(Level& level) {
  level.next = 0;
  const Block* otherwise = nullptr;
  if (level.owner->kind == StmtKind::for_) {
    const auto& loop = static_cast<const For&>(*level.owner);
    Value item;
    if (evaluator.guarded(frame, loop.iterable->span, [&] { return level.items->next(item); })) {
      impl().step();
      evaluator.assign(frame, *loop.target, std::move(item));
      return true;
    }
    otherwise = &loop.otherwise;
  } else {
    const auto& loop = static_cast<const While&>(*level.owner);
    impl().step();
    if (evaluator.test(frame, *loop.condition)) return true;
    otherwise = &loop.otherwise;
  }
  level.block = otherwise;
  return !otherwise->empty();
}

/// A block of a try has ended; false if the statement has, with `flow`.
bool FunctionRun::goes_on_in_try(Level& level, Flow& flow) {
  const auto& s = static_cast<const Try&>(*level.owner);
  Trying& t = *level.trying;
  const Trying::Part part = t.part;
  if (part == Trying::Part::finally) {
    if (flow != Flow::normal) {  // it swallows what was under way
      leave_part(t);
      return false;
    }
    if (t.error) {
      PyError error = *t.error;
      leave_part(t);
      levels_.pop_back();
      throw error;
    }
    frame.result = std::move(t.result);
    flow = t.flow;
    return false;
  }
  leave_part(t);
  if (part == Trying::Part::body && flow == Flow::normal && !s.otherwise.empty()) {
    t.part = Trying::Part::otherwise;
    level.block = &s.otherwise;
    level.next = 0;
    return true;
  }
  return finally(level, flow, {});
}

/// Begins the finally of a try, after which it ends as given; false if it has none.
bool FunctionRun::finally(Level& level, Flow flow, std::optional<PyError> error) {
  const auto& s = static_cast<const Try&>(*level.owner);
  if (s.finally.empty()) return false;
  Trying& t = *level.trying;
  t.part = Trying::Part::finally;
  t.flow = flow;
  t.result = std::exchange(frame.result, Value());
  if (error) handle(t, std::move(*error));
  level.block = &s.finally;
  level.next = 0;
  return true;
}

void FunctionRun::handle(Trying& t, PyError error) {
  t.error = std::move(error);
  impl().handled.push_back(&*t.error);
  ++handling_;
}

void FunctionRun::leave_part(Trying& t) {
  if (t.part == Trying::Part::body) frame.trying = t.body.outer;
  if (t.part == Trying::Part::handler && t.clause->name)
    evaluator.forget_name(frame, *t.clause->name);
  if (t.error) {
    impl().handled.pop_back();
    --handling_;
    t.error.reset();
  }
}

/// Leads an error to the innermost except, finally or __exit__ around; false if none takes
/// it.
bool FunctionRun::take(PyError& error) {
  while (!levels_.empty()) {
    Level& top = levels_.back();
    try {
      if (top.trying) {
        if (take_in_try(error)) return true;
      } else if (top.item) {
        const Level with = std::move(top);
        levels_.pop_back();
        if (evaluator.leave_context(frame, *with.item, {with.manager, with.leave}, &error))
          return true;
      } else {
        levels_.pop_back();
      }
    } catch (PyError& e) {
      error = std::move(e);
    }
  }
  return false;
}

bool FunctionRun::take_in_try(PyError& error) {
  Level& level = levels_.back();
  Trying& t = *level.trying;
  const bool in_body = t.part == Trying::Part::body;
  const bool in_finally = t.part == Trying::Part::finally;
  leave_part(t);
  t.part = Trying::Part::otherwise;  // what looking for a handler raises is not its business
  if (in_body) {
    const Handling handling(impl(), error);
    t.clause = evaluator.handler_of(frame, *t.body.of, error);
  }
  if (in_body && t.clause) {
    t.part = Trying::Part::handler;
    handle(t, std::move(error));
    level.block = &t.clause->body;
    level.next = 0;
    if (t.clause->name) {
      LookupCache cache;
      evaluator.assign_name(frame, *t.clause->name, cache, t.error->exception);
    }
    return true;
  }
  if (!in_finally && finally(level, Flow::normal, error)) return true;
  levels_.pop_back();
  return false;
}

}  // namespace mha::lang
