import torch

x = torch.exp([1.0])  # expect TypeError: exp(): argument 'input' (position 1) must be Tensor, not list
