"""The functions of torch.nn.functional that are Python in PyTorch, too. Those that it has
in C++ (linear, gelu, pad, scaled_dot_product_attention, ...) are C++ here.

Where a function says nothing of shapes, it works on each number by itself.
"""

import math
import warnings

import torch
from torch._C import _nn
from torch.nn.modules.utils import _ntuple
from _tutor import one_op, refuse  # one_op: several operations that count as one grad_fn


# ------------------------------------------------------------------ along one dimension


def _dim(name, input, dim):
    """dim or, where none is given, the one that PyTorch takes with a warning."""
    if dim is not None:
        return dim
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call "
                  "to include dim=X as an argument.")
    return 0 if input.dim() in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(x) divided by the sum of exp(x) along dim: positive numbers that add up to 1."""
    if dim is None:
        dim = _dim("softmax", input, dim)
    return input.softmax(dim) if dtype is None else input.softmax(dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of softmax, computed without its rounding."""
    dim = _dim("log_softmax", input, dim)
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Each vector along dim, divided by its length."""
    length = input.norm(p, dim, keepdim=True).clamp_min(eps)
    return input / length.expand_as(input)


# ---------------------------------------------------------------------------- activations


def relu(input, inplace=False):
    """x where x is above 0, else 0."""
    return torch.relu_(input) if inplace else torch.relu(input)


def silu(input, inplace=False):
    """x * sigmoid(x)"""
    return _nn.silu_(input) if inplace else _nn.silu(input)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x where x is above 0, else negative_slope * x."""
    f = _nn.leaky_relu_ if inplace else _nn.leaky_relu
    return f(input, negative_slope)


def elu(input, alpha=1.0, inplace=False):
    """x where x is above 0, else alpha * (exp(x) - 1)."""
    f = _nn.elu_ if inplace else _nn.elu
    return f(input, alpha)


@one_op("GluBackward0")
def _glu(input, dim):
    half = input.size(dim) // 2
    return input.narrow(dim, 0, half) * torch.sigmoid(input.narrow(dim, half, half))


def glu(input, dim=-1):
    """The first half along dim, times the sigmoid of the second half: (*, 2 * E) -> (*, E)"""
    if input.size(dim) % 2 != 0:
        raise RuntimeError(f"Halving dimension must be even, but dimension "
                           f"{dim % input.dim()} is size {input.size(dim)}")
    return _glu(input, dim)


def tanh(input):
    warnings.warn("nn.functional.tanh is deprecated. Use torch.tanh instead.")
    return input.tanh()


def sigmoid(input):
    warnings.warn("nn.functional.sigmoid is deprecated. Use torch.sigmoid instead.")
    return input.sigmoid()


# --------------------------------------------------------------------- dropout and layers


def dropout(input, p=0.5, training=True, inplace=False):
    """Sets each number to 0 with probability p and divides the rest by 1 - p."""
    if p < 0 or p > 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    return torch.dropout_(input, p, training) if inplace else torch.dropout(input, p, training)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """(x - mean) / sqrt(var + eps) * weight + bias, over the last dimensions."""
    return _nn.layer_norm(input, normalized_shape, weight, bias, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """x / sqrt(mean(x ** 2) + eps) * weight, over the last dimensions."""
    return _nn.rms_norm(input, normalized_shape, weight, eps)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0,
              scale_grad_by_freq=False, sparse=False):
    """The rows of weight, (words, width), that input names: (*) -> (*, width)"""
    if max_norm is not None:
        refuse("F.embedding with max_norm", "scale the rows yourself")
    if scale_grad_by_freq:
        refuse("F.embedding with scale_grad_by_freq", "divide the gradient's rows by how often each word came")
    if padding_idx is None:
        padding_idx = -1
    else:
        rows = weight.size(0)
        assert -rows <= padding_idx < rows, "Padding_idx must be within num_embeddings"
        padding_idx %= rows
    return _nn.embedding(weight, input, padding_idx)


# --------------------------------------------------------- along texts and pictures
# (batch, channels, length) with one dimension, (batch, channels, height, width) with two.


