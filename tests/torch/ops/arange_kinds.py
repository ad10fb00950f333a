import torch

print(torch.arange(5), torch.arange(1, 4), torch.arange(0, 1, 0.25))  # expect: tensor([0, 1, 2, 3, 4]) tensor([1, 2, 3]) tensor([0.0000, 0.2500, 0.5000, 0.7500])
print(torch.arange(5.0), torch.arange(4, dtype=torch.float64), torch.arange(5, 0, -2))  # expect: tensor([0., 1., 2., 3., 4.]) tensor([0., 1., 2., 3.], dtype=torch.float64) tensor([5, 3, 1])
