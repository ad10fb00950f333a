#pragma once

// What the makers of pictures share. Each kind has a file: picture.cpp
// (heatmap, tape), picture_heads.cpp, picture_product.cpp,
// picture_provenance.cpp.

#include <string>
#include <vector>

#include "lang/ast.h"
#include "lesson/origins.h"
#include "lesson/world.h"

namespace mha::lesson {

/// A tensor, or the reason why there is none.
struct Evaluated {
  Tensor tensor;
  std::string problem;  // "RuntimeError: ..."
};

/// The environment that pictures are made in.
struct PictureMaker {
  World& world;
  const Origins& origins;
  std::vector<std::vector<std::string>> sentences;  // `tokens`, of one or more

  Evaluated evaluate(const std::string& code) const;
  /// The words of an axis of that length, of one sentence of the batch.
  std::vector<std::string> words(int64_t length, int64_t sentence = 0) const;

  void heatmap(PictureData& picture) const;
  void tape(PictureData& picture) const;
  void heads(PictureData& picture) const;
  void product(PictureData& picture) const;
  void provenance(PictureData& picture) const;
};

/// The expression of a picture with its tree.
struct ParsedExpression {
  SourcePtr source;
  lang::ModulePtr module;
  const lang::Expr* expr = nullptr;
  std::string text(const lang::Expr& e) const { return std::string(source->text(e.span)); }
};
ParsedExpression parse_expression(const std::string& code);

/// "[1, 3]", and "[1, :]" where `open` is the axis that stays whole.
std::string index_text(const Shape& index, int64_t open = -1);
/// The expression, in brackets where an index behind it would need them.
std::string indexable(const std::string& expression);


PictureData make_picture(World& world, const Origins& origins, const Picture& picture);

}  // namespace mha::lesson
