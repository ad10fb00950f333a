// Clues about attributes of modules: layers and masks that no method reads, and masks that are not
// buffers.

#include <algorithm>
#include <map>

#include "reading/clues_checks.h"
#include "reading/walk.h"

namespace mha::reading {

using namespace lang;

namespace {

bool is_in_place(const Expr& callee) {
  const std::string_view name = last_name(callee);
  return name.ends_with("_") && !name.ends_with("__");
}

/// How a class and its relatives use the attributes of self.
class ClassAttributes {
 public:
  ClassAttributes(const Index& program, const ClassNode& c)
      : p_(program), class_(c) {}

  /// An attribute that the class sets.
  struct Set {
    std::vector<Giver> givers;
    bool plain = true;   // only assigned
    bool alone = true;   // no other name has the same value
  };

  std::map<std::string, Set> set() const {
    std::map<std::string, Set> result;
    for (const StmtNode& s : p_.statements()) {
      const FunctionNode* f = s.function;
      if (!f || f->cls != &class_ || !f->self || !p_.counts(*f)) continue;
      targets_of(*s.stmt, [&](const Target& target, Giver giver) {
        if (target.object != f->self || !target.object) return;
        giver.function = f;
        giver.module = f->module;
        Set& set = result[target.name.str()];
        if (giver.how != Giver::How::change) set.givers.push_back(giver);
        if (s.stmt->kind == StmtKind::assign) {
          if (as<Assign>(*s.stmt).targets.size() > 1) set.alone = false;
        } else if (giver.how == Giver::How::whole) {
          set.plain = false;
        }
        if (giver.how == Giver::How::part) set.alone = false;
      });
    }
    return result;
  }

  /// Whether attributes may be read in ways that the text does not show.
  bool hidden_reads() const {
    for (const ExprNode& n : p_.nodes()) {
      if (!n.function) continue;
      const bool own = n.cls && related(*n.cls);
      const FunctionNode* f = outermost(n);
      const bool setting_up = f && sets_up(*f);
      if (n.expr->kind == ExprKind::name) {
        const std::string& name = as<NameExpr>(*n.expr).ref.name.str();
        const bool sees_all = name == "eval" || name == "exec" || name == "vars" || (name == "getattr" && !setting_up);
        if (sees_all && n.above && n.above->kind == ExprKind::call) return true;
        if (own && p_.is_self(*n.expr) && escapes(n)) return true;
      } else if (n.expr->kind == ExprKind::attribute && !setting_up) {
        const std::string_view name = last_name(*n.expr);
        if (name == "children" || name == "named_children" ||
            name == "_modules" || name == "_parameters" ||
            name == "_buffers" || name == "modules" ||
            name == "named_modules" || name == "__dict__" ||
            name == "get_submodule" || name == "get_buffer" ||
            name == "get_parameter" || name == "named_parameters" ||
            name == "buffers" || name == "named_buffers") {
          return true;
        }
      }
    }
    return false;
  }

  std::vector<const ExprNode*> reads(const std::string& attribute) const {
    std::vector<const ExprNode*> result;
    for (const ExprNode& n : p_.nodes()) {
      if (n.use == Use::write || n.use == Use::remove || p_.node(*n.stmt).dead) continue;
      if (n.expr->kind != ExprKind::attribute ||
          last_name(*n.expr) != attribute || n.use == Use::change) {
        continue;
      }
      if (p_.is_self(*as<Attribute>(*n.expr).object)) {
        if (!n.cls || !related(*n.cls)) continue;
        if (n.function && !counts(n)) continue;
      } else if (!n.function && !(n.cls && related(*n.cls))) {
        // Code outside may look at a layer without using it; a call is a use.
        const bool called =
            n.above && n.above->kind == ExprKind::call &&
            as<Call>(*n.above).callee.get() == n.expr;
        if (!called) continue;
      } else if (n.cls && related(*n.cls) && outermost(n) && sets_up(*outermost(n))) {
        // Reading config.dropout does not read self.dropout.
        continue;
      }
      if (!only_fills(n)) result.push_back(&n);
    }
    return result;
  }

