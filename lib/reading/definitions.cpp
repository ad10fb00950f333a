#include "reading/definitions.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"
#include "reading/expressions.h"

namespace mha::reading {

using namespace lang;
using namespace reading;

namespace {

/// A limit against programs written to be slow; a learner's program has fewer.
constexpr size_t kMost = 400;
constexpr int kSteps = 24;

class Tracer {
 public:
  explicit Tracer(const Module& module) : program_({&module}) {}

  const Index& program() const { return program_; }

  /// The expressions in a span, outermost first.
  std::vector<const Expr*> within(Span use) const {
    std::vector<const Expr*> result;
    for (const ExprNode& n : program_.nodes()) {
      if (contains(use, n.expr->span) &&
          (!n.above || !contains(use, n.above->span))) {
        result.push_back(n.expr);
      }
    }
    if (!result.empty()) return result;
    const Expr* innermost = nullptr;
    for (const ExprNode& n : program_.nodes()) {
      if (contains(n.expr->span, use)) innermost = n.expr;
    }
    if (innermost) result.push_back(innermost);
    return result;
  }

  std::vector<Definition> trace(Span use) {
    for (const Expr* e : within(use)) from(*e);
    std::vector<Definition> result;
    for (int step = 1; step <= kSteps && result.size() < kMost; ++step) {
      std::vector<Found> level = std::move(found_);
      found_.clear();
      std::stable_sort(level.begin(), level.end(),
                       [](const Found& a, const Found& b) {
                         return a.definition.span.begin >
                                b.definition.span.begin;
                       });
      for (Found& f : level) {
        f.definition.steps = step;
        result.push_back(f.definition);
        if (f.definition.value) {
          from(*f.definition.value);
        } else if (f.function) {
          from_calls(*f.function, Symbol(f.definition.name));
        }
      }
      if (found_.empty()) break;
    }
    return result;
  }

 private:
  struct Found {
    Definition definition;
    const FunctionNode* function = nullptr;  // for a parameter
  };
  struct Site {
    const Call* call;
    const FunctionNode* function;
  };

  void add(Span span, std::string name, const Expr* value,
           const FunctionNode* function = nullptr) {
    if (known_.emplace(span.begin, value, name).second) {
      found_.push_back({{span, std::move(name), value, 1}, function});
    }
  }

  /// Adds what the names, attributes and calls in an expression refer to.
  void from(const Expr& e) {
    if (known_.size() > kMost) return;
    for (const ExprNode& n : program_.nodes(e)) {
      if (n.use == Use::write || n.use == Use::remove) continue;
      if (n.expr->kind == ExprKind::call) {
        for (const FunctionNode* f : callees(as<Call>(*n.expr))) returns(*f);
        continue;
      }
      std::string name;
      if (n.expr->kind == ExprKind::name) {
        if (program_.is_self(*n.expr)) continue;
        name = as<NameExpr>(*n.expr).ref.name.str();
      } else if (const auto attribute = program_.self_attribute(*n.expr)) {
        name = as<NameExpr>(*as<Attribute>(*n.expr).object).ref.name.str() +
               "." + attribute->str();
      } else {
        continue;
      }
      for (const Giver& g : program_.givers(*n.expr)) {
        add(g.span, name, g.value, g.value ? nullptr : g.function);
      }
    }
  }

  void returns(const FunctionNode& f) {
    for (const StmtNode& s : program_.statements(f)) {
      if (s.function != &f || s.stmt->kind != StmtKind::return_) continue;
      const Expr* value = as<Return>(*s.stmt).value.get();
      if (value) add(s.stmt->span, f.name() + "()", value);
    }
  }

