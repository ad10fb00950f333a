// sizes_by_use(): what the size parameters of a function mean, judged by their use.

#include <algorithm>
#include <optional>

#include "library/library.h"
#include "lang/values/class_object.h"
#include "reading/expressions.h"
#include "reading/parameters.h"
#include "reading/vocabulary.h"

namespace mha::reading {

namespace {

using namespace lang;

const Expr* keyword(const Call& call, const char* name) {
  for (const Keyword& k : call.keywords) {
    if (k.name && k.name->str() == name) return k.value.get();
  }
  return nullptr;
}

// How deep classes that make objects of other classes are followed.
constexpr int kMostLevels = 3;

class UseFinder {
 public:
  UseFinder(const std::vector<std::string>& known, const std::vector<LayerSizes>& layers,
            const ConstructorOf& constructor_of, int level, const std::set<std::string>& globals = {})
      : known_(known), layers_(layers), constructor_of_(constructor_of), level_(level),
        parameters_(globals) {}

  SizesByUse find(const FunctionObject* init, const FunctionObject* call) {
    if (const FunctionObject* own = init ? init : call) {
      globals_ = own->globals.get();
      for (const auto* all : {&own->code->positional, &own->code->keyword_only}) {
        for (const Parameter& p : *all) {
          parameters_.insert(p.name.str());
          if (!init) continue;
          for (const std::string& size : unpacked_into(*init, p.name.str())) parameters_.insert(size);
          for (const std::string& field : attributes_read(*init, p.name.str())) {
            for (const std::string& size : unpacked_into(*init, p.name.str() + "." + field)) parameters_.insert(size);
          }
        }
      }
    }
    if (init) {
      init_ = init;
      enter(*init);
      for (const StmtPtr& s : init->code->body) aliases_of(*s);
      in_init_ = true;
      Expressions([&](const Expr& e) {
        const auto* made = as_kind<Call>(e, ExprKind::call);
        repeats_ = repeats_ || (made && last_name(*made->callee) == "range");
      }).walk(*init->code);
      for (const FunctionObject* f : methods(call)) {
        enter(*f);
        Expressions([&](const Expr& e) { note_turned(e); }).walk(*f->code);
      }
      enter(*init);
      Expressions([&](const Expr& e) { look(e); }).walk(*init->code);
    }
    in_init_ = false;
    for (const FunctionObject* f : methods(call)) {
      enter(*f);
      std::erase_if(aliases_, [](const auto& alias) { return alias.first.starts_with(kElsewhere); });
      for (const StmtPtr& s : f->code->body) aliases_of(*s);
      Expressions([&](const Expr& e) { look(e); }).walk(*f->code);
    }
    products();
    return in_order();
  }

 private:
  /// Notes what a method calls its object: the first parameter, usually self.
  void enter(const FunctionObject& f) {
    const bool is_method = f.defined_in && !f.code->positional.empty();
    self_ = is_method ? f.code->positional[0].name.str() : "self";
  }

  /// Reads the call and the other methods of its class, as far as they use what the constructor
  /// stored.
  std::vector<const FunctionObject*> methods(const FunctionObject* call) const {
    std::vector<const FunctionObject*> out;
    if (!call) return out;
    out.push_back(call);
    for (const ClassObject* cls : init_ && call->defined_in ? call->defined_in->mro() : std::vector<ClassObject*>()) {
      if (!is_of_program(*cls) || !cls->attributes_if_any()) continue;
      for (const auto& [name, value] : cls->attributes_if_any()->items()) {
        const auto* f = value.get<FunctionObject>();
        if (f && f != call && f->code->name.str() != "__init__") out.push_back(f);
      }
    }
    return out;
  }

  /// What leads to all methods of a class; null if it has only a constructor.
  static const FunctionObject* first_method(const ClassObject* cls) {
    if (!cls || !cls->attributes_if_any()) return nullptr;
    for (const auto& [name, value] : cls->attributes_if_any()->items()) {
      const auto* f = value.get<FunctionObject>();
      if (f && f->code->name.str() != "__init__") return f;
    }
    return nullptr;
  }

