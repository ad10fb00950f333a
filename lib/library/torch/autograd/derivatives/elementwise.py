"""Derivatives of what works on each number by itself."""

import math

import torch

unchanged = lambda grad: grad
# And every other step: flat, but for the edges.
floor = lambda grad: (lambda: torch.zeros_like(grad), lambda: torch.zeros_like(grad))
overwritten = lambda grad: torch.zeros_like(grad)
zero = lambda grad: torch.zeros_like(grad)
fill = lambda grad: (lambda: torch.zeros_like(grad), lambda: grad.sum())
copy = lambda grad: (lambda: torch.zeros_like(grad), lambda: grad)


# ----------------------------------------------------------------------------- arithmetic

add = lambda grad, alpha: (lambda: grad, lambda: grad * alpha)  # a + alpha * b
sub = lambda grad, alpha: (lambda: grad, lambda: -grad * alpha)
mul = lambda grad, a, b: (lambda: grad * b, lambda: grad * a)
div = lambda grad, a, b: (lambda: grad / b, lambda: -grad * (a / b / b))
neg = lambda grad: -grad
reciprocal = lambda grad, result: -grad * (result * result)
remainder = lambda grad, a, b: (lambda: grad, lambda: -grad * a.div(b, rounding_mode="floor"))
fmod = lambda grad, a, b: (lambda: grad, lambda: -grad * a.div(b, rounding_mode="trunc"))


def pow(grad, a, exponent):
    if exponent == 0:
        return torch.zeros_like(a)
    return grad * (exponent * a.pow(exponent - 1))


def pow_tensor(grad, a, exponent, result):  # a or exponent may be a number
    def of_base():
        return torch.where(exponent == 0, 0.0, grad * (exponent * a.pow(exponent - 1)))

    def of_exponent():
        if not isinstance(a, torch.Tensor):
            log = math.log(a) if a else -math.inf
            return torch.where((exponent >= 0) & (a == 0), 0.0, grad * (result * log))
        return torch.where((a == 0) & (exponent >= 0), 0.0, grad * (result * a.log()))

    return of_base, of_exponent


def lerp(grad, weight, start, end):  # start + weight * (end - start)
    return lambda: grad * (1 - weight), lambda: grad * weight, lambda: grad * (end - start)


def addcmul(grad, a, b, value):  # self + value * a * b
    return lambda: grad, lambda: grad * (b * value), lambda: grad * (a * value)


def addcdiv(grad, a, b, value):  # self + value * a / b
    return lambda: grad, lambda: grad * (value / b), lambda: -grad * (value * a / (b * b))


# -------------------------------------------------------------------------------- choices


def where(grad, condition):
    return lambda: torch.where(condition, grad, 0.0), lambda: torch.where(condition, 0.0, grad)


def masked_fill(grad, mask):
    return lambda: grad.masked_fill(mask, 0), lambda: torch.where(mask, grad, 0.0).sum()


def maximum(grad, a, b):  # half of it to each where both are the same
    half = torch.where(a == b, grad / 2, grad)
    return lambda: half.masked_fill(a < b, 0), lambda: half.masked_fill(a > b, 0)


def minimum(grad, a, b):
    half = torch.where(a == b, grad / 2, grad)
    return lambda: half.masked_fill(a > b, 0), lambda: half.masked_fill(a < b, 0)


def clamp(grad, a, low, high):  # nothing where a bound was taken instead
    if low is not None:
        grad = torch.where(a >= low, grad, 0.0)
    return grad if high is None else torch.where(a <= high, grad, 0.0)


nan_to_num = lambda grad, a: torch.where(torch.isfinite(a), grad, 0.0)
abs = lambda grad, a: grad * a.sign()


# ------------------------------------------------------------------------------ functions

exp = lambda grad, result: grad * result
exp2 = lambda grad, result: grad * result * math.log(2)
expm1 = lambda grad, result: grad * (result + 1)
log = lambda grad, a: grad / a
log2 = lambda grad, a: grad / (a * math.log(2))
log10 = lambda grad, a: grad / (a * math.log(10))
log1p = lambda grad, a: grad / (a + 1)
sqrt = lambda grad, result: grad / (2 * result)
rsqrt = lambda grad, result: -0.5 * grad * result.pow(3)
sin = lambda grad, a: grad * a.cos()
cos = lambda grad, a: grad * -a.sin()
tan = lambda grad, result: grad * (1 + result.pow(2))
asin = lambda grad, a: grad * (1 - a * a).rsqrt()
acos = lambda grad, a: grad * -(1 - a * a).rsqrt()
atan = lambda grad, a: grad / (a * a + 1)
sinh = lambda grad, a: grad * a.cosh()
cosh = lambda grad, a: grad * a.sinh()
tanh = lambda grad, result: grad * (1 - result * result)
erf = lambda grad, a: 2 / math.sqrt(math.pi) * (-(a * a)).exp() * grad
erfinv = lambda grad, result: 0.5 * math.sqrt(math.pi) * (result * result).exp() * grad


# ---------------------------------------------------------------------------- activations

sigmoid = lambda grad, result: grad * (1 - result) * result


def relu(grad, result):
    return torch.where(result <= 0, result, grad)  # this 0 has a graph


leaky_relu = lambda grad, a, slope: torch.where(a > 0, grad, grad * slope)
elu = lambda grad, a, alpha: torch.where(a > 0, grad, grad * alpha * a.exp())


def silu(grad, a):
    s = a.sigmoid()
    return grad * s * (1 + a * (1 - s))


def softplus(grad, a, beta, threshold):
    e = (a * beta).exp()
    return torch.where(a * beta > threshold, grad, grad * e / (e + 1))


def gelu(grad, a, bent_by_tanh):  # a * Phi(a)
    if not bent_by_tanh:
        phi = 0.5 * (1 + torch.erf(a * math.sqrt(0.5)))
        density = (-0.5 * a * a).exp() * (1 / math.sqrt(2 * math.pi))
        return grad * (phi + a * density)
    beta = math.sqrt(2 / math.pi)
    t = (beta * (a + 0.044715 * a * a * a)).tanh()
    slope = beta * (1 + 3 * 0.044715 * a * a)
    return grad * (0.5 * (1 + t) + 0.5 * a * (1 - t * t) * slope)
