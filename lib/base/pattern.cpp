#include "base/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <fmt/format.h>

namespace mha {
namespace {

const pcre2_code* code_of(const std::shared_ptr<const void>& code) { return static_cast<const pcre2_code*>(code.get()); }

PCRE2_SPTR bytes_of(std::string_view text) {
  return reinterpret_cast<PCRE2_SPTR>(text.data() ? text.data() : "");
}

std::string words_of(int code) {
  PCRE2_UCHAR text[256] = {};
  pcre2_get_error_message(code, text, std::size(text));
  return reinterpret_cast<const char*>(text);
}

using MatchData = std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)>;

}  // namespace

Pattern::Pattern(std::string_view pattern, Case letters) {
  int problem = 0;
  PCRE2_SIZE at = 0;
  const uint32_t options = PCRE2_DOLLAR_ENDONLY | (letters == kAnyCase ? PCRE2_CASELESS : 0);
  pcre2_code* code = pcre2_compile(bytes_of(pattern), pattern.size(), options, &problem, &at, nullptr);
  if (!code) throw PatternError(fmt::format("{} at position {} of \"{}\"", words_of(problem), at, pattern));
  code_ = std::shared_ptr<const void>(code, [code](const void*) { pcre2_code_free(code); });
}

PatternMatch Pattern::match(std::string_view text, size_t from, unsigned options) const {
  const MatchData data(pcre2_match_data_create_from_pattern(code_of(code_), nullptr), pcre2_match_data_free);
  const int found = pcre2_match(code_of(code_), bytes_of(text), text.size(), from, options, data.get(), nullptr);
  PatternMatch m;
  if (found == PCRE2_ERROR_NOMATCH) return m;
  if (found < 0) throw PatternError(words_of(found));
  const PCRE2_SIZE* spans = pcre2_get_ovector_pointer(data.get());
  m.text_ = text;
  m.spans_.assign(spans, spans + 2 * pcre2_get_ovector_count(data.get()));
  for (size_t& at : m.spans_) {
    if (at == PCRE2_UNSET) at = 0;
  }
  return m;
}

PatternMatch Pattern::fullmatch(std::string_view text) const { return match(text, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED); }

PatternMatch Pattern::search(std::string_view text) const { return match(text, 0, 0); }

std::vector<PatternMatch> Pattern::finditer(std::string_view text) const {
  std::vector<PatternMatch> all;
  unsigned options = 0;
  for (size_t at = 0; at <= text.size();) {
    PatternMatch m = match(text, at, options);
    if (!m) break;
    at = m.end();
    // After an empty match the next one may begin here, but not be empty, too.
    options = m.begin() == m.end() ? PCRE2_NOTEMPTY_ATSTART : 0;
    all.push_back(std::move(m));
  }
  return all;
}

std::string Pattern::sub(std::string_view with, std::string_view text) const {
  constexpr uint32_t kOptions = PCRE2_SUBSTITUTE_GLOBAL | PCRE2_SUBSTITUTE_UNSET_EMPTY |
                                PCRE2_SUBSTITUTE_UNKNOWN_UNSET | PCRE2_SUBSTITUTE_OVERFLOW_LENGTH;
  PCRE2_SIZE size = text.size() + 256;
  for (;;) {
    std::string out(size, '\0');
    const int done = pcre2_substitute(code_of(code_), bytes_of(text), text.size(), 0, kOptions, nullptr, nullptr, bytes_of(with),
                                      with.size(), reinterpret_cast<PCRE2_UCHAR*>(out.data()), &size);
    if (done == PCRE2_ERROR_NOMEMORY) continue;  // `size` is what it takes now
    if (done < 0) throw PatternError(words_of(done));
    out.resize(size);
    return out;
  }
}

std::vector<std::string> Pattern::split(std::string_view text) const {
  std::vector<std::string> parts;
  size_t from = 0;
  for (const PatternMatch& m : finditer(text)) {
    if (m.end() == m.begin()) continue;
    parts.emplace_back(text.substr(from, m.begin() - from));
    from = m.end();
  }
  parts.emplace_back(text.substr(from));
  return parts;
}

}  // namespace mha
