#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/index.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

constexpr const char* kAddSignature =
    "~Tensor input, Number alpha, Tensor other" MHA_OUT
    "|Tensor! input, Tensor! other, *, Number alpha=1, Tensor out=None";

/// add and sub: the old order of arguments is (input, alpha, other).
template <Tensor (*kOp)(const Operand&, const Operand&, Scalar, const Tensor&)>
Value run_scaled(Call& c) {
  const size_t other = c.overload == 0 ? 2 : 1;
  return c.result(kOp(c.operand(0), c.operand(other), c.scalar(3 - other), c.target()));
}

Rounding rounding_mode(const Call& c) {
  if (c.overload == 0 || !c.given(2)) return Rounding::none;
  const std::string& mode = c.text(2);
  if (mode == "trunc") return Rounding::trunc;
  if (mode == "floor") return Rounding::floor;
  throw_error("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{}'",
              mode);
}
constexpr const char* kDivSignature =
    "Tensor! input, Tensor! other" MHA_OUT
    "|Tensor! input, Tensor! other, *, str? rounding_mode, Tensor out=None";
Value run_div(Call& c) {
  return c.result(div(c.operand(0), c.operand(1), rounding_mode(c), c.target()));
}

using TensorOp = Tensor (*)(const Operand&, const Operand&, const Tensor&);

/// x + y, or y + x where the object is on the right. NotImplemented for an operand that is
/// neither a tensor nor a number, so that Python's own TypeError comes of it.
template <TensorOp kOp, bool kSwapped>
Value operated(lang::Interpreter&, lang::Args& a) {
  const Tensor& self = *as_tensor(a.positional[0]);
  const std::optional<Operand> other = as_operand(a.positional[1]);
  if (!other) return Value::not_implemented();
  return fresh(kSwapped ? kOp(*other, self, {}) : kOp(self, *other, {}));
}

template <TensorOp kOp>
Value operated_in_place(lang::Interpreter&, lang::Args& a) {
  const Tensor& self = *as_tensor(a.positional[0]);
  const std::optional<Operand> other = as_operand(a.positional[1]);
  if (!other) return Value::not_implemented();
  kOp(self, *other, self);
  return a.positional[0];
}

template <TensorOp kOp, bool kCommutes = false>
constexpr Operator arithmetic_operator(const char* name) {
  return {name, operated<kOp, false>, operated<kOp, !kCommutes>, operated_in_place<kOp>};
}
template <TensorOp kOp>
constexpr Operator comparison_operator(const char* name) {
  return {name, operated<kOp, false>};
}

// What an operator leaves out: the factor, the rounding.
Tensor sum_of(const Operand& a, const Operand& b, const Tensor& target) { return add(a, b, 1, target); }
Tensor difference(const Operand& a, const Operand& b, const Tensor& target) { return sub(a, b, 1, target); }
Tensor quotient_of(const Operand& a, const Operand& b, const Tensor& target) {
  return div(a, b, Rounding::none, target);
}
/// PyTorch makes a tensor of a base that is a number; the digits follow from that.
Tensor power_of_base(const Operand& a, const Operand& b, const Tensor& target) {
  return pow(a.is_tensor() ? a : scalar_tensor(a.scalar(), result_type(a, b)), b, target);
}

#define MHA_NUMBERS "Tensor! input, Tensor! other" MHA_OUT
#define MHA_COMPARED \
  "Tensor input, Tensor other" MHA_OUT "|Tensor input, Number other" MHA_OUT
#define MHA_EITHER                                                   \
  "Tensor input, Tensor other" MHA_OUT "|Number self, Tensor other|" \
  "Tensor input, Number other" MHA_OUT

#define MHA_ROW(TORCH, SIGNATURE, NAME, ...) \
  {TORCH, SIGNATURE, bound_into<mha::NAME>, On::in_place, __VA_ARGS__}
