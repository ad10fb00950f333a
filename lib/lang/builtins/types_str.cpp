// str: how it is made, its operators, and methods that give a changed text.
// What searches is in types_str_search.cpp.

#include <algorithm>

#include "base/memory.h"
#include "base/text.h"
#include "lang/builtins/builtin_support.h"
#include "lang/values/fast_operators.h"
#include "lang/runtime/format.h"
#include "lang/values/number.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

Value str_new(Interpreter& interp, Args& a) {
  ClassObject* own = own_class(a.positional[0], "str");
  Value v = keyword_values(a, "str", {"object"})[0];
  if (a.positional.size() > 2) {
    throw TypeError("decoding to str: need a bytes-like object, " +
                    interp.type_name(a.positional[1]) + " found");
  }
  if (a.positional.size() == 2) v = a.positional[1];
  if (!own && v.defined() && v.get<StrObject>() && !v.object()->own_cls()) {
    return v;
  }
  std::string s = v.defined() ? interp.str(v) : "";
  if (own) return make<StrObject>(std::move(s), own);
  return str(std::move(s));
}

Value str_getitem(Interpreter& interp, Args& a) {
  const StrObject& s = self<StrObject>(a);
  const Value& index = a.positional[1];
  const int64_t length = s.length();
  if (const auto* slice = index.get<SliceObject>()) {
    const SliceBounds b = slice_bounds(interp, *slice, length);
    if (b.step == 1) {
      return str(s.is_ascii()
                      ? s.text().substr(static_cast<size_t>(b.start),
                                        static_cast<size_t>(b.count))
                      : std::string(characters(s.text(), b.start, b.count)));
    }
    const std::vector<char32_t> all = codepoints(s.text());
    std::string out;
    for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) {
      append_utf8(out, all[static_cast<size_t>(at)]);
    }
    return str(std::move(out));
  }
  const size_t at = item_place(interp, index, length, "string");
  if (s.is_ascii()) return str(std::string(1, s.text()[at]));
  return str(std::string(characters(s.text(), static_cast<int64_t>(at), 1)));
}

Value str_iter(Interpreter& interp, Args& a) {
  return make_iterator(
      interp, self<StrObject>(a).is_ascii() ? "str_ascii_iterator" : "str_iterator",
      [s = a.positional[0], pos = size_t{0}](Value& out) mutable {
        const std::string& t = s.get<StrObject>()->text();
        if (pos >= t.size()) return false;
        const size_t from = pos;
        next_codepoint(t, pos);
        out = str(t.substr(from, pos - from));
        return true;
      });
}

Value str_add(Interpreter&, Args& a) {
  const auto* other = a.positional[1].get<StrObject>();
  if (!other) return Value::not_implemented();
  ask_memory(static_cast<int64_t>(self_text(a).size() + other->text().size()));
  return str(self_text(a) + other->text());
}

Value str_mul(Interpreter& interp, Args& a) {
  const Value& times = a.positional[1];
  if (!is_index(interp, times)) return Value::not_implemented();
  const std::string& s = self_text(a);
  const int64_t count =
      repeat_count(interp, times, static_cast<int64_t>(s.size()), 1);
  if (s.size() == 1) return str(std::string(static_cast<size_t>(count), s[0]));
  std::string out;
  if (!s.empty()) {
    out.reserve(s.size() * static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) out += s;
  }
  return str(std::move(out));
}

Value str_compared(Interpreter&, CompareOp op, const Value& a, const Value& b) {
  if (!a.get<StrObject>() || !b.get<StrObject>()) return Value::not_implemented();
  // UTF-8 keeps the order.
  return fast_ordered<const std::string&>(op, a.get<StrObject>()->text(), b.get<StrObject>()->text());
}

Value str_join(Interpreter& interp, Args& a) {
  const Value& parts = a.positional[1];
  std::vector<Value> items;
  try {
    items = interp.to_vector(parts);
  } catch (const TypeError&) {
    if (interp.type_of(parts)->special(Special::iter).defined()) throw;
    throw TypeError("can only join an iterable");
  }
  size_t bytes = items.empty() ? 0 : (items.size() - 1) * self_text(a).size();
  for (size_t i = 0; i < items.size(); ++i) {
    const auto* s = items[i].get<StrObject>();
    if (!s) {
      throw TypeError("sequence item " + std::to_string(i) +
                      ": expected str instance, " + interp.type_name(items[i]) +
                      " found");
    }
    bytes += s->text().size();
    interp.tick();
  }
  ask_memory(static_cast<int64_t>(bytes));
  std::string out;
  out.reserve(bytes);
  for (size_t i = 0; i < items.size(); ++i) {
    if (i) out += self_text(a);
    out += items[i].get<StrObject>()->text();
  }
  return str(std::move(out));
}

Value capitalize(Interpreter&, Args& a) {
  const std::string& s = self_text(a);
  size_t first = 0;
  if (s.empty()) return str("");
  const char32_t c = next_codepoint(s, first);
  std::string out;
  append_utf8(out, to_upper(c));
  return str(out + lower_text(std::string_view(s).substr(first)));
}

Value title(Interpreter&, Args& a) {
  std::string out;
  bool inside = false;
  for (const char32_t c : codepoints(self_text(a))) {
    append_utf8(out, inside ? to_lower(c) : to_upper(c));
    inside = is_cased(c);
  }
  return str(std::move(out));
}

