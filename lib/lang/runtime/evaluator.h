#pragma once

// Walks the syntax tree. A Frame is what one call, class body or comprehension
// works on; the Evaluator itself keeps nothing but its interpreter, so making
// one is free. evaluator_*.cpp hold its parts by kind of node.

#include <vector>

#include "lang/values/fast_operators.h"
#include "lang/runtime/world.h"

namespace mha::lang {

/// The body of a try, while it runs.
struct TryBody {
  const Try* of;
  const TryBody* outer;  // in the same frame
};

/// The place where a piece of program runs: its names and where it stands.
struct Frame {
  Frame* back = nullptr;  // the caller's
  Value* locals = nullptr;
  Ref<CellObject>* cells = nullptr;
  ModuleObject* globals = nullptr;
  Attributes* names = nullptr;  // of a class body
  const ScopeInfo* scope = nullptr;
  const Source* source = nullptr;
  const SourcePtr* shared_source = nullptr;
  const std::string* function = nullptr;  // "<module>", "forward"
  FunctionObject* callee = nullptr;
  /// What keeps the tree alive that this frame walks, if not the callee.
  const std::shared_ptr<const void>* tree = nullptr;
  /// Of a class body: the functions made in it.
  std::vector<Ref<FunctionObject>>* made = nullptr;
  const TryBody* trying = nullptr;  // the innermost that runs
  bool is_comprehension = false;
  const std::string* qualname = nullptr;  // prefix of names defined here
  uint32_t at = 0;  // the offset last worked at, for warnings
  Value result;     // of return; in a generator, what a yield is about to give
};

/// How a statement ends.
enum class Flow : uint8_t { normal, break_, continue_, return_ };

class Evaluator {
 public:
  explicit Evaluator(Interpreter& interp)
      : interp_(interp), impl_(interp.impl()) {}

  /// A whole program or cell in __main__. With `shown`, the value of a last
  /// bare expression.
  Value run_program(const SourcePtr& source, bool shown);
  /// A parsed module with these globals; what exec() and eval() do.
  Value run_module(const ModulePtr& module, ModuleObject& globals, bool shown, const Stmt* only = nullptr);

  /// Any callable. The arguments may be moved from.
  Value call(const Value& f, std::span<Value> args,
             std::span<KeywordArg> keywords);
  /// The same with an argument in front.
  Value call_behind(const Value& first, const Value& f, std::span<Value> args,
                    std::span<KeywordArg> keywords);
  /// What calling a class does by itself: __new__, then __init__.
  Value instantiate(ClassObject* cls, Value* args, size_t count,
                    std::span<KeywordArg> keywords);

