import torch

x = torch.arange(1.0, 13.0).view(2, 3, 2).requires_grad_()
w3 = torch.tensor([1.0, 10.0, 100.0])


def grad(y):
    return torch.autograd.grad(y.sum(), x)[0].flatten()


print(grad(x.sum()), grad(x.sum(dim=(0, 2)) * w3))  # expect: tensor([1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.]) tensor([  1.,   1.,  10.,  10., 100., 100.,   1.,   1.,  10.,  10., 100., 100.])
print(grad(x.mean(1, keepdim=True)), grad(x.mean((0, 1, 2))))  # expect: tensor([0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333,
# expect:         0.3333, 0.3333, 0.3333]) tensor([0.0833, 0.0833, 0.0833, 0.0833, 0.0833, 0.0833, 0.0833, 0.0833, 0.0833,
# expect:         0.0833, 0.0833, 0.0833])
print(grad(x.sum(-1).max(dim=-1)[0]))  # expect: tensor([0., 0., 0., 0., 1., 1., 0., 0., 0., 0., 1., 1.])
print(grad(torch.amax(x, (1, 2))))  # expect: tensor([0., 0., 0., 0., 0., 1., 0., 0., 0., 0., 0., 1.])
print(grad(x.logsumexp((0, 1))))  # expect: tensor([3.9256e-05, 3.9256e-05, 2.9006e-04, 2.9006e-04, 2.1433e-03, 2.1433e-03,
# expect:         1.5837e-02, 1.5837e-02, 1.1702e-01, 1.1702e-01, 8.6467e-01, 8.6467e-01])
print(grad(x.view(6, 2).median(dim=0).values))  # expect: tensor([0., 0., 0., 0., 1., 1., 0., 0., 0., 0., 0., 0.])
print(grad(x.nanmean(dim=1)), grad(x.nansum()))  # expect: tensor([0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333,
# expect:         0.3333, 0.3333, 0.3333]) tensor([1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.])
print(grad(x.count_nonzero() * x))  # expect: tensor([12., 12., 12., 12., 12., 12., 12., 12., 12., 12., 12., 12.])
print(grad(x.flatten().dot(torch.arange(12.0))))  # expect: tensor([ 0.,  1.,  2.,  3.,  4.,  5.,  6.,  7.,  8.,  9., 10., 11.])
print(grad((x.softmax(1) * x).sum(1)))  # expect: tensor([-0.0429, -0.0429, -0.0823, -0.0823,  1.1252,  1.1252, -0.0429, -0.0429,
# expect:         -0.0823, -0.0823,  1.1252,  1.1252])
print(grad(x.flatten(1).norm(dim=1)))  # expect: tensor([0.1048, 0.2097, 0.3145, 0.4193, 0.5241, 0.6290, 0.2961, 0.3384, 0.3807,
# expect:         0.4230, 0.4653, 0.5075])
print(grad(x.amin((0, 2)) * w3))  # expect: tensor([  1.,   0.,  10.,   0., 100.,   0.,   0.,   0.,   0.,   0.,   0.,   0.])
print(grad(x.mean(dtype=torch.float64)))  # expect: tensor([0.0833, 0.0833, 0.0833, 0.0833, 0.0833, 0.0833, 0.0833, 0.0833, 0.0833,
# expect:         0.0833, 0.0833, 0.0833])
print(grad(torch.std(x, dim=(1, 2))))  # expect: tensor([-0.2673, -0.1604, -0.0535,  0.0535,  0.1604,  0.2673, -0.2673, -0.1604,
# expect:         -0.0535,  0.0535,  0.1604,  0.2673])
print(grad(x[0, :2].trace()))  # expect: tensor([1., 0., 0., 1., 0., 0., 0., 0., 0., 0., 0., 0.])
print(grad(x.cumsum(1)[:, -1]))  # expect: tensor([1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.])
print(grad(torch.linalg.vector_norm(x, dim=(0, 2))))  # expect: tensor([0.0921, 0.1841, 0.2090, 0.2787, 0.2769, 0.3323, 0.6444, 0.7365, 0.6271,
# expect:         0.6967, 0.6092, 0.6646])
print(grad(torch.where(x > 6, x, x.mean())))  # expect: tensor([0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 1.5000, 1.5000, 1.5000,
# expect:         1.5000, 1.5000, 1.5000])
