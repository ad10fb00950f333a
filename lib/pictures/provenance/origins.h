#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "lang/syntax/ast.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// How a tensor was made: the operation and its operands.
struct Origin {
  struct Operand {
    std::string text;
    Tensor tensor;
  };
  std::string code;       // "torch.softmax(scores, dim=-1)"
  std::string operation;  // "softmax", "@", "T"
  std::string callee;     // "torch.softmax", "self.W_query"; of calls
  std::vector<Operand> operands;  // the tensors, a method's own first
  /// For an in-place operation: how the tensor was made before it.
  std::shared_ptr<const Origin> before;
};

/// Observes the code of a lesson and remembers how it made its small tensors,
/// so that a picture can say where a number came from.
class Origins : public lang::Observer {
 public:
  Origins();

  /// Null if no operation is known for the tensor.
  std::shared_ptr<const Origin> find(const Tensor& t) const;

  void on_statement(const Source& source, Span span) override;
  void on_value(const Source& source, const lang::Expr& expr,
                std::string_view operation, const lang::Value& value) override;
  void on_enter(const lang::FunctionCode& code) override;
  void on_leave(const lang::FunctionCode& code) override;

 private:
  using Seen = std::map<const lang::Expr*, Tensor>;
  void remember(const Tensor& t, std::shared_ptr<const Origin> origin);

  // The handle keeps the tensor alive, so that no other tensor gets its id.
  std::unordered_map<const void*, std::pair<Tensor, std::shared_ptr<const Origin>>> known_;
  std::deque<const void*> order_;
  std::vector<Seen> seen_;  // one for each running function
};

/// What a method is called of, or an attribute or an element taken of; else null.
const lang::Expr* object_of(const lang::Expr& e);
/// What an operation is made of, in the order of its text: such an object first.
std::vector<const lang::Expr*> parts_of(const lang::Expr& e);

/// For each element of `made`, in reading order, the place in reading order
/// where the same element stands in `from`; empty if it is not the same
/// elements (a view of it or a copy) under another shape.
std::vector<int64_t> places_in(const Tensor& made, const Tensor& from,
                               const std::string& operation);

/// The indices of place `flat`, in reading order.
Shape index_of(const Shape& shape, int64_t flat);
int64_t flat_of(const Shape& shape, const Shape& index);
/// The cell of the storage that an element lies in.
int64_t cell_of(const Tensor& t, const Shape& index);

}  // namespace mha::pictures
