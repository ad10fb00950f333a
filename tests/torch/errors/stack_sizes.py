import torch

torch.stack([torch.zeros(2), torch.zeros(3)])  # expect RuntimeError: stack expects each tensor to be equal size, but got [2] at entry 0 and [3] at entry 1
