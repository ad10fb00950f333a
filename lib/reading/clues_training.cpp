// Clues in training loops: what is missing around backward() and step(), what comes in the wrong
// order, and where the way back from the loss is cut.

#include <algorithm>
#include <vector>

#include "reading/clues_checks.h"
#include "reading/definitions.h"

namespace mha::reading {

using namespace lang;

namespace {

/// What a training loop does, in the order of its text.
enum class Deed : uint8_t { zero, backward, step, eval };

struct Done {
  Deed deed;
  const ExprNode* node;
  const StmtNode* stmt;
};

bool is_method(const Call& call, std::string_view name) {
  return call.callee->kind == ExprKind::attribute && last_name(*call.callee) == name;
}

bool is_none(const Expr& e) { return e.kind == ExprKind::constant && as<Constant>(e).value.is_none(); }

/// Whether an argument is passed, and is not 0.
bool is_set(const Expr* e) {
  if (!e || e->kind != ExprKind::constant) return e != nullptr;
  const Value& v = as<Constant>(*e).value;
  return !(v.is_int() && v.as_int() == 0) && !(v.is_float() && v.as_float() == 0);
}

/// `p.grad`
bool is_gradient(const Expr& e) { return e.kind == ExprKind::attribute && last_name(e) == "grad"; }

/// Whether a method belongs to a scheduler or a gradient scaler rather than to an optimizer.
bool is_beside(const Call& call) {
  std::string name(last_name(*as<Attribute>(*call.callee).object));
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name.find("sched") != std::string::npos || name.find("scaler") != std::string::npos;
}

std::optional<Deed> deed_of(const Index& p, const ExprNode& n) {
  if (n.expr->kind == ExprKind::attribute) {  // p.grad = None, and p -= lr * p.grad
    if (!is_gradient(*n.expr) || !p.path(*n.expr).empty()) return std::nullopt;
    if (n.use == Use::write && n.stmt->kind == StmtKind::assign) {
      return is_none(*as<Assign>(*n.stmt).value) ? std::optional(Deed::zero) : std::nullopt;
    }
    const bool cleared = n.above && n.above->kind == ExprKind::attribute && last_name(*n.above) == "zero_";
    if (cleared) return Deed::zero;
    const bool compared = n.above && n.above->kind == ExprKind::compare;
    return n.use == Use::read && !compared && (n.stmt->kind == StmtKind::aug_assign || n.stmt->kind == StmtKind::expr || n.stmt->kind == StmtKind::assign)
               ? std::optional(Deed::step)
               : std::nullopt;
  }
  if (n.expr->kind != ExprKind::call) return std::nullopt;
  const auto& call = as<Call>(*n.expr);
  if (p.path(*call.callee) == "torch.autograd.grad") return Deed::backward;
  if (!p.path(*call.callee).empty()) return std::nullopt;
  if (is_method(call, "zero_grad")) return Deed::zero;
  if (is_method(call, "backward")) return Deed::backward;
  if (is_method(call, "step") && !is_beside(call)) return Deed::step;
  if (is_method(call, "eval") && call.args.empty()) return Deed::eval;
  return std::nullopt;
}

/// The innermost loop around a statement; null if there is none.
const Stmt* loop_around(const Index& p, const StmtNode& s) {
  for (const Stmt* above = s.above; above; above = p.node(*above).above) {
    if (above->kind == StmtKind::for_ || above->kind == StmtKind::while_) return above;
  }
  return nullptr;
}

/// Whether a loop stands in a loop: `for p in model.parameters()` in the loop over the steps.
const Stmt* outermost_loop(const Index& p, const StmtNode& s) {
  const Stmt* loop = loop_around(p, s);
  for (const Stmt* next = loop; next; next = loop_around(p, p.node(*next))) loop = next;
  return loop;
}

const std::vector<ExprPtr> kNone;

class Training {
 public:
  Training(const Reach& reach, ClueList& clues) : reach_(reach), p_(reach.program), clues_(clues) {}

