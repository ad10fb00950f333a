#pragma once

// The parser's inside: recursive descent over the tokens, one function a rule.
// A rule that cannot go on fails at its token, which reads "invalid syntax";
// where a beginner's slip is likely, it fails in Python's own words for the slip
// (parser_slips.cpp).

#include <utility>

#include "lang/syntax/ast.h"
#include "lang/syntax/lexer.h"
#include "lang/syntax/parser.h"

namespace mha::lang {

/// Thrown when no rule takes the token.
struct ParseFailure {
  size_t token;
  Span span = {};            // what is wrong
  std::string message = {};  // in Python's words; "": invalid syntax
  const char* kind = "SyntaxError";
  size_t reached = 0;  // a later token that was looked at in search of a slip
};

/// Trees higher than this are refused, as CPython refuses them.
inline constexpr int kMaxHeight = 2990;
/// Trees higher than this are not plain: they may be walked twice at every level.
inline constexpr int kPlainHeight = 8;

/// A binary operator; level 1 binds least.
struct Operator {
  Tok sign;
  int level;
  BinaryOp op;
};
/// Without **, which binds to the right.
const Operator* binary_operator(Tok sign);
/// Of +=, **= and the others: the operator in it; else null.
const Operator* augmented_operator(Tok sign);
/// Names, numbers and what else begins a value and goes on no other.
bool starts_value(Tok t);

class Parser {
 public:
  Parser(SourcePtr source, const std::vector<Token>& tokens);

  Block file(bool& ends_in_expression);
  ExprPtr lone_expression();   // eval()
  ExprPtr field_expression();  // of an f-string
  size_t position() const { return at_; }

 private:
  struct Depth {
    explicit Depth(Parser& p) : parser(p) {
      if (++p.depth_ > kMaxHeight) p.too_deep();
    }
    ~Depth() { --parser.depth_; }
    Parser& parser;
  };

  // ------------------------------------------------------------- tokens
  const Token& token() const { return tokens_[at_]; }
  Tok kind() const { return tokens_[at_].kind; }
  Tok ahead(size_t n = 1) const {
    return at_ + n < tokens_.size() ? tokens_[at_ + n].kind : Tok::end;
  }
  bool is(Tok k) const { return kind() == k; }
  bool take(Tok k) {
    if (kind() != k) return false;
    ++at_;
    return true;
  }
  void expect(Tok k) {
    if (!take(k)) fail();
  }
  uint32_t begin() const { return token().begin; }
  /// From `from` to the end of the last token taken.
  Span since(uint32_t from) const { return {from, tokens_[at_ - 1].end}; }
  template <typename Node>
  std::unique_ptr<Node> finish(std::unique_ptr<Node> node, uint32_t from) const {
    node->span = since(from);
    return node;
  }
  std::string_view text_of(const Token& t) const {
    return source_->text({t.begin, t.end});
  }
  NameRef name();  // takes a Tok::name
  Span here() const { return {token().begin, token().end}; }
  [[noreturn]] void fail() const { fail("", here()); }
  [[noreturn]] void fail(std::string message, Span span) const {
    throw ParseFailure{at_, span, std::move(message), "SyntaxError", reached_};
  }
  [[noreturn]] void too_deep() const;
  /// Python has it, this language does not.
  [[noreturn]] void refuse(Span span, std::string message,
                           std::string help) const;
  [[noreturn]] void refuse_coroutine(std::string help) const;
  [[noreturn]] void error(Span span, std::string message) const;
  void grow(Expr& node, const ExprPtr& child) const {
    if (!child) return;
    node.plain = node.plain && child->plain && child->height < kPlainHeight;
    if (child->height < node.height) return;
    if (child->height >= kMaxHeight) too_deep();
    node.height = static_cast<uint16_t>(child->height + 1);
  }
  static bool is_single_target(const Expr& e);

  // -------------------------------------------------------- parser_slips
  template <typename Rule>
  bool takes(Rule rule);
  void check_target(const Expr& e, bool deletes = false) const;
  void check_neighbour(size_t start);
  void check_equals(const Expr& e);
  void check_argument(size_t start);
  void check_annotated(const Expr& e);
  void check_augmented(const Expr& e) const;
  void check_lone(const Sequence& elements) const;
  void expect_in(size_t target);
  void block_start(std::string_view title, uint32_t header);