  /// The `return` before the only uses of an attribute, which therefore never run; null if there is
  /// none.
  const StmtNode* read_in_vain(const std::string& attribute) const {
    const StmtNode* ends = nullptr;
    for (const ExprNode& n : p_.nodes()) {
      const bool dead = n.use == Use::read && n.function && p_.node(*n.stmt).dead;
      if (!dead || !n.cls || !related(*n.cls) || p_.self_attribute(*n.expr) != lang::Symbol(attribute)) continue;
      for (const StmtNode& s : p_.statements(*n.function)) {
        if (s.stmt->span.begin >= n.stmt->span.begin) break;
        if (s.stmt->kind == StmtKind::return_) ends = &s;
      }
    }
    return ends;
  }

  /// Whether any method could read attributes; in a starter file none can.
  bool works() const {
    for (const FunctionNode& f : p_.functions()) {
      if (f.cls && related(*f.cls) && !sets_up(f) &&
          !is_empty_body(f.code->body)) {
        return true;
      }
    }
    return false;
  }

 private:
  bool related(const ClassNode& c) const {
    return p_.derives_from(class_, c) || p_.derives_from(c, class_);
  }

  bool counts(const ExprNode& n) const {
    const FunctionNode* f = outermost(n);
    return !f || p_.counts(*f);
  }

  /// `self` used as a value, so that anything may read its attributes.
  bool escapes(const ExprNode& n) const {
    if (!n.above) return n.stmt->kind != StmtKind::return_;
    if (n.above->kind == ExprKind::attribute) return false;
    if (n.above->kind != ExprKind::call) return true;
    const Expr& callee = *as<Call>(*n.above).callee;
    if (p_.function_named(callee)) return false;
    const std::string_view name = last_name(callee);
    for (const std::string_view harmless :
         {"super", "isinstance", "type", "print", "len", "id", "str", "repr",
          "__init__", "setattr", "hasattr", "getattr"}) {
      if (name == harmless) return false;
    }
    return true;
  }

  /// Whether an attribute is only read to initialise it: nn.init.zeros_(self.q.weight).
  bool only_fills(const ExprNode& n) const {
    if (n.stmt->kind != StmtKind::expr || as<ExprStmt>(*n.stmt).value->kind != ExprKind::call) return false;
    const auto& call = as<Call>(*as<ExprStmt>(*n.stmt).value);
    if (p_.path(*call.callee).starts_with("torch.nn.init.")) {
      return !call.args.empty() && contains(call.args[0]->span, n.expr->span);
    }
    return is_in_place(*call.callee) && contains(call.callee->span, n.expr->span);
  }

  const Index& p_;
  const ClassNode& class_;
};

bool is_dropout(const std::string& layer) {
  return layer.find("Dropout") != std::string::npos;
}

/// Whether a layer has no parameters, so that it changes nothing if it is unused.
bool is_bare(const std::string& layer) {
  for (const std::string_view name :
       {"Softmax", "LogSoftmax", "ReLU", "GELU", "SiLU", "Sigmoid", "Tanh",
        "Identity", "Flatten", "Unflatten", "LeakyReLU", "ELU", "Softplus"}) {
    if (layer == name) return true;
  }
  return false;
}

/// The layer in an attribute that only ever holds layers or None.
std::optional<std::string> layer_of(const Index& p,
                                    const std::vector<Giver>& givers) {
  std::optional<std::string> layer;
  for (const Giver& g : givers) {
    if (!g.value) return std::nullopt;
    const auto made = layer_made(p, *g.value);
    const bool none = g.value->kind == ExprKind::constant &&
                      as<Constant>(*g.value).value.is_none();
    if (!made && !none) return std::nullopt;
    if (made) layer = made;
  }
  return layer;
}

bool is_mask_attribute(const Index& p, const std::vector<Giver>& givers) {
  return !givers.empty() &&
         std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
           return g.value && is_mask(p, *g.value);
         });
}

/// Whether the code moves the mask to the scores' device by hand.
bool is_moved(const Index& p, const ExprNode& read) {
  for (const ExprNode& n : p.nodes(*read.stmt)) {
    const std::string_view name = n.expr->kind == ExprKind::attribute
                                      ? last_name(*n.expr)
                                      : std::string_view();
    if (name == "to" || name == "cuda" || name == "type_as" ||
        name == "device") {
      return true;
    }
  }
  return false;
}

