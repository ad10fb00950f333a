#pragma once

#include <array>
#include <concepts>
#include <cstring>
#include <span>

#include "tensor/core/internal.h"

/// The frame that all elementwise ops share: an op supplies a function of one
/// or two numbers; this code converts the operands to one dtype, broadcasts
/// them, chooses the layout of the result and runs the loop. All of that is compiled
/// once, in elementwise.cpp; only the work on one run of numbers is compiled for each
/// function and dtype. For the sources of lib/tensor only.
namespace mha {

/// The element types that a function is made for.
template <typename... Ts>
struct Kinds {};
using Floats = Kinds<float, double>;
using Numbers = Kinds<float, double, int64_t>;
using Integers = Kinds<int64_t, bool>;
using Everything = Kinds<float, double, int64_t, bool>;

template <typename T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, bool>) return DType::bool_;
  if constexpr (std::is_same_v<T, int64_t>) return DType::int64;
  if constexpr (std::is_same_v<T, double>) return DType::float64;
  return DType::float32;
}

/// Calls f(Type<T>{}) if `dtype` (one of compute_dtype's) is among the kinds;
/// false if it is not.
template <typename... Ts, typename F>
bool with_kind(Kinds<Ts...>, DType dtype, F&& f) {
  return ((dtype == dtype_of<Ts>() && (f(Type<Ts>{}), true)) || ...);
}

[[noreturn]] inline void not_implemented(const char* kernel, DType dtype) {
  throw_error("\"{}\" not implemented for '{}'", kernel, scalar_type_name(dtype));
}

/// One operand in compute_dtype() of `common`, the dtype of the computation. It
/// stores a number inside itself.
class Input {
 public:
  Input(const Operand& operand, DType common) {
    const DType dtype = compute_dtype(common);
    if (!operand.is_tensor()) {
      Scalar scalar = operand.scalar();
      if (is_integral(common)) {
        // A small integer wraps around first: -1 is 255 against uint8.
        scalar = with_type(common, [&]<typename T>(Type<T>) -> Scalar {
          return convert<int64_t>(scalar_as<T>(scalar));
        });
      }
      with_compute_type(dtype, [&]<typename T>(Type<T>) {
        const T value = scalar_as<T>(scalar);
        std::memcpy(number_.data(), &value, sizeof(T));
      });
    } else if (operand.tensor().dtype() == dtype) {
      tensor_ = operand.tensor();
    } else {
      tensor_ = empty_like(operand.tensor(), dtype);
      copy_elements(tensor_, operand.tensor());
    }
  }
  template <typename T>
  const T* data() const {
    return tensor_.defined() ? tensor_.data<T>()
                             : reinterpret_cast<const T*>(number_.data());
  }
  const std::byte* bytes() const {
    return tensor_.defined() ? tensor_.data_ptr() : number_.data();
  }
  Layout layout() const {
    return tensor_.defined() ? Layout(tensor_) : Layout();
  }

 private:
  Tensor tensor_;
  alignas(8) std::array<std::byte, 8> number_{};
};

inline Shape shape_of(const Operand& a) {
  return a.is_tensor() ? a.tensor().shape() : Shape{};
}

/// Fresh storage for a result, with the memory layout of the operands.
inline Tensor fresh_result(Shape shape, DType dtype,
                           std::initializer_list<Layout> operands) {
  Tensor out = Tensor::empty(std::move(shape), dtype);
  if (out.dim() < 2 && out.numel() > 0) return out;
  Shape strides = result_strides(out.shape(), operands);
  if (strides == out.strides()) return out;
  return Tensor::over(out.storage(), dtype, out.shape(), std::move(strides), 0);
}

/// `work` as `dtype`, or copied into `target` if that is defined.
inline Tensor store_result(Tensor work, DType dtype, const Tensor& target) {
  if (target.defined()) {
    if (!work.is_same(target)) copy_elements(target, work);
    return target;
  }
  if (work.dtype() == dtype) return work;
  Tensor out = empty_like(work, dtype);
  copy_elements(out, work);
  return out;
}

