import torch
from torch import nn

layer = nn.Linear(2, 1)
layer(torch.ones(3, 2)).sum().backward()
layer.double()
print(layer.weight.grad)  # expect: tensor([[3., 3.]], dtype=torch.float64)
layer.to(torch.float32)
print(layer.weight.grad.dtype)  # expect: torch.float32
layer(torch.ones(3, 2)).sum().backward()
print(layer.weight.grad)  # expect: tensor([[6., 6.]])
