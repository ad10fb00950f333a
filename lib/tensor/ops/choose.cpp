// Implements binary.h. Ops that choose or blend, and those that overwrite.

#include <algorithm>
#include <cmath>

#include "tensor/kernels/elementwise.h"
#include "tensor/ops/binary.h"

namespace mha {
namespace {

template <typename F>
Tensor pick(const char* kernel, const char* name, const Tensor& a,
            const Tensor& b, F f) {
  const DType common = result_type(a, b);
  return finish(name, binary(Everything{}, {kernel, common, common, {}}, a, b, f),
                {}, [&](Node& node) { node.save(a).save(b); }, a, b);
}

// f(x, y, z) over three operands already broadcast to one shape.
template <typename... Ts, typename F>
Tensor ternary(Kinds<Ts...> kinds, const Elementwise& op, const Operand& a,
               const Operand& b, const Operand& c, const F& f) {
  Shape shape =
      broadcast_shapes(broadcast_shapes(shape_of(a), shape_of(b)), shape_of(c));
  if (op.target.defined()) check_target(op.target, shape, op.result, b);
  const DType compute = compute_dtype(op.compute);
  const Input x(a, op.compute);
  const Input y(b, op.compute);
  const Input z(c, op.compute);
  Tensor out;
  const bool known = with_kind(kinds, compute, [&]<typename T>(Type<T>) {
    Tensor work = op.target.defined() && op.target.dtype() == compute
                      ? op.target
                      : fresh_result(shape, compute,
                                     {x.layout(), y.layout(), z.layout()});
    const StridedLoop<4> loop(
        work.shape().data(), static_cast<int>(work.dim()),
        {Layout(work), x.layout(), y.layout(), z.layout()});
    T* to = work.data<T>();
    const T* p = x.data<T>();
    const T* q = y.data<T>();
    const T* r = z.data<T>();
    loop.run([&](const std::array<int64_t, 4>& at, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        to[at[0] + i * loop.inner_step(0)] =
            f(p[at[1] + i * loop.inner_step(1)],
              q[at[2] + i * loop.inner_step(2)],
              r[at[3] + i * loop.inner_step(3)]);
      }
    });
    out = store_result(std::move(work), op.result, op.target);
  });
  if (!known) not_implemented(op.kernel, op.compute);
  return out;
}

// From the nearer end, so that weight 1 gives `end` exactly.
struct Lerp {
  template <typename T>
  T operator()(T start, T end, T weight) const {
    const T way = end - start;
    return std::abs(weight) < T(0.5) ? std::fma(weight, way, start)
                                     : std::fma(way, weight - T(1), end);
  }
};

}  // namespace

Tensor maximum(const Tensor& a, const Tensor& b) {
  return pick("maximum_cpu", "MaximumBackward0", a, b, [](auto x, auto y) {
    return is_nan(x) ? x : is_nan(y) ? y : x > y ? x : y;
  });
}
Tensor minimum(const Tensor& a, const Tensor& b) {
  return pick("minimum_cpu", "MinimumBackward0", a, b, [](auto x, auto y) {
    return is_nan(x) ? x : is_nan(y) ? y : x < y ? x : y;
  });
}
Tensor atan2(const Tensor& a, const Tensor& b) {
  DType dtype = result_type(a, b);
  if (!is_floating(dtype)) dtype = default_dtype();
  return finish("Atan2Backward0",
                binary(Floats{}, {"atan2_cpu", dtype, dtype, {}}, a, b,
                       []<typename T>(T y, T x) {
                         return static_cast<T>(std::atan2(
                             static_cast<double>(y), static_cast<double>(x)));
                       }),
                {}, [&](Node& node) { node.save(a).save(b); }, a, b);
}

