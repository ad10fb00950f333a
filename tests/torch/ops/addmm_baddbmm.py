import torch

a, b = torch.arange(4.0).view(2, 2), torch.ones(2, 2)
print(torch.addmm(b, a, a, beta=2, alpha=0.5))  # expect: tensor([[3.0000, 3.5000],
# expect:         [5.0000, 7.5000]])
print(torch.baddbmm(b[None], a[None], a[None]).shape)  # expect: torch.Size([1, 2, 2])
