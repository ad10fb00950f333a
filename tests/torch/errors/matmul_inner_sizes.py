import torch

q, k = torch.zeros(4, 8), torch.zeros(6, 8)
scores = q @ k  # expect RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x8 and 6x8)
