#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

/// Errors whose words are a format string: throw_if<IndexError>(i >= n, "index {} is
/// out of bounds", i). Shapes are shown as "[2, 3]".
namespace mha {

template <typename Kind = RuntimeError, typename... Args>
[[noreturn]] void throw_error(fmt::format_string<Args...> text, Args&&... args) {
  throw Kind(fmt::format(text, std::forward<Args>(args)...));
}

/// The arguments are computed in any case, so they must be there and cost nothing.
template <typename Kind = RuntimeError, typename... Args>
void throw_if(bool wrong, fmt::format_string<Args...> text, Args&&... args) {
  if (wrong) [[unlikely]] throw_error<Kind>(text, std::forward<Args>(args)...);
}

}  // namespace mha

template <>
struct fmt::formatter<std::vector<int64_t>> : fmt::formatter<std::string> {
  template <typename Context>
  auto format(const std::vector<int64_t>& shape, Context& context) const {
    std::string text;
    for (const int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
    return fmt::formatter<std::string>::format("[" + text + "]", context);
  }
};
