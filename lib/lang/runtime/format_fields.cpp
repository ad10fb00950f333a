// str.format, and how text shows itself.

#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "lang/runtime/builtins.h"
#include "lang/runtime/format.h"
#include "lang/runtime/interpreter.h"
#include "lang/values/number.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

class FieldFormatter {
 public:
  FieldFormatter(Interpreter& interp, std::span<const Value> positional,
                 std::span<const KeywordArg> keywords)
      : interp_(interp), positional_(positional), keywords_(keywords) {}

  std::string run(std::string_view text, int depth) {
    if (depth < 0) throw ValueError("Max string recursion exceeded");
    std::string out;
    size_t pos = 0;
    while (pos < text.size()) {
      const char c = text[pos++];
      if (c != '{' && c != '}') {
        out += c;
        continue;
      }
      if (pos < text.size() && text[pos] == c) {
        out += c;
        ++pos;
        continue;
      }
      if (c == '}') throw ValueError("Single '}' encountered in format string");
      if (pos >= text.size()) {
        throw ValueError("Single '{' encountered in format string");
      }
      out += field(text, pos, depth);
    }
    return out;
  }

 private:
  // One replacement field; `pos` is after its brace.
  std::string field(std::string_view text, size_t& pos, int depth) {
    const size_t from = pos;
    int brackets = 0;
    for (; pos < text.size(); ++pos) {
      const char c = text[pos];
      if (c == '[')
        ++brackets;
      else if (c == ']' && brackets > 0)
        --brackets;
      else if (brackets == 0 && (c == '}' || c == ':' || c == '!'))
        break;
      else if (brackets == 0 && c == '{') {
        throw ValueError("unexpected '{' in field name");
      }
    }
    if (pos >= text.size()) {
      throw ValueError("expected '}' before end of string");
    }
    const std::string_view name = text.substr(from, pos - from);
    char32_t conversion = 0;
    if (text[pos] == '!') {
      ++pos;
      if (pos >= text.size()) {
        throw ValueError(
            "end of string while looking for conversion specifier");
      }
      conversion = next_codepoint(text, pos);
      if (pos >= text.size() || conversion == '}') {
        throw ValueError("unmatched '{' in format spec");
      }
      if (text[pos] != ':' && text[pos] != '}') {
        throw ValueError("expected ':' after conversion specifier");
      }
    }
    std::string spec;
    if (text[pos] == ':') {
      const size_t spec_from = ++pos;
      int nested = 0;
      for (; pos < text.size(); ++pos) {
        if (text[pos] == '{') ++nested;
        if (text[pos] == '}' && nested-- == 0) break;
      }
      if (pos >= text.size()) {
        throw ValueError("expected '}' before end of string");
      }
      spec = text.substr(spec_from, pos - spec_from);
    }
    ++pos;
    const Value value = convert(lookup(name), conversion);
    if (spec.find_first_of("{}") != std::string::npos) {
      spec = run(spec, depth - 1);
    }
    return interp_.format(value, spec);
  }

  Value convert(Value v, char32_t conversion) {
    switch (conversion) {
      case 0:
        return v;
      case 's':
        return str(interp_.str(v));
      case 'r':
        return str(interp_.repr(v));
      default: {
        std::string shown;
        append_utf8(shown, conversion);
        throw ValueError("Unknown conversion specifier " + shown);
      }
    }
  }

  static bool all_digits(std::string_view text) {
    return !text.empty() && text.size() < 18 &&
           text.find_first_not_of("0123456789") == std::string_view::npos;
  }

  Value first(std::string_view name) {
    const bool automatic = name.empty();
    if (!automatic && !all_digits(name)) {
      for (const KeywordArg& k : keywords_) {
        if (k.name.str() == name) return k.value;
      }
      throw make_error(interp_, "KeyError", {str(std::string(name))});
    }
    if (numbering_ == Numbering::unknown) {
      numbering_ = automatic ? Numbering::automatic : Numbering::manual;
    }
    if (automatic != (numbering_ == Numbering::automatic)) {
      throw ValueError(
          automatic ? "cannot switch from manual field specification to "
                      "automatic field numbering"
                    : "cannot switch from automatic field numbering to manual "
                      "field specification");
    }
    const size_t index = automatic ? next_++ : std::stoull(std::string(name));
    if (index >= positional_.size()) {
      throw IndexError("Replacement index " + std::to_string(index) +
                       " out of range for positional args tuple");
    }
    return positional_[index];
  }

  Value lookup(std::string_view name) {
    size_t pos = name.find_first_of(".[");
    if (pos == std::string_view::npos) pos = name.size();
    Value value = first(name.substr(0, pos));
    while (pos < name.size()) {
      if (name[pos] == '.') {
        const size_t from = ++pos;
        pos = name.find_first_of(".[", from);
        if (pos == std::string_view::npos) pos = name.size();
        if (pos == from) throw ValueError("Empty attribute in format string");
        value = interp_.get_attr(value, name.substr(from, pos - from));
      } else if (name[pos] == '[') {
        const size_t from = ++pos;
        pos = name.find(']', from);
        if (pos == std::string_view::npos) {
          throw ValueError("Missing ']' in format string");
        }
        const std::string_view index = name.substr(from, pos - from);
        if (index.empty()) throw ValueError("Empty attribute in format string");
        value = interp_.get_item(value, all_digits(index)
                                            ? int_from_decimal(index)
                                            : str(std::string(index)));
        ++pos;
      } else {
        throw ValueError(
            "Only '.' or '[' may follow ']' in format field specifier");
      }
    }
    return value;
  }

  enum class Numbering { unknown, automatic, manual };
  Interpreter& interp_;
  std::span<const Value> positional_;
  std::span<const KeywordArg> keywords_;
  Numbering numbering_ = Numbering::unknown;
  size_t next_ = 0;
};

void append_escape(std::string& out, char32_t c) {
  char buffer[16];
  const unsigned code = static_cast<unsigned>(c);
  const char* form = c < 0x100     ? "\\x%02x"
                     : c < 0x10000 ? "\\u%04x"
                                   : "\\U%08x";
  std::snprintf(buffer, sizeof buffer, form, code);
  out += buffer;
}

}  // namespace

std::string str_format(Interpreter& interp, std::string_view text,
                       std::span<const Value> positional,
                       std::span<const KeywordArg> keywords) {
  return FieldFormatter(interp, positional, keywords).run(text, 1);
}

std::string str_repr(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos;
  const bool both = single && text.find('"') != std::string_view::npos;
  const char quote = single && !both ? '"' : '\'';
  std::string out(1, quote);
  out.reserve(text.size() + 2);
  for (size_t pos = 0; pos < text.size();) {
    const size_t from = pos;
    const char32_t c = next_codepoint(text, pos);
    if (c == static_cast<char32_t>(quote) || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (is_printable(c)) {
      out += text.substr(from, pos - from);
    } else {
      append_escape(out, c);
    }
  }
  return out + quote;
}

}  // namespace mha::lang
