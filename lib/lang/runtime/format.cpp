#include "lang/runtime/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "lang/values/number.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]
struct Spec {
  char32_t fill = ' ';
  char align = 0;
  char sign = 0;
  bool alternate = false;
  int64_t width = -1, precision = -1;
  char grouping = 0;
  char32_t type = 0;
};

int64_t read_number(std::string_view text, size_t& pos) {
  if (pos >= text.size() || text[pos] < '0' || text[pos] > '9') return -1;
  int64_t value = 0;
  for (; pos < text.size() && text[pos] >= '0' && text[pos] <= '9'; ++pos) {
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, text[pos] - '0', &value)) {
      throw ValueError("Too many decimal digits in format string");
    }
  }
  return value;
}

bool is_align(char32_t c) {
  return c == '<' || c == '>' || c == '=' || c == '^';
}

Spec parse_spec(std::string_view text, std::string_view type_name) {
  Spec spec;
  size_t pos = 0;
  const auto peek = [&] { return pos < text.size() ? text[pos] : '\0'; };
  size_t second = 0;
  const char32_t first = text.empty() ? 0 : next_codepoint(text, second);
  if (!text.empty() && second < text.size() &&
      is_align(static_cast<unsigned char>(text[second]))) {
    spec.fill = first;
    spec.align = text[second];
    pos = second + 1;
  } else if (is_align(first)) {
    spec.align = text[0];
    pos = 1;
  }
  const bool filled = pos > 1;
  if (peek() == '+' || peek() == '-' || peek() == ' ') spec.sign = text[pos++];
  if (peek() == 'z') throw Refusal("z in a format is not part of this tutor");
  if (peek() == '#') ++pos, spec.alternate = true;
  if (!filled && peek() == '0') {
    spec.fill = '0';
    if (!spec.align && type_name != "str") spec.align = '=';
    ++pos;
  }
  spec.width = read_number(text, pos);
  if (peek() == ',' || peek() == '_') spec.grouping = text[pos++];
  if (spec.grouping && (peek() == ',' || peek() == '_') && peek() != spec.grouping) {
    throw ValueError("Cannot specify both ',' and '_'.");
  }
  if (peek() == '.') {
    ++pos;
    spec.precision = read_number(text, pos);
    if (spec.precision < 0)
      throw ValueError("Format specifier missing precision");
  }
  if (pos < text.size()) {
    size_t after = pos;
    spec.type = next_codepoint(text, after);
    if (after != text.size()) {
      throw ValueError("Invalid format specifier '" + std::string(text) +
                       "' for object of type '" + std::string(type_name) + "'");
    }
  }
  if (spec.grouping && spec.type) {
    const bool hex = spec.type == 'b' || spec.type == 'o' || spec.type == 'x' ||
                     spec.type == 'X';
    const bool decimal =
        spec.type < 128 && std::strchr("deEfFgG%", static_cast<int>(spec.type));
    if (!decimal && !(hex && spec.grouping == '_')) {
      std::string message = "Cannot specify '";
      message += spec.grouping;
      message += "' with '";
      append_utf8(message, spec.type);
      throw ValueError(message + "'.");
    }
  }
  return spec;
}

[[noreturn]] void unknown_code(char32_t type, std::string_view type_name) {
  std::string code;
  append_utf8(code, type);
  throw ValueError("Unknown format code '" + code + "' for object of type '" +
                   std::string(type_name) + "'");
}

void append_fill(std::string& out, char32_t fill, int64_t count) {
  if (fill < 128) {
    out.append(static_cast<size_t>(count), static_cast<char>(fill));
  } else {
    for (; count > 0; --count) append_utf8(out, fill);
  }
}

// Lays out text that has already a sign and a prefix in `head`.
std::string pad(const Spec& spec, char default_align, const std::string& head,
                std::string body) {
  const int64_t room =
      spec.width - codepoint_count(head) - codepoint_count(body);
  if (room <= 0) {
    body.insert(0, head);
    return body;
  }
  const char align = spec.align ? spec.align : default_align;
  const int64_t left = align == '<' ? 0 : align == '^' ? room / 2 : room;
  std::string fill;
  append_utf8(fill, spec.fill);
  ask_memory(room, static_cast<int64_t>(fill.size()));
  std::string out;
  out.reserve(head.size() + body.size() + static_cast<size_t>(room) * fill.size());
  if (align == '=') out += head;
  append_fill(out, spec.fill, left);
  if (align != '=') out += head;
  out += body;
  append_fill(out, spec.fill, room - left);
  return out;
}

