#pragma once

// How one number was made. Every explanation is computed again from the numbers
// that it names, and used only if the result is the number.

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pictures/maker.h"
#include "pictures/picture.h"

namespace mha::pictures {

/// The steps that made one number, with the numbers that they used: the last
/// step first.
struct Provenance : Picture {
  struct Row {
    std::string label;
    std::vector<double> values;
  };
  struct Step {
    std::string number;  // "weights[1, 3]"
    std::string value;   // "0.1362", "True"
    std::string code;  // the code that made it
    std::vector<std::string> headings;  // of the columns, or none
    std::vector<Row> rows;
    int64_t marked = -1;  // the column that the number itself stands in
    std::string arithmetic;  // "12.18 / 89.42 = 0.1362", or a sentence
  };
  std::vector<Step> steps;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
  std::vector<Part> parts() const override;
};

using ProvenanceStep = Provenance::Step;

/// A number that is being asked about: an element of a tensor.
struct NumberPlace {
  std::string text;  // "scores", as the code has it
  Tensor tensor;
  Shape index;
  std::shared_ptr<const Origin> origin;
  double value() const;
  std::string number() const;  // "scores[1, 3]"
};

/// The same element of an operand, with what made it.
NumberPlace operand_place(const Maker& maker, const NumberPlace& of,
                          size_t operand, const Shape& index);

/// Explains numbers made from whole rows or columns: dot products, layers,
/// softmax, sums, means and other reductions. False if it is none of them.
bool explain_by_lines(const Maker& maker, const NumberPlace& place,
                      ProvenanceStep& step);
/// Explains numbers taken from another place: views and copies, joined tensors,
/// masks, dropout. `next` is that place, if it explains more.
bool explain_by_one(const Maker& maker, const NumberPlace& place,
                    ProvenanceStep& step, std::optional<NumberPlace>& next);
/// Explains numbers made elementwise.
bool explain_by_each(const Maker& maker, const NumberPlace& place,
                     ProvenanceStep& step, std::optional<NumberPlace>& next);

// What these use.
double number_at(const Tensor& t, const Shape& index);
/// A number of that tensor: "0.25", or "True".
std::string shown_number(const Tensor& t, double v);
/// Equal up to the rounding of float32 arithmetic in another order.
bool agrees(double a, double b);
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words);
/// The index in an operand that broadcasting pairs with `index`.
Shape broadcast_index(const Shape& shape, const Shape& index);
bool broadcasts(const Shape& shape, const Shape& to);

}  // namespace mha::pictures
