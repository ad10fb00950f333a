import torch

print(torch.bincount(torch.tensor([0, 1, 1, 3])), torch.bincount(torch.tensor([1]), minlength=3))  # expect: tensor([1, 2, 0, 1]) tensor([0, 1, 0])
