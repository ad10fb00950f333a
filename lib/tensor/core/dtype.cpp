#include "tensor/core/dtype.h"

#include <array>
#include <atomic>

#include "tensor/core/internal.h"
#include "tensor/core/scalar.h"

namespace mha {
namespace {

struct Names {
  size_t size;
  std::string_view torch;
  std::string_view scalar;
  std::string_view tensor;
};

// In the order of the enum.
constexpr std::array<Names, 10> kNames{{
    {1, "torch.uint8", "Byte", "torch.ByteTensor"},
    {1, "torch.int8", "Char", "torch.CharTensor"},
    {2, "torch.int16", "Short", "torch.ShortTensor"},
    {4, "torch.int32", "Int", "torch.IntTensor"},
    {8, "torch.int64", "Long", "torch.LongTensor"},
    {2, "torch.float16", "Half", "torch.HalfTensor"},
    {2, "torch.bfloat16", "BFloat16", "torch.BFloat16Tensor"},
    {4, "torch.float32", "Float", "torch.FloatTensor"},
    {8, "torch.float64", "Double", "torch.DoubleTensor"},
    {1, "torch.bool", "Bool", "torch.BoolTensor"},
}};

const Names& names(DType dtype) { return kNames[static_cast<size_t>(dtype)]; }

std::atomic<DType> g_default_dtype{DType::float32};

}  // namespace

size_t size_of(DType dtype) { return names(dtype).size; }

bool is_floating(DType dtype) {
  return dtype >= DType::float16 && dtype <= DType::float64;
}

bool is_integral(DType dtype) { return dtype <= DType::int64; }

std::string_view torch_name(DType dtype) { return names(dtype).torch; }
std::string_view scalar_type_name(DType dtype) { return names(dtype).scalar; }
std::string_view tensor_type_name(DType dtype) { return names(dtype).tensor; }

DType promote(DType a, DType b) {
  if (a == b) return a;
  if (a == DType::bool_) return b;
  if (b == DType::bool_) return a;
  if (is_floating(a) != is_floating(b)) return is_floating(a) ? a : b;
  if (is_floating(a)) {
    // Neither 16-bit float type holds the other's numbers.
    if (size_of(a) == 2 && size_of(b) == 2) return DType::float32;
    return size_of(a) > size_of(b) ? a : b;
  }
  // uint8 against a signed kind: the next signed one that holds both.
  if (a == DType::uint8 || b == DType::uint8) {
    const DType other = a == DType::uint8 ? b : a;
    return other == DType::int8 ? DType::int16 : other;
  }
  return size_of(a) > size_of(b) ? a : b;
}

DType default_dtype() { return g_default_dtype.load(std::memory_order_relaxed); }
void set_default_dtype(DType dtype) { g_default_dtype = dtype; }

DType Scalar::dtype() const {
  switch (kind_) {
    case Kind::boolean: return DType::bool_;
    case Kind::integer: return DType::int64;
    case Kind::floating: break;
  }
  return default_dtype();
}

DType result_type(const Operand& a, const Operand& b) {
  struct Weights {
    DType dtype[3] = {};
    bool seen[3] = {};
  } by_weight;  // tensors with dimensions, 0-d tensors, numbers
  for (const Operand* operand : {&a, &b}) {
    const DType dtype = operand->is_tensor() ? operand->tensor().dtype()
                                             : operand->scalar().dtype();
    const int w = !operand->is_tensor() ? 2 : operand->tensor().dim() == 0;
    by_weight.dtype[w] = by_weight.seen[w] ? promote(by_weight.dtype[w], dtype)
                                           : dtype;
    by_weight.seen[w] = true;
  }
  // A lighter operand counts only if it is of a higher kind: bool, int, float.
  DType result = DType::bool_;
  bool any = false;
  for (int w = 2; w >= 0; --w) {
    if (!by_weight.seen[w]) continue;
    const DType heavy = by_weight.dtype[w];
    const bool lighter_counts =
        any && !is_floating(heavy) &&
        (heavy == DType::bool_ || is_floating(result));
    result = lighter_counts ? promote(heavy, result) : heavy;
    any = true;
  }
  return result;
}

}  // namespace mha