 private:
  // Expressions.
  Value eval(Frame& f, const Expr& e) {
    if (interp_.observer) [[unlikely]] return eval_observed(f, e);
    // What most expressions are made of needs no further call.
    if (e.kind == ExprKind::name) {
      const auto& n = static_cast<const NameExpr&>(e);
      const Value* const v = find_known_name(f, n.ref, n.cache);
      if (v && v->defined()) return *v;
    }
    if (e.kind == ExprKind::binary) return eval_binary(f, static_cast<const Binary&>(e));
    if (e.kind == ExprKind::call) return eval_call(f, static_cast<const Call&>(e));
    return eval_kind(f, e);
  }
  Value eval_observed(Frame& f, const Expr& e);
  Value eval_kind(Frame& f, const Expr& e);
  Value eval_name(Frame& f, const NameExpr& e);
  Value eval_attribute(Frame& f, const Attribute& e);
  Value attribute_of(Frame& f, const Attribute& e, const Value& object);
  Value eval_subscript(Frame& f, const Subscript& e);
  Value eval_slice(Frame& f, const SliceExpr& e);
  Value eval_unary(Frame& f, const Unary& e);
  Value eval_binary(Frame& f, const Binary& e);
  Value eval_compare(Frame& f, const Compare& e);
  Value eval_logical(Frame& f, const Logical& e);
  Value eval_sequence(Frame& f, const Sequence& e);
  Value eval_dict(Frame& f, const DictExpr& e);
  Value eval_fstring(Frame& f, const FString& e);
  std::string fstring_text(Frame& f, const FString& e);
  bool test(Frame& f, const Expr& e);
  bool is_true(Frame& f, const Expr& e, const Value& v);
  Value compare_values(Frame& f, const Compare& e);
  /// A comparison of plain numbers; false if it is anything else.
  bool plain_compare(Frame& f, const Compare& e, bool& out);
  /// Arithmetic of small ints and floats in constants, names and items of containers
  /// alone; false, and nothing has happened, if it is anything else. Not while observed.
  bool plain_number(Frame& f, const Expr& e, Number& out) {
    // Locals and constants, the leaves of most arithmetic, need no further call.
    if (e.kind == ExprKind::name) {
      const NameRef& ref = static_cast<const NameExpr&>(e).ref;
      if (ref.scope == Scope::local) return is_number(f.locals[ref.slot], out);
    } else if (e.kind == ExprKind::constant) {
      return is_number(static_cast<const Constant&>(e).value, out);
    }
    return plain_number_inside(f, e, out);
  }
  bool plain_number_inside(Frame& f, const Expr& e, Number& out);
  /// Evaluates: to a plain number, with or without a `value`, or to a value alone.
  bool number_or_value(Frame& f, const Expr& e, Number& number, Value& value);
  /// The value where it lies: of a name, or of an item or attribute that names and
  /// constants alone lead to, and no method of a class; null for anything else. Not while
  /// observed.
  Value* lying(Frame& f, const Expr& e) {
    if (e.kind == ExprKind::name) {
      const auto& n = static_cast<const NameExpr&>(e);
      return find_known_name(f, n.ref, n.cache);
    }
    return e.plain ? lying_inside(f, e) : nullptr;
  }
  Value* lying_inside(Frame& f, const Expr& e);
  Value* find_name(Frame& f, const NameRef& ref, LookupCache& cache);
  /// The same, but null where globals would be filled by looking.
  Value* find_known_name(Frame& f, const NameRef& ref, LookupCache& cache) {
    if (ref.scope == Scope::local) return &f.locals[ref.slot];
    if (ref.scope == Scope::global)
      if (Value* v = f.globals->attributes().find_at(cache.hint, ref.name)) return v;
    return search_known_name(f, ref, cache);
  }
  Value* search_known_name(Frame& f, const NameRef& ref, LookupCache& cache);
  [[noreturn]] void undefined_name(Frame& f, const NameRef& ref);
  std::vector<Value> eval_items(Frame& f, const std::vector<ExprPtr>& items);

  // Calls and functions.
  Value eval_call(Frame& f, const Call& e);
  Value eval_spread_call(Frame& f, const Call& e, const Value& callee,
                         const Value* self);
  Value call_function(FunctionObject& f, Value* args, size_t count,
                      std::span<KeywordArg> keywords);
  /// The function with its arguments in its locals; the others of those are undefined.
  Value run_function(FunctionObject& f, Value* locals);
  Value make_function(Frame& f, const std::shared_ptr<FunctionCode>& code);

  // Comprehensions.
  Value eval_comprehension(Frame& f, const Comprehension& e);
  Value make_generator(Frame& f, const Comprehension& e, const Value& iterable);
  Value make_generator(FunctionObject& f, Value* locals);
  void comprehend(Frame& f, const Comprehension& e, size_t clause,
                  const Value& iterable, Object* result);
  friend class GeneratorRun;
  friend class ExpressionRun;
  friend class FunctionRun;

