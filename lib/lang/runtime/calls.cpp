// Calls: of functions, classes and whatever else can be called.

#include <alloca.h>
#include <fmt/format.h>

#include "lang/runtime/attribute_lookup.h"
#include "lang/runtime/bind_arguments.h"
#include "lang/runtime/evaluator.h"

namespace mha::lang {

// ------------------------------------------------------------------- anything

Value Evaluator::call(const Value& callee, std::span<Value> args,
                      std::span<KeywordArg> keywords) {
  if (callee.is_object()) {
    Object* object = callee.object();
    switch (object->kind()) {
      case ObjectKind::function:
        return call_function(*static_cast<FunctionObject*>(object), args.data(),
                             args.size(), keywords);
      case ObjectKind::native_function: {
        Args all{args, keywords};
        return static_cast<NativeFunction*>(object)->call(interp_, all);
      }
      case ObjectKind::class_:
        if (ClassObject* meta = object->own_cls())
          if (const Value own = meta->special(Special::call); own.get<FunctionObject>())
            return call_behind(callee, own, args, keywords);
        return instantiate(static_cast<ClassObject*>(object), args.data(),
                           args.size(), keywords);
      case ObjectKind::bound_method: {
        auto* method = static_cast<BoundMethod*>(object);
        return call_behind(method->self, Value(method->function), args, keywords);
      }
      case ObjectKind::descriptor: {
        auto* d = static_cast<Descriptor*>(object);
        if (d->type == Descriptor::Type::static_method)
          return call(Value(d->function), args, keywords);
        break;
      }
      default: break;
    }
    const Value method = interp_.type_of(callee)->special(Special::call);
    if (method.defined()) {
      const DepthGuard guard(impl_);
      return call_behind(callee, method, args, keywords);
    }
  }
  throw TypeError(
      fmt::format("'{}' object is not callable", interp_.type_name(callee)));
}

Value Evaluator::call_behind(const Value& first, const Value& f, std::span<Value> args,
                             std::span<KeywordArg> keywords) {
  const size_t count = args.size() + 1;
  const StackArray<Value> all(alloca(count * sizeof(Value)), count);
  all[0] = first;
  for (size_t i = 1; i < count; ++i) all[i] = args[i - 1];
  return call(f, {all.data(), count}, keywords);
}

Value Interpreter::call(const Value& f, std::span<Value> args,
                        std::span<KeywordArg> keywords) {
  const Value held = f;
  if (impl_->frame && current_interpreter() == this)
    return Evaluator(*this).call(held, args, keywords);
  const Activation active(*this);
  if (impl_->frame) return Evaluator(*this).call(held, args, keywords);
  // Called from outside of any run: the thread's own stack may be small.
  Value result;
  impl_->stack.run(
      [&] { result = Evaluator(*this).call(held, args, keywords); });
  return result;
}

Value Interpreter::call(const Value& f, std::initializer_list<Value> args) {
  const StackArray<Value> copies(alloca(args.size() * sizeof(Value)),
                                 args.size());
  size_t n = 0;
  for (const Value& v : args) copies[n++] = v;
  return call(f, std::span<Value>(copies.data(), n));
}

Value Interpreter::call_method(const Value& self, std::string_view name,
                               std::initializer_list<Value> args) {
  return call(get_attr(self, name), args);
}

// ------------------------------------------------------------------ functions

namespace {

void to_locals(const FunctionObject& f, Value* locals, const Value* args, size_t count,
               std::span<const KeywordArg> keywords) {
  const FunctionCode& code = *f.code;
  const size_t wanted = code.positional.size();
  const size_t required = wanted - f.defaults.size();
  const ParameterLayout layout{wanted, code.positional_only, required, code.star_args.has_value(),
                               code.keyword_only.size(), code.star_kwargs.has_value()};
  bind_arguments(
      f.qualname, layout, locals, args, count, keywords,
      [&](size_t i) {
        return i < wanted ? code.positional[i].name : code.keyword_only[i - wanted].name;
      },
      [&](size_t i, Value& slot) {
        if (i >= wanted) {
          if (i - wanted < f.keyword_defaults.size()) slot = f.keyword_defaults[i - wanted];
        } else if (i >= required) {
          slot = f.defaults[i - required];
        }
        return slot.defined();
      });
}

}  // namespace

Value Evaluator::call_function(FunctionObject& f, Value* args, size_t count,
                               std::span<KeywordArg> keywords) {
  // The name that called may be given another value meanwhile.
  const Ref<FunctionObject> held(&f);
  const FunctionCode& code = *f.code;
  const size_t local_count = code.scope.locals.size();
  const StackArray<Value> locals(alloca(local_count * sizeof(Value)),
                                 local_count);
  if (keywords.empty() && count == code.positional.size() && code.only_positional()) {
    for (size_t i = 0; i < count; ++i) locals[i] = std::move(args[i]);
  } else {
    to_locals(f, locals.data(), args, count, keywords);
  }
  return run_function(f, locals.data());
}

void fill_cells(const Frame& f, const ScopeInfo& scope, Ref<CellObject>* cells) {
  for (size_t i = 0; i < scope.cells.size(); ++i)
    cells[i] = i < scope.own_cells ? make<CellObject>()
                                   : f.cells[scope.captured[i - scope.own_cells]];
}

Frame frame_of(FunctionObject& f, Value* locals, Ref<CellObject>* cells) {
  const FunctionCode& code = *f.code;
  for (size_t i = 0; i < code.scope.cells.size(); ++i)
    cells[i] = i < code.scope.own_cells ? make<CellObject>()
                                        : f.cells[i - code.scope.own_cells];
  for (const auto& [local, cell] : code.scope.parameter_cells)
    cells[cell]->value = locals[local];
  Frame frame;
  frame.locals = locals;
  frame.cells = cells;
  frame.globals = f.globals.get();
  frame.scope = &code.scope;
  frame.source = code.source.get();
  frame.shared_source = &code.source;
  frame.function = &code.name.str();
  frame.callee = &f;
  frame.qualname = &f.qualname;
  frame.at = code.span.begin;
  return frame;
}

Value Evaluator::run_function(FunctionObject& f, Value* locals) {
  const FunctionCode& code = *f.code;
  if (code.is_generator) [[unlikely]] return make_generator(f, locals);
  const DepthGuard guard(impl_);
  impl_.step();
  const size_t cell_count = code.scope.cells.size();
  const StackArray<Ref<CellObject>> cells(
      alloca(cell_count * sizeof(Ref<CellObject>)), cell_count);
  Frame frame = frame_of(f, locals, cells.data());
  const FrameScope scope(impl_, frame);
  if (code.result) return eval(frame, *code.result);
  if (!interp_.observer) [[likely]] {
    exec_block(frame, code.body);
  } else {
    const Visit visit(*interp_.observer, code);
    exec_block(frame, code.body);
  }
  return frame.result.defined() ? std::move(frame.result) : Value::none();
}

Value Evaluator::make_function(Frame& f,
                               const std::shared_ptr<FunctionCode>& code) {
  auto function = make<FunctionObject>(code, Ref<ModuleObject>(f.globals));
  const std::string& name = code->name.str();
  if (f.names)
    function->qualname = *f.qualname + "." + name;
  else if (f.callee)
    function->qualname = *f.qualname + ".<locals>." + name;
  else
    function->qualname = name;
  for (const Parameter& p : code->positional)
    if (p.default_value) function->defaults.push_back(eval(f, *p.default_value));
  for (const Parameter& p : code->keyword_only)
    function->keyword_defaults.push_back(
        p.default_value ? eval(f, *p.default_value) : Value());
  for (const uint32_t slot : code->scope.captured)
    function->cells.push_back(f.cells[slot]);
  if (f.callee) function->defined_in = f.callee->defined_in;
  for (Frame* frame = &f; frame; frame = frame->back) {
    if (frame->made) frame->made->push_back(function);
    if (!frame->is_comprehension) break;
  }
  return function;
}

// -------------------------------------------------------------------- classes

Value Evaluator::instantiate(ClassObject* cls, Value* args, size_t count,
                             std::span<KeywordArg> keywords) {
  if (cls == impl_.type_class && count == 1 && keywords.empty())
    return Value(interp_.type_of(args[0]));
  const Ref<ClassObject> held(cls);
  Value make_new = cls->special(Special::new_);
  if (auto* d = make_new.get<Descriptor>()) make_new = Value(d->function);
  const Value& own_init = cls->special(Special::init);
  Value instance;
  if (make_new.defined()) {
    // Both methods get the arguments, and each may take them.
    std::vector<KeywordArg> names(keywords.begin(), keywords.end());
    instance = call_behind(Value(cls), make_new, {args, count}, names);
    if (!interp_.type_of(instance)->is_subclass_of(cls)) return instance;
  } else {
    if (!own_init.defined() && (count > 0 || !keywords.empty()))
      throw TypeError(fmt::format("{}() takes no arguments", cls->name()));
    instance = impl_.make_instance(cls);
  }
  const Value init = interp_.type_of(instance)->special(Special::init);
  if (!init.defined()) return instance;
  const Value result = call_behind(instance, init, {args, count}, keywords);
  if (!result.is_none())
    throw TypeError(fmt::format("__init__() should return None, not '{}'",
                                interp_.type_name(result)));
  return instance;
}

Value Interpreter::Impl::make_instance(ClassObject* cls) {
  const bool bare = interp.builtin_class(cls->name()) == cls && cls != object_class &&
                    !cls->is_subclass_of(base_exception);
  if (cls->instance_kind() == ObjectKind::instance && !bare) return make<InstanceObject>(cls);
  throw TypeError(fmt::format("cannot create '{}' instances", cls->name()));
}

// ----------------------------------------------------------- call expressions

Value Evaluator::eval_call(Frame& f, const Call& e) {
  impl_.step();
  Value callee, self;
  bool has_self = false;
  if (e.callee->kind == ExprKind::attribute) {
    const auto& a = static_cast<const Attribute&>(*e.callee);
    self = eval(f, *a.object);
    f.at = a.span.begin;
    try {
      const Found how = look_up_all(interp_, self, a.name, a.cache, callee);
      if (how == Found::none) throw_no_attribute(interp_, self, a.name);
      has_self = how == Found::method;
    } catch (...) {
      fail_with(f, a.span, "." + a.name.str(),
                {{std::string(f.source->text(a.object->span)), self}});
    }
  } else {
    callee = eval(f, *e.callee);
  }
  if (e.spreads) return eval_spread_call(f, e, callee, has_self ? &self : nullptr);

  const size_t first = has_self ? 1 : 0;
  const size_t count = e.args.size() + first;
  // What a program calls most: the arguments become the function's locals at once.
  if (auto* const function = callee.get<FunctionObject>();
      function && e.keywords.empty() && count == function->code->positional.size() &&
      function->code->only_positional()) {
    const size_t local_count = function->code->scope.locals.size();
    const StackArray<Value> locals(alloca(local_count * sizeof(Value)), local_count);
    if (has_self) locals[0] = self;
    for (size_t i = 0; i < e.args.size(); ++i) locals[i + first] = eval(f, *e.args[i]);
    f.at = e.span.begin;
    try {
      return run_function(*function, locals.data());
    } catch (...) {
      fail_call(f, e, callee, has_self ? &self : nullptr, {});
    }
  }
  const StackArray<Value> args(alloca(count * sizeof(Value)), count);
  if (has_self) args[0] = self;
  for (size_t i = 0; i < e.args.size(); ++i)
    args[i + first] = eval(f, *e.args[i]);
  const size_t names = e.keywords.size();
  const StackArray<KeywordArg> keywords(alloca(names * sizeof(KeywordArg)),
                                        names);
  for (size_t i = 0; i < names; ++i) {
    keywords[i].name = *e.keywords[i].name;
    keywords[i].value = eval(f, *e.keywords[i].value);
  }
  f.at = e.span.begin;
  try {
    if (const auto* native = callee.get<NativeFunction>()) {
      Args all{{args.data(), count}, {keywords.data(), names}};
      return native->call(interp_, all);
    }
    return call(callee, {args.data(), count}, {keywords.data(), names});
  } catch (...) {
    const bool method = e.callee->kind == ExprKind::attribute;
    fail_call(f, e, callee, method ? &self : nullptr,
              {args.data() + first, e.args.size()});
  }
}

Value Evaluator::eval_spread_call(Frame& f, const Call& e, const Value& callee,
                                  const Value* self) {
  std::vector<Value> args;
  if (self) args.push_back(*self);
  const std::string_view name = f.source->text(e.callee->span);
  for (const ExprPtr& arg : e.args) {
    if (arg->kind != ExprKind::starred) {
      args.push_back(eval(f, *arg));
      continue;
    }
    const Value spread = eval(f, *static_cast<const Starred&>(*arg).value);
    guarded(f, arg->span, [&] {
      if (!interp_.type_of(spread)->special(Special::iter).defined() &&
          !interp_.type_of(spread)->special(Special::getitem).defined() &&
          !spread.get<IteratorObject>())
        throw TypeError(
            fmt::format("{}() argument after * must be an iterable, not {}",
                        name, interp_.type_name(spread)));
      for (Value& v : interp_.to_vector(spread)) args.push_back(std::move(v));
    });
  }
  std::vector<KeywordArg> keywords;
  const auto add = [&](Symbol key, Value value) {
    for (const KeywordArg& k : keywords)
      if (k.name == key)
        throw TypeError(
            fmt::format("{}() got multiple values for keyword argument '{}'",
                        name, key.str()));
    keywords.push_back({key, std::move(value)});
  };
  for (const Keyword& k : e.keywords) {
    Value value = eval(f, *k.value);
    guarded(f, k.span, [&] {
      if (k.name) return add(*k.name, std::move(value));
      const auto add_entry = [&](const Value& key, const Value& v) {
        auto* s = key.get<StrObject>();
        if (!s) throw TypeError("keywords must be strings");
        add(Symbol(s->text()), v);
      };
      if (!each_entry(interp_, value, add_entry))
        throw TypeError(fmt::format("{}() argument after ** must be a mapping, not {}", name,
                                    interp_.type_name(value)));
    });
  }
  f.at = e.span.begin;
  try {
    return call(callee, args, keywords);
  } catch (...) {
    fail_call(f, e, callee, self, {});
  }
}

}  // namespace mha::lang
