#include "pictures/picture.h"

#include "pictures/cells.h"

namespace mha::pictures {

std::string text(const Style& style, const Shown& shown) {
  if (!shown.picture) {
    return sentence(style, "No picture of " + (shown.expression.empty() ? "that" : shown.expression) + ": " + shown.problem + ".", 2);
  }
  if (style.spoken) return shown.picture->told(style);
  const std::string title = shortened(style, fit_charset(style, shown.title), style.width - 1);
  return (title.empty() ? "" : paint(style, Role::strong, title) + "\n") + shown.picture->drawn(style);
}

}  // namespace mha::pictures
