import torch

x = torch.arange(12).view(3, 4)
print(x[torch.tensor([2, 0])])  # expect: tensor([[ 8,  9, 10, 11],
# expect:         [ 0,  1,  2,  3]])
print(x[torch.tensor([0, 1]), torch.tensor([3, 2])])  # expect: tensor([3, 6])
print(x[:, torch.tensor([0, 0, 1])])  # expect: tensor([[0, 0, 1],
# expect:         [4, 4, 5],
# expect:         [8, 8, 9]])
print(x[torch.tensor([[0], [2]]), torch.tensor([1, 3])])  # expect: tensor([[ 1,  3],
# expect:         [ 9, 11]])
