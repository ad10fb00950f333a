import torch

x = torch.tensor([[0, 1], [2, 0]])
print(x.nonzero())  # expect: tensor([[0, 1],
# expect:         [1, 0]])
print(torch.where(x > 0))  # expect: (tensor([0, 1]), tensor([1, 0]))
print(torch.where(x > 0, x, -1))  # expect: tensor([[-1,  1],
# expect:         [ 2, -1]])
