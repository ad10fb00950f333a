// str: searching, splitting, replacing, and the questions that begin with is.

#include <cstring>

#include "base/memory.h"
#include "base/text.h"
#include "lang/builtins/builtin_support.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

constexpr size_t kNone = std::string_view::npos;

/// Both are linear in time whatever the texts are, as std::string_view's are not.
size_t find_text(std::string_view text, std::string_view part,
                 size_t from = 0) {
  if (from > text.size()) return kNone;
  if (part.empty()) return from;
  const void* at = memmem(text.data() + from, text.size() - from, part.data(),
                          part.size());
  return at ? static_cast<size_t>(static_cast<const char*>(at) - text.data())
            : kNone;
}

size_t rfind_text(std::string_view text, std::string_view part) {
  constexpr size_t kShort = 64;
  if (part.size() <= kShort) return text.rfind(part);
  const std::string mirrored(text.rbegin(), text.rend());
  const size_t at = find_text(mirrored, std::string(part.rbegin(), part.rend()));
  return at == kNone ? kNone : text.size() - at - part.size();
}

/// Long searches count as steps, about as many as the time they take.
void tick_for(Interpreter& interp, const std::string& text) {
  interp.tick(static_cast<int64_t>(text.size() / 64));
}

// A part of a text, from one character to another, with what stands before.
struct Window {
  std::string_view part;
  int64_t start = 0;
  bool valid = true;
};

// Some methods count their arguments in words of their own.
void count_arguments(const Args& a, const std::string& name) {
  const size_t given = a.positional.size() - 1;
  if (given >= 1 && given <= 3) return;
  throw TypeError(name + "() takes at " + (given ? "most 3" : "least 1") +
                  " argument" + (given ? "s (" : " (") + std::to_string(given) +
                  " given)");
}

Window window(Interpreter& interp, const Args& a) {
  const StrObject& s = self<StrObject>(a);
  tick_for(interp, s.text());
  const int64_t length = s.length();
  const auto bound = [&](size_t i, int64_t missing) {
    return clamp_index(interp, i < a.positional.size() ? a.positional[i] : Value(), length, missing);
  };
  if (a.positional.size() > 2 && a.positional[2].is_int() &&
      a.positional[2].as_int() > length) {
    return {{}, length, false};
  }
  const int64_t start = bound(2, 0), stop = bound(3, length);
  if (start > stop) return {{}, start, false};
  return {characters(s.text(), start, stop - start), start, true};
}

const std::string& wanted_text(Interpreter& interp, const Args& a) {
  if (const auto* text = a.positional[1].get<StrObject>()) return text->text();
  throw TypeError("must be str, not " + interp.type_name(a.positional[1]));
}

template <bool FromRight, bool Raises>
Value str_find(Interpreter& interp, Args& a) {
  count_arguments(
      a, std::string(FromRight ? "r" : "") + (Raises ? "index" : "find"));
  const std::string& needle = wanted_text(interp, a);
  const Window w = window(interp, a);
  size_t at = kNone;
  if (w.valid) {
    at = FromRight ? rfind_text(w.part, needle) : find_text(w.part, needle);
  }
  if (at != kNone) return w.start + codepoint_count(w.part.substr(0, at));
  if (Raises) throw ValueError("substring not found");
  return int64_t{-1};
}

Value str_count(Interpreter& interp, Args& a) {
  count_arguments(a, "count");
  const std::string& needle = wanted_text(interp, a);
  const Window w = window(interp, a);
  if (!w.valid) return int64_t{0};
  if (needle.empty()) return codepoint_count(w.part) + 1;
  int64_t found = 0;
  for (size_t at = 0; (at = find_text(w.part, needle, at)) != kNone;
       at += needle.size()) {
    ++found;
  }
  return found;
}

template <bool Start>
Value affix(Interpreter& interp, Args& a) {
  count_arguments(a, Start ? "startswith" : "endswith");
  const Window w = window(interp, a);
  const char* name = Start ? "startswith" : "endswith";
  const auto matches = [&](const Value& v, bool of_tuple) {
    const auto* s = v.get<StrObject>();
    if (!s) {
      throw TypeError(
          of_tuple ? "tuple for " + std::string(name) +
                         " must only contain str, not " + interp.type_name(v)
                   : std::string(name) +
                         " first arg must be str or a tuple of str, "
                         "not " +
                         interp.type_name(v));
    }
    return w.valid && (Start ? w.part.starts_with(s->text())
                             : w.part.ends_with(s->text()));
  };
  if (const auto* options = a.positional[1].get<TupleObject>()) {
    for (const Value& v : options->items) {
      if (matches(v, true)) return true;
    }
    return false;
  }
  return matches(a.positional[1], false);
}

