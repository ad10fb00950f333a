import torch

a, b = torch.broadcast_tensors(torch.arange(3), torch.zeros(2, 1))
print(a.shape, b.shape, torch.broadcast_shapes((2, 1), (3,)), torch.zeros(1, 3).broadcast_to(2, 3).shape)  # expect: torch.Size([2, 3]) torch.Size([2, 3]) torch.Size([2, 3]) torch.Size([2, 3])
