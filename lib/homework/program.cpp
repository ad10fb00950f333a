#include "homework/program.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "io/notebook.h"
#include "lang/class_object.h"
#include "lang/parser.h"
#include "lang/scope_walker.h"
#include "torch/device.h"

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

// Layers that attention homework has no use for: what holds one of them, and a
// class of the program, is a model around the homework.
constexpr std::array kModelLayers = {"LayerNorm", "RMSNorm", "BatchNorm1d", "Embedding",
                                     "ReLU",      "GELU",    "SiLU",        "relu",
                                     "gelu",      "silu",    "layer_norm"};

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

const lang::FunctionObject* method_of(const lang::ClassObject& cls, const char* name) {
  return cls.lookup(lang::Symbol(name)).get<lang::FunctionObject>();
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

void Program::keep_limit(const lesson::Outcome& outcome) {
  const auto& f = outcome.failure;
  if (!f || (f->kind != "BudgetError" && f->kind != "KeyboardInterrupt")) return;
  limit_ = f;
  // What an endless loop made again and again tells nothing.
  recording_.keep_first(kMostBeforeLimit);
}

Program::Program(const std::string& file, const std::string& bytes,
                 const std::atomic<bool>* stop)
    : world_(std::make_unique<lesson::World>(torch::TorchOptions{})) {
  const bool notebook = file.ends_with(".ipynb");
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
    try {
      modules_.push_back(lang::parse(source));
      if (!notebook && is_importable(*modules_.back())) {
        const std::string stem = std::filesystem::path(file).stem().string();
        interp.main().attributes().set(lang::Symbol("__name__"), lang::str(stem));
      }
    } catch (const lang::SyntaxError&) {
      unreadable_ = true;
    }
    // As in Jupyter, a cell that fails keeps no other from running.
    if (failure_ && !notebook) continue;
    interp.spent_before = spent_;
    const lesson::Outcome outcome = world_->run(source);
    spent_ = interp.spent();
    if (outcome.failure && outcome.failure->kind != "SystemExit" && !failure_) {
      failure_ = outcome.failure;
    }
  }
  if (!modules_.empty()) unreadable_ = unreadable_ && !notebook;
  spent_ = {};
  at_start_ = recording_;
  recording_.clear();
  find_candidates();
}

SourcePtr Program::source_of(const Source* source) const {
  for (const SourcePtr& s : sources_) {
    if (s.get() == source) return s;
  }
  return nullptr;
}

void Program::find_candidates() {
  lang::Interpreter& interp = interpreter();
  std::map<std::string, std::set<std::string>> uses;
  std::map<std::string, Location> places, lambdas;
  std::set<std::string> models, classes;
  std::map<std::string, std::string> last_method;
  for (const lang::ModulePtr& module : modules_) {
    for (const lang::StmtPtr& s : module->body) {
      if (s->kind == lang::StmtKind::class_) {
        const auto& def = static_cast<const lang::ClassDef&>(*s);
        places[def.target.name.str()] = {module->source, def.target.span};
        last_method[def.target.name.str()] = last_public_method(def);
        const BlockNames in(*s);
        uses[def.target.name.str()] = in.names;
        classes.insert(def.target.name.str());
        for (const char* layer : kModelLayers) {
          if (in.names.contains(layer) || in.attributes.contains(layer)) {
            models.insert(def.target.name.str());
          }
        }
      } else if (s->kind == lang::StmtKind::function) {
        const auto& def = static_cast<const lang::FunctionDef&>(*s);
        places[def.target.name.str()] = {module->source, def.target.span};
        uses[def.target.name.str()] = BlockNames(*s).names;
      } else if (const lang::NameExpr* name = name_of_lambda(*s)) {
        lambdas[name->ref.name.str()] = {module->source, name->span};
      }
    }
  }
  // Beside classes and functions a lambda is a helper.
  const bool only_lambdas = places.empty();
  if (only_lambdas) places = lambdas;
  for (const auto& [symbol, value] : interp.snapshot()) {
    Candidate c;
    c.is_lambda = only_lambdas;
    c.name = symbol.str();
    c.object = value;
    const auto place = places.find(c.name);
    if (place == places.end()) continue;
    c.place = place->second;
    if (const auto* cls = value.get<lang::ClassObject>()) {
      c.is_class = true;
      c.init = method_of(*cls, "__init__");
      c.call = method_of(*cls, "forward");
      if (!c.call) c.call = method_of(*cls, "__call__");
      if (!cls->lookup(lang::Symbol("__call__")).defined()) {
        c.method = c.call ? "forward" : last_method[c.name];
        if (!c.call && !c.method.empty()) c.call = method_of(*cls, c.method.c_str());
      }
    } else {
      c.call = value.get<lang::FunctionObject>();
    }
    if (c.call && takes_arguments(*c.call)) candidates_.push_back(c);
  }
  // A function that can do without arguments, and uses what else is here, is there
  // to show it: main(argv=None).
  const auto shows = [&](const Candidate& c) {
    if (c.is_class || c.call->defaults.size() < c.call->code->positional.size()) return false;
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
      return other.is_class && uses[c.name].contains(other.name);
    });
  };
  candidates_.erase(std::stable_partition(candidates_.begin(), candidates_.end(),
                                          [&](const Candidate& c) { return !shows(c); }),
                    candidates_.end());
  const auto is_model = [&](const Candidate& c) {
    const std::set<std::string>& names = uses[c.name];
    return models.contains(c.name) &&
           std::any_of(classes.begin(), classes.end(), [&](const std::string& other) {
             return other != c.name && names.contains(other);
           });
  };
  const size_t before = candidates_.size();
  if (static_cast<size_t>(std::count_if(candidates_.begin(), candidates_.end(), is_model)) < before) {
    std::erase_if(candidates_, is_model);
  }
  // What only models, tests and examples use is whole.
  for (Candidate& c : candidates_) {
    for (const Candidate& other : candidates_) {
      c.part = c.part || (other.name != c.name && uses[other.name].contains(c.name));
    }
  }
  // What others use comes last, and what was written last first.
  std::reverse(candidates_.begin(), candidates_.end());
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.part < b.part; });
}

}  // namespace mha::homework
