#include "random/draws.h"


#include <algorithm>
#include <cmath>
#include <vector>

#include "random/normal_block.h"
#include "tensor/core/check.h"
#include "tensor/core/dispatch.h"
#include "tensor/core/grad.h"
#include "tensor/core/print.h"
#include "tensor/core/strided_loop.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"

namespace mha {

namespace {

// From this many contiguous numbers on, normal_ draws in blocks.
constexpr int64_t kBlock = 16;

/// Fills `self` element by element in memory order, whatever its strides, as
/// PyTorch's serial kernels do.
template <typename F>
void fill_serial(const Tensor& self, F&& draw) {
  const StridedLoop<1> loop(self.shape().data(), static_cast<int>(self.dim()),
                            {Layout(self)});
  const Layout layout(self);
  with_type(self.dtype(), [&]<typename T>(Type<T>) {
    T* data = self.data<T>();
    const int64_t step = loop.inner_step(0);
    loop.run([&](const std::array<int64_t, 1>& offset, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        data[offset[0] + i * step] = convert<T>(draw());
      }
    });
  });
}

void require_floating(const Tensor& self, const char* kernel) {
  if (is_floating(self.dtype())) return;
  throw_error("\"{}\" not implemented for '{}'", kernel, scalar_type_name(self.dtype()));
}

Tensor drawn(const char* name, const Tensor& self) {
  record_in_place({name, "overwritten"}, self, {});
  return self;
}

template <typename T>
void normal_fill(T* data, int64_t n, T mean, T std, Generator& g) {
  const auto draw = [&] {
    if constexpr (std::is_same_v<T, float>)
      return g.uniform_float();
    else
      return g.uniform_double();
  };
  for (int64_t i = 0; i < n; ++i) data[i] = draw();
  for (int64_t i = 0; i + kBlock <= n; i += kBlock) {
    normal_block(data + i, mean, std);
  }
  if (n % kBlock != 0) {
    // Draws the last sixteen again, over what is there.
    T* last = data + n - kBlock;
    for (int64_t i = 0; i < kBlock; ++i) last[i] = draw();
    normal_block(last, mean, std);
  }
}

void check_range(int64_t low, int64_t high) {
  if (low < high) return;
  throw_error("random_ expects 'from' to be less than 'to', but got from={} >= to={}", low, high);
}

}  // namespace

Tensor uniform_(const Tensor& self, double from, double to, Generator& g) {
  check_writable(self);
  require_floating(self, "check_uniform_bounds");
  throw_if(from > to, "uniform_ expects to return a [from, to) range, but found from={} > to={}",
           from, to);
  if (self.dtype() == DType::float64) {
    fill_serial(self, [&] { return g.uniform_double() * (to - from) + from; });
  } else {
    const auto low = static_cast<float>(from);
    const float width = static_cast<float>(to) - low;
    fill_serial(self, [&] { return std::fma(g.uniform_float(), width, low); });
  }
  return drawn("UniformBackward0", self);
}

Tensor normal_(const Tensor& self, double mean, double std, Generator& g) {
  check_writable(self);
  require_floating(self, "normal_kernel_cpu");
  throw_if(!(std >= 0), "normal expects std >= 0.0, but found std {}", std);
  const bool blocks = self.numel() >= kBlock && self.is_contiguous();
  if (blocks && self.dtype() == DType::float32) {
    normal_fill(self.data<float>(), self.numel(), static_cast<float>(mean),
                static_cast<float>(std), g);
  } else if (blocks && self.dtype() == DType::float64) {
    normal_fill(self.data<double>(), self.numel(), mean, std, g);
  } else {
    fill_serial(self, [&] { return g.normal_double() * std + mean; });
  }
  return drawn("NormalBackward0", self);
}

Tensor bernoulli_(const Tensor& self, double p, Generator& g) {
  check_writable(self);
  if (!(p >= 0 && p <= 1)) {
    throw_error("bernoulli_ expects p to be in [0, 1], but got p={}", python_float(p));
  }
  fill_serial(self, [&] { return g.uniform_double() < p ? 1.0 : 0.0; });
  return drawn("BernoulliBackward0", self);
}

Tensor exponential_(const Tensor& self, double lambda, Generator& g) {
  check_writable(self);
  require_floating(self, "exponential_cpu");
  fill_serial(
      self, [&] { return -1.0 / lambda * std::log(1.0 - g.uniform_double()); });
  return drawn("ExponentialBackward0", self);
}

Tensor random_(const Tensor& self, int64_t from, std::optional<int64_t> to,
               Generator& g) {
  check_writable(self);
  if (!to) {
    // random_(n) draws below n.
    to = from;
    from = 0;
  }
  check_range(from, *to);
  const uint64_t range =
      static_cast<uint64_t>(*to) - static_cast<uint64_t>(from);
  const bool wide = range >= (uint64_t{1} << 32);
  fill_serial(self, [&] {
    const uint64_t draw = wide ? g.next64() : g.next32();
    return static_cast<int64_t>(draw % range + static_cast<uint64_t>(from));
  });
  return drawn("RandomBackward0", self);
}

