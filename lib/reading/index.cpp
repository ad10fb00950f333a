// IndexBuilder, the walk that fills an Index. The questions about names are answered in
// clues_names.cpp.

#include "reading/index.h"

#include <utility>

#include "lang/values/object.h"
#include "reading/walk.h"

namespace mha::reading {

using namespace lang;

class IndexBuilder {
 public:
  explicit IndexBuilder(Index& program) : p_(program) {}

  void module(const Module& m) {
    module_ = &m;
    block(m.body);
  }

 private:
  void block(const Block& body) {
    const bool before = dead_;
    for (const StmtPtr& s : body) {
      statement(*s);
      dead_ = dead_ || ends_block(*s);
    }
    dead_ = before;
  }

  void statement(const Stmt& s) {
    const auto at = static_cast<uint32_t>(p_.stmts_.size());
    p_.stmts_.push_back({.stmt = &s, .above = above_, .module = module_,
                         .function = function_, .cls = cls_,
                         .first = next_expr(), .dead = dead_});
    p_.stmt_at_.emplace(&s, at);
    const Stmt* const before = std::exchange(above_, &s);
    parts(s);
    above_ = before;
    p_.stmts_[at].last = next_expr();
    p_.stmts_[at].end = static_cast<uint32_t>(p_.stmts_.size());
  }

  void parts(const Stmt& s) {
    switch (s.kind) {
      case StmtKind::function:
        return function(as<FunctionDef>(s));
      case StmtKind::class_:
        return class_def(as<ClassDef>(s));
      case StmtKind::import:
        return import(as<Import>(s));
      case StmtKind::import_from:
        return import_from(as<ImportFrom>(s));
      default:
        parts_of(
            s, [&](const Expr& e, Use use) { expression(e, nullptr, use); },
            [&](const Block& body) { block(body); });
    }
  }

  void expression(const Expr& e, const Expr* above, Use use) {
    const uint32_t at = next_expr();
    p_.nodes_.push_back({&e, above, above_, module_, function_, cls_, use, 0});
    p_.expr_at_.emplace(&e, at);
    parts_of(e, use, [&](const Expr& part, Use how) {
      expression(part, &e, how);
    });
    p_.nodes_[at].end = next_expr();
  }

  void function(const FunctionDef& def) {
    for (const ExprPtr& d : def.decorators) expression(*d, nullptr, Use::read);
    const FunctionCode& code = *def.code;
    for (const Parameter& a : code.positional) default_of(a);
    for (const Parameter& a : code.keyword_only) default_of(a);

    FunctionNode& f = p_.functions_.emplace_back();
    f.module = module_;
    f.def = &def;
    f.code = &code;
    f.outer = function_;
    if (in_class_body_) {
      f.cls = cls_;
      cls_->methods.push_back(&f);
      if (!code.positional.empty() && !is_static(def)) {
        f.self = code.positional[0].name;
      }
    }
    if (!in_class_body_ && !function_) p_.function_names_[f.name()] = &f;
    f.first = next_expr();
    f.first_stmt = static_cast<uint32_t>(p_.stmts_.size());
    FunctionNode* const outer = std::exchange(function_, &f);
    const bool body = std::exchange(in_class_body_, false);
    block(code.body);
    function_ = outer;
    in_class_body_ = body;
    f.last = next_expr();
    f.last_stmt = static_cast<uint32_t>(p_.stmts_.size());
  }

  void default_of(const Parameter& a) {
    if (a.default_value) expression(*a.default_value, nullptr, Use::read);
  }

  static bool is_static(const FunctionDef& def) {
    for (const ExprPtr& d : def.decorators) {
      const std::string_view name = last_name(*d);
      if (name == "staticmethod" || name == "classmethod") return true;
    }
    return false;
  }

  void class_def(const ClassDef& def) {
    for (const ExprPtr& d : def.decorators) expression(*d, nullptr, Use::read);
    for (const ExprPtr& b : def.bases) expression(*b, nullptr, Use::read);
    for (const Keyword& k : def.keywords) {
      expression(*k.value, nullptr, Use::read);
    }
    ClassNode& c = p_.classes_.emplace_back();
    c.module = module_;
    c.def = &def;
    c.outer = cls_;
    p_.class_names_[def.target.name.str()] = &c;
    ClassNode* const outer = std::exchange(cls_, &c);
    const bool body = std::exchange(in_class_body_, true);
    block(def.body);
    cls_ = outer;
    in_class_body_ = body;
  }

  void import(const Import& s) {
    for (const ImportName& n : s.names) {
      const std::string name = n.target.name.str();
      bind(name, n.alias ? n.path : n.path.substr(0, n.path.find('.')),
           n.target);
    }
  }

