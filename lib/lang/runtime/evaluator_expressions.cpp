// Expressions, but for calls and comprehensions.

#include <fmt/format.h>

#include "base/text.h"
#include "lang/runtime/attribute_lookup.h"
#include "lang/runtime/evaluator.h"
#include "lang/values/fast_operators.h"
#include "lang/runtime/format.h"
#include "lang/values/plain_item.h"

namespace mha::lang {

Value Evaluator::eval_observed(Frame& f, const Expr& e) {
  Value v = eval_kind(f, e);
  observe(f, e, v);
  return v;
}

Value Evaluator::eval_kind(Frame& f, const Expr& e) {
  switch (e.kind) {
    case ExprKind::constant: return static_cast<const Constant&>(e).value;
    case ExprKind::name: return eval_name(f, static_cast<const NameExpr&>(e));
    case ExprKind::attribute:
      return eval_attribute(f, static_cast<const Attribute&>(e));
    case ExprKind::subscript:
      return eval_subscript(f, static_cast<const Subscript&>(e));
    case ExprKind::slice: return eval_slice(f, static_cast<const SliceExpr&>(e));
    case ExprKind::call: return eval_call(f, static_cast<const Call&>(e));
    case ExprKind::unary: return eval_unary(f, static_cast<const Unary&>(e));
    case ExprKind::binary: return eval_binary(f, static_cast<const Binary&>(e));
    case ExprKind::compare:
      return eval_compare(f, static_cast<const Compare&>(e));
    case ExprKind::logical:
      return eval_logical(f, static_cast<const Logical&>(e));
    case ExprKind::conditional: {
      const auto& c = static_cast<const Conditional&>(e);
      return eval(f, test(f, *c.condition) ? *c.then : *c.otherwise);
    }
    case ExprKind::tuple:
    case ExprKind::list:
    case ExprKind::set:
      return eval_sequence(f, static_cast<const Sequence&>(e));
    case ExprKind::dict: return eval_dict(f, static_cast<const DictExpr&>(e));
    case ExprKind::lambda:
      return make_function(f, static_cast<const Lambda&>(e).code);
    case ExprKind::comprehension:
      return eval_comprehension(f, static_cast<const Comprehension&>(e));
    case ExprKind::fstring:
      return eval_fstring(f, static_cast<const FString&>(e));
    case ExprKind::starred:
      return guarded(f, e.span, []() -> Value {
        throw Error("SyntaxError", "can't use starred expression here");
      });
    case ExprKind::named: {
      const auto& n = static_cast<const Named&>(e);
      Value v = eval(f, *n.value);
      assign(f, *n.target, v);
      return v;
    }
    // The statement goes on after its yield: this is what was sent.
    case ExprKind::yield: return std::move(f.result);
  }
  return Value::none();
}

// ---------------------------------------------------------------------- names

Value* Evaluator::search_known_name(Frame& f, const NameRef& ref, LookupCache& cache) {
  switch (ref.scope) {
    case Scope::local: return &f.locals[ref.slot];
    case Scope::cell: return &f.cells[ref.slot]->value;
    case Scope::class_body:
      if (f.names)
        if (Value* own = f.names->find(ref.name)) return own;
      break;
    default: break;
  }
  Attributes& globals = f.globals->attributes();
  if (globals.names_version() != cache.not_global) {
    if (Value* v = globals.find(ref.name, cache.hint)) return v;
    cache.not_global = globals.names_version();
  }
  if (f.globals->missing) return nullptr;
  return impl_.builtins->attributes().find(ref.name, cache.builtin_hint);
}

Value* Evaluator::find_name(Frame& f, const NameRef& ref, LookupCache& cache) {
  if (Value* v = find_known_name(f, ref, cache)) return v;
  if (!f.globals->missing) return nullptr;
  if (Value v = f.globals->missing(ref.name); v.defined()) {
    f.globals->attributes().set(ref.name, std::move(v));
    return f.globals->attributes().find(ref.name);
  }
  return impl_.builtins->attributes().find(ref.name, cache.builtin_hint);
}

void Evaluator::undefined_name(Frame& f, const NameRef& ref) {
  const std::string& name = ref.name.str();
  if (ref.scope == Scope::local ||
      (ref.scope == Scope::cell && f.scope && ref.slot < f.scope->own_cells)) {
    throw Error("UnboundLocalError",
                fmt::format("cannot access local variable '{}' where it is not "
                            "associated with a value", name));
  }
  if (ref.scope == Scope::cell)
    throw Error("NameError",
                fmt::format("cannot access free variable '{}' where it is not "
                            "associated with a value in enclosing scope",
                            name));
  Error error("NameError", fmt::format("name '{}' is not defined", name));
  if (name == "inf" || name == "nan") throw error;  // no slip for `int`
  std::vector<std::string> names;
  const auto add = [&](const Attributes* from) {
    if (!from) return;
    for (const auto& item : from->items()) names.push_back(item.first.str());
  };
  if (f.scope)
    for (size_t i = 0; i < f.scope->locals.size(); ++i)
      if (f.locals && f.locals[i].defined())
        names.push_back(f.scope->locals[i].str());
  add(f.names);
  add(f.globals->attributes_if_any());
  add(impl_.builtins->attributes_if_any());
  throw error.with_help(did_you_mean(name, names));
}

Value Evaluator::eval_name(Frame& f, const NameExpr& e) {
  const Value* v = find_name(f, e.ref, e.cache);
  if (v && v->defined()) [[likely]]
    return *v;
  guarded(f, e.span, [&]() -> Value { undefined_name(f, e.ref); });
  return Value();
}

Value* Evaluator::lying_inside(Frame& f, const Expr& e) {
  if (e.kind == ExprKind::attribute) {
    const auto& a = static_cast<const Attribute&>(e);
    const Value* const holder = lying(f, *a.object);
    return holder ? own_attribute(interp_, *holder, a.name, a.cache) : nullptr;
  }
  if (e.kind != ExprKind::subscript) return nullptr;
  const auto& s = static_cast<const Subscript&>(e);
  const Value* const holder = lying(f, *s.object);
  if (!holder) return nullptr;
  if (std::vector<Value>* const items = plain_items(*holder)) {
    Number i;
    return plain_number(f, *s.index, i) && !i.is_float ? item_at(*items, i.i) : nullptr;
  }
  if (!holder->get<DictObject>()) return nullptr;
  if (s.index->kind == ExprKind::constant)
    return plain_entry(*holder, static_cast<const Constant&>(*s.index).value);
  if (Number key; plain_number(f, *s.index, key)) return plain_entry(*holder, key.value());
  const Value* const key = lying(f, *s.index);
  return key ? plain_entry(*holder, *key) : nullptr;
}

// ----------------------------------------------------- attributes, subscripts

Value Evaluator::eval_attribute(Frame& f, const Attribute& e) {
  return attribute_of(f, e, eval(f, *e.object));
}

Value Evaluator::attribute_of(Frame& f, const Attribute& e, const Value& object) {
  f.at = e.span.begin;
  try {
    Value value;
    switch (look_up_all(interp_, object, e.name, e.cache, value)) {
      case Found::plain: return value;
      case Found::method: return make<BoundMethod>(object, std::move(value));
      case Found::none: break;
    }
    throw_no_attribute(interp_, object, e.name);
  } catch (...) {
    fail_with(f, e.span, "." + e.name.str(),
              {{std::string(f.source->text(e.object->span)), object}});
  }
}

Value Evaluator::eval_subscript(Frame& f, const Subscript& e) {
  if (e.plain && !interp_.observer)
    if (const Value* const item = lying(f, e)) return *item;
  const Value object = eval(f, *e.object);
  const Value index = eval(f, *e.index);
  f.at = e.span.begin;
  try {
    return interp_.get_item(object, index);
  } catch (...) {
    fail_with(f, e.span, "[]",
              {{std::string(f.source->text(e.object->span)), object},
               {std::string(f.source->text(e.index->span)), index}});
  }
}

Value Evaluator::eval_slice(Frame& f, const SliceExpr& e) {
  const auto part = [&](const ExprPtr& p) {
    return p ? eval(f, *p) : Value::none();
  };
  Value start = part(e.start), stop = part(e.stop), step = part(e.step);
  return make<SliceObject>(std::move(start), std::move(stop), std::move(step));
}

// ------------------------------------------------------------------ operators

Value Evaluator::eval_unary(Frame& f, const Unary& e) {
  if (e.op == UnaryOp::not_) return Value(!test(f, *e.operand));
  const Value v = eval(f, *e.operand);
  if (e.op == UnaryOp::minus && v.is_float()) return Value(-v.as_float());
  f.at = e.span.begin;
  return guarded(f, e.span, [&] { return interp_.unary(e.op, v); });
}

bool Evaluator::plain_number_inside(Frame& f, const Expr& e, Number& out) {
  if (e.kind != ExprKind::binary) {
    const Value* const v = lying(f, e);
    return v && is_number(*v, out);
  }
  if (!e.plain) return false;
  const auto& b = static_cast<const Binary&>(e);
  Number left, right;
  return plain_number(f, *b.left, left) && plain_number(f, *b.right, right) &&
         fast_number(b.op, left, right, out);
}

bool Evaluator::number_or_value(Frame& f, const Expr& e, Number& number, Value& value) {
  if (e.plain && !interp_.observer && plain_number(f, e, number)) return true;
  value = eval(f, e);
  return is_number(value, number);
}

Value Evaluator::eval_binary(Frame& f, const Binary& e) {
  Number a, b, result;
  Value left, right;
  const bool left_number = number_or_value(f, *e.left, a, left);
  const bool right_number = number_or_value(f, *e.right, b, right);
  if (left_number && right_number && fast_number(e.op, a, b, result)) return result.value();
  if (!left.defined()) left = a.value();
  if (!right.defined()) right = b.value();
  f.at = e.span.begin;
  try {
    return interp_.binary(e.op, left, right);
  } catch (...) {
    fail_binary(f, e.span, e.op, *e.left, *e.right, left, right);
  }
}

bool Evaluator::plain_compare(Frame& f, const Compare& e, bool& out) {
  Number a, b;
  return e.ops.size() == 1 && e.first->plain && e.rest[0]->plain && !interp_.observer &&
         plain_number(f, *e.first, a) &&
         plain_number(f, *e.rest[0], b) && fast_compare(e.ops[0], a, b, out);
}

Value Evaluator::eval_compare(Frame& f, const Compare& e) {
  if (bool plain = false; plain_compare(f, e, plain)) return Value(plain);
  return compare_values(f, e);
}

Value Evaluator::compare_values(Frame& f, const Compare& e) {
  Value left = eval(f, *e.first);
  for (size_t i = 0;; ++i) {
    Value right = eval(f, *e.rest[i]);
    f.at = e.span.begin;
    bool fast = false;
    Value result;
    if (fast_compare(e.ops[i], left, right, fast))
      result = Value(fast);
    else if (e.ops[i] == CompareOp::is || e.ops[i] == CompareOp::is_not)
      result = Value(left.is(right) == (e.ops[i] == CompareOp::is));
    else
      result = guarded(f, e.span,
                       [&] { return interp_.compare(e.ops[i], left, right); });
    if (i + 1 == e.ops.size()) return result;
    if (!guarded(f, e.span, [&] { return interp_.truth(result); }))
      return result;
    left = std::move(right);
  }
}

Value Evaluator::eval_logical(Frame& f, const Logical& e) {
  for (size_t i = 0;; ++i) {
    Value v = eval(f, *e.operands[i]);
    if (i + 1 == e.operands.size()) return v;
    if (is_true(f, *e.operands[i], v) != e.is_and) return v;
  }
}

bool Evaluator::test(Frame& f, const Expr& e) {
  if (e.kind == ExprKind::unary) {
    const auto& u = static_cast<const Unary&>(e);
    if (u.op == UnaryOp::not_) return !test(f, *u.operand);
  }
  if (e.kind == ExprKind::compare && !interp_.observer) {
    const auto& c = static_cast<const Compare&>(e);
    if (bool plain = false; plain_compare(f, c, plain)) return plain;
    return is_true(f, e, compare_values(f, c));
  }
  if (e.kind == ExprKind::logical && !interp_.observer) {
    const auto& l = static_cast<const Logical&>(e);
    for (const ExprPtr& operand : l.operands)
      if (test(f, *operand) != l.is_and) return !l.is_and;
    return l.is_and;
  }
  return is_true(f, e, eval(f, e));
}

bool Evaluator::is_true(Frame& f, const Expr& e, const Value& v) {
  if (v.is_bool()) return v.as_bool();
  return guarded(f, e.span, [&] { return interp_.truth(v); });
}

// ------------------------------------------------------------------- displays

std::vector<Value> Evaluator::eval_items(Frame& f,
                                         const std::vector<ExprPtr>& items) {
  std::vector<Value> values;
  values.reserve(items.size());
  for (const ExprPtr& item : items) {
    if (item->kind != ExprKind::starred) {
      values.push_back(eval(f, *item));
      continue;
    }
    const Expr& inner = *static_cast<const Starred&>(*item).value;
    const Value spread = eval(f, inner);
    guarded(f, item->span, [&] {
      for (Value& v : interp_.to_vector(spread)) values.push_back(std::move(v));
    });
  }
  return values;
}

Value Evaluator::eval_sequence(Frame& f, const Sequence& e) {
  std::vector<Value> values = eval_items(f, e.items);
  if (e.kind == ExprKind::tuple) return tuple(std::move(values));
  if (e.kind == ExprKind::list) return list(std::move(values));
  auto set = make<SetObject>();
  guarded(f, e.span, [&] {
    for (const Value& v : values) set->add(v);
  });
  return set;
}

Value Evaluator::eval_dict(Frame& f, const DictExpr& e) {
  auto dict = make<DictObject>();
  for (const auto& [key, value] : e.items) {
    if (key) {
      const Value k = eval(f, *key);
      Value v = eval(f, *value);
      guarded(f, key->span, [&] { dict->set(k, std::move(v)); });
      continue;
    }
    const Value other = eval(f, *value);
    guarded(f, value->span, [&] {
      const auto add = [&](const Value& k, const Value& v) { dict->set(k, v); };
      if (!each_entry(interp_, other, add))
        throw TypeError(fmt::format("'{}' object is not a mapping", interp_.type_name(other)));
    });
  }
  return dict;
}

// ------------------------------------------------------------------ f-strings

Value Evaluator::eval_fstring(Frame& f, const FString& e) {
  return str(fstring_text(f, e));
}

std::string Evaluator::fstring_text(Frame& f, const FString& e) {
  std::string text;
  for (const FString::Part& part : e.parts) {
    text += part.text;
    if (!part.value) continue;
    const Value v = eval(f, *part.value);
    std::string spec;
    if (part.spec) spec = fstring_text(f, static_cast<const FString&>(*part.spec));
    text += part.echo;
    guarded(f, part.value->span, [&] {
      char conversion = part.conversion;
      if (!conversion && !part.echo.empty() && !part.spec) conversion = 'r';
      if (!conversion) {
        text += interp_.format(v, spec);
        return;
      }
      std::string converted =
          conversion == 's' ? interp_.str(v) : interp_.repr(v);
      text += spec.empty() ? converted : format_str(converted, spec);
    });
  }
  return text;
}

}  // namespace mha::lang