// Puts separators between the first `whole` characters, the digits, after as many
// noughts in front as make `width` characters of them.
void group_digits(std::string& text, size_t whole, char separator, size_t every,
                  int64_t width) {
  const auto total = [&](size_t n) { return n + (n ? (n - 1) / every : 0); };
  size_t count = whole;
  if (const auto wanted = static_cast<size_t>(std::max<int64_t>(width, 0));
      total(count) < wanted) {
    count = std::max(count, wanted - 1 - wanted / (every + 1));
    while (total(count) < wanted) ++count;
  }
  ask_memory(static_cast<int64_t>(total(count) + text.size()));
  std::string out;
  out.reserve(total(count) + text.size() - whole);
  for (size_t left = count; left > 0; --left) {
    if (left != count && left % every == 0) out += separator;
    out += left > whole ? '0' : text[whole - left];
  }
  out.append(text, whole);
  text = std::move(out);
}

// A number from its parts: sign and prefix, and a body of `whole` digits and what
// follows them.
std::string lay_out(const Spec& spec, bool negative, const std::string& prefix,
                    std::string body, size_t whole, size_t every) {
  std::string head = negative           ? "-"
                     : spec.sign == '+' ? "+"
                     : spec.sign == ' ' ? " "
                                        : "";
  head += prefix;
  if (spec.grouping && whole > 0) {
    const bool zeros = spec.fill == '0' && spec.align == '=';
    const auto rest = static_cast<int64_t>(head.size() + body.size() - whole);
    group_digits(body, whole, spec.grouping, every, zeros ? spec.width - rest : 0);
  }
  return pad(spec, '>', head, std::move(body));
}

// What printf makes of "%.*f" and the like. A double has at most 1074 digits behind
// its point, of which 767 are not 0 in front: what a precision asks for beyond is
// noughts, which printf would take minutes to find.
std::string print_double(char type, bool alternate, int64_t precision, double v) {
  constexpr int64_t kMostDigits = 1100;
  const char form[] = {'%', alternate ? '#' : '.', alternate ? '.' : '*',
                       alternate ? '*' : type, alternate ? type : '\0', '\0'};
  const int asked = static_cast<int>(std::min(precision, kMostDigits));
  const int size = std::snprintf(nullptr, 0, form, asked, v);
  std::string out(static_cast<size_t>(size) + 1, '\0');
  std::snprintf(out.data(), out.size(), form, asked, v);
  out.pop_back();
  const int64_t noughts = precision - asked;
  if (noughts > 0 && (alternate || (type | 0x20) != 'g')) {
    ask_memory(noughts);
    out.insert(std::min(out.find_first_of("eE"), out.size()),
               static_cast<size_t>(noughts), '0');
  }
  return out;
}

