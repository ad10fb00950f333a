#pragma once

#include <cstdint>

// What operators are called, in a program's tree and where their work is done.

namespace mha::lang {

enum class UnaryOp : uint8_t { plus, minus, invert, not_ };
enum class BinaryOp : uint8_t {
  add, sub, mul, div, floordiv, mod, pow, matmul, lshift, rshift, and_, or_, xor_
};
enum class CompareOp : uint8_t {
  eq, ne, lt, le, gt, ge, is, is_not, in, not_in
};

constexpr const char* sign_of(BinaryOp op) {
  constexpr const char* kSigns[] = {"+", "-",  "*",  "/", "//", "%", "**",
                                    "@", "<<", ">>", "&", "|",  "^"};
  return kSigns[static_cast<int>(op)];
}

}  // namespace mha::lang
