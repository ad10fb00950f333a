import torch
import torch.nn as nn


w = torch.empty(2, 2)
print(nn.init.ones_(w) is w, w)  # expect: True tensor([[1., 1.],
# expect:         [1., 1.]])
print(nn.init.constant_(torch.empty(2), 0.3), nn.init.zeros_(torch.empty(2)), nn.init.eye_(torch.empty(2, 3)))  # expect: tensor([0.3000, 0.3000]) tensor([0., 0.]) tensor([[1., 0., 0.],
# expect:         [0., 1., 0.]])
lin = nn.Linear(2, 2)
nn.init.zeros_(lin.bias)
print(lin.bias)  # expect: Parameter containing:
# expect: tensor([0., 0.], requires_grad=True)
print(nn.init.calculate_gain("relu"), nn.init.calculate_gain("leaky_relu", 0.2), nn.init.calculate_gain("linear"))  # expect: 1.4142135623730951 1.3867504905630728 1
