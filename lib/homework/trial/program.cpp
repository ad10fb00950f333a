#include "homework/trial/program.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "base/error.h"
#include "homework/trial/names_read.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "io/notebook.h"
#include "lang/runtime/evaluator.h"
#include "lang/syntax/parser.h"
#include "lang/values/class_object.h"
#include "torch/binding/device.h"

namespace mha::homework {

namespace {

// The budget for a program's own statements, and again for all calls of one check together. A
// check takes less than half a million steps, so a program that needs far more does not end.
// Counting steps gives the same answer on every machine; the time limit is only for single
// steps that take very long.
constexpr int64_t kStepsOfTrial = 10'000'000;
constexpr int64_t kStepsIfRight = 5 * kStepsOfTrial;
constexpr double kSeconds = 10;
constexpr int64_t kMemory = int64_t{1} << 30;  // homework needs less than a tenth of it
constexpr size_t kMostBeforeLimit = 1000;

/// if __name__ == "__main__":
bool is_main_guard(const lang::Stmt& s) {
  if (s.kind != lang::StmtKind::if_) return false;
  const lang::Expr& condition = *static_cast<const lang::If&>(s).condition;
  if (condition.kind != lang::ExprKind::compare) return false;
  const auto& compare = static_cast<const lang::Compare&>(condition);
  return compare.first->kind == lang::ExprKind::name && compare.ops.size() == 1 &&
         compare.ops[0] == lang::CompareOp::eq &&
         static_cast<const lang::NameExpr&>(*compare.first).ref.name.str() == "__name__";
}

/// Whether a program has something to judge outside `if __name__ == "__main__":` that does not
/// depend on what is defined under it.
bool is_importable(const lang::Module& module) {
  bool guarded = false, defines = false;
  std::set<std::string> read, made;
  for (const lang::StmtPtr& s : module.body) {
    if (is_main_guard(*s)) {
      guarded = true;
      const BlockNames in(*s);
      made.insert(in.stored.begin(), in.stored.end());
    } else if (s->kind == lang::StmtKind::class_ || s->kind == lang::StmtKind::function) {
      const BlockNames in(*s);
      read.insert(in.globals.begin(), in.globals.end());
      const bool empty = s->kind == lang::StmtKind::function &&
                         static_cast<const lang::FunctionDef&>(*s).code->positional.empty();
      defines = defines || !empty;
    }
  }
  return guarded && defines &&
         std::none_of(made.begin(), made.end(),
                      [&](const std::string& name) { return read.contains(name); });
}

/// Collects the calls of a name in a module's own statements.
class CallsOf : public NamesRead {
 public:
  CallsOf(const lang::Module& module, std::string name) : name_(std::move(name)) {
    for (const lang::StmtPtr& s : module.body) {
      const bool own = s->kind == lang::StmtKind::class_ || s->kind == lang::StmtKind::function;
      if (own) definitions_.push_back(s->span);
    }
    // ScopeWalker takes a mutable tree, but this walker does not change it.
    walk(const_cast<lang::Module&>(module));
  }
  std::vector<const lang::Call*> calls;

 protected:
  void on_expression(lang::Expr& e, lang::Access) override {
    if (e.kind != lang::ExprKind::call) return;
    const auto& call = static_cast<const lang::Call&>(e);
    const bool named = call.callee->kind == lang::ExprKind::name &&
                       static_cast<const lang::NameExpr&>(*call.callee).ref.name.str() == name_;
    const bool inside = std::any_of(definitions_.begin(), definitions_.end(), [&](const Span& s) {
      return s.begin <= e.span.begin && e.span.end <= s.end;
    });
    if (named && !inside && !call.spreads) calls.push_back(&call);
  }

