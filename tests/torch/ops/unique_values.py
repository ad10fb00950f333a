import torch

x = torch.tensor([2, 1, 2, 3])
print(x.unique(), torch.unique(x, return_counts=True), torch.unique(x, return_inverse=True)[1])  # expect: tensor([1, 2, 3]) (tensor([1, 2, 3]), tensor([1, 2, 1])) tensor([1, 0, 1, 2])
