#pragma once

// A picture of a value: what there is to see. Each kind has a file pair here that
// says how it is made, drawn and told, and a row in the table of kinds.cpp.

#include <memory>
#include <string>
#include <vector>

#include "pictures/style.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// What there is to see of a value, ready to be shown in any style. It keeps the
/// numbers that it was made of, whatever is written into the tensors later.
class Picture {
 public:
  virtual ~Picture() = default;
  /// Drawn, ending in a newline. No line is wider than the terminal; what does not
  /// fit is folded, or left out and counted.
  virtual std::string drawn(const Style& style) const = 0;
  /// In sentences that can be read aloud: plain words in reading order, no signs.
  virtual std::string told(const Style& style) const = 0;
};

/// What came of asking for a picture.
struct Shown {
  std::string kind;
  std::string expression;
  std::string problem;  // why there is nothing to draw, or empty
  std::shared_ptr<const Picture> picture;
};

/// The picture, drawn, or told where the style is `spoken`; or why there is none.
std::string text(const Style& style, const Shown& shown);

class Maker;

/// A kind of picture, as `show KIND EXPR` in lessons and at prompts.
struct Kind {
  std::string_view name;
  std::string_view shows;    // "a matrix, or one for each head"
  std::string_view example;  // of an expression
  std::string_view also;     // another word for it, or empty
  /// Throws Error with a reason that ends "No picture of w: ...".
  std::shared_ptr<const Picture> (*make)(const Maker& maker, const std::string& expression);
  /// How well it fits a value, where no kind is named: 0 for not at all. The value is
  /// undefined if the expression has no tensor.
  int (*suits)(const Maker& maker, const std::string& expression, const Tensor& value);
};

const std::vector<Kind>& kinds();
/// By its name or the other word; null if there is none.
const Kind* find_kind(std::string_view name);

/// What the expression shows, now.
Shown make_picture(const Maker& maker, const std::string& kind, const std::string& expression);

}  // namespace mha::pictures
