// torch.nn.utils.rnn: what makes one batch of sequences of several lengths.

#include <algorithm>

#include "tensor/factory.h"
#include "tensor/ops_binary.h"
#include "tensor/views.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::Value;

namespace {

std::vector<Tensor> sequences_of(Nn& nn, const Value& from) {
  const bool iterable =
      nn.interp.find_attr(from, lang::Symbol("__iter__")).defined();
  if (!iterable) {
    throw RuntimeError(
        "pad_sequence: Expected iterable for input sequences, but got arg of "
        "type: " +
        nn.interp.repr(class_value(nn.interp.type_of(from))));
  }
  std::vector<Tensor> out;
  for (const Value& v : nn.interp.to_vector(from)) {
    const Tensor* t = as_tensor(v);
    if (!t) {
      throw TypeError(
          "pad_sequence(): argument 'sequences' (position 1) must be tuple of "
          "Tensors, not " + type_text(from));
    }
    out.push_back(*t);
  }
  if (out.empty()) {
    throw RuntimeError("received an empty list of sequences");
  }
  return out;
}

Value pad_sequence(Nn& nn, Arguments a) {
  // sequences, batch_first, padding_value
  const std::vector<Tensor> rows = sequences_of(nn, a[0]);
  const bool batch_first = flag_or(nn, a[1], false);
  int64_t longest = 0;
  for (const Tensor& row : rows) longest = std::max(longest, row.size(0));
  Shape shape = rows[0].shape();
  shape[0] = longest;
  shape.insert(shape.begin() + (batch_first ? 0 : 1),
               static_cast<int64_t>(rows.size()));
  const Tensor out =
      full(shape, number_or(nn, a[2], 0.0), rows[0].dtype());
  for (size_t i = 0; i < rows.size(); ++i) {
    const Tensor place = select(out, batch_first ? 0 : 1, static_cast<int64_t>(i));
    copy_(slice(place, 0, 0, rows[i].size(0)), rows[i]);
  }
  return lang::tensor(out);
}

constexpr Method kFunctions[] = {
    {"pad_sequence", "sequences, batch_first=False, padding_value=0.0",
     pad_sequence},
};

}  // namespace

std::span<const Method> rnn_functions() { return kFunctions; }

}  // namespace mha::torch
