import torch

scores = torch.zeros(4, 4)
mask = torch.ones(3, 3).bool()
try:
    scores.masked_fill_(mask, 0.0)
except RuntimeError as error:
    print(error)  # expect: The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1
scores.masked_fill(mask, 0.0)  # expect RuntimeError: The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1