  /// The functions of the program that a call may run.
  std::vector<const FunctionNode*> callees(const Call& call) const {
    if (const FunctionNode* f = program_.callee(*call.callee)) {
      return {f};
    }
    // Calling an object of the program's class runs its forward: self.head(x).
    std::vector<const FunctionNode*> result;
    for (const Giver& g : program_.givers(*call.callee)) {
      if (!g.value) continue;
      for (const ExprNode& n : program_.nodes(*g.value)) {
        if (n.expr->kind != ExprKind::call) continue;
        const ClassNode* c = program_.class_named(*as<Call>(*n.expr).callee);
        if (!c) continue;
        const FunctionNode* f = program_.method(*c, "forward");
        if (!f) f = program_.method(*c, "__call__");
        if (f) result.push_back(f);
      }
    }
    return result;
  }

  /// For a parameter, adds the arguments that callers pass.
  void from_calls(const FunctionNode& f, Symbol name) {
    if (!sites_) {
      sites_.emplace();
      for (const ExprNode& n : program_.nodes()) {
        if (n.expr->kind != ExprKind::call) continue;
        const auto& call = as<Call>(*n.expr);
        for (const FunctionNode* g : callees(call)) {
          sites_->push_back({&call, g});
        }
        if (const ClassNode* c = program_.class_named(*call.callee)) {
          const FunctionNode* init = program_.method(*c, "__init__");
          if (init) sites_->push_back({&call, init});
        }
      }
    }
    const auto& parameters = f.code->positional;
    const auto at = std::find_if(
        parameters.begin(), parameters.end(),
        [&](const Parameter& p) { return p.name == name; });
    const int position = at == parameters.end()
                             ? -1
                             : static_cast<int>(at - parameters.begin()) -
                                   (f.self ? 1 : 0);
    for (const Site& s : *sites_) {
      if (s.function != &f) continue;
      const Expr* value = argument(*s.call, name.str(), position);
      if (value) add(span_of(*s.call), name.str(), value);
    }
  }

  /// The span of the statement, or of the expression alone if the statement contains blocks.
  Span span_of(const Expr& e) const {
    const Stmt& s = *program_.node(e).stmt;
    switch (s.kind) {
      case StmtKind::if_:
      case StmtKind::for_:
      case StmtKind::while_:
      case StmtKind::with:
      case StmtKind::try_:
      case StmtKind::function:
      case StmtKind::class_:
        return e.span;
      default:
        return s.span;
    }
  }