@one_op("ConvolutionBackward0")
def _convolution(input, weight, bias, stride, padding, dilation, groups):
    n, size = len(stride), weight.shape[2:]
    x = pad(input, [p for both in reversed(padding) for p in both])
    for i in range(n):     # each place where the kernel fits: (B, C, *places, *kernel)
        x = x.unfold(2 + i, dilation[i] * (size[i] - 1) + 1, stride[i])[..., ::dilation[i]]
    batch, channels, places = x.shape[0], x.shape[1], x.shape[2:2 + n]
    x = x.reshape(batch, groups, channels // groups, math.prod(places), math.prod(size))
    x = x.transpose(2, 3).flatten(3)                        # (B, groups, places, in * kernel)
    out = x @ weight.reshape(groups, -1, x.shape[-1]).mT     # (B, groups, places, out)
    out = out.transpose(2, 3).reshape(batch, -1, *places)
    return out if bias is None else out + bias.reshape(-1, *[1] * n)


def _conv(n, input, weight, bias, stride, padding, dilation, groups):
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError(f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to conv{n}d, but got "
                           f"input of size: {list(input.shape)}")
    x = input if input.dim() == n + 2 else input.unsqueeze(0)
    stride, dilation = _ntuple(n)(stride), _ntuple(n)(dilation)
    if padding == "same":
        if any(s != 1 for s in stride):
            raise RuntimeError("padding='same' is not supported for strided convolutions")
        around = [d * (k - 1) for k, d in zip(weight.shape[2:], dilation)]
        padding = [(all // 2, all - all // 2) for all in around]
    else:
        padding = [(p, p) for p in _ntuple(n)(0 if padding == "valid" else padding)]
    if x.size(1) != weight.size(1) * groups:
        raise RuntimeError(f"Given groups={groups}, weight of size {list(weight.shape)}, expected "
                           f"input{list(x.shape)} to have {weight.size(1) * groups} channels, but got "
                           f"{x.size(1)} channels instead")
    sizes = [s + sum(both) for s, both in zip(x.shape[2:], padding)]
    span = [d * (k - 1) + 1 for k, d in zip(weight.shape[2:], dilation)]
    if any(k > s for k, s in zip(span, sizes)):
        sizes, span = (" x ".join(str(s) for s in each) for each in (sizes, span))
        raise RuntimeError(f"Calculated padded input size per channel: ({sizes}). Kernel size: "
                           f"({span}). Kernel size can't be greater than actual input size")
    out = _convolution(x, weight, bias, stride, padding, dilation, groups)
    return out if x is input else out.squeeze(0)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The dot product of each kernel of weight, (out, in / groups, size), with every stretch of
    input as long: (batch, in, length) -> (batch, out, places)"""
    return _conv(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The same in two dimensions: (batch, in, height, width) -> (batch, out, rows, columns)"""
    return _conv(2, input, weight, bias, stride, padding, dilation, groups)


@one_op("NativeBatchNormBackward0")
def _batch_norm(input, mean, var, weight, bias, eps):
    as_input = (1, -1) + (1,) * (input.dim() - 2)
    scale = 1 / (var + eps).sqrt() if weight is None else weight / (var + eps).sqrt()
    shift = -mean * scale if bias is None else bias - mean * scale
    return input * scale.view(as_input) + shift.view(as_input)


@one_op("NativeBatchNormBackward0")
def _own_batch_norm(input, others, weight, bias, eps):
    mean, var = input.mean(others), input.var(others, unbiased=False)
    return _batch_norm(input, mean, var, weight, bias, eps)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
               momentum=0.1, eps=1e-5):
    """(x - mean) / sqrt(var + eps) * weight + bias with a mean and a variance for each channel:
    (batch, channels, *). While training they are the batch's own, and move the running ones."""
    channels = input.size(1)
    named = {"running_mean": running_mean, "running_var": running_var, "weight": weight,
             "bias": bias}
    for name, given in named.items():
        if given is not None and given.numel() != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {given.numel()}")
    if not training:
        return _batch_norm(input, running_mean, running_var, weight, bias, eps)
    count = input.numel() // channels
    if count == 1:
        raise ValueError("Expected more than 1 value per channel when training, got input size "
                         f"{input.size()}")
    others = [0, *range(2, input.dim())]
    if running_mean is not None:
        with torch.no_grad():
            running_mean.lerp_(input.mean(others), momentum)
            running_var.lerp_(input.var(others), momentum)
    return _own_batch_norm(input, others, weight, bias, eps)


# --------------------------------------------------------------------------------- losses


def _reduction(size_average, reduce, reduction):
    """The word for what is done with the losses of all examples."""
    if size_average is not None or reduce is not None:
        refuse("size_average or reduce", "give reduction='mean', 'sum' or 'none'")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def _reduced(each, reduction):
    """The mean, the sum, or each."""
    if reduction == "mean":
        return each.mean()
    return each.sum() if reduction == "sum" else each


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
                  reduction="mean", label_smoothing=0.0):
    """-log of the probability that softmax(input) gives to the right class. input is (N, C),
    a score for each of C classes; target (N,), the right class of each."""
    reduction = _reduction(size_average, reduce, reduction)
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(
            f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    if input.dim() == 0:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    dim = min(1, input.dim() - 1)
    log_odds = torch.log_softmax(input, dim)
    if weight is not None and (label_smoothing > 0 or target.shape == input.shape):
        refuse("cross_entropy() with weight, and label_smoothing or probabilities", "leave one of them out")
    if target.shape == input.shape:
        return _entropy(log_odds, target, dim, reduction, label_smoothing)
    loss = _nn.nll_loss_nd(log_odds, target, weight, reduction, ignore_index)
    if label_smoothing == 0:
        return loss
    # Mixed with the loss against classes that are all as likely.
    ignored = target == ignore_index
    alike = (-log_odds.sum(dim)).masked_fill(ignored, 0.0)
    alike = alike.sum() / ignored.logical_not().sum() if reduction == "mean" else _reduced(alike, reduction)
    return loss * (1 - label_smoothing) + alike * (label_smoothing / input.size(dim))


@one_op("DivBackward1")
def _over_rows(total, rows):
    return total / rows


def _entropy(log_odds, odds, dim, reduction, label_smoothing):
    """cross_entropy against the probabilities of all classes."""
    if not odds.is_floating_point():
        raise RuntimeError("Expected floating point type for target with class probabilities, "
                           f"got {odds.type()[6:-6]}")
    classes = log_odds.size(dim)
    if label_smoothing > 0:
        odds = odds * (1 - label_smoothing) + label_smoothing / classes
    each = log_odds * odds
    if reduction == "none":
        return -each.sum(dim)
    total = -each.sum()
    return _over_rows(total, log_odds.numel() // max(1, classes)) if reduction == "mean" else total


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
             reduction="mean"):
    """Minus the number of input, (N, C), at the right class, target (N,)."""
    reduction = _reduction(size_average, reduce, reduction)
    return _nn.nll_loss_nd(input, target, weight, reduction, ignore_index)


def _warn_of_sizes(input, target):
    """Sizes that differ are stretched to fit, which is seldom what was meant."""
    if target.size() != input.size():
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}). This will likely lead to incorrect results due to broadcasting. "
            "Please ensure they have the same size.", stacklevel=2)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """(input - target) ** 2"""
    _warn_of_sizes(input, target)
    return _mse(input, target, _reduction(size_average, reduce, reduction))


