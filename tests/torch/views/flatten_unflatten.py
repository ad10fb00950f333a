import torch

x = torch.arange(24).view(2, 3, 4)
print(x.flatten().shape, x.flatten(1).shape, x.flatten(0, 1).shape)  # expect: torch.Size([24]) torch.Size([2, 12]) torch.Size([6, 4])
print(x.unflatten(2, (2, 2)).shape, x.unflatten(-1, (2, -1)).shape)  # expect: torch.Size([2, 3, 2, 2]) torch.Size([2, 3, 2, 2])