 private:
  std::string name_;
  std::vector<Span> definitions_;
};

/// Whether an expression consists of numbers, names and operators, or a dict or namespace of
/// these, so that evaluating it runs no code of the program.
bool calls_nothing(std::string_view text) {
  for (size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
    const std::string_view before = text.substr(0, at);
    const char last = at == 0 ? ' ' : before.back();
    const bool is_callee = std::isalnum(static_cast<unsigned char>(last)) || last == '_' || last == ')' || last == ']';
    if (is_callee && !before.ends_with("dict") && !before.ends_with("Namespace")) return false;
  }
  return text.find(":=") == std::string_view::npos && text.find("lambda") == std::string_view::npos;
}

}  // namespace

/// What recording a value costs, counted in steps: recording is far slower than a step.
static int64_t steps_of(const lang::Value& value) {
  constexpr int64_t kEach = 100, kNumbersAStep = 20;
  const Tensor* t = torch::as_tensor(value);
  return t ? kEach + t->numel() / kNumbersAStep : 0;
}

lang::Value TensorObserver::as_seen(const lang::Value& value) const {
  const Tensor* array = torch::as_array(*interp, value);
  return array ? lang::tensor(*array) : value;
}

bool TensorObserver::is_tensor(const lang::Value& v) const {
  return Observer::is_tensor(v) || torch::as_array(*interp, v);
}

void TensorObserver::on_value(const Source& source, const lang::Expr& expr,
                         std::string_view operation, const lang::Value& value) {
  if (to_.on) interp->tick(steps_of(value));
  to_.on_value(source, expr, operation, as_seen(value));
}

void TensorObserver::on_store(const Source& source, const lang::Subscript& target, const lang::Value& object,
                         const lang::Value& index) {
  const auto is_mask = [&](const lang::Value& i) {
    const lang::Value seen = as_seen(i);
    const Tensor* t = torch::as_tensor(seen);
    return t && t->dtype() == DType::bool_;
  };
  const auto* several = index.get<lang::TupleObject>();
  const bool masked = several ? std::any_of(several->items.begin(), several->items.end(), is_mask) : is_mask(index);
  if (masked) on_value(source, target, "masked_fill_", object);
}

void TensorObserver::on_assign(const Source& source, Span target, const lang::Value& value) {
  to_.on_assign(source, target, as_seen(value));
}

lesson::Outcome Program::perform(const std::function<lang::Value()>& work) {
  throw_if_stopped();
  lesson::Outcome outcome;
  if (limit_) {
    outcome.failure = limit_;
    return outcome;
  }
  lang::Interpreter& interp = interpreter();
  interp.spent_before = spent_;
  outcome = world_->perform(work);
  spent_ = interp.spent();
  keep_limit(outcome);
  return outcome;
}

void Program::renew_budget(bool was_right) {
  limit_.reset();
  spent_ = {};
  interpreter().budget.steps = was_right ? kStepsIfRight : kStepsOfTrial;
}

void Program::throw_if_stopped() const {
  if (stop_ && *stop_) throw Stopped();
}

Program::Apart::Apart(Program& program, int64_t steps)
    : program_(program), limit_(std::exchange(program.limit_, std::nullopt)),
      spent_(std::exchange(program.spent_, {})), steps_(program.interpreter().budget.steps) {
  program_.interpreter().budget.steps = steps;
  explains_ = program_.world_->explain_errors(false);
}

Program::Apart::~Apart() {
  program_.world_->explain_errors(explains_);
  program_.interpreter().budget.steps = steps_;
  program_.spent_ = spent_;
  program_.limit_ = limit_;
}

void Program::keep_limit(const lesson::Outcome& outcome) {
  const auto& f = outcome.failure;
  if (!f || (f->kind != "BudgetError" && f->kind != "KeyboardInterrupt")) return;
  limit_ = f;
  // An endless loop fills the recording with repetitions; keep only the beginning.
  recording_.keep_first(kMostBeforeLimit);
}

/// The text of a program, or of each cell of a notebook.
static std::vector<SourcePtr> sources_in(const std::string& file, const std::string& bytes) {
  if (!file.ends_with(".ipynb")) return {std::make_shared<Source>(file, bytes)};
  std::vector<SourcePtr> out;
  for (const NotebookCell& cell : read_notebook(file, bytes)) out.push_back(cell.code);
  return out;
}

Program::Program(const std::string& file, const std::string& bytes,
                 const std::atomic<bool>* stop, bool as_main, std::shared_ptr<lesson::World> world,
                 ModuleFinder find_module)
    : Program(file, bytes, sources_in(file, bytes), stop, as_main, std::move(world), std::move(find_module)) {}

Program::Program(const std::string& file, const std::string& bytes, std::vector<SourcePtr> sources,
                 const std::atomic<bool>* stop, bool as_main, std::shared_ptr<lesson::World> world,
                 ModuleFinder find_module)
    : file_(file), bytes_(bytes), stop_(stop), find_module_(std::move(find_module)), sources_(std::move(sources)), world_(std::move(world)) {
  throw_if_stopped();
  if (!world_) world_ = std::make_shared<lesson::World>(torch::TorchOptions{});
  const bool notebook = is_notebook();
  lang::Interpreter& interp = world_->interpreter();
  observer_.interp = &interp;
  interp.observer = &observer_;
  interp.budget.steps = kStepsOfTrial;
  interp.budget.seconds = kSeconds;
  interp.budget.memory = kMemory;
  interp.stop = stop;
  interp.find_module = find_module_;
  for (const SourcePtr& source : sources_) {
    lang::ModulePtr module;
    try {
      module = lang::parse(source);
      modules_.push_back(module);
      if (!notebook && !as_main && is_importable(*modules_.back())) {
        const std::string stem = std::filesystem::path(file).stem().string();
        interp.main().attributes().set(lang::Symbol("__name__"), lang::str(stem));
      }
    } catch (const lang::SyntaxError&) {
      unreadable_ = true;
    }
    // As in Jupyter, a cell that fails does not keep later ones from running.
    if (failure_ && !notebook) continue;
    interp.spent_before = spent_;
    const lesson::Outcome outcome = module ? world_->run(module) : world_->run(source);
    spent_ = interp.spent();
    if (outcome.failure && outcome.failure->kind != "SystemExit" && !failure_) {
      failure_ = outcome.failure;
      if (module && !notebook) define_what_is_behind(module);
    }
  }
  if (!modules_.empty()) unreadable_ = unreadable_ && !notebook;
  spent_ = {};
  record_what_is_left();
  at_start_ = recording_;
  recording_.clear();
  find_candidates();
  remember_containers();
}

bool Program::skips(const lang::Module& module, Span span) const {
  const bool imported = interpreter().main().attributes().find(lang::Symbol("__name__"))->get<lang::StrObject>()->text() != "__main__";
  return imported && std::any_of(module.body.begin(), module.body.end(), [&](const lang::StmtPtr& s) {
    return is_main_guard(*s) && s->span.begin <= span.begin && span.end <= s->span.end;
  });
}

/// A statement that fails may have nothing to do with the answer: it may read data or plot. So
/// the definitions after it are still needed.
void Program::define_what_is_behind(const lang::ModulePtr& module) {
  if (failure_->kind == "BudgetError" || failure_->kind == "KeyboardInterrupt") return;
  const Span failed = failure_->calls.empty() ? failure_->span : failure_->calls.front().span;
  for (const lang::StmtPtr& s : module->body) {
    if (s->span.begin <= failed.begin) continue;
    const bool defines = s->kind == lang::StmtKind::class_ || s->kind == lang::StmtKind::function ||
                         s->kind == lang::StmtKind::import || s->kind == lang::StmtKind::import_from;
    const bool plain = s->kind == lang::StmtKind::assign && calls_nothing(module->source->text(s->span));
    if (defines || plain) world_->run(module, s.get());
  }
}

void Program::record_what_is_left() {
  std::map<std::string, const Made*> last;
  for (const Made& m : recording_.made()) {
    if (m.secondary() && m.source) last[std::string(m.source->text(m.span))] = &m;
  }
  for (const auto& [symbol, value] : interpreter().snapshot()) {
    const auto given = last.find(symbol.str());
    const Tensor* t = torch::as_tensor(value);
    if (!t) t = torch::as_array(interpreter(), value);
    if (!t || given == last.end() || same(given->second->numbers, numbers_of(*t))) continue;
    observer_.on_assign(*given->second->source, given->second->span, value);
  }
}

/// The items of a list; the keys and values of a dict.
static std::vector<lang::Value> items_of(const lang::Value& container) {
  if (const auto* list = container.get<lang::ListObject>()) return list->items;
  std::vector<lang::Value> out;
  lang::Value key, value;
  for (size_t at = 0; container.get<lang::DictObject>()->next(at, key, value);) {
    out.push_back(key);
    out.push_back(value);
  }
  return out;
}

void Program::remember_containers() {
  for (const auto& [name, value] : interpreter().snapshot()) {
    if (value.get<lang::ListObject>() || value.get<lang::DictObject>()) containers_.emplace_back(value, items_of(value));
  }
}

void Program::restore_containers() {
  for (auto& [container, items] : containers_) {
    const std::vector<lang::Value> now = items_of(container);
    if (std::equal(now.begin(), now.end(), items.begin(), items.end(), [](const lang::Value& a, const lang::Value& b) { return a.is(b); })) continue;
    if (auto* list = container.get<lang::ListObject>()) {
      list->items = items;
      continue;
    }
    auto* dict = container.get<lang::DictObject>();
    dict->clear();
    for (size_t i = 0; i < items.size(); i += 2) dict->set(items[i], items[i + 1]);
  }
}

const Program& Program::as_main() const {
  if (bytes_.find("__main__") == std::string::npos) return *this;
  if (!as_main_) as_main_ = std::make_unique<Program>(file_, bytes_, stop_, /*as_main=*/true, nullptr, find_module_);
  return *as_main_;
}

bool Program::drops() {
  // In eval mode it hands on what it was given.
  const auto& made = at_start_.made();
  for (size_t i = 0; i < made.size(); ++i) {
    const auto is_given = [&](const Made& earlier) { return same(earlier.numbers, made[i].numbers); };
    const bool drops = made[i].operation.find("dropout") != std::string::npos;
    if (drops && std::none_of(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(i), is_given)) return true;
  }
  return has_dropout(/*training=*/true);
}

bool Program::has_dropout(bool training) {
  bool found = false;
  for (const auto& [name, value] : interpreter().snapshot()) {
    each_module(value, [&](const lang::Value& m) {
      if (!m.object()->own_cls()->name().starts_with("Dropout")) return;
      const lang::Value p = interpreter().find_attr(m, lang::Symbol("p"));
      const lang::Value mode = interpreter().find_attr(m, lang::Symbol("training"));
      found = found || (p.is_float() && p.as_float() > 0 && mode.is_bool() && mode.as_bool() == training);
    });
  }
  return found;
}

Program::~Program() { world_->interpreter().observer = nullptr; }

std::unique_ptr<Program> Program::with_text(const lang::Module& module, const std::string& text) const {
  if (other_world_ && other_world_.use_count() == 1) {
    other_world_->begin_anew();
  } else {
    other_world_ = std::make_shared<lesson::World>(torch::TorchOptions{});
  }
  std::vector<SourcePtr> sources = sources_;
  const auto own = std::find_if(sources.begin(), sources.end(), [&](const SourcePtr& s) { return s == module.source; });
  if (own != sources.end()) *own = std::make_shared<Source>(module.source->name(), text);
  return std::unique_ptr<Program>(new Program(file_, is_notebook() ? bytes_ : text, std::move(sources), stop_,
                                              /*as_main=*/false, other_world_, find_module_));
}

std::unique_ptr<Program> Program::after(const std::string& lines) const {
  auto world = std::make_shared<lesson::World>(torch::TorchOptions{});
  lang::Evaluator(world->interpreter()).run_module(lang::parse(Source::of_library("before", lines)), *lang::make<lang::ModuleObject>("before"), /*shown=*/false);
  return std::unique_ptr<Program>(new Program(file_, bytes_, sources_, stop_, /*as_main=*/false, std::move(world), find_module_));
}

bool Program::mentions(const std::string& word) const {
  const auto [known, is_new] = mentioned_.try_emplace(word);
  if (is_new) {
    known->second = std::any_of(modules_.begin(), modules_.end(), [&](const lang::ModulePtr& m) { return has_word(m->source->text(), word); });
  }
  return known->second;
}

std::vector<OwnArguments> Program::own_arguments(const Candidate& candidate) {
  std::vector<OwnArguments> out;
  for (const lang::ModulePtr& module : modules_) {
    for (const lang::Call* call : CallsOf(*module, candidate.name).calls) {
      OwnArguments own;
      bool known = true;
      const auto give = [&](const std::string& name, const lang::Expr& e) {
        const std::string text(module->source->text(e.span));
        const lesson::Outcome value = calls_nothing(text) ? world_->value_of(text) : lesson::Outcome();
        known = known && !value.failure && value.value.defined();
        if (known) own[name] = value.value;
      };
      const auto& names = candidate.init ? candidate.init->code->positional
                                         : candidate.call->code->positional;
      const size_t skip = candidate.is_class && candidate.init ? 1 : 0;
      for (size_t i = 0; i < call->args.size() && i + skip < names.size(); ++i) {
        give(names[i + skip].name.str(), *call->args[i]);
      }
      for (const lang::Keyword& k : call->keywords) {
        if (k.name) give(k.name->str(), *k.value);
      }
      if (known) out.push_back(std::move(own));
    }
  }
  return out;
}

lang::Value Program::made_apart(const std::string& definitions, const std::string& expression,
                                const std::map<std::string, lang::Value>& names) {
  // As library code, it is not recorded, and its errors are shown where the program calls it.
  thread_local std::map<std::pair<std::string, std::string>, lang::ModulePtr> trees;  // every call of a program needs one
  lang::ModulePtr& tree = trees[{definitions, expression}];
  if (!tree) {
    tree = lang::parse(Source::of_library("objects", "import copy\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n" +
                                                         definitions + "\nmade = " + expression + "\n"));
  }
  const auto apart = lang::make<lang::ModuleObject>("objects");
  for (const auto& [name, value] : names) apart->attributes().set(lang::Symbol(name), value);
  lang::Evaluator(interpreter()).run_module(tree, *apart, /*shown=*/false);
  return *apart->attributes().find(lang::Symbol("made"));
}

SourcePtr Program::source_of(const Source* source) const {
  for (const SourcePtr& s : sources_) {
    if (s.get() == source) return s;
  }
  return nullptr;
}

}  // namespace mha::homework
