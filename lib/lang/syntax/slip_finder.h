#pragma once

// The second reading of a statement that did not parse. Where Parser decides by
// the next token, this reader tries alternatives in the order in which CPython
// tries them and goes back when one does not fit, because the order decides
// which of several messages is shown. It is slow, and runs on faulty programs
// only. A slip that is found is thrown.

#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/syntax/slips.h"

namespace mha::lang {

class SlipFinder {
 public:
  SlipFinder(const SourcePtr& source, const TokenList& list, size_t failed,
             size_t start);
  /// Throws a Slip if there is one to find, a SyntaxError for what is wrong
  /// inside a string.
  void run(ParseGoal goal);
  /// The furthest token that was looked at.
  size_t reached() const { return reached_; }

 private:
  /// What an expression is called in messages.
  struct Node {
    const char* name;  // "function call", "literal", "name", ...
    size_t first;      // tokens
    size_t last;
    std::vector<const Node*> items;  // of a tuple, list, starred, call
    bool compares_in = false;        // a comparison that begins with `in`
    bool unpacks = false;            // call arguments: one is **
  };
  using N = const Node*;
  enum class Targets { star, del, for_ };
  struct Memo {
    N node;
    size_t end;
  };

  // ------------------------------------------------------------ tokens
  Tok kind(size_t ahead = 0);
  bool is(Tok k) { return kind() == k; }
  bool take(Tok k) {
    if (!is(k)) return false;
    ++at_;
    return true;
  }
  std::string_view text(size_t token) const;
  bool is_name(std::string_view word);
  int line(size_t token) const;
  N make(const char* name, size_t first, std::vector<N> items = {});
  /// Goes back to `at` and is null.
  N back(size_t at) {
    at_ = at;
    return nullptr;
  }
  template <typename Rule>
  N memoized(int rule, Rule&& body);

  // Throwing. Without a place, the furthest token is meant, as in CPython.
  [[noreturn]] void slip(std::string message, size_t first, size_t last);
  [[noreturn]] void slip(std::string message, N first, N last) {
    slip(std::move(message), first->first, last->last);
  }
  [[noreturn]] void slip_here(std::string message,
                              std::string kind = "SyntaxError");
  [[noreturn]] void no_block(std::string_view after, size_t keyword);
  void invalid_target(N e, Targets targets);
  static N find_invalid_target(N e, Targets targets);

  // --------------------------------------------- slips_expressions.cpp
  N star_expressions();
  N star_expression();
  N star_named_expression();
  bool star_named_expressions(std::vector<N>& out);
  N named_expression();
  N assignment_expression();
  N assignment_or_plain();  // assignment_expression | expression !':='
  void invalid_named_expression();
  N expression();
  N plain_expression();  // without a search for slips around it
  void invalid_expression();
  void invalid_legacy_expression();
  N disjunction();
  N conjunction();
  N inversion();
  N comparison();
  bool comparison_operator();
  N bitwise_or();
  N binary(int level);
  N factor();
  N lambda();

  // -------------------------------------------------- slips_atoms.cpp
  N primary();
  N atom();
  void check_text(size_t first);
  N paren();
  N tuple();
  N group();
  N genexp();
  N bracket();
  N brace();
  N dict();
  bool key_value();
  void invalid_key_values();
  void invalid_key_value();
  void invalid_comprehension();
  bool for_if_clauses(size_t* last_expression = nullptr);
  bool slices();
  bool slice();
  bool slice_with_colons();
  N starred_argument();
  N arguments();
  N args();
  bool keyword_arguments(std::vector<N>& positional, bool& unpacks);
  bool keyword_argument(bool double_star, std::vector<N>& positional,
                        bool& unpacks);
  void invalid_arguments();
  void invalid_keyword();

  // ------------------------------------------------ slips_targets.cpp
  N star_targets();
  N star_target();
  N target_with_star_atom();
  N star_atom();
  N single_target();
  N attribute_or_subscript();
  bool del_targets();
  bool del_target();
  bool parameters(bool is_lambda);
  void invalid_parameters();
  bool parameter();
  enum class Default { none, needed, either };
  bool parameter_with(Default d);
  bool default_value();
  bool slash_group(bool with_default);
  bool star_etc();
  void invalid_star_etc();
  bool double_star_parameter();

  // --------------------------------------------- slips_statements.cpp
  bool statements();
  bool statement();
  bool simple_statements();
  bool simple_statement();
  bool assignment();
  bool annotated_rest();
  void invalid_assignment();
  N annotation_target();
  bool augmented_operator();
  bool import_statement();
  bool import_names();
  bool del_statement();

  // ----------------------------------------------- slips_compound.cpp
  bool compound_statement();
  void invalid_match();
  bool block();
  bool no_indent();
  bool colon_and_no_indent();
  bool conditional_block(Tok keyword, std::string_view title);
  bool if_statement();
  bool else_block();
  bool for_statement();
  bool with_statement();
  bool with_item(bool strict);
  bool with_header(bool bracketed);
  bool try_statement();
  bool except_block();
  bool except_head();
  bool finally_block();
  bool function_statement();
  bool class_statement();
  bool decorators();
  void force(Tok k, std::string_view sign);

  const SourcePtr& source_;
  const std::vector<Token>& tokens_;
  size_t failed_;
  size_t start_;
  size_t at_;
  size_t reached_;
  int depth_ = 0;
  bool search_ = true;       // the rules for slips are on
  bool in_lambda_ = false;   // parameters end at a colon
  std::vector<int> levels_;  // open brackets after each token from start_
  std::deque<Node> nodes_;
  std::unordered_map<uint64_t, Memo> memo_;
};

/// The search gave up: the nesting is too deep for it.
struct SearchEnded {};

template <typename Rule>
SlipFinder::N SlipFinder::memoized(int rule, Rule&& body) {
  const uint64_t key = static_cast<uint64_t>(rule) << 40 | at_;
  if (const auto found = memo_.find(key); found != memo_.end()) {
    at_ = found->second.end;
    return found->second.node;
  }
  if (++depth_ > 3000) throw SearchEnded{};
  const N node = body();
  --depth_;
  memo_[key] = {node, at_};
  return node;
}

}  // namespace mha::lang
