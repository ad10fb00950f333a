// Statements of one line.

#include "lang/syntax/parser_core.h"
#include "lang/values/object.h"

namespace mha::lang {

Block Parser::file(bool& ends_in_expression) {
  Block body;
  while (!is(Tok::end)) {
    statement_start_ = at_;
    statement(body);
  }
  ends_in_expression = ends_in_expression_;
  return body;
}

ExprPtr Parser::lone_expression() {
  ExprPtr e = star_expressions();
  while (take(Tok::newline)) {
  }
  expect(Tok::end);
  return e;
}

ExprPtr Parser::field_expression() {
  ExprPtr e = yield_or_expressions();
  expect(Tok::end);
  return e;
}

void Parser::statement(Block& out) {
  switch (kind()) {
    case Tok::if_:
    case Tok::for_:
    case Tok::while_:
    case Tok::try_:
    case Tok::with:
    case Tok::def:
    case Tok::class_:
    case Tok::at:
    case Tok::async:
      out.push_back(compound_statement());
      ends_in_expression_ = false;
      return;
    default:
      if (at_match_statement()) {
        refuse({token().begin, token().end},
               "'match' is not supported: pattern matching is not part of "
               "this language",
               "write it with if, elif and else");
      }
      simple_statements(out);
  }
}

void Parser::simple_statements(Block& out) {
  do {
    const size_t yields = yields_;
    out.push_back(simple_statement());
    out.back()->yields = yields_ != yields;
    ends_in_expression_ =
        out.back()->kind == StmtKind::expr && !is(Tok::semicolon);
  } while (take(Tok::semicolon) && !is(Tok::newline));
  expect(Tok::newline);
}

StmtPtr Parser::simple_statement() {
  const uint32_t from = begin();
  const auto plain = [&](StmtKind k) {
    ++at_;
    return std::make_unique<SimpleStmt>(k, since(from));
  };
  const auto at_statement_end = [&] {
    return is(Tok::newline) || is(Tok::semicolon);
  };
  switch (kind()) {
    case Tok::pass:
      return plain(StmtKind::pass);
    case Tok::break_:
      return plain(StmtKind::break_);
    case Tok::continue_:
      return plain(StmtKind::continue_);
    case Tok::import:
      return import_statement();
    case Tok::from:
      return import_from();
    case Tok::del:
      return delete_statement();
    case Tok::return_: {
      ++at_;
      auto node = std::make_unique<Return>(Span{});
      if (!at_statement_end()) node->value = star_expressions();
      return finish(std::move(node), from);
    }
    case Tok::raise: {
      ++at_;
      auto node = std::make_unique<Raise>(Span{});
      if (!at_statement_end()) {
        node->exception = expression();
        if (take(Tok::from)) node->cause = expression();
      }
      return finish(std::move(node), from);
    }
    case Tok::assert_: {
      ++at_;
      auto node = std::make_unique<Assert>(Span{});
      node->condition = expression();
      if (take(Tok::comma)) node->message = expression();
      return finish(std::move(node), from);
    }
    case Tok::global:
    case Tok::nonlocal: {
      auto node = std::make_unique<NamesStmt>(
          is(Tok::global) ? StmtKind::global : StmtKind::nonlocal, Span{});
      do {
        ++at_;
        node->names.push_back(name().name);
      } while (is(Tok::comma));
      return finish(std::move(node), from);
    }
    default:
      return expression_statement();
  }
}

namespace {

bool is_name_by_name(const Assign& s) {
  if (s.targets.size() != 1 || s.targets[0]->kind != ExprKind::tuple ||
      s.value->kind != ExprKind::tuple) {
    return false;
  }
  const auto& targets = static_cast<const Sequence&>(*s.targets[0]).items;
  const auto& values = static_cast<const Sequence&>(*s.value).items;
  bool plain = targets.size() == values.size();
  for (size_t i = 0; plain && i < targets.size(); ++i) {
    plain = targets[i]->kind == ExprKind::name && values[i]->kind != ExprKind::starred;
  }
  return plain;
}

}  // namespace

// A bare expression, or the left side of one of the three assignments.
StmtPtr Parser::expression_statement() {
  const uint32_t from = begin();
  ExprPtr first = yield_or_expressions();
  if (is(Tok::assign)) {
    auto node = std::make_unique<Assign>(Span{});
    const bool tuple = first->kind == ExprKind::tuple;
    const Sequence* items = tuple ? static_cast<const Sequence*>(first.get()) : nullptr;
    const Expr& last = items && !items->items.empty() ? *items->items.back() : *first;
    if (!is_single_target(last)) check_equals(last);
    while (take(Tok::assign)) {
      check_target(*first);
      node->targets.push_back(std::move(first));
      first = yield_or_expressions();
    }
    node->value = std::move(first);
    node->name_by_name = is_name_by_name(*node);
    return finish(std::move(node), from);
  }
  if (const Operator* op = augmented_operator(kind())) {
    check_augmented(*first);
    ++at_;
    auto node = std::make_unique<AugAssign>(Span{});
    node->target = std::move(first);
    node->op = op->op;
    node->value = yield_or_expressions();
    return finish(std::move(node), from);
  }
  if (is(Tok::colon) && is_single_target(*first)) {
    ++at_;
    auto node = std::make_unique<AnnAssign>(Span{});
    node->target = std::move(first);
    node->annotation = expression();
    if (take(Tok::assign)) node->value = yield_or_expressions();
    return finish(std::move(node), from);
  }
  check_annotated(*first);
  return std::make_unique<ExprStmt>(since(from), std::move(first));
}

StmtPtr Parser::delete_statement() {
  const uint32_t from = begin();
  expect(Tok::del);
  auto node = std::make_unique<Delete>(Span{});
  ExprPtr targets = star_expressions();
  if (!is(Tok::newline) && !is(Tok::semicolon)) fail();
  node->span = since(from);
  check_target(*targets, /*deletes=*/true);
  if (targets->kind == ExprKind::tuple &&
      !static_cast<const Sequence&>(*targets).items.empty()) {
    node->targets = std::move(static_cast<Sequence&>(*targets).items);
  } else {
    node->targets.push_back(std::move(targets));
  }
  return node;
}

std::string Parser::dotted_name() {
  std::string path = name().name.str();
  while (take(Tok::dot)) {
    path += '.' + name().name.str();
  }
  return path;
}

StmtPtr Parser::import_statement() {
  const uint32_t from = begin();
  auto node = std::make_unique<Import>(Span{});
  expect(Tok::import);
  do {
    ImportName item;
    const uint32_t item_begin = begin();
    item.path = dotted_name();
    item.span = since(item_begin);
    // `import a.b` binds a; `import a.b as c` binds what a.b is.
    item.target = {Symbol(item.path.substr(0, item.path.find('.'))), item.span};
    if (take(Tok::as)) {
      item.target = name();
      item.alias = item.target.name;
    }
    node->names.push_back(std::move(item));
  } while (take(Tok::comma));
  return finish(std::move(node), from);
}

StmtPtr Parser::import_from() {
  const uint32_t from = begin();
  auto node = std::make_unique<ImportFrom>(Span{});
  expect(Tok::from);
  const uint32_t module_begin = begin();
  for (;; ++at_) {
    if (is(Tok::dot)) {
      ++node->level;
    } else if (is(Tok::ellipsis)) {
      node->level += 3;
    } else {
      break;
    }
  }
  if (is(Tok::name) || node->level == 0) node->module = dotted_name();
  node->module_span = since(module_begin);
  expect(Tok::import);
  if (take(Tok::star)) {
    node->star = true;
    return finish(std::move(node), from);
  }
  const bool bracketed = take(Tok::left_paren);
  do {
    if (bracketed && !node->names.empty() && is(Tok::right_paren)) break;
    if (!bracketed && !node->names.empty() && is(Tok::newline)) {
      fail("trailing comma not allowed without surrounding parentheses", here());
    }
    ImportName item;
    item.target = name();
    item.path = item.target.name.str();
    item.span = item.target.span;
    if (take(Tok::as)) {
      item.target = name();
      item.alias = item.target.name;
    }
    node->names.push_back(std::move(item));
  } while (take(Tok::comma));
  if (bracketed) expect(Tok::right_paren);
  return finish(std::move(node), from);
}

}  // namespace mha::lang
