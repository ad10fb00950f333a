#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace mha::lang {

/// An interned name: two are equal if their texts are, and comparing costs one
/// machine instruction. Interned names live as long as the process.
class Symbol {
 public:
  Symbol() = default;
  explicit Symbol(std::string_view text);
  const std::string& str() const { return *text_; }
  bool operator==(const Symbol& other) const = default;
  size_t hash() const { return std::hash<const void*>()(text_); }

 private:
  const std::string* text_ = nullptr;
};

}  // namespace mha::lang

template <>
struct std::hash<mha::lang::Symbol> {
  size_t operator()(const mha::lang::Symbol& s) const { return s.hash(); }
};