  Index program_;
  std::vector<Found> found_;
  std::set<std::tuple<uint32_t, const Expr*, std::string>> known_;
  std::optional<std::vector<Site>> sites_;
};

}  // namespace

std::vector<Definition> definitions(const Module& module, Span use) {
  return Tracer(module).trace(use);
}

/// The value that an assignment gives; null for another statement.
static const Expr* value_of(const Stmt& s) {
  if (s.kind == StmtKind::assign) return as<Assign>(s).value.get();
  return s.kind == StmtKind::ann_assign ? as<AnnAssign>(s).value.get() : nullptr;
}

/// Whether a call passes this constant: a size that whoever uses the program chose, not one that the
/// program computes.
static bool is_passed_constant(const Module& module, const Definition& d) {
  if (!d.value || d.value->kind != ExprKind::constant) return false;
  const Stmt* s = statement_at(module, d.span);
  return !s || value_of(*s) != d.value;
}

std::optional<Span> computation_of(const Module& module, const Expr& use) {
  for (const Definition& d : definitions(module, use.span)) {
    if (is_passed_constant(module, d)) return std::nullopt;
    // A shape is right whatever the tensor's numbers are; the mistake is in which size is read.
    if (d.value && d.value->kind == ExprKind::attribute && last_name(*d.value) == "shape") return std::nullopt;
    // A call of the program's own function: its return statement computes the value.
    if (!d.value || (use.kind == ExprKind::call && !d.name.ends_with("()"))) continue;
    if (use.kind == ExprKind::call) return d.span;
    const Expr* from = d.value;
    while (from->kind == ExprKind::attribute) from = as<Attribute>(*from).object.get();
    const bool handed_on = from->kind == ExprKind::name;
    const bool is_size = d.value->kind == ExprKind::binary && as<Binary>(*d.value).op == BinaryOp::floordiv &&
                         as<Binary>(*d.value).right->kind != ExprKind::binary;
    if (!handed_on && !is_size) return d.span;
  }
  return std::nullopt;
}

std::string name_read_once(const Module& module, Span assignment) {
  const Stmt* s = statement_at(module, assignment);
  if (!s || !value_of(*s)) return "";
  const Expr& target = s->kind == StmtKind::assign ? *as<Assign>(*s).targets[0] : *as<AnnAssign>(*s).target;
  const std::string name(module.source->text(target.span));
  const Index text({&module});
  const auto reads = std::count_if(text.nodes().begin(), text.nodes().end(), [&](const ExprNode& n) {
    return n.use == Use::read && module.source->text(n.expr->span) == name;
  });
  return reads == 1 ? name : "";
}

std::vector<const Expr*> reads_of(const Module& module, Span use) {
  const Index program({&module});
  std::vector<const Expr*> result;
  const Expr* whole = expression_at(module, use);
  if (!whole) return result;
  Span bounds{};  // the index of the last slice that was visited
  for (const ExprNode& n : program.nodes(*whole)) {
    if (n.expr != whole && n.expr->kind == ExprKind::subscript && !contains(bounds, n.expr->span)) {
      bounds = as<Subscript>(*n.expr).index->span;
    }
    const bool inside = !result.empty() && contains(result.back()->span, n.expr->span);
    if (inside || n.use == Use::write || contains(bounds, n.expr->span)) continue;
    const bool called = n.above && n.above->kind == ExprKind::call && as<Call>(*n.above).callee.get() == n.expr;
    const bool own_call = n.expr->kind == ExprKind::call && program.callee(*as<Call>(*n.expr).callee);
    const bool named = !called && n.expr->kind == ExprKind::name && !program.is_self(*n.expr);
    if (own_call || named || (!called && program.self_attribute(*n.expr))) result.push_back(n.expr);
  }
  return result;
}

std::optional<Span> bound_of(const Module& module, Span use) {
  const Index program({&module});
  std::optional<Span> first;
  std::vector<Span> bounds;
  for (const ExprNode& n : program.nodes()) {
    if (!contains(use, n.expr->span)) continue;
    if (n.expr->kind == ExprKind::subscript) bounds.push_back(as<Subscript>(*n.expr).index->span);
    if (n.expr->kind == ExprKind::call) {
      for (const Keyword& k : as<Call>(*n.expr).keywords) {
        if (k.name && k.value->kind == ExprKind::name) bounds.push_back(k.value->span);
      }
    }
    const bool bounding = std::any_of(bounds.begin(), bounds.end(), [&](Span b) { return contains(b, n.expr->span); });
    if (n.expr->kind != ExprKind::name || !bounding) continue;
    for (const Giver& g : program.givers(*n.expr)) {
      if (g.how == Giver::How::whole && n.function == g.function && (!first || g.span.begin < first->begin)) first = g.span;
    }
  }
  return first;
}

bool is_made_by(const Module& module, Span statement, const std::vector<std::string>& names) {
  const Stmt* s = statement_at(module, statement);
  const Expr* value = !s                                ? nullptr
                      : s->kind == StmtKind::assign  ? as<Assign>(*s).value.get()
                      : s->kind == StmtKind::return_ ? as<Return>(*s).value.get()
                                                     : nullptr;
  const bool slices = std::find(names.begin(), names.end(), "slice") != names.end();
  if (value && value->kind == ExprKind::subscript) return slices;
  if (!value || value->kind != ExprKind::call) return false;
  return std::find(names.begin(), names.end(), last_name(*as<Call>(*value).callee)) != names.end();
}

std::optional<Span> call_named(const Module& module, Span use,
                               const std::vector<std::string>& names) {
  Tracer tracer(module);
  const auto called = [&](const Expr& e) -> std::optional<Span> {
    for (const ExprNode& n : tracer.program().nodes(e)) {
      if (n.expr->kind != ExprKind::call) continue;
      const std::string_view name = last_name(*as<Call>(*n.expr).callee);
      if (std::find(names.begin(), names.end(), name) != names.end()) {
        return n.expr->span;
      }
    }
    return std::nullopt;
  };
  for (const Expr* e : tracer.within(use)) {
    if (const auto span = called(*e)) return span;
  }
  for (const Definition& d : tracer.trace(use)) {
    if (!d.value) continue;
    if (const auto span = called(*d.value)) return span;
  }
  return std::nullopt;
}

const Expr* expression_at(const Module& module, Span span) {
  const Expr* innermost = nullptr;
  const Index program({&module});
  for (const ExprNode& n : program.nodes()) {
    if (contains(n.expr->span, span)) innermost = n.expr;
  }
  return innermost;
}

const Stmt* statement_at(const Module& module, Span span) {
  const Stmt* innermost = nullptr;
  const Index program({&module});
  for (const StmtNode& s : program.statements()) {
    if (contains(s.stmt->span, span)) innermost = s.stmt;
  }
  return innermost;
}

Span operation_at(const Module& module, Span span) {
  const Source& source = *module.source;
  const auto line = [&](uint32_t at) { return source.place(at).line; };
  if (span.end > source.text().size() || line(span.begin) == line(span.end)) return span;
  const Expr* e = expression_at(module, span);
  if (!e || e->span.begin != span.begin || e->span.end != span.end) return span;
  uint32_t at = span.begin;
  if (e->kind == ExprKind::binary) {
    at = as<Binary>(*e).right->span.begin;
    const auto is_operator = [&](char c) { return std::string_view("+-*/@%&|^<>").find(c) != std::string_view::npos; };
    while (at > span.begin && !is_operator(source.text()[at - 1])) --at;
    while (at > span.begin && is_operator(source.text()[at - 1])) --at;
  } else if (e->kind == ExprKind::call && as<Call>(*e).callee->kind == ExprKind::attribute) {
    at = as<Attribute>(*as<Call>(*e).callee).name_span.begin;
  }
  return line(at) == line(span.begin) ? span : Span{at, span.end};
}

bool calls_like(const Module& module, Span place, const std::string& name) {
  const Stmt* s = statement_at(module, place);
  if (!s) return false;
  const Index program({&module});
  const auto nodes = program.nodes(*s);
  return std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
    return n.expr->kind == ExprKind::call && !nearest(name, {std::string(last_name(*as<Call>(*n.expr).callee))}).empty();
  });
}