#define MHA_TENSORS(NAME) \
  {#NAME, "Tensor input, Tensor other" MHA_OUT, bound<mha::NAME>}
#define MHA_LOGIC(NAME) \
  {#NAME, "Tensor input, Tensor other" MHA_OUT, bound_into<mha::NAME>, On::in_place}

constexpr const char* kPowSignature =
    "Tensor input, Tensor exponent" MHA_OUT "|Number self, Tensor exponent" MHA_OUT
    "|Tensor input, Number exponent" MHA_OUT;

constexpr const char* kAddcSignature =
    "~Tensor input, Number value, Tensor tensor1, Tensor tensor2" MHA_OUT
    "|Tensor input, Tensor tensor1, Tensor tensor2, *, Number value=1, Tensor out=None";

template <Tensor (*kOp)(const Tensor&, const Tensor&, const Tensor&, Scalar, const Tensor&)>
Value run_addc(Call& c) {
  const bool old = c.overload == 0;
  return c.result(kOp(c.tensor(0), c.tensor(old ? 2 : 1), c.tensor(old ? 3 : 2),
                      c.scalar(old ? 1 : 3), c.target()));
}

const Row kBinary[] = {
    {"add", kAddSignature, run_scaled<add>, On::in_place, arithmetic_operator<sum_of, true>("add")},
    {"sub", kAddSignature, run_scaled<sub>, On::in_place, arithmetic_operator<difference>("sub")},
    {"subtract", kAddSignature, run_scaled<sub>, On::in_place},
    {"rsub", "Tensor input, Tensor other, *, Number alpha=1|Tensor input, Number other, Number alpha=1",
     bound<rsub>, On::function},
    MHA_ROW("mul", MHA_NUMBERS, mul, arithmetic_operator<mul, true>("mul")),
    MHA_ROW("multiply", MHA_NUMBERS, mul),
    {"div", kDivSignature, run_div, On::in_place, arithmetic_operator<quotient_of>("truediv")},
    {"divide", kDivSignature, run_div, On::in_place},
    {"true_divide", MHA_NUMBERS, run_div, On::in_place},
    MHA_ROW("floor_divide", MHA_NUMBERS, floor_divide, arithmetic_operator<floor_divide>("floordiv")),
    MHA_ROW("remainder", MHA_EITHER, remainder, arithmetic_operator<remainder>("mod")),
    MHA_ROW("fmod", MHA_COMPARED, fmod),
    {"pow", kPowSignature, bound_into<mha::pow>, On::in_place, arithmetic_operator<power_of_base>("pow")},
    MHA_TENSORS(maximum), MHA_TENSORS(minimum), MHA_TENSORS(atan2),
    {"arctan2", "Tensor input, Tensor other" MHA_OUT, bound<mha::atan2>},
    {"lerp",
     "Tensor input, Tensor end, Tensor weight" MHA_OUT
     "|Tensor input, Tensor end, Number weight" MHA_OUT,
     bound_into<lerp>, On::in_place},
    {"addcmul", kAddcSignature, run_addc<addcmul>, On::in_place},
    {"addcdiv", kAddcSignature, run_addc<addcdiv>, On::in_place},
    MHA_ROW("eq", MHA_COMPARED, eq, comparison_operator<eq>("eq")),
    MHA_ROW("ne", MHA_COMPARED, ne, comparison_operator<ne>("ne")),
    MHA_ROW("lt", MHA_COMPARED, lt, comparison_operator<lt>("lt")),
    MHA_ROW("le", MHA_COMPARED, le, comparison_operator<le>("le")),
    MHA_ROW("gt", MHA_COMPARED, gt, comparison_operator<gt>("gt")),
    MHA_ROW("ge", MHA_COMPARED, ge, comparison_operator<ge>("ge")),
    MHA_ROW("not_equal", MHA_COMPARED, ne), MHA_ROW("less", MHA_COMPARED, lt),
    MHA_ROW("less_equal", MHA_COMPARED, le), MHA_ROW("greater", MHA_COMPARED, gt),
    MHA_ROW("greater_equal", MHA_COMPARED, ge),
    MHA_LOGIC(logical_and), MHA_LOGIC(logical_or), MHA_LOGIC(logical_xor),
    MHA_ROW("bitwise_and", MHA_EITHER, bitwise_and, arithmetic_operator<bitwise_and, true>("and")),
    MHA_ROW("bitwise_or", MHA_EITHER, bitwise_or, arithmetic_operator<bitwise_or, true>("or")),
    MHA_ROW("bitwise_xor", MHA_EITHER, bitwise_xor, arithmetic_operator<bitwise_xor, true>("xor")),

    {"isclose",
     "Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False",
     bound<isclose>},
    {"allclose",
     "Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False",
     bound<allclose>},
    {"equal", "Tensor input, Tensor other", bound<equal>},
};

/// A mask of bytes still works, with a warning.
Tensor as_mask(const Call& c, size_t i) {
  const Tensor& mask = c.tensor(i);
  if (mask.dtype() != DType::uint8) return mask;
  c.interp.warn("UserWarning",
                "masked_fill_ received a mask with dtype torch.uint8, this behavior "
                "is now deprecated,please use a mask with dtype torch.bool instead.");
  return to(mask, DType::bool_);
}

constexpr const char* kFillSignature =
    "Tensor input, Tensor mask, Tensor value|Tensor input, Tensor mask, Number value";

const Row kChoices[] = {
    {"where",
     "Tensor condition|Tensor condition, Tensor input, Tensor other" MHA_OUT
     "|Tensor condition, Number self, Tensor other"
     "|Tensor condition, Tensor input, Number other"
     "|Tensor condition, Number self, Number other",
     [](Call& c) {
       if (c.signature().params.size() == 1) {
         return to_value(nonzero_as_tuple(c.tensor(0)));
       }
       return fresh(where(c.tensor(0), c.operand(1), c.operand(2)));
     }},
    {"masked_fill", kFillSignature,
     [](Call& c) {
       return c.result(masked_fill(c.tensor(0), as_mask(c, 1), c.operand(2), c.target()));
     },
     On::in_place},
    {"fill", "Tensor input, Tensor value|Tensor input, Number value",
     [](Call& c) {
       return c.result(fill_(c.in_place ? c.tensor(0) : clone(c.tensor(0)), c.operand(1)));
     },
     On::in_place},
    {"zero_", "Tensor input", [](Call& c) { zero_(c.tensor(0)); return c.same(0); }},
    {"copy_", "Tensor input, Tensor! other, bool non_blocking=False",
     [](Call& c) {
       const Operand other = c.operand(1);
       copy_(c.tensor(0), other.is_tensor() ? other.tensor() : scalar_tensor(other.scalar()));
       return c.same(0);
     },
     On::method},
    {"fill_diagonal_", "Tensor input, Number fill_value, bool wrap=False",
     [](Call& c) { fill_diagonal_(c.tensor(0), c.scalar(1)); return c.same(0); },
     On::method},
};

}  // namespace

std::span<const Row> binary_rows() { return kBinary; }
std::span<const Row> choice_rows() { return kChoices; }

}  // namespace mha::torch
