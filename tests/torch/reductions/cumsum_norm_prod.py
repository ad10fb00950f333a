import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(x.cumsum(0), x.cumsum(dim=1))  # expect: tensor([[1., 2.],
# expect:         [4., 6.]]) tensor([[1., 3.],
# expect:         [3., 7.]])
print(x.norm(), x.norm(dim=1), x.prod(), x.logsumexp(-1))  # expect: tensor(5.4772) tensor([2.2361, 5.0000]) tensor(24.) tensor([2.3133, 4.3133])
