import torch

torch.zeros(2, 2) @ torch.zeros(2, 2, dtype=torch.float64)  # expect RuntimeError: expected scalar type Float but found Double
