import torch

x, y = torch.ones(2), torch.tensor([1.0, 2.0])
print(torch.add(x, y, alpha=10), x.sub(y, alpha=2))  # expect: tensor([11., 21.]) tensor([-1., -3.])
print(torch.add(1, 2), torch.sub(x, other=1))  # expect: tensor(3) tensor([0., 0.])
