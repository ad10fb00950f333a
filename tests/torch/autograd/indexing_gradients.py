import torch

x = torch.arange(12.0).view(4, 3).requires_grad_()


def grad(y):
    g, = torch.autograd.grad(y.sum(), x)
    return g


print(grad(x[1]))  # expect: tensor([[0., 0., 0.],
# expect:         [1., 1., 1.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 0.]])
print(grad(x[[0, 2, 2, 2]]))  # expect: tensor([[1., 1., 1.],
# expect:         [0., 0., 0.],
# expect:         [3., 3., 3.],
# expect:         [0., 0., 0.]])
print(grad(x[torch.tensor([0, 0, 3]), torch.tensor([1, 1, 2])]))  # expect: tensor([[0., 2., 0.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 1.]])
print(grad(x[x > 8]))  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 0.],
# expect:         [1., 1., 1.]])
print(grad(x[:, None, ::2]))  # expect: tensor([[1., 0., 1.],
# expect:         [1., 0., 1.],
# expect:         [1., 0., 1.],
# expect:         [1., 0., 1.]])
print(grad(x[..., -1] * torch.arange(4.0)))  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 1.],
# expect:         [0., 0., 2.],
# expect:         [0., 0., 3.]])
print(grad(x.index_select(1, torch.tensor([2, 2, 0]))))  # expect: tensor([[1., 0., 2.],
# expect:         [1., 0., 2.],
# expect:         [1., 0., 2.],
# expect:         [1., 0., 2.]])
print(grad(torch.gather(x, 1, torch.tensor([[0, 0], [1, 2], [2, 2], [0, 1]]))))  # expect: tensor([[2., 0., 0.],
# expect:         [0., 1., 1.],
# expect:         [0., 0., 2.],
# expect:         [1., 1., 0.]])
print(grad(x.take(torch.tensor([0, 11, 11]))))  # expect: tensor([[1., 0., 0.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 2.]])
print(grad(x.masked_select(torch.eye(4, 3).bool()) ** 2))  # expect: tensor([[ 0.,  0.,  0.],
# expect:         [ 0.,  8.,  0.],
# expect:         [ 0.,  0., 16.],
# expect:         [ 0.,  0.,  0.]])
print(grad(x[torch.arange(4), torch.tensor([0, 1, 2, 0])].log1p()))  # expect: tensor([[1.0000, 0.0000, 0.0000],
# expect:         [0.0000, 0.2000, 0.0000],
# expect:         [0.0000, 0.0000, 0.1111],
# expect:         [0.1000, 0.0000, 0.0000]])
print(grad(torch.take_along_dim(x, x.argsort(dim=1, descending=True), dim=1) * torch.tensor([1.0, 10.0, 100.0])))  # expect: tensor([[100.,  10.,   1.],
# expect:         [100.,  10.,   1.],
# expect:         [100.,  10.,   1.],
# expect:         [100.,  10.,   1.]])
ids = torch.tensor([[1, 0], [3, 3]])
print(grad(x[ids] * torch.tensor([1.0, 10.0, 100.0])))  # expect: tensor([[  1.,  10., 100.],
# expect:         [  1.,  10., 100.],
# expect:         [  0.,   0.,   0.],
# expect:         [  2.,  20., 200.]])
print(grad(x[torch.tensor([True, False, False, True])][:, 1]))  # expect: tensor([[0., 1., 0.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 0.],
# expect:         [0., 1., 0.]])
