import torch

x = torch.zeros(2, 4)
x.scatter_(1, torch.tensor([[3], [0]]), 1.0)
print(x)  # expect: tensor([[0., 0., 0., 1.],
# expect:         [1., 0., 0., 0.]])
x.index_add_(0, torch.tensor([0, 0]), torch.ones(2, 4))
print(x)  # expect: tensor([[2., 2., 2., 3.],
# expect:         [1., 0., 0., 0.]])
x[:, 1::2] *= 10
print(x.index_select(1, torch.tensor([3, 0])))  # expect: tensor([[30.,  2.],
# expect:         [ 0.,  1.]])
