// The losses of torch.nn.functional.

#include "tensor/grad.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_nn.h"
#include "tensor/ops_reduce.h"
#include "tensor/ops_unary.h"
#include "tensor/factory.h"
#include "tensor/print.h"
#include "tensor/views.h"
#include "torch/functional.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::Value;

namespace {

/// `reduction`, or what the older switches size_average and reduce ask for.
std::string reduction_of(Nn& nn, const Value& size_average,
                         const Value& reduce, const Value& reduction) {
  if (given(size_average) || given(reduce)) {
    const bool average = !given(size_average) || nn.interp.truth(size_average);
    const bool reduced = !given(reduce) || nn.interp.truth(reduce);
    const std::string which = !reduced ? "none" : average ? "mean" : "sum";
    nn.interp.warn("UserWarning",
                   "size_average and reduce args will be deprecated, please "
                   "use reduction='" + which + "' instead.");
    return which;
  }
  return text_arg(reduction, "mean");
}

void check_reduction(const std::string& reduction) {
  if (reduction != "none" && reduction != "mean" && reduction != "sum") {
    throw ValueError(reduction + " is not a valid value for reduction");
  }
}

Tensor weight_arg(const char* function, const Value& v) {
  return given(v) ? tensor_arg(function, "weight", 3, v) : Tensor();
}

Tensor reduced(const Tensor& each, const std::string& reduction) {
  check_reduction(reduction);
  if (reduction == "mean") return mean(each);
  return reduction == "sum" ? sum(each) : each;
}

Value f_cross_entropy(Nn& nn, Arguments a) {
  // input, target, weight, size_average, ignore_index, reduce, reduction,
  // label_smoothing
  const Tensor& x = tensor_arg("cross_entropy_loss", "input", 1, a[0]);
  const Tensor& y = tensor_arg("cross_entropy_loss", "target", 2, a[1]);
  const std::string how = reduction_of(nn, a[3], a[5], a[6]);
  check_reduction(how);
  return lang::tensor(cross_entropy(
      x, y, weight_arg("cross_entropy_loss", a[2]),
      a[4].defined() ? nn.interp.to_index(a[4]) : -100, how,
      number_or(nn, a[7], 0.0)));
}

Value f_nll_loss(Nn& nn, Arguments a) {
  const Tensor& x = tensor_arg("nll_loss_nd", "input", 1, a[0]);
  const Tensor& y = tensor_arg("nll_loss_nd", "target", 2, a[1]);
  const std::string how = reduction_of(nn, a[3], a[5], a[6]);
  check_reduction(how);
  return lang::tensor(nll_loss(x, y, weight_arg("nll_loss_nd", a[2]),
                               a[4].defined() ? nn.interp.to_index(a[4]) : -100,
                               how));
}

/// The two tensors of a regression loss; warns where their sizes differ.
std::pair<Tensor, Tensor> pair_of(Nn& nn, const char* function, Arguments a,
                                  bool warns = true) {
  for (size_t i : {size_t{1}, size_t{0}}) {
    if (as_tensor(a[i])) continue;
    throw Error("AttributeError", "'" + nn.interp.type_name(a[i]) +
                                      "' object has no attribute 'size'");
  }
  const Tensor& x = tensor_arg(function, "input", 1, a[0]);
  const Tensor& y = tensor_arg(function, "target", 2, a[1]);
  if (warns && x.shape() != y.shape()) {
    nn.interp.warn(
        "UserWarning",
        "Using a target size (" + repr(y.shape()) +
            ") that is different to the input size (" + repr(x.shape()) +
            "). This will likely lead to incorrect results due to "
            "broadcasting. Please ensure they have the same size.");
  }
  return {x, y};
}

Value f_mse_loss(Nn& nn, Arguments a) {
  const auto [x, y] = pair_of(nn, "mse_loss", a);
  const std::string how = reduction_of(nn, a[2], a[3], a[4]);
  check_reduction(how);
  return lang::tensor(mse_loss(x, y, how));
}

Value f_l1_loss(Nn& nn, Arguments a) {
  const auto [x, y] = pair_of(nn, "l1_loss", a);
  const std::string how = reduction_of(nn, a[2], a[3], a[4]);
  check_reduction(how);
  return lang::tensor(l1_loss(x, y, how));
}

/// |d| < limit: d^2 / 2, otherwise the straight line that joins it.
Value piecewise_loss(Nn& nn, Arguments a, const char* function,
                     const char* grad_fn, bool smooth) {
  // smooth_l1: input, target, size_average, reduce, reduction, beta
  // huber: input, target, reduction, delta
  const auto [x, y] = pair_of(nn, function, a);
  const std::string how = smooth ? reduction_of(nn, a[2], a[3], a[4])
                                 : text_arg(a[2], "mean");
  const double limit = number_or(nn, a[smooth ? 5 : 3], 1.0);
  const Tensor d = abs(sub(detach(x), detach(y)));
  const double half_scale = smooth && limit > 0 ? 0.5 / limit : 0.5;
  const double slope = smooth ? 1.0 : limit;
  const Tensor each = where(lt(d, limit), mul(mul(d, d), half_scale),
                            mul(sub(d, 0.5 * limit), slope));
  return lang::tensor(record(grad_fn, reduced(each, how), {x, y}));
}

Value f_kl_div(Nn& nn, Arguments a) {
  // input, target, size_average, reduce, reduction, log_target
  const Tensor& x = tensor_arg("kl_div", "input", 1, a[0]);
  const Tensor& y = tensor_arg("kl_div", "target", 2, a[1]);
  const std::string how = text_arg(a[4], "mean");
  Tensor each;
  if (flag_or(nn, a[5], false)) {
    each = mul(exp(y), sub(y, x));
  } else {
    // 0 log 0 counts as 0.
    const Tensor entropy = where(eq(y, 0), zeros_like(y), mul(y, log(y)));
    each = sub(entropy, mul(y, x));
  }
  if (how == "mean") {
    nn.interp.warn(
        "UserWarning",
        "reduction: 'mean' divides the total loss by both the batch size and "
        "the support size.'batchmean' divides only by the batch size, and "
        "aligns with the KL div math definition.'mean' will be changed to "
        "behave the same as 'batchmean' in the next major release.");
  }
  if (how == "batchmean") {
    return lang::tensor(x.dim() ? div(sum(each), x.size(0)) : sum(each));
  }
  return lang::tensor(reduced(each, how));
}

Value f_bce(Nn& nn, Arguments a) {
  // input, target, weight, size_average, reduce, reduction
  const auto [x, y] = pair_of(nn, "binary_cross_entropy", a, /*warns=*/false);
  if (given(a[2])) {
    refuse("F.binary_cross_entropy with weight", "multiply the losses yourself");
  }
  if (x.shape() != y.shape()) {
    throw ValueError("Using a target size (" + repr(y.shape()) +
                     ") that is different to the input size (" +
                     repr(x.shape()) +
                     ") is deprecated. Please ensure they have the same size.");
  }
  return lang::tensor(
      binary_cross_entropy(x, y, reduction_of(nn, a[3], a[4], a[5])));
}

Value f_bce_logits(Nn& nn, Arguments a) {
  // input, target, weight, size_average, reduce, reduction, pos_weight
  const auto [x, y] =
      pair_of(nn, "binary_cross_entropy_with_logits", a, /*warns=*/false);
  if (given(a[2]) || given(a[6])) {
    refuse("F.binary_cross_entropy_with_logits with weights",
           "multiply the losses yourself");
  }
  if (x.shape() != y.shape()) {
    throw ValueError("Target size (" + repr(y.shape()) +
                     ") must be the same as input size (" + repr(x.shape()) +
                     ")");
  }
  return lang::tensor(binary_cross_entropy_with_logits(
      x, y, reduction_of(nn, a[3], a[4], a[5])));
}

constexpr Method kMethods[] = {
    {"cross_entropy",
     "input, target, weight=None, size_average=None, ignore_index=-100, "
     "reduce=None, reduction='mean', label_smoothing=0.0",
     f_cross_entropy},
    {"nll_loss",
     "input, target, weight=None, size_average=None, ignore_index=-100, "
     "reduce=None, reduction='mean'",
     f_nll_loss},
    {"mse_loss",
     "input, target, size_average=None, reduce=None, reduction='mean'",
     f_mse_loss},
    {"l1_loss",
     "input, target, size_average=None, reduce=None, reduction='mean'",
     f_l1_loss},
    {"smooth_l1_loss",
     "input, target, size_average=None, reduce=None, reduction='mean', beta=1.0",
     [](Nn& nn, Arguments a) {
       return piecewise_loss(nn, a, "smooth_l1_loss", "SmoothL1LossBackward0",
                             /*smooth=*/true);
     }},
    {"huber_loss", "input, target, reduction='mean', delta=1.0",
     [](Nn& nn, Arguments a) {
       return piecewise_loss(nn, a, "huber_loss", "HuberLossBackward0",
                             /*smooth=*/false);
     }},
    {"kl_div",
     "input, target, size_average=None, reduce=None, reduction='mean', "
     "log_target=False",
     f_kl_div},
    {"binary_cross_entropy",
     "input, target, weight=None, size_average=None, reduce=None, "
     "reduction='mean'",
     f_bce},
    {"binary_cross_entropy_with_logits",
     "input, target, weight=None, size_average=None, reduce=None, "
     "reduction='mean', pos_weight=None",
     f_bce_logits},
};

}  // namespace

std::span<const Method> loss_functions() { return kMethods; }

}  // namespace mha::torch
