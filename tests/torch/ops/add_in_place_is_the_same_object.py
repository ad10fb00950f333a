import torch

x = torch.zeros(2)
y = x.add_(1)
print(y is x, x)  # expect: True tensor([1., 1.])
x += 2
print(y is x, y)  # expect: True tensor([3., 3.])