  void run() {
    for (const FunctionNode& f : p_.functions()) {
      if (reach_.functions.contains(&f)) collect(f);
    }
    const Done* back = first(Deed::backward);
    const Done* step = first(Deed::step);
    const Done* zero = first(Deed::zero);
    if (back && !step) add("no-step", *back, "nothing changes the weights after it");
    if (step && !back && zero) add("no-backward", *step, "no line computes gradients for it");
    if (back && step && !zero && !is_functional(*back)) add("no-zero-grad", *back, "no line sets the gradients to zero");
    // If one step follows the loop, the loop adds up the gradients of several texts.
    if (back && zero && !looped(*zero) && looped(*back) && !(step && !looped(*step))) {
      add("no-zero-grad", *zero, shown(p_, *zero->node->expr) + " runs once, before the loop");
    }
    if (back && step) in_order(*back, *step, zero);
    for (const Done& d : all_) {
      if (d.deed == Deed::eval && back && d.node->function == back->node->function && !train_behind(d)) {
        add("eval-in-training", d, "the model trains in eval mode");
      }
    }
    if (back) find_cut(*back);
    find_lost_updates();
    find_other_rules();
    find_calls_in_loops(/*trains=*/back != nullptr);
  }

 private:
  void collect(const FunctionNode& f) {
    for (const ExprNode& n : p_.nodes(f)) {
      if (n.function != &f) continue;
      if (const auto deed = deed_of(p_, n)) all_.push_back({*deed, &n, &p_.node(*n.stmt)});
    }
  }

  const Done* first(Deed deed) const {
    const auto it = std::find_if(all_.begin(), all_.end(), [&](const Done& d) { return d.deed == deed; });
    return it == all_.end() ? nullptr : &*it;
  }

  bool looped(const Done& d) const { return loop_around(p_, *d.stmt) != nullptr; }

  static bool is_functional(const Done& back) { return !is_method(as<Call>(*back.node->expr), "backward"); }

  void add(const char* id, const Done& d, std::string text) {
    if (d.deed == Deed::backward || d.deed == Deed::step || d.deed == Deed::eval) text = quoted(p_, *d.node->expr) + ": " + text;
    clues_.add(id, "", *d.node->module, d.node->expr->span, std::move(text));
  }

  /// What comes in the wrong order in one round of a loop.
  void in_order(const Done& back, const Done& step, const Done* zero) {
    const auto at = [](const Done& d) { return d.node->expr->span.begin; };
    const bool together = back.node->function == step.node->function && outermost_loop(p_, *back.stmt) == outermost_loop(p_, *step.stmt);
    if (!together) return;
    if (at(step) < at(back)) add("step-before-backward", step, "it comes before " + quoted(p_, *back.node->expr));
    const bool between = zero && zero->node->function == back.node->function && at(back) < at(*zero) && at(*zero) < at(step);
    if (between && looped(*zero)) {
      clues_.add("zero-before-step", "", *zero->node->module, zero->node->expr->span,
                 quoted(p_, *zero->node->expr) + " comes between backward() and step()");
    }
  }

  /// Whether a call of train() follows in the same function.
  bool train_behind(const Done& d) const {
    const auto nodes = p_.nodes(*d.node->function);
    return std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
      return n.expr->kind == ExprKind::call && n.expr->span.begin > d.node->expr->span.begin && is_method(as<Call>(*n.expr), "train");
    });
  }

