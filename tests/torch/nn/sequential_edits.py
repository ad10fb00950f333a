import torch
import torch.nn as nn


net = nn.Sequential(nn.ReLU(), nn.Tanh())
net.append(nn.GELU())
net.insert(1, nn.Identity())
print(net)  # expect: Sequential(
# expect:   (0): ReLU()
# expect:   (1): Identity()
# expect:   (2): Tanh()
# expect:   (3): GELU(approximate='none')
# expect: )
del net[0]
print(net.extend(nn.Sequential(nn.Sigmoid())))  # expect: Sequential(
# expect:   (0): Identity()
# expect:   (1): Tanh()
# expect:   (2): GELU(approximate='none')
# expect:   (3): Sigmoid()
# expect: )
print(net[-2])  # expect: GELU(approximate='none')
