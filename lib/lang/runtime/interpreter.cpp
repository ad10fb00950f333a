// A world and the whole programs that run in it. What values can do is in
// operators.cpp, conversions.cpp, attributes.cpp and calls.cpp; how a program
// is walked is in evaluator.h.

#include "lang/runtime/interpreter.h"

#include <fmt/format.h>

#include "lang/runtime/builtins.h"
#include "lang/runtime/evaluator.h"
#include "lang/runtime/world.h"
#include "lang/syntax/parser.h"
#include "lang/values/running.h"
#include "library/library.h"
#include "tensor/core/grad.h"

namespace mha::lang {

namespace {
constinit thread_local Interpreter* current = nullptr;
}

Interpreter* current_interpreter() { return current; }

ClassObject* running_class_of(const Value& v) {
  return current ? current->type_of(v) : nullptr;
}
ClassObject* running_iterator_class(const std::string& name) {
  return current ? current->iterator_class(name) : nullptr;
}
uint64_t running_hash(const Value& v) {
  return current ? current->hash(v) : reinterpret_cast<uintptr_t>(v.object()) >> 4;
}
bool running_equal(const Value& a, const Value& b) {
  return current && current->equal(a, b);
}

Activation::Activation(Interpreter& interp)
    : previous_(std::exchange(current, &interp)),
      previous_heap_(Heap::exchange_current(&interp.impl().heap)) {}

Activation::~Activation() {
  current = previous_;
  Heap::exchange_current(previous_heap_);
}

Interpreter::Interpreter() : impl_(std::make_unique<Impl>(*this)) {
  // A world that has been made stays the current one until another is, so
  // that what bindings add to it right after is known to its heap.
  current = this;
  Heap::exchange_current(&impl_->heap);
  impl_->add_core_classes();
  impl_->add_exceptions();
  impl_->builtins = make<ModuleObject>("builtins");
  impl_->modules.emplace("builtins", impl_->builtins);
  impl_->main = make<ModuleObject>("__main__");
  impl_->modules.emplace("__main__", impl_->main);
  impl_->main->attributes().set(Symbol("__name__"), lang::str("__main__"));
  impl_->main->attributes().set(Symbol("__doc__"), Value::none());
  impl_->add_code_functions();
  add_builtin_types(*this);
  add_builtin_functions(*this);
  for (const EmbeddedFile& file : library::files())
    add_module(library::module_name(file), [](Interpreter& interp, ModuleObject& module) {
      interp.run_library(module);
    });
  add_standard_modules(*this);
  impl_->start_budget();
}

Interpreter::~Interpreter() {
  {
    const Activation active(*this);
    impl_->heap.clear();
    on_warning = nullptr;
    bindings.reset();
    impl_->modules.clear();
    impl_->factories.clear();
    impl_->main = nullptr;
    impl_->builtins = nullptr;
    impl_->made_classes.clear();
  }
  if (current == this) current = nullptr;
}

// -------------------------------------------------------------------- classes

ClassObject* Interpreter::builtin_class(std::string_view name) const {
  const auto found = impl_->classes.find(std::string(name));
  return found == impl_->classes.end() ? nullptr : found->second.get();
}

ClassObject* Interpreter::iterator_class(const std::string& name) {
  if (const auto known = impl_->classes.find(name);
      known != impl_->classes.end())
    return known->second.get();
  auto& cls = impl_->iterator_classes[name];
  if (!cls) {
    cls = make<ClassObject>(
        name, "builtins",
        std::vector<Ref<ClassObject>>{builtin_class("iterator")});
    cls->set_instance_kind(ObjectKind::iterator);
  }
  return cls.get();
}

Ref<ClassObject> Interpreter::make_class(std::string name, std::string module,
                                         std::vector<Ref<ClassObject>> bases) {
  if (module == "builtins")
    if (ClassObject* known = builtin_class(name)) return known;
  if (bases.empty()) bases.emplace_back(impl_->object_class);
  auto cls = make<ClassObject>(name, module, std::move(bases));
  if (module == "builtins")
    impl_->classes.emplace(std::move(name), cls);
  else
    impl_->made_classes.push_back(cls);
  return cls;
}

void Interpreter::set_tensor_class(Ref<ClassObject> cls) {
  impl_->class_of_kind[static_cast<size_t>(ObjectKind::tensor)] = cls.get();
  cls->set_instance_kind(ObjectKind::tensor);
  impl_->made_classes.push_back(std::move(cls));
}

void Interpreter::add_builtin(std::string_view name, Value value) {
  impl_->builtins->attributes().set(Symbol(name), std::move(value));
}

ModuleObject& Interpreter::main() const { return *impl_->main; }

// ------------------------------------------------------------- whole programs

void Interpreter::run(SourcePtr source) {
  perform([&] { Evaluator(*this).run_program(source, false); });
}

Value Interpreter::run_cell(SourcePtr source) {
  Value result;
  perform([&] { result = Evaluator(*this).run_program(source, true); });
  return result;
}

Value Interpreter::run_cell(const ModulePtr& module, const Stmt* only) {
  Value result;
  perform([&] { result = Evaluator(*this).run_module(module, *impl_->main, true, only); });
  return result;
}

void Interpreter::perform(const std::function<void()>& work) {
  const Activation active(*this);
  impl_->start_budget();
  const MemoryWatch watch(impl_.get());
  const bool records = grad_enabled(), marks = inference_mode();
  try {
    impl_->stack.run([&] { work(); });
  } catch (const BudgetError&) {
    // No with statement ends as it should when a limit is met: what torch.no_grad has set is
    // put back here.
    set_grad_enabled(records);
    set_inference_mode(marks);
    throw;
  }
}

std::vector<std::pair<Symbol, Value>> Interpreter::snapshot() const {
  return impl_->main->attributes().items();
}

void Interpreter::restore(
    const std::vector<std::pair<Symbol, Value>>& names) {
  const Activation active(*this);
  const auto kept = names;  // `names` may refer to what is cleared here
  Attributes& own = impl_->main->attributes();
  own.clear();
  for (const auto& [name, value] : kept) own.set(name, value);
}

// --------------------------------------------------------- printing, warnings

void Interpreter::print(std::string_view text) { impl_->write(out, text); }

void Interpreter::print_err(std::string_view text) {
  impl_->write(err, text);
}

void Interpreter::Impl::write(
    const std::function<void(std::string_view)>& sink, std::string_view text) {
  const int64_t limit = interp.budget.output;
  output += static_cast<int64_t>(text.size());
  if (limit > 0 && output > limit) {
    const auto over = static_cast<size_t>(output - limit);
    if (sink && over < text.size()) sink(text.substr(0, text.size() - over));
    throw BudgetError(fmt::format(
        "the program printed more than {} bytes (--max-output)", limit));
  }
  if (sink) sink(text);
}

void Interpreter::warn(std::string_view category, const std::string& message) {
  ClassObject* cls = builtin_class(category);
  if (!cls) cls = builtin_class("UserWarning");
  const Value exception = call(Value(cls), {lang::str(message)});
  if (on_warning && on_warning(cls, exception)) return;
  // Once a place and text, as Python's default filter has it.
  const Frame* frame = impl_->frame;
  while (frame && frame->source && frame->source->is_library()) frame = frame->back;
  std::string place;
  std::string line;
  if (frame && frame->source) {
    const int number = frame->source->place(frame->at).line;
    place = fmt::format("{}:{}: ", frame->source->name(), number);
    line = std::string(frame->source->line(number));
    line.erase(0, line.find_first_not_of(" \t\f"));
  }
  const std::string text =
      fmt::format("{}{}: {}\n", place, cls->name(), message);
  if (!impl_->warned.insert(text).second || !err) return;
  impl_->write(err, line.empty() ? text : text + "  " + line + "\n");
}

}  // namespace mha::lang
