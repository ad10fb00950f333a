#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/cells.h"
#include "render/picture_view.h"

namespace mha::render {

namespace {

using lesson::ProductPicture;

constexpr int64_t kMostRows = 6;
constexpr int64_t kMostInner = 6;

/// The size of the right operand that meets the left one's last.
int64_t inner_size(const Shape& right) { return right.size() < 2 ? right[0] : right[right.size() - 2]; }

/// "(5, 3) @ (3, 5) -> (5, 5): the inner sizes meet", or why they do not.
std::string meeting(const Style& style, const lesson::PictureData& p) {
  const ProductPicture& m = p.product;
  std::string head = lesson::shape_text(m.left_shape) + " @ " + lesson::shape_text(m.right_shape);
  if (m.fits) {
    head += fmt::format(" -> {}: the inner sizes meet, {} and {}", lesson::shape_text(m.shape),
                        m.left_shape.back(), inner_size(m.right_shape));
    std::string out;
    for (const std::string& line : split_lines(sentence(style, head, 2))) out += paint(style, Role::heading, line) + "\n";
    if (!m.batch.empty()) out += sentence(style, fmt::format("Shown is {}, one of the products of the batch.", m.batch));
    return out;
  }
  return paint(style, Role::heading, head) + "\n" +
         sentence(style, std::string(style.unicode ? "✗ " : "x ") + product_misfit(p), 2);
}

/// The cells of a matrix as text, and the width of a column.
struct Cells {
  std::vector<std::string> texts;
  int64_t columns = 0;
  int width = 0;
  explicit Cells(const Tensor& t)
      : texts(tensor_cells(t)), columns(t.size(1)), width(widest(texts)) {}
  const std::string& at(int64_t i, int64_t j) const { return texts[static_cast<size_t>(i * columns + j)]; }
};

class ProductView {
 public:
  ProductView(const Style& style, const lesson::PictureData& p)
      : style_(style), m_(p.product), p_(p), left_(m_.left), right_(m_.right), result_(m_.result) {
    rows_ = shown_indices(m_.left.size(0), kMostRows, m_.row);
    inner_ = shown_indices(m_.left.size(1), kMostInner, 0);
    lower_ = std::max(right_.width, result_.width);
    // Columns of the result: as many as the terminal takes.
    int64_t most = m_.right.size(1);
    for (; most > 1; --most) {
      columns_ = shown_indices(m_.right.size(1), most, m_.column);
      if (margin() + 3 + static_cast<int>(columns_.size()) * (lower_ + 2) <= style.width - 1) break;
    }
    if (most <= 1) columns_ = {m_.column};
    // A wide left operand is cut as well.
    while (inner_.size() > 2 && margin() + 3 + static_cast<int>(columns_.size()) * (lower_ + 2) > style.width - 1) {
      inner_ = shown_indices(m_.left.size(1), static_cast<int64_t>(inner_.size()) - 2, 0);
    }
  }

