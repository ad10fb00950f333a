import torch

x = torch.zeros(6, 3)
b, t, d = x.shape  # expect ValueError: not enough values to unpack (expected 3, got 2)
