#include "lang/syntax/parser.h"

#include <fmt/format.h>

#include "lang/syntax/explain.h"
#include "lang/syntax/resolver.h"

namespace mha::lang {
namespace {

constexpr Operator kOperators[] = {
    {Tok::bar, 1, BinaryOp::or_},          {Tok::caret, 2, BinaryOp::xor_},
    {Tok::ampersand, 3, BinaryOp::and_},   {Tok::left_shift, 4, BinaryOp::lshift},
    {Tok::right_shift, 4, BinaryOp::rshift}, {Tok::plus, 5, BinaryOp::add},
    {Tok::minus, 5, BinaryOp::sub},        {Tok::star, 6, BinaryOp::mul},
    {Tok::slash, 6, BinaryOp::div},        {Tok::double_slash, 6, BinaryOp::floordiv},
    {Tok::percent, 6, BinaryOp::mod},      {Tok::at, 6, BinaryOp::matmul},
    {Tok::double_star, 7, BinaryOp::pow},
};

const Operator* operator_of(Tok sign) {
  for (const Operator& row : kOperators) {
    if (row.sign == sign) return &row;
  }
  return nullptr;
}

}  // namespace

const Operator* binary_operator(Tok sign) {
  const bool is_one = sign == Tok::at || (sign >= Tok::plus && sign <= Tok::caret);
  return is_one && sign != Tok::double_star ? operator_of(sign) : nullptr;
}

const Operator* augmented_operator(Tok sign) {
  if (sign == Tok::at_assign) return operator_of(Tok::at);
  if (sign < Tok::plus_assign || sign > Tok::caret_assign) return nullptr;
  constexpr int kBehind = static_cast<int>(Tok::plus_assign) - static_cast<int>(Tok::plus);
  return operator_of(static_cast<Tok>(static_cast<int>(sign) - kBehind));
}

bool starts_value(Tok t) {
  return t == Tok::name || t == Tok::number || t == Tok::text || t == Tok::false_ ||
         t == Tok::none || t == Tok::true_ || t == Tok::lambda || t == Tok::left_brace ||
         t == Tok::ellipsis || t == Tok::tilde;
}

SyntaxError::SyntaxError(std::string kind, std::string message,
                         SourcePtr source, Span span)
    : Error(std::move(kind), std::move(message)),
      source_(std::move(source)),
      span_(span) {}

Parser::Parser(SourcePtr source, const std::vector<Token>& tokens)
    : source_(std::move(source)), tokens_(tokens) {}

NameRef Parser::name() {
  if (!is(Tok::name)) fail();
  NameRef ref{Symbol(fold_identifier(text_of(token()))), here()};
  ++at_;
  return ref;
}

void Parser::too_deep() const {
  SyntaxError e("RecursionError",
                "maximum recursion depth exceeded during compilation", source_,
                {token().begin, token().end});
  e.with_help(
      "the expression is nested too deeply; split it over several "
      "statements");
  throw e;
}

void Parser::refuse(Span span, std::string message, std::string help) const {
  SyntaxError e("SyntaxError", std::move(message), source_, span);
  e.with_help(std::move(help)).as_refusal();
  throw e;
}

void Parser::refuse_coroutine(std::string help) const {
  refuse(here(),
         fmt::format("'{}' is not supported: coroutines are not part of this language", text_of(token())),
         std::move(help));
}

void Parser::error(Span span, std::string message) const {
  throw SyntaxError("SyntaxError", std::move(message), source_, span);
}

ModulePtr parse(SourcePtr source, ParseMode mode) {
  try {
    auto module = std::make_shared<Module>();
    module->source = source;
    TokenList list = tokenize(source);
    if (mode == ParseMode::expression && !list.tokens.empty() &&
        list.tokens[0].kind == Tok::indent) {
      // eval(" 1") is fine: blanks before an expression mean nothing.
      list.tokens.erase(list.tokens.begin());
      std::erase_if(list.tokens,
                    [](const Token& t) { return t.kind == Tok::dedent; });
    }
    Parser parser(source, list.tokens);
    try {
      if (mode == ParseMode::expression) {
        ExprPtr e = parser.lone_expression();
        const Span span = e->span;
        module->body.push_back(std::make_unique<ExprStmt>(span, std::move(e)));
        module->ends_in_expression = true;
      } else {
        module->body = parser.file(module->ends_in_expression);
      }
    } catch (const ParseFailure& failure) {
      throw explain(source, list, failure, /*in_field=*/false);
    } catch (const SyntaxError& e) {
      throw or_text_error(source, list, parser.position(), e);
    }
    list = {};
    resolve(*module);
    return module;
  } catch (SyntaxError& e) {
    if (e.help().empty()) e.with_help(help_for(e));
    throw;
  }
}

}  // namespace mha::lang
