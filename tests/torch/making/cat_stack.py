import torch

a, b = torch.zeros(1, 2), torch.ones(1, 2)
print(torch.cat([a, b]), torch.cat((a, b), dim=-1))  # expect: tensor([[0., 0.],
# expect:         [1., 1.]]) tensor([[0., 0., 1., 1.]])
print(torch.stack([a, b]).shape, torch.stack((a, b), dim=1))  # expect: torch.Size([2, 1, 2]) tensor([[[0., 0.],
# expect:          [1., 1.]]])
