// raise, assert, try and with.

#include <fmt/format.h>

#include <optional>

#include "lang/runtime/evaluator.h"

namespace mha::lang {

void Evaluator::exec_raise(Frame& f, const Raise& s) {
  if (!s.exception) {
    if (impl_.handled.empty())
      guarded(f, s.span, [] { throw RuntimeError("No active exception to reraise"); });
    throw PyError(*impl_.handled.back());
  }
  const auto as_exception = [&](Value v, const char* refusal) {
    if (auto* cls = v.get<ClassObject>();
        cls && cls->is_subclass_of(impl_.base_exception))
      v = interp_.call(v);
    if (!interp_.is_instance(v, impl_.base_exception)) throw TypeError(refusal);
    return v;
  };
  Value exception = eval(f, *s.exception);
  Value cause = s.cause ? eval(f, *s.cause) : Value();
  guarded(f, s.span, [&] {
    exception =
        as_exception(exception, "exceptions must derive from BaseException");
    if (cause.defined()) {
      if (!cause.is_none())
        cause = as_exception(
            cause, "exception causes must derive from BaseException");
      interp_.generic_set_attr(exception, Symbol("__cause__"), cause);
    }
    if (!impl_.handled.empty() &&
        !impl_.handled.back()->exception.is(exception))
      interp_.generic_set_attr(exception, Symbol("__context__"),
                               impl_.handled.back()->exception);
  });
  PyError error(exception);
  add_place(f, s.span, error);
  throw error;
}

void Evaluator::exec_assert(Frame& f, const Assert& s) {
  if (test(f, *s.condition)) return;
  std::vector<Value> args;
  if (s.message) args.push_back(eval(f, *s.message));
  try {
    throw PyError(interp_.make_exception("AssertionError", std::move(args)));
  } catch (...) {
    std::vector<Operand> named;
    collect_names(f, *s.condition, named);
    fail_with(f, s.condition->span, "assert", std::move(named));
  }
}

/// The names that a condition is made of, with their values; looking at them
/// runs nothing.
void Evaluator::collect_names(Frame& f, const Expr& e,
                              std::vector<Operand>& out) {
  switch (e.kind) {
    case ExprKind::name: {
      const auto& n = static_cast<const NameExpr&>(e);
      const Value* v = find_name(f, n.ref, n.cache);
      if (v && v->defined()) out.push_back({n.ref.name.str(), *v});
      return;
    }
    case ExprKind::binary: {
      const auto& b = static_cast<const Binary&>(e);
      collect_names(f, *b.left, out);
      collect_names(f, *b.right, out);
      return;
    }
    case ExprKind::compare: {
      const auto& c = static_cast<const Compare&>(e);
      collect_names(f, *c.first, out);
      for (const ExprPtr& r : c.rest) collect_names(f, *r, out);
      return;
    }
    default: return;
  }
}

Flow Evaluator::exec_try(Frame& f, const Try& s) {
  if (s.finally.empty()) return exec_handlers(f, s);
  Flow flow = Flow::normal;
  std::optional<PyError> pending = raised_by([&] { flow = exec_handlers(f, s); });
  Value result = std::move(f.result);
  f.result = Value();
  Flow last = Flow::normal;
  if (pending) {
    const Handling handling(impl_, *pending);
    last = exec_block(f, s.finally);
  } else {
    last = exec_block(f, s.finally);
  }
  if (last != Flow::normal) return last;  // it swallows what was under way
  if (pending) throw PyError(std::move(*pending));
  f.result = std::move(result);
  return flow;
}

Flow Evaluator::exec_handlers(Frame& f, const Try& s) {
  if (s.handlers.empty()) {
    const Flow flow = exec_block(f, s.body);
    return flow == Flow::normal ? exec_block(f, s.otherwise) : flow;
  }
  Flow flow = Flow::normal;
  Frame* const innermost = impl_.frame;
  const TryBody body{&s, f.trying};
  f.trying = &body;
  std::optional<PyError> error = raised_by([&] { flow = exec_block(f, s.body); });
  f.trying = body.outer;
  if (error) {
    impl_.frame = innermost;
    return handle(f, s, *error);
  }
  return flow == Flow::normal ? exec_block(f, s.otherwise) : flow;
}

const ExceptClause* Evaluator::handler_of(Frame& f, const Try& s, const PyError& error) {
  for (const ExceptClause& clause : s.handlers) {
    if (!clause.type) return &clause;
    const Value wanted = eval(f, *clause.type);
    const bool matches = guarded(f, clause.type->span, [&] {
      const auto one = [&](const Value& v) {
        auto* cls = v.get<ClassObject>();
        if (!cls || !cls->is_subclass_of(impl_.base_exception))
          throw TypeError(
              "catching classes that do not inherit from BaseException is "
              "not allowed");
        return interp_.is_instance(error.exception, cls);
      };
      auto* several = wanted.get<TupleObject>();
      if (!several) return one(wanted);
      bool any = false;
      for (const Value& v : several->items) any = one(v) || any;
      return any;
    });
    if (matches) return &clause;
  }
  return nullptr;
}

void Evaluator::forget_name(Frame& f, const NameRef& name) {
  LookupCache where;
  Value* v = find_name(f, name, where);
  if (name.scope == Scope::local || name.scope == Scope::cell)
    *v = Value();
  else if (f.names && name.scope == Scope::class_body)
    f.names->erase(name.name);
  else
    f.globals->attributes().erase(name.name);
}

Flow Evaluator::handle(Frame& f, const Try& s, PyError& error) {
  const Handling handling(impl_, error);
  const ExceptClause* const clause = handler_of(f, s, error);
  if (!clause) throw PyError(error);
  if (!clause->name) return exec_block(f, clause->body);
  // The name goes when the clause ends, however it does.
  LookupCache cache;
  assign_name(f, *clause->name, cache, error.exception);
  struct Forget {
    Evaluator& evaluator;
    Frame& frame;
    const NameRef& name;
    ~Forget() { evaluator.forget_name(frame, name); }
  } forget{*this, f, *clause->name};
  return exec_block(f, clause->body);
}

Value Evaluator::enter_context(Frame& f, const WithItem& item, Context& context) {
  context.manager = eval(f, *item.context);
  ClassObject* cls = interp_.type_of(context.manager);
  const Value enter = cls->special(Special::enter);
  context.leave = cls->special(Special::exit);
  return guarded(f, item.context->span, [&] {
    if (!enter.defined())
      throw TypeError(fmt::format(
          "'{}' object does not support the context manager protocol",
          cls->name()));
    if (!context.leave.defined())
      throw TypeError(fmt::format(
          "'{}' object does not support the context manager protocol "
          "(missed __exit__ method)", cls->name()));
    return interp_.call(enter, {context.manager});
  });
}

bool Evaluator::leave_context(Frame& f, const WithItem& item, const Context& context,
                              const PyError* error) {
  f.at = item.context->span.begin;
  const auto leave = [&](const Value& type, const Value& exception) {
    return guarded(f, item.context->span, [&] {
      const Value swallows =
          interp_.call(context.leave, {context.manager, type, exception, Value::none()});
      return error && interp_.truth(swallows);
    });
  };
  if (!error) {
    Value result = std::exchange(f.result, Value());
    leave(Value::none(), Value::none());
    f.result = std::move(result);
    return false;
  }
  const Handling handling(impl_, *error);
  return leave(Value(interp_.type_of(error->exception)), error->exception);
}

Flow Evaluator::exec_with(Frame& f, const With& s, size_t item) {
  if (item == s.items.size()) return exec_block(f, s.body);
  const WithItem& w = s.items[item];
  Context context;
  Value entered = enter_context(f, w, context);
  Flow flow = Flow::normal;
  const std::optional<PyError> error = raised_by([&] {
    if (w.target) assign(f, *w.target, std::move(entered));
    flow = exec_with(f, s, item + 1);
  });
  if (!error) {
    leave_context(f, w, context, nullptr);
    return flow;
  }
  if (!leave_context(f, w, context, &*error)) throw PyError(*error);
  return Flow::normal;
}

}  // namespace mha::lang