template <bool Start>
Value remove_affix(Interpreter& interp, Args& a) {
  const std::string& part = text_argument(
      interp, a.positional[1],
      Start ? "removeprefix() argument" : "removesuffix() argument");
  const std::string& s = self_text(a);
  if (part.empty() || !(Start ? s.starts_with(part) : s.ends_with(part))) {
    return str(s);
  }
  return str(Start ? s.substr(part.size())
                   : s.substr(0, s.size() - part.size()));
}

Value str_replace(Interpreter& interp, Args& a) {
  const std::string& s = self_text(a);
  const std::string& from =
      text_argument(interp, a.positional[1], "replace() argument 1");
  const std::string& to =
      text_argument(interp, a.positional[2], "replace() argument 2");
  int64_t most =
      a.positional.size() > 3 ? interp.to_index(a.positional[3]) : -1;
  if (most < 0) most = INT64_MAX;
  tick_for(interp, s);
  std::string out;
  size_t pos = 0;
  if (from.empty()) {
    for (; most > 0; --most) {
      out += to;
      if (pos >= s.size()) break;
      const size_t begin = pos;
      next_codepoint(s, pos);
      out += s.substr(begin, pos - begin);
      ask_memory(static_cast<int64_t>(to.size()));
    }
  } else {
    for (size_t at; most > 0 && (at = find_text(s, from, pos)) != kNone; --most) {
      out.append(s, pos, at - pos);
      out += to;
      pos = at + from.size();
      if (to.size() > from.size()) {
        ask_memory(static_cast<int64_t>(to.size()));
      }
    }
  }
  if (pos < s.size()) out.append(s, pos, kNone);
  return str(std::move(out));
}

Value list_of(const std::vector<std::string_view>& parts) {
  std::vector<Value> items;
  ask_items(static_cast<int64_t>(parts.size()) * 4);
  items.reserve(parts.size());
  for (const std::string_view p : parts) items.push_back(str(std::string(p)));
  return list(std::move(items));
}

int64_t max_split(Interpreter& interp, const Args& a) {
  const Value& v = a.positional[2];
  const int64_t most = v.defined() ? interp.to_index(v) : -1;
  return most < 0 ? INT64_MAX : most;
}

// Words between runs of whitespace, from either end.
std::vector<std::string_view> words(std::string_view s, int64_t most,
                                    bool from_right) {
  std::vector<size_t> starts, ends;
  bool inside = false;
  for (size_t pos = 0; pos < s.size();) {
    const size_t at = pos;
    const bool space = is_space(next_codepoint(s, pos));
    if (!space && !inside) starts.push_back(at);
    if (space && inside) ends.push_back(at);
    inside = !space;
  }
  if (inside) ends.push_back(s.size());
  std::vector<std::string_view> parts;
  const size_t n = starts.size();
  const size_t splits =
      static_cast<size_t>(std::min<int64_t>(most, static_cast<int64_t>(n)));
  if (n == 0) return parts;
  if (splits >= n) {
    for (size_t i = 0; i < n; ++i)
      parts.push_back(s.substr(starts[i], ends[i] - starts[i]));
  } else if (from_right) {
    const size_t rest = n - splits;  // the words that stay together
    parts.push_back(s.substr(0, ends[rest - 1]));
    for (size_t i = rest; i < n; ++i)
      parts.push_back(s.substr(starts[i], ends[i] - starts[i]));
  } else {
    for (size_t i = 0; i < splits; ++i)
      parts.push_back(s.substr(starts[i], ends[i] - starts[i]));
    parts.push_back(s.substr(starts[splits]));
  }
  return parts;
}

template <bool FromRight>
Value split(Interpreter& interp, Args& a) {
  const std::string& s = self_text(a);
  const int64_t most = max_split(interp, a);
  const Value& separator = a.positional[1];
  if (!separator.defined() || separator.is_none()) {
    return list_of(words(s, most, FromRight));
  }
  const auto* given = separator.get<StrObject>();
  if (!given) {
    throw TypeError("must be str or None, not " + interp.type_name(separator));
  }
  const std::string& by = given->text();
  if (by.empty()) throw ValueError("empty separator");
  std::vector<std::string_view> parts;
  std::string_view rest = s;
  for (int64_t left = most; left > 0; --left) {
    const size_t at = FromRight ? rest.rfind(by) : find_text(rest, by);
    if (at == kNone) break;
    if (FromRight) {
      parts.push_back(rest.substr(at + by.size()));
      rest = rest.substr(0, at);
    } else {
      parts.push_back(rest.substr(0, at));
      rest = rest.substr(at + by.size());
    }
  }
  parts.push_back(rest);
  if (FromRight) parts = {parts.rbegin(), parts.rend()};
  return list_of(parts);
}

