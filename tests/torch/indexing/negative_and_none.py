import torch

x = torch.arange(6).view(2, 3)
print(x[-1], x[0, -1], x[..., 0], x[None, :, 0].shape, x[:, None, :].shape)  # expect: tensor([3, 4, 5]) tensor(2) tensor([0, 3]) torch.Size([1, 2]) torch.Size([2, 1, 3])
