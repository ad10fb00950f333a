#pragma once

// Pictures of values, as numbers and words: what there is to see, apart from
// how it is drawn. World::picture() makes one; lib/render draws it.

#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "tensor/tensor.h"

namespace mha::lesson {

/// Memory: storage as one strip of cells, and how tensors walk through it.
struct TapePicture {
  struct Walk {
    std::string expression;
    Shape shape, strides;
    int64_t offset = 0;
    bool contiguous = false;
    std::vector<int64_t> cells;  // of each element, in reading order
    std::string error;  // instead of all that: why there is no such tensor
  };
  /// One storage and the tensors that share it.
  struct Strip {
    Tensor cells;  // 1-d: all that lies there
    std::vector<Walk> walks;
  };
  std::vector<Strip> strips;
};

/// Where each element of a tensor stood in the (tokens, d) tensor that was
/// split into heads: t0h1.2 is number 2 of head 1 of token 0.
struct HeadsPicture {
  struct Label {
    int64_t batch = 0, token = 0, head = 0, number = 0;
  };
  /// What an index of the tensor stands for. `mixed` is none of the others:
  /// the mark of a wrong view.
  enum class Axis { batch, token, head, number, head_and_number, single, mixed };
  int64_t batches = 1, tokens = 1, heads = 1, head_dim = 1;
  std::vector<Label> labels;  // in reading order
  std::vector<Axis> axes;
};

/// A product of matrices, and one of its cells: a row met by a column.
struct ProductPicture {
  std::string left_text, right_text;
  Shape left_shape, right_shape, shape;  // whole; shape: empty if they misfit
  bool fits = false;
  std::string batch;           // "[0, 1]" in front of row and column, or ""
  Tensor left, right, result;  // 2-d: of that place in the batch
  bool left_is_row = false;      // the operand was 1-d
  bool right_is_column = false;
  int64_t row = 0, column = 0;
};

/// Where one number came from: the last step first, then what it stood on.
struct ProvenancePicture {
  struct Row {
    std::string label;
    std::vector<double> values;
  };
  struct Step {
    std::string number;  // "weights[1, 3]"
    double value = 0;
    std::string code;  // what made it
    std::vector<std::string> headings;  // of the columns, or none
    std::vector<Row> rows;
    int64_t marked = -1;  // the column that the number itself stands in
    std::string arithmetic;  // "12.18 / 89.42 = 0.1362", or a sentence
  };
  std::vector<Step> steps;
};

/// A value ready to be drawn; the part of its kind is filled. Words name rows
/// and columns where the lesson has as many `tokens`.
struct PictureData {
  std::string kind;
  std::string expression;
  std::string problem;  // why there is nothing to draw, or empty

  Tensor tensor;  // the value; of a tape the first, of a product the result
  std::vector<std::string> rows, columns;
  /// A heatmap of more than two dimensions: the names of its matrices.
  std::vector<std::string> panels;

  TapePicture tape;
  HeadsPicture heads;
  ProductPicture product;
  ProvenancePicture provenance;
};

/// A number of a picture in words: at most four digits that matter.
std::string number_text(double value);
/// "(2, 3)", as Python writes it.
std::string shape_text(const Shape& shape);

}  // namespace mha::lesson