Tensor random_(const Tensor& self, Generator& g) {
  check_writable(self);
  // Integers that the dtype holds exactly: as many bits as its mantissa.
  const bool wide = size_of(self.dtype()) == 8;
  const uint64_t range =
      self.dtype() == DType::float32    ? (uint64_t{1} << 24) + 1
      : self.dtype() == DType::float64  ? (uint64_t{1} << 53) + 1
      : self.dtype() == DType::float16  ? (uint64_t{1} << 11) + 1
      : self.dtype() == DType::bfloat16 ? (uint64_t{1} << 8) + 1
      : self.dtype() == DType::bool_    ? 2
      : wide                            ? uint64_t{1} << 63
             : uint64_t{1} << (8 * size_of(self.dtype()) -
                               (self.dtype() == DType::uint8 ? 0 : 1));
  fill_serial(self, [&] {
    const uint64_t draw = wide ? g.next64() : g.next32();
    return static_cast<int64_t>(draw % range);
  });
  return drawn("RandomBackward0", self);
}

Tensor rand(const Shape& shape, Generator& g, DType dtype) {
  return uniform_(empty(shape, dtype), 0, 1, g);
}

Tensor randn(const Shape& shape, Generator& g, DType dtype) {
  return normal_(empty(shape, dtype), 0, 1, g);
}

Tensor randint(int64_t low, int64_t high, const Shape& shape, Generator& g,
               DType dtype) {
  check_range(low, high);
  return random_(empty(shape, dtype), low, high, g);
}

Tensor rand_like(const Tensor& self, std::optional<DType> dtype) {
  return uniform_(empty_like(self, dtype));
}

Tensor randn_like(const Tensor& self, std::optional<DType> dtype) {
  return normal_(empty_like(self, dtype));
}

Tensor randint_like(const Tensor& self, int64_t low, int64_t high,
                    std::optional<DType> dtype) {
  check_range(low, high);
  return random_(empty_like(self, dtype), low, high);
}

Tensor randperm(int64_t n, Generator& g, DType dtype) {
  throw_if(n < 0, "n must be non-negative, got{}", n);
  const Tensor order = empty({n}, DType::int64);
  int64_t* at = order.data<int64_t>();
  for (int64_t i = 0; i < n; ++i) at[i] = i;
  for (int64_t i = 0; i + 1 < n; ++i) {
    std::swap(at[i], at[i + static_cast<int64_t>(g.next32()) % (n - i)]);
  }
  return to(order, dtype);
}

Tensor bernoulli_(const Tensor& self, const Tensor& p, Generator& g) {
  check_writable(self);
  require_floating(p, "bernoulli_tensor_cpu_p_");
  const std::vector<Scalar> chances = to_scalars(broadcast_to(p, self.shape()));
  size_t i = 0;
  fill_serial(self, [&] {
    const double chance = chances[i++].to_double();
    throw_if(!(chance >= 0 && chance <= 1),
             "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error "
             "message be improved?  If so, please report an enhancement request to PyTorch.)");
    const double u = p.dtype() == DType::float64
                         ? g.uniform_double()
                         : static_cast<double>(g.uniform_float());
    return u < chance ? 1.0 : 0.0;
  });
  return drawn("BernoulliBackward0", self);
}

Tensor bernoulli(const Tensor& self, Generator& g) {
  return record({"BernoulliBackward0", "floor"},
                bernoulli_(empty(self.shape(), self.dtype()), detach(self), g),
                {self});
}

Tensor bernoulli(const Tensor& self, double p, Generator& g) {
  return bernoulli_(empty(self.shape(), self.dtype()), p, g);
}

namespace {

/// Scales and shifts standard normal numbers, as PyTorch does for all tensor
/// forms.
Tensor scaled_normal(const Shape& shape, DType dtype, const Operand& mean,
                     const Operand& std, Generator& g) {
  const Tensor drawn = normal_(empty(shape, dtype), 0, 1, g);
  return add(mul(drawn, std, drawn), mean, 1, drawn);
}

}  // namespace

Tensor normal(const Tensor& mean, double std, Generator& g) {
  return scaled_normal(mean.shape(), mean.dtype(), detach(mean), std, g);
}

Tensor normal(double mean, const Tensor& std, Generator& g) {
  return scaled_normal(std.shape(), std.dtype(), mean, detach(std), g);
}

Tensor normal(const Tensor& mean, const Tensor& std, Generator& g) {
  return scaled_normal(broadcast_shapes(mean.shape(), std.shape()),
                       promote(mean.dtype(), std.dtype()), detach(mean),
                       detach(std), g);
}

Tensor normal(double mean, double std, const Shape& shape, Generator& g) {
  return normal_(empty(shape), mean, std, g);
}

}  // namespace mha
