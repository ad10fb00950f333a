"""Derivatives of what makes one number of many: products, sums, norms, layers, losses."""

import math

import torch
from _tutor import refuse

# ------------------------------------------------------------------------------- products


def matmul(grad, a, b):
    """Each factor's gradient is the result's, times the other factor turned."""
    def of_a():
        if b.dim() == 1:
            return grad.unsqueeze(-1) * b
        if grad.dim() < b.dim():  # a was a vector, and stood for a row
            return (grad.unsqueeze(-2) @ b.mT).squeeze(-2)
        return grad @ b.mT

    def of_b():
        if a.dim() == 1:
            return a.unsqueeze(-1) * grad.unsqueeze(-2) if grad.dim() else grad * a
        if grad.dim() < a.dim():  # b was a vector, and stood for a column
            return (a.mT @ grad.unsqueeze(-1)).squeeze(-1)
        return a.mT @ grad

    return of_a, of_b


def addmm(grad, a, b, beta, alpha):  # beta * self + alpha * (a @ b)
    of_a, of_b = matmul(grad, a, b)
    return lambda: grad * beta, lambda: of_a() * alpha, lambda: of_b() * alpha


def linear(grad, x, weight):  # x @ weight.T + bias
    rows = grad.flatten(0, -2) if grad.dim() > 1 else grad.unsqueeze(0)
    return (lambda: grad @ weight,
            lambda: rows.mT @ (x.flatten(0, -2) if x.dim() > 1 else x.unsqueeze(0)),
            lambda: rows.sum(0))


def attention(grad, query, key, value, mask, is_causal, scale):
    """softmax(query @ key.mT * scale + mask) @ value, one step after the other."""
    scale = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    scores = query @ key.mT * scale
    if is_causal:
        mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf) if mask.dtype == torch.bool else scores + mask
    weights = scores.softmax(-1)
    of_scores = softmax(grad @ value.mT, weights, -1) * scale
    return lambda: of_scores @ key, lambda: of_scores.mT @ query, lambda: weights.mT @ grad


# -------------------------------------------------------------- along some dimensions


def _kept(x, dims, keepdim, rank):
    """x with the dimensions that a reduction took away."""
    if keepdim or not dims or not rank:
        return x
    for dim in sorted(dim % rank for dim in dims):
        x = x.unsqueeze(dim)
    return x


def _count(shape, dims):
    """How many numbers made one."""
    return math.prod(shape[dim] for dim in (dims or range(len(shape)))) if shape else 1


sum = lambda grad, shape, dims, keepdim: _kept(grad, dims, keepdim, len(shape)).expand(shape)
nansum = lambda grad, a, shape, dims, keepdim: sum(grad, shape, dims, keepdim) * ~a.isnan()
mean = lambda grad, shape, dims, keepdim: sum(grad, shape, dims, keepdim) / _count(shape, dims)
cumsum = lambda grad, dim: grad.flip([dim]).cumsum(dim).flip([dim])


def var(grad, a, dims, correction, keepdim):
    middle = a.mean(dims or None, keepdim=True) if a.dim() else a
    left = _count(a.shape, dims) - correction
    return _kept(grad, dims, keepdim, a.dim()) * (2 / left if left else math.inf) * (a - middle)


def std(grad, a, result, dims, correction, keepdim):
    of_var = (grad / (result * 2)).masked_fill(result == 0, 0)
    return var(of_var, a, dims, correction, keepdim)


def var_mean(grads, a, dims, correction, keepdim):
    of_var, of_mean = grads
    result = torch.zeros_like(a) if of_var is None else var(of_var, a, dims, correction, keepdim)
    return result if of_mean is None else result + mean(of_mean, a.shape, dims, keepdim)


def extreme_along(grad, a, result, dims, keepdim):
    """The largest or smallest gets it; several that are the same share it."""
    chosen = a == _kept(result, dims, keepdim, a.dim())
    count = chosen.sum(dims, keepdim=True) if dims and a.dim() else chosen.sum()
    return _kept(grad, dims, keepdim, a.dim()) * chosen / count


def chosen_of_all(grad, a, result):
    """The same where one of all numbers was chosen, which may be a nan."""
    chosen = a.isnan() if result.isnan() else a == result
    return torch.where(chosen, grad / chosen.sum(), 0.0)


def prod(grad, a, result, dims, keepdim):
    if not a.dim() or not a.numel():
        return grad.expand(a.shape)
    _no_zeros(a, "prod")
    return _kept(grad, dims, keepdim, a.dim()) * (_kept(result, dims, keepdim, a.dim()) / a)


def cumprod(grad, a, dim):
    if not a.dim():
        return grad
    _no_zeros(a, "cumprod")
    return cumsum(grad * a.cumprod(dim), dim) / a


