// Program::find_candidates(): which classes and functions may be the answer, and how each is
// built and called.

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "homework/trial/names_read.h"
#include "homework/trial/program.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "lang/syntax/parser.h"
#include "lang/values/class_object.h"
#include "reading/expressions.h"
#include "reading/parameters.h"
#include "reading/vocabulary.h"

namespace mha::homework {

namespace {

/// The public methods of a class that take an argument besides self.
std::vector<std::string> public_methods(const lang::ClassDef& cls) {
  std::vector<std::string> found;
  for (const lang::StmtPtr& s : cls.body) {
    if (s->kind != lang::StmtKind::function) continue;
    const lang::FunctionCode& code = *static_cast<const lang::FunctionDef&>(*s).code;
    if (code.positional.size() > 1 && !code.name.str().starts_with("_")) found.push_back(code.name.str());
  }
  return found;
}

/// Whether a function takes any argument: test_shapes() does not.
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

/// The function that a decorator's wrapper passes its arguments on to, if the wrapper takes
/// anything: the function of that name in its closure, or what a built-in decorator wrapped.
/// Null if that is not the program's own.
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
  return f && !f->code->source->is_library() ? f : nullptr;
}

const lang::FunctionObject* method_of(const lang::ClassObject& cls, const char* name) {
  return behind_wrapper(cls.lookup(lang::Symbol(name)), name);
}

/// The __init__ that lists the arguments. One that takes (*args, **kwargs) passes them on, so
/// the next one in the MRO is asked.
const lang::FunctionObject* init_of(const lang::ClassObject& cls) {
  const lang::Symbol name("__init__");
  lang::Value init = cls.lookup(name);
  for (const lang::ClassObject* at : cls.mro()) {
    const lang::Value next = cls.lookup_after(at, name);
    if (next.is(init)) continue;  // inherited
    const lang::FunctionObject* f = behind_wrapper(init, "__init__");
    const bool hands_on = f && f->code->positional.size() == 1 && f->code->keyword_only.empty() && f->code->star_kwargs &&
                          reading::keys_read(*f, f->code->star_kwargs->name.str()).empty();
    if (!hands_on || !behind_wrapper(next, "__init__")) return f;
    init = next;
  }
  return behind_wrapper(init, "__init__");
}

/// The call that a function returns the result of, at once or under a name: `layer = Attention(config)`,
/// and later `return layer`. Null if it returns something else.
const lang::Call* call_returned(const lang::FunctionCode& maker) {
  if (maker.body.empty() || maker.body.back()->kind != lang::StmtKind::return_) return nullptr;
  const lang::Expr* given = static_cast<const lang::Return&>(*maker.body.back()).value.get();
  if (const auto* name = given ? reading::as_kind<lang::NameExpr>(*given, lang::ExprKind::name) : nullptr) {
    given = nullptr;
    for (const lang::StmtPtr& s : maker.body) {
      const auto* assign = s->kind == lang::StmtKind::assign ? static_cast<const lang::Assign*>(s.get()) : nullptr;
      const auto* target = assign && assign->targets.size() == 1 ? reading::as_kind<lang::NameExpr>(*assign->targets[0], lang::ExprKind::name) : nullptr;
      if (target && target->ref.name == name->ref.name) given = assign->value.get();
    }
  }
  return given ? reading::as_kind<lang::Call>(*given, lang::ExprKind::call) : nullptr;
}

/// The class that a function makes an object of and returns it: "Attention" in `return
/// Attention(config)`; empty if it returns something else.
std::string class_made_by(const lang::FunctionCode& maker) {
  const lang::Call* call = call_returned(maker);
  return call && call->callee->kind == lang::ExprKind::name ? static_cast<const lang::NameExpr&>(*call->callee).ref.name.str() : "";
}

/// "cls" of cls.config.from_dict; with `through_calls` also "Builder" of Builder().with_sizes(d).build.
std::string root_name(const lang::Expr& e, bool through_calls = false) {
  const lang::Expr* at = &e;
  while (at->kind == lang::ExprKind::attribute || (through_calls && at->kind == lang::ExprKind::call)) {
    at = at->kind == lang::ExprKind::call ? static_cast<const lang::Call&>(*at).callee.get()
                                          : static_cast<const lang::Attribute&>(*at).object.get();
  }
  return at->kind == lang::ExprKind::name ? static_cast<const lang::NameExpr&>(*at).ref.name.str() : "";
}

/// The class whose methods a function calls in its last line, one after the other: "Builder" in
/// `return Builder().with_sizes(d).build()`; empty if it ends otherwise.
std::string builder_asked(const lang::FunctionCode& maker) {
  const lang::Call* call = call_returned(maker);
  return call && call->callee->kind == lang::ExprKind::attribute ? root_name(*call->callee, /*through_calls=*/true) : "";
}

/// Whether a factory hands finished objects to the class: return Attention(Projections(d), Mask(n)).
/// What is made of a dict, Config(**sizes) or cls.config.from_dict(sizes), and a copy of a
/// configuration hold no more than sizes.
bool hands_objects(const lang::FunctionCode& factory) {
  const lang::Call& made = *call_returned(factory);
  bool found = false;
  reading::Expressions visit([&](const lang::Expr& e) {
    const auto* call = reading::as_kind<lang::Call>(e, lang::ExprKind::call);
    const bool copies = call && reading::is_one_of(reading::last_name(*call->callee), {"replace", "copy", "deepcopy", "asdict"});
    found = found || (call && !call->spreads && !copies && root_name(*call->callee) != root_name(*made.callee));
  });
  for (const lang::ExprPtr& a : made.args) visit.expression(*a);
  for (const lang::Keyword& k : made.keywords) visit.expression(*k.value);
  return found;
}

/// The classmethod of a class that makes its object from parts: return cls(nn.Linear(d, 4 * d), ...).
const lang::FunctionDef* classmethod_with_parts(const lang::ClassDef& cls) {
  for (const lang::StmtPtr& s : cls.body) {
    if (s->kind != lang::StmtKind::function) continue;
    const auto& def = static_cast<const lang::FunctionDef&>(*s);
    const bool of_class = def.decorators.size() == 1 && reading::last_name(*def.decorators[0]) == "classmethod";
    const bool makes = of_class && !def.code->positional.empty() && class_made_by(*def.code) == def.code->positional[0].name.str();
    if (makes && hands_objects(*def.code)) return &def;
  }
  return nullptr;
}

/// What each definition in the program's modules uses, by its name.
struct Definitions {
  std::map<std::string, std::set<std::string>> uses;  // names that it reads
  std::map<std::string, Location> places;
  std::map<std::string, Location> lambdas;
  std::map<std::string, std::vector<std::string>> model_layers;
  std::set<std::string> classes;
  std::map<std::string, std::vector<std::string>> methods;
  std::map<std::string, std::set<std::string>> attributes;  // attributes that it reads
  std::set<std::string> decorators;
  std::map<std::string, const lang::FunctionDef*> made_from_parts;  // classmethods, by their class
  std::map<std::string, std::string> built_by;  // of a class with a method that returns an object: its class

