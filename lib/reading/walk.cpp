#include "reading/walk.h"

#include <algorithm>

#include "base/text.h"

namespace mha::reading {

using namespace lang;

namespace {

std::optional<Symbol> name_of(const Expr& e) {
  if (e.kind != ExprKind::name) return std::nullopt;
  return as<NameExpr>(e).ref.name;
}

std::optional<Target> target_of(const Expr& e) {
  if (const auto name = name_of(e)) return Target{std::nullopt, *name};
  if (e.kind != ExprKind::attribute) return std::nullopt;
  const auto object = name_of(*as<Attribute>(e).object);
  if (!object) return std::nullopt;
  return Target{object, as<Attribute>(e).name};
}

/// Takes one statement apart.
class Targets {
 public:
  Targets(const Stmt& s, const Give& give) : s_(s), give_(give) {}

  void run() {
    switch (s_.kind) {
      case StmtKind::assign:
        for (const ExprPtr& t : as<Assign>(s_).targets) {
          assign(*t, as<Assign>(s_).value.get(), s_.span);
        }
        return;
      case StmtKind::ann_assign:
        if (!as<AnnAssign>(s_).value) return;
        return assign(*as<AnnAssign>(s_).target,
                      as<AnnAssign>(s_).value.get(), s_.span);
      case StmtKind::aug_assign:
        return change(*as<AugAssign>(s_).target,
                      as<AugAssign>(s_).value.get());
      case StmtKind::for_: {
        const auto& loop = as<For>(s_);
        return part(*loop.target, loop.iterable.get(),
                    {s_.span.begin, loop.iterable->span.end});
      }
      case StmtKind::with:
        for (const WithItem& i : as<With>(s_).items) {
          if (i.target) assign(*i.target, i.context.get(), i.context->span);
        }
        return;
      case StmtKind::expr:
        if (as<ExprStmt>(s_).value->kind == ExprKind::call) {
          call(as<Call>(*as<ExprStmt>(s_).value));
        }
        return;
      default:
        return;
    }
  }

 private:
  void give(const Target& target, const Expr* value, Giver::How how,
            Span span) {
    give_(target, {.span = span, .value = value, .how = how});
  }

  void assign(const Expr& target, const Expr* value, Span span) {
    if (const auto t = target_of(target)) {
      return give(*t, value, Giver::How::whole, span);
    }
    if (target.kind == ExprKind::subscript) return change(target, value);
    if (target.kind != ExprKind::tuple && target.kind != ExprKind::list) return;
    const auto& left = as<Sequence>(target).items;
    if (value->kind == ExprKind::tuple || value->kind == ExprKind::list) {
      const auto& right = as<Sequence>(*value).items;
      const auto starred = [](const ExprPtr& e) {
        return e->kind == ExprKind::starred;
      };
      if (left.size() == right.size() &&
          std::none_of(left.begin(), left.end(), starred) &&
          std::none_of(right.begin(), right.end(), starred)) {
        for (size_t i = 0; i < left.size(); ++i) {
          assign(*left[i], right[i].get(), span);
        }
        return;
      }
    }
    part(target, value, span);
  }

  /// Each name in the target receives a part of the value.
  void part(const Expr& target, const Expr* value, Span span) {
    if (const auto t = target_of(target)) {
      return give(*t, value, Giver::How::part, span);
    }
    if (target.kind == ExprKind::starred) {
      return part(*as<Starred>(target).value, value, span);
    }
    if (target.kind == ExprKind::tuple || target.kind == ExprKind::list) {
      for (const ExprPtr& i : as<Sequence>(target).items) {
        part(*i, value, span);
      }
    }
  }

  /// The object under `target`, below views and subscripts, is changed.
  void change(const Expr& target, const Expr* value) {
    const Expr* e = &target;
    for (;;) {
      if (const auto t = target_of(*e)) {
        give(*t, value, Giver::How::change, s_.span);
        if (t->object) {  // x.data is a part of x
          give({std::nullopt, *t->object}, value, Giver::How::change, s_.span);
        }
        return;
      }
      if (e->kind == ExprKind::subscript) {
        e = as<Subscript>(*e).object.get();
      } else if (e->kind == ExprKind::attribute) {
        e = as<Attribute>(*e).object.get();
      } else if (e->kind == ExprKind::call &&
                 as<Call>(*e).callee->kind == ExprKind::attribute) {
        e = as<Attribute>(*as<Call>(*e).callee).object.get();
      } else {
        return;
      }
    }
  }

  void call(const Call& call) {
    const std::string_view name = last_name(*call.callee);
    if (name == "setattr" && call.args.size() == 3) {
      return named(*call.args[0], *call.args[1], call.args[2].get());
    }
    if (call.callee->kind != ExprKind::attribute) return;
    const Expr& object = *as<Attribute>(*call.callee).object;
    if (name == "register_buffer" || name == "register_parameter" ||
        name == "add_module" || name == "register_module") {
      const Expr* value = nullptr;
      for (const char* keyword : {"tensor", "param", "module"}) {
        if (!value) value = argument(call, keyword, 1);
      }
      const Expr* text = argument(call, "name", 0);
      if (text && value) named(object, *text, value);
    } else if (name == "append" || name == "extend" || name == "insert") {
      if (!call.args.empty()) change(object, call.args.back().get());
    } else if (name.ends_with("_") && !name.ends_with("__")) {
      const bool init = last_name(object) == "init";  // nn.init.zeros_(x)
      if (!init) return change(object, &call);
      if (!call.args.empty()) change(*call.args[0], &call);
    }
  }