/// Whether a statement only prints, itself or by the program's own function.
bool only_prints(const Index& p, const StmtNode& s, bool by_own = true) {
  if (s.stmt->kind == StmtKind::if_ || s.stmt->kind == StmtKind::pass) return true;
  const Expr* e = s.stmt->kind == StmtKind::expr ? as<ExprStmt>(*s.stmt).value.get() : nullptr;
  if (!e || e->kind != ExprKind::call) return e && text_of(*e);
  const Expr& callee = *as<Call>(*e).callee;
  const FunctionNode* own = by_own ? p.function_named(callee) : nullptr;
  if (!own) return callee.kind == ExprKind::name && last_name(callee) == "print" && !p.function_named(callee);
  const auto body = p.statements(*own);
  return std::all_of(body.begin(), body.end(), [&](const StmtNode& inner) { return only_prints(p, inner, false); });
}

/// The call of a layer whose result is only printed; null if something else is done with it.
const ExprNode* printed_call(const Index& p, const ExprNode& layer) {
  const bool called = layer.above && layer.above->kind == ExprKind::call && as<Call>(*layer.above).callee.get() == layer.expr;
  const Assign* kept = called && layer.function && is_forward(*layer.function) && layer.stmt->kind == StmtKind::assign ? &as<Assign>(*layer.stmt) : nullptr;
  if (!kept || kept->value.get() != layer.above || kept->targets.size() != 1 || kept->targets[0]->kind != ExprKind::name) return nullptr;
  bool printed = false;
  for (const ExprNode& n : p.nodes(*layer.function)) {
    if (n.expr->kind != ExprKind::name || as<NameExpr>(*n.expr).ref.name != as<NameExpr>(*kept->targets[0]).ref.name || n.expr == kept->targets[0].get()) continue;
    if (n.use != Use::read || n.stmt->kind != StmtKind::expr || !only_prints(p, p.node(*n.stmt))) return nullptr;
    printed = true;
  }
  return printed ? &p.node(*layer.above) : nullptr;
}

}  // namespace

void find_unused_attributes(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  for (const ClassNode* c : reach.classes) {
    if (!p.is_module(*c)) continue;
    const ClassAttributes attributes(p, *c);
    if (!attributes.works()) continue;
    const bool sure = p.bases_known(*c) && !attributes.hidden_reads();
    for (const auto& [name, set] : attributes.set()) {
      const std::vector<const ExprNode*> reads = attributes.reads(name);
      const auto layer = layer_of(p, set.givers);
      const bool mask = !layer && is_mask_attribute(p, set.givers);
      if (set.givers.empty() || (!layer && !mask)) continue;
      const Giver& giver = set.givers.front();
      const std::string what = "`self." + name + "`";
      if (reads.empty()) {
        if (!sure || !set.alone) continue;
        if (mask) {
          clues.add("unused-mask", name, *giver.module, giver.span,
                    "the mask " + what + " is made, but never used");
        } else if (is_dropout(*layer)) {
          clues.add("unused-dropout", name, *giver.module, giver.span,
                    "the dropout " + what + " is made, but never called");
        } else if (const StmtNode* ends = attributes.read_in_vain(name)) {
          clues.add("unused-layer", name, *ends->module, ends->stmt->span,
                    "the layer " + what + " is only used after this line, and the code after this line never runs");
        } else if (!is_bare(*layer)) {
          clues.add("unused-layer", name, *giver.module, giver.span,
                    "the layer " + what + " is made, but never used");
        }
        continue;
      }
      const ExprNode* printed = layer == "Linear" && sure && set.alone && reads.size() == 1 ? printed_call(p, *reads[0]) : nullptr;
      const Stmt* last = printed ? printed->function->code->body.back().get() : nullptr;
      if (last && last->kind == StmtKind::return_) {
        clues.add("discarded", "linear", *printed->module, last->span,
                  "`" + std::string(printed->module->source->text(printed->expr->span)) + "` is printed, and not returned");
      }
      if (!mask || !set.plain || !p.bases_known(*c)) continue;
      bool used = false;
      bool moved = p.method(*c, "_apply") || p.method(*c, "to");
      for (const ExprNode* n : reads) {
        const FunctionNode* f = outermost(*n);
        if (f && !sets_up(*f)) used = true;
        moved = moved || is_moved(p, *n);
      }
      const bool once = std::all_of(
          set.givers.begin(), set.givers.end(),
          [](const Giver& g) { return g.function->name() == "__init__"; });
      if (!used || moved || !once) continue;
      clues.add("mask-not-buffer", name, *giver.module, giver.span,
                "the mask " + what +
                    " is a plain attribute, so it does not move with the module "
                    "and is not saved with it");
    }
  }
}

}  // namespace mha::reading