  /// Notes self.h = h and width = h * d, so that the names can be resolved later.
  void aliases_of(const Stmt& s) {
    if (s.kind != StmtKind::assign) return;
    const auto& assign = static_cast<const Assign&>(s);
    for (const ExprPtr& target : assign.targets) alias(*target, *assign.value);
  }

  void alias(const Expr& target, const Expr& value) {
    if (target.kind == ExprKind::tuple && value.kind == ExprKind::tuple) {
      const auto& to = static_cast<const Sequence&>(target).items;
      const auto& from = static_cast<const Sequence&>(value).items;
      for (size_t i = 0; i < std::min(to.size(), from.size()); ++i) alias(*to[i], *from[i]);
    } else if (target.kind == ExprKind::name || target.kind == ExprKind::attribute) {
      const std::string name = name_of(target);
      if (!name.empty() && !parameters_.contains(name)) aliases_[name] = &value;
    }
  }

  /// "n", "self.n", whatever the method calls its object.
  std::string text_of(const Expr& e) const {
    if (const auto* name = as_kind<NameExpr>(e, ExprKind::name)) return name->ref.name.str() == self_ ? "self" : name->ref.name.str();
    if (const auto* a = as_kind<Attribute>(e, ExprKind::attribute)) {
      if (a->object->kind == ExprKind::name) return text_of(*a->object) + "." + a->name.str();
    }
    return "";
  }

  /// The same with a prefix for the local names of other methods, to keep them apart.
  std::string name_of(const Expr& e) const {
    const auto* name = as_kind<NameExpr>(e, ExprKind::name);
    const bool own = name && (name->ref.scope == Scope::local || name->ref.scope == Scope::cell);
    const bool elsewhere = own && init_ && (e.span.begin < init_->code->span.begin || init_->code->span.end < e.span.end);
    return (elsewhere ? kElsewhere : "") + text_of(e);
  }

  /// The original expression if this one is only a copy of it.
  const Expr& behind(const Expr& e) const {
    const Expr* at = &e;
    for (int steps = 0; steps < 4; ++steps) {
      const auto it = aliases_.find(name_of(*at));
      if (it == aliases_.end()) break;
      at = it->second;
    }
    return *at;
  }

  /// The parameter that an expression stands for, or "". For a configuration, the field that is
  /// read: "width" for config.width and config["width"].
  std::string parameter(const Expr& e) const {
    const Expr& at = behind(e);
    const std::string name = name_of(at);
    if (parameters_.contains(name)) return name;
    const auto* a = as_kind<Attribute>(at, ExprKind::attribute);
    const auto* s = as_kind<Subscript>(at, ExprKind::subscript);
    const Expr* config = !init_ ? nullptr : a ? a->object.get() : s ? s->object.get() : nullptr;
    const std::string of = config ? name_of(behind(*config)) : "";
    if (!parameters_.contains(of)) return "";
    const auto* key = s ? as_kind<Constant>(*s->index, ExprKind::constant) : nullptr;
    if (key && key->value.is_int() && key->value.as_int() >= 0) return item_name(of, key->value.as_int());
    const auto* text = key ? key->value.get<StrObject>() : nullptr;
    const std::string word = a ? a->name.str() : text ? text->text() : "";
    if (!word.empty()) configs_.emplace(word, of);
    return word;
  }

  /// The parameters in a product; constant factors are ignored: 3 * d.
  std::vector<std::string> factors(const Expr& e) const {
    const Expr& at = behind(e);
    if (const auto* b = as_kind<Binary>(at, ExprKind::binary); b && b->op == BinaryOp::mul) {
      std::vector<std::string> left = factors(*b->left), right = factors(*b->right);
      left.insert(left.end(), right.begin(), right.end());
      return left;
    }
    const std::string p = parameter(at);
    return p.empty() ? std::vector<std::string>() : std::vector<std::string>{p};
  }