  /// Optimizers that do more than go down the gradient, and steps that go up.
  void find_other_rules() {
    for (const ExprNode& n : p_.nodes()) {
      if (!reach_.has(n)) continue;
      if (n.expr->kind == ExprKind::call) {
        const auto& call = as<Call>(*n.expr);
        const std::string path = p_.path(*call.callee);
        if (!path.starts_with("torch.optim.") || path.starts_with("torch.optim.lr_scheduler")) continue;
        const Expr* up = argument(call, "maximize");
        const bool climbs = up && up->kind == ExprKind::constant && as<Constant>(*up).value.is_bool() && as<Constant>(*up).value.as_bool();
        if (climbs) clues_.add("gradient-added", "", *n.module, n.expr->span, quoted(p_, *n.expr) + " climbs");
        const bool more = is_set(argument(call, "momentum")) || is_set(argument(call, "weight_decay"));
        if (!climbs && (path != "torch.optim.SGD" || more)) {
          clues_.add("other-rule", "", *n.module, n.expr->span, quoted(p_, *n.expr) + " is more than plain gradient descent");
        }
      } else if (is_gradient(*n.expr) && n.use == Use::read && n.stmt->kind == StmtKind::aug_assign) {
        const auto& change = as<AugAssign>(*n.stmt);
        const auto parts = p_.nodes(*change.value);
        const bool turned = std::any_of(parts.begin(), parts.end(), [](const ExprNode& part) { return part.expr->kind == ExprKind::unary; });
        if (change.op == BinaryOp::add && !turned) {
          clues_.add("gradient-added", "", *n.module, n.stmt->span, "it adds the gradient");
        }
      }
    }
  }

  /// In a loop that chooses tokens, where it calls what the function is given, a model: whether that
  /// gets the same in each round, and whether gradients are kept.
  void find_calls_in_loops(bool trains) {
    const bool draws = std::any_of(p_.nodes().begin(), p_.nodes().end(), [&](const ExprNode& n) {
      const bool call = n.expr->kind == ExprKind::call && reach_.has(n);
      const std::string_view name = call ? last_name(*as<Call>(*n.expr).callee) : "";
      return name == "multinomial" || name == "argmax";
    });
    for (const ExprNode& n : p_.nodes()) {
      if (trains || !draws) return;
      if (!reach_.has(n) || n.expr->kind != ExprKind::call || !n.function || !is_given(*as<Call>(*n.expr).callee, *n.function)) continue;
      const Stmt* loop = outermost_loop(p_, p_.node(*n.stmt));
      if (!loop) continue;
      if (reads_the_same(*n.expr, *loop)) {
        clues_.add("same-in-each-round", "", *n.module, n.expr->span, quoted(p_, *n.expr) + " gets the same in each round");
      }
      if (!is_without_gradients(n)) {
        clues_.add("gradients-while-drawing", "", *n.module, n.expr->span, quoted(p_, *n.expr) + " runs without no_grad()");
      }
    }
  }

  /// Whether an expression is a parameter of the function, or an attribute of self.
  bool is_given(const Expr& e, const FunctionNode& f) const {
    if (const auto name = p_.self_attribute(e)) return !f.cls || !p_.method(*f.cls, name->str());
    if (e.kind != ExprKind::name) return false;
    const auto& all = f.code->positional;
    return std::any_of(all.begin(), all.end(), [&](const Parameter& q) { return q.name == as<NameExpr>(e).ref.name; });
  }

  /// Whether no name in an expression gets a value in the loop.
  bool reads_the_same(const Expr& e, const Stmt& loop) const {
    const auto nodes = p_.nodes(e);
    return std::none_of(nodes.begin(), nodes.end(), [&](const ExprNode& read) {
      if (read.expr->kind != ExprKind::name) return false;
      return std::any_of(p_.nodes().begin(), p_.nodes().end(), [&](const ExprNode& n) {
        return n.module == read.module && contains(loop.span, n.expr->span) && n.use != Use::read && n.expr->kind == ExprKind::name &&
               as<NameExpr>(*n.expr).ref.name == as<NameExpr>(*read.expr).ref.name;
      });
    });
  }

