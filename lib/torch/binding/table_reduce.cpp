#include "tensor/ops/reduce.h"

#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/sort.h"
#include "tensor/ops/unary.h"
#include "torch/binding/table.h"

namespace mha::torch {

namespace {

Value pair(Call& c, const char* name, const ValuesIndices& r) {
  return named_result(c.interp, name, {"values", "indices"},
                      {fresh(r.values), fresh(r.indices)});
}

// Over everything; over dims; over dims by name, which there are none of.
constexpr const char* kOverDims =
    "Tensor input, *, dtype dtype=None"
    "|Tensor input, int[1]? dim, bool keepdim=False, *, dtype dtype=None, Tensor out=None"
    "|Tensor input, name[1] dim, bool keepdim=False, *, dtype dtype=None, Tensor out=None";

template <Tensor (*kOp)(const Tensor&, const Shape&, bool, std::optional<DType>)>
Value over_dims(Call& c) {
  if (c.overload == 0) return fresh(kOp(c.tensor(0), {}, false, c.dtype(1)));
  return fresh(kOp(c.tensor(0), c.ints(1), c.flag(2), c.dtype(3)));
}

constexpr const char* kSpread =
    "Tensor input, int[1]? dim, *, int? correction, bool keepdim=False, Tensor out=None"
    "|Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False" MHA_OUT
    "|Tensor input, bool unbiased=True"
    "|Tensor input, name[1] dim, *, int? correction, bool keepdim=False, Tensor out=None"
    "|Tensor input, name[1] dim, bool unbiased=True, bool keepdim=False" MHA_OUT
    "|~Tensor input, *, int[1]? dim=None, int? correction=1, bool keepdim=False, Tensor out=None";

struct Spread {
  Shape dims;
  double correction = 1;
  bool keepdim = false;
};
Spread spread(const Call& c) {
  if (c.overload == 2) return {{}, c.flag(1) ? 1.0 : 0.0, false};
  if (c.overload == 1) return {c.ints(1), c.flag(2) ? 1.0 : 0.0, c.flag(3)};
  return {c.ints(1), c.given(2) ? static_cast<double>(c.integer(2)) : 1.0, c.flag(3)};
}
template <Tensor (*kOp)(const Tensor&, const Shape&, double, bool)>
Value run_spread(Call& c) {
  const Spread s = spread(c);
  return fresh(kOp(c.tensor(0), s.dims, s.correction, s.keepdim));
}
template <VarMean (*kOp)(const Tensor&, const Shape&, double, bool)>
Value run_spread_mean(Call& c) {
  const Spread s = spread(c);
  const VarMean r = kOp(c.tensor(0), s.dims, s.correction, s.keepdim);
  return to_value(std::vector<Tensor>{r.var, r.mean});
}

#define MHA_PAIR_OUT ", *, Tensor[] out=None"
constexpr const char* kExtreme =
    "Tensor input|Tensor input, Tensor other" MHA_OUT
    "|Tensor input, int dim, bool keepdim=False" MHA_PAIR_OUT
    "|Tensor input, name dim, bool keepdim=False" MHA_PAIR_OUT;
constexpr const char* kMiddle =
    "Tensor input|Tensor input, int dim, bool keepdim=False" MHA_PAIR_OUT
    "|Tensor input, name dim, bool keepdim=False" MHA_PAIR_OUT;
constexpr const char* kPlace = "Tensor input, int dim=None, bool keepdim=False" MHA_OUT;
constexpr const char* kTruth =
    "Tensor input" MHA_OUT "|Tensor input, int dim, bool keepdim=False" MHA_OUT
    "|Tensor input, name dim, bool keepdim=False" MHA_OUT;
constexpr const char* kAlong =
    "Tensor input, int dim, *, dtype dtype=None, Tensor out=None"
    "|Tensor input, name dim, *, dtype dtype=None, Tensor out=None";

/// norm(): p may be "fro", a number or None.
Value run_norm(Call& c) {
  const Value& p = c.value(1);
  double power = 2;
  if (const auto* text = p.get<lang::StrObject>()) {
    if (text->text() == "nuc") {
      throw RuntimeError("norm(p='nuc') is not supported here")
          .with_help("the Frobenius norm is norm() without p");
    }
    if (text->text() != "fro") {
      throw RuntimeError("only valid string values are 'fro' and 'nuc', found " + text->text());
    }
  } else if (c.given(1)) {
    power = c.floating(1);
  }
  return fresh(norm(c.tensor(0), power, c.ints(2), c.flag(3), c.dtype(4)));
}

Value run_quantile(Call& c) {
  const Operand q = c.operand(1);
  const Tensor& x = c.tensor(0);
  return fresh(quantile(x, q.is_tensor() ? q.tensor() : scalar_tensor(q.scalar(), x.dtype()),
                        c.integer_or_none(2), c.flag(3)));
}

const Row kReduce[] = {
    {"sum", kOverDims, over_dims<sum>},
    {"mean", kOverDims, over_dims<mean>},
    {"nansum", "Tensor input, int[1] dim=None, bool keepdim=False, *, dtype dtype=None, Tensor out=None",
     bound<nansum>},
    {"nanmean", "Tensor input, int[1] dim=None, bool keepdim=False, *, dtype dtype=None, Tensor out=None",
     [](Call& c) {
       const Tensor total = nansum(c.tensor(0), c.ints(1), c.flag(2), c.dtype(3));
       const Tensor counted = sum(logical_not(isnan(c.tensor(0))), c.ints(1), c.flag(2));
       return fresh(div(total, counted));
     }},
    {"prod",
     "Tensor input, *, dtype dtype=None"
     "|Tensor input, int dim, bool keepdim=False, *, dtype dtype=None, Tensor out=None"
     "|Tensor input, name dim, bool keepdim=False, *, dtype dtype=None, Tensor out=None",
     [](Call& c) {
       return fresh(c.overload == 0 ? prod(c.tensor(0), c.dtype(1))
                                    : prod(c.tensor(0), c.integer(1), c.flag(2), c.dtype(3)));
     }},
    {"var", kSpread, run_spread<var>},
    {"std", kSpread, run_spread<mha::std>},
    {"var_mean", kSpread, run_spread_mean<var_mean>, On::function},
    {"std_mean", kSpread, run_spread_mean<std_mean>, On::function},
    {"max", kExtreme,
     [](Call& c) {
       if (c.overload == 0) return fresh(max(c.tensor(0)));
       if (c.overload == 1) return fresh(maximum(c.tensor(0), c.tensor(1)));
       return pair(c, "max", max(c.tensor(0), c.integer(1), c.flag(2)));
     }},
    {"min", kExtreme,
     [](Call& c) {
       if (c.overload == 0) return fresh(min(c.tensor(0)));
       if (c.overload == 1) return fresh(minimum(c.tensor(0), c.tensor(1)));
       return pair(c, "min", min(c.tensor(0), c.integer(1), c.flag(2)));
     }},
    {"amax", "Tensor input, int[1] dim=None, bool keepdim=False" MHA_OUT, bound<amax>},
    {"amin", "Tensor input, int[1] dim=None, bool keepdim=False" MHA_OUT, bound<amin>},
    {"argmax", kPlace, bound<argmax>},
    {"argmin", kPlace, bound<argmin>},
    {"all", kTruth,
     [](Call& c) {
       return fresh(c.overload == 0 ? all(c.tensor(0)) : all(c.tensor(0), c.integer(1), c.flag(2)));
     }},
    {"any", kTruth,
     [](Call& c) {
       return fresh(c.overload == 0 ? any(c.tensor(0)) : any(c.tensor(0), c.integer(1), c.flag(2)));
     }},
    {"count_nonzero", "Tensor input, int dim=None|Tensor input, int[] dim",
     [](Call& c) {
       if (c.overload == 1) return fresh(count_nonzero(c.tensor(0), c.ints(1)));
       return fresh(count_nonzero(c.tensor(0), c.given(1) ? Shape{c.integer(1)} : Shape{}));
     }},
    {"cumsum", kAlong,
     [](Call& c) {
       const Tensor sums = cumsum(c.tensor(0), c.integer(1), c.dtype(2));
       return c.result(c.in_place ? copy_(c.tensor(0), sums) : sums);
     },
     On::in_place},
    {"cumprod", kAlong, bound<cumprod>},
    {"norm", "Tensor input, any p='fro', int[1] dim=None, bool keepdim=False, dtype dtype=None, Tensor out=None",
     run_norm},
    {"logsumexp",
     "Tensor input, int[1] dim, bool keepdim=False" MHA_OUT
     "|Tensor input, name[1] dim, bool keepdim=False" MHA_OUT,
     bound<logsumexp>},
    {"median", kMiddle,
     [](Call& c) {
       if (c.overload == 0) return fresh(median(c.tensor(0)));
       return pair(c, "median", median(c.tensor(0), c.integer(1), c.flag(2)));
     }},
    {"kthvalue", "Tensor input, int k, int dim=-1, bool keepdim=False" MHA_PAIR_OUT,
     [](Call& c) { return pair(c, "kthvalue", kthvalue(c.tensor(0), c.integer(1), c.integer(2), c.flag(3))); }},
    {"quantile",
     "Tensor input, Tensor q, int dim=None, bool keepdim=False, *, str interpolation='linear', Tensor out=None"
     "|Tensor input, float q, int dim=None, bool keepdim=False, *, str interpolation='linear', Tensor out=None",
     run_quantile},
};

constexpr const char* kSortSignature =
    "Tensor input, *, bool? stable, int dim=-1, bool descending=False, Tensor[] out=None"
    "|Tensor input, int dim=-1, bool descending=False" MHA_PAIR_OUT
    "|Tensor input, *, bool? stable, name dim, bool descending=False, Tensor[] out=None"
    "|Tensor input, name dim, bool descending=False" MHA_PAIR_OUT;

/// unique(sorted, return_inverse, return_counts, dim).
Value run_unique(Call& c, Unique (*op)(const Tensor&), size_t first) {
  if (c.given(first + 2)) {
    throw RuntimeError("unique(dim=...) is not supported here")
        .with_help("unique() without dim gives the distinct elements");
  }
  const Unique u = op(c.tensor(0));
  std::vector<Tensor> parts{u.values};
  if (c.flag(first)) parts.push_back(u.inverse);
  if (c.flag(first + 1)) parts.push_back(u.counts);
  return parts.size() == 1 ? fresh(u.values) : to_value(std::move(parts));
}

const Row kOrder[] = {
    {"sort", kSortSignature,
     [](Call& c) {
       const size_t first = c.overload % 2 == 0 ? 2 : 1;
       return pair(c, "sort", sort(c.tensor(0), c.integer(first), c.flag(first + 1)));
     }},
    {"argsort",
     "Tensor input, *, bool stable, int dim=-1, bool descending=False"
     "|Tensor input, int dim=-1, bool descending=False|Tensor input, name dim, bool descending=False",
     [](Call& c) {
       const size_t first = c.overload == 0 ? 2 : 1;
       return fresh(argsort(c.tensor(0), c.integer(first), c.flag(first + 1)));
     }},
    {"topk", "Tensor input, int k, int dim=-1, bool largest=True, bool sorted=True" MHA_PAIR_OUT,
     [](Call& c) {
       return pair(c, "topk", topk(c.tensor(0), c.integer(1), c.integer(2), c.flag(3), c.flag(4)));
     }},
    {"unique", "Tensor input, bool sorted=True, bool return_inverse=False, bool return_counts=False, int dim=None",
     [](Call& c) { return run_unique(c, unique, 2); }},
    {"bincount", "Tensor input, Tensor weights=None, int minlength=0", bound<bincount>},
};

}  // namespace

std::span<const Row> reduce_rows() { return kReduce; }
std::span<const Row> order_rows() { return kOrder; }

}  // namespace mha::torch
