import torch

a, b = torch.tensor([1, 0, 2]), torch.tensor([1, 1, 0])
print(torch.logical_and(a, b), a.logical_or(b), torch.logical_xor(a, b), torch.logical_not(a))  # expect: tensor([ True, False, False]) tensor([True, True, True]) tensor([False,  True,  True]) tensor([False,  True, False])
