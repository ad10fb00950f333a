import torch

x = torch.tensor([[0, 1], [2, 3]])
print(torch.count_nonzero(x), x.count_nonzero(dim=0))  # expect: tensor(3) tensor([1, 2])
