#include "lang/syntax/scope_walker.h"

namespace mha::lang {

void ScopeWalker::walk(Module& module) {
  open(ScopeType::module, nullptr, Symbol());
  block(module.body);
  close();
}

void ScopeWalker::block(Block& body) {
  for (StmtPtr& s : body) statement(*s);
}

void ScopeWalker::statement(Stmt& node) {
  on_statement(node);
  switch (node.kind) {
    case StmtKind::expr:
      return expression(*static_cast<ExprStmt&>(node).value);
    case StmtKind::assign: {
      auto& s = static_cast<Assign&>(node);
      expression(*s.value);
      for (ExprPtr& t : s.targets) expression(*t, Access::store);
      return;
    }
    case StmtKind::aug_assign: {
      auto& s = static_cast<AugAssign&>(node);
      expression(*s.target, Access::store);
      return expression(*s.value);
    }
    case StmtKind::ann_assign: {
      auto& s = static_cast<AnnAssign&>(node);
      expression(*s.target, Access::store);
      expression(*s.annotation);
      return optional(s.value);
    }
    case StmtKind::del:
      for (ExprPtr& t : static_cast<Delete&>(node).targets) {
        expression(*t, Access::store);
      }
      return;
    case StmtKind::return_:
      return optional(static_cast<Return&>(node).value);
    case StmtKind::raise:
      optional(static_cast<Raise&>(node).exception);
      return optional(static_cast<Raise&>(node).cause);
    case StmtKind::assert_:
      optional(static_cast<Assert&>(node).condition);
      return optional(static_cast<Assert&>(node).message);
    case StmtKind::import:
    case StmtKind::import_from: {
      auto& names = node.kind == StmtKind::import ? static_cast<Import&>(node).names
                                                  : static_cast<ImportFrom&>(node).names;
      for (ImportName& n : names) on_name(n.target, Access::store);
      return;
    }
    default:
      return compound(node);
  }
}

// What holds blocks, or nothing.
void ScopeWalker::compound(Stmt& node) {
  switch (node.kind) {
    case StmtKind::if_:
      return if_chain(static_cast<If&>(node));
    case StmtKind::for_: {
      auto& s = static_cast<For&>(node);
      expression(*s.target, Access::store);
      expression(*s.iterable);
      return loop(s.body, s.otherwise);
    }
    case StmtKind::while_: {
      auto& s = static_cast<While&>(node);
      expression(*s.condition);
      return loop(s.body, s.otherwise);
    }
    case StmtKind::with: {
      auto& s = static_cast<With&>(node);
      for (WithItem& item : s.items) {
        expression(*item.context);
        if (item.target) expression(*item.target, Access::store);
      }
      return block(s.body);
    }
    case StmtKind::try_:
      return try_statement(static_cast<Try&>(node));
    case StmtKind::function: {
      auto& s = static_cast<FunctionDef&>(node);
      on_name(s.target, Access::store);
      defaults(*s.code);
      optional(s.returns);
      for (ExprPtr& d : s.decorators) expression(*d);
      return function(*s.code);
    }
    case StmtKind::class_: {
      auto& s = static_cast<ClassDef&>(node);
      on_name(s.target, Access::store);
      for (ExprPtr& b : s.bases) expression(*b);
      keywords(s.keywords);
      for (ExprPtr& d : s.decorators) expression(*d);
      open(ScopeType::class_, &s.scope, s.target.name);
      block(s.body);
      return close();
    }
    default:
      return;
  }
}

void ScopeWalker::loop(Block& body, Block& otherwise) {
  on_loop(true);
  block(body);
  on_loop(false);
  block(otherwise);
}

// An elif is an If within the one before: a loop, for there may be thousands.
void ScopeWalker::if_chain(If& first) {
  for (If* s = &first;;) {
    expression(*s->condition);
    block(s->then);
    if (s->otherwise.size() != 1 || s->otherwise[0]->kind != StmtKind::if_) {
      return block(s->otherwise);
    }
    s = static_cast<If*>(s->otherwise[0].get());
    on_statement(*s);
  }
}

void ScopeWalker::try_statement(Try& s) {
  block(s.body);
  for (ExceptClause& clause : s.handlers) {
    optional(clause.type);
    if (clause.name) on_name(*clause.name, Access::store);
    block(clause.body);
  }
  block(s.otherwise);
  block(s.finally);
}

// What a def or lambda evaluates where it stands.
void ScopeWalker::defaults(FunctionCode& code) {
  for (auto* list : {&code.positional, &code.keyword_only}) {
    for (Parameter& p : *list) optional(p.default_value);
  }
  for (auto* list : {&code.positional, &code.keyword_only}) {
    for (Parameter& p : *list) optional(p.annotation);
  }
  if (code.star_args) optional(code.star_args->annotation);
  if (code.star_kwargs) optional(code.star_kwargs->annotation);
}

void ScopeWalker::function(FunctionCode& code) {
  open(ScopeType::function, &code.scope, code.name);
  const auto parameter = [&](Parameter& p) {
    NameRef ref{p.name, p.span};
    on_name(ref, Access::parameter);
    p.name = ref.name;
  };
  for (Parameter& p : code.positional) parameter(p);
  if (code.star_args) parameter(*code.star_args);
  for (Parameter& p : code.keyword_only) parameter(p);
  if (code.star_kwargs) parameter(*code.star_kwargs);
  if (code.result) {
    expression(*code.result);
  } else {
    block(code.body);
  }
  close();
}

void ScopeWalker::comprehension(Comprehension& c) {
  expression(*c.clauses[0].iterable);
  open(ScopeType::comprehension, &c.scope, Symbol());
  for (size_t i = 0; i < c.clauses.size(); ++i) {
    ComprehensionClause& clause = c.clauses[i];
    expression(*clause.target, Access::store);
    if (i > 0) expression(*clause.iterable);
    for (ExprPtr& condition : clause.conditions) expression(*condition);
  }
  optional(c.value);
  expression(*c.element);
  close();
}

void ScopeWalker::expression(Expr& node, Access access) {
  on_expression(node, access);
  switch (node.kind) {
    case ExprKind::constant:
      return;
    case ExprKind::name:
      return on_name(static_cast<NameExpr&>(node).ref, access);
    case ExprKind::attribute:
      return expression(*static_cast<Attribute&>(node).object);
    case ExprKind::subscript:
      expression(*static_cast<Subscript&>(node).object);
      return expression(*static_cast<Subscript&>(node).index);
    case ExprKind::slice: {
      auto& e = static_cast<SliceExpr&>(node);
      for (const ExprPtr* part : {&e.start, &e.stop, &e.step}) optional(*part);
      return;
    }
    case ExprKind::call: {
      auto& e = static_cast<Call&>(node);
      expression(*e.callee);
      for (ExprPtr& a : e.args) expression(*a);
      return keywords(e.keywords);
    }
    case ExprKind::unary:
      return expression(*static_cast<Unary&>(node).operand);
    case ExprKind::binary:
      expression(*static_cast<Binary&>(node).left);
      return expression(*static_cast<Binary&>(node).right);
    case ExprKind::compare: {
      auto& e = static_cast<Compare&>(node);
      expression(*e.first);
      for (ExprPtr& r : e.rest) expression(*r);
      return;
    }
    case ExprKind::logical:
      for (ExprPtr& o : static_cast<Logical&>(node).operands) expression(*o);
      return;
    case ExprKind::conditional: {
      auto& e = static_cast<Conditional&>(node);
      expression(*e.condition);
      expression(*e.then);
      return expression(*e.otherwise);
    }
    case ExprKind::tuple:
    case ExprKind::list:
    case ExprKind::set:
      for (ExprPtr& i : static_cast<Sequence&>(node).items) {
        expression(*i, access);
      }
      return;
    case ExprKind::dict:
      for (auto& [key, value] : static_cast<DictExpr&>(node).items) {
        optional(key);
        expression(*value);
      }
      return;
    case ExprKind::lambda: {
      FunctionCode& code = *static_cast<Lambda&>(node).code;
      defaults(code);
      return function(code);
    }
    case ExprKind::comprehension:
      return comprehension(static_cast<Comprehension&>(node));
    case ExprKind::fstring:
      for (FString::Part& part : static_cast<FString&>(node).parts) {
        optional(part.value);
        optional(part.spec);
      }
      return;
    case ExprKind::starred:
      return expression(*static_cast<Starred&>(node).value, access);
    case ExprKind::named: {
      auto& e = static_cast<Named&>(node);
      on_walrus(e);
      return expression(*e.value);
    }
    case ExprKind::yield:
      return optional(static_cast<Yield&>(node).value);
  }
}

}  // namespace mha::lang
