#include "pictures/provenance/origins.h"

#include <algorithm>
#include <array>

namespace mha::pictures {

namespace {

// Pictures show small tensors. Larger tensors are not remembered, so that a
// large layer costs no extra time or memory.
constexpr int64_t kLargest = 4096;
constexpr size_t kMost = 2000;

// Operations that give the same elements in the same order, though perhaps in
// new memory.
constexpr std::array<std::string_view, 11> kCopies = {
    "contiguous", "clone", "reshape", "flatten", "detach", "float", "double",
    "to", "ravel", "unflatten", "requires_grad_"};

bool in_place(std::string_view operation) {
  return operation.ends_with('_') && !operation.ends_with("__");
}

}  // namespace

Origins::Origins() : seen_(1) {}

std::shared_ptr<const Origin> Origins::find(const Tensor& t) const {
  const auto it = known_.find(t.id());
  return it == known_.end() ? nullptr : it->second.second;
}

void Origins::on_statement(const Source&, Span) { seen_.back().clear(); }
void Origins::on_enter(const lang::FunctionCode&) { seen_.emplace_back(); }
void Origins::on_leave(const lang::FunctionCode&) {
  if (seen_.size() > 1) seen_.pop_back();
}

void Origins::remember(const Tensor& t, std::shared_ptr<const Origin> origin) {
  if (known_.count(t.id()) == 0) {
    order_.push_back(t.id());
    if (order_.size() > kMost) {
      known_.erase(order_.front());
      order_.pop_front();
    }
  }
  known_[t.id()] = {t, std::move(origin)};
}

void Origins::on_value(const Source& source, const lang::Expr& e,
                       std::string_view operation, const lang::Value& value) {
  Seen& seen = seen_.back();
  const auto* single = value.get<lang::TensorObject>();
  if (single) {
    if (single->tensor.numel() > kLargest) return;
    seen[&e] = single->tensor;
  }
  auto origin = std::make_shared<Origin>();
  origin->code = source.text(e.span);
  origin->operation = operation;
  const auto operand = [&](const lang::Expr& x) {
    const auto it = seen.find(&x);
    if (it == seen.end()) return false;
    origin->operands.push_back({std::string(source.text(x.span)), it->second});
    return true;
  };
  const auto argument = [&](const lang::Expr& x) {
    if (operand(x)) return;
    if (x.kind != lang::ExprKind::tuple && x.kind != lang::ExprKind::list) return;
    for (const auto& item : static_cast<const lang::Sequence&>(x).items) operand(*item);
  };
  switch (e.kind) {
    case lang::ExprKind::attribute: {
      const auto& a = static_cast<const lang::Attribute&>(e);
      // Treats an attribute of anything but a tensor like a name.
      if (!operand(*a.object)) return;
      origin->operation = a.name.str();
      break;
    }
    case lang::ExprKind::call: {
      const auto& call = static_cast<const lang::Call&>(e);
      origin->callee = source.text(call.callee->span);
      if (call.callee->kind == lang::ExprKind::attribute) {
        operand(*static_cast<const lang::Attribute&>(*call.callee).object);
      }
      for (const auto& a : call.args) argument(*a);
      for (const auto& k : call.keywords) argument(*k.value);
      break;
    }
    case lang::ExprKind::binary: {
      const auto& b = static_cast<const lang::Binary&>(e);
      operand(*b.left);
      operand(*b.right);
      break;
    }
    case lang::ExprKind::unary:
      operand(*static_cast<const lang::Unary&>(e).operand);
      break;
    case lang::ExprKind::compare: {
      const auto& c = static_cast<const lang::Compare&>(e);
      operand(*c.first);
      for (const auto& x : c.rest) operand(*x);
      break;
    }
    case lang::ExprKind::subscript:
      operand(*static_cast<const lang::Subscript&>(e).object);
      break;
    default:
      return;
  }
  const auto record = [&](const Tensor& t) {
    if (t.numel() > kLargest) return;
    const bool itself = std::any_of(
        origin->operands.begin(), origin->operands.end(),
        [&](const Origin::Operand& o) { return o.tensor.is_same(t); });
    if (in_place(operation) && itself) {
      origin->before = find(t);
    } else if (itself || find(t)) {
      // Passed through: its origin is known already, perhaps inside a function.
      return;
    }
    remember(t, origin);
  };
  if (single) return record(single->tensor);
  const std::vector<lang::Value>* items = nullptr;
  if (const auto* t = value.get<lang::TupleObject>()) items = &t->items;
  if (const auto* l = value.get<lang::ListObject>()) items = &l->items;
  if (!items) return;
  for (const lang::Value& item : *items) {
    if (const auto* t = item.get<lang::TensorObject>()) record(t->tensor);
  }
}

Shape index_of(const Shape& shape, int64_t flat) {
  Shape index(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    index[i] = flat % shape[i];
    flat /= shape[i];
  }
  return index;
}

int64_t flat_of(const Shape& shape, const Shape& index) {
  int64_t flat = 0;
  for (size_t i = 0; i < shape.size(); ++i) flat = flat * shape[i] + index[i];
  return flat;
}

int64_t cell_of(const Tensor& t, const Shape& index) {
  int64_t cell = t.storage_offset();
  for (size_t i = 0; i < index.size(); ++i) cell += index[i] * t.strides()[i];
  return cell;
}

std::vector<int64_t> places_in(const Tensor& made, const Tensor& from,
                               const std::string& operation) {
  std::vector<int64_t> places;
  if (made.storage() == from.storage()) {
    std::map<int64_t, int64_t> place_of_cell;
    for (int64_t i = 0; i < from.numel(); ++i) {
      place_of_cell.emplace(cell_of(from, index_of(from.shape(), i)), i);
    }
    for (int64_t i = 0; i < made.numel(); ++i) {
      const auto it = place_of_cell.find(cell_of(made, index_of(made.shape(), i)));
      if (it == place_of_cell.end()) return {};
      places.push_back(it->second);
    }
    return places;
  }
  if (made.numel() != from.numel() ||
      std::find(kCopies.begin(), kCopies.end(), operation) == kCopies.end()) {
    return {};
  }
  for (int64_t i = 0; i < made.numel(); ++i) places.push_back(i);
  return places;
}

}  // namespace mha::pictures
