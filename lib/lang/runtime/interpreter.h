#pragma once

// Runs programs. One Interpreter is one world: its modules, its names, its
// limits. Nothing in it reaches files, processes or the network; find_module, read_text and read_bytes
// hand it the texts of a program's own modules and files.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "lang/syntax/ast.h"
#include "lang/values/class_object.h"
#include "lang/values/exception.h"

namespace mha::lang {

/// Limits of one run. Zero means none. An honest homework meets none of them.
struct Budget {
  int64_t steps = 2'000'000'000;       // evaluated statements and expressions
  int64_t memory = 4LL << 30;          // bytes of live tensors, lists and text
  int64_t depth = 1000;                // nested calls, as in Python
  double seconds = 60;                 // wall time
  int64_t output = 64LL << 20;         // bytes printed
};

/// How much of a budget is used.
struct Spent {
  int64_t steps = 0;
  double seconds = 0;
};

struct Subscript;

/// Told of what a program does, as it does it. All calls come on the thread
/// that runs the program; the values are the program's own.
class Observer {
 public:
  virtual ~Observer() = default;
  /// A statement begins.
  virtual void on_statement(const Source&, Span) {}
  /// An expression made or gave a tensor (or a tuple of them). `operation` is
  /// what was called or the operator: "view", "matmul", "@", "W_query"; empty
  /// for a plain name or attribute.
  virtual void on_value(const Source&, const Expr&, std::string_view /*operation*/,
                        const Value&) {}
  /// What counts as a tensor there: PyTorch's own, unless an observer knows more kinds.
  virtual bool is_tensor(const Value& v) const;
  /// A name, attribute or element was given a value.
  virtual void on_assign(const Source&, Span /*target*/, const Value&) {}
  /// Something was stored in `object` by an index: x[mask] = 0.
  virtual void on_store(const Source&, const Subscript& /*target*/, const Value& /*object*/, const Value& /*index*/) {}
  /// A learner's function begins and ends.
  virtual void on_enter(const FunctionCode&) {}
  virtual void on_leave(const FunctionCode&) {}
};

class Interpreter {
 public:
  /// What a module name stands for: fills the fresh module with its names.
  using ModuleFactory = std::function<void(Interpreter&, ModuleObject&)>;

  Interpreter();
  ~Interpreter();

  // ------------------------------------------------------------ the world
  /// Where print() and warnings go; nothing is printed before these are set.
  std::function<void(std::string_view)> out;
  std::function<void(std::string_view)> err;
  bool err_is_terminal = false;  // sys.stderr.isatty(): whether a line can be drawn again
  Budget budget;
  Observer* observer = nullptr;
  /// Whether it is told of what happens inside lib/library, too.
  bool observes_library = false;
  /// Asked first about every warning: true if it was dealt with (ignored or
  /// recorded, as the filters of `warnings` have it). May raise.
  std::function<bool(ClassObject* category, const Value& message)> on_warning;
  /// Set from a signal handler or another thread, ends the run with
  /// KeyboardInterrupt. Cleared when it is seen.
  std::atomic<bool> interrupt{false};
  /// The same by a flag of someone else's, which stays as it is; it is looked at
  /// about every ten milliseconds. None: null.
  const std::atomic<bool>* stop = nullptr;
  /// What counts against the budget from the beginning of every run: several runs
  /// can share one budget.
  Spent spent_before;
  /// That, and what the last run, or the one under way, has used.
  Spent spent() const;

  /// Makes `import name` work. Factories run when first imported.
  void add_module(std::string name, ModuleFactory factory);
  /// The same for a module that is written in Python.
  void add_module(std::string name, SourcePtr source);
  /// The text of a module of the program's own.
  struct FoundModule {
    SourcePtr source;         // null: an empty package
    bool is_package = false;
  };
  /// Asked for modules that are not built in; none: there are no others. It may throw
  /// Error.
  std::function<std::optional<FoundModule>(const std::string& name)> find_module;
  /// Asked for the text of a file that the program opens; none: a program has no files. It
  /// may throw Error.
  std::function<std::string(const std::string& path)> read_text;
  /// The same for the bytes of a file of tensors.
  std::function<std::string(const std::string& path)> read_bytes;
  /// A built-in name (print, len, ...), visible in every module.
  void add_builtin(std::string_view name, Value value);
  ModuleObject& main() const;

