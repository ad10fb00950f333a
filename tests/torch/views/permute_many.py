import torch

x = torch.arange(24).view(2, 3, 4)
print(x.permute(2, 0, 1).shape, x.permute(2, 0, 1).stride())  # expect: torch.Size([4, 2, 3]) (1, 12, 4)
print(x.permute(0, 2, 1)[0])  # expect: tensor([[ 0,  4,  8],
# expect:         [ 1,  5,  9],
# expect:         [ 2,  6, 10],
# expect:         [ 3,  7, 11]])
print(torch.permute(x, (-1, 0, 1)).shape)  # expect: torch.Size([4, 2, 3])