Tensor lerp(const Tensor& start, const Tensor& end, const Operand& weight,
            const Tensor& target) {
  throw_if(start.dtype() != end.dtype(), "expected dtype {} for `end` but got dtype {}",
           c_type_name(start.dtype()), c_type_name(end.dtype()));
  const Operand old = before_write(start, target, needs_grad(weight));
  const DType dtype = start.dtype();
  const char* kernel =
      weight.is_tensor() ? "lerp_kernel_tensor" : "lerp_kernel_scalar";
  return finish({weight.is_tensor() ? "LerpBackward1" : "LerpBackward0", "lerp"},
                ternary(Floats{}, {kernel, dtype, dtype, target}, start, end,
                        weight, Lerp{}),
                target,
                [&](Node& node) {
                  node.save(weight).save_for(2, old).save_for(2, end);
                },
                start, end, weight);
}

Tensor addcmul(const Tensor& self, const Tensor& t1, const Tensor& t2,
               Scalar value, const Tensor& target) {
  const DType dtype = promote(result_type(t1, t2), self.dtype());
  const auto f = [=]<typename T>(T x, T y, T z) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fma(scalar_as<T>(value) * y, z, x);
    } else {
      return static_cast<T>(x + scalar_as<T>(value) * y * z);
    }
  };
  return finish("AddcmulBackward0",
                ternary(Numbers{}, {"addcmul_cpu_out", dtype, dtype, target},
                        self, t1, t2, f),
                target,
                [&](Node& node) { node.save_for(2, t1).save_for(1, t2).with(value); },
                self, t1, t2);
}

Tensor addcdiv(const Tensor& self, const Tensor& t1, const Tensor& t2,
               Scalar value, const Tensor& target) {
  throw_if(!is_floating(t1.dtype()) && !is_floating(t2.dtype()),
           "Integer division with addcdiv is no longer supported, and in a future  release addcdiv "
           "will perform a true division of tensor1 and tensor2. The historic addcdiv behavior can "
           "be implemented as (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for "
           "integer inputs and as (input + value * tensor1 / tensor2) for float inputs. The future "
           "addcdiv behavior is just the latter implementation: (input + value * tensor1 / "
           "tensor2), for all dtypes.");
  const DType dtype = promote(result_type(t1, t2), self.dtype());
  const auto f = [=]<typename T>(T x, T y, T z) {
    return x + scalar_as<T>(value) * y / z;
  };
  return finish("AddcdivBackward0",
                ternary(Floats{}, {"addcdiv_cpu_out", dtype, dtype, target},
                        self, t1, t2, f),
                target,
                [&](Node& node) { node.save_for(2, t1).save(t2).with(value); }, self,
                t1, t2);
}

Tensor where(const Tensor& condition, const Operand& a, const Operand& b) {
  throw_if(condition.dtype() != DType::bool_ && condition.dtype() != DType::uint8,
           "where expected condition to be a boolean tensor, but got a tensor with dtype {}",
           scalar_type_name(condition.dtype()));
  const DType dtype = result_type(a, b);
  const DType compute = compute_dtype(dtype);
  const Input c(condition, DType::bool_);
  const Input x(a, dtype);
  const Input y(b, dtype);
  Shape shape = broadcast_shapes(
      broadcast_shapes(condition.shape(), shape_of(a)), shape_of(b));
  Tensor work = fresh_result(std::move(shape), compute,
                             {c.layout(), x.layout(), y.layout()});
  const StridedLoop<4> loop(work.shape().data(), static_cast<int>(work.dim()),
                            {Layout(work), c.layout(), x.layout(), y.layout()});
  with_compute_type(compute, [&]<typename T>(Type<T>) {
    T* to = work.data<T>();
    const bool* test = c.data<bool>();
    const T* p = x.data<T>();
    const T* q = y.data<T>();
    const int64_t so = loop.inner_step(0), st = loop.inner_step(1);
    const int64_t sp = loop.inner_step(2), sq = loop.inner_step(3);
    loop.run_shared([&](const std::array<int64_t, 4>& at, int64_t n) {
      T* o = to + at[0];
      const bool* picks = test + at[1];
      const T* yes = p + at[2];
      const T* no = q + at[3];
      if (so == 1 && st == 1 && sp == 0 && sq == 1) {
        const T v = *yes;
        for (int64_t i = 0; i < n; ++i) o[i] = picks[i] ? v : no[i];
      } else if (so == 1 && st == 1 && sp == 1 && sq == 0) {
        const T v = *no;
        for (int64_t i = 0; i < n; ++i) o[i] = picks[i] ? yes[i] : v;
      } else {
        for (int64_t i = 0; i < n; ++i)
          o[i * so] = picks[i * st] ? yes[i * sp] : no[i * sq];
      }
    });
  });
  return finish("WhereBackward0", store_result(std::move(work), dtype, {}), {},
                saving(condition), a, b);
}

