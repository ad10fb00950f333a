// Index: where names come from.

#include <algorithm>
#include <array>
#include <functional>

#include "reading/walk.h"

namespace mha::reading {

using namespace lang;

namespace {

/// How deep bases and other chains are followed; a class may name itself as its base.
constexpr int kDeepestName = 16;

bool binds(const FunctionNode& f, Symbol name) {
  const ScopeInfo& s = f.code->scope;
  if (std::find(s.locals.begin(), s.locals.end(), name) != s.locals.end()) {
    return true;
  }
  const auto own = s.cells.begin() + s.own_cells;
  return std::find(s.cells.begin(), own, name) != own;
}

const Parameter* parameter(const FunctionCode& code, Symbol name) {
  for (const Parameter& p : code.positional) {
    if (p.name == name) return &p;
  }
  for (const Parameter& p : code.keyword_only) {
    if (p.name == name) return &p;
  }
  if (code.star_args && code.star_args->name == name) return &*code.star_args;
  if (code.star_kwargs && code.star_kwargs->name == name) {
    return &*code.star_kwargs;
  }
  return nullptr;
}

bool names(const Expr& target, Symbol name) {
  if (target.kind == ExprKind::name) {
    return as<NameExpr>(target).ref.name == name;
  }
  if (target.kind == ExprKind::starred) {
    return names(*as<Starred>(target).value, name);
  }
  if (target.kind != ExprKind::tuple && target.kind != ExprKind::list) {
    return false;
  }
  const auto& items = as<Sequence>(target).items;
  return std::any_of(items.begin(), items.end(),
                     [&](const ExprPtr& i) { return names(*i, name); });
}

/// The usual names of modules, for programs that lack their imports.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5>
    kCustomary = {{{"torch", "torch"},
                   {"nn", "torch.nn"},
                   {"F", "torch.nn.functional"},
                   {"np", "numpy"},
                   {"math", "math"}}};

bool is_library(std::string_view path) {
  for (const std::string_view root : {"torch", "numpy", "math", "einops"}) {
    if (path.starts_with(root)) return true;
  }
  return false;
}

}  // namespace

// ------------------------------------------------------------------- names

bool Index::is_global(const NameExpr& e) const {
  return e.ref.scope == Scope::global;
}

std::string Index::path(const Expr& e) const {
  if (e.kind == ExprKind::attribute) {
    std::string object = path(*as<Attribute>(e).object);
    if (object.empty()) return object;
    return object + "." + as<Attribute>(e).name.str();
  }
  if (e.kind != ExprKind::name) return "";
  const Symbol symbol = as<NameExpr>(e).ref.name;
  const std::string& name = symbol.str();
  if (!is_global(as<NameExpr>(e))) {
    const auto inner = inner_imports_.find(name);
    return inner == inner_imports_.end() ? "" : inner->second;
  }
  if (module_givers_.contains(symbol) || class_names_.contains(name) ||
      function_names_.contains(name)) {
    return "";
  }
  if (const auto i = imports_.find(name); i != imports_.end()) return i->second;
  for (const auto& [word, meant] : kCustomary) {
    if (word == name) return std::string(meant);
  }
  const bool upper = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
  for (const std::string& from : star_imports_) {
    if (upper == (from == "torch.nn")) return from + "." + name;
  }
  return "";
}

const ClassNode* Index::class_named(std::string_view name) const {
  const auto found = class_names_.find(std::string(name));
  return found == class_names_.end() ? nullptr : found->second;
}

const FunctionNode* Index::function_named(std::string_view name) const {
  const auto found = function_names_.find(std::string(name));
  return found == function_names_.end() ? nullptr : found->second;
}

const ClassNode* Index::class_named(const Expr& e) const {
  if (e.kind == ExprKind::name) {
    const auto& name = as<NameExpr>(e);
    const ClassNode* c = class_named(name.ref.name.str());
    if (!c) {
      const std::string from = path(e);
      if (is_library(from)) return nullptr;
      return class_named(from.substr(from.rfind('.') + 1));
    }
    // A local name can only be a class if a function defines that class.
    const bool inner = node(*c->def).function != nullptr || c->outer;
    return is_global(name) || inner ? c : nullptr;
  }
  if (e.kind != ExprKind::attribute) return nullptr;
  const ClassNode* c = class_named(as<Attribute>(e).name.str());
  if (!c) return nullptr;
  const Expr& object = *as<Attribute>(e).object;
  if (c->outer) {
    return is_self(object) || class_named(object) == c->outer ? c : nullptr;
  }
  const std::string from = path(object);
  return !from.empty() && !is_library(from) ? c : nullptr;
}

const FunctionNode* Index::function_named(const Expr& e) const {
  if (e.kind == ExprKind::name) {
    const auto& name = as<NameExpr>(e);
    if (is_global(name)) {
      if (const auto* f = function_named(name.ref.name.str())) return f;
      const std::string from = path(e);
      if (is_library(from)) return nullptr;
      return function_named(from.substr(from.rfind('.') + 1));
    }
    for (const FunctionNode* f = node(e).function; f; f = f->outer) {
      for (const FunctionNode& g : functions_) {
        if (g.outer == f && !g.cls && g.code->name == name.ref.name) return &g;
      }
    }
    return nullptr;
  }
  if (e.kind != ExprKind::attribute) return nullptr;
  const std::string& name = as<Attribute>(e).name.str();
  if (is_self(*as<Attribute>(e).object)) {
    const ClassNode* c = node(e).cls;
    return c ? method(*c, name) : nullptr;
  }
  if (const ClassNode* c = class_named(*as<Attribute>(e).object)) {
    return method(*c, name);
  }
  const std::string from = path(*as<Attribute>(e).object);
  return from.empty() || is_library(from) ? nullptr : function_named(name);
}

const FunctionNode* Index::callee(const Expr& e) const {
  if (const FunctionNode* f = function_named(e)) return f;
  if (e.kind != ExprKind::attribute) return nullptr;
  const auto method_of = [&](const Expr* made) -> const FunctionNode* {
    const bool call = made && made->kind == ExprKind::call;
    const ClassNode* c = call ? class_named(*as<Call>(*made).callee) : nullptr;
    return c ? method(*c, as<Attribute>(e).name.str()) : nullptr;
  };
  const Expr& object = *as<Attribute>(e).object;
  if (const FunctionNode* f = method_of(&object)) return f;
  for (const Giver& g : givers(object)) {
    if (const FunctionNode* f = method_of(g.value)) return f;
  }
  return nullptr;
}

// ----------------------------------------------------------------- classes

bool Index::counts(const FunctionNode& f) const {
  if (f.cls) {
    for (auto m = f.cls->methods.rbegin(); m != f.cls->methods.rend(); ++m) {
      if ((*m)->code->name == f.code->name) {
        // A property and its setter share a name.
        return *m == &f || !(*m)->def->decorators.empty();
      }
    }
  }
  return f.outer || f.cls || function_named(f.name()) == &f;
}

const FunctionNode* Index::method(const ClassNode& c,
                                    std::string_view name) const {
  const std::function<const FunctionNode*(const ClassNode&, int)> find =
      [&](const ClassNode& k, int depth) -> const FunctionNode* {
    for (auto m = k.methods.rbegin(); m != k.methods.rend(); ++m) {
      if ((*m)->name() == name) return *m;
    }
    if (depth == 0) return nullptr;
    for (const ClassNode* b : bases(k)) {
      if (const FunctionNode* m = find(*b, depth - 1)) return m;
    }
    return nullptr;
  };
  return find(c, kDeepestName);
}

std::vector<const ClassNode*> Index::bases(const ClassNode& c) const {
  std::vector<const ClassNode*> result;
  for (const ExprPtr& b : c.def->bases) {
    const ClassNode* k = class_named(*b);
    if (k && k != &c) result.push_back(k);
  }
  return result;
}

bool Index::derives_from(const ClassNode& c, const ClassNode& base) const {
  const std::function<bool(const ClassNode&, int)> find =
      [&](const ClassNode& k, int depth) {
        if (&k == &base) return true;
        if (depth == 0) return false;
        for (const ClassNode* b : bases(k)) {
          if (find(*b, depth - 1)) return true;
        }
        return false;
      };
  return find(c, kDeepestName);
}

bool Index::is_module(const ClassNode& c) const {
  const std::function<bool(const ClassNode&, int)> find =
      [&](const ClassNode& k, int depth) {
        for (const ExprPtr& b : k.def->bases) {
          if (path(*b).starts_with("torch.nn.")) return true;
        }
        if (depth == 0) return false;
        for (const ClassNode* b : bases(k)) {
          if (find(*b, depth - 1)) return true;
        }
        return false;
      };
  return find(c, kDeepestName);
}

bool Index::bases_known(const ClassNode& c) const {
  const std::function<bool(const ClassNode&, int)> known =
      [&](const ClassNode& k, int depth) {
        if (depth == 0 || !k.def->keywords.empty()) return false;
        for (const ExprPtr& b : k.def->bases) {
          const std::string_view name = last_name(*b);
          if (path(*b) == "torch.nn.Module" || name == "object" ||
              name == "ABC") {
            continue;
          }
          const ClassNode* base = class_named(*b);
          if (!base || base == &k || !known(*base, depth - 1)) return false;
        }
        return true;
      };
  return known(c, kDeepestName);
}

// ------------------------------------------------------------------ givers

bool Index::is_self(const Expr& e) const {
  if (e.kind != ExprKind::name) return false;
  const Symbol name = as<NameExpr>(e).ref.name;
  for (const FunctionNode* f = node(e).function; f; f = f->outer) {
    if (f->cls) return f->self == name;
    if (binds(*f, name)) return false;
  }
  return false;
}

std::optional<Symbol> Index::self_attribute(const Expr& e) const {
  if (e.kind != ExprKind::attribute) return std::nullopt;
  if (!is_self(*as<Attribute>(e).object)) return std::nullopt;
  return as<Attribute>(e).name;
}

const std::vector<Giver>& Index::givers(const Expr& e) const {
  if (const auto known = known_.find(&e); known != known_.end()) {
    return known->second;
  }
  std::vector<Giver> result;
  if (e.kind == ExprKind::name) {
    result = name_givers(as<NameExpr>(e));
  } else if (self_attribute(e)) {
    result = attribute_at(as<Attribute>(e));
  }
  const auto place = [&](const Giver& g) {
    return std::pair(std::find(modules_.begin(), modules_.end(), g.module),
                     g.span.begin);
  };
  std::stable_sort(
      result.begin(), result.end(),
      [&](const Giver& a, const Giver& b) { return place(a) > place(b); });
  return known_.emplace(&e, std::move(result)).first->second;
}

std::vector<Giver> Index::name_givers(const NameExpr& e) const {
  const Symbol name = e.ref.name;
  const ExprNode& at = node(e);
  const auto stamped = [&](std::vector<Giver> list, const FunctionNode* f,
                           const Module* m) {
    for (Giver& g : list) {
      g.function = f;
      g.module = m;
    }
    return list;
  };
  // Names that a comprehension or a lambda binds.
  for (const Expr* x = &e; x; x = node(*x).above) {
    if (x->kind == ExprKind::comprehension) {
      const auto& c = as<Comprehension>(*x);
      if (contains(c.clauses[0].iterable->span, e.span)) continue;
      for (const ComprehensionClause& clause : c.clauses) {
        if (!names(*clause.target, name)) continue;
        const Span span{clause.target->span.begin, clause.iterable->span.end};
        return {{span, clause.iterable.get(), Giver::How::part, at.function,
                 at.module}};
      }
    } else if (x->kind == ExprKind::lambda) {
      if (const Parameter* p = parameter(*as<Lambda>(*x).code, name)) {
        return {{p->span, nullptr, Giver::How::parameter, at.function,
                 at.module}};
      }
    }
  }
  for (const FunctionNode* f = at.function; f; f = f->outer) {
    if (is_global(e)) break;
    if (!binds(*f, name)) continue;
    std::vector<Giver> given;
    if (const Parameter* p = parameter(*f->code, name)) {
      given.push_back({.span = p->span, .how = Giver::How::parameter});
    }
    std::optional<uint32_t> until;
    if (f == at.function) until = e.span.begin;
    return stamped(reaching(f->code->body, {std::nullopt, name}, given, until),
                   f, f->module);
  }
  if (!module_givers_.contains(name)) return {};
  // At module level only earlier statements count; in a function all do.
  auto m = modules_.rbegin();
  std::optional<uint32_t> until;
  if (!at.function) {
    while (*m != at.module) ++m;
    until = e.span.begin;
  }
  for (; m != modules_.rend(); ++m, until.reset()) {
    auto found = reaching((*m)->body, {std::nullopt, name}, {}, until);
    if (!found.empty()) return stamped(std::move(found), nullptr, *m);
  }
  return {};
}

std::vector<Giver> Index::attribute_at(const Attribute& e) const {
  const FunctionNode* method = node(e).function;
  const bool direct = method && method->cls;
  while (method && !method->cls) method = method->outer;
  if (!method) return {};
  std::optional<uint32_t> until;
  if (direct) until = e.span.begin;
  // The value of the attribute when the method was called.
  const Giver before{.span = {}, .how = Giver::How::parameter};
  std::vector<Giver> result;
  bool survives = false;
  for (Giver& g : reaching(method->code->body, {method->self, e.name}, {before},
                           until)) {
    if (g.how == Giver::How::parameter) {
      survives = true;
      continue;
    }
    g.function = method;
    g.module = method->module;
    result.push_back(g);
  }
  if (survives) {
    for (const Giver& g : attribute_givers(*method->cls, e.name)) {
      if (g.function != method) result.push_back(g);
    }
  }
  return result;
}

std::vector<Giver> Index::attribute_givers(const ClassNode& c,
                                             Symbol name) const {
  std::vector<Giver> result;
  const auto collect = [&](const ClassNode& k) {
    const auto add = [&](std::vector<Giver> list, const FunctionNode* f) {
      for (Giver& g : list) {
        g.function = f;
        g.module = k.module;
        result.push_back(g);
      }
    };
    for (const FunctionNode* m : k.methods) {
      if (!m->self || !counts(*m)) continue;
      add(reaching(m->code->body, {m->self, name}, {}, std::nullopt), m);
    }
    add(reaching(k.def->body, {std::nullopt, name}, {}, std::nullopt), nullptr);
  };
  for (const ClassNode& k : classes_) {
    if (derives_from(c, k)) collect(k);
  }
  if (!result.empty()) return result;
  for (const ClassNode& k : classes_) {
    if (&k != &c && derives_from(k, c)) collect(k);
  }
  return result;
}

std::vector<Giver> Index::module_givers(Symbol name) const {
  const auto found = module_givers_.find(name);
  return found == module_givers_.end() ? std::vector<Giver>{} : found->second;
}

}  // namespace mha::reading
