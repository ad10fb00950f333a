#include "homework/trial/program.h"

#include "homework/trial/trial_parts.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "base/error.h"
#include "io/notebook.h"
#include "lang/class_object.h"
#include "lang/parser.h"
#include "lang/scope_walker.h"
#include "torch/device.h"

#include "reading/parameters.h"
#include "reading/vocabulary.h"

namespace mha::homework {

namespace {

// What a program's own statements may take, and once more all calls of a check
// together. A check takes less than half a million steps: what takes far more has
// no end. Steps decide, as they are the same everywhere; time is for single steps
// that are very long.
constexpr int64_t kSteps = 10'000'000;
constexpr double kSeconds = 10;
constexpr int64_t kMemory = int64_t{1} << 30;  // no homework needs a tenth of it
constexpr size_t kMostBeforeLimit = 1000;

/// The names that a tree reads, those of its module among them, those that it gives
/// a value, and the attributes.
class NamesRead : public lang::ScopeWalker {
 public:
  std::set<std::string> names, globals, stored, attributes;

 protected:
  void open(lang::ScopeType, lang::ScopeInfo*, lang::Symbol) override {}
  void close() override {}
  void on_walrus(lang::Named&) override {}
  void on_name(lang::NameRef& ref, lang::Access access) override {
    const bool own = ref.scope == lang::Scope::local || ref.scope == lang::Scope::cell;
    if (access == lang::Access::load) names.insert(ref.name.str());
    if (access == lang::Access::load && !own) globals.insert(ref.name.str());
    if (access == lang::Access::store) stored.insert(ref.name.str());
  }
  void on_expression(lang::Expr& e, lang::Access) override {
    if (e.kind != lang::ExprKind::attribute) return;
    attributes.insert(static_cast<const lang::Attribute&>(e).name.str());
  }
};

class BlockNames : public NamesRead {
 public:
  /// Of one class or function definition, or of an `if` without its else.
  explicit BlockNames(lang::Stmt& s) {
    if (s.kind == lang::StmtKind::class_) {
      block(static_cast<lang::ClassDef&>(s).body);
    } else if (s.kind == lang::StmtKind::if_) {
      block(static_cast<lang::If&>(s).then);
    } else {
      block(static_cast<lang::FunctionDef&>(s).code->body);
    }
  }
};

/// The last method of a class that takes more than self and is not for its own
/// use; "" if there is none.
std::string last_public_method(const lang::ClassDef& cls) {
  std::string found;
  for (const lang::StmtPtr& s : cls.body) {
    if (s->kind != lang::StmtKind::function) continue;
    const lang::FunctionCode& code = *static_cast<const lang::FunctionDef&>(*s).code;
    if (code.positional.size() > 1 && !code.name.str().starts_with("_")) found = code.name.str();
  }
  return found;
}

/// Whether a function can be handed anything at all: test_shapes() cannot.
bool takes_arguments(const lang::FunctionObject& f) {
  return !f.code->positional.empty() || !f.code->keyword_only.empty() || f.code->star_args ||
         f.code->star_kwargs;
}

/// The name in `name = lambda x: ...`, or null.
const lang::NameExpr* name_of_lambda(const lang::Stmt& s) {
  if (s.kind != lang::StmtKind::assign) return nullptr;
  const auto& assign = static_cast<const lang::Assign&>(s);
  const bool plain = assign.targets.size() == 1 && assign.targets[0]->kind == lang::ExprKind::name &&
                     assign.value->kind == lang::ExprKind::lambda;
  return plain ? static_cast<const lang::NameExpr*>(assign.targets[0].get()) : nullptr;
}

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

/// Whether there is something to be judged in a program outside of what it does as
/// __main__, which needs nothing of that.
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

/// What a decorator's wrapper calls, if it takes whatever it is given and hands it on:
/// the function of that name among what it keeps; or what a decorator of C++ has wrapped.
const lang::FunctionObject* behind_wrapper(lang::Value v, const std::string& name) {
  for (int depth = 0; depth < 4; ++depth) {
    const auto* native = v.get<lang::NativeFunction>();
    const lang::Attributes* own = native ? v.object()->attributes_if_any() : nullptr;
    const lang::Value* wrapped = own ? own->find(lang::Symbol("__wrapped__")) : nullptr;
    if (!wrapped) break;
    v = *wrapped;
  }
  const auto* f = v.get<lang::FunctionObject>();
  for (int depth = 0; f && depth < 4; ++depth) {
    const bool hands_on = f->code->star_args && f->code->star_kwargs;
    const lang::FunctionObject* inner = nullptr;
    for (const auto& cell : f->cells) {
      const auto* kept = cell ? cell->value.get<lang::FunctionObject>() : nullptr;
      if (kept && kept != f && (!inner || kept->code->name.str() == name)) inner = kept;
    }
    if (!hands_on || !inner) break;
    f = inner;
  }
  return f;
}

const lang::FunctionObject* method_of(const lang::ClassObject& cls, const char* name) {
  return behind_wrapper(cls.lookup(lang::Symbol(name)), name);
}

/// The __init__ that says what an object is made with: one that takes whatever it is given
/// hands that on to the next.
const lang::FunctionObject* init_of(const lang::ClassObject& cls) {
  const lang::Symbol name("__init__");
  lang::Value init = cls.lookup(name);
  for (const lang::ClassObject* at : cls.mro()) {
    const lang::Value next = cls.lookup_after(at, name);
    if (next.is(init)) continue;  // it has none of its own
    const lang::FunctionObject* f = behind_wrapper(init, "__init__");
    const bool hands_on = f && f->code->positional.size() == 1 && f->code->keyword_only.empty() && f->code->star_kwargs &&
                          reading::keys_read(*f, f->code->star_kwargs->name.str()).empty();
    if (!hands_on || !behind_wrapper(next, "__init__")) return f;
    init = next;
  }
  return behind_wrapper(init, "__init__");
}

/// The calls of a name in the statements outside of classes and functions.
class CallsOf : public NamesRead {
 public:
  CallsOf(const lang::Module& module, std::string name) : name_(std::move(name)) {
    for (const lang::StmtPtr& s : module.body) {
      const bool own = s->kind == lang::StmtKind::class_ || s->kind == lang::StmtKind::function;
      if (own) definitions_.push_back(s->span);
    }
    // Walking changes nothing in the tree; it only has no const way.
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

/// Whether an expression is made of numbers, names and operators, or a dict or namespace of
/// them, so that its value is had without running anything of the program's.
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

/// What it costs to keep a value, as steps: what is recorded is slower by far.
static int64_t steps_of(const lang::Value& value) {
  constexpr int64_t kEach = 100, kNumbersAStep = 20;
  const Tensor* t = torch::as_tensor(value);
  return t ? kEach + t->numel() / kNumbersAStep : 0;
}

lang::Value ArraysToo::as_seen(const lang::Value& value) const {
  const Tensor* array = torch::as_array(*interp, value);
  return array ? lang::tensor(*array) : value;
}

bool ArraysToo::is_tensor(const lang::Value& v) const {
  return Observer::is_tensor(v) || torch::as_array(*interp, v);
}

void ArraysToo::on_value(const Source& source, const lang::Expr& expr,
                         std::string_view operation, const lang::Value& value) {
  if (to_.on) interp->tick(steps_of(value));
  to_.on_value(source, expr, operation, as_seen(value));
}

void ArraysToo::on_assign(const Source& source, Span target, const lang::Value& value) {
  to_.on_assign(source, target, as_seen(value));
}

lesson::Outcome Program::perform(const std::function<lang::Value()>& work) {
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

Program::Apart::Apart(Program& program, int64_t steps)
    : program_(program), limit_(std::exchange(program.limit_, std::nullopt)),
      spent_(std::exchange(program.spent_, {})), steps_(program.interpreter().budget.steps) {
  program_.interpreter().budget.steps = steps;
}

Program::Apart::~Apart() {
  program_.interpreter().budget.steps = steps_;
  program_.spent_ = spent_;
  program_.limit_ = limit_;
}

void Program::keep_limit(const lesson::Outcome& outcome) {
  const auto& f = outcome.failure;
  if (!f || (f->kind != "BudgetError" && f->kind != "KeyboardInterrupt")) return;
  limit_ = f;
  // What an endless loop made again and again tells nothing.
  recording_.keep_first(kMostBeforeLimit);
}

Program::Program(const std::string& file, const std::string& bytes,
                 const std::atomic<bool>* stop, bool as_main)
    : file_(file), bytes_(bytes), stop_(stop), world_(std::make_unique<lesson::World>(torch::TorchOptions{})) {
  const bool notebook = is_notebook();
  if (notebook) {
    for (const NotebookCell& cell : read_notebook(file, bytes)) sources_.push_back(cell.code);
  } else {
    sources_.push_back(std::make_shared<Source>(file, bytes));
  }
  lang::Interpreter& interp = world_->interpreter();
  observer_.interp = &interp;
  interp.observer = &observer_;
  interp.budget.steps = kSteps;
  interp.budget.seconds = kSeconds;
  interp.budget.memory = kMemory;
  interp.stop = stop;
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
    // As in Jupyter, a cell that fails keeps no other from running.
    if (failure_ && !notebook) continue;
    interp.spent_before = spent_;
    const lesson::Outcome outcome = module ? world_->run(module) : world_->run(source);
    spent_ = interp.spent();
    if (outcome.failure && outcome.failure->kind != "SystemExit" && !failure_) {
      failure_ = outcome.failure;
    }
  }
  if (!modules_.empty()) unreadable_ = unreadable_ && !notebook;
  spent_ = {};
  record_what_is_left();
  at_start_ = recording_;
  recording_.clear();
  find_candidates();
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

const Program& Program::as_main() const {
  if (bytes_.find("__main__") == std::string::npos) return *this;
  if (!as_main_) as_main_ = std::make_unique<Program>(file_, bytes_, stop_, /*as_main=*/true);
  return *as_main_;
}

bool Program::drops() {
  const auto& made = at_start_.made();
  if (std::any_of(made.begin(), made.end(), [](const Made& m) { return m.operation.find("dropout") != std::string::npos; })) return true;
  bool found = false;
  for (const auto& [name, value] : interpreter().snapshot()) {
    each_module(value, [&](const lang::Value& m) {
      if (!m.object()->own_cls()->name().starts_with("Dropout")) return;
      const lang::Value p = interpreter().find_attr(m, lang::Symbol("p"));
      const lang::Value training = interpreter().find_attr(m, lang::Symbol("training"));
      found = found || (p.is_float() && p.as_float() > 0 && training.is_bool() && training.as_bool());
    });
  }
  return found;
}

std::unique_ptr<Program> Program::with_text(const std::string& text) const {
  return std::make_unique<Program>(file_, text, stop_);
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

const std::vector<double>& Program::normals(uint32_t seed, size_t n) {
  auto& [generator, drawn] = normals_.try_emplace(seed, Generator(seed), std::vector<double>())
                                 .first->second;
  while (drawn.size() < n) drawn.push_back(generator.normal_double());
  return drawn;
}

SourcePtr Program::source_of(const Source* source) const {
  for (const SourcePtr& s : sources_) {
    if (s.get() == source) return s;
  }
  return nullptr;
}

namespace {

/// What the definitions of a program's modules say, by the name of each.
struct Definitions {
  std::map<std::string, std::set<std::string>> uses;  // names in it
  std::map<std::string, Location> places;
  std::map<std::string, Location> lambdas;
  std::map<std::string, std::vector<std::string>> model_layers;
  std::set<std::string> classes;
  std::map<std::string, std::string> last_method;

  explicit Definitions(const std::vector<lang::ModulePtr>& modules) {
    for (const lang::ModulePtr& module : modules) {
      for (const lang::StmtPtr& s : module->body) add(*module, *s);
    }
  }

  /// Whether it is a class with layers of a whole model, of other classes.
  bool is_model(const std::string& name) const {
    const auto used = uses.find(name);
    return model_layers.contains(name) &&
           std::any_of(classes.begin(), classes.end(), [&](const std::string& other) {
             return other != name && used->second.contains(other);
           });
  }

 private:
  void add(const lang::Module& module, lang::Stmt& s) {
    if (s.kind == lang::StmtKind::class_) {
      add_class(module, static_cast<const lang::ClassDef&>(s), BlockNames(s));
    } else if (s.kind == lang::StmtKind::function) {
      const auto& def = static_cast<const lang::FunctionDef&>(s);
      places[def.target.name.str()] = {module.source, def.target.span};
      uses[def.target.name.str()] = BlockNames(s).names;
    } else if (const lang::NameExpr* name = name_of_lambda(s)) {
      lambdas[name->ref.name.str()] = {module.source, name->span};
    }
  }

  void add_class(const lang::Module& module, const lang::ClassDef& def, const BlockNames& in) {
    const std::string& name = def.target.name.str();
    places[name] = {module.source, def.target.span};
    last_method[name] = last_public_method(def);
    uses[name] = in.names;
    for (const lang::ExprPtr& base : def.bases) {
      if (base->kind != lang::ExprKind::name) continue;
      uses[name].insert(static_cast<const lang::NameExpr&>(*base).ref.name.str());
    }
    classes.insert(name);
    for (const std::string& layer : reading::vocabulary().model_layers()) {
      if (in.names.contains(layer) || in.attributes.contains(layer)) model_layers[name].push_back(layer);
    }
  }
};

/// The code of the function that a function makes and gives back, alone or with its weights,
/// if that is what it does; null if not. One that takes whatever comes is a decorator's.
std::shared_ptr<lang::FunctionCode> made_by(const lang::FunctionCode& maker) {
  if (maker.body.empty() || maker.body.back()->kind != lang::StmtKind::return_) return nullptr;
  const lang::Expr* given = static_cast<const lang::Return&>(*maker.body.back()).value.get();
  std::vector<const lang::Expr*> all = {given};
  if (given && given->kind == lang::ExprKind::tuple) {
    all.clear();
    for (const lang::ExprPtr& item : static_cast<const lang::Sequence&>(*given).items) all.push_back(item.get());
  }
  std::shared_ptr<lang::FunctionCode> made;
  if (given && given->kind == lang::ExprKind::lambda) made = static_cast<const lang::Lambda&>(*given).code;
  for (const lang::StmtPtr& s : maker.body) {
    if (s->kind != lang::StmtKind::function) continue;
    const auto& def = static_cast<const lang::FunctionDef&>(*s);
    for (const lang::Expr* e : all) {
      const bool names_it = e && e->kind == lang::ExprKind::name &&
                            def.target.name == static_cast<const lang::NameExpr&>(*e).ref.name;
      if (names_it) made = def.code;
    }
  }
  return made && !made->star_args && !made->positional.empty() ? made : nullptr;
}

/// The name of what a function calls in its last line and gives back: "Attention" in
/// `return Attention(config)`; empty if it ends otherwise.
std::string class_made_by(const lang::FunctionCode& maker) {
  if (maker.body.empty() || maker.body.back()->kind != lang::StmtKind::return_) return "";
  const lang::Expr* given = static_cast<const lang::Return&>(*maker.body.back()).value.get();
  if (!given || given->kind != lang::ExprKind::call) return "";
  const lang::Expr& callee = *static_cast<const lang::Call&>(*given).callee;
  return callee.kind == lang::ExprKind::name ? static_cast<const lang::NameExpr&>(callee).ref.name.str() : "";
}

/// A function as its code tells it, with the defaults that are constants: to be asked for
/// its parameters, and not to be called.
lang::Ref<lang::FunctionObject> outline(const std::shared_ptr<lang::FunctionCode>& code, lang::ModuleObject& globals) {
  auto f = lang::make<lang::FunctionObject>(code, lang::Ref<lang::ModuleObject>(&globals));
  const auto value = [](const lang::Expr& e) {
    return e.kind == lang::ExprKind::constant ? static_cast<const lang::Constant&>(e).value : lang::Value::none();
  };
  for (const lang::Parameter& p : code->positional) {
    if (p.default_value) f->defaults.push_back(value(*p.default_value));
  }
  for (const lang::Parameter& p : code->keyword_only) {
    f->keyword_defaults.push_back(p.default_value ? value(*p.default_value) : lang::Value());
  }
  return f;
}

/// The __init__ that a dataclass gets, as though it had been written.
lang::Ref<lang::FunctionObject> dataclass_init(const lang::ClassObject& cls, lang::ModuleObject& globals) {
  const auto* fields = cls.lookup(lang::Symbol("__match_args__")).get<lang::TupleObject>();
  std::string head = "def __init__(self", body;
  bool optional = false;  // once one is, those behind it are: a default_factory is no attribute
  for (const lang::Value& field : fields->items) {
    const std::string name = field.get<lang::StrObject>()->text();
    optional = optional || cls.lookup(lang::Symbol(name)).defined();
    head += ", " + name + (optional ? "=None" : "");
    body += "    self." + name + " = " + name + "\n";
  }
  const lang::ModulePtr module = lang::parse(std::make_shared<Source>("<dataclass>", head + "):\n" + body + "    pass\n"));
  return outline(static_cast<const lang::FunctionDef&>(*module->body[0]).code, globals);
}

/// A class or function as a candidate; `call` is null if it cannot be called.
Candidate candidate_of(const std::string& name, const lang::Value& value, const Location& place,
                       const std::string& last_method, lang::ModuleObject& globals) {
  Candidate c;
  c.name = name;
  c.object = value;
  c.place = place;
  const auto* cls = value.get<lang::ClassObject>();
  if (!cls) {
    c.call = behind_wrapper(value, name);
    if (const auto made = c.call ? made_by(*c.call->code) : nullptr) {
      c.is_maker = true;
      c.init = c.call;
      const auto inner = outline(made, globals);
      c.call = inner.get();
      c.kept.emplace_back(inner);
    }
    return c;
  }
  c.is_class = true;
  c.init = init_of(*cls);
  if (!c.init && cls->lookup(lang::Symbol("__dataclass_fields__")).defined()) {
    const auto init = dataclass_init(*cls, globals);
    c.init = init.get();
    c.kept.emplace_back(init);
  }
  c.call = method_of(*cls, "forward");
  if (!c.call) c.call = method_of(*cls, "__call__");
  if (cls->lookup(lang::Symbol("__call__")).defined()) return c;
  c.method = c.call ? "forward" : last_method;
  if (!c.call && !c.method.empty()) c.call = method_of(*cls, c.method.c_str());
  return c;
}

}  // namespace

void Program::find_candidates() {
  Definitions found(modules_);
  // Beside classes and functions a lambda is a helper.
  const bool only_lambdas = found.places.empty();
  const std::map<std::string, Location>& places = only_lambdas ? found.lambdas : found.places;
  for (const auto& [symbol, value] : interpreter().snapshot()) {
    const auto place = places.find(symbol.str());
    if (place == places.end()) continue;
    Candidate c = candidate_of(place->first, value, place->second, found.last_method[place->first],
                               interpreter().main());
    c.is_lambda = only_lambdas;
    if (c.call && takes_arguments(*c.call)) candidates_.push_back(std::move(c));
  }
  // A function that can do without arguments, and uses what else is here, is there
  // to show it: main(argv=None).
  const auto shows = [&](const Candidate& c) {
    if (c.is_class || c.call->defaults.size() < c.call->code->positional.size()) return false;
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
      return other.is_class && found.uses[c.name].contains(other.name);
    });
  };
  // One that gives back an object of a class makes it: the class is what is judged.
  const auto makes = [&](const Candidate& c) {
    const std::string made = c.is_class ? "" : class_made_by(*c.call->code);
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
      return other.is_class && other.name == made;
    });
  };
  candidates_.erase(std::stable_partition(candidates_.begin(), candidates_.end(),
                                          [&](const Candidate& c) { return !shows(c) && !makes(c); }),
                    candidates_.end());
  const auto models = std::stable_partition(candidates_.begin(), candidates_.end(),
                                            [&](const Candidate& c) { return !found.is_model(c.name); });
  if (models != candidates_.begin()) {
    models_.assign(models, candidates_.end());
    candidates_.erase(models, candidates_.end());
    for (Candidate& c : models_) c.model_layers = found.model_layers[c.name];
  }
  // What only models, tests and examples use is whole.
  for (Candidate& c : candidates_) {
    for (const Candidate& other : candidates_) {
      c.part = c.part || (other.name != c.name && found.uses[other.name].contains(c.name));
    }
  }
  // What others use comes last, and what was written last first.
  std::reverse(candidates_.begin(), candidates_.end());
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.part < b.part; });
}

}  // namespace mha::homework