  void add(const std::string& parameter, const std::string& size) {
    const bool known = std::find(known_.begin(), known_.end(), size) != known_.end();
    if (!parameter.empty() && known) found_[parameter].insert(size);
  }
  /// Notes that a parameter has a use, and therefore which size it is.
  void add_use(const std::string& parameter, const char* use) {
    add(parameter, vocabulary().size_by_use(use));
  }
  bool is(const std::string& parameter, const std::string& size) const {
    const auto it = found_.find(parameter);
    return it != found_.end() && it->second.contains(size);
  }

  void look(const Expr& e) {
    if (const auto* b = as_kind<Binary>(e, ExprKind::binary)) {
      if (b->op == BinaryOp::floordiv || b->op == BinaryOp::mod) {
        add_use(parameter(*b->right), "divisor");
        dividends_.push_back(parameter(*b->left));
      }
      const bool both = !parameter(*b->left).empty() && !parameter(*b->right).empty();
      if (b->op == BinaryOp::div && both) add_use(parameter(*b->right), "divisor");
      if (b->op == BinaryOp::pow) roots_.insert(parameter(*b->left));
    } else if (const auto* compared = as_kind<Compare>(e, ExprKind::compare)) {
      look_at_limits(*compared);
    } else if (const auto* choice = as_kind<Conditional>(e, ExprKind::conditional)) {
      // nn.Parameter(torch.zeros(d)) if bias else None
      const auto* made = in_init_ ? as_kind<Call>(*choice->then, ExprKind::call) : nullptr;
      if (!made || last_name(*made->callee) != "Parameter") return;
      // A number that the shape needs is no flag, and a single number is a gate.
      const std::string flag = parameter(*choice->condition);
      bool sizes = false, any = false;
      Expressions([&](const Expr& inner) {
        const std::string size = parameter(inner);
        sizes = sizes || (!flag.empty() && size == flag);
        any = any || !size.empty();
      }).expression(*choice->then);
      if (any && !sizes) add_use(flag, "bias");
    } else if (e.kind == ExprKind::call) {
      look_at_call(static_cast<const Call&>(e));
    }
  }

  /// n <= self.longest, n > self.longest: the program refuses longer inputs.
  void look_at_limits(const Compare& compare) {
    const Expr* left = compare.first.get();
    for (size_t i = 0; i < compare.ops.size() && !in_init_; ++i) {
      const Expr* right = compare.rest[i].get();
      const bool orders = compare.ops[i] >= CompareOp::lt && compare.ops[i] <= CompareOp::ge;
      for (const auto& [limit, limited] : {std::pair(left, right), std::pair(right, left)}) {
        const bool counts = limited->kind != ExprKind::constant && parameter(*limited).empty();
        if (orders && counts) limits_.push_back(parameter(*limit));
      }
      left = right;
    }
  }

  /// The program's class that a name refers to, or null.
  const ClassObject* class_named(const Expr& e) const {
    const auto* name = as_kind<NameExpr>(e, ExprKind::name);
    const Attributes* attributes = globals_ ? globals_->attributes_if_any() : nullptr;
    const lang::Value* value = name && attributes ? attributes->find(name->ref.name) : nullptr;
    return value ? value->get<ClassObject>() : nullptr;
  }

  /// The class that a call instantiates: "Linear" also for another name of it, and for a subclass
  /// of it that changes nothing.
  std::string_view made_by(const Call& call) const {
    const ClassObject* cls = class_named(*call.callee);
    // P = nn.Parameter
    if (!cls && call.callee->kind == ExprKind::name) return last_name(behind(*call.callee));
    if (!cls || constructor(*call.callee)) return last_name(*call.callee);
    return base_of(*cls).name();
  }

  /// The first class in a class's MRO that the program did not define.
  static const ClassObject& base_of(const ClassObject& cls) {
    const auto& all = cls.mro();
    return **std::find_if(all.begin(), all.end(), [](const ClassObject* c) { return !is_of_program(*c); });
  }

  const FunctionObject* constructor(const Expr& callee) const {
    const auto* name = as_kind<NameExpr>(callee, ExprKind::name);
    const FunctionObject* init = name && constructor_of_ ? constructor_of_(name->ref.name) : nullptr;
    const ClassObject* cls = init ? nullptr : class_named(callee);
    return cls ? constructor_after(*cls, nullptr) : init;
  }

