// Statements, but for those about exceptions, classes and imports.

#include <alloca.h>
#include <fmt/format.h>

#include "lang/runtime/attribute_lookup.h"
#include "lang/runtime/evaluator.h"
#include "lang/values/fast_operators.h"
#include "lang/runtime/generator.h"
#include "lang/values/plain_item.h"
#include "lang/syntax/parser.h"

namespace mha::lang {

// ------------------------------------------------------------- whole programs

Value Evaluator::run_program(const SourcePtr& source, bool shown) {
  return run_module(impl_.parse_program(source, ParseMode::module),
                    *impl_.main, shown);
}

Value Evaluator::run_module(const ModulePtr& module, ModuleObject& globals, bool shown, const Stmt* only) {
  static const std::string name = "<module>";
  const std::shared_ptr<const void> tree = module;
  const Ref<ModuleObject> held(&globals);
  Frame frame;
  frame.globals = &globals;
  frame.source = module->source.get();
  frame.shared_source = &module->source;
  frame.function = &name;
  frame.tree = &tree;
  const FrameScope scope(impl_, frame);
  const DepthGuard guard(impl_);
  const Block& body = module->body;
  for (size_t i = 0; i < body.size(); ++i) {
    const Stmt& s = *body[i];
    if (only && only != &s) continue;
    const bool last = i + 1 == body.size() && module->ends_in_expression;
    if (shown && s.kind == StmtKind::expr && (only || last)) {
      impl_.step();
      if (interp_.observer) interp_.observer->on_statement(*frame.source, s.span);
      return eval(frame, *static_cast<const ExprStmt&>(s).value);
    }
    exec(frame, s);
  }
  if (!impl_.dropped.empty()) close_dropped(interp_);
  return Value();
}

Flow Evaluator::exec_block(Frame& f, const Block& block) {
  for (const StmtPtr& s : block)
    if (const Flow flow = exec(f, *s); flow != Flow::normal) return flow;
  return Flow::normal;
}

void Evaluator::look_around(Frame& f, Span span) {
  guarded(f, span, [&] {
    impl_.look();
    if (!impl_.dropped.empty()) close_dropped(interp_);
  });
}

Flow Evaluator::exec_begun(Frame& f, const Stmt& s) {
  // The most frequent ones: branches to them are guessed better than a jump.
  if (s.kind == StmtKind::assign) {
    exec_assign(f, static_cast<const Assign&>(s));
    return Flow::normal;
  }
  if (s.kind == StmtKind::aug_assign) {
    exec_aug_assign(f, static_cast<const AugAssign&>(s));
    return Flow::normal;
  }
  if (s.kind == StmtKind::return_) {
    const auto& r = static_cast<const Return&>(s);
    f.result = r.value ? eval(f, *r.value) : Value::none();
    return Flow::return_;
  }
  if (s.kind == StmtKind::if_) {
    const auto& i = static_cast<const If&>(s);
    return exec_block(f, test(f, *i.condition) ? i.then : i.otherwise);
  }
  return exec_other(f, s);
}

Flow Evaluator::exec_other(Frame& f, const Stmt& s) {
  switch (s.kind) {
    case StmtKind::expr:
      eval(f, *static_cast<const ExprStmt&>(s).value);
      return Flow::normal;
    case StmtKind::assign:
    case StmtKind::aug_assign:
    case StmtKind::return_:
    case StmtKind::if_: break;  // exec() has done them
    case StmtKind::ann_assign: {
      const auto& a = static_cast<const AnnAssign&>(s);
      if (a.value) assign(f, *a.target, eval(f, *a.value));
      if (f.names && a.target->kind == ExprKind::name) {
        // Dataclasses ask which names a class body annotates.
        static const Symbol annotations("__annotations__");
        Value* known = f.names->find(annotations);
        if (!known) {
          f.names->set(annotations, make<DictObject>());
          known = f.names->find(annotations);
        }
        known->get<DictObject>()->set(
            static_cast<const NameExpr&>(*a.target).ref.name.str(),
            str(std::string(f.source->text(a.annotation->span))));
      }
      return Flow::normal;
    }
    case StmtKind::del:
      for (const ExprPtr& target : static_cast<const Delete&>(s).targets)
        exec_delete(f, *target);
      return Flow::normal;
    case StmtKind::pass:
    case StmtKind::global:
    case StmtKind::nonlocal: return Flow::normal;
    case StmtKind::raise:
      exec_raise(f, static_cast<const Raise&>(s));
      return Flow::normal;
    case StmtKind::assert_:
      exec_assert(f, static_cast<const Assert&>(s));
      return Flow::normal;
    case StmtKind::import:
      exec_import(f, static_cast<const Import&>(s));
      return Flow::normal;
    case StmtKind::import_from:
      exec_import_from(f, static_cast<const ImportFrom&>(s));
      return Flow::normal;
    case StmtKind::for_: return exec_for(f, static_cast<const For&>(s));
    case StmtKind::while_: return exec_while(f, static_cast<const While&>(s));
    case StmtKind::break_: return Flow::break_;
    case StmtKind::continue_: return Flow::continue_;
    case StmtKind::with: return exec_with(f, static_cast<const With&>(s), 0);
    case StmtKind::try_: return exec_try(f, static_cast<const Try&>(s));
    case StmtKind::function:
      exec_function(f, static_cast<const FunctionDef&>(s));
      return Flow::normal;
    case StmtKind::class_:
      exec_class(f, static_cast<const ClassDef&>(s));
      return Flow::normal;
  }
  return Flow::normal;
}

// ---------------------------------------------------------------------- loops

Flow Evaluator::exec_for(Frame& f, const For& s) {
  const Value iterable = eval(f, *s.iterable);
  const auto step = [&](Value item, Flow& flow) {
    impl_.step();
    if (Value* local = plain_local(f, *s.target))
      *local = std::move(item);
    else
      assign(f, *s.target, std::move(item));
    flow = exec_block(f, s.body);
    return flow == Flow::normal || flow == Flow::continue_;
  };
  Flow flow = Flow::normal;
  bool whole = true;
  if (const auto* range = iterable.get<RangeObject>()) {
    const int64_t count = range->length();
    for (int64_t i = 0; i < count && whole; ++i)
      whole = step(Value(range->item(i)), flow);
  } else if (const std::vector<Value>* const items = plain_items(iterable)) {
    for (size_t i = 0; i < items->size() && whole; ++i) whole = step((*items)[i], flow);
  } else {
    const auto walk = guarded(f, s.iterable->span,
                              [&] { return interp_.iterate(iterable); });
    Value item;
    while (whole &&
           guarded(f, s.iterable->span, [&] { return walk->next(item); }))
      whole = step(std::move(item), flow);
  }
  if (!whole) return flow == Flow::break_ ? Flow::normal : flow;
  return exec_block(f, s.otherwise);
}

Flow Evaluator::exec_while(Frame& f, const While& s) {
  while (test(f, *s.condition)) {
    const Flow flow = exec_block(f, s.body);
    if (flow == Flow::break_) return Flow::normal;
    if (flow == Flow::return_) return flow;
    if (--impl_.countdown <= 0 ||
        interp_.interrupt.load(std::memory_order_relaxed)) [[unlikely]]
      guarded(f, s.condition->span, [&] { impl_.look(); });
  }
  return exec_block(f, s.otherwise);
}

// ----------------------------------------------------------------- assignment

Value* Evaluator::plain_local(Frame& f, const Expr& target) const {
  if (target.kind != ExprKind::name || interp_.observer) return nullptr;
  const NameRef& ref = static_cast<const NameExpr&>(target).ref;
  return ref.scope == Scope::local ? &f.locals[ref.slot] : nullptr;
}

void Evaluator::exec_assign(Frame& f, const Assign& s) {
  if (s.targets.size() == 1 && s.targets[0]->kind == ExprKind::name && !interp_.observer) {
    const auto& n = static_cast<const NameExpr&>(*s.targets[0]);
    Number number;
    Value value = s.value->kind == ExprKind::binary && plain_number(f, *s.value, number)
                      ? number.value()
                      : eval_kind(f, *s.value);
    if (n.ref.scope == Scope::local)
      f.locals[n.ref.slot] = std::move(value);
    else
      assign_name(f, n.ref, n.cache, std::move(value));
    return;
  }
  if (s.name_by_name && !interp_.observer) return exec_name_by_name(f, s);
  Value value = eval(f, *s.value);
  for (size_t i = 0; i + 1 < s.targets.size(); ++i)
    assign(f, *s.targets[i], value);
  assign(f, *s.targets.back(), std::move(value));
}

// a, b = b, a needs no tuple.
void Evaluator::exec_name_by_name(Frame& f, const Assign& s) {
  const auto& targets = static_cast<const Sequence&>(*s.targets[0]).items;
  const auto& values = static_cast<const Sequence&>(*s.value).items;
  const size_t count = values.size();
  const auto value = [&](size_t i) {
    Number number;
    return values[i]->plain && plain_number(f, *values[i], number) ? number.value() : eval(f, *values[i]);
  };
  const auto set = [&](size_t i, Value v) {
    const auto& n = static_cast<const NameExpr&>(*targets[i]);
    if (n.ref.scope == Scope::local)
      f.locals[n.ref.slot] = std::move(v);
    else
      assign_name(f, n.ref, n.cache, std::move(v));
  };
  if (count == 2) {
    Value first = value(0), second = value(1);
    set(0, std::move(first));
    set(1, std::move(second));
    return;
  }
  const StackArray<Value> made(alloca(count * sizeof(Value)), count);
  for (size_t i = 0; i < count; ++i) made[i] = value(i);
  for (size_t i = 0; i < count; ++i) set(i, std::move(made[i]));
}

void Evaluator::assign(Frame& f, const Expr& target, Value value) {
  if (interp_.observer && target.kind != ExprKind::tuple &&
      target.kind != ExprKind::list) [[unlikely]]
    interp_.observer->on_assign(*f.source, target.span, value);
  switch (target.kind) {
    case ExprKind::name: {
      const auto& n = static_cast<const NameExpr&>(target);
      assign_name(f, n.ref, n.cache, std::move(value));
      return;
    }
    case ExprKind::attribute: {
      const auto& a = static_cast<const Attribute&>(target);
      const Value object = eval(f, *a.object);
      assign_attribute(f, a, object, std::move(value));
      return;
    }
    case ExprKind::subscript: {
      const auto& sub = static_cast<const Subscript&>(target);
      const Value object = eval(f, *sub.object);
      const Value index = eval(f, *sub.index);
      f.at = target.span.begin;
      guarded(f, target.span,
              [&] { interp_.set_item(object, index, value); });
      if (interp_.observer) [[unlikely]]
        interp_.observer->on_store(*f.source, sub, object, index);
      return;
    }
    case ExprKind::tuple:
    case ExprKind::list:
      assign_items(f, static_cast<const Sequence&>(target), value);
      return;
    case ExprKind::starred:
      assign(f, *static_cast<const Starred&>(target).value, std::move(value));
      return;
    default: return;  // the parser takes no other targets
  }
}

void Evaluator::assign_attribute(Frame& f, const Attribute& a, const Value& object,
                                 Value value) {
  guarded(f, a.span, [&] {
    // Most often an attribute that the instance has already.
    if (auto* own = object.get<InstanceObject>()) {
      ClassObject* cls = interp_.type_of(object);
      if (cls != impl_.object_class && !cls->special(Special::setattr).defined()) {
        if (!class_attribute(*cls, a.name, a.cache).defined()) {
          if (Value* old = own->attributes().find(a.name, a.cache.hint))
            *old = std::move(value);
          else
            own->attributes().set(a.name, std::move(value));
          return;
        }
      }
    }
    interp_.set_attr(object, a.name, value);
  });
}

void Evaluator::assign_name(Frame& f, const NameRef& ref, LookupCache& cache,
                            Value value) {
  switch (ref.scope) {
    case Scope::local: f.locals[ref.slot] = std::move(value); return;
    case Scope::cell: f.cells[ref.slot]->value = std::move(value); return;
    case Scope::class_body:
      if (f.names) {
        f.names->set(ref.name, std::move(value));
        return;
      }
      break;
    default: break;
  }
  Attributes& globals = f.globals->attributes();
  if (Value* old = globals.find(ref.name, cache.hint))
    *old = std::move(value);
  else
    globals.set(ref.name, std::move(value));
}

void Evaluator::assign_items(Frame& f, const Sequence& targets,
                             const Value& value) {
  const size_t wanted = targets.items.size();
  // What a loop over enumerate() or zip() takes apart.
  if (auto* t = value.get<TupleObject>(); t && !t->own_cls() && t->items.size() == wanted) {
    bool names = true;
    for (const ExprPtr& target : targets.items) names &= target->kind == ExprKind::name;
    if (names && !interp_.observer) {
      for (size_t i = 0; i < wanted; ++i) {
        const auto& n = static_cast<const NameExpr&>(*targets.items[i]);
        assign_name(f, n.ref, n.cache, t->items[i]);
      }
      return;
    }
  }
  size_t star = wanted;
  for (size_t i = 0; i < wanted; ++i)
    if (targets.items[i]->kind == ExprKind::starred) star = i;
  std::vector<Value> items;
  try {
    const bool sized =
        value.get<ListObject>() || value.get<TupleObject>();
    ClassObject* cls = interp_.type_of(value);
    if (!sized && !value.get<IteratorObject>() &&
        !cls->special(Special::iter).defined() &&
        !cls->special(Special::getitem).defined())
      throw TypeError(fmt::format("cannot unpack non-iterable {} object",
                                  interp_.type_name(value)));
    if (sized || star < wanted) {
      items = interp_.to_vector(value);
    } else {
      // What is unpacked may never end: one more than wanted is enough.
      const auto walk = interp_.iterate(value);
      Value item;
      while (items.size() <= wanted && walk->next(item))
        items.push_back(std::move(item));
    }
    if (star == wanted && items.size() > wanted)
      throw ValueError(
          fmt::format("too many values to unpack (expected {})", wanted));
    if (star == wanted && items.size() < wanted)
      throw ValueError(
          fmt::format("not enough values to unpack (expected {}, got {})",
                      wanted, items.size()));
    if (star < wanted && items.size() + 1 < wanted)
      throw ValueError(fmt::format(
          "not enough values to unpack (expected at least {}, got {})",
          wanted - 1, items.size()));
  } catch (...) {
    fail_with(f, targets.span, "unpack", {{"", value}});
  }
  if (star == wanted) {
    for (size_t i = 0; i < wanted; ++i)
      assign(f, *targets.items[i], std::move(items[i]));
    return;
  }
  const size_t rest = items.size() + 1 - wanted;
  for (size_t i = 0; i < star; ++i)
    assign(f, *targets.items[i], std::move(items[i]));
  const auto from = items.begin() + static_cast<ptrdiff_t>(star);
  assign(f, *targets.items[star],
         list({from, from + static_cast<ptrdiff_t>(rest)}));
  for (size_t i = star + 1; i < wanted; ++i)
    assign(f, *targets.items[i], std::move(items[i + rest - 1]));
}

void Evaluator::exec_aug_assign(Frame& f, const AugAssign& s) {
  const auto combine = [&](const Value& old) {
    Number a, b, result;
    Value value;
    const bool numbers = number_or_value(f, *s.value, b, value) && is_number(old, a);
    if (numbers && fast_number(s.op, a, b, result)) return result.value();
    if (!value.defined()) value = b.value();
    f.at = s.span.begin;
    try {
      return interp_.in_place(s.op, old, value);
    } catch (...) {
      fail_binary(f, s.span, s.op, *s.target, *s.value, old, value);
    }
  };
  // Numbers change where they lie.
  const auto change_in_place = [&](const Expr& target) {
    Number mine, by, sum;
    if (!s.value->plain || interp_.observer || !plain_number(f, *s.value, by)) return false;
    Value* const old = lying(f, target);
    if (!old || !is_number(*old, mine) || !fast_number(s.op, mine, by, sum)) return false;
    *old = sum.value();
    return true;
  };
  switch (s.target->kind) {
    case ExprKind::name: {
      const auto& n = static_cast<const NameExpr&>(*s.target);
      // A built-in name that is read here becomes a name of the module's.
      const bool is_own =
          n.ref.scope == Scope::local || n.ref.scope == Scope::cell ||
          (n.ref.scope == Scope::global && f.globals->attributes().find(n.ref.name, n.cache.hint));
      if (is_own && change_in_place(n)) return;
      Value result = combine(eval(f, n));
      if (interp_.observer) [[unlikely]]
        interp_.observer->on_assign(*f.source, s.target->span, result);
      assign_name(f, n.ref, n.cache, std::move(result));
      return;
    }
    case ExprKind::attribute: {
      const auto& a = static_cast<const Attribute&>(*s.target);
      if (const Value* const holder = interp_.observer ? nullptr : lying(f, *a.object);
          holder && holder->get<InstanceObject>() &&
          !interp_.type_of(*holder)->special(Special::setattr).defined() && change_in_place(a))
        return;
      const Value object = eval(f, *a.object);
      const Value old = attribute_of(f, a, object);
      Value result = combine(old);
      if (interp_.observer) [[unlikely]]
        interp_.observer->on_assign(*f.source, s.target->span, result);
      assign_attribute(f, a, object, std::move(result));
      return;
    }
    case ExprKind::subscript: {
      const auto& sub = static_cast<const Subscript&>(*s.target);
      if (const Value* const list = interp_.observer ? nullptr : lying(f, *sub.object);
          list && list->get<ListObject>() && change_in_place(sub))
        return;
      const Value object = eval(f, *sub.object);
      const Value index = eval(f, *sub.index);
      const Value old =
          guarded(f, sub.span, [&] { return interp_.get_item(object, index); });
      const Value result = combine(old);
      if (interp_.observer) [[unlikely]]
        interp_.observer->on_assign(*f.source, s.target->span, result);
      guarded(f, sub.span, [&] { interp_.set_item(object, index, result); });
      return;
    }
    default: return;
  }
}

// -------------------------------------------------------------------- deletion

void Evaluator::delete_name(Frame& f, const NameRef& ref) {
  switch (ref.scope) {
    case Scope::local:
      if (!f.locals[ref.slot].defined()) undefined_name(f, ref);
      f.locals[ref.slot] = Value();
      return;
    case Scope::cell:
      if (!f.cells[ref.slot]->value.defined()) undefined_name(f, ref);
      f.cells[ref.slot]->value = Value();
      return;
    case Scope::class_body:
      if (f.names && f.names->erase(ref.name)) return;
      if (f.names) undefined_name(f, ref);
      break;
    default: break;
  }
  if (!f.globals->attributes().erase(ref.name)) undefined_name(f, ref);
}

void Evaluator::exec_delete(Frame& f, const Expr& target) {
  switch (target.kind) {
    case ExprKind::name:
      guarded(f, target.span, [&] {
        delete_name(f, static_cast<const NameExpr&>(target).ref);
      });
      return;
    case ExprKind::attribute: {
      const auto& a = static_cast<const Attribute&>(target);
      const Value object = eval(f, *a.object);
      guarded(f, target.span, [&] { interp_.del_attr(object, a.name); });
      return;
    }
    case ExprKind::subscript: {
      const auto& sub = static_cast<const Subscript&>(target);
      const Value object = eval(f, *sub.object);
      const Value index = eval(f, *sub.index);
      guarded(f, target.span, [&] { interp_.del_item(object, index); });
      return;
    }
    case ExprKind::tuple:
    case ExprKind::list:
      for (const ExprPtr& item : static_cast<const Sequence&>(target).items)
        exec_delete(f, *item);
      return;
    default: return;
  }
}

}  // namespace mha::lang
