#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

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
};

/// Of a place in a tensor: "scores[2, 1]".
std::shared_ptr<const Picture> make_provenance(const Maker& maker, const std::string& expression);

/// How well it fits a value: 0 for not at all.
int suits_provenance(const Maker& maker, const std::string& expression, const Tensor& value);

}  // namespace mha::pictures