  std::string text() const {
    std::string out;
    const std::string bar = paint(style_, Role::faint, style_.unicode ? "│ " : "| ");
    // The right operand, above.
    const std::string name = indent_name(m_.right_text);
    out += std::string(static_cast<size_t>(margin()), ' ') + bar + name + "\n";
    for (const int64_t k : inner_) {
      std::string line(static_cast<size_t>(margin()), ' ');
      line += bar;
      for (const int64_t j : columns_) {
        line += cell(k < 0 || j < 0 ? "" : right_.at(k, j), lower_, j == m_.column && k >= 0, k < 0 || j < 0);
      }
      out += line + "\n";
    }
    const std::string dash = style_.unicode ? "─" : "-";
    std::string rule_text;
    for (int i = 0; i < margin(); ++i) rule_text += dash;
    rule_text += style_.unicode ? "┼" : "+";
    for (int i = 0; i < static_cast<int>(columns_.size()) * (lower_ + 2) + 1; ++i) rule_text += dash;
    out += paint(style_, Role::faint, rule_text) + "\n";
    // The left operand beside the result.
    for (const int64_t i : rows_) {
      std::string line;
      for (const int64_t k : inner_) {
        line += cell(i < 0 || k < 0 ? "" : left_.at(i, k), left_.width, i == m_.row && k >= 0, i < 0 || k < 0);
      }
      line = padded_right(line, margin()) + bar;
      for (const int64_t j : columns_) {
        line += cell(i < 0 || j < 0 ? "" : result_.at(i, j), lower_, i == m_.row && j == m_.column, i < 0 || j < 0);
      }
      out += line + "\n";
    }
    out += std::string(paint(style_, Role::heading, shortened(style_, m_.left_text, margin() - 1))) + "\n";
    out += arithmetic();
    const auto whole = [](const std::vector<int64_t>& shown, int64_t count) {
      return static_cast<int64_t>(shown.size()) == count && std::find(shown.begin(), shown.end(), -1) == shown.end();
    };
    if (!whole(rows_, m_.left.size(0)) || !whole(inner_, m_.left.size(1)) || !whole(columns_, m_.right.size(1))) {
      out += sentence(style_, "(only some of the rows and columns are shown)");
    }
    return out;
  }

 private:
  int margin() const {
    return std::max(static_cast<int>(inner_.size()) * (left_.width + 2) + 1,
                    std::min(display_width(m_.left_text) + 1, style_.width / 3));
  }

  std::string indent_name(const std::string& text) const {
    return paint(style_, Role::heading, shortened(style_, text, style_.width - 1 - margin() - 2));
  }

  /// A number; marked ones in brackets, or in colour.
  std::string cell(const std::string& text, int width, bool marked, bool gap) const {
    if (gap) return paint(style_, Role::faint, " " + padded_left(style_.unicode ? "…" : "..", width)) + " ";
    if (!marked) return " " + padded_left(text, width) + " ";
    return style_.colour ? coloured(style_, "1;30;43", " " + padded_left(text, width) + " ")
                         : padded_left("[" + text, width + 1) + "]";
  }

  std::string arithmetic() const {
    std::vector<std::string> products;
    const int64_t n = m_.left.size(1);
    const int64_t most = 5;
    for (int64_t k = 0; k < std::min(n, most); ++k) {
      const std::string& b = right_.at(k, m_.column);
      products.push_back(left_.at(m_.row, k) + "*" + (b.starts_with('-') ? "(" + b + ")" : b));
    }
    if (n > most) products.push_back("...");
    const auto word = [](const std::vector<std::string>& words, int64_t i) {
      return words.empty() ? "" : " (" + words[static_cast<size_t>(i)] + ")";
    };
    const std::string where = fmt::format("row {}{} meets column {}{}", m_.row, word(p_.rows, m_.row),
                                          m_.column, word(p_.columns, m_.column));
    return sentence(style_, fmt::format("{}: {} = {}{}", where, join(products, " + "),
                                        result_.at(m_.row, m_.column),
                                        n > most ? fmt::format("  ({} products)", n) : ""), 2);
  }

  const Style& style_;
  const ProductPicture& m_;
  const lesson::PictureData& p_;
  Cells left_, right_, result_;
  std::vector<int64_t> rows_, inner_, columns_;
  int lower_ = 0;
};

}  // namespace

std::string product_misfit(const lesson::PictureData& p) {
  const ProductPicture& m = p.product;
  const int64_t left = m.left_shape.back();
  const int64_t right = inner_size(m.right_shape);
  if (left == right) {
    return fmt::format("The inner sizes meet, {} and {}, but the sizes in front of them differ.", left, right);
  }
  return fmt::format("They do not fit: a row of {} has {} numbers, a column of {} has {}.", m.left_text, left,
                     m.right_text, right);
}

std::string product(const Style& style, const lesson::PictureData& p) {
  const ProductPicture& m = p.product;
  std::string out = meeting(style, p);
  if (!m.fits || m.result.numel() == 0 || m.left.numel() == 0) return out;
  return without_trailing_blanks(out + ProductView(style, p).text());
}

}  // namespace mha::render