/// Throws unless an in-place op whose result has this shape and dtype may write
/// to `target`; `other` may share its storage only if it is the same view.
void check_target(const Tensor& target, const Shape& shape, DType dtype,
                  const Operand& other);

/// PyTorch runs steps of two vectors through `f.wide`, if there is one, and the
/// remainder through `f` itself, which rounds differently. Returns how many
/// numbers went through `f.wide`.
template <typename R, typename T, typename F>
int64_t run_wide(R* out, const T* a, int64_t step_a, const T* b,
                 int64_t step_b, int64_t n, const F& f) {
  constexpr int64_t step = 64 / static_cast<int64_t>(sizeof(T));
  const int64_t whole = n / step * step;
  for (int64_t i = 0; i < whole; ++i) {
    out[i] = f.wide(a[i * step_a], b[i * step_b]);
  }
  return whole;
}

/// A run of numbers, where its operands begin (the result first) and their steps in elements.
template <int N>
struct NumberRun {
  std::array<std::byte*, N> at;
  std::array<int64_t, N> step;
  int64_t count;
};
/// What an op does to a run for one dtype. `function` is the op's own.
template <int N>
struct Kernel {
  DType in, out;
  bool shared;  // never throws, so that threads may share the work
  void (*work)(const void* function, const NumberRun<N>& run);
};

template <typename T, typename F>
void work_binary(const void* function, const NumberRun<3>& run) {
  // A copy, so that what it holds stays in registers whatever is written.
  const F f = *static_cast<const F*>(function);
  using R = decltype(f(T{}, T{}));
  R* o = reinterpret_cast<R*>(run.at[0]);
  const T* x = reinterpret_cast<const T*>(run.at[1]);
  const T* y = reinterpret_cast<const T*>(run.at[2]);
  const auto [so, sa, sb] = run.step;
  const int64_t n = run.count;
  if constexpr (requires { f.wide(*x, *y); }) {
    const bool plain = (sa == 0 || sa == 1) && (sb == 0 || sb == 1);
    if (so == 1 && plain && sa + sb > 0) {
      const int64_t done = run_wide(o, x, sa, y, sb, n, f);
      for (int64_t i = done; i < n; ++i) o[i] = f(x[i * sa], y[i * sb]);
      return;
    }
  }
  if (so == 1 && sa == 1 && sb == 1) {
    for (int64_t i = 0; i < n; ++i) o[i] = f(x[i], y[i]);
  } else if (so == 1 && sa == 1 && sb == 0) {
    const T v = *y;
    for (int64_t i = 0; i < n; ++i) o[i] = f(x[i], v);
  } else if (so == 1 && sa == 0 && sb == 1) {
    const T v = *x;
    for (int64_t i = 0; i < n; ++i) o[i] = f(v, y[i]);
  } else {
    for (int64_t i = 0; i < n; ++i) o[i * so] = f(x[i * sa], y[i * sb]);
  }
}

template <typename T, typename F>
void work_unary(const void* function, const NumberRun<2>& run) {
  const F f = *static_cast<const F*>(function);
  using R = decltype(f(T{}));
  R* o = reinterpret_cast<R*>(run.at[0]);
  const T* v = reinterpret_cast<const T*>(run.at[1]);
  const auto [so, sx] = run.step;
  const int64_t n = run.count;
  if (so == 1 && sx == 1) {
    if constexpr (requires { f(v, o, n); }) {
      f(v, o, n);
    } else {
      for (int64_t i = 0; i < n; ++i) o[i] = f(v[i]);
    }
  } else {
    for (int64_t i = 0; i < n; ++i) o[i * so] = f(v[i * sx]);
  }
}

/// The description of an elementwise op besides its function.
struct Elementwise {
  const char* kernel;  // its name in "not implemented for"
  DType compute;       // the common dtype of the operands
  DType result;
  Tensor target;       // where an in-place op writes; undefined otherwise
};

