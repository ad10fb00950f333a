// The % operator of str.

#include <algorithm>
#include <cstdio>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "lang/runtime/format.h"
#include "lang/runtime/interpreter.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

struct Conversion {
  bool left = false, plus = false, space = false, alternate = false,
       zero = false;
  int64_t width = -1, precision = -1;
  char32_t type = 0;
};

class PercentFormatter {
 public:
  PercentFormatter(Interpreter& interp, std::string_view text,
                   const Value& arguments)
      : interp_(interp),
        text_(text),
        arguments_(arguments),
        tuple_(arguments.get<TupleObject>()) {
    is_mapping_ =
        !tuple_ && !arguments.get<StrObject>() &&
        interp.type_of(arguments)->lookup(Symbol("__getitem__")).defined();
  }

  std::string run() {
    while (pos_ < text_.size()) {
      const size_t percent = text_.find('%', pos_);
      if (percent == std::string_view::npos) break;
      out_ += text_.substr(pos_, percent - pos_);
      pos_ = percent + 1;
      field();
    }
    if (pos_ < text_.size()) out_ += text_.substr(pos_);
    const bool all_used =
        tuple_ ? used_ >= tuple_->items.size() : used_ > 0 || is_mapping_;
    if (!all_used) {
      throw TypeError("not all arguments converted during string formatting");
    }
    return std::move(out_);
  }

 private:
  Value next_argument() {
    if (keyed_) return keyed_value_;
    if (tuple_) {
      if (used_ < tuple_->items.size()) return tuple_->items[used_++];
    } else if (used_ == 0) {
      ++used_;
      return arguments_;
    }
    throw TypeError("not enough arguments for format string");
  }

  char peek() const {
    if (pos_ >= text_.size()) throw ValueError("incomplete format");
    return text_[pos_];
  }

  void key() {
    if (!is_mapping_) throw TypeError("format requires a mapping");
    const size_t from = ++pos_;
    for (int depth = 1; depth > 0; ++pos_) {
      if (pos_ >= text_.size()) throw ValueError("incomplete format key");
      depth += text_[pos_] == '(' ? 1 : text_[pos_] == ')' ? -1 : 0;
    }
    keyed_ = true;
    keyed_value_ = interp_.get_item(
        arguments_, str(std::string(text_.substr(from, pos_ - from - 1))));
  }

  int64_t amount(int64_t most, const char* too_big) {
    if (peek() == '*') {
      ++pos_;
      const Value v = next_argument();
      if (!is_integral(v)) throw TypeError("* wants int");
      if (v.get<BigIntObject>() || v.as_int() > most) {
        throw Error("OverflowError",
                    std::string("Python int too large to convert to C ") +
                        (most == INT32_MAX ? "int" : "ssize_t"));
      }
      return v.as_int();
    }
    int64_t value = 0;
    for (; peek() >= '0' && peek() <= '9'; ++pos_) {
      const int digit = peek() - '0';
      if (value > (most - digit) / 10) throw ValueError(too_big);
      value = value * 10 + digit;
    }
    return value;
  }

  void field() {
    keyed_ = false;
    Conversion c;
    if (peek() == '(') key();
    for (bool more = true; more;) {
      switch (peek()) {
        case '-':
          c.left = true;
          break;
        case '+':
          c.plus = true;
          break;
        case ' ':
          c.space = true;
          break;
        case '#':
          c.alternate = true;
          break;
        case '0':
          c.zero = true;
          break;
        default:
          more = false;
          continue;
      }
      ++pos_;
    }
    c.width = amount(INT64_MAX, "width too big");
    if (c.width < 0) c.left = true, c.width = -std::max(c.width, -INT64_MAX);
    if (peek() == '.') {
      ++pos_;
      c.precision = std::max(amount(INT32_MAX, "precision too big"), int64_t{0});
    }
    while (peek() == 'l' || peek() == 'h' || peek() == 'L') ++pos_;
    const size_t at = pos_;
    peek();
    c.type = next_codepoint(text_, pos_);
    if (c.type == '%') {
      out_ += '%';
      return;
    }
    convert(c, at);
  }

