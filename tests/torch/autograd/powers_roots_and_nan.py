import torch

x = torch.tensor([0.0, 1.0, 4.0], requires_grad=True)


def grad(f, at=x):
    return torch.autograd.grad(f(at).sum(), at)[0]


print(grad(lambda t: t ** 2), grad(lambda t: t ** 1), grad(lambda t: t ** 0))  # expect: tensor([0., 2., 8.]) tensor([1., 1., 1.]) tensor([0., 0., 0.])
print(grad(lambda t: t ** 0.5), grad(torch.sqrt), grad(lambda t: t.pow(1.5)))  # expect: tensor([   inf, 0.5000, 0.2500]) tensor([   inf, 0.5000, 0.2500]) tensor([0.0000, 1.5000, 3.0000])
print(grad(torch.log), grad(lambda t: 1 / t), grad(torch.rsqrt))  # expect: tensor([   inf, 1.0000, 0.2500]) tensor([   -inf, -1.0000, -0.0625]) tensor([   -inf, -0.5000, -0.0625])
print(grad(lambda t: torch.log(t + 1e-9)), grad(lambda t: t.clamp(min=1e-6).log()))  # expect: tensor([1.0000e+09, 1.0000e+00, 2.5000e-01]) tensor([0.0000, 1.0000, 0.2500])
print(grad(lambda t: t ** -1), grad(lambda t: 2 ** t), grad(lambda t: 0 ** t))  # expect: tensor([   -inf, -1.0000, -0.0625]) tensor([ 0.6931,  1.3863, 11.0904]) tensor([0., 0., 0.])
print(grad(lambda t: t.log1p()), grad(torch.square), grad(torch.expm1))  # expect: tensor([1.0000, 0.5000, 0.2000]) tensor([0., 2., 8.]) tensor([ 1.0000,  2.7183, 54.5981])

base = torch.tensor([0.0, -2.0, 2.0], requires_grad=True)
power = torch.tensor([0.0, 2.0, 3.0], requires_grad=True)
(base ** power).sum().backward()
print(base.grad, power.grad)  # expect: tensor([ 0., -4., 12.]) tensor([0.0000,    nan, 5.5452])

# 0 * inf is nan: where() does not save what was computed aside.
print(grad(lambda t: torch.where(t > 0, torch.sqrt(t), torch.zeros(3))))  # expect: tensor([   nan, 0.5000, 0.2500])
print(grad(lambda t: torch.where(t > 0, torch.sqrt(torch.where(t > 0, t, torch.ones(3))), torch.zeros(3))))  # expect: tensor([0.0000, 0.5000, 0.2500])
print(grad(lambda t: t * t.log()))  # expect: tensor([   nan, 1.0000, 2.3863])
print(grad(lambda t: torch.sqrt(t) * torch.tensor([0.0, 1.0, 1.0])))  # expect: tensor([   nan, 0.5000, 0.2500])
n = torch.tensor([float("nan"), 1.0, float("inf")], requires_grad=True)
print(grad(lambda t: t * 2, n), grad(torch.exp, n), grad(lambda t: t.nan_to_num(0.0), n))  # expect: tensor([2., 2., 2.]) tensor([   nan, 2.7183,    inf]) tensor([0., 1., 0.])
print(grad(lambda t: t.masked_fill(t.isnan(), 0.0) ** 2, n))  # expect: tensor([0., 2., inf])
print(grad(torch.sigmoid, n), grad(torch.tanh, n))  # expect: tensor([   nan, 0.1966, 0.0000]) tensor([   nan, 0.4200, 0.0000])
print(grad(lambda t: t.max(), n), grad(lambda t: t.softmax(0), n))  # expect: tensor([1., 0., 0.]) tensor([nan, nan, nan])
