#pragma once

// The lexer's inside, shared by the files that implement it.

#include "lang/syntax/lexer.h"

namespace mha::lang {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  /// Of the whole text, or of a stretch of it in brackets (a field).
  Lexer(std::string_view text, Span range, bool in_brackets);
  TokenList run();

 private:
  struct Bracket {
    char sign;
    uint32_t at;
  };
  struct Stop {};  // thrown once error_ is set

  // Bytes: peek() gives 0 at the end; the text holds no NUL.
  char peek(uint32_t ahead = 0) const {
    return at_ + ahead < end_ ? text_[at_ + ahead] : '\0';
  }
  bool at_newline() const { return peek() == '\n' || peek() == '\r'; }
  void skip_newline();
  int line_of(uint32_t offset) const;

  void add(Tok kind, uint32_t begin) {
    out_.tokens.push_back({kind, begin, at_});
  }
  [[noreturn]] void fail(std::string message, Span span,
                         std::string kind = "SyntaxError",
                         bool overrides = true);
  [[noreturn]] void fail_at_end(std::string message);
  [[noreturn]] void stop(LexError error, Span token);

  void line_begin();  // indentation
  void indentation(int column, int tab_column, uint32_t begin);
  bool next_token();    // false at the end of the text
  void continuation();  // a backslash
  void word();
  void check_identifier(uint32_t begin);
  void text_literal(uint32_t begin);
  void sign();
  void open_bracket(Tok kind);
  void close_bracket(Tok kind);

  // lexer_numbers.cpp
  void number();
  void radix_number(const char* name, int base);
  void decimal_digits();
  void number_end(const char* name);
  [[noreturn]] void fail_number(std::string message);

  std::string_view text_;
  uint32_t at_;
  uint32_t end_;
  bool field_;
  bool line_start_ = true;
  std::vector<Bracket> brackets_;
  std::vector<std::pair<int, int>> indents_ = {{0, 0}};
  TokenList out_;
};

}  // namespace mha::lang
