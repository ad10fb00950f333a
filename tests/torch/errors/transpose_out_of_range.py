import torch

torch.zeros(2, 3).transpose(1, 2)  # expect IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 2)