  /// The first __init__ in a class's MRO that the program defines, after `before` unless that is
  /// null.
  static const FunctionObject* constructor_after(const ClassObject& cls, const ClassObject* before) {
    bool after = !before;
    for (const ClassObject* c : cls.mro()) {
      const Attributes* own = after && is_of_program(*c) ? c->attributes_if_any() : nullptr;
      const lang::Value* init = own ? own->find(Symbol("__init__")) : nullptr;
      if (init) return init->get<FunctionObject>();
      after = after || c == before;
    }
    return nullptr;
  }

  /// super().__init__(d_in, d_out)
  void base_made(const Call& call) {
    const auto* a = as_kind<Attribute>(*call.callee, ExprKind::attribute);
    const auto* super = a && in_init_ && a->name.str() == "__init__" ? as_kind<Call>(*a->object, ExprKind::call) : nullptr;
    if (!super || last_name(*super->callee) != "super" || !init_->defined_in) return;
    const ClassObject& own = *init_->defined_in;
    if (const FunctionObject* base = constructor_after(own, &own)) {
      construction(base, call, /*one_of_several=*/false);
    } else if (base_of(own).name() == "Linear") {
      linear(call);
    }
  }

  /// An argument of a call by position or name; null if it is not passed.
  static const Expr* argument(const Call& call, size_t i, const char* word) {
    return i < call.args.size() ? call.args[i].get() : keyword(call, word);
  }

  void linear(const Call& call) {
    layer(argument(call, 0, "in_features"), argument(call, 1, "out_features"));
    if (const Expr* bias = argument(call, 2, "bias")) add_use(parameter(*bias), "bias");
  }

  void look_at_call(const Call& call) {
    const std::string_view name = made_by(call);
    if (name == "Linear") {
      linear(call);
    } else if (name == "LazyLinear") {
      if (const Expr* out = layers_.empty() ? nullptr : argument(call, 0, "out_features")) width(*out, layers_[0]);
      if (const Expr* bias = argument(call, 1, "bias")) add_use(parameter(*bias), "bias");
    } else if (name == "Conv1d") {
      layer(argument(call, 0, "in_channels"), argument(call, 1, "out_channels"));
      if (const Expr* bias = keyword(call, "bias")) add_use(parameter(*bias), "bias");
    } else if (name == "Parameter") {
      const auto kept = std::find_if(aliases_.begin(), aliases_.end(), [&](const auto& alias) {
        return alias.second == &call && alias.first.starts_with("self.");
      });
      // A parameter registered under a computed name is read as the others are.
      const bool turned = kept == aliases_.end() ? !turned_.empty() : turned_.contains(kept->first);
      matrix(argument(call, 0, "data"), turned);
    } else if (is_one_of(name, {"Dropout", "dropout"})) {
      if (const Expr* p = argument(call, name == "Dropout" ? 0 : 1, "p")) add_use(parameter(*p), "dropout");
    } else if (name == "sqrt" && !call.args.empty()) {
      roots_.insert(parameter(*call.args[0]));
    } else if (is_one_of(name, {"view", "reshape", "unflatten", "rearrange"})) {
      for (const ExprPtr& a : call.args) {
        views_.push_back(parameter(*a));
        const auto* sizes = as_kind<Sequence>(*a, ExprKind::tuple);
        if (!sizes) continue;
        for (const ExprPtr& size : sizes->items) views_.push_back(parameter(*size));
      }
      if (const Expr* h = keyword(call, "h")) add_use(parameter(*h), "divisor");
    } else if (name == "divmod" && call.args.size() == 2) {
      add_use(parameter(*call.args[1]), "divisor");
      dividends_.push_back(parameter(*call.args[0]));
    } else if (is_one_of(name, {"chunk", "tensor_split"})) {
      // x.chunk(n, dim=-1) or torch.chunk(x, n, dim=-1)
      const auto* a = as_kind<Attribute>(*call.callee, ExprKind::attribute);
      const bool is_method = a && text_of(*a->object) != "torch";
      if (const Expr* n = argument(call, is_method ? 0 : 1, "chunks")) add_use(parameter(*n), "divisor");
    } else if (name == "range" && (call.args.size() == 1 || call.args.size() == 2)) {
      if (in_init_) add_use(parameter(*call.args.back()), "divisor");
    } else if (is_one_of(name, {"ones", "zeros", "full", "arange", "tri"})) {
      if (in_init_) mask(call);
    } else if (name == "__init__") {
      base_made(call);
    } else {
      const ClassObject* cls = class_named(*call.callee);
      const bool is_layer = cls && base_of(*cls).name() == "Linear";
      construction(constructor(*call.callee), call, repeats_ && !is_layer);
      if (!cls) handed_on(call);
    }
  }