/// The frame of binary() and unary(), which is the same for every function: elementwise.cpp.
Tensor run_elementwise(const Elementwise& op, const Operand& a, const Operand& b,
                       std::span<const Kernel<3>> kernels, const void* function);
Tensor run_elementwise(const Elementwise& op, const Tensor& self,
                       std::span<const Kernel<2>> kernels, const void* function);

template <typename... Ts, typename F>
Tensor binary(Kinds<Ts...>, const Elementwise& op, const Operand& a, const Operand& b,
              const F& f) {
  // Integer division by zero throws.
  static constexpr Kernel<3> kKernels[] = {
      {dtype_of<Ts>(), dtype_of<decltype(f(Ts{}, Ts{}))>(), std::is_floating_point_v<Ts>,
       work_binary<Ts, F>}...};
  return run_elementwise(op, a, b, kKernels, &f);
}

/// Applies a function of one number. If it also has `void operator()(const T*,
/// R*, n)`, contiguous runs go through that.
template <typename... Ts, typename F>
Tensor unary(Kinds<Ts...>, const Elementwise& op, const Tensor& self, const F& f) {
  static constexpr Kernel<2> kKernels[] = {
      {dtype_of<Ts>(), dtype_of<decltype(f(Ts{}))>(), true, work_unary<Ts, F>}...};
  return run_elementwise(op, self, kKernels, &f);
}

/// Two ways to compute one function: PyTorch runs steps of two vectors through
/// one, and the remainder, or numbers that are not contiguous, through the C
/// library, which rounds differently.
template <typename Wide, typename Plain>
struct InVectors {
  Wide wide;
  Plain plain;
  template <typename T>
  T operator()(T x) const {
    return plain(x);
  }
  template <typename T>
  void operator()(const T* in, T* out, int64_t n) const {
    constexpr int64_t step = 64 / static_cast<int64_t>(sizeof(T));
    const int64_t whole = n / step * step;
    for (int64_t i = 0; i < whole; ++i) out[i] = wide(in[i]);
    for (int64_t i = whole; i < n; ++i) out[i] = plain(in[i]);
  }
};
template <typename W, typename P>
InVectors(W, P) -> InVectors<W, P>;

/// Ends an op on `first` and `others`: as record(), or record_in_place() for a
/// target, which is then `first`.
template <typename Save, typename... Others>
  requires std::invocable<Save, Node&>
Tensor finish(GradName name, const Tensor& out, const Tensor& target, Save&& save,
              const auto& first, const Others&... others) {
  const auto tensor = [](const auto& input) -> const Tensor& {
    if constexpr (std::is_same_v<std::decay_t<decltype(input)>, Tensor>) {
      return input;
    } else {
      return input.tensor();
    }
  };
  if (!target.defined()) {
    return record(name, out, {tensor(first), tensor(others)...}, save);
  }
  record_in_place(name, target, {tensor(others)...}, save);
  return target;
}

/// `a`, which the derivative will need (`needed`) as it is before an op writes to
/// `target`: a copy if that is `a` itself.
inline Operand before_write(const Operand& a, const Tensor& target, bool needed) {
  const bool kept = needed && target.defined() && grad_enabled() &&
                    is_floating(target.dtype()) && target.is_same(a.tensor());
  if (!kept) return a;
  Tensor copy = clone(detach(target));
  // With its history: a second derivative goes back through what was overwritten, too.
  if (target.grad_fn()) copy.set_grad_fn(target.grad_fn(), target.output_number());
  return copy;
}
inline bool needs_grad(const Operand& a) {
  return a.is_tensor() && a.tensor().requires_grad();
}

/// For the derivative of an op on one tensor.
inline auto saving(const Operand& operand) {
  return [operand](Node& node) { node.save(operand); };
}
inline auto saving_result(const Tensor& result) {
  return [&result](Node& node) { node.save_result(result); };
}

}  // namespace mha
