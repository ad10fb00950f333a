import torch

x = torch.arange(3)
print(x.unsqueeze(0).shape, x.unsqueeze(-1).shape, x[None].shape, x[:, None].shape)  # expect: torch.Size([1, 3]) torch.Size([3, 1]) torch.Size([1, 3]) torch.Size([3, 1])
y = torch.zeros(1, 3, 1, 2)
print(y.squeeze().shape, y.squeeze(0).shape, y.squeeze(1).shape, y.squeeze(-2).shape)  # expect: torch.Size([3, 2]) torch.Size([3, 1, 2]) torch.Size([1, 3, 1, 2]) torch.Size([1, 3, 2])
