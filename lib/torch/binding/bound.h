#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "random/generator.h"
#include "torch/binding/signature.h"

// The function of a row that is one op of lib/tensor: what the op takes is read from the
// call, in order, by the types of its parameters.

namespace mha::torch {

inline const Tensor kNoTensor;

/// The argument at `i` as an op takes it; None for a Tensor is an undefined one.
template <typename T>
decltype(auto) argument(const Call& c, size_t i) {
  if constexpr (std::is_same_v<T, Tensor>) return (c.given(i) ? c.tensor(i) : kNoTensor);
  if constexpr (std::is_same_v<T, Generator>) {
    return (c.given(i) ? *as_random_generator(c.value(i)) : default_generator());
  }
  if constexpr (std::is_same_v<T, Operand>) return c.operand(i);
  if constexpr (std::is_same_v<T, Scalar>) return c.scalar(i);
  if constexpr (std::is_same_v<T, int64_t>) return c.integer(i);
  if constexpr (std::is_same_v<T, double>) return c.floating(i);
  if constexpr (std::is_same_v<T, bool>) return c.flag(i);
  if constexpr (std::is_same_v<T, Shape>) return c.ints(i);
  if constexpr (std::is_same_v<T, std::string>) return (c.text(i));
  if constexpr (std::is_same_v<T, std::span<const Tensor>>) return c.tensors(i);
  if constexpr (std::is_same_v<T, std::optional<DType>>) return c.dtype(i);
  if constexpr (std::is_same_v<T, std::optional<int64_t>>) return c.integer_or_none(i);
  if constexpr (std::is_same_v<T, std::optional<double>>) return c.floating_or_none(i);
}

template <typename R, typename... Ts, size_t... I, typename... More>
R run_op(R (*op)(Ts...), const Call& c, std::index_sequence<I...>, const More&... more) {
  using Parameters = std::tuple<std::decay_t<Ts>...>;
  return op(argument<std::tuple_element_t<I, Parameters>>(c, I)..., more...);
}
template <typename R, typename... Ts>
constexpr size_t parameter_count(R (*)(Ts...)) {
  return sizeof...(Ts);
}

inline lang::Value result_value(Tensor t) { return lang::tensor(std::move(t)); }
inline lang::Value result_value(std::vector<Tensor> all) { return to_value(std::move(all)); }
inline lang::Value result_value(bool b) { return lang::Value(b); }

template <auto kOp>
lang::Value bound(Call& c) {
  return result_value(run_op(kOp, c, std::make_index_sequence<parameter_count(kOp)>()));
}
/// Of an op whose last parameter is where it writes: the receiver in place.
template <auto kOp>
lang::Value bound_into(Call& c) {
  return c.result(run_op(kOp, c, std::make_index_sequence<parameter_count(kOp) - 1>(), c.target()));
}
/// Of an op that may return one of its tensors: the argument's own object then.
template <auto kOp>
lang::Value bound_same(Call& c) {
  return c.wrap(run_op(kOp, c, std::make_index_sequence<parameter_count(kOp)>()));
}

}  // namespace mha::torch
