#include "homework/program.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/error.h"
#include "io/notebook.h"
#include "lang/class_object.h"
#include "lang/parser.h"
#include "lang/scope_walker.h"
#include "torch/device.h"

namespace mha::homework {

namespace {

// A class takes a fraction of a second: what takes longer has no end.
constexpr double kSeconds = 10;

// Layers that attention homework has no use for: what holds one of them, and a
// class of the program, is a model around the homework.
constexpr std::array kModelLayers = {"LayerNorm", "RMSNorm", "BatchNorm1d", "Embedding",
                                     "ReLU",      "GELU",    "SiLU",        "relu",
                                     "gelu",      "silu",    "layer_norm"};

/// The module-level names that a tree reads, and the attributes.
class NamesRead : public lang::ScopeWalker {
 public:
  std::set<std::string> names, attributes;

 protected:
  void open(lang::ScopeType, lang::ScopeInfo*, lang::Symbol) override {}
  void close() override {}
  void on_walrus(lang::Named&) override {}
  void on_name(lang::NameRef& ref, lang::Access access) override {
    if (access == lang::Access::load) names.insert(ref.name.str());
  }
  void on_expression(lang::Expr& e, lang::Access) override {
    if (e.kind != lang::ExprKind::attribute) return;
    attributes.insert(static_cast<const lang::Attribute&>(e).name.str());
  }
};

class BlockNames : public NamesRead {
 public:
  /// Of one class or function definition.
  explicit BlockNames(lang::Stmt& s) {
    if (s.kind == lang::StmtKind::class_) {
      block(static_cast<lang::ClassDef&>(s).body);
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

const lang::FunctionObject* method_of(const lang::ClassObject& cls, const char* name) {
  return cls.lookup(lang::Symbol(name)).get<lang::FunctionObject>();
}

}  // namespace

lang::Value ArraysToo::as_seen(const lang::Value& value) const {
  const Tensor* array = torch::as_array(*interp, value);
  return array ? lang::tensor(*array) : value;
}

void ArraysToo::on_value(const Source& source, const lang::Expr& expr,
                         std::string_view operation, const lang::Value& value) {
  to_.on_value(source, expr, operation, as_seen(value));
}

void ArraysToo::on_assign(const Source& source, Span target, const lang::Value& value) {
  to_.on_assign(source, target, as_seen(value));
}

Program::Program(const std::string& file, const std::string& bytes)
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
  interp.budget.seconds = kSeconds;
  for (const SourcePtr& source : sources_) {
    try {
      modules_.push_back(lang::parse(source));
    } catch (const lang::SyntaxError&) {
      unreadable_ = true;
    }
    // As in Jupyter, a cell that fails keeps no other from running.
    if (failure_ && !notebook) continue;
    const lesson::Outcome outcome = world_->run(source);
    if (outcome.failure && outcome.failure->kind != "SystemExit" && !failure_) {
      failure_ = outcome.failure;
    }
  }
  if (!modules_.empty()) unreadable_ = unreadable_ && !notebook;
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
  std::map<std::string, Location> places;
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
      }
    }
  }
  for (const auto& [symbol, value] : interp.snapshot()) {
    Candidate c;
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