  /// The program's function or method that a call leads to, or null.
  const FunctionObject* function_called(const Expr& callee) const {
    if (const auto* a = as_kind<Attribute>(callee, ExprKind::attribute)) {
      const ClassObject* own = init_ ? init_->defined_in.get() : nullptr;
      return own && text_of(*a->object) == "self" ? own->lookup(a->name).get<FunctionObject>() : nullptr;
    }
    const auto* name = as_kind<NameExpr>(callee, ExprKind::name);
    const Attributes* attributes = globals_ ? globals_->attributes_if_any() : nullptr;
    const lang::Value* value = name && attributes ? attributes->find(name->ref.name) : nullptr;
    const auto* f = value ? value->get<FunctionObject>() : nullptr;
    return f && !f->code->source->is_library() ? f : nullptr;
  }

  /// split(q, self.heads): a size is what the function that takes it does with it.
  void handed_on(const Call& call) {
    const FunctionObject* f = function_called(*call.callee);
    if (!f || level_ >= kMostLevels) return;
    UseFinder finder(known_, layers_, constructor_of_, level_ + 1);
    const SizesByUse inner = in_init_ ? finder.find(f, nullptr) : finder.find(nullptr, f);
    const auto& asked = f->code->positional;
    const size_t self = call.callee->kind == ExprKind::attribute ? 1 : 0;
    const auto take = [&](const Expr& value, const std::string& word) {
      const auto it = inner.find(word);
      for (size_t i = 0; it != inner.end() && i < it->second.size(); ++i) add(parameter(value), it->second[i]);
    };
    for (size_t i = 0; i < call.args.size() && i + self < asked.size(); ++i) take(*call.args[i], asked[i + self].name.str());
    for (const Keyword& k : call.keywords) {
      if (k.name) take(*k.value, k.name->str());
    }
  }

  void layer(const Expr* in, const Expr* out) {
    if (!in || !out || layers_.empty()) return;
    const std::string from = parameter(*in);
    const LayerSizes& first = layers_[0];
    if (made_++ == 0) {
      add(from, first.in);
      width(*out, first);
      return;
    }
    // The layer after the heads are joined, of which the task does not speak: its output is as wide as the input.
    const bool leads_back = std::any_of(layers_.begin(), layers_.end(), [&](const LayerSizes& l) { return l.out == first.in; });
    if (from.empty() && !leads_back && factors(*in).size() > 1 && is(parameter(*out), first.in)) add(parameter(*out), first.out);
    if (from.empty()) return;
    const auto reads = [&](const LayerSizes& l) { return is(from, l.in); };
    auto role = std::find_if(layers_.begin(), layers_.end(), reads);
    if (role == layers_.end() && !is(from, first.out)) {
      // The layer of another input.
      role = std::find_if(layers_.begin(), layers_.end(), [&](const LayerSizes& l) {
        return l.in != first.in && l.in != first.out;
      });
      if (role == layers_.end()) role = layers_.begin();
      else add(from, role->in);
      width(*out, *role);
    } else if (role != layers_.end()) {
      const std::vector<std::string> to = factors(*out);
      if (to.size() == 1 && !found_.contains(to[0])) width(*out, *role);
    }
  }