Tensor masked_fill(const Tensor& self, const Tensor& mask, const Operand& value,
                   const Tensor& target) {
  throw_if(mask.dtype() != DType::bool_,
           "masked_fill_ only supports boolean masks, but got mask with dtype {}",
           c_type_name(mask.dtype()));
  throw_if(value.dim() != 0,
           "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {} "
           "dimension(s).",
           value.dim());
  // If the shapes do not fit, PyTorch names the mask's size first, but last in
  // the in-place op.
  Tensor out = target;
  if (target.defined()) {
    check_target(target, broadcast_shapes(target.shape(), mask.shape()),
                 target.dtype(), mask);
  } else {
    out = Tensor::empty(broadcast_shapes(mask.shape(), self.shape()),
                        self.dtype());
    copy_elements(out, self);
  }
  const Scalar number = value.item();
  const StridedLoop<2> loop(out.shape().data(), static_cast<int>(out.dim()),
                            {Layout(out), Layout(mask)});
  with_type(out.dtype(), [&]<typename T>(Type<T>) {
    const T fill = checked_scalar<T>(number);
    T* to = out.data<T>();
    const bool* test = mask.data<bool>();
    const int64_t so = loop.inner_step(0), st = loop.inner_step(1);
    loop.run_shared([&](const std::array<int64_t, 2>& at, int64_t n) {
      T* o = to + at[0];
      const bool* hidden = test + at[1];
      if (so == 1 && st == 1) {
        for (int64_t i = 0; i < n; ++i) o[i] = hidden[i] ? fill : o[i];
        return;
      }
      for (int64_t i = 0; i < n; ++i) {
        if (hidden[i * st]) o[i * so] = fill;
      }
    });
  });
  return finish(
      {value.is_tensor() ? "MaskedFillBackward1" : "MaskedFillBackward0",
       "masked_fill"},
      out, target, saving(mask), self, value);
}

Tensor zero_(const Tensor& self) {
  check_writable(self);
  fill_(self.aside(), 0);
  record_in_place("ZeroBackward0", self, {});
  return self;
}

Tensor copy_(const Tensor& self, const Tensor& source) {
  const Shape shape = broadcast_shapes(self.shape(), source.shape());
  check_target(self, shape, self.dtype(), Scalar(0));
  const bool overlaps = source.storage() == self.storage();
  copy_elements(self, overlaps ? row_major_copy(source) : source);
  record_in_place({"CopyBackwards", "copy"}, self, {source});
  return self;
}

Tensor fill_diagonal_(const Tensor& self, Scalar value) {
  if (self.dim() < 2) throw RuntimeError("dimensions must larger than 1");
  check_writable(self);
  int64_t step = 0;
  int64_t length = self.shape()[0];
  for (size_t d = 0; d < self.shape().size(); ++d) {
    throw_if(self.dim() > 2 && self.shape()[d] != self.shape()[0],
             "all dimensions of input must be of equal length");
    length = std::min(length, self.shape()[d]);
    step += self.strides()[d];
  }
  const Tensor line = Tensor::over(self.storage(), self.dtype(), {length}, {step},
                                   self.storage_offset());
  fill_(line.aside(), value);
  record_in_place("FillDiagonalBackward0", self, {});
  return self;
}

}  // namespace mha
