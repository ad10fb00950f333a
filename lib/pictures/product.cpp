#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/code.h"
#include "pictures/kinds.h"
#include "pictures/maker.h"
#include "tensor/core/views.h"

namespace mha::pictures {

namespace {

/// A matrix product and one of its cells. The right operand is above the result
/// and the left operand beside it, so that row and column meet in their cell.
struct Product : Picture {
  std::string left_text, right_text;
  Shape left_shape, right_shape, shape;  // whole; shape: empty if they misfit
  bool fits = false;
  std::string batch;           // "[0, 1]" in front of row and column, or ""
  Tensor left, right, result;  // 2-d: the matrices at that place in the batch
  bool left_is_row = false;    // the operand was 1-d
  bool right_is_column = false;
  int64_t row = 0, column = 0;
  std::vector<std::string> rows, columns;  // labels of the result, or none

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
  std::vector<Part> parts() const override;
};

/// The operands of `A @ B`, `torch.matmul(A, B)`, `A.matmul(B)` and similar
/// calls.
bool operands_of(const lang::Expr& e, const lang::Expr*& left, const lang::Expr*& right) {
  if (e.kind == lang::ExprKind::binary) {
    const auto& b = static_cast<const lang::Binary&>(e);
    left = b.left.get();
    right = b.right.get();
    return b.op == lang::BinaryOp::matmul;
  }
  if (e.kind != lang::ExprKind::call) return false;
  const auto& call = static_cast<const lang::Call&>(e);
  if (call.callee->kind != lang::ExprKind::attribute) return false;
  const auto& callee = static_cast<const lang::Attribute&>(*call.callee);
  const std::string& name = callee.name.str();
  if (name != "matmul" && name != "mm" && name != "bmm") return false;
  const bool method = call.args.size() == 1;
  if (!method && call.args.size() != 2) return false;
  left = method ? callee.object.get() : call.args[0].get();
  right = call.args.back().get();
  return true;
}

/// The matrix at a place of the batch; leading axes of size 1 serve all.
Tensor matrix_at(Tensor t, const Shape& batch) {
  while (t.dim() > 2) {
    const auto skipped = static_cast<size_t>(static_cast<int64_t>(batch.size()) - (t.dim() - 2));
    t = select(t, 0, t.size(0) == 1 ? 0 : batch[skipped]);
  }
  return t;
}

/// The cell to show if the lesson names none: off the diagonal, where nobody
/// confuses row and column, with few zero products.
void choose_cell(Product& m) {
  static constexpr int64_t kLookedAt = 6;
  const auto size = [](const Tensor& t, int64_t dim) { return std::min<int64_t>(t.size(dim), kLookedAt); };
  int64_t best = -1;
  for (int64_t n = 0; n < size(m.left, 0); ++n) {
    const int64_t i = (n + 1) % size(m.left, 0);  // row 0 comes last
    for (int64_t j = 0; j < size(m.right, 1); ++j) {
      int64_t worth = (i == j ? 0 : 4) + (m.result.at({i, j}).to_double() == 0 ? 0 : 3);
      for (int64_t k = 0; k < size(m.left, 1); ++k) {
        if (m.left.at({i, k}).to_double() != 0 && m.right.at({k, j}).to_double() != 0) worth += 2;
      }
      if (worth <= best) continue;
      best = worth;
      m.row = i;
      m.column = j;
    }
  }
}

}  // namespace

// A product fails because of its shapes, and the picture shows why.
int suits_product(const Maker& maker, const std::string& expression, const Tensor& t) {
  if (t.defined()) return 0;
  const ParsedExpression parsed = parse_expression(expression);
  const lang::Expr* left = nullptr;
  const lang::Expr* right = nullptr;
  return parsed.expr && operands_of(*parsed.expr, left, right) && maker.evaluate(parsed.text(*left)).tensor.defined() &&
                 maker.evaluate(parsed.text(*right)).tensor.defined()
             ? 5
             : 0;
}

/// The picture of `A @ B` and similar calls; `(A @ B)[1, 2]` says which cell.
std::shared_ptr<const Picture> make_product(const Maker& maker, const std::string& expression) {
  auto picture = std::make_shared<Product>();
  Product& m = *picture;
  const ParsedExpression parsed = parse_expression(expression);
  const lang::Expr* product = parsed.expr;
  // (A @ B)[i, j] says which cell is meant.
  std::vector<int64_t> cell;
  if (product && product->kind == lang::ExprKind::subscript) {
    const auto& s = static_cast<const lang::Subscript&>(*product);
    cell = maker.index(parsed.text(*s.index));
    product = s.object.get();
  }
  const lang::Expr* left = nullptr;
  const lang::Expr* right = nullptr;
  if (!product || !operands_of(*product, left, right)) {
    throw Error("PictureError", "`" + expression + "` is not a product A @ B");
  }
  m.left_text = parsed.text(*left);
  m.right_text = parsed.text(*right);
  const Tensor a = maker.tensor(m.left_text);
  const Tensor b = maker.tensor(m.right_text);
  m.left_shape = a.shape();
  m.right_shape = b.shape();
  if (m.left_shape.empty() || m.right_shape.empty()) {
    throw Error("PictureError", "a single number is not a matrix");
  }
  const Evaluated whole = maker.evaluate(parsed.text(*product));
  m.fits = whole.tensor.defined();
  if (!m.fits) return picture;
  m.shape = whole.tensor.shape();
  m.left_is_row = m.left_shape.size() == 1;
  m.right_is_column = m.right_shape.size() == 1;
  Tensor result = whole.tensor;
  if (m.right_is_column) result = unsqueeze(result, -1);
  if (m.left_is_row) result = unsqueeze(result, -2);
  const Shape leading(result.shape().begin(), result.shape().end() - 2);
  Shape place(leading.size(), 0);
  if (cell.size() == m.shape.size() && !m.left_is_row && !m.right_is_column) {
    for (size_t i = 0; i < cell.size(); ++i) {
      const int64_t n = m.shape[i];
      if (cell[i] < 0) cell[i] += n;
      if (cell[i] < 0 || cell[i] >= n) {
        throw Error("PictureError",
                    "there is no cell " + index_text(cell) + " in a shape of " + shape_text(m.shape));
      }
    }
    std::copy(cell.begin(), cell.end() - 2, place.begin());
    m.row = cell[cell.size() - 2];
    m.column = cell.back();
  }
  if (!place.empty()) m.batch = index_text(place);
  m.left = clone(matrix_at(m.left_is_row ? unsqueeze(a, 0) : a, place));
  m.right = clone(matrix_at(m.right_is_column ? unsqueeze(b, 1) : b, place));
  m.result = clone(matrix_at(result, place));
  if (cell.size() != m.shape.size() || m.left_is_row || m.right_is_column) choose_cell(m);
  const std::optional<int64_t> sentence = maker.sentence(m.left_text, whole.tensor, place);
  m.rows = maker.words(m.result.size(0), sentence);
  m.columns = maker.words(m.result.size(1), sentence);
  return picture;
}

namespace {

// More numbers than this are counted, not listed.
constexpr int64_t kMostProductsRead = 16;

constexpr int64_t kMostFactorRows = 6;
constexpr int64_t kMostInner = 6;

/// The size of the right operand that meets the left one's last.
int64_t inner_size(const Shape& right) { return right.size() < 2 ? right[0] : right[right.size() - 2]; }

/// Why the operands do not fit.
std::string misfit(const Product& m) {
  const int64_t left = m.left_shape.back();
  const int64_t right = inner_size(m.right_shape);
  if (left == right) {
    return fmt::format("The inner sizes meet, {} and {}, but the sizes in front of them differ.", left, right);
  }
  return fmt::format("They do not fit: a row of {} has {} numbers, a column of {} has {}.", m.left_text, left,
                     m.right_text, right);
}

/// "(5, 3) @ (3, 5) -> (5, 5): the inner sizes meet", or why they do not.
std::string meeting(const Style& style, const Product& m) {
  std::string head = shape_text(m.left_shape) + " @ " + shape_text(m.right_shape);
  if (m.fits) {
    head += fmt::format(" -> {}: the inner sizes meet, {} and {}", shape_text(m.shape),
                        m.left_shape.back(), inner_size(m.right_shape));
    std::string out;
    for (const std::string& line : split_lines(sentence(style, head, 2))) out += paint(style, Role::heading, line) + "\n";
    if (!m.batch.empty()) out += sentence(style, fmt::format("Shown is {}, one of the products of the batch.", m.batch));
    return out;
  }
  return paint(style, Role::heading, head) + "\n" +
         sentence(style, std::string(style.unicode ? "✗ " : "x ") + misfit(m), 2);
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

/// "row 1 (chase) meets column 2 (small): 0.5*0 + 2*1 = 2".
std::string meeting_of(const Product& m, const Cells& left, const Cells& right, const Cells& result) {
  std::vector<std::string> products;
  const int64_t n = m.left.size(1);
  const int64_t most = 5;
  for (int64_t k = 0; k < std::min(n, most); ++k) {
    const std::string& b = right.at(k, m.column);
    products.push_back(left.at(m.row, k) + "*" + (b.starts_with('-') ? "(" + b + ")" : b));
  }
  if (n > most) products.push_back("...");
  const auto word = [](const std::vector<std::string>& words, int64_t i) {
    return words.empty() ? "" : " (" + words[static_cast<size_t>(i)] + ")";
  };
  return fmt::format("row {}{} meets column {}{}: {} = {}{}", m.row, word(m.rows, m.row), m.column, word(m.columns, m.column),
                     join(products, " + "), result.at(m.row, m.column), n > most ? fmt::format("  ({} products)", n) : "");
}

class ProductView {
 public:
  ProductView(const Style& style, const Product& m)
      : style_(style), m_(m), left_(m_.left), right_(m_.right), result_(m_.result) {
    rows_ = shown_indices(m_.left.size(0), kMostFactorRows, m_.row);
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
    out += paint_names(style_, Role::heading, shortened(style_, m_.left_text, margin() - 1)) + "\n";
    out += sentence(style_, meeting_of(m_, left_, right_, result_), 2);
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
    return paint_names(style_, Role::heading, shortened(style_, text, style_.width - 1 - margin() - 2));
  }

  /// A number; marked ones in brackets, or in colour.
  std::string cell(const std::string& text, int width, bool marked, bool gap) const {
    if (gap) return paint(style_, Role::faint, " " + padded_left(style_.unicode ? "…" : "..", width)) + " ";
    if (!marked) return " " + padded_left(text, width) + " ";
    return style_.colour ? paint(style_, Role::marked, " " + padded_left(text, width) + " ")
                         : padded_left("[" + text, width + 1) + "]";
  }

  const Style& style_;
  const Product& m_;
  Cells left_, right_, result_;
  std::vector<int64_t> rows_, inner_, columns_;
  int lower_ = 0;
};

}  // namespace

std::string Product::drawn(const Style& style) const {
  std::string out = meeting(style, *this);
  if (!fits || result.numel() == 0 || left.numel() == 0) return out;
  return without_trailing_blanks(out + ProductView(style, *this).text());
}

std::vector<Part> Product::parts() const {
  Part part;
  part.title = shape_text(left_shape) + " @ " + shape_text(right_shape) + (fits ? " -> " + shape_text(shape) : "");
  if (!fits) part.note = misfit(*this);
  if (!fits || result.numel() == 0 || left.numel() == 0) return {part};
  constexpr int64_t kMostSide = 16;
  const Cells lefts(left), rights(right), results(result);
  const auto inner = shown_indices(left.size(1), kMostSide, 0), across = shown_indices(right.size(1), kMostSide, column),
             down = shown_indices(left.size(0), kMostSide, row);
  const auto at = [](const Cells& cells, const std::string& name, int64_t i, int64_t j, bool marked) -> Cell {
    if (i < 0 || j < 0) return Cell::words("…");
    return {cells.at(i, j), fmt::format("{}[{}, {}]: {}", name, i, j, cells.at(i, j)), marked ? Cell::Look::marked : Cell::Look::plain};
  };
  // The right operand above the result, and the left one beside it.
  const std::vector<Cell> corner(inner.size() + 1);
  part.cells.push_back(corner);
  part.cells.back().push_back(Cell::words(right_text));
  for (const int64_t k : inner) {
    part.cells.push_back(corner);
    for (const int64_t j : across) part.cells.back().push_back(at(rights, right_text, k, j, j == column));
  }
  part.cells.push_back({Cell::words(left_text)});
  for (const int64_t i : down) {
    part.cells.emplace_back();
    for (const int64_t k : inner) part.cells.back().push_back(at(lefts, left_text, i, k, i == row));
    part.cells.back().emplace_back();
    for (const int64_t j : across) part.cells.back().push_back(at(results, "the product", i, j, i == row && j == column));
  }
  part.note = (batch.empty() ? "" : "Shown is " + batch + ", one of the products of the batch. ") + meeting_of(*this, lefts, rights, results);
  return {part};
}

std::string Product::told(const Style& style) const {
  const Product& m = *this;
  std::string out = sentence(style, fmt::format("{}, shape {}, times {}, shape {}.", m.left_text, shape_text(m.left_shape),
                                                m.right_text, shape_text(m.right_shape)), 2);
  if (!m.fits) {
    return out + sentence(style, misfit(m), 2);
  }
  out += sentence(style, fmt::format("The result has shape {}.", shape_text(m.shape)), 2);
  std::vector<std::string> parts;
  const int64_t n = m.left.size(1);
  for (int64_t k = 0; k < std::min(n, kMostProductsRead); ++k) {
    parts.push_back(number_text(m.left.at({m.row, k}).to_double()) + " times " +
                    number_text(m.right.at({k, m.column}).to_double()));
  }
  if (n > kMostProductsRead) parts.push_back(plural(n - kMostProductsRead, "more product"));
  out += sentence(style, fmt::format("Row {} and column {} make one number of it: {}, together {}.", m.row, m.column,
                                     join(parts, ", "), number_text(m.result.at({m.row, m.column}).to_double())), 2);
  return out;
}

}  // namespace mha::pictures