  void convert(const Conversion& c, size_t at) {
    std::string head, body;
    bool number = true;
    switch (c.type) {
      case 's':
      case 'r':
      case 'a': {
        const Value v = next_argument();
        body = c.type == 's' ? interp_.str(v) : interp_.repr(v);
        if (c.type == 'a') body = str_ascii(body);
        if (c.precision >= 0) {
          size_t end = 0;
          for (int64_t i = 0; i < c.precision && end < body.size(); ++i) {
            next_codepoint(body, end);
          }
          body.resize(end);
        }
        number = false;
        break;
      }
      case 'c':
        body = character(next_argument());
        number = false;
        break;
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        integer(c, next_argument(), head, body);
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': {
        const Value v = next_argument();
        double d = 0;
        if (is_number(v)) {
          d = to_double(v);
        } else {
          const Value method = interp_.type_of(v)->special(Special::float_);
          if (!method.defined() || v.get<StrObject>()) {
            throw TypeError("must be real number, not " + interp_.type_name(v));
          }
          d = interp_.call(method, {v}).as_float();
        }
        std::string spec = c.alternate ? "#." : ".";
        spec += std::to_string(c.precision < 0 ? 6 : c.precision);
        append_utf8(spec, c.type);
        body = format_float(d, spec);
        if (body.starts_with('-')) head = "-", body.erase(0, 1);
        break;
      }
      default: {
        char code[64];
        std::snprintf(
            code, sizeof code, " (0x%x) at index %lld",
            static_cast<unsigned>(c.type),
            static_cast<long long>(codepoint_count(text_.substr(0, at))));
        std::string shown;
        append_utf8(shown, c.type >= 32 && c.type < 127 ? c.type : U'?');
        throw ValueError("unsupported format character '" + shown + "'" + code);
      }
    }
    if (number && head.find('-') == std::string::npos) {
      if (c.plus)
        head.insert(0, "+");
      else if (c.space)
        head.insert(0, " ");
    }
    const int64_t room =
        c.width - codepoint_count(head) - codepoint_count(body);
    const auto fill = static_cast<size_t>(std::max<int64_t>(room, 0));
    const bool noughts = number && c.zero && !c.left;
    ask_memory(static_cast<int64_t>(fill + body.size()));
    if (!c.left && !noughts) out_.append(fill, ' ');
    out_ += head;
    if (noughts) out_.append(fill, '0');
    out_ += body;
    if (c.left) out_.append(fill, ' ');
  }

  std::string character(const Value& v) {
    if (const auto* s = v.get<StrObject>()) {
      if (s->length() == 1) return s->text();
      throw TypeError("%c requires int or char");
    }
    if (!is_integral(v)) throw TypeError("%c requires int or char");
    if (v.get<BigIntObject>() || v.as_int() < 0 || v.as_int() > 0x10FFFF) {
      throw Error("OverflowError", "%c arg not in range(0x110000)");
    }
    std::string out;
    append_utf8(out, static_cast<char32_t>(v.as_int()));
    return out;
  }

  void integer(const Conversion& c, Value v, std::string& head,
               std::string& body) {
    const bool decimal = c.type == 'd' || c.type == 'i' || c.type == 'u';
    const std::string code(1, static_cast<char>(c.type));
    if (!is_integral(v)) {
      const ClassObject* cls = interp_.type_of(v);
      if (decimal && v.is_float()) {
        v = int_from_double(v.as_float());
      } else if (!v.get<StrObject>() &&
                 (cls->special(Special::index).defined() ||
                  (decimal && cls->special(Special::int_).defined()))) {
        const Value& index = cls->special(Special::index);
        v = interp_.call(index.defined() ? index : cls->special(Special::int_),
                         {v});
      } else {
        throw TypeError("%" + code + " format: " +
                        (decimal ? "a real number" : "an integer") +
                        " is required, not " + interp_.type_name(v));
      }
    }
    body = int_to_text(v, decimal ? 10 : c.type == 'o' ? 8 : 16);
    if (body.starts_with('-')) head = "-", body.erase(0, 1);
    if (c.type == 'X') {
      for (char& d : body) d = d >= 'a' ? static_cast<char>(d - 32) : d;
    }
    if (c.precision > static_cast<int64_t>(body.size())) {
      ask_memory(c.precision);
      body.insert(0, static_cast<size_t>(c.precision) - body.size(), '0');
    }
    if (c.alternate && !decimal) head += "0" + code;
  }

  Interpreter& interp_;
  std::string_view text_;
  const Value& arguments_;
  TupleObject* tuple_;
  bool is_mapping_ = false, keyed_ = false;
  Value keyed_value_;
  size_t pos_ = 0, used_ = 0;
  std::string out_;
};

}  // namespace

std::string percent_format(Interpreter& interp, std::string_view text,
                           const Value& arguments) {
  return PercentFormatter(interp, text, arguments).run();
}

}  // namespace mha::lang