// Strips on the sides asked for: whitespace, or the characters of a set.
template <bool Left, bool Right>
Value strip(Interpreter& interp, Args& a) {
  const std::vector<char32_t> all = codepoints(self_text(a));
  std::vector<char32_t> set;
  bool spaces = true;
  if (a.positional.size() > 1 && !a.positional[1].is_none()) {
    const auto* chars = a.positional[1].get<StrObject>();
    if (!chars) {
      throw TypeError(std::string(Left && Right ? ""
                                  : Left        ? "l"
                                                : "r") +
                      "strip arg must be None or str");
    }
    set = codepoints(chars->text());
    spaces = false;
  }
  interp.tick(static_cast<int64_t>(all.size()));
  const auto goes = [&](char32_t c) {
    return spaces ? is_space(c)
                  : std::find(set.begin(), set.end(), c) != set.end();
  };
  const char32_t* begin = all.data();
  const char32_t* end = begin + all.size();
  if (Left)
    while (begin != end && goes(*begin)) ++begin;
  if (Right)
    while (begin != end && goes(end[-1])) --end;
  return str(from_codepoints(begin, end));
}

// center, ljust, rjust: `left` of the room goes before the text.
template <char Align>
Value justify(Interpreter& interp, Args& a) {
  const StrObject& s = self<StrObject>(a);
  const int64_t width = interp.to_index(a.positional[1]);
  std::string fill = " ";
  if (a.positional.size() > 2) {
    const auto* f = a.positional[2].get<StrObject>();
    if (!f) {
      throw TypeError("The fill character must be a unicode character, not " +
                      interp.type_name(a.positional[2]));
    }
    if (f->length() != 1) {
      throw TypeError("The fill character must be exactly one character long");
    }
    fill = f->text();
  }
  const int64_t room = width - s.length();
  if (room <= 0) return str(s.text());
  ask_memory(room, static_cast<int64_t>(fill.size()));
  // Python gives the odd one to the left only when the width is odd, too.
  const int64_t left = Align == '<'   ? 0
                       : Align == '>' ? room
                                      : room / 2 + (room & width & 1);
  std::string out;
  out.reserve(s.text().size() + static_cast<size_t>(room) * fill.size());
  for (int64_t i = 0; i < left; ++i) out += fill;
  out += s.text();
  for (int64_t i = left; i < room; ++i) out += fill;
  return str(std::move(out));
}

Value zfill(Interpreter& interp, Args& a) {
  const StrObject& s = self<StrObject>(a);
  const int64_t room = interp.to_index(a.positional[1]) - s.length();
  if (room <= 0) return str(s.text());
  ask_memory(room);
  std::string out = s.text();
  const bool sign = !out.empty() && (out[0] == '+' || out[0] == '-');
  out.insert(sign ? 1 : 0, static_cast<size_t>(room), '0');
  return str(std::move(out));
}

Value encode(Interpreter&, Args&) {
  throw Refusal("bytes are not part of the language here")
      .with_help("work with the text itself; len(text) counts its characters");
}

}  // namespace

void add_str_type(Interpreter& interp) {
  ClassObject& cls = builtin_type(interp, "str", ObjectKind::str);
  add_new(cls, str_new);
  add_comparisons<str_compared>(cls);
  add_methods(
      cls,
      {
          {"__getitem__", 1, 1, str_getitem},
          {"__iter__", 0, 0, str_iter},
          {"__len__", 0, 0,
           [](Interpreter&, Args& a) -> Value { return self<StrObject>(a).length(); }},
          {"__add__", 1, 1, str_add},
          {"__mul__", 1, 1, str_mul},
          {"__rmul__", 1, 1, str_mul},
          {"__mod__", 1, 1,
           [](Interpreter& i, Args& a) {
             return str(percent_format(i, self_text(a), a.positional[1]));
           }},
          {"__hash__", 0, 0,
           [](Interpreter& i, Args& a) -> Value {
             return static_cast<int64_t>(i.hash(str(self_text(a))));
           }},
          {"__str__", 0, 0, [](Interpreter&, Args& a) { return str(self_text(a)); }},
          {"__repr__", 0, 0,
           [](Interpreter&, Args& a) { return str(str_repr(self_text(a))); }},
          {"join", 1, 1, str_join},
          {"upper", 0, 0,
           [](Interpreter&, Args& a) { return str(upper_text(self_text(a))); }},
          {"lower", 0, 0,
           [](Interpreter&, Args& a) { return str(lower_text(self_text(a))); }},
          {"capitalize", 0, 0, capitalize},
          {"title", 0, 0, title},
          {"strip", 0, 1, strip<true, true>},
          {"lstrip", 0, 1, strip<true, false>},
          {"rstrip", 0, 1, strip<false, true>},
          {"center", 1, 2, justify<'^'>},
          {"ljust", 1, 2, justify<'<'>},
          {"rjust", 1, 2, justify<'>'>},
          {"zfill", 1, 1, zfill},
      });
  cls.missing = refused("str.", " casefold expandtabs format_map isdecimal isnumeric isprintable istitle maketrans rindex "
                        "rpartition swapcase translate ");
  cls.method("encode", encode);
  cls.method("format", [](Interpreter& i, Args& a) {
    return str(str_format(i, self_text(a), a.positional.subspan(1), a.keywords));
  });
  add_str_search(cls);
  add_str_predicates(cls);
  cls.invalidate();
}

}  // namespace mha::lang