  void named(const Expr& object, const Expr& text, const Expr* value) {
    const auto owner = name_of(object);
    const auto attribute = text_of(text);
    if (!owner || !attribute) return;
    give({owner, Symbol(*attribute)}, value, Giver::How::whole, s_.span);
  }

  const Stmt& s_;
  const Give& give_;
};

/// Follows one target through the statements in the order in which they run.
class Flow {
 public:
  Flow(const Target& target, std::optional<uint32_t> at)
      : target_(target), at_(at) {}

  /// Returns true at the place that was asked for; `state` then holds what reaches it.
  bool run(const Block& body, std::vector<Giver>& state) {
    for (const StmtPtr& s : body) {
      if (step(*s, state)) return true;
      if (ends_block(*s)) break;
    }
    return false;
  }

 private:
  bool here(Span span) const {
    return at_ && span.begin <= *at_ && *at_ < span.end;
  }

  bool step(const Stmt& s, std::vector<Giver>& state) {
    const bool inside = here(s.span);
    switch (s.kind) {
      case StmtKind::if_: {
        const auto& node = as<If>(s);
        if (inside && here(node.condition->span)) return true;
        std::vector<Giver> other = state;
        if (run(node.then, state)) return true;
        if (run(node.otherwise, other)) {
          state = std::move(other);
          return true;
        }
        join(state, other);
        return inside;
      }
      case StmtKind::for_:
        if (inside && here(as<For>(s).iterable->span)) return true;
        return loop(s, as<For>(s).body, as<For>(s).otherwise, state) || inside;
      case StmtKind::while_:
        return loop(s, as<While>(s).body, as<While>(s).otherwise, state) ||
               inside;
      case StmtKind::with:
        give(s, state);
        return run(as<With>(s).body, state) || inside;
      case StmtKind::try_: {
        // Any of its blocks may be left out.
        const auto& node = as<Try>(s);
        std::vector<const Block*> blocks = {&node.body, &node.otherwise};
        for (const ExceptClause& h : node.handlers) blocks.push_back(&h.body);
        blocks.push_back(&node.finally);
        for (const Block* block : blocks) {
          const std::vector<Giver> before = state;
          if (run(*block, state)) return true;
          join(state, before);
        }
        return inside;
      }
      case StmtKind::function:
      case StmtKind::class_:
        return inside;
      default:
        if (inside) return true;
        give(s, state);
        return false;
    }
  }

  bool loop(const Stmt& s, const Block& body, const Block& otherwise,
            std::vector<Giver>& state) {
    give(s, state);
    // Assignments in one round reach the next.
    if (depth_++ < kDepth) {
      std::vector<Giver> turn = state;
      const auto at = std::exchange(at_, std::nullopt);
      run(body, turn);
      at_ = at;
      join(state, turn);
    }
    const bool found = run(body, state);
    --depth_;
    return found || run(otherwise, state);
  }

  void give(const Stmt& s, std::vector<Giver>& state) {
    targets_of(s, [&](const Target& target, const Giver& giver) {
      if (!(target == target_)) return;
      if (giver.how != Giver::How::change && s.kind != StmtKind::for_) {
        state.clear();
      }
      join(state, {giver});
    });
  }

  static void join(std::vector<Giver>& state, const std::vector<Giver>& more) {
    for (const Giver& g : more) {
      const bool known =
          std::any_of(state.begin(), state.end(), [&](const Giver& k) {
            return k.span.begin == g.span.begin && k.value == g.value;
          });
      if (!known) state.push_back(g);
    }
  }

  // Nested loops are walked twice, deeper ones only once.
  static constexpr int kDepth = 4;
  const Target& target_;
  std::optional<uint32_t> at_;
  int depth_ = 0;
};

}  // namespace

std::optional<Span> dots_in(const Block& body) {
  for (const StmtPtr& s : body) {
    const Expr* value = s->kind == StmtKind::expr     ? as<ExprStmt>(*s).value.get()
                        : s->kind == StmtKind::assign ? as<Assign>(*s).value.get()
                        : s->kind == StmtKind::return_ ? as<Return>(*s).value.get()
                                                       : nullptr;
    if (value && value->kind == ExprKind::constant && as<Constant>(*value).value.tag() == Value::Tag::ellipsis) return s->span;
    std::optional<Span> inner;
    const auto look = [&](const Block& block) {
      if (!inner) inner = dots_in(block);
    };
    parts_of(*s, [](const Expr&, Use) {}, look);
    if (inner) return inner;
  }
  return std::nullopt;
}

void targets_of(const Stmt& s, const Give& give) { Targets(s, give).run(); }

std::vector<Giver> reaching(const Block& body, const Target& target,
                            std::vector<Giver> given,
                            std::optional<uint32_t> at) {
  Flow(target, at).run(body, given);
  return given;
}

}  // namespace mha::reading