  /// The output of a layer is as wide as `out`; a multiple means several such layers in one.
  void width(const Expr& out, const LayerSizes& layer) {
    const std::vector<std::string> to = factors(out);
    const auto alike = std::count_if(layers_.begin(), layers_.end(), [&](const LayerSizes& l) {
      return l.in == layer.in && l.out == layer.out;
    });
    if (to.size() == 1 && (alike > 1 || !parameter(out).empty())) add(to[0], layer.out);
    if (to.size() == 2) products_.emplace_back(to[0], to[1]);
    for (size_t i = 0; to.size() == 2 && i < 2; ++i) {
      if (is(to[i], layer.in)) add_use(to[1 - i], "multiple");
    }
  }

  /// Notes the matrices of a class that are read the other way round, with a row for each output:
  /// F.linear(x, self.w), x @ self.w.T, self.w @ columns.
  void note_turned(const Expr& e) {
    const auto note = [&](const Expr& matrix) {
      if (const std::string name = text_of(matrix); name.starts_with("self.")) turned_.insert(name);
    };
    if (const auto* a = as_kind<Attribute>(e, ExprKind::attribute); a && is_one_of(a->name.str(), {"T", "mT", "t", "transpose"})) note(*a->object);
    if (const auto* b = as_kind<Binary>(e, ExprKind::binary); b && b->op == BinaryOp::matmul) note(*b->left);
    const auto* call = as_kind<Call>(e, ExprKind::call);
    const Expr* weight = call && last_name(*call->callee) == "linear" ? argument(*call, 1, "weight") : nullptr;
    if (weight) note(*weight);
    if (!call || !is_one_of(last_name(*call->callee), {"mv", "mm", "matmul", "bmm"})) return;
    // torch.mv(self.w, x), self.w.mv(x)
    const auto* method = as_kind<Attribute>(*call->callee, ExprKind::attribute);
    if (method && text_of(*method->object) != "torch") note(*method->object);
    else if (!call->args.empty()) note(*call->args[0]);
  }

  /// Parameter(torch.randn(d_in, d_out)), or (heads, d_in, head_dim) with three sizes; `turned`:
  /// (d_out, d_in).
  void matrix(const Expr* made, bool turned) {
    // The scale factor.
    if (const auto* b = made ? as_kind<Binary>(*made, ExprKind::binary) : nullptr) {
      return matrix((b->left->kind == ExprKind::call ? b->left : b->right).get(), turned);
    }
    const auto* call = made ? as_kind<Call>(*made, ExprKind::call) : nullptr;
    if (!call) return;
    // torch.empty(d_in, d_out).uniform_(-1, 1)
    const auto* filled = as_kind<Attribute>(*call->callee, ExprKind::attribute);
    if (filled && filled->object->kind == ExprKind::call) return matrix(filled->object.get(), turned);
    for (const ExprPtr& a : call->args) shapes_.insert(a.get());
    const std::string_view name = last_name(*call->callee);
    if (!is_one_of(name, {"rand", "randn", "empty", "zeros", "ones"})) {
      // Look inside an initialisation or a scale factor.
      if (!call->args.empty()) matrix(call->args[0].get(), turned);
      return;
    }
    if (layers_.empty()) return;
    const LayerSizes& first = layers_[0];
    // A vector may have axes of size 1 in front: torch.ones(1, 1, d).
    if (!call->args.empty() && first.in.empty()) add(parameter(*call->args.back()), first.out);
    if (call->args.size() == 2) layer(call->args[turned ? 1 : 0].get(), call->args[turned ? 0 : 1].get());
    if (call->args.size() == 3 && made_++ == 0) {
      add_use(parameter(*call->args[0]), "divisor");
      add(parameter(*call->args[1]), first.in);
      add_use(parameter(*call->args[2]), "root");
    }
  }

  /// torch.ones(n, n) in a constructor becomes a mask.
  void mask(const Call& call) {
    for (const ExprPtr& a : call.args) {
      if (shapes_.contains(a.get())) return;
      if (const auto* t = as_kind<Sequence>(*a, ExprKind::tuple)) {
        for (const ExprPtr& i : t->items) add_use(parameter(*i), "table");
      }
      add_use(parameter(*a), "table");
    }
  }