  void import_from(const ImportFrom& s) {
    if (s.star) p_.star_imports_.push_back(s.module);
    for (const ImportName& n : s.names) {
      bind(n.target.name.str(), s.module + "." + n.path, n.target);
    }
  }

  void bind(const std::string& name, std::string path, const NameRef& ref) {
    auto& table =
        ref.scope == Scope::global ? p_.imports_ : p_.inner_imports_;
    table[name] = std::move(path);
  }

  uint32_t next_expr() const { return static_cast<uint32_t>(p_.nodes_.size()); }

  Index& p_;
  const Module* module_ = nullptr;
  const Stmt* above_ = nullptr;
  FunctionNode* function_ = nullptr;
  ClassNode* cls_ = nullptr;
  bool dead_ = false;
  bool in_class_body_ = false;
};

static std::vector<const Module*> pointers_to(const std::vector<ModulePtr>& modules) {
  std::vector<const Module*> out;
  for (const ModulePtr& m : modules) out.push_back(m.get());
  return out;
}

Index::Index(const std::vector<ModulePtr>& modules) : Index(pointers_to(modules)) {}

Index::Index(std::vector<const Module*> modules)
    : modules_(std::move(modules)) {
  IndexBuilder builder(*this);
  for (const Module* m : modules_) builder.module(*m);
  for (const StmtNode& s : stmts_) {
    if (s.function || s.cls) continue;
    targets_of(*s.stmt, [&](const Target& target, Giver giver) {
      if (target.object) return;
      giver.module = s.module;
      module_givers_[target.name].push_back(giver);
    });
  }
}

std::span<const ExprNode> Index::nodes(const Expr& e) const {
  const uint32_t at = expr_at_.at(&e);
  return std::span(nodes_).subspan(at, nodes_[at].end - at);
}

std::span<const ExprNode> Index::nodes(const Stmt& s) const {
  const StmtNode& n = node(s);
  return std::span(nodes_).subspan(n.first, n.last - n.first);
}

std::span<const ExprNode> Index::nodes(const FunctionNode& f) const {
  return std::span(nodes_).subspan(f.first, f.last - f.first);
}

std::span<const StmtNode> Index::statements(const FunctionNode& f) const {
  return std::span(stmts_).subspan(f.first_stmt, f.last_stmt - f.first_stmt);
}

const ExprNode& Index::node(const Expr& e) const {
  return nodes_[expr_at_.at(&e)];
}

const StmtNode& Index::node(const Stmt& s) const {
  return stmts_[stmt_at_.at(&s)];
}

// ------------------------------------------------------- small questions

std::string_view last_name(const Expr& e) {
  if (e.kind == ExprKind::name) return as<NameExpr>(e).ref.name.str();
  if (e.kind == ExprKind::attribute) return as<Attribute>(e).name.str();
  return "";
}

std::optional<std::string> text_of(const Expr& e) {
  if (e.kind != ExprKind::constant) return std::nullopt;
  const auto* text = as<Constant>(e).value.get<StrObject>();
  if (!text) return std::nullopt;
  return text->text();
}

const Expr* argument(const Call& call, std::string_view keyword, int position) {
  for (const Keyword& k : call.keywords) {
    if (k.name && k.name->str() == keyword) return k.value.get();
  }
  if (position < 0 || static_cast<size_t>(position) >= call.args.size()) {
    return nullptr;
  }
  for (int i = 0; i <= position; ++i) {
    if (call.args[static_cast<size_t>(i)]->kind == ExprKind::starred) {
      return nullptr;
    }
  }
  return call.args[static_cast<size_t>(position)].get();
}

bool has_starred(const Call& call) {
  for (const ExprPtr& a : call.args) {
    if (a->kind == ExprKind::starred) return true;
  }
  for (const Keyword& k : call.keywords) {
    if (!k.name) return true;
  }
  return false;
}

bool sets_up(const FunctionNode& f) {
  return f.name().find("init") != std::string::npos ||
         f.name().find("reset") != std::string::npos;
}

bool is_empty_body(const Block& body) {
  for (const StmtPtr& s : body) {
    switch (s->kind) {
      case StmtKind::pass:
      case StmtKind::raise:
        break;
      case StmtKind::expr:
        if (as<ExprStmt>(*s).value->kind != ExprKind::constant) return false;
        break;
      case StmtKind::return_: {
        const Expr* value = as<Return>(*s).value.get();
        if (value && value->kind != ExprKind::constant) return false;
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

}  // namespace mha::reading
