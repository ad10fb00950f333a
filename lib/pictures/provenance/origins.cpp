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
  const bool is_call = e.kind == lang::ExprKind::call;
  const std::vector<const lang::Expr*> parts = parts_of(e);
  if (!is_call && parts.empty()) return;
  if (is_call) origin->callee = source.text(static_cast<const lang::Call&>(e).callee->span);
  for (const lang::Expr* part : parts) is_call ? argument(*part) : void(operand(*part));
  if (e.kind == lang::ExprKind::attribute) {
    // Treats an attribute of anything but a tensor like a name.
    if (origin->operands.empty()) return;
    origin->operation = static_cast<const lang::Attribute&>(e).name.str();
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

const lang::Expr* object_of(const lang::Expr& e) {
  switch (e.kind) {
    case lang::ExprKind::attribute: return static_cast<const lang::Attribute&>(e).object.get();
    case lang::ExprKind::subscript: return static_cast<const lang::Subscript&>(e).object.get();
    case lang::ExprKind::call: {
      const lang::Expr& callee = *static_cast<const lang::Call&>(e).callee;
      return callee.kind == lang::ExprKind::attribute ? object_of(callee) : nullptr;
    }
    default: return nullptr;
  }
}

std::vector<const lang::Expr*> parts_of(const lang::Expr& e) {
  std::vector<const lang::Expr*> parts;
  if (const lang::Expr* object = object_of(e)) parts.push_back(object);
  if (e.kind == lang::ExprKind::binary) {
    const auto& b = static_cast<const lang::Binary&>(e);
    parts = {b.left.get(), b.right.get()};
  } else if (e.kind == lang::ExprKind::unary) {
    parts = {static_cast<const lang::Unary&>(e).operand.get()};
  } else if (e.kind == lang::ExprKind::compare) {
    const auto& c = static_cast<const lang::Compare&>(e);
    parts = {c.first.get()};
    for (const auto& x : c.rest) parts.push_back(x.get());
  } else if (e.kind == lang::ExprKind::call) {
    const auto& call = static_cast<const lang::Call&>(e);
    for (const auto& a : call.args) parts.push_back(a.get());
    for (const auto& k : call.keywords) parts.push_back(k.value.get());
  }
  return parts;
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
