import torch

x = torch.tensor([3.0, 1.0, 2.0])
print(x.argsort(), torch.argsort(x, descending=True))  # expect: tensor([1, 2, 0]) tensor([0, 2, 1])
