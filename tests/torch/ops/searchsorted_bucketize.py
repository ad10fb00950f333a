import torch

e = torch.tensor([1, 3, 5])
print(torch.searchsorted(e, torch.tensor([0, 3, 6])), torch.bucketize(torch.tensor([3]), e, right=True))  # expect: tensor([0, 1, 3]) tensor([2])
