import copy
import torch
from torch import nn

layer = nn.Linear(2, 1)
layer(torch.ones(1, 2)).sum().backward()
twin = copy.deepcopy(layer)
print(twin.weight.grad)  # expect: None
x = torch.ones(2, requires_grad=True)
x.grad = torch.ones(2)
print(copy.deepcopy(x).grad)  # expect: tensor([1., 1.])