  // Statements.
  Flow exec_block(Frame& f, const Block& block);
  Flow exec(Frame& f, const Stmt& s) {
    begin(f, s);
    return exec_begun(f, s);
  }
  /// What comes before every statement: the budget is looked at, observers are told.
  void begin(Frame& f, const Stmt& s) {
    f.at = s.span.begin;
    if (--impl_.countdown <= 0 || interp_.interrupt.load(std::memory_order_relaxed)) [[unlikely]]
      look_around(f, s.span);
    if (interp_.observer) [[unlikely]] interp_.observer->on_statement(*f.source, s.span);
  }
  void look_around(Frame& f, Span span);
  Flow exec_begun(Frame& f, const Stmt& s);
  Flow exec_other(Frame& f, const Stmt& s);
  Flow exec_for(Frame& f, const For& s);
  Flow exec_while(Frame& f, const While& s);
  Flow exec_try(Frame& f, const Try& s);
  Flow exec_handlers(Frame& f, const Try& s);
  Flow handle(Frame& f, const Try& s, PyError& error);
  /// The first except clause that takes the error, or null.
  const ExceptClause* handler_of(Frame& f, const Try& s, const PyError& error);
  void forget_name(Frame& f, const NameRef& name);
  Flow exec_with(Frame& f, const With& s, size_t item);
  struct Context {
    Value manager, leave;
  };
  /// What __enter__ gives.
  Value enter_context(Frame& f, const WithItem& item, Context& context);
  /// Calls __exit__ with what was raised, or null; true if that is swallowed.
  bool leave_context(Frame& f, const WithItem& item, const Context& context, const PyError* error);
  /// The local that an assignment to this name writes, where nobody watches.
  Value* plain_local(Frame& f, const Expr& target) const;
  void exec_assign(Frame& f, const Assign& s);
  void exec_name_by_name(Frame& f, const Assign& s);
  void exec_aug_assign(Frame& f, const AugAssign& s);
  void exec_delete(Frame& f, const Expr& target);
  void exec_raise(Frame& f, const Raise& s);
  void exec_assert(Frame& f, const Assert& s);
  /// A def or class statement: what make() gives, through its decorators, gets its name.
  template <typename Statement, typename Make>
  void exec_decorated(Frame& f, const Statement& s, Make make);
  void exec_function(Frame& f, const FunctionDef& s);
  void exec_class(Frame& f, const ClassDef& s);
  Value make_class(Frame& f, const ClassDef& s);
  /// The module, unless it is not supported and the program is ready for that.
  Ref<ModuleObject> module_for(const Frame& f, const std::string& name);
  void exec_import(Frame& f, const Import& s);
  void exec_import_from(Frame& f, const ImportFrom& s);

  // Names as targets.
  void assign(Frame& f, const Expr& target, Value value);
  void assign_name(Frame& f, const NameRef& ref, LookupCache& cache, Value value);
  void assign_attribute(Frame& f, const Attribute& target, const Value& object, Value value);
  void assign_items(Frame& f, const Sequence& targets, const Value& value);
  void delete_name(Frame& f, const NameRef& ref);

  // Failures: what was thrown gets this frame's place and is thrown on.
  template <typename F>
  auto guarded(Frame& f, const Span& span, F&& body) -> decltype(body());
  [[noreturn]] void fail(Frame& f, Span span);
  [[noreturn]] void fail_binary(Frame& f, Span span, BinaryOp op, const Expr& left,
                                const Expr& right, const Value& a, const Value& b);
  [[noreturn]] void fail_with(Frame& f, Span span, std::string operation,
                              std::vector<Operand> operands);
  [[noreturn]] void fail_call(Frame& f, const Call& e, const Value& callee,
                              const Value* self,
                              std::span<Value> args);
  PyError caught(Frame& f, Span span);
  static bool is_innermost(const Frame& f, const PyError& e);
  void add_place(const Frame& f, Span span, PyError& e);
  void collect_names(Frame& f, const Expr& e, std::vector<Operand>& out);

  void observe(Frame& f, const Expr& e, const Value& v);

