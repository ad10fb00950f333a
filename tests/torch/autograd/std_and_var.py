import torch

x = torch.tensor([[1.0, 2.0, 6.0], [4.0, 4.0, 4.0]], requires_grad=True)


def grad(y):
    return torch.autograd.grad(y.sum(), x)[0]


print(grad(x.var()))  # expect: tensor([[-1.0000, -0.6000,  1.0000],
# expect:         [ 0.2000,  0.2000,  0.2000]])
print(grad(x.var(dim=1)))  # expect: tensor([[-2., -1.,  3.],
# expect:         [ 0.,  0.,  0.]])
print(grad(x.var(dim=1, unbiased=False)))  # expect: tensor([[-1.3333, -0.6667,  2.0000],
# expect:         [ 0.0000,  0.0000,  0.0000]])
print(grad(x.std()))  # expect: tensor([[-0.2840, -0.1704,  0.2840],
# expect:         [ 0.0568,  0.0568,  0.0568]])
print(grad(x.std(dim=1)))  # expect: tensor([[-0.3780, -0.1890,  0.5669],
# expect:         [ 0.0000,  0.0000,  0.0000]])
print(grad(x.std(dim=1, unbiased=False) + 1e-5))  # expect: tensor([[-0.3086, -0.1543,  0.4629],
# expect:         [ 0.0000,  0.0000,  0.0000]])
print(grad((x.var(dim=1, unbiased=False) + 1e-5).sqrt()))  # expect: tensor([[-0.3086, -0.1543,  0.4629],
# expect:         [ 0.0000,  0.0000,  0.0000]])
print(grad(torch.var_mean(x, dim=0)[0]), grad(torch.var_mean(x, dim=0)[1]))  # expect: tensor([[-3., -2.,  2.],
# expect:         [ 3.,  2., -2.]]) tensor([[0.5000, 0.5000, 0.5000],
# expect:         [0.5000, 0.5000, 0.5000]])
print(grad(x.mean(dim=0) * torch.tensor([1.0, 2.0, 3.0])))  # expect: tensor([[0.5000, 1.0000, 1.5000],
# expect:         [0.5000, 1.0000, 1.5000]])
centred = x - x.mean(dim=1, keepdim=True)
print(grad(centred ** 2))  # expect: tensor([[-4., -2.,  6.],
# expect:         [ 0.,  0.,  0.]])
z = (x - x.mean()) / x.std()
print(grad(z[0]))  # expect: tensor([[ 0.1466,  0.2015,  0.4214],
# expect:         [-0.2565, -0.2565, -0.2565]])
print(grad(x[:, :1].var(dim=1, unbiased=False)))  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 0.]])
