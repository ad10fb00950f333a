import torch

a = torch.arange(3).view(3, 1)
b = torch.arange(4)
print((a + b).shape)  # expect: torch.Size([3, 4])
print(a * b)  # expect: tensor([[0, 0, 0, 0],
# expect:         [0, 1, 2, 3],
# expect:         [0, 2, 4, 6]])
print((torch.zeros(2, 1, 4) + torch.zeros(3, 1)).shape)  # expect: torch.Size([2, 3, 4])
