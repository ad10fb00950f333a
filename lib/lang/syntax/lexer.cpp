#include "lang/syntax/lexer.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "lang/syntax/lexer_state.h"
#include "lang/syntax/parser.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

constexpr size_t kMaxBrackets = 200;  // CPython's limits
constexpr size_t kMaxIndents = 100;

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || static_cast<signed char>(c) < 0;
}

// From Tok::false_ on.
constexpr std::string_view kKeywords[] = {
    "False", "None", "True", "and", "as", "assert", "async", "await", "break",
    "class", "continue", "def", "del", "elif", "else", "except", "finally", "for",
    "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
    "pass", "raise", "return", "try", "while", "with", "yield"};

/// The keyword, or Tok::name.
Tok keyword_or_name(std::string_view word) {
  const auto found = std::lower_bound(std::begin(kKeywords), std::end(kKeywords), word);
  if (found == std::end(kKeywords) || *found != word) return Tok::name;
  return static_cast<Tok>(static_cast<int>(Tok::false_) + (found - std::begin(kKeywords)));
}

struct Sign {
  std::string_view text;
  Tok kind;
};
// Of those that begin alike, the longest comes first.
constexpr Sign kSigns[] = {
    {"(", Tok::left_paren},          {")", Tok::right_paren},        {",", Tok::comma},
    {"...", Tok::ellipsis},          {".", Tok::dot},                {"==", Tok::equal},
    {"=", Tok::assign},              {"[", Tok::left_bracket},       {"]", Tok::right_bracket},
    {":=", Tok::walrus},             {":", Tok::colon},              {"->", Tok::arrow},
    {"-=", Tok::minus_assign},       {"-", Tok::minus},              {"+=", Tok::plus_assign},
    {"+", Tok::plus},                {"**=", Tok::double_star_assign}, {"**", Tok::double_star},
    {"*=", Tok::star_assign},        {"*", Tok::star},               {"//=", Tok::double_slash_assign},
    {"//", Tok::double_slash},       {"/=", Tok::slash_assign},      {"/", Tok::slash},
    {"@=", Tok::at_assign},          {"@", Tok::at},                 {"%=", Tok::percent_assign},
    {"%", Tok::percent},             {"{", Tok::left_brace},         {"}", Tok::right_brace},
    {"<<=", Tok::left_shift_assign}, {"<<", Tok::left_shift},        {"<=", Tok::less_equal},
    {"<>", Tok::unknown},            {"<", Tok::less},               {">>=", Tok::right_shift_assign},
    {">>", Tok::right_shift},        {">=", Tok::greater_equal},     {">", Tok::greater},
    {"!=", Tok::not_equal},          {"!", Tok::unknown},            {"&=", Tok::ampersand_assign},
    {"&", Tok::ampersand},           {"|=", Tok::bar_assign},        {"|", Tok::bar},
    {"^=", Tok::caret_assign},       {"^", Tok::caret},              {"~", Tok::tilde},
    {";", Tok::semicolon},           {"$", Tok::unknown},            {"?", Tok::unknown},
    {"`", Tok::unknown},
};

// An r, b, u or f before a quote, alone or paired as Python allows.
bool is_text_prefix(std::string_view word) {
  if (word.size() > 2) return false;
  std::string low(word);
  for (char& c : low) c = static_cast<char>(c | 0x20);
  return low == "r" || low == "b" || low == "u" || low == "f" || low == "rb" ||
         low == "br" || low == "rf" || low == "fr";
}

}  // namespace

bool is_keyword(std::string_view word) { return keyword_or_name(word) != Tok::name; }

Lexer::Lexer(std::string_view text, Span range, bool in_brackets)
    : text_(text), at_(range.begin), end_(range.end), field_(in_brackets) {}

int Lexer::line_of(uint32_t offset) const {
  int line = 1;
  for (uint32_t i = 0; i < offset; ++i) {
    if (text_[i] == '\n' ||
        (text_[i] == '\r' && (i + 1 >= text_.size() || text_[i + 1] != '\n'))) {
      ++line;
    }
  }
  return line;
}

void Lexer::fail(std::string message, Span span, std::string kind,
                 bool overrides) {
  stop({std::move(kind), std::move(message), span, overrides, /*at_end=*/false, {}}, span);
}

void Lexer::fail_at_end(std::string message) {
  uint32_t last = end_;
  while (last > 0 && (text_[last - 1] == '\n' || text_[last - 1] == '\r'))
    --last;
  stop({"SyntaxError", std::move(message), {last, last}, /*overrides=*/false, /*at_end=*/true, {}},
       {end_, end_});
}

void Lexer::stop(LexError error, Span token) {
  out_.tokens.push_back({Tok::error, token.begin, token.end});
  out_.error = std::move(error);
  if (!brackets_.empty()) out_.error->open = brackets_.back().at;
  throw Stop{};
}