  bool is_without_gradients(const ExprNode& n) const {
    if (no_grad_around(*n.expr)) return true;
    const auto turns_off = [](std::string_view name) { return name == "no_grad" || name == "inference_mode" || name == "set_grad_enabled"; };
    const auto any = [&](std::span<const ExprNode> nodes) {
      return std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& x) {
        return (x.expr->kind == ExprKind::attribute || x.expr->kind == ExprKind::name) && turns_off(last_name(*x.expr));
      });
    };
    if (any(p_.nodes(*n.function))) return true;
    const auto& decorators = n.function->def ? n.function->def->decorators : kNone;
    return std::any_of(decorators.begin(), decorators.end(), [&](const ExprPtr& d) { return any(p_.nodes(*d)); });
  }

  /// for w in model.parameters(): w = w - lr * w.grad
  void find_lost_updates() {
    for (const Done& d : all_) {
      const Stmt* loop = loop_around(p_, *d.stmt);
      if (d.deed != Deed::step || d.stmt->stmt->kind != StmtKind::assign || !loop || loop->kind != StmtKind::for_) continue;
      const Expr& weight = *as<For>(*loop).target;
      const Expr& target = *as<Assign>(*d.stmt->stmt).targets[0];
      const auto name = [](const Expr& e) { return e.kind == ExprKind::name ? as<NameExpr>(e).ref.name.str() : ""; };
      if (name(weight).empty() || name(weight) != name(target)) continue;
      const Expr& made = *as<Assign>(*d.stmt->stmt).value;
      clues_.add("lost-update", name(target), *d.node->module, made.span,
                 quoted(p_, made) + " is a new tensor, and `" + name(target) + "` its name until the next round");
    }
  }

  /// What cuts the way from the loss back to the weights: detach(), item(), .data, torch.tensor()
  /// of a tensor, no_grad().
  void find_cut(const Done& back) {
    const Module& module = *back.node->module;
    const Expr* cut = cut_in(*back.node->expr);
    for (const Definition& d : definitions(module, back.node->expr->span)) {
      if (cut) break;
      // What a step makes of a weight is cut off on purpose.
      if (!d.value || reads_gradient(*d.value)) continue;
      cut = cut_in(*d.value);
      if (!cut) cut = no_grad_around(*d.value);
    }
    if (cut) clues_.add("graph-cut", "", module, cut->span, quoted(p_, *cut) + " cuts the way back");
  }

  bool reads_gradient(const Expr& e) const {
    const auto nodes = p_.nodes(e);
    return std::any_of(nodes.begin(), nodes.end(), [](const ExprNode& n) { return is_gradient(*n.expr); });
  }

  const Expr* cut_in(const Expr& e) const {
    for (const ExprNode& n : p_.nodes(e)) {
      if (n.expr->kind == ExprKind::attribute && last_name(*n.expr) == "data") return n.expr;
      if (n.expr->kind != ExprKind::call) continue;
      const auto& call = as<Call>(*n.expr);
      for (const char* name : {"detach", "item", "tolist", "numpy"}) {
        if (is_method(call, name)) return n.expr;
      }
      const std::string path = p_.path(*call.callee);
      const bool makes = path == "torch.tensor" || path == "torch.FloatTensor" || path == "torch.as_tensor";
      const bool of_other = !call.args.empty() && call.args[0]->kind != ExprKind::constant && call.args[0]->kind != ExprKind::list;
      if (makes && of_other) return n.expr;
    }
    return nullptr;
  }

  const Expr* no_grad_around(const Expr& e) const {
    for (const Stmt* s = p_.node(e).stmt; s; s = p_.node(*s).above) {
      if (s->kind != StmtKind::with) continue;
      for (const WithItem& item : as<With>(*s).items) {
        for (const ExprNode& n : p_.nodes(*item.context)) {
          const std::string_view name = n.expr->kind == ExprKind::attribute || n.expr->kind == ExprKind::name ? last_name(*n.expr) : "";
          if (name == "no_grad" || name == "inference_mode") return item.context.get();
        }
      }
    }
    return nullptr;
  }

  const Reach& reach_;
  const Index& p_;
  ClueList& clues_;
  std::vector<Done> all_;
};

}  // namespace

void find_training_slips(const Reach& reach, ClueList& clues) { Training(reach, clues).run(); }

}  // namespace mha::reading