  /// Head(d, n): follows the arguments into its constructor.
  void construction(const FunctionObject* init, const Call& call, bool one_of_several) {
    if (!init || level_ >= kMostLevels) return;
    UseFinder finder(known_, layers_, constructor_of_, level_ + 1);
    const SizesByUse inner = finder.find(init, first_method(init->defined_in.get()));
    made_ += finder.made_;
    // The output of one of several heads is as wide as a head.
    const auto take = [&](const std::string& name, const std::vector<std::string>& sizes) {
      for (const std::string& size : sizes) {
        const bool of_one = one_of_several && !layers_.empty() && size == layers_[0].out;
        add(name, of_one ? vocabulary().size_by_use("root") : size);
      }
    };
    const auto pass = [&](const Expr& value, const std::string& word) {
      const auto it = inner.find(word);
      if (it != inner.end()) take(parameter(value), it->second);
      // Several sizes in one argument.
      for (const std::string& part : parameter(value).empty() ? std::vector<std::string>() : unpacked_into(*init, word)) {
        if (inner.contains(part)) take(part, inner.at(part));
      }
      // A configuration that is passed on.
      for (const auto& [name, of] : parameter(value).empty() ? decltype(configs_)() : finder.configs_) {
        if (of == word && inner.contains(name)) take(name, inner.at(name));
        if (of == word) configs_[name] = parameter(value);
      }
    };
    for (size_t i = 0; i < call.args.size() && i + 1 < init->code->positional.size(); ++i) {
      pass(*call.args[i], init->code->positional[i + 1].name.str());
    }
    for (const Keyword& k : call.keywords) {
      if (k.name) pass(*k.value, k.name->str());
    }
  }

  /// In heads * head_dim, the one under the square root is head_dim.
  void products() {
    for (const auto& [a, b] : products_) {
      const bool turned = roots_.contains(a) || is(b, vocabulary().size_by_use("divisor"));
      add_use(turned ? b : a, "divisor");
      add_use(turned ? a : b, "root");
    }
    // A name used in the split into heads, with no other evidence.
    for (const std::string& p : views_) {
      if (!found_.contains(p)) add_use(p, "divisor");
    }
    for (const std::string& p : limits_) {
      if (!found_.contains(p)) add_use(p, "table");
    }
    // A width that is split into heads, with no layer as evidence.
    for (const std::string& p : dividends_) {
      if (!found_.contains(p)) add_use(p, "dividend");
    }
  }

  SizesByUse in_order() const {
    SizesByUse out;
    for (const auto& [parameter, sizes] : found_) {
      for (const std::string& size : known_) {
        if (sizes.contains(size)) out[parameter].push_back(size);
      }
    }
    return out;
  }

  const std::vector<std::string>& known_;
  const std::vector<LayerSizes>& layers_;
  const ConstructorOf& constructor_of_;
  int level_;
  static constexpr const char* kElsewhere = ":";  // prefix for local names of other methods
  const FunctionObject* init_ = nullptr;
  const ModuleObject* globals_ = nullptr;
  std::string self_ = "self";  // the name of the object in the function that is read
  bool in_init_ = false;
  bool repeats_ = false;  // the constructor makes objects in a loop
  int made_ = 0;  // number of layers so far
  std::set<std::string> parameters_, roots_, turned_;
  mutable std::map<std::string, std::string> configs_;  // field name to configuration parameter
  std::map<std::string, const Expr*> aliases_;
  std::map<std::string, std::set<std::string>> found_;
  std::vector<std::pair<std::string, std::string>> products_;
  std::vector<std::string> views_, dividends_, limits_;
  std::set<const Expr*> shapes_;
};

}  // namespace

SizesByUse sizes_by_use(const std::vector<std::string>& known,
                        const std::vector<LayerSizes>& layers, const FunctionObject* init,
                        const FunctionObject& call, const ConstructorOf& constructor_of,
                        const std::set<std::string>& globals) {
  return UseFinder(known, layers, constructor_of, 0, globals).find(init, &call);
}

bool is_of_program(const lang::ClassObject& cls) {
  return cls.from_program && !library::find_module(cls.module_name);
}

}  // namespace mha::reading
