"""Derivatives of what works on each number by itself."""

import math

import torch


def unchanged(grad):
    return grad


def floor(grad):  # and every other step: flat, but for the edges
    return lambda: torch.zeros_like(grad), lambda: torch.zeros_like(grad)


def overwritten(grad):
    return torch.zeros_like(grad)


def zero(grad):
    return torch.zeros_like(grad)


def fill(grad):
    return lambda: torch.zeros_like(grad), lambda: grad.sum()


def copy(grad):
    return lambda: torch.zeros_like(grad), lambda: grad


# ----------------------------------------------------------------------------- arithmetic


def add(grad, alpha):  # a + alpha * b
    return lambda: grad, lambda: grad * alpha


def sub(grad, alpha):
    return lambda: grad, lambda: -grad * alpha


def mul(grad, a, b):
    return lambda: grad * b, lambda: grad * a


def div(grad, a, b):
    return lambda: grad / b, lambda: -grad * (a / b / b)


def neg(grad):
    return -grad


def reciprocal(grad, result):
    return -grad * (result * result)


def remainder(grad, a, b):  # a - b * floor(a / b)
    return lambda: grad, lambda: -grad * a.div(b, rounding_mode="floor")


def fmod(grad, a, b):
    return lambda: grad, lambda: -grad * a.div(b, rounding_mode="trunc")


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


def atan2(grad, a, b):
    share = grad / (a * a + b * b)
    return lambda: share * b, lambda: share * -a


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


def clamp_tensor(grad, a, low, high):
    below = torch.zeros_like(grad).bool() if low is None else a < low
    above = torch.zeros_like(grad).bool() if high is None else a > high
    crossed = None if low is None or high is None else low >= high

    def of_low():
        chosen = below if crossed is None else below & ~crossed
        return torch.where(chosen, grad, 0.0)

    def of_high():
        chosen = above if crossed is None else above | crossed
        return torch.where(chosen, grad, 0.0)

    return lambda: torch.where(below | above, 0.0, grad), of_low, of_high


def nan_to_num(grad, a):
    return torch.where(torch.isfinite(a), grad, 0.0)


def abs(grad, a):
    return grad * a.sign()


# ------------------------------------------------------------------------------ functions


def exp(grad, result):
    return grad * result


def exp2(grad, result):
    return grad * result * math.log(2)


def expm1(grad, result):
    return grad * (result + 1)


def log(grad, a):
    return grad / a


def log2(grad, a):
    return grad / (a * math.log(2))


def log10(grad, a):
    return grad / (a * math.log(10))


def log1p(grad, a):
    return grad / (a + 1)


def sqrt(grad, result):
    return grad / (2 * result)


def rsqrt(grad, result):
    return -0.5 * grad * result.pow(3)


def sin(grad, a):
    return grad * a.cos()


def cos(grad, a):
    return grad * -a.sin()


def tan(grad, result):
    return grad * (1 + result.pow(2))


def asin(grad, a):
    return grad * (1 - a * a).rsqrt()


def acos(grad, a):
    return grad * -(1 - a * a).rsqrt()


def atan(grad, a):
    return grad / (a * a + 1)


def sinh(grad, a):
    return grad * a.cosh()


def cosh(grad, a):
    return grad * a.sinh()


def tanh(grad, result):
    return grad * (1 - result * result)


def erf(grad, a):
    return 2 / math.sqrt(math.pi) * (-(a * a)).exp() * grad


def erfinv(grad, result):
    return 0.5 * math.sqrt(math.pi) * (result * result).exp() * grad


# ---------------------------------------------------------------------------- activations


def sigmoid(grad, result):
    return grad * (1 - result) * result


def relu(grad, result):
    return torch.where(result <= 0, result, grad)  # this 0 has a graph


def leaky_relu(grad, a, slope):
    return torch.where(a > 0, grad, grad * slope)


def elu(grad, a, alpha):
    return torch.where(a > 0, grad, grad * alpha * a.exp())


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
