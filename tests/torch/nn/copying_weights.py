import torch
import torch.nn as nn

torch.manual_seed(0)
lin = nn.Linear(3, 2, bias=False)
w = nn.Parameter(lin.weight.T)
x = torch.rand(4, 3)
print(torch.allclose(lin(x), x @ w))  # expect: True
lin.weight.data = torch.ones(2, 3)
print(lin(x))  # expect: tensor([[1.8422, 1.8422],
# expect:         [1.3829, 1.3829],
# expect:         [0.4851, 0.4851],
# expect:         [2.0162, 2.0162]], grad_fn=<MmBackward0>)
