#include "random/draws.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "torch/binding/device.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

/// The Generator given at `i`, or the default one.
Generator& generator(const Call& c, size_t i) {
  Generator* g = c.given(i) ? as_random_generator(c.value(i)) : nullptr;
  return g ? *g : default_generator();
}

/// Where the overload that was chosen takes a generator; one past the end if
/// it does not.
Generator& generator_of(const Call& c) {
  const auto& params = c.signature().params;
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].type == ParamType::generator) return generator(c, i);
  }
  return default_generator();
}

#define MHA_RANDOM_SIZED                                              \
  "int[] size, *, Generator? generator, name[]? names, " MHA_OPTIONS \
  "|int[] size, *, Generator? generator, Tensor out=None, " MHA_OPTIONS \
  "|int[] size, *, Tensor out=None, " MHA_OPTIONS                     \
  "|int[] size, *, name[]? names, " MHA_OPTIONS

template <Tensor (*kDraw)(const Shape&, Generator&, DType)>
Value drawn(Call& c) {
  const DType dtype = dtype_option(c).value_or(default_dtype());
  return finished(c, kDraw(c.ints(0), generator_of(c), dtype));
}

template <Tensor (*kDraw)(const Tensor&, std::optional<DType>)>
Value drawn_like(Call& c) {
  return finished(c, kDraw(c.tensor(0), dtype_option(c)));
}
#define MHA_LIKE_OPTIONS "*, memory_format memory_format=None, " MHA_OPTIONS

Value run_randint(Call& c) {
  const bool both = c.overload >= 2;
  const int64_t low = both ? c.integer(0) : 0;
  const int64_t high = c.integer(both ? 1 : 0);
  return finished(c, randint(low, high, c.ints(both ? 2 : 1), generator_of(c),
                             dtype_option(c).value_or(DType::int64)));
}

Value run_normal(Call& c) {
  Generator& g = generator_of(c);
  switch (c.overload) {
    case 0: return fresh(normal(c.tensor(0), c.tensor(1), g));
    case 1: return fresh(normal(c.tensor(0), c.floating(1), g));
    case 2: return fresh(normal(c.floating(0), c.tensor(1), g));
    default: {
      const std::optional<DType> dtype = dtype_option(c);
      const Tensor t = normal(c.floating(0), c.floating(1), c.ints(2), g);
      return finished(c, dtype ? to(t, *dtype) : t);
    }
  }
}

const Row kRandom[] = {
    {"rand", MHA_RANDOM_SIZED, drawn<rand>, On::function},
    {"randn", MHA_RANDOM_SIZED, drawn<randn>, On::function},
    {"randint",
     "int high, int[] size, *, Generator? generator, Tensor out=None, " MHA_OPTIONS
     "|int high, int[] size, *, Tensor out=None, " MHA_OPTIONS
     "|int low, int high, int[] size, *, Generator? generator, Tensor out=None, " MHA_OPTIONS
     "|int low, int high, int[] size, *, Tensor out=None, " MHA_OPTIONS,
     run_randint, On::function},
    {"randperm",
     "int n, *, Generator? generator, Tensor out=None, " MHA_OPTIONS
     "|int n, *, Tensor out=None, " MHA_OPTIONS,
     [](Call& c) {
       return finished(c, randperm(c.integer(0), generator_of(c),
                                   dtype_option(c).value_or(DType::int64)));
     },
     On::function},
    {"rand_like", "Tensor input, " MHA_LIKE_OPTIONS, drawn_like<rand_like>, On::function},
    {"randn_like", "Tensor input, " MHA_LIKE_OPTIONS, drawn_like<randn_like>, On::function},
    {"randint_like",
     "Tensor input, int high, " MHA_LIKE_OPTIONS "|Tensor input, int low, int high, " MHA_LIKE_OPTIONS,
     [](Call& c) {
       const int64_t low = c.overload ? c.integer(1) : 0;
       return finished(c, randint_like(c.tensor(0), low, c.integer(c.overload ? 2 : 1),
                                       dtype_option(c)));
     },
     On::function},
    {"normal",
     "Tensor mean, Tensor std, *, Generator generator=None, Tensor out=None"
     "|Tensor mean, float std=1, *, Generator generator=None, Tensor out=None"
     "|float mean, Tensor std, *, Generator generator=None, Tensor out=None"
     "|float mean, float std, int[] size, *, Generator generator=None, Tensor out=None, " MHA_OPTIONS,
     run_normal, On::function},
    {"bernoulli",
     "Tensor input, *, Generator generator=None, Tensor out=None"
     "|Tensor input, float p, *, Generator generator=None",
     [](Call& c) {
       if (c.overload == 0) return fresh(bernoulli(c.tensor(0), generator_of(c)));
       return fresh(bernoulli(c.tensor(0), c.floating(1), generator_of(c)));
     }},
    {"multinomial",
     "Tensor input, int num_samples, bool replacement=False, *, Generator generator=None, Tensor out=None",
     bound<multinomial>},
    {"dropout", "Tensor input, float p, bool train", bound_same<dropout>, On::function},
    {"dropout_", "Tensor input, float p, bool train", bound_same<dropout_>, On::function},

    {"uniform_", "Tensor input, float from=0, float to=1, *, Generator generator=None",
     bound_same<uniform_>, On::method},
    {"normal_", "Tensor input, float mean=0, float std=1, *, Generator generator=None",
     bound_same<normal_>, On::method},
    {"bernoulli_",
     "Tensor input, Tensor p, *, Generator generator=None"
     "|Tensor input, float p=0.5, *, Generator generator=None",
     [](Call& c) {
       if (c.overload == 0) {
         bernoulli_(c.tensor(0), c.tensor(1), generator_of(c));
       } else {
         bernoulli_(c.tensor(0), c.floating(1), generator_of(c));
       }
       return c.same(0);
     },
     On::method},
    {"exponential_", "Tensor input, float lambd=1, *, Generator generator=None",
     bound_same<exponential_>, On::method},
    {"random_",
     "Tensor input, *, Generator generator=None"
     "|Tensor input, int from, int? to, *, Generator generator=None"
     "|Tensor input, int to, *, Generator generator=None",
     [](Call& c) {
       Generator& g = generator_of(c);
       if (c.overload == 0) {
         random_(c.tensor(0), g);
       } else if (c.overload == 1) {
         random_(c.tensor(0), c.integer(1), c.integer_or_none(2), g);
       } else {
         random_(c.tensor(0), 0, c.integer(1), g);
       }
       return c.same(0);
     },
     On::method},
};

}  // namespace

std::span<const Row> random_rows() { return kRandom; }

}  // namespace mha::torch
