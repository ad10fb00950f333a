import torch

scores = torch.zeros(6, 6)
mask = torch.zeros(5, 5)
scores + mask  # expect RuntimeError: The size of tensor a (6) must match the size of tensor b (5) at non-singleton dimension 1
