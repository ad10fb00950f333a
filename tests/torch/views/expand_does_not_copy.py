import torch

x = torch.tensor([[1], [2]])
y = x.expand(2, 3)
print(y)  # expect: tensor([[1, 1, 1],
# expect:         [2, 2, 2]])
print(y.stride(), y.is_contiguous())  # expect: (1, 0) False
print(x.expand(-1, 2).shape, x.expand(4, 2, 3).shape)  # expect: torch.Size([2, 2]) torch.Size([4, 2, 3])
