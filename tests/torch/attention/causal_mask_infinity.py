import torch

torch.manual_seed(3)
scores = torch.randn(4, 4)
mask = torch.triu(torch.ones(4, 4), diagonal=1)
masked = scores.masked_fill(mask.bool(), -torch.inf)
print(masked)  # expect: tensor([[-0.0766,    -inf,    -inf,    -inf],
# expect:         [ 0.6648, -0.2868,    -inf,    -inf],
# expect:         [-0.0517, -0.3060,  0.2485,    -inf],
# expect:         [ 0.9132,  0.2043,  0.5740,  0.4163]])
print(torch.softmax(masked / 2**0.5, dim=-1))  # expect: tensor([[1.0000, 0.0000, 0.0000, 0.0000],
# expect:         [0.6622, 0.3378, 0.0000, 0.0000],
# expect:         [0.3255, 0.2720, 0.4025, 0.0000],
# expect:         [0.3230, 0.1957, 0.2541, 0.2273]])