void Lexer::skip_newline() {
  if (peek() == '\r' && peek(1) == '\n') ++at_;
  ++at_;
}

TokenList Lexer::run() {
  try {
    out_.tokens.reserve((end_ - at_) / 4 + 8);
    if (field_) {
      // The field counts as bracketed, one level deep.
      brackets_.push_back({'(', at_});
      line_start_ = false;
      out_.tokens.push_back({Tok::left_paren, at_, at_});
      while (next_token()) {
      }
      if (brackets_.size() > 1) fail_at_end("unexpected EOF while parsing");
      add(Tok::right_paren, at_);
    } else {
      while (next_token()) {
      }
      if (!brackets_.empty()) fail_at_end("unexpected EOF while parsing");
      if (!out_.tokens.empty() && out_.tokens.back().kind != Tok::newline) {
        add(Tok::newline, at_);
      }
      for (; indents_.size() > 1; indents_.pop_back()) add(Tok::dedent, at_);
    }
    add(Tok::end, at_);
  } catch (const Stop&) {
  }
  return std::move(out_);
}

// Measures the blanks before a line's first token. Lines that hold nothing
// but blanks and a comment have no indentation.
void Lexer::line_begin() {
  line_start_ = false;
  int column = 0;
  int tab_column = 0;
  const uint32_t begin = at_;
  for (;; ++at_) {
    const char c = peek();
    if (c == ' ') {
      ++column;
      ++tab_column;
    } else if (c == '\t') {
      column = (column / 8 + 1) * 8;
      ++tab_column;
    } else if (c == '\f') {
      column = tab_column = 0;
    } else {
      break;
    }
  }
  if (at_ >= end_ || at_newline() || peek() == '#') return;
  indentation(column, tab_column, begin);
}

void Lexer::indentation(int column, int tab_column, uint32_t begin) {
  const auto tab_error = [&] {
    fail("inconsistent use of tabs and spaces in indentation", {begin, at_}, "TabError",
         /*overrides=*/false);
  };
  const auto [top, tab_top] = indents_.back();
  if (column == top) {
    if (tab_column != tab_top) tab_error();
  } else if (column > top) {
    if (indents_.size() >= kMaxIndents) {
      fail("too many levels of indentation", {begin, at_}, "IndentationError",
           /*overrides=*/false);
    }
    if (tab_column <= tab_top) tab_error();
    indents_.push_back({column, tab_column});
    add(Tok::indent, at_);
  } else {
    while (indents_.size() > 1 && column < indents_.back().first) {
      indents_.pop_back();
      add(Tok::dedent, at_);
    }
    if (column != indents_.back().first) {
      while (out_.tokens.back().kind == Tok::dedent) out_.tokens.pop_back();
      uint32_t line_end = at_;
      while (line_end < end_ && text_[line_end] != '\n' &&
             text_[line_end] != '\r') {
        ++line_end;
      }
      fail("unindent does not match any outer indentation level",
           {at_, line_end}, "IndentationError", /*overrides=*/false);
    }
    if (tab_column != indents_.back().second) tab_error();
  }
}

void Lexer::continuation() {
  const uint32_t begin = at_++;
  if (at_ >= end_) fail_at_end("unexpected EOF while parsing");
  if (!at_newline()) {
    fail("unexpected character after line continuation character",
         {begin + 1, begin + 2}, "SyntaxError", /*overrides=*/false);
  }
  skip_newline();
  if (at_ >= end_) fail_at_end("unexpected EOF while parsing");
}

bool Lexer::next_token() {
  if (line_start_ && brackets_.empty()) line_begin();
  line_start_ = false;
  while (peek() == ' ' || peek() == '\t' || peek() == '\f') ++at_;
  const uint32_t line_rest = at_;
  if (peek() == '#') {
    while (at_ < end_ && !at_newline()) ++at_;
  }
  if (at_ >= end_) return false;
  const char c = peek();
  if (c == '\n' || c == '\r') {
    skip_newline();
    if (brackets_.empty()) {
      // A blank line is no statement.
      const Tok last =
          out_.tokens.empty() ? Tok::newline : out_.tokens.back().kind;
      if (last != Tok::newline && last != Tok::indent && last != Tok::dedent) {
        out_.tokens.push_back({Tok::newline, line_rest, at_});
      }
      line_start_ = true;
    }
  } else if (c == '\\') {
    continuation();
  } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
    number();
  } else if (c == '"' || c == '\'') {
    text_literal(at_);
  } else if (is_word_byte(c)) {
    word();
  } else {
    sign();
  }
  return true;
}