@one_op("MseLossBackward0", "mse_loss")
def _mse(input, target, reduction):
    gap = input - target
    if not gap.is_floating_point():
        raise RuntimeError(f"\"mse_cpu\" not implemented for '{gap.type()[6:-6]}'")
    return _reduced(gap * gap, reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """|input - target|"""
    _warn_of_sizes(input, target)
    return _reduced((input - target).abs(), _reduction(size_average, reduce, reduction))


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """How far input, logarithms of probabilities, is from the probabilities target."""
    if log_target:
        each = torch.exp(target) * (target - input)
    else:  # 0 log 0 counts as 0
        entropy = torch.where(target == 0, torch.zeros_like(target), target * torch.log(target))
        each = entropy - target * input
    if reduction == "batchmean":
        return each.sum() / input.size(0) if input.dim() else each.sum()
    if reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support "
            "size.'batchmean' divides only by the batch size, and aligns with the KL div math "
            "definition.'mean' will be changed to behave the same as 'batchmean' in the next "
            "major release.")
    return _reduced(each, _reduction(size_average, reduce, reduction))


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None,
                         reduction="mean"):
    """-log of the probability, input, of what is true; target is 1 for yes and 0 for no."""
    reduction = _reduction(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}) is deprecated. Please ensure they have the same size.")
    if weight is not None:
        weight = weight.expand(torch.broadcast_shapes(target.shape, weight.shape))
    return _cross_entropy_of_two(input, target, weight, reduction)


def _weighted(losses, weight, reduction):
    return _reduced(losses if weight is None else losses * weight, reduction)


@one_op("BinaryCrossEntropyBackward0", "binary_cross_entropy")
def _cross_entropy_of_two(input, target, weight, reduction):
    if ((input < 0) | (input > 1)).any():
        raise RuntimeError("all elements of input should be between 0 and 1")
    # A logarithm is at least -100, so that a certain error has a finite loss.
    miss = (target - 1) * (-input).log1p().clamp(min=-100)
    return _weighted(miss - target * input.log().clamp(min=-100), weight, reduction)


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None,
                                     reduction="mean", pos_weight=None):
    """binary_cross_entropy of sigmoid(input), computed without the rounding of the sigmoid.

    A yes counts pos_weight times, which may differ from class to class.
    """
    reduction = _reduction(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size "
                         f"({input.size()})")
    return _cross_entropy_of_logits(input, target, weight, pos_weight, reduction)


@one_op("BinaryCrossEntropyWithLogitsBackward0", "binary_cross_entropy_with_logits")
def _cross_entropy_of_logits(input, target, weight, pos_weight, reduction):
    top = (-input).clamp(min=0)
    spread = ((-top).exp() + (-input - top).exp()).log()
    no = (1 - target) * input
    if pos_weight is None:
        losses = no + top + spread
    else:
        losses = no + ((pos_weight - 1) * target + 1) * (spread + top)
    return _weighted(losses, weight, reduction)
