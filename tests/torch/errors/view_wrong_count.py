import torch

x = torch.zeros(2, 3, 8)
x.view(2, 3, 3, 4)  # expect RuntimeError: shape '[2, 3, 3, 4]' is invalid for input of size 48
