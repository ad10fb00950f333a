// What is added to an exception as it passes: the place, and the values that
// the failing expression worked on.

#include <new>
#include <stdexcept>

#include "lang/runtime/evaluator.h"

namespace mha::lang {

namespace {

constexpr const char* kNoMemory = "the program needs more memory than there is";

/// The calls that led to `span` in the innermost frame `f`.
std::vector<TraceEntry> calls_to(const Frame& f, Span span) {
  std::vector<TraceEntry> calls;
  for (const Frame* at = &f; at; at = at->back) {
    if (at->shared_source && !at->source->is_library())
      calls.push_back({at->function ? *at->function : "<module>",
                       *at->shared_source,
                       at == &f ? span : Span{at->at, at->at}});
  }
  return calls;
}

/// Within the library a limit has no place yet: the learner's call of it is the place.
[[noreturn]] void reached_limit(const Frame& f, Span span, const BudgetError& e) {
  if (f.source->is_library()) throw e;
  throw LimitError(e, calls_to(f, span));
}

}  // namespace

/// Whether a frame of the learner's is where an exception was raised, or called the
/// library, which raised it.
bool Evaluator::is_innermost(const Frame& f, const PyError& e) {
  return e.trace.size() == 1 && !f.source->is_library();
}

void Evaluator::add_place(const Frame& f, Span span, PyError& e) {
  if (f.shared_source && !f.source->is_library())
    e.trace.push_back({f.function ? *f.function : "<module>", *f.shared_source, span});
}

/// The exception under way as a PyError that knows this frame's place. For use
/// in a catch clause. What no program may see passes on.
PyError Evaluator::caught(Frame& f, Span span) {
  const auto with_place = [&](PyError e) {
    add_place(f, span, e);
    return e;
  };
  try {
    throw;
  } catch (PyError& e) {
    return with_place(std::move(e));
  } catch (const LimitError&) {
    throw;
  } catch (const BudgetError& e) {
    reached_limit(f, span, e);
  } catch (const Error& e) {
    return with_place(PyError(e));
  } catch (const std::bad_alloc&) {
    reached_limit(f, span, BudgetError(kNoMemory));
  } catch (const std::length_error&) {
    reached_limit(f, span, BudgetError(kNoMemory));
  }
}

void Evaluator::fail(Frame& f, Span span) { throw caught(f, span); }

void Evaluator::fail_with(Frame& f, Span span, std::string operation,
                          std::vector<Operand> operands) {
  PyError e = caught(f, span);
  if (is_innermost(f, e)) {
    e.operation = std::move(operation);
    e.operands = std::move(operands);
  }
  throw e;
}

// On its own, so that what evaluates an operator stays small.
void Evaluator::fail_binary(Frame& f, Span span, BinaryOp op, const Expr& left,
                            const Expr& right, const Value& a, const Value& b) {
  fail_with(f, span, sign_of(op),
            {{std::string(f.source->text(left.span)), a},
             {std::string(f.source->text(right.span)), b}});
}

void Evaluator::fail_call(Frame& f, const Call& e, const Value& called,
                          const Value* self, std::span<Value> args) {
  PyError error = caught(f, e.span);
  if (is_innermost(f, error)) {
    const Expr& callee = *e.callee;
    if (callee.kind == ExprKind::attribute) {
      const auto& attribute = static_cast<const Attribute&>(callee);
      error.operation = attribute.name.str();
      if (self)
        error.operands.push_back(
            {std::string(f.source->text(attribute.object->span)), *self});
    } else {
      error.operation = std::string(f.source->text(callee.span));
      // A module or tensor that was called is an operand as well.
      if (called.is_object() && !called.get<NativeFunction>())
        error.operands.push_back({error.operation, called});
    }
    for (size_t i = 0; i < args.size() && i < e.args.size(); ++i)
      if (args[i].defined())
        error.operands.push_back(
            {std::string(f.source->text(e.args[i]->span)), args[i]});
  }
  throw error;
}

bool Observer::is_tensor(const Value& v) const { return v.get<TensorObject>() != nullptr; }

void Evaluator::observe(Frame& f, const Expr& e, const Value& v) {
  const auto holds_tensor = [&](const Value& value) {
    if (interp_.observer->is_tensor(value)) return true;
    const std::vector<Value>* items = nullptr;
    if (auto* t = value.get<TupleObject>()) items = &t->items;
    if (auto* l = value.get<ListObject>()) items = &l->items;
    if (!items || items->empty()) return false;
    for (const Value& item : *items)
      if (!interp_.observer->is_tensor(item)) return false;
    return true;
  };
  if (!holds_tensor(v)) return;
  std::string_view operation;
  switch (e.kind) {
    case ExprKind::call: {
      const Expr& callee = *static_cast<const Call&>(e).callee;
      if (callee.kind == ExprKind::attribute)
        operation = static_cast<const Attribute&>(callee).name.str();
      else
        operation = f.source->text(callee.span);
      break;
    }
    case ExprKind::binary: operation = sign_of(static_cast<const Binary&>(e).op); break;
    case ExprKind::unary: operation = f.source->text(e.span).substr(0, 1); break;
    case ExprKind::subscript: operation = "[]"; break;
    case ExprKind::compare: operation = "compare"; break;
    case ExprKind::name:
    case ExprKind::attribute: break;
    default: return;
  }
  try {
    interp_.observer->on_value(*f.source, e, operation, v);
  } catch (const BudgetError&) {  // an observer may count what it does as steps
    fail(f, e.span);
  }
}

}  // namespace mha::lang
