import torch

x = torch.tensor([2.0, 1.0, 3.0, 4.0], requires_grad=True)
w = torch.tensor([1.0, 10.0, 100.0, 1000.0])


def grad(y):
    return torch.autograd.grad(y.sum(), x)[0]


print(grad(x.prod()))  # expect: tensor([12., 24.,  8.,  6.])
print(grad((x + 1).prod()))  # expect: tensor([40., 60., 30., 24.])
print(grad(x.cumsum(0) * w))  # expect: tensor([1111., 1110., 1100., 1000.])
print(grad(x.cumprod(0) * w))  # expect: tensor([12311., 24620.,  8200.,  6000.])
print(grad((x + 1).cumprod(0) * w))  # expect: tensor([40821., 61230., 30600., 24000.])
print(grad(x.view(2, 2).prod(dim=1)))  # expect: tensor([1., 2., 4., 3.])
print(grad(x.view(2, 2).prod(0, keepdim=True)))  # expect: tensor([3., 4., 2., 1.])
print(grad(x.view(2, 2).cumsum(1) * w.view(2, 2)))  # expect: tensor([  11.,   10., 1100., 1000.])
print(grad(x.flip(0).cumsum(0).flip(0) * w))  # expect: tensor([1.0000e+00, 1.1000e+01, 1.1100e+02, 1.1110e+03])
print(grad(torch.diff(x) * w[:3]))  # expect: tensor([ -1.,  -9., -90., 100.])
print(grad(x.logsumexp(0)))  # expect: tensor([0.0871, 0.0321, 0.2369, 0.6439])
print(grad(torch.tril(torch.ones(4, 4)) @ x * w))  # expect: tensor([1111., 1110., 1100., 1000.])
# The running mean of the past is attention with equal weights.
wei = torch.tril(torch.ones(4, 4))
wei = wei / wei.sum(1, keepdim=True)
print(grad((wei @ x) * w))  # expect: tensor([289.3333, 288.3333, 283.3333, 250.0000])
print(grad(x.cumsum(0) / torch.arange(1, 5) * w))  # expect: tensor([289.3333, 288.3333, 283.3333, 250.0000])
(second,) = torch.autograd.grad(torch.autograd.grad(x.prod(), x, create_graph=True)[0].sum(), x)
print(second)  # expect: tensor([19.0000, 26.0000, 14.0000, 11.0000])