bool is_line_break(char32_t c) {
  return (c >= 10 && c <= 13) || (c >= 28 && c <= 30) || c == 0x85 ||
         c == 0x2028 || c == 0x2029;
}

Value splitlines(Interpreter& interp, Args& a) {
  const std::string_view s = self_text(a);
  const bool keep = a.positional[1].defined() && interp.truth(a.positional[1]);
  std::vector<std::string_view> lines;
  size_t from = 0;
  for (size_t pos = 0; pos < s.size();) {
    const size_t at = pos;
    const char32_t c = next_codepoint(s, pos);
    if (!is_line_break(c)) continue;
    if (c == '\r' && pos < s.size() && s[pos] == '\n') ++pos;
    lines.push_back(s.substr(from, (keep ? pos : at) - from));
    from = pos;
  }
  if (from < s.size()) lines.push_back(s.substr(from));
  return list_of(lines);
}

Value partition(Interpreter& interp, Args& a) {
  const std::string& s = self_text(a);
  const std::string& by = wanted_text(interp, a);
  if (by.empty()) throw ValueError("empty separator");
  const size_t at = find_text(s, by);
  if (at == kNone) return tuple({str(s), str(""), str("")});
  return tuple({str(s.substr(0, at)), str(by), str(s.substr(at + by.size()))});
}

template <bool (*Test)(char32_t)>
Value all_are(Interpreter&, Args& a) {
  const std::string& s = self_text(a);
  if (s.empty()) return false;
  for (size_t pos = 0; pos < s.size();) {
    if (!Test(next_codepoint(s, pos))) return false;
  }
  return true;
}

bool is_alnum(char32_t c) { return is_alpha(c) || is_numeric(c); }

// Some letter has the case, and none another.
template <bool (*Test)(char32_t)>
Value all_cased(Interpreter&, Args& a) {
  bool any = false;
  for (const char32_t c : codepoints(self_text(a))) {
    if (Test(c))
      any = true;
    else if (is_cased(c))
      return false;
  }
  return any;
}

Value str_contains(Interpreter& interp, Args& a) {
  const auto* part = a.positional[1].get<StrObject>();
  if (!part) {
    throw TypeError("'in <string>' requires string as left operand, not " +
                    interp.type_name(a.positional[1]));
  }
  return find_text(self_text(a), part->text()) != kNone;
}

}  // namespace

void add_str_search(ClassObject& cls) {
  add_methods(cls, {
                       {"__contains__", 1, 1, str_contains},
                       {"find", 0, kAnyNumber, str_find<false, false>},
                       {"rfind", 0, kAnyNumber, str_find<true, false>},
                       {"index", 0, kAnyNumber, str_find<false, true>},
                       {"count", 0, kAnyNumber, str_count},
                       {"startswith", 0, kAnyNumber, affix<true>},
                       {"endswith", 0, kAnyNumber, affix<false>},
                       {"removeprefix", 1, 1, remove_affix<true>},
                       {"removesuffix", 1, 1, remove_affix<false>},
                       {"replace", 2, 3, str_replace},
                       {"partition", 1, 1, partition},
                   });
  cls.method("split", "self, sep=None, maxsplit=-1", split<false>);
  cls.method("rsplit", "self, sep=None, maxsplit=-1", split<true>);
  cls.method("splitlines", "self, keepends=False", splitlines);
}

void add_str_predicates(ClassObject& cls) {
  add_methods(
      cls,
      {
          {"isdigit", 0, 0, all_are<is_digit>},
          {"isalpha", 0, 0, all_are<is_alpha>},
          {"isalnum", 0, 0, all_are<is_alnum>},
          {"isspace", 0, 0, all_are<is_space>},
          {"isascii", 0, 0,
           [](Interpreter&, Args& a) -> Value { return self<StrObject>(a).is_ascii(); }},
          {"isupper", 0, 0, all_cased<is_upper>},
          {"islower", 0, 0, all_cased<is_lower>},
          {"isidentifier", 0, 0,
           [](Interpreter&, Args& a) -> Value {
             return is_identifier(self_text(a));
           }},
      });
}

}  // namespace mha::lang
