import torch
import torch.nn as nn


torch.manual_seed(1)
lin = nn.Linear(3, 2)
x = torch.randn(4, 3)
print(torch.allclose(lin(x), x @ lin.weight.T + lin.bias))  # expect: True