  explicit Definitions(const std::vector<lang::ModulePtr>& modules) {
    for (const lang::ModulePtr& module : modules) {
      for (const lang::StmtPtr& s : module->body) add(*module, *s);
    }
  }

  /// What it uses, and what these use: a class made by a factory that it has.
  std::set<std::string> reached_from(const std::string& name) const {
    std::set<std::string> reached;
    std::vector<std::string> open = {name};
    while (!open.empty()) {
      const auto used = uses.find(open.back());
      open.pop_back();
      if (used == uses.end()) continue;
      for (const std::string& other : used->second) {
        if (uses.contains(other) && reached.insert(other).second) open.push_back(other);
      }
    }
    return reached;
  }

  /// Whether it is a class that combines other classes with the layers of a whole model, or begins
  /// with ids of words.
  bool is_model(const std::string& name) const {
    const auto used = uses.find(name), has = attributes.find(name);
    if (has != attributes.end() && has->second.contains("Embedding")) return true;
    return model_layers.contains(name) &&
           std::any_of(classes.begin(), classes.end(), [&](const std::string& other) {
             return other != name && used->second.contains(other);
           });
  }

 private:
  void add_decorators(const std::vector<lang::ExprPtr>& all) {
    for (const lang::ExprPtr& d : all) {
      const auto* call = reading::as_kind<lang::Call>(*d, lang::ExprKind::call);
      const auto* name = reading::as_kind<lang::NameExpr>(call ? *call->callee : *d, lang::ExprKind::name);
      if (name) decorators.insert(name->ref.name.str());
    }
  }

