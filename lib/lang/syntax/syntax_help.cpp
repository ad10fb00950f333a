// A sentence of help for each kind of syntax error.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "lang/syntax/explain.h"

namespace mha::lang {
namespace {

struct Advice {
  std::string_view part;  // of the message
  std::string_view help;
};

// The first row whose part occurs in the message is shown.
constexpr Advice kAdvice[] = {
    {"expected ':'", "a line that opens a block ends with a colon"},
    {"was never closed", "add the bracket that closes this one"},
    {"unmatched '",
     "this bracket closes nothing; remove it, or open one before"},
    {"does not match opening parenthesis",
     "brackets close in the reverse order in which they open"},
    {"forgot a comma",
     "two values stand side by side; put a comma or an "
     "operator between them"},
    {"Maybe you meant '=='",
     "= gives a name to a value; == compares two values"},
    {"perhaps you meant \"==\"",
     "= in a call names an argument; == compares "
     "two values"},
    {"cannot assign to",
     "only a name, an attribute, an element or a tuple of "
     "them can stand to the left of ="},
    {"cannot delete", "only a name, an attribute or an element can be deleted"},
    {"illegal expression for augmented assignment",
     "an operator with = changes one name, attribute or element"},
    {"unterminated triple-quoted", "end the text with the same three quotes"},
    {"f-string: unterminated string",
     "inside {...} use the other kind of quote"},
    {"unterminated string",
     "end the text with the quote it began with, on the "
     "same line"},
    {"expected an indented block",
     "indent the lines that belong to it, by four "
     "spaces; `pass` does nothing"},
    {"unexpected indent",
     "this line is indented further than the one before, "
     "but no block was opened"},
    {"unindent does not match",
     "go back to exactly the indentation of an "
     "earlier line"},
    {"inconsistent use of tabs", "indent with spaces only"},
    {"leading zeros", "write the number without zeros in front"},
    {"invalid decimal literal",
     "a name cannot begin with a digit, and a number "
     "cannot end in letters"},
    {"invalid hexadecimal literal", "after 0x come the digits 0-9 and a-f"},
    {"invalid octal literal", "after 0o come the digits 0-7"},
    {"in octal literal", "after 0o come the digits 0-7"},
    {"invalid binary literal", "after 0b come only 0 and 1"},
    {"in binary literal", "after 0b come only 0 and 1"},
    {"invalid non-printable character",
     "an invisible character came in by copying; delete it and type a space"},
    {"invalid character",
     "this sign is not part of Python; it may have come "
     "in by copying"},
    {"unexpected character after line continuation",
     "a backslash joins lines only as the very last character of its line"},
    {"unexpected EOF", "the text ends in the middle of a statement"},
    {"positional argument follows", "put the arguments without a name first"},
    {"argument unpacking follows", "put *values before **values"},
    {"keyword argument repeated", "each argument can be given once"},
    {"duplicate argument", "give each parameter a name of its own"},
    {"non-default argument follows", "parameters without a default come first"},
    {"'return' outside function",
     "return belongs inside a def; is this line "
     "indented far enough?"},
    {"'break' outside loop", "break belongs inside a for or while loop"},
    {"'continue' not properly", "continue belongs inside a for or while loop"},
    {"Missing parentheses in call", "put what it is given in brackets"},
    {"prior to global declaration",
     "put the global line at the top of the "
     "function"},
    {"before global declaration",
     "put the global line at the top of the "
     "function"},
    {"no binding for nonlocal",
     "nonlocal names a variable of a function around "
     "this one; for one of the file use global"},
    {"nonlocal declaration not allowed",
     "nonlocal is for functions inside "
     "functions"},
    {"empty expression not allowed",
     "put a name or a value between { and }, or "
     "double them: {{}}"},
    {"f-string: expecting '}'", "close the { with a }"},
    {"single '}' is not allowed", "for the sign itself write }}"},
    {"cannot include a backslash",
     "compute the value on a line before and put "
     "its name between { and }"},
    {"f-string: unmatched", "inside {...} use the other kind of quote"},
    {"invalid conversion character", "after ! comes r, s or a"},
    {"too many nested parentheses", "split the expression over several lines"},
    {"too many levels of indentation", "move the inner blocks to functions"},
    {"expected 'else' after 'if' expression",
     "a value with `if` needs the other value too: a if condition else b"},
    {"expected 'except' or 'finally'",
     "a try needs an except or finally block"},
    {"must be parenthesized", "put it in brackets of its own"},
    {"default 'except:' must be last", "move the bare except below the others"},
    {"starred", "a * spreads a list inside a call, a list or a tuple"},
    {"unicodeescape", "double the backslash, or put an r before the quote"},
    {"maximum recursion depth", "split it over several statements"},
    {"import * only allowed", "move this import to the top of the file"},
    {"trailing comma not allowed", "remove the last comma"},
};

/// Words that statements begin with.
const std::vector<std::string> kFirstWords = {
    "assert", "class", "def",  "elif",   "else",   "except", "for",  "from",
    "global", "if",    "import", "lambda", "raise", "return", "try",  "while", "with"};

/// What the place suggests; "invalid syntax" alone says little.
std::string help_at_place(const SyntaxError& error) {
  const Source& source = *error.source();
  const uint32_t at = error.span().begin;
  const std::string here(source.text(error.span()));
  const uint32_t line = source.line_start(source.place(at).line);
  const std::string before(trim(source.text({std::min(line, at), at})));
  const auto word_end = std::find_if_not(before.begin(), before.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  });
  const std::string first(before.begin(), word_end);
  const auto is_first_word = [](const std::string& word) {
    return std::find(kFirstWords.begin(), kFirstWords.end(), word) != kFirstWords.end();
  };
  const char last = before.empty() ? ' ' : before.back();
  if ((first == "else" && here == "if") || first.starts_with("elsei")) return "Python writes elif";
  if (!error.message().ends_with("invalid syntax")) return "";
  if (trim(here).empty() || here[0] == '#') {
    return "the line ends where something has to follow";
  }
  if (here == "else" || here == "elif" || here == "except" || here == "finally") {
    return fmt::format(
        "'{}' goes on with a statement above it: right behind that block, and in the same column", here);
  }
  if (here == "=" && is_first_word(before)) {
    return fmt::format("'{}' is a word of the language; give the variable another name", before);
  }
  if ((here == "&" || here == "|") && last == here[0]) return "for && and || write `and` and `or`";
  if (here == "!") return "for ! write `not`; unequal is !=, without a blank inside";
  if (here == "?") return "for c ? a : b write a if c else b";
  if (here == "=" && std::string_view("=+-*/<>!%@").find(last) != std::string_view::npos) {
    return "a single = names a value, == compares, and signs like += have no blank inside";
  }
  if (first.size() > 1 && !is_first_word(first)) {
    std::vector<std::string> words = kFirstWords;
    const std::string& text = source.text();
    const bool imports = text.substr(at, text.find('\n', at) - at).find("import") != std::string::npos;
    std::erase(words, imports ? "for" : "from");
    const std::string word = nearest(first, words);
    if (!word.empty() && word.size() + 1 >= first.size()) {
      return fmt::format("is '{}' meant to be '{}'?", first, word);
    }
  }
  return "Python cannot read on from here: look at this place and at what stands right before it";
}

}  // namespace

std::string help_for(const SyntaxError& error) {
  if (std::string help = help_at_place(error); !help.empty()) return help;
  for (const Advice& row : kAdvice) {
    if (error.message().find(row.part) != std::string::npos) {
      return std::string(row.help);
    }
  }
  return "";
}

}  // namespace mha::lang
