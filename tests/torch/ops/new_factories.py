import torch

x = torch.zeros(2, dtype=torch.float64)
print(x.new_ones(2), x.new_full((2,), 3), x.new_tensor([1, 2]), x.new_zeros(1, 2).shape, torch.ones_like(x), torch.full_like(x, 2))  # expect: tensor([1., 1.], dtype=torch.float64) tensor([3., 3.], dtype=torch.float64) tensor([1., 2.], dtype=torch.float64) torch.Size([1, 2]) tensor([1., 1.], dtype=torch.float64) tensor([2., 2.], dtype=torch.float64)
