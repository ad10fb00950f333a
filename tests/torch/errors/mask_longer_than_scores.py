import torch

scores = torch.zeros(1, 2, 5, 5)
scores.masked_fill_(torch.ones(8, 8).bool(), 0.0)  # expect RuntimeError: The size of tensor a (5) must match the size of tensor b (8) at non-singleton dimension 3