  // ------------------------------------------------------- whole programs
  /// Parses and runs a program in __main__. Counts of the budget start anew.
  /// Throws PyError with everything a report needs (syntax errors as well),
  /// and BudgetError.
  void run(SourcePtr source);
  /// The same for a notebook cell or a line at a prompt: the value of a last
  /// bare expression, or undefined. Names stay for the next.
  Value run_cell(SourcePtr source);
  /// A cell that was parsed before; or one of its statements `only`.
  Value run_cell(const ModulePtr& module, const Stmt* only = nullptr);
  /// C++ that calls into the program, under the same limits as a cell.
  void perform(const std::function<void()>& work);
  /// A copy of __main__'s names, to be put back later (values are shared).
  std::vector<std::pair<Symbol, Value>> snapshot() const;
  void restore(const std::vector<std::pair<Symbol, Value>>& names);

  // ---------------------------------------- operations, as Python does them
  Value call(const Value& f, std::span<Value> args = {}, std::span<KeywordArg> keywords = {});
  Value call(const Value& f, std::initializer_list<Value> args);
  Value call_method(const Value& self, std::string_view name, std::initializer_list<Value> args = {});
  Value get_attr(const Value& v, Symbol name);  // throws AttributeError
  Value get_attr(const Value& v, std::string_view name);
  /// undefined where there is no such attribute.
  Value find_attr(const Value& v, Symbol name);
  void set_attr(const Value& v, Symbol name, const Value& value);
  /// object.__getattribute__ / __setattr__: without the class's own overrides.
  Value generic_get_attr(const Value& v, Symbol name);
  void generic_set_attr(const Value& v, Symbol name, const Value& value);
  Value get_item(const Value& v, const Value& index);
  void set_item(const Value& v, const Value& index, const Value& value);
  void del_item(const Value& v, const Value& index);
  void del_attr(const Value& v, Symbol name);
  void generic_del_attr(const Value& v, Symbol name);
  Value binary(BinaryOp op, const Value& a, const Value& b);
  Value in_place(BinaryOp op, const Value& a, const Value& b);
  Value unary(UnaryOp op, const Value& v);
  Value compare(CompareOp op, const Value& a, const Value& b);
  bool equal(const Value& a, const Value& b);
  bool truth(const Value& v);
  int64_t length(const Value& v);
  uint64_t hash(const Value& v);
  std::string repr(const Value& v);
  std::string str(const Value& v);
  std::string format(const Value& v, const std::string& spec);
  /// For C++ to walk: an iterator over whatever is iterable.
  Ref<IteratorObject> iterate(const Value& v);
  /// Python's iter(v), which may be an object with __next__.
  Value iter(const Value& v);
  /// Python's next(): false at the end, in place of StopIteration.
  bool next(const Value& iterator, Value& out);
  bool contains(const Value& container, const Value& item);
  std::vector<Value> to_vector(const Value& iterable);
  /// An int (bool, anything with __index__); TypeError in Python's words.
  int64_t to_index(const Value& v);
  ClassObject* type_of(const Value& v);
  bool is_instance(const Value& v, const ClassObject* cls);
  bool is_callable(const Value& v);
  /// "int", "Tensor": the type's name, as messages show it.
  std::string type_name(const Value& v);
  Value import(const std::string& name);
  /// Runs the text that lib/library has for a module in it, which defines what stands
  /// there; nothing if there is none, or if it has run.
  void run_library(ModuleObject& module);

  /// Prints to out or err, counting against the budget.
  void print(std::string_view text);
  void print_err(std::string_view text);
  /// Issues a warning: recorded by warnings.catch_warnings, or shown on err
  /// once a place as Python does.
  void warn(std::string_view category, const std::string& message);
  /// One step of long native loops: looks at the budget and the interrupt.
  void tick(int64_t steps = 1);

  /// The built-in classes (object, int, list, Exception, ...), by name.
  ClassObject* builtin_class(std::string_view name) const;
  /// The class of C++ iterators that call themselves so ("zip"); made on
  /// first use.
  ClassObject* iterator_class(const std::string& name);
  /// An exception of a built-in class, to be thrown as a PyError.
  Value make_exception(std::string_view cls, std::vector<Value> args);
  /// Registers lib/torch's class for tensors.
  void set_tensor_class(Ref<ClassObject> cls);
  /// Makes a class known to the world: kept alive, module set.
  Ref<ClassObject> make_class(std::string name, std::string module,
                              std::vector<Ref<ClassObject>> bases = {});

  /// What the bindings of a library (lib/torch) keep for this world. Must hold
  /// no reference that counts.
  std::shared_ptr<void> bindings;

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// One more level of nesting for as long as it lives, for C++ that calls
/// itself. Throws RecursionError beyond the budget's depth, as calls do.
class Nesting {
 public:
  explicit Nesting(Interpreter& interp);
  ~Nesting();
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  Interpreter& interp_;
};

/// The interpreter running on this thread, or null: for code that is called
/// back without one at hand (Value equality inside a dict).
Interpreter* current_interpreter();

}  // namespace mha::lang
