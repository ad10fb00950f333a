import torch

torch.manual_seed(0)
print(torch.randint(0, 100, (2, 4)))  # expect: tensor([[44, 39, 33, 60],
# expect:         [63, 79, 27,  3]])
print(torch.randint(10, (3,)))  # expect: tensor([7, 3, 1])
print(torch.randperm(8))  # expect: tensor([2, 0, 5, 6, 4, 1, 3, 7])
