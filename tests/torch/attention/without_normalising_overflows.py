import torch

x = torch.tensor([89.0, 0.0])
e = torch.exp(x)
print(e, e / e.sum())  # expect: tensor([inf, 1.]) tensor([nan, 0.])
