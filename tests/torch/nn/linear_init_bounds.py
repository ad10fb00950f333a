import torch
import torch.nn as nn


torch.manual_seed(5)
lin = nn.Linear(4, 3)
print(lin.weight)  # expect: Parameter containing:
# expect: tensor([[ 0.3303, -0.3739,  0.4075,  0.3199],
# expect:         [ 0.4201, -0.3834, -0.3356,  0.2379],
# expect:         [-0.4667,  0.4942,  0.1064,  0.0646]], requires_grad=True)
print(lin.bias)  # expect: Parameter containing:
# expect: tensor([-0.4276,  0.1593,  0.2150], requires_grad=True)
print(bool((lin.weight.abs() <= 0.5).all()))  # expect: True
