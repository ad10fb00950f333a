// A product of matrices: whose sizes meet, and which row and column make one
// of its cells.

#include <algorithm>

#include "lesson/picture_makers.h"
#include "tensor/views.h"

namespace mha::lesson {

namespace {

/// The operands of `A @ B`, `torch.matmul(A, B)`, `A.matmul(B)` and their kin.
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

/// The cell to be shown where the lesson names none: off the diagonal, where row
/// and column cannot be mixed up, with few products of zero.
void choose_cell(ProductPicture& m) {
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

void PictureMaker::product(PictureData& p) const {
  ProductPicture& m = p.product;
  const ParsedExpression parsed = parse_expression(p.expression);
  const lang::Expr* product = parsed.expr;
  // (A @ B)[i, j] says which cell is meant.
  std::vector<int64_t> cell;
  if (product && product->kind == lang::ExprKind::subscript) {
    const auto& s = static_cast<const lang::Subscript&>(*product);
    const Outcome o = world.run("picture", "(" + parsed.text(*s.index) + ",)");
    const auto* outer = o.value.get<lang::TupleObject>();
    const auto* items = outer ? outer->items[0].get<lang::TupleObject>() : nullptr;
    for (const lang::Value& v : items ? items->items : outer ? outer->items : std::vector<lang::Value>()) {
      if (v.is_int()) cell.push_back(v.as_int());
    }
    product = s.object.get();
  }
  const lang::Expr* left = nullptr;
  const lang::Expr* right = nullptr;
  if (!product || !operands_of(*product, left, right)) {
    p.problem = "`" + p.expression + "` is no product A @ B";
    return;
  }
  m.left_text = parsed.text(*left);
  m.right_text = parsed.text(*right);
  const Evaluated a = evaluate(m.left_text);
  const Evaluated b = evaluate(m.right_text);
  p.problem = a.tensor.defined() ? b.problem : a.problem;
  if (!p.problem.empty()) return;
  m.left_shape = a.tensor.shape();
  m.right_shape = b.tensor.shape();
  if (m.left_shape.empty() || m.right_shape.empty()) {
    p.problem = "a single number is no matrix";
    return;
  }
  const Evaluated whole = evaluate(parsed.text(*product));
  m.fits = whole.tensor.defined();
  p.tensor = m.fits ? whole.tensor : a.tensor;
  if (!m.fits) return;
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
        p.problem = "there is no cell " + index_text(cell) + " in a shape of " + shape_text(m.shape);
        return;
      }
    }
    std::copy(cell.begin(), cell.end() - 2, place.begin());
    m.row = cell[cell.size() - 2];
    m.column = cell.back();
  }
  if (!place.empty()) m.batch = index_text(place);
  m.left = matrix_at(m.left_is_row ? unsqueeze(a.tensor, 0) : a.tensor, place);
  m.right = matrix_at(m.right_is_column ? unsqueeze(b.tensor, 1) : b.tensor, place);
  m.result = matrix_at(result, place);
  if (cell.size() != m.shape.size() || m.left_is_row || m.right_is_column) choose_cell(m);
  p.rows = words(m.result.size(0), place.empty() ? 0 : place[0]);
  p.columns = words(m.result.size(1), place.empty() ? 0 : place[0]);
}

}  // namespace mha::lesson
