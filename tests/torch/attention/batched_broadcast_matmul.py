import torch

a = torch.arange(12.0).view(2, 1, 2, 3)
b = torch.arange(18.0).view(3, 3, 2)
print((a @ b).shape)  # expect: torch.Size([2, 3, 2, 2])
print((a @ b)[1, 2])  # expect: tensor([[298., 319.],
# expect:         [424., 454.]])
print((torch.ones(3) @ b).shape, (a @ torch.ones(3)).shape)  # expect: torch.Size([3, 2]) torch.Size([2, 1, 2])