Giving giving_of(const std::vector<ModulePtr>& modules, const std::string& attribute, bool in_its_maker,
                 std::string_view owner, bool filled) {
  const Index text(modules);
  const auto append = [&]() -> Giving {
    for (const ExprNode& n : text.nodes()) {
      if (n.expr->kind != ExprKind::call || as<Call>(*n.expr).callee->kind != ExprKind::attribute) continue;
      const auto& method = as<Attribute>(*as<Call>(*n.expr).callee);
      const auto name = text.self_attribute(*method.object);
      if (method.name.str() == "append" && name && name->str() == attribute) return {n.module, n.stmt->span};
    }
    return {};
  };
  // self.layers["value"] = self.layers["key"]
  for (const StmtNode& s : text.statements()) {
    const Assign* assign = filled && s.stmt->kind == StmtKind::assign ? &as<Assign>(*s.stmt) : nullptr;
    const auto* item = assign ? as_kind<Subscript>(*assign->targets[0], ExprKind::subscript) : nullptr;
    const auto* from = assign ? as_kind<Subscript>(*assign->value, ExprKind::subscript) : nullptr;
    const auto name = item && from ? text.self_attribute(*item->object) : std::nullopt;
    if (name && name->str() == attribute && text.self_attribute(*from->object) == name) return {s.module, s.stmt->span};
  }
  std::vector<const ClassNode*> classes;
  for (const ClassNode& c : text.classes()) {
    classes.insert(c.def->target.name.str() == owner ? classes.begin() : classes.end(), &c);
  }
  for (const ClassNode* c : classes) {
    for (const Giver& g : text.attribute_givers(*c, Symbol(attribute))) {
      const Call* call = g.value && g.value->kind == ExprKind::call ? &as<Call>(*g.value) : nullptr;
      const bool empty = (call && call->args.empty() && call->keywords.empty()) ||
                         (g.value && g.value->kind == ExprKind::list && as<Sequence>(*g.value).items.empty());
      if (const Giving later = empty && filled ? append() : Giving(); later.module) return later;
      const FunctionNode* maker = call && in_its_maker ? text.callee(*call->callee) : nullptr;
      const Stmt* last = maker && !maker->code->body.empty() ? maker->code->body.back().get() : nullptr;
      if (last && last->kind == StmtKind::return_) return {maker->module, last->span};
      // The list in nn.ModuleList([layer] * n) may stand on a line of its own.
      const Expr* inner = call && call->args.size() == 1 ? call->args[0].get() : nullptr;
      const bool list = inner && (inner->kind == ExprKind::list || inner->kind == ExprKind::binary || inner->kind == ExprKind::comprehension);
      return {g.module, list ? inner->span : g.span};
    }
  }
  // setattr(self, name, value), whatever the name.
  for (const ExprNode& n : text.nodes()) {
    const Call* call = n.expr->kind == ExprKind::call ? &as<Call>(*n.expr) : nullptr;
    const bool sets = call && last_name(*call->callee) == "setattr" && call->args.size() == 3 && !text_of(*call->args[1]);
    if (sets && text.is_self(*call->args[0])) return {n.module, n.stmt->span};
  }
  return {};
}

