// The % operator of str.

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "lang/runtime/builtins.h"
#include "lang/runtime/format.h"
#include "lang/runtime/interpreter.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

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

  // A width or a precision, as digits.
  std::string amount() {
    if (peek() == '*') throw Refusal("a width of * in a format with % is not part of this tutor");
    std::string digits;
    for (; peek() >= '0' && peek() <= '9'; ++pos_) digits += peek();
    return digits;
  }

  // One conversion, which format() does: "%-6.2f" is "<6.2f".
  void field() {
    keyed_ = false;
    if (peek() == '(') key();
    std::string flags;
    while (std::string_view("-+ #0").find(peek()) != std::string_view::npos) flags += text_[pos_++];
    const auto has = [&](char flag) { return flags.find(flag) != std::string::npos; };
    const std::string width = amount();
    const bool left = has('-');
    std::string precision;
    if (peek() == '.') {
      ++pos_;
      precision = amount();
      precision = "." + (precision.empty() ? "0" : precision);
    }
    const size_t at = pos_;
    const char32_t type = next_codepoint(text_, pos_);
    std::string spec = left ? "<" : ">";
    const bool number = type < 128 && std::string_view("diuxXoeEfFgG").find(static_cast<char>(type)) !=
                                          std::string_view::npos;
    if (number) {
      if (!left && has('0')) spec = "0=";
      spec += has('+') ? "+" : has(' ') ? " " : "";
      if (has('#')) spec += "#";
    }
    switch (type) {
      case '%':
        out_ += '%';
        return;
      case 's':
      case 'r': {
        const Value v = next_argument();
        out_ += format_str(type == 's' ? interp_.str(v) : interp_.repr(v), spec + width + precision);
        return;
      }
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        out_ += integer(static_cast<char>(type), spec + width, precision);
        return;
      default:
        if (!number) unsupported(type, at);
        if (precision.empty()) precision = ".6";
        out_ += format_float(real(next_argument()), spec + width + precision + static_cast<char>(type));
    }
  }

  [[noreturn]] void unsupported(char32_t type, size_t at) const {
    if (type == 'a' || type == 'c') {
      throw Refusal(fmt::format("%{} in a format is not part of this tutor", static_cast<char>(type)));
    }
    std::string shown;
    append_utf8(shown, type >= 32 && type < 127 ? type : U'?');
    throw ValueError(fmt::format("unsupported format character '{}' (0x{:x}) at index {}", shown,
                                 static_cast<unsigned>(type), codepoint_count(text_.substr(0, at))));
  }

  double real(const Value& v) {
    const std::optional<double> x = v.get<StrObject>() ? std::nullopt : real_number(interp_, v);
    if (!x) throw TypeError("must be real number, not " + interp_.type_name(v));
    return *x;
  }

  std::string integer(char type, const std::string& spec, const std::string& precision) {
    const bool decimal = type == 'd' || type == 'i' || type == 'u';
    Value v = next_argument();
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
        throw TypeError(fmt::format("%{} format: {} is required, not {}", type,
                                    decimal ? "a real number" : "an integer", interp_.type_name(v)));
      }
    }
    if (v.is_bool()) v = Value(v.as_int());
    const std::string code(1, decimal ? 'd' : type);
    if (!precision.empty()) throw Refusal("a precision of whole numbers is not part of this tutor");
    return format_int(v, spec + code);
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
