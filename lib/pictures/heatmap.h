#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// A tensor as numbers, each with a shade that grows with it: the background
/// or, without colours, a bar beside it. The matrices of a tensor with more
/// than two dimensions go side by side.
struct Heatmap : Picture {
  Tensor tensor;
  /// Labels of the rows and columns; their indices if empty.
  std::vector<std::string> rows, columns;
  /// The names of the matrices, if there are more than two dimensions.
  std::vector<std::string> panels;
  /// The labels of each matrix, in place of `rows` and `columns`, where they are of several sentences.
  std::vector<std::vector<std::string>> row_words, column_words;
  /// The range of the shades. Without one, from 0, or the smallest number below
  /// 0, to the largest of all the matrices.
  struct Scale {
    double low = 0, high = 0;
  };
  std::optional<Scale> scale;
  /// Whether the description may use terms of attention that the reader knows:
  /// queries for rows, masked for hidden cells. Otherwise it says rows and
  /// minus infinity.
  bool says_query = false, says_masked = false;

  const std::vector<std::string>& rows_of(size_t panel) const { return row_words.empty() ? rows : row_words[panel]; }
  const std::vector<std::string>& columns_of(size_t panel) const { return column_words.empty() ? columns : column_words[panel]; }

  std::string drawn(const Style& style) const override;
  bool whole(const Style& style) const override;
  std::string told(const Style& style) const override;
  std::vector<Part> parts() const override;
};

/// Gives heatmaps of similar numbers that are shown together one scale, so that
/// equal shades mean equal numbers.
void share_scales(const std::vector<Shown*>& pictures);

/// Whether it is a heatmap of shares, such as attention weights: none below 0, and no row
/// that adds up to more than 1.
bool shows_shares(const Shown& shown);
/// Gives a heatmap of numbers from 0 to 1 the whole scale from 0 to 1, so that equal shades
/// mean equal numbers before and after a change. Others keep their scale.
void scale_to_one(Shown& shown);

}  // namespace mha::pictures
