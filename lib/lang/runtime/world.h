#pragma once

// What an Interpreter holds. Only lib/lang's own files look inside.

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/embedded.h"
#include "base/memory.h"
#include "lang/runtime/interpreter.h"
#include "lang/runtime/run_stack.h"
#include "lang/syntax/parser.h"

namespace mha::lang {

struct Frame;
class GeneratorRun;

/// What is raised when a program calls too deeply.
inline constexpr const char* kTooDeep = "maximum recursion depth exceeded";

struct Interpreter::Impl final : MemoryKeeper {
  explicit Impl(Interpreter& owner) : interp(owner) {}

  Interpreter& interp;
  Heap heap;

  // Classes. Every builtin one is in `classes`; the arrays find those of a
  // Value's tag and of an object's kind in one step.
  std::unordered_map<std::string, Ref<ClassObject>> classes;
  std::unordered_map<std::string, Ref<ClassObject>> iterator_classes;
  std::vector<Ref<ClassObject>> made_classes;
  std::array<ClassObject*, 8> class_of_tag{};
  std::array<ClassObject*, 20> class_of_kind{};
  ClassObject* object_class = nullptr;
  ClassObject* type_class = nullptr;
  ClassObject* base_exception = nullptr;

  // Modules.
  std::unordered_map<std::string, ModuleFactory> factories;
  std::unordered_map<std::string, Ref<ModuleObject>> modules;
  std::unordered_set<std::string> begun;  // modules of the program's own, not yet at their end
  Ref<ModuleObject> builtins;
  Ref<ModuleObject> main;

  // The run under way.
  RunStack stack;
  Frame* frame = nullptr;  // the innermost
  /// Who observes the learner's code, while code of the library runs.
  Observer* outside_observer = nullptr;
  int64_t depth = 0;
  /// The exceptions whose except clauses are being run, innermost last.
  std::vector<const PyError*> handled;
  std::unordered_set<std::string> warned;
  /// Generators that went while they waited within a try or with: the next statement
  /// that begins closes them first, so that no destructor runs a program.
  std::vector<std::shared_ptr<GeneratorRun>> dropped;

  // The budget. `countdown` falls with every step; at 0 it is set anew and the clock is
  // looked at, and everything else where some milliseconds have gone by or it is `owed`.
  int64_t countdown = 0;
  int64_t interval = 0;
  bool owed = false;
  int64_t steps = 0;  // up to the last look
  int64_t output = 0;
  int64_t memory_base = 0;
  std::chrono::steady_clock::time_point started, looked;

  void step() {
    if (--countdown <= 0 || interp.interrupt.load(std::memory_order_relaxed))
      look();
  }
  void start_budget();
  bool is_stopped() const;  // by Ctrl-C, or by whoever waits for the program
  void look();
  void look_within_op();
  /// Throws BudgetError if so many bytes more are too many.
  void check_memory(int64_t more);
  void asked(int64_t bytes) override;
  void taken() noexcept override;
  /// Hands text to out or err, counted against the budget.
  void write(const std::function<void(std::string_view)>& sink,
             std::string_view text);

  /// Parses; a SyntaxError comes out as a program sees it, as a PyError.
  ModulePtr parse_program(const SourcePtr& source, ParseMode mode);
  /// A file of the library, parsed once for all interpreters of a thread.
  const ModulePtr& parse_library(const EmbeddedFile& file);
  /// An empty object of a class, of the kind that the class has.
  Value make_instance(ClassObject* cls);
  /// What a class statement makes of its name, bases and body.
  Value make_program_class(const std::string& name, std::string qualname,
                           std::string module, const std::vector<Value>& bases,
                           const Attributes& names,
                           std::span<KeywordArg> keywords);
  /// A module by its full name; throws ModuleNotFoundError.
  Ref<ModuleObject> import_module(const std::string& name);
  /// One that find_module finds, run; null if there is none.
  Ref<ModuleObject> import_own(const std::string& name);
  /// Runs a program in a module, which defines what stands there. `program` gives it, or throws.
  void run_in(ModuleObject& module, const std::function<ModulePtr()>& program);
  /// What helps instead of a module that is known and not supported, or null.
  const std::string* advice_on(const std::string& module) const;
  /// A name of a module, or a module of that name inside it.
  Value import_name(ModuleObject& module, Symbol name);

  ClassObject* add_class(std::string name, std::vector<ClassObject*> bases = {});
  void add_core_classes();
  void add_exceptions();
  void add_code_functions();
};

/// Makes an interpreter the current one of its thread while it works, its heap
/// the one that new objects belong to.
class Activation {
 public:
  explicit Activation(Interpreter& interp);
  ~Activation();
  Activation(const Activation&) = delete;
  Activation& operator=(const Activation&) = delete;

 private:
  Interpreter* previous_;
  Heap* previous_heap_;
};

/// Has what a value takes to be shown asked of the budget between runs as well, when
/// C++ looks at what a program left behind.
class ShowingWatch {
 public:
  explicit ShowingWatch(Interpreter::Impl& impl) {
    if (!memory_keeper()) watch_.emplace(&impl);
  }

 private:
  std::optional<MemoryWatch> watch_;
};

/// One more level of nesting for as long as it lives. Throws RecursionError
/// beyond the budget's depth.
class DepthGuard {
 public:
  explicit DepthGuard(Interpreter::Impl& impl, const char* where = "")
      : impl_(impl) {
    // Whatever the budget says, a program is kept within the stack.
    constexpr int64_t kDeepest = 20'000;
    const int64_t most = impl.interp.budget.depth;
    if (++impl.depth >= (most > 0 ? std::min(most, kDeepest) : kDeepest) ||
        reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < stack_end)
        [[unlikely]]
      too_deep(where);
  }
  ~DepthGuard() { --impl_.depth; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  [[noreturn]] void too_deep(const char* where);
  Interpreter::Impl& impl_;
};

/// The text behind an AttributeError, "'A' object has no attribute 'x'", with
/// the nearest name as its help.
[[noreturn]] void throw_no_attribute(Interpreter& interp, const Value& v,
                                     Symbol name);

}  // namespace mha::lang
