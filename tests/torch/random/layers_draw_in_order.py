import torch
import torch.nn as nn

torch.manual_seed(123)
a = nn.Linear(3, 2)
b = nn.Linear(2, 2, bias=False)
print(a.weight)  # expect: Parameter containing:
# expect: tensor([[-0.2354,  0.0191, -0.2867],
# expect:         [ 0.2177, -0.4919,  0.4232]], requires_grad=True)
print(a.bias)  # expect: Parameter containing:
# expect: tensor([-0.4196, -0.4590], requires_grad=True)
print(b.weight)  # expect: Parameter containing:
# expect: tensor([[-0.4468,  0.3202],
# expect:         [-0.2613,  0.2646]], requires_grad=True)
