import torch

x = torch.zeros(2, 3)
print(x.size(), x.size(0), x.size(-1), x.size(dim=1), x.stride(), x.stride(0), x.dim(), x.ndim, x.numel(), x.nelement())  # expect: torch.Size([2, 3]) 2 3 3 (3, 1) 3 2 2 6 6
