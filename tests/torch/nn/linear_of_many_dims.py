import torch
import torch.nn as nn


torch.manual_seed(0)
lin = nn.Linear(2, 3, bias=False)
x = torch.ones(2, 4, 5, 2)
print(lin(x).shape)  # expect: torch.Size([2, 4, 5, 3])
print(lin(x)[0, 0, 0])  # expect: tensor([ 0.3740, -1.1024, -0.0827], grad_fn=<SelectBackward0>)
print(lin.bias is None, lin)  # expect: True Linear(in_features=2, out_features=3, bias=False)
