#include "pictures/picture.h"

#include "pictures/cells.h"

namespace mha::pictures {

std::string text(const Style& style, const Shown& shown) {
  if (!shown.picture) {
    return sentence(style, "No picture of " + (shown.expression.empty() ? "that" : shown.expression) + ": " + shown.problem + ".", 2);
  }
  if (style.spoken) return shown.picture->told(style);
  return (shown.title.empty() ? "" : paint(style, Role::strong, shown.title) + "\n") + shown.picture->drawn(style);
}

}  // namespace mha::pictures
