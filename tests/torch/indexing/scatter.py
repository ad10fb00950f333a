import torch

x = torch.zeros(2, 3)
x.scatter_(1, torch.tensor([[0], [2]]), 1.0)
print(x)  # expect: tensor([[1., 0., 0.],
# expect:         [0., 0., 1.]])
print(torch.zeros(3, dtype=torch.long).scatter_add_(0, torch.tensor([0, 0, 2]), torch.tensor([1, 2, 3])))  # expect: tensor([3, 0, 3])
