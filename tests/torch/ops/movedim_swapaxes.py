import torch

x = torch.zeros(2, 3, 4)
print(x.movedim(0, 2).shape, torch.swapaxes(x, 0, 1).shape, x.swapdims(1, 2).shape, torch.moveaxis(x, (0, 1), (1, 0)).shape)  # expect: torch.Size([3, 4, 2]) torch.Size([3, 2, 4]) torch.Size([2, 4, 3]) torch.Size([3, 2, 4])
