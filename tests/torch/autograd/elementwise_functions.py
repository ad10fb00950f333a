import torch

x = torch.tensor([0.25, 0.5, 2.0], requires_grad=True)
y = torch.tensor([2.0, 0.5, -1.0], requires_grad=True)


def grad(f, *at):
    out = f(*at)
    return torch.autograd.grad(out.sum(), at)


print(*grad(torch.exp, x), *grad(torch.log, x), *grad(torch.log2, x), *grad(torch.log10, x))  # expect: tensor([1.2840, 1.6487, 7.3891]) tensor([4.0000, 2.0000, 0.5000]) tensor([5.7708, 2.8854, 0.7213]) tensor([1.7372, 0.8686, 0.2171])
print(*grad(torch.sin, x), *grad(torch.cos, x), *grad(torch.tan, x))  # expect: tensor([ 0.9689,  0.8776, -0.4161]) tensor([-0.2474, -0.4794, -0.9093]) tensor([1.0652, 1.2984, 5.7744])
print(*grad(torch.sinh, x), *grad(torch.cosh, x), *grad(torch.atan, x))  # expect: tensor([1.0314, 1.1276, 3.7622]) tensor([0.2526, 0.5211, 3.6269]) tensor([0.9412, 0.8000, 0.2000])
print(*grad(torch.erf, x), *grad(torch.exp2, x), *grad(torch.reciprocal, x))  # expect: tensor([1.0600, 0.8788, 0.0207]) tensor([0.8243, 0.9803, 2.7726]) tensor([-16.0000,  -4.0000,  -0.2500])
print(*grad(torch.mul, x, y))  # expect: tensor([ 2.0000,  0.5000, -1.0000]) tensor([0.2500, 0.5000, 2.0000])
print(*grad(torch.div, x, y))  # expect: tensor([ 0.5000,  2.0000, -1.0000]) tensor([-0.0625, -2.0000, -2.0000])
print(*grad(torch.sub, x, y), *grad(lambda a, b: torch.sub(a, b, alpha=3), x, y))  # expect: tensor([1., 1., 1.]) tensor([-1., -1., -1.]) tensor([1., 1., 1.]) tensor([-3., -3., -3.])
print(*grad(torch.pow, x, y))  # expect: tensor([ 0.5000,  0.7071, -0.2500]) tensor([-0.0866, -0.4901,  0.3466])
print(*grad(torch.fmod, x, y), *grad(torch.remainder, x, y))  # expect: tensor([1., 1., 1.]) tensor([-0., -1.,  2.]) tensor([1., 1., 1.]) tensor([-0., -1.,  2.])
print(*grad(torch.lerp, x, y, torch.tensor(0.25).requires_grad_()))  # expect: tensor([0.7500, 0.7500, 0.7500]) tensor([0.2500, 0.2500, 0.2500]) tensor(-1.2500)
print(*grad(torch.addcmul, x, y, x * 1))  # expect: tensor([3.0000, 1.5000, 0.0000]) tensor([0.2500, 0.5000, 2.0000]) tensor([ 2.0000,  0.5000, -1.0000])
print(*grad(lambda a, b: torch.addcdiv(a, b, b * b, value=0.5), x, y))  # expect: tensor([1., 1., 1.]) tensor([-0.1250, -2.0000, -0.5000])
print(*grad(torch.maximum, x, y), *grad(torch.min, x, y))  # expect: tensor([0.0000, 0.5000, 1.0000]) tensor([1.0000, 0.5000, 0.0000]) tensor([1.0000, 0.5000, 0.0000]) tensor([0.0000, 0.5000, 1.0000])
print(*grad(lambda a: a.trunc() + a.ceil() + a.frac(), x))  # expect: tensor([1., 1., 1.])
print(*grad(lambda a, b: (a * a + b * b).sqrt(), x, y))  # expect: tensor([0.1240, 0.7071, 0.8944]) tensor([ 0.9923,  0.7071, -0.4472])
print(*grad(lambda a, b: torch.logsumexp(torch.stack([a, b]), 0), x, y))  # expect: tensor([0.1480, 0.5000, 0.9526]) tensor([0.8520, 0.5000, 0.0474])
print(*grad(lambda a: a.clamp(0.3, 1.0) + a.clip(max=0.4), x))  # expect: tensor([1., 1., 0.])
print(*grad(lambda a: torch.sigmoid(a).log() + (1 - torch.sigmoid(a)).log(), x))  # expect: tensor([-0.1244, -0.2449, -0.7616])
print(*grad(lambda a: 3 - a / 2 + 2 ** a + 1 / a + a % 0.4 - (-a), x))  # expect: tensor([-13.6757,  -1.5197,   4.0226])
print(*grad(lambda a: a.sgn() + a.relu() + a.square() + a.rsqrt(), x))  # expect: tensor([-2.5000,  0.5858,  4.8232])
print(*grad(lambda a: abs(a - 1) + +a, x))  # expect: tensor([0., 0., 2.])
print(*grad(lambda a: torch.asin(a / 3) + torch.acos(a / 3), x))  # expect: tensor([0., 0., 0.])