// 'g' as Python has it for a missing type: at least one digit after the point,
// and an exponent one digit sooner.
std::string general_with_point(double v, int64_t precision) {
  precision = std::max<int64_t>(precision, 1);
  const bool alternate = false;
  const std::string text = print_double('e', alternate, std::min<int64_t>(precision - 1, 1100), v);
  const size_t e = text.find('e');
  const int exponent = std::atoi(text.c_str() + e + 1);
  const bool use_exponent = exponent + 1 <= -4 || exponent + 1 > precision - 1;
  if (!use_exponent) {
    const int64_t behind = std::clamp<int64_t>(precision - 1 - exponent, 0, 1100);
    std::string out = print_double('f', alternate, behind, v);
    if (out.find('.') == std::string::npos) return out + ".0";
    while (out.back() == '0') out.pop_back();
    return out.back() == '.' ? out + "0" : out;
  }
  std::string mantissa = text.substr(0, e);
  if (mantissa.find('.') != std::string::npos) {
    while (mantissa.back() == '0') mantissa.pop_back();
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  return mantissa + text.substr(e);
}

std::string float_body(const Spec& spec, double v) {
  const bool upper = spec.type == 'E' || spec.type == 'F' || spec.type == 'G';
  if (!std::isfinite(v)) {
    std::string word = std::isnan(v) ? "nan" : "inf";
    if (upper) {
      for (char& c : word) c = static_cast<char>(c - 32);
    }
    return spec.type == '%' ? word + "%" : word;
  }
  const int64_t precision = spec.precision < 0 ? 6 : spec.precision;
  if (precision > INT32_MAX) throw ValueError("precision too big");
  switch (spec.type) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
      return print_double(static_cast<char>(spec.type), spec.alternate, precision, v);
    case '%':
      if (std::isinf(v * 100)) return "inf%";
      return print_double('f', spec.alternate, precision, v * 100) + "%";
    case 'n':
    case 'g':
    case 'G':
      return print_double(spec.type == 'G' ? 'G' : 'g', spec.alternate,
                          std::max<int64_t>(precision, 1), v);
    case 0:
      return spec.precision < 0 ? float_repr(v)
                                : general_with_point(v, precision);
    default:
      unknown_code(spec.type, "float");
  }
}

std::string format_real(Spec spec, double v) {
  std::string body = float_body(spec, std::fabs(v));
  const bool negative = std::signbit(v) && !std::isnan(v);
  size_t whole = 0;
  while (whole < body.size() && body[whole] >= '0' && body[whole] <= '9')
    ++whole;
  return lay_out(spec, negative, "", std::move(body), whole, 3);
}

}  // namespace

std::string format_int(const Value& integral, std::string_view text) {
  if (text.empty()) {
    if (integral.is_bool()) return integral.as_bool() ? "True" : "False";
    return int_to_text(integral);
  }
  const std::string_view type_name = integral.is_bool() ? "bool" : "int";
  const Spec spec = parse_spec(text, type_name);
  int base = 10;
  switch (spec.type) {
    case 0: case 'd': case 'n': break;
    case 'b': base = 2; break;
    case 'o': base = 8; break;
    case 'x': case 'X': base = 16; break;
    case 'c':
      throw Refusal("c in a format is not part of this tutor").with_help("chr(n) is the character");
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case '%':
      return format_real(spec, to_double(integral));
    default:
      unknown_code(spec.type, type_name);
  }
  if (spec.precision >= 0) {
    throw ValueError("Precision not allowed in integer format specifier");
  }
  std::string digits = int_to_text(integral, base);
  const bool negative = digits.starts_with('-');
  if (negative) digits.erase(0, 1);
  if (spec.type == 'X') {
    for (char& c : digits) c = c >= 'a' ? static_cast<char>(c - 32) : c;
  }
  std::string prefix;
  if (spec.alternate && base != 10) prefix = {'0', static_cast<char>(spec.type)};
  const size_t whole = digits.size();
  return lay_out(spec, negative, prefix, std::move(digits), whole, base == 10 ? 3 : 4);
}

std::string format_float(double v, std::string_view text) {
  if (text.empty()) return float_repr(v);
  return format_real(parse_spec(text, "float"), v);
}

std::string format_str(std::string_view value, std::string_view text) {
  if (text.empty()) return std::string(value);
  const Spec spec = parse_spec(text, "str");
  if (spec.type && spec.type != 's') unknown_code(spec.type, "str");
  if (spec.sign == ' ') {
    throw ValueError("Space not allowed in string format specifier");
  }
  if (spec.sign)
    throw ValueError("Sign not allowed in string format specifier");
  if (spec.alternate) {
    throw ValueError(
        "Alternate form (#) not allowed in string format specifier");
  }
  if (spec.grouping) {
    throw ValueError(std::string("Cannot specify '") + spec.grouping +
                     "' with 's'.");
  }
  if (spec.align == '=') {
    throw ValueError("'=' alignment not allowed in string format specifier");
  }
  const std::string body(
      spec.precision < 0 ? value : characters(value, 0, spec.precision));
  return pad(spec, '<', "", body);
}

}  // namespace mha::lang
