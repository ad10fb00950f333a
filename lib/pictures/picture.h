#pragma once

// Pictures of values. Each kind has a file pair here that makes, draws and
// describes it, and a row in the table of kinds.cpp.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pictures/style.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// One number or word of a picture.
struct Cell {
  enum class Look { plain, marked, bare };  // bare: without a box, and free to reach over what follows
  std::string text;
  std::string read = "";        // the cell in words: "query Your, key journey: 0.55"
  Look look = Look::plain;
  std::optional<double> heat = std::nullopt;  // its share of a scale, from 0 to 1; below 0 if it is masked
  std::optional<double> bar = std::nullopt;   // a bar beside it, from -1 to 1 of the longest
  int hue = -1;                 // one of several things that only colour tells apart: heads, rows

  static Cell words(std::string text) { return {std::move(text), "", Look::bare}; }
};

/// A part of a picture, for whoever draws it otherwise than in characters: a table between words.
struct Part {
  std::string title = "", note = "";
  std::vector<std::string> columns = {}, rows = {};  // headings, or none
  std::vector<std::vector<Cell>> cells = {};  // an empty text is a place without a cell
  std::vector<double> line = {};              // or, in place of a table, numbers to draw a line through
  bool beside = false;                        // stands beside the part before it, where there is room
};

/// A picture of a value, ready to be shown in any style. It keeps copies of its
/// numbers, so later writes into the tensors do not change it.
class Picture {
 public:
  virtual ~Picture() = default;
  /// The drawing, ending in a newline. No line is wider than the terminal;
  /// whatever does not fit is folded, or left out and counted.
  virtual std::string drawn(const Style& style) const = 0;
  /// Whether the drawing leaves nothing out for want of columns.
  virtual bool whole(const Style&) const { return true; }
  /// A description for screen readers: plain words in reading order, no
  /// symbols.
  virtual std::string told(const Style& style) const = 0;
  /// What it consists of; no more than a page can hold.
  virtual std::vector<Part> parts() const = 0;
};

/// A picture, or why there is none.
struct Shown {
  std::string kind;
  std::string expression;
  std::string problem;  // why there is nothing to draw, or empty
  std::shared_ptr<const Picture> picture;
  std::string title = "";  // of a picture that does not name its value itself
};

/// The drawing, or the description if the style is `spoken`; or why there is no
/// picture.
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
  /// How well this kind fits a value if the request names no kind; 0 for not at
  /// all. The value is undefined if the expression gives no tensor.
  int (*suits)(const Maker& maker, const std::string& expression, const Tensor& value);
  bool bare = false;  // the drawing does not say what it is of
};

const std::vector<Kind>& kinds();
/// The kind with that name or other word; null if there is none.
const Kind* find_kind(std::string_view name);

/// The picture of the expression's current value.
Shown make_picture(const Maker& maker, const std::string& kind, const std::string& expression);

}  // namespace mha::pictures
