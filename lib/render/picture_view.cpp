#include "render/picture_view.h"

#include "render/cells.h"

namespace mha::render {

std::string picture_text(const Style& style, const lesson::PictureData& p) {
  if (!p.problem.empty()) {
    return sentence(style, "No picture of " + p.expression + ": " + p.problem + ".", 2);
  }
  if (style.spoken) return spoken_picture(style, p);
  if (p.kind == "tape") return tape(style, p);
  if (p.kind == "heads") return heads(style, p);
  if (p.kind == "matmul") return product(style, p);
  if (p.kind == "provenance") return provenance(style, p);
  return heatmap(style, p);
}

}  // namespace mha::render