def _no_zeros(a, name):
    if (a == 0).any():
        refuse(f"the gradient of {name}() with a 0 among the factors", "multiply them one by one")


def norm(grad, a, p, result, dims, keepdim):
    grad, result = _kept(grad, dims, keepdim, a.dim()), _kept(result, dims, keepdim, a.dim())
    if p == 0:   # a count does not change with what it counts
        return None
    if p == 1:
        return a.sign() * grad
    if p == 2:
        return grad * (a / result).masked_fill(result == 0, 0)
    if math.isinf(p):
        top = a.abs() == result
        count = top.sum(dims, keepdim=True) if dims and a.dim() else top.sum()
        return a.sign() * torch.where(top, grad / count, 0.0)
    share = (grad / result.pow(p - 1)).masked_fill(result == 0, 0)
    if p < 2:
        return a.sign() * torch.where(a == 0, 0.0, a.abs().pow(p - 1)) * share
    return a * a.abs().pow(p - 2) * share


def logsumexp(grad, a, result, dims, keepdim):
    result = _kept(result, dims, keepdim, a.dim())
    return _kept(grad, dims, keepdim, a.dim()) * (a - result).exp()


# --------------------------------------------------------------------------------- layers

softmax = lambda grad, result, dim: (grad - (grad * result).sum(dim, keepdim=True)) * result
log_softmax = lambda grad, result, dim: grad - result.exp() * grad.sum(dim, keepdim=True)


def layer_norm(grad, x, weight, normalized_shape, eps):
    dims = tuple(range(-len(normalized_shape), 0))
    centred = x - x.mean(dims, keepdim=True)
    scale = (centred.square().mean(dims, keepdim=True) + eps).rsqrt()
    normal = centred * scale
    scaled = grad if weight is None else grad * weight

    def of_x():
        along = (scaled * normal).mean(dims, keepdim=True)
        return scale * (scaled - scaled.mean(dims, keepdim=True) - normal * along)

    return of_x, lambda: grad * normal, lambda: grad


# --------------------------------------------------------------------------------- losses


def _each(grad, count, reduction):
    return grad / count if reduction == "mean" else grad


def nll_loss(grad, shape, target, weight, ignore_index, reduction):
    classes = min(1, len(shape) - 1)
    kept = target != ignore_index
    safe = torch.where(kept, target, 0)
    factor = grad.new_ones(target.shape) if weight is None else weight[safe]
    factor = torch.where(kept, factor, 0.0)
    if reduction == "mean":
        grad = grad / factor.sum()
    at = safe.unsqueeze(classes) if target.dim() < len(shape) else safe
    each = (-grad * factor).reshape(at.shape)
    return grad.new_zeros(shape).scatter(classes, at, each)


def mse_loss(grad, a, b, reduction):
    gap = 2 * (a - b)
    each = _each(grad, gap.numel(), reduction) * gap
    return lambda: each, lambda: -each


def _each_weighted(grad, weight, count, reduction):
    each = _each(grad, count, reduction)
    return each if weight is None else each * weight


def binary_cross_entropy(grad, a, target, weight, reduction):
    each = _each_weighted(grad, weight, a.numel(), reduction)
    return (lambda: each * (a - target) / ((1 - a) * a).clamp(min=1e-12),
            lambda: each * ((1 - a).log().clamp(min=-100) - a.log().clamp(min=-100)))


def binary_cross_entropy_with_logits(grad, a, target, weight, pos_weight, reduction):
    each = _each_weighted(grad, weight, a.numel(), reduction)
    if pos_weight is None:
        return lambda: each * (a.sigmoid() - target), lambda: each * -a
    yes = pos_weight * target
    return (lambda: each * ((yes + 1 - target) * a.sigmoid() - yes),
            lambda: each * ((1 - a.sigmoid()).log() - pos_weight * a.sigmoid().log()))


# ------------------------------------------------------------- functions made of functions


def replayed(grad, function, arguments, inputs):
    """Runs the function again, recorded this time, and goes back through that."""
    with_graph = torch.is_grad_enabled()    # create_graph: the gradient has one, too
    with torch.enable_grad():
        copies = []
        for t in (a for a in arguments if isinstance(a, torch.Tensor)):
            apart = not (with_graph and t.requires_grad)
            copies.append(t.detach().requires_grad_(t.requires_grad) if apart else t.view_as(t))
        rest = iter(copies)
        result = function(*[next(rest) if isinstance(a, torch.Tensor) else a for a in arguments])
        wanted = [c for c in copies if c.requires_grad]
        grads = iter(torch.autograd.grad(result, wanted, grad, create_graph=with_graph,
                                         allow_unused=True))
    return [next(grads) if c.requires_grad else None for c in copies]


def own_function(grads, function, saved):
    """What the backward() of a Function of one's own, or hooks on a module, make of the gradients."""
    return function(grads if isinstance(grads, list) else [grads], saved)