void Lexer::word() {
  const uint32_t begin = at_;
  bool ascii = true;
  for (; at_ < end_ && is_word_byte(text_[at_]); ++at_) {
    ascii = ascii && static_cast<signed char>(text_[at_]) >= 0;
  }
  const std::string_view text = text_.substr(begin, at_ - begin);
  if ((peek() == '"' || peek() == '\'') && is_text_prefix(text)) {
    text_literal(begin);
    return;
  }
  if (!ascii) check_identifier(begin);
  add(keyword_or_name(text), begin);
}

void Lexer::check_identifier(uint32_t begin) {
  const std::string_view text = text_.substr(begin, at_ - begin);
  for (size_t pos = 0; pos < text.size();) {
    const size_t start = pos;
    const char32_t c = next_codepoint(text, pos);
    if (start == 0 ? starts_identifier(c) : continues_identifier(c)) continue;
    const Span span{begin + static_cast<uint32_t>(start),
                    begin + static_cast<uint32_t>(pos)};
    const auto number = static_cast<uint32_t>(c);
    if (is_printable(c)) {
      fail(fmt::format("invalid character '{}' (U+{:04X})",
                       text.substr(start, pos - start), number),
           span);
    }
    fail(fmt::format("invalid non-printable character U+{:04X}", number), span);
  }
}

// From the opening quote on; `begin` is where the prefix begins.
void Lexer::text_literal(uint32_t begin) {
  const char quote = peek();
  const bool triple = peek(1) == quote && peek(2) == quote;
  at_ += triple ? 3 : 1;
  for (;;) {
    if (at_ >= end_ || (!triple && at_newline())) {
      const char last = text_[at_ - 1];
      const bool ends_line = triple && at_ > begin + 3 && (last == '\n' || last == '\r');
      fail(fmt::format("unterminated {}string literal (detected at line {})",
                       triple ? "triple-quoted " : "",
                       std::max(1, line_of(at_) - (ends_line ? 1 : 0))),
           {begin, begin + 1});
    }
    const char c = peek();
    if (c == '\\') {
      ++at_;
      if (at_ < end_) at_newline() ? skip_newline() : void(++at_);
    } else if (c != quote) {
      ++at_;
    } else if (!triple) {
      ++at_;
      break;
    } else if (peek(1) == quote && peek(2) == quote) {
      at_ += 3;
      break;
    } else {
      ++at_;
    }
  }
  add(Tok::text, begin);
}

void Lexer::open_bracket(Tok kind) {
  if (brackets_.size() >= kMaxBrackets) {
    fail("too many nested parentheses", {at_, at_ + 1});
  }
  brackets_.push_back({peek(), at_});
  ++at_;
  add(kind, at_ - 1);
}

void Lexer::close_bracket(Tok kind) {
  const char sign = peek();
  const Span span{at_, at_ + 1};
  if (brackets_.size() <= (field_ ? 1u : 0u)) {
    fail(fmt::format("unmatched '{}'", sign), span);
  }
  const Bracket open = brackets_.back();
  const char wanted = open.sign == '(' ? ')' : open.sign == '[' ? ']' : '}';
  if (sign != wanted) {
    const int line = line_of(open.at);
    fail(fmt::format("closing parenthesis '{}' does not match opening parenthesis '{}'{}", sign,
                     open.sign, line == line_of(at_) ? "" : fmt::format(" on line {}", line)),
         span);
  }
  brackets_.pop_back();
  ++at_;
  add(kind, at_ - 1);
}

void Lexer::sign() {
  const std::string_view rest = text_.substr(at_, end_ - at_);
  for (const Sign& row : kSigns) {
    if (row.text[0] != rest[0] || !rest.starts_with(row.text)) continue;
    switch (row.kind) {
      case Tok::left_paren:
      case Tok::left_bracket:
      case Tok::left_brace:
        return open_bracket(row.kind);
      case Tok::right_paren:
      case Tok::right_bracket:
      case Tok::right_brace:
        return close_bracket(row.kind);
      default:
        at_ += static_cast<uint32_t>(row.text.size());
        return add(row.kind, at_ - static_cast<uint32_t>(row.text.size()));
    }
  }
  fail(fmt::format("invalid non-printable character U+{:04X}",
                   static_cast<unsigned>(static_cast<unsigned char>(peek()))),
       {at_, at_ + 1});
}

std::string fold_identifier(std::string_view text) {
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return static_cast<signed char>(c) >= 0; })) {
    return std::string(text);
  }
  utf8proc_uint8_t* folded = nullptr;
  const auto length =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &folded,
                   static_cast<utf8proc_option_t>(
                       UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  if (length < 0) return std::string(text);
  std::string result(reinterpret_cast<const char*>(folded),
                     static_cast<size_t>(length));
  std::free(folded);
  return result;
}

TokenList tokenize_field(const SourcePtr& source, Span field) {
  return Lexer(source->text(), field, /*in_brackets=*/true).run();
}

}  // namespace mha::lang
