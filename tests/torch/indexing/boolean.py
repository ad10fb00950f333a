import torch

x = torch.arange(6.0).view(2, 3)
print(x[x > 2])  # expect: tensor([3., 4., 5.])
print(x[torch.tensor([True, False])])  # expect: tensor([[0., 1., 2.]])
x[x < 2] = -1
print(x)  # expect: tensor([[-1., -1.,  2.],
# expect:         [ 3.,  4.,  5.]])
x[:, torch.tensor([False, True, False])] = 9
print(x)  # expect: tensor([[-1.,  9.,  2.],
# expect:         [ 3.,  9.,  5.]])
