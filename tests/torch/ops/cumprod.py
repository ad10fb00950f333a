import torch

x = torch.tensor([1.0, 3.0, 2.0])
print(torch.cumprod(x, 0))  # expect: tensor([1., 3., 6.])
