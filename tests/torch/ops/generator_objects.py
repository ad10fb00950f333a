import torch

g = torch.Generator().manual_seed(3)
print(g.initial_seed(), torch.randint(0, 100, (3,), generator=g))  # expect: 3 tensor([86, 48, 37])
g.manual_seed(3)
print(torch.randint(0, 100, (3,), generator=g), type(g).__name__)  # expect: tensor([86, 48, 37]) Generator
