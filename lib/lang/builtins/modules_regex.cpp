// _native.regex: what lib/library/python/re.py needs of PCRE2.

#define PCRE2_CODE_UNIT_WIDTH 32  // offsets are then those of characters, as Python counts
#include <pcre2.h>

#include <memory>

#include "base/text.h"
#include "lang/builtins/builtin_support.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

// A pattern that tries more than this is one of those that never end.
constexpr uint32_t kMostTries = 10'000'000;
constexpr uint32_t kMostKibibytes = 64 << 10;

template <auto Free>
struct Freed {
  template <typename T>
  void operator()(T* p) const {
    Free(p);
  }
};
using Code = std::unique_ptr<pcre2_code, Freed<pcre2_code_free>>;
using Context = std::unique_ptr<pcre2_match_context, Freed<pcre2_match_context_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, Freed<pcre2_match_data_free>>;

PCRE2_SPTR text_of(const std::vector<char32_t>& text) {
  static constexpr PCRE2_UCHAR kEmpty[] = {0};  // an empty vector may have no data
  return text.empty() ? kEmpty : reinterpret_cast<PCRE2_SPTR>(text.data());
}

/// The flags of Python's re.
uint32_t options_of(int64_t flags) {
  uint32_t options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C;
  if (!(flags & 256)) options |= PCRE2_UCP;
  if (flags & 2) options |= PCRE2_CASELESS;
  if (flags & 8) options |= PCRE2_MULTILINE;
  if (flags & 16) options |= PCRE2_DOTALL;
  if (flags & 64) options |= PCRE2_EXTENDED;
  return options;
}

std::string words_of(int code) {
  PCRE2_UCHAR text[256] = {};
  pcre2_get_error_message(code, text, std::size(text));
  std::string out;
  for (const PCRE2_UCHAR* c = text; *c; ++c) append_utf8(out, *c);
  return out;
}

struct Regex {
  Code code;
  Context context;
  uint32_t groups = 0;

  /// The spans of one match: of the whole and of each group; undefined if there is none.
  Value match(const std::vector<char32_t>& text, size_t at, uint32_t options) const {
    const MatchData data(pcre2_match_data_create_from_pattern(code.get(), nullptr));
    const int found = pcre2_match(code.get(), text_of(text), text.size(), at, options | PCRE2_NO_UTF_CHECK, data.get(), context.get());
    if (found == PCRE2_ERROR_NOMATCH) return {};
    if (found < 0) throw BudgetError("the pattern could not be matched: " + words_of(found));
    const PCRE2_SIZE* spans = pcre2_get_ovector_pointer(data.get());
    std::vector<Value> all;
    for (uint32_t g = 0; g <= groups; ++g) {
      const bool took_part = spans[2 * g] != PCRE2_UNSET;
      all.push_back(tuple({took_part ? static_cast<int64_t>(spans[2 * g]) : -1,
                           took_part ? static_cast<int64_t>(spans[2 * g + 1]) : -1}));
    }
    return tuple(std::move(all));
  }

  /// Of (string, how, pos): the spans of each match, of the first one only unless `how` is "all".
  Value find(Interpreter& interp, Args& a) const {
    const std::vector<char32_t> text = codepoints(interp.str(a.positional[0]));
    auto at = static_cast<size_t>(a.positional[2].as_int());
    const std::string how = interp.str(a.positional[1]);
    uint32_t options = how == "match" ? PCRE2_ANCHORED : how == "fullmatch" ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0;
    std::vector<Value> all;
    while (at <= text.size()) {
      interp.tick(10);
      const Value spans = match(text, at, options);
      if (!spans.defined()) break;
      all.push_back(spans);
      if (how != "all") break;
      const auto& whole = spans.get<TupleObject>()->items[0].get<TupleObject>()->items;
      at = static_cast<size_t>(whole[1].as_int());
      // After an empty match the next one may begin here, but not be empty, too.
      options = whole[0].as_int() == whole[1].as_int() ? PCRE2_NOTEMPTY_ATSTART : 0;
    }
    return list(std::move(all));
  }
};

/// The numbers of the groups that have names.
Value group_names(const Regex& regex) {
  uint32_t count = 0, size = 0;
  PCRE2_SPTR table = nullptr;
  pcre2_pattern_info(regex.code.get(), PCRE2_INFO_NAMECOUNT, &count);
  pcre2_pattern_info(regex.code.get(), PCRE2_INFO_NAMEENTRYSIZE, &size);
  pcre2_pattern_info(regex.code.get(), PCRE2_INFO_NAMETABLE, &table);
  std::vector<std::pair<int64_t, std::string>> names;
  for (uint32_t i = 0; i < count; ++i, table += size) {
    std::string name;
    for (PCRE2_SPTR c = table + 1; *c; ++c) append_utf8(name, *c);
    names.emplace_back(table[0], std::move(name));
  }
  std::sort(names.begin(), names.end());
  auto dict = make<DictObject>();
  for (const auto& [number, name] : names) dict->set(str(name), number);
  return dict;
}

/// (pattern, flags, error, shown): what finds its matches, how many groups it has, and their names.
Value regex(Interpreter& interp, Args& a) {
  const std::vector<char32_t> pattern = codepoints(interp.str(a.positional[0]));
  int problem = 0;
  PCRE2_SIZE at = 0;
  const auto made = std::make_shared<Regex>();
  made->code.reset(pcre2_compile(text_of(pattern), pattern.size(), options_of(a.positional[1].as_int()), &problem, &at, nullptr));
  if (!made->code) {
    throw PyError(interp.call(a.positional[2], {str(words_of(problem)), a.positional[3], static_cast<int64_t>(at)}));
  }
  made->context.reset(pcre2_match_context_create(nullptr));
  pcre2_set_match_limit(made->context.get(), kMostTries);
  pcre2_set_heap_limit(made->context.get(), kMostKibibytes);
  pcre2_pattern_info(made->code.get(), PCRE2_INFO_CAPTURECOUNT, &made->groups);
  const Value find = make<NativeFunction>(
      "find", [made](Interpreter& i, Args& given) { return made->find(i, given); }, "string, how, pos");
  return tuple({find, static_cast<int64_t>(made->groups), group_names(*made)});
}

}  // namespace

void add_regex(ModuleObject& native) {
  native.attributes().set(Symbol("regex"), make<NativeFunction>("regex", regex, "pattern, flags, error, shown"));
}

}  // namespace mha::lang