  void add(const lang::Module& module, lang::Stmt& s) {
    if (s.kind == lang::StmtKind::class_) {
      add_decorators(static_cast<const lang::ClassDef&>(s).decorators);
      add_class(module, static_cast<const lang::ClassDef&>(s), BlockNames(s));
    } else if (s.kind == lang::StmtKind::function) {
      const auto& def = static_cast<const lang::FunctionDef&>(s);
      add_decorators(def.decorators);
      places[def.target.name.str()] = {module.source, def.target.span};
      uses[def.target.name.str()] = BlockNames(s).names;
    } else if (const lang::NameExpr* name = name_of_lambda(s)) {
      lambdas[name->ref.name.str()] = {module.source, name->span};
    }
  }

  void add_class(const lang::Module& module, const lang::ClassDef& def, const BlockNames& in) {
    const std::string& name = def.target.name.str();
    places[name] = {module.source, def.target.span};
    methods[name] = public_methods(def);
    if (const lang::FunctionDef* maker = classmethod_with_parts(def)) made_from_parts[name] = maker;
    for (const lang::StmtPtr& s : def.body) {
      if (s->kind != lang::StmtKind::function) continue;
      const std::string made = class_made_by(*static_cast<const lang::FunctionDef&>(*s).code);
      if (!made.empty()) built_by[name] = made;
    }
    attributes[name] = in.attributes;
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

/// The code of the function that `maker` defines and returns, alone or with its weights; null
/// if it does not. A function that takes (*args, **kwargs) is a decorator's wrapper.
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

/// The forward of the class that `maker` defines and returns an object of; null if it does not.
std::shared_ptr<lang::FunctionCode> forward_of_made(const lang::FunctionCode& maker) {
  const std::string made = class_made_by(maker);
  std::shared_ptr<lang::FunctionCode> forward;
  for (const lang::StmtPtr& s : maker.body) {
    if (s->kind != lang::StmtKind::class_ || static_cast<const lang::ClassDef&>(*s).target.name.str() != made) continue;
    for (const lang::StmtPtr& method : static_cast<const lang::ClassDef&>(*s).body) {
      if (method->kind != lang::StmtKind::function) continue;
      const auto& def = static_cast<const lang::FunctionDef&>(*method);
      if (def.target.name.str() == "forward" || (!forward && def.target.name.str() == "__call__")) forward = def.code;
    }
  }
  return forward;
}

/// A function object made from code alone, with its constant defaults: it can be asked for its
/// parameters but must not be called.
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

lang::Ref<lang::FunctionObject> function_of(const std::string& text, lang::ModuleObject& globals) {
  const lang::ModulePtr module = lang::parse(std::make_shared<Source>("<generated>", text));
  return outline(static_cast<const lang::FunctionDef&>(*module->body[0]).code, globals);
}

/// The __init__ that @dataclass generates, as source text.
lang::Ref<lang::FunctionObject> dataclass_init(const lang::ClassObject& cls, lang::ModuleObject& globals) {
  const auto* fields = cls.lookup(lang::Symbol("__match_args__")).get<lang::TupleObject>();
  std::string head = "def __init__(self", body;
  bool optional = false;  // after one default, all have one; default_factory is not an attribute
  for (const lang::Value& field : fields->items) {
    const std::string name = field.get<lang::StrObject>()->text();
    optional = optional || cls.lookup(lang::Symbol(name)).defined();
    head += ", " + name + (optional ? "=None" : "");
    body += "    self." + name + " = " + name + "\n";
  }
  return function_of(head + "):\n" + body + "    pass\n", globals);
}

/// Whether a class inherits forward(input) from a container of the library: from nn.Sequential.
bool inherits_forward(const lang::ClassObject& cls) {
  if (!cls.lookup(lang::Symbol("__len__")).defined()) return false;
  const auto* f = cls.lookup(lang::Symbol("forward")).get<lang::FunctionObject>();
  return f && f->code->source->is_library() && f->code->positional.size() == 2 && !f->code->star_args;
}

/// Has objects of a class built as a factory does, whose arguments are sizes; `first` stands for self.
void build_by(const lang::FunctionCode& code, const lang::Value& factory, const char* first, Candidate& made, lang::ModuleObject& globals) {
  std::string text(code.source->text(code.span));
  if (!text.starts_with("def ") || code.positional.empty() || code.star_args) return;
  text.insert(text.find('(') + 1, first);
  const auto init = function_of(text, globals);
  made.init = init.get();
  made.object = factory;
  made.kept.emplace_back(init);
}

/// The method to which another hands all its arguments: forward(self, *args, **kwargs): return
/// self.call(*args, **kwargs). Empty if it does not.
std::string hands_all_to(const lang::FunctionCode& code) {
  if (!code.star_args || code.positional.size() != 1 || code.body.size() != 1 || code.body[0]->kind != lang::StmtKind::return_) return "";
  const lang::Expr* given = static_cast<const lang::Return&>(*code.body[0]).value.get();
  const auto* call = given ? reading::as_kind<lang::Call>(*given, lang::ExprKind::call) : nullptr;
  const auto* method = call && call->spreads ? reading::as_kind<lang::Attribute>(*call->callee, lang::ExprKind::attribute) : nullptr;
  return method && root_name(*method->object) == code.positional[0].name.str() ? method->name.str() : "";
}

/// A class or function as a candidate; its `call` is null if it cannot be called.
Candidate candidate_of(const std::string& name, const lang::Value& value, const Location& place,
                       const std::string& last_method, lang::ModuleObject& globals) {
  Candidate c;
  c.name = name;
  c.object = value;
  c.place = place;
  const auto* cls = value.get<lang::ClassObject>();
  if (!cls) {
    c.call = behind_wrapper(value, name);
    if (const auto forward = c.call ? forward_of_made(*c.call->code) : nullptr) {
      const auto inner = outline(forward, globals);
      build_by(*c.call->code, value, "self, ", c, globals);
      c.is_class = c.init != nullptr;
      if (c.is_class) c.call = inner.get();
      c.kept.emplace_back(inner);
      return c;
    }
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
  if (!c.call && inherits_forward(*cls)) {
    const auto forward = function_of("def forward(self, input):\n    pass\n", globals);
    c.call = forward.get();
    c.kept.emplace_back(forward);
  }
  if (!c.call) c.call = method_of(*cls, "__call__");
  if (const std::string to = c.call ? hands_all_to(*c.call->code) : ""; !to.empty()) {
    if (const lang::FunctionObject* method = method_of(*cls, to.c_str())) c.call = method;
  }
  if (cls->lookup(lang::Symbol("__call__")).defined()) return c;
  c.method = c.call ? "forward" : last_method;
  if (!c.call && !c.method.empty()) c.call = method_of(*cls, c.method.c_str());
  return c;
}

/// Whether a function applies another one to each item of an argument, and returns a list:
/// [attend(text) for text in texts].
bool maps_another(const Candidate& c, const std::vector<Candidate>& all) {
  if (c.is_made() || c.call->code->body.empty() || c.call->code->body.back()->kind != lang::StmtKind::return_) return false;
  const lang::Expr* given = static_cast<const lang::Return&>(*c.call->code->body.back()).value.get();
  const auto* list = given ? reading::as_kind<lang::Comprehension>(*given, lang::ExprKind::comprehension) : nullptr;
  const auto* made = list && list->result == lang::Comprehension::Result::list ? reading::as_kind<lang::Call>(*list->element, lang::ExprKind::call) : nullptr;
  const auto* callee = made ? reading::as_kind<lang::NameExpr>(*made->callee, lang::ExprKind::name) : nullptr;
  const auto* over = callee ? reading::as_kind<lang::NameExpr>(*list->clauses[0].iterable, lang::ExprKind::name) : nullptr;
  const auto& asked = c.call->code->positional;
  const bool own = over && std::any_of(asked.begin(), asked.end(), [&](const lang::Parameter& p) { return p.name == over->ref.name; });
  return own && std::any_of(all.begin(), all.end(), [&](const Candidate& other) { return other.name == callee->ref.name.str() && other.name != c.name; });
}

/// Whether a function may return a value; its docstring may pretend so.
bool gives_back(const lang::FunctionCode& code) {
  const std::string_view text = code.source->text(code.span);
  return code.result || code.is_generator || text.find("return ") != std::string_view::npos || text.find("return(") != std::string_view::npos;
}

/// Whether a function gives a text, such as a description of what others make.
bool gives_text(const lang::FunctionCode& code) {
  const lang::Stmt* last = code.body.empty() ? nullptr : code.body.back().get();
  const lang::Expr* value = last && last->kind == lang::StmtKind::return_ ? reading::as<lang::Return>(*last).value.get() : nullptr;
  return value && (value->kind == lang::ExprKind::fstring || reading::text_of(*value));
}

/// Whether a function draws its own input and asserts something of what others make of it.
bool tests_others(const lang::FunctionCode& code) {
  const std::string text(code.source->text(code.span));
  const auto draws = [&](const char* word) { return has_word(text, word); };
  return has_word(text, "assert") && (draws("randn") || draws("rand") || draws("arange"));
}

/// Whether a function only calls others of the program and prints what they give.
bool prints_others(const lang::FunctionCode& code, const std::map<std::string, std::set<std::string>>& own) {
  return std::all_of(code.body.begin(), code.body.end(), [&](const lang::StmtPtr& s) {
    const bool assigns = s->kind == lang::StmtKind::assign;
    if (!assigns && s->kind != lang::StmtKind::expr) return false;
    const lang::Expr& value = assigns ? *reading::as<lang::Assign>(*s).value : *reading::as<lang::ExprStmt>(*s).value;
    const auto* call = reading::as_kind<lang::Call>(value, lang::ExprKind::call);
    const auto* callee = call ? reading::as_kind<lang::NameExpr>(*call->callee, lang::ExprKind::name) : nullptr;
    if (!callee) return value.kind == lang::ExprKind::constant;
    return assigns ? own.contains(callee->ref.name.str()) : callee->ref.name.str() == "print";
  });
}

/// Whether its author says that it is wrong.
bool is_marked_wrong(const Candidate& c) {
  const auto* cls = c.object.get<lang::ClassObject>();
  const auto* doc = cls ? cls->lookup(lang::Symbol("__doc__")).get<lang::StrObject>() : nullptr;
  return reading::vocabulary().is_marked_wrong(c.name, doc ? doc->text() : c.is_class ? "" : c.call->code->docstring);
}

/// Takes out and returns those of which this is true, unless it is true of all.
std::vector<Candidate> leave_out(std::vector<Candidate>& all, const std::function<bool(const Candidate&)>& is) {
  const auto first = std::stable_partition(all.begin(), all.end(), [&](const Candidate& c) { return !is(c); });
  if (first == all.begin()) return {};
  std::vector<Candidate> out(std::make_move_iterator(first), std::make_move_iterator(all.end()));
  all.erase(first, all.end());
  return out;
}

}  // namespace

void Program::find_candidates() {
  Definitions found(modules_);
  // Lambdas count only if the program has no classes and functions; otherwise they are helpers.
  const bool only_lambdas = found.places.empty();
  const std::map<std::string, Location>& places = only_lambdas ? found.lambdas : found.places;
  for (const auto& [symbol, value] : interpreter().snapshot()) {
    const auto place = places.find(symbol.str());
    if (place == places.end()) continue;
    const std::vector<std::string>& methods = found.methods[place->first];
    Candidate c = candidate_of(place->first, value, place->second, methods.empty() ? "" : methods.back(),
                               interpreter().main());
    c.is_lambda = only_lambdas;
    // A mixin that wraps another class's call: def __call__(self, *args, **kwargs): ... super().__call__(...)
    const bool wraps = c.is_class && c.call && c.call->code->positional.size() == 1 && c.call->code->star_args && c.call->code->star_kwargs;
    if (wraps && !value.get<lang::ClassObject>()->lookup(lang::Symbol("forward")).defined()) continue;
    if (!c.call || !takes_arguments(*c.call) || found.decorators.contains(c.name)) continue;
    if (const auto maker = found.made_from_parts.find(c.name); maker != found.made_from_parts.end()) {
      build_by(*maker->second->code, interpreter().find_attr(value, maker->second->target.name), "", c, interpreter().main());
    }
    for (const std::string& method : methods) {
      Candidate other = c;
      other.call = method_of(*value.get<lang::ClassObject>(), method.c_str());
      other.method = method;
      other.beside = true;
      if (other.call && other.call != c.call && !found.attributes[c.name].contains(method)) methods_.push_back(std::move(other));
    }
    candidates_.push_back(std::move(c));
  }
  marked_wrong_ = leave_out(candidates_, is_marked_wrong);
  leave_out(candidates_, [all = candidates_](const Candidate& c) { return maps_another(c, all); });
  // A function that needs no arguments and uses a class is a demonstration: main(argv=None). So is
  // one that gives nothing back and needs no arguments, or uses a class, and one that tests, prints or
  // describes what others give.
  const auto shows = [&](const Candidate& c) {
    if (c.is_class) return false;
    const bool needs = c.call->defaults.size() < c.call->code->positional.size(), gives = gives_back(*c.call->code);
    const bool tests = tests_others(*c.call->code);
    const bool prints = gives_text(*c.call->code) || (!gives && (!needs || prints_others(*c.call->code, found.uses)));
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
      return other.name != c.name && found.uses[c.name].contains(other.name) && (tests || (other.is_class ? !needs || !gives : prints));
    });
  };
  // A function or a builder's method that returns an object of a class is a factory; the class is judged.
  std::set<std::string> used_by_factories;
  const auto makes = [&](const Candidate& c) {
    const bool computes = c.is_class && (c.method.empty() || c.method == "forward");
    const std::string builder = c.is_class ? "" : builder_asked(*c.call->code);
    const bool asks = !builder.empty() && found.built_by.contains(builder);
    const std::string made = computes ? "" : c.is_class ? found.built_by[c.name] : asks ? found.built_by[builder] : class_made_by(*c.call->code);
    const auto of = std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
      return other.is_class && other.name == made;
    });
    if (of == candidates_.end()) return false;
    if (!c.is_class && (asks || hands_objects(*c.call->code))) {
      build_by(*c.call->code, c.object, "self, ", *of, interpreter().main());
      for (const std::string& name : found.uses[c.name]) {
        if (name != made && !asks) used_by_factories.insert(name);
      }
    }
    return true;
  };
  // Before any is taken out: each is looked for among the others.
  std::set<std::string> beside;
  for (const Candidate& c : candidates_) {
    if (shows(c) || makes(c)) beside.insert(c.name);
  }
  std::erase_if(candidates_, [&](const Candidate& c) { return beside.contains(c.name); });
  const auto models = std::stable_partition(candidates_.begin(), candidates_.end(),
                                            [&](const Candidate& c) { return !found.is_model(c.name); });
  if (models != candidates_.begin()) {
    models_.assign(models, candidates_.end());
    candidates_.erase(models, candidates_.end());
    for (Candidate& c : models_) c.model_layers = found.model_layers[c.name];
  }
  // Something used only by models, tests and examples is an answer, not a part.
  for (Candidate& c : candidates_) {
    c.gives_nothing = !c.is_made() && !gives_back(*c.call->code);
    c.part = used_by_factories.contains(c.name);
    for (const Candidate& other : candidates_) {
      c.part = c.part || (other.name != c.name && found.reached_from(other.name).contains(c.name));
    }
  }
  // Parts come last; otherwise the definition written last comes first.
  std::reverse(candidates_.begin(), candidates_.end());
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.part < b.part; });
}

}  // namespace mha::homework
