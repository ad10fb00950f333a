#pragma once

// Verdicts on programs given as text.

#include <doctest/doctest.h>

#include <string>

#include "homework/verdict/check.h"

namespace mha::homework {

inline Result trusted(const std::string& program, const char* homework) { return check({"homework.py", program, homework, 1}); }

inline Verdict verdict_of(const std::string& program, const char* homework) { return trusted(program, homework).verdict; }

/// If nobody says which homework it is.
inline Verdict verdict_unnamed(const std::string& program) { return check({"homework.py", program, std::nullopt, 1}).verdict; }

/// The text with one part replaced, which must be there.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// Whether it is right; if it is not, nobody looks for why.
inline bool is_right(const std::string& program, const char* homework) {
  return check({"homework.py", program, homework, 1, nullptr, {}, /*search=*/false}).verdict == Verdict::right;
}

/// Right as it is, and not with this change.
inline void check_both(const std::string& program, const char* homework, const std::string& from, const std::string& to) {
  CAPTURE(program);
  CHECK(verdict_of(program, homework) == Verdict::right);
  CHECK(!is_right(changed(program, from, to), homework));
}

}  // namespace mha::homework
