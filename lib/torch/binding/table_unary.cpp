#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/softmax.h"
#include "tensor/ops/unary.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

// An op of one tensor that has an in-place form; NAME may go by another name.
#define MHA_UNARY_AS(TORCH, NAME, ...)                                        \
  {TORCH, "Tensor input" MHA_OUT, bound_into<mha::NAME>, On::in_place, __VA_ARGS__}
#define MHA_UNARY(NAME) MHA_UNARY_AS(#NAME, NAME)
// One that is an operator of Python's, too.
#define MHA_OPERATOR(NAME, PYTHON) MHA_UNARY_AS(#NAME, NAME, Operator{PYTHON, of_one<mha::NAME>, {}, {}, true})
// One that has none.
#define MHA_TEST(NAME)                                                        \
  {#NAME, "Tensor input", bound<mha::NAME>}

template <Tensor (*kOp)(const Tensor&, const Tensor&)>
Value of_one(lang::Interpreter&, lang::Args& a) {
  return fresh(kOp(*as_tensor(a.positional[0]), {}));
}

Value positive(const Value& v) {
  throw_if(as_tensor(v)->dtype() == DType::bool_,
           "The `+` operator, on a bool tensor is not supported.");
  return v;
}

int64_t decimals(const Call& c) { return c.overload == 1 ? c.integer(1) : 0; }

Value run_clamp(Call& c) {
  const Tensor& x = c.tensor(0);
  if (c.overload == 1) {
    return c.result(clamp(x, c.scalar_or_none(1), c.scalar_or_none(2), c.target()));
  }
  throw_if(!c.given(1) && !c.given(2),
           "torch.clamp: At least one of 'min' or 'max' must not be None");
  const Tensor low = c.tensor_or_none(1), high = c.tensor_or_none(2);
  const Tensor from = c.in_place ? clone(x) : x;  // the derivative needs what stood there
  const Tensor result = clamp(from, low, high);
  return c.result(c.in_place ? copy_(x, result) : result);
}

constexpr const char* kClamp =
    "Tensor input, Tensor min=None, Tensor max=None" MHA_OUT
    "|Tensor input, Number min=None, Number max=None" MHA_OUT;

const Row kUnary[] = {
    MHA_OPERATOR(neg, "neg"),       MHA_UNARY_AS("negative", neg),
    MHA_OPERATOR(abs, "abs"),       MHA_UNARY_AS("absolute", abs),
    MHA_UNARY(sign),      MHA_UNARY_AS("sgn", sign),
    MHA_UNARY(square),    MHA_UNARY(reciprocal),
    MHA_UNARY(floor),     MHA_UNARY(ceil),
    MHA_UNARY(trunc),     MHA_UNARY_AS("fix", trunc),
    MHA_UNARY(frac),      MHA_UNARY(exp),
    MHA_UNARY(exp2),      MHA_UNARY(expm1),
    MHA_UNARY(log),       MHA_UNARY(log2),
    MHA_UNARY(log10),     MHA_UNARY(log1p),
    MHA_UNARY(sqrt),      MHA_UNARY(rsqrt),
    MHA_UNARY(sin),       MHA_UNARY(cos),
    MHA_UNARY(tan),       MHA_UNARY(asin),
    MHA_UNARY_AS("arcsin", asin),
    MHA_UNARY(acos),      MHA_UNARY_AS("arccos", acos),
    MHA_UNARY(atan),      MHA_UNARY_AS("arctan", atan),
    MHA_UNARY(sinh),      MHA_UNARY(cosh),
    MHA_UNARY(tanh),      MHA_UNARY(erf),
    MHA_UNARY(erfinv),
    MHA_UNARY(sigmoid),   MHA_UNARY_AS("expit", sigmoid),
    MHA_UNARY(logical_not), MHA_OPERATOR(bitwise_not, "invert"),
    {"relu", "Tensor input", bound_into<relu>, On::in_place},
    MHA_TEST(isnan), MHA_TEST(isinf), MHA_TEST(isfinite), MHA_TEST(isposinf), MHA_TEST(isneginf),
    {"round", "Tensor input" MHA_OUT "|Tensor input, *, int decimals, Tensor out=None",
     [](Call& c) { return c.result(round(c.tensor(0), decimals(c), c.target())); },
     On::in_place},
    {"positive", "Tensor input", [](Call& c) { return positive(c.same(0)); }, On::both,
     {"pos", [](lang::Interpreter&, lang::Args& a) { return positive(a.positional[0]); }, {}, {}, true}},
    {"clamp", kClamp, run_clamp, On::in_place},
    {"clip", kClamp, run_clamp, On::in_place},
    {"clamp_min", "Tensor input, Tensor min" MHA_OUT "|Tensor input, Number min" MHA_OUT,
     [](Call& c) {
       return fresh(c.overload ? clamp(c.tensor(0), c.scalar(1), {}, {}, "ClampMinBackward0")
                               : clamp(c.tensor(0), c.tensor(1), Tensor()));
     }},
    {"clamp_max", "Tensor input, Tensor max" MHA_OUT "|Tensor input, Number max" MHA_OUT,
     [](Call& c) {
       return fresh(c.overload ? clamp(c.tensor(0), {}, c.scalar(1), {}, "ClampMaxBackward0")
                               : clamp(c.tensor(0), Tensor(), c.tensor(1)));
     }},
    {"nan_to_num",
     "Tensor input, float nan=None, float posinf=None, float neginf=None" MHA_OUT,
     bound_into<nan_to_num>, On::in_place},
};

const Row kActivations[] = {
    {"softmax",
     "Tensor input, int dim, dtype dtype=None" MHA_OUT
     "|Tensor input, name dim, *, dtype dtype=None",
     bound<softmax>},
    {"log_softmax",
     "Tensor input, int dim, dtype dtype=None" MHA_OUT
     "|Tensor input, name dim, *, dtype dtype=None",
     bound<log_softmax>},
};

#undef MHA_UNARY
#undef MHA_OPERATOR
#undef MHA_UNARY_AS
#undef MHA_TEST

}  // namespace

std::span<const Row> unary_rows() { return kUnary; }
std::span<const Row> activation_rows() { return kActivations; }

}  // namespace mha::torch
