// The table of picture.h: a row for each kind.

#include <algorithm>

#include "base/error.h"
#include "pictures/cells.h"
#include "pictures/kinds.h"
#include "pictures/maker.h"

namespace mha::pictures {

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> table = {
      {"heatmap", "a matrix, or one for each head, with a shade for each number", "weights", "", make_heatmap, suits_heatmap, true},
      {"bars", "one row, with a bar for each number", "weights[0]", "", make_bars, suits_bars, true},
      {"line", "many numbers as a line, such as a loss over the steps", "losses", "", make_line, suits_line, true},
      {"tape", "memory: how tensors walk through their storage", "x, x.T", "", make_tape, suits_tape},
      {"heads", "which token and head each number comes from", "q.transpose(1, 2)", "", make_heads, suits_heads},
      {"matmul", "a row and a column that meet in a product", "a @ b", "product", make_product, suits_product},
      {"provenance", "where one number came from", "scores[2, 1]", "why", make_provenance, suits_provenance},
  };
  return table;
}

const Kind* find_kind(std::string_view name) {
  const auto it = std::find_if(kinds().begin(), kinds().end(), [&](const Kind& k) { return k.name == name || (!name.empty() && k.also == name); });
  return it == kinds().end() ? nullptr : &*it;
}

Shown make_picture(const Maker& maker, const std::string& kind, const std::string& expression) {
  Shown shown{kind, expression, "", nullptr};
  const Kind* known = find_kind(kind);
  try {
    if (!known) throw Error("PictureError", "there is no kind '" + kind + "'");
    shown.picture = known->make(maker, expression);
  } catch (const Error& e) {
    shown.problem = e.message();
  }
  return shown;
}

std::string text(const Style& style, const Shown& shown) {
  if (!shown.picture) {
    return sentence(style, "No picture of " + (shown.expression.empty() ? "that" : shown.expression) + ": " + shown.problem + ".", 2);
  }
  if (style.spoken) return shown.picture->told(style);
  const std::string title = shortened(style, fit_charset(style, shown.title), style.width - 1);
  return (title.empty() ? "" : paint(style, Role::strong, title) + "\n") + shown.picture->drawn(style);
}

}  // namespace mha::pictures