  Interpreter& interp_;
  Interpreter::Impl& impl_;
};

template <typename F>
auto Evaluator::guarded(Frame& f, const Span& span, F&& body)
    -> decltype(body()) {
  try {
    return body();
  } catch (PyError& e) {
    add_place(f, span, e);
    throw;
  } catch (...) {
    fail(f, span);
  }
}

/// What `body` raises that a program may catch.
template <typename F>
std::optional<PyError> raised_by(F&& body) {
  try {
    body();
    return std::nullopt;
  } catch (PyError& e) {
    return std::move(e);
  } catch (const BudgetError&) {
    throw;
  } catch (const Error& e) {
    return PyError(e);
  }
}

/// Hands on the entries of what stands behind **; false if it is no mapping.
template <typename Add>
bool each_entry(Interpreter& interp, const Value& mapping, Add add) {
  if (auto* dict = mapping.get<DictObject>()) {
    Value key, value;
    for (size_t at = 0; dict->next(at, key, value);) add(key, value);
    return true;
  }
  const Value keys = interp.find_attr(mapping, Symbol("keys"));
  if (!keys.defined()) return false;
  for (const Value& key : interp.to_vector(interp.call(keys))) add(key, interp.get_item(mapping, key));
  return true;
}

/// The cells of a class body or a comprehension that runs within `f`.
void fill_cells(const Frame& f, const ScopeInfo& scope, Ref<CellObject>* cells);

/// What a call of `f` runs in: its cells are filled, its names are in `locals`.
Frame frame_of(FunctionObject& f, Value* locals, Ref<CellObject>* cells);

/// Tells an observer that a function begins, and that it ends.
class Visit {
 public:
  Visit(Observer& observer, const FunctionCode& code) : observer_(observer), code_(code) {
    observer_.on_enter(code_);
  }
  ~Visit() { observer_.on_leave(code_); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  Observer& observer_;
  const FunctionCode& code_;
};

/// `except` and bare `raise` look at the exceptions being handled.
class Handling {
 public:
  Handling(Interpreter::Impl& impl, const PyError& error) : impl_(impl) {
    impl.handled.push_back(&error);
  }
  ~Handling() { impl_.handled.pop_back(); }
  Handling(const Handling&) = delete;
  Handling& operator=(const Handling&) = delete;

 private:
  Interpreter::Impl& impl_;
};

/// Makes a frame the innermost one for as long as it lives.
class FrameScope {
 public:
  FrameScope(Interpreter::Impl& impl, Frame& frame) : impl_(impl) {
    frame.back = impl.frame;
    impl.frame = &frame;
    if ((impl.interp.observer || impl.outside_observer) && frame.source) [[unlikely]]
      change_observer(*frame.source);
  }
  ~FrameScope() {
    impl_.frame = impl_.frame->back;
    if (changed_) std::swap(impl_.interp.observer, impl_.outside_observer);
  }
  FrameScope(const FrameScope&) = delete;
  FrameScope& operator=(const FrameScope&) = delete;

 private:
  /// An observer sees a call of the library as one step. It hears again of what the
  /// library calls that is the learner's own.
  void change_observer(const Source& source) {
    const bool inside = source.is_library() && !impl_.interp.observes_library;
    changed_ = inside != (impl_.outside_observer != nullptr);
    if (changed_) std::swap(impl_.interp.observer, impl_.outside_observer);
  }

  Interpreter::Impl& impl_;
  bool changed_ = false;
};

/// An array on the C++ stack: `memory` comes from alloca.
template <typename T>
class StackArray {
 public:
  StackArray(void* memory, size_t count)
      : items_(static_cast<T*>(memory)), count_(count) {
    for (size_t i = 0; i < count; ++i) new (items_ + i) T();
  }
  ~StackArray() {
    for (size_t i = count_; i-- > 0;) items_[i].~T();
  }
  StackArray(const StackArray&) = delete;
  StackArray& operator=(const StackArray&) = delete;
  T* data() const { return items_; }
  T& operator[](size_t i) const { return items_[i]; }

 private:
  T* items_;
  size_t count_;
};

}  // namespace mha::lang