std::set<std::string> computed_from(const Module& module, std::set<std::string> names) {
  static constexpr std::array<std::string_view, 7> kAbout = {"shape", "size",   "dim",  "ndim",
                                                             "dtype", "device", "numel"};
  const Index program({&module});
  const auto is_about = [](const ExprNode& n) {
    if (!n.above) return false;
    if (n.above->kind == ExprKind::attribute) return among(as<Attribute>(*n.above).name.str(), kAbout);
    return n.above->kind == ExprKind::call && last_name(*as<Call>(*n.above).callee) == "len";
  };
  // A statement is one step; so is the whole body of a called function.
  std::map<const void*, std::pair<std::set<std::string>, std::set<std::string>>> steps;
  for (const ExprNode& n : program.nodes()) {
    if (const Expr* grown = n.function ? nullptr : grown_by(*n.expr); grown && grown->kind == ExprKind::name) {
      steps[n.stmt].second.insert(as<NameExpr>(*grown).ref.name.str());
    }
    if (n.expr->kind != ExprKind::name || is_about(n)) continue;
    const std::string name = as<NameExpr>(*n.expr).ref.name.str();
    if (n.function) {
      auto& [read, written] = steps[n.function];
      written.insert(n.function->name());
      if (program.is_global(as<NameExpr>(*n.expr))) read.insert(name);
    } else {
      auto& [read, written] = steps[n.stmt];
      (n.use == Use::read ? read : written).insert(name);
    }
  }
  for (bool grows = true; grows;) {
    const size_t before = names.size();
    for (const auto& [step, sides] : steps) {
      const auto& [read, written] = sides;
      const bool computes = std::any_of(read.begin(), read.end(), [&](const std::string& name) { return names.contains(name); });
      if (computes) names.insert(written.begin(), written.end());
    }
    grows = names.size() > before;
  }
  return names;
}

}  // namespace mha::reading