  // -------------------------------------------------- parser_expressions
  /// The first item, and what follows it between commas; at_end() is asked behind a comma.
  template <typename Item, typename AtEnd>
  std::unique_ptr<Sequence> sequence(ExprKind kind, uint32_t from, ExprPtr first, Item item,
                                     AtEnd at_end) {
    auto all = std::make_unique<Sequence>(kind, Span{});
    all->items.push_back(std::move(first));
    while (take(Tok::comma) && !at_end()) all->items.push_back(item());
    for (const ExprPtr& e : all->items) grow(*all, e);
    all->span = since(from);
    return all;
  }
  ExprPtr make_unary(uint32_t from, UnaryOp op, ExprPtr operand) const;
  ExprPtr make_binary(uint32_t from, BinaryOp op, ExprPtr left, ExprPtr right) const;
  ExprPtr star_expressions();
  ExprPtr yield_or_expressions();  // where a yield may stand without brackets
  ExprPtr yield_expression();
  ExprPtr star_expression();
  ExprPtr star_named_expression();
  ExprPtr named_expression();
  ExprPtr argument_value();  // as named_expression, but = behind it is told otherwise
  ExprPtr expression();
  ExprPtr disjunction() { return logical(/*is_and=*/false); }
  ExprPtr logical(bool is_and);
  ExprPtr inversion();
  ExprPtr comparison();
  ExprPtr bitwise_or() { return binary(1); }
  ExprPtr binary(int lowest);
  ExprPtr unary();
  ExprPtr power();
  ExprPtr starred();
  ExprPtr target_list();  // of for: stops before `in`
  ExprPtr lambda();

  // -------------------------------------------------------- parser_atoms
  ExprPtr primary();
  ExprPtr atom();
  ExprPtr call(ExprPtr callee, uint32_t from);
  void arguments(std::vector<ExprPtr>& args, std::vector<Keyword>& keywords,
                 Expr* owner);
  ExprPtr subscript(ExprPtr object, uint32_t from);
  ExprPtr subscript_item();
  ExprPtr paren();
  ExprPtr list_display();
  ExprPtr brace_display();
  ExprPtr comprehension(Comprehension::Result result, ExprPtr element,
                        ExprPtr value, uint32_t from);
  ExprPtr elements(ExprKind kind, uint32_t from, ExprPtr first, Tok close);
  /// A display or a comprehension with the bracket that closes it.
  ExprPtr closed(ExprPtr node, uint32_t from, Tok close);
  ExprPtr number();

  // ------------------------------------------------------ parser_fstring
  ExprPtr text_run();
  uint32_t formatted_parts(FString& out, std::string& pending, uint32_t at,
                           uint32_t end, bool raw, Span literal, int level);
  uint32_t field(FString::Part& part, uint32_t at, uint32_t end, bool raw,
                 Span literal, int level);
  uint32_t field_end(uint32_t at, uint32_t end) const;

  // --------------------------------------------------- parser_statements
  void statement(Block& out);
  void simple_statements(Block& out);
  StmtPtr simple_statement();
  StmtPtr expression_statement();
  StmtPtr import_statement();
  StmtPtr import_from();
  StmtPtr delete_statement();
  std::string dotted_name();

  // ----------------------------------------------------- parser_compound
  StmtPtr compound_statement();
  StmtPtr plain_compound_statement();
  /// `title` and `header` are what a missing block belongs to, and where that begins.
  Block block(std::string_view title, uint32_t header);
  Block else_block();
  StmtPtr if_statement();
  StmtPtr for_statement();
  StmtPtr while_statement();
  StmtPtr with_statement();
  bool bracketed_with_items(std::vector<WithItem>& items);
  WithItem with_item();
  StmtPtr try_statement();
  StmtPtr decorated();
  StmtPtr function(std::vector<ExprPtr> decorators);
  StmtPtr class_statement(std::vector<ExprPtr> decorators);
  /// `lambda` parameters have no annotations and end at a colon.
  void parameters(FunctionCode& code, bool is_lambda, Expr* owner);
  Parameter parameter(bool is_lambda, bool is_star);
  bool at_match_statement() const;

  SourcePtr source_;
  const std::vector<Token>& tokens_;
  size_t at_ = 0;
  size_t statement_start_ = 0;
  size_t reached_ = 0;  // by a search for a slip that found none
  int depth_ = 0;
  bool quiet_ = false;  // values side by side are no slip to look into
  size_t yields_ = 0;  // read so far in the innermost function
  bool ends_in_expression_ = false;
};

}  // namespace mha::lang
