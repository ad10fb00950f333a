// Regular expressions over bytes (Perl's, by way of PCRE2), with the names of Python's re.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mha {

/// A pattern that cannot be read, or one that tries too much on a text.
struct PatternError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where a pattern matched, or that it did not: then it is false. The text must outlive it.
class PatternMatch {
 public:
  explicit operator bool() const { return !spans_.empty(); }
  /// What a group matched, group 0 the whole; "" where it took no part.
  std::string operator[](size_t group) const { return std::string(text_.substr(begin(group), end(group) - begin(group))); }
  size_t begin(size_t group = 0) const { return spans_[2 * group]; }
  size_t end(size_t group = 0) const { return spans_[2 * group + 1]; }
  std::string before() const { return std::string(text_.substr(0, begin())); }
  std::string behind() const { return std::string(text_.substr(end())); }

 private:
  friend class Pattern;
  std::string_view text_;
  std::vector<size_t> spans_;  // begin and end of each group
};

class Pattern {
 public:
  enum Case { kExact, kAnyCase };
  /// Throws PatternError, which says what cannot be read and where. "$" is the end of the text alone.
  explicit Pattern(std::string_view pattern, Case letters = kExact);

  PatternMatch fullmatch(std::string_view text) const;
  PatternMatch search(std::string_view text) const;
  /// All matches, from left to right, that do not overlap.
  std::vector<PatternMatch> finditer(std::string_view text) const;
  /// The text with all matches replaced; $1 is what group 1 matched.
  std::string sub(std::string_view with, std::string_view text) const;
  /// What stands between the matches.
  std::vector<std::string> split(std::string_view text) const;

  bool matches(std::string_view text) const { return bool(fullmatch(text)); }
  bool is_in(std::string_view text) const { return bool(search(text)); }

 private:
  PatternMatch match(std::string_view text, size_t from, unsigned options) const;

  std::shared_ptr<const void> code_;
};

}  // namespace mha
